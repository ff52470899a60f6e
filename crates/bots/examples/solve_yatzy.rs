//! Solves Yatzy once and checks what came out; for timing it in wasm, where there is one thread:
//!
//! ```sh
//! cargo build --release --target wasm32-unknown-unknown -p spieltisch-bots --example solve_yatzy
//! node -e 'WebAssembly.instantiate(require("fs").readFileSync("target/wasm32-unknown-unknown/release/examples/solve_yatzy.wasm"))
//!   .then(({instance}) => { console.time("solve"); instance.exports.main(0, 0); console.timeEnd("solve") })'
//! ```

use spieltisch_bots::yatzy::solver::ScoreTable;
use spieltisch_rules::yatzy::Options;

fn main() {
    let table = ScoreTable::solve(&Options::default(), &|_| true).expect("not stopped");
    let score = table.expected_score();
    assert!((score - 323.619_505_406).abs() < 1e-8, "the expected score came out as {score}");
    println!("expected score {score:.9}");
}
