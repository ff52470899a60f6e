//! What the architecture promises, checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a crate is built on, of this project: in every build, and in its tests besides.
#[derive(Debug, Default, PartialEq, Eq)]
struct Arrows {
    always: BTreeSet<String>,
    in_tests: BTreeSet<String>,
}

/// The crates in the order of the picture in ARCHITECTURE.md, with their arrows.
fn drawn() -> Vec<(String, Arrows)> {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let picture = map.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a picture");
    let names = |text: &str| text.split_whitespace().map(str::to_string).collect();
    let crates = picture.lines().filter(|line| !line.trim().is_empty()).map(|line| {
        let (name, built_on) = line.split_once('→').unwrap_or((line, ""));
        let (always, in_tests) = built_on.split_once("in tests:").unwrap_or((built_on, ""));
        (name.trim().to_string(), Arrows { always: names(always), in_tests: names(in_tests) })
    });
    crates.collect()
}

/// The crates and arrows that cargo knows, by their folders.
fn real() -> BTreeMap<String, Arrows> {
    let arguments = ["metadata", "--locked", "--no-deps", "--format-version", "1"];
    let told = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().expect("cargo metadata runs");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let metadata: Value = serde_json::from_slice(&told.stdout).expect("JSON");
    let path = |value: &Value| PathBuf::from(value.as_str().expect("a path"));
    let name = |folder: &Path| folder.file_name().expect("a name").to_string_lossy().into_owned();
    let mut crates = BTreeMap::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let mut arrows = Arrows::default();
        let inside = package["dependencies"].as_array().into_iter().flatten().filter(|dependency| !dependency["path"].is_null());
        for dependency in inside {
            let arrows = if dependency["kind"] == "dev" { &mut arrows.in_tests } else { &mut arrows.always };
            arrows.insert(name(&path(&dependency["path"])));
        }
        crates.insert(name(path(&package["manifest_path"]).parent().expect("a folder")), arrows);
    }
    crates
}

#[test]
fn the_picture_is_the_real_graph() {
    let drawn: BTreeMap<String, Arrows> = drawn().into_iter().collect();
    let real = real();
    assert!(real.len() > 10, "cargo knows the crates: {real:?}");
    for name in real.keys().chain(drawn.keys()) {
        assert_eq!(drawn.get(name), real.get(name), "{name}: ARCHITECTURE.md's picture on the left, cargo on the right");
    }
}

#[test]
fn dependencies_point_inward() {
    let drawn = drawn();
    for (place, (name, arrows)) in drawn.iter().enumerate() {
        for inner in &arrows.always {
            assert!(drawn[..place].iter().any(|(above, _)| above == inner), "{name} stands above {inner}, which it is built on");
        }
    }
}

/// What only tests need is in no program.
#[test]
fn only_tests_depend_on_the_testkit() {
    for (name, arrows) in real() {
        assert!(!arrows.always.contains("testkit"), "{name} is built on the testkit");
    }
}

/// All packages that `package` reaches in normal builds, for any target.
fn reached_by(package: &str) -> BTreeSet<String> {
    let arguments =
        ["tree", "--locked", "--edges", "normal,build", "--target", "all", "--prefix", "none", "--format", "{p}", "--package", package];
    let tree = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().expect("cargo tree runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8(tree.stdout).expect("UTF-8");
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_string).collect()
}

/// Each crate with packages of others that it must not reach, however far away.
const OUT_OF_REACH: &[(&str, &[&str])] = &[
    ("rules", &["tokio", "sqlx", "axum", "leptos", "rayon", "rand", "rand_core", "getrandom"]),
    ("records", &["tokio", "sqlx", "axum", "leptos", "rayon", "rand", "rand_core", "getrandom"]),
    ("core", &["tokio", "sqlx", "axum", "leptos", "wasm-bindgen", "js-sys", "web-sys", "rayon", "rand", "rand_core", "getrandom"]),
    ("protocol", &["tokio", "sqlx", "axum", "leptos", "rayon", "rand", "rand_core", "getrandom"]),
    ("bots", &["tokio", "sqlx", "axum", "leptos", "getrandom"]),
    ("review", &["tokio", "sqlx", "axum", "leptos", "getrandom"]),
    ("draw", &["tokio", "sqlx", "axum", "leptos", "rayon", "rand", "rand_core", "getrandom"]),
    ("testkit", &["sqlx", "axum", "leptos"]),
    ("server", &["leptos"]),
    ("web", &["sqlx", "axum"]),
];

#[test]
fn inner_crates_reach_no_runtime_database_random_source_or_screen() {
    for (name, packages) in OUT_OF_REACH {
        let reached = reached_by(&format!("spieltisch-{name}"));
        assert!(reached.contains("serde"), "the list is there: {reached:?}");
        for package in *packages {
            assert!(!reached.contains(*package), "{name} must not reach {package}");
        }
    }
    for name in ["texts", "build"] {
        let reached = reached_by(&format!("spieltisch-{name}"));
        assert_eq!(reached.len(), 1, "{name} has no dependencies: {reached:?}");
    }
}

fn sources_under(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(sources_under(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The sources that decide and compute: what they need from outside is handed in.
const PURE: &[&str] = &[
    "rules/src",
    "records/src",
    "core/src",
    "bots/src",
    "protocol/src",
    "review/src",
    "draw/src",
    "texts/src",
    "testkit/src/reference",
    "testkit/src/fifth",
];

#[test]
fn pure_crates_do_no_io_and_have_no_clock() {
    for name in PURE {
        let sources = sources_under(&root().join("crates").join(name));
        assert!(!sources.is_empty(), "{name}");
        for path in sources {
            let text = fs::read_to_string(&path).expect("readable");
            for banned in
                ["std::fs", "std::io", "std::net", "std::time", "std::env", "std::process", "std::thread", "println!", "eprintln!"]
            {
                assert!(!text.contains(banned), "{} uses {banned}", path.display());
            }
        }
    }
}

/// The second reading would prove nothing with the engine's own code in it.
#[test]
fn the_second_reading_shares_no_code_with_the_engine() {
    for path in sources_under(&root().join("crates/testkit/src/reference")) {
        let text = fs::read_to_string(&path).expect("readable");
        assert!(!text.contains("spieltisch_"), "{} names another crate of the project", path.display());
        for used in text.split("crate::").skip(1) {
            assert!(used.starts_with("reference::"), "{} leaves its module", path.display());
        }
        assert!(!text.contains("super::super"), "{} leaves its module", path.display());
    }
}

#[test]
fn every_crate_has_its_paragraph_in_the_architecture() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    for name in real().keys() {
        let path = if name == "xtask" { "**`xtask`** —".to_string() } else { format!("**`crates/{name}`** —") };
        assert!(map.contains(&path), "ARCHITECTURE.md says nothing of {name}");
    }
}

#[test]
fn every_rule_id_is_named_once_and_by_its_game() {
    use spieltisch_rules::games;
    for game in games::names() {
        let rules = games::info(game).expect("a game of the list").rules;
        for (i, rule) in rules.iter().enumerate() {
            assert!(rule.id.starts_with(&format!("{game}.")), "{rule:?}");
            assert!(rules[..i].iter().all(|other| other.id != rule.id), "{} stands twice", rule.id);
        }
    }
}
