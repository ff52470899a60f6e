//! What the architecture promises, checked.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All packages that `package` reaches in normal builds, for any target.
fn reached_by(package: &str) -> Vec<String> {
    let arguments =
        ["tree", "--locked", "--edges", "normal,build", "--target", "all", "--prefix", "none", "--format", "{p}", "--package", package];
    let tree = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().expect("cargo tree runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8(tree.stdout).expect("UTF-8");
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_string).collect()
}

#[test]
fn rules_reach_no_runtime_database_random_source_or_screen() {
    let reached = reached_by("spieltisch-rules");
    assert!(reached.iter().any(|name| name == "serde"), "the list is there: {reached:?}");
    for banned in ["tokio", "sqlx", "rand", "rand_core", "getrandom", "leptos", "axum", "spieltisch-bots", "spieltisch-records"] {
        assert!(!reached.iter().any(|name| name == banned), "rules must not reach {banned}");
    }
}

#[test]
fn dependencies_point_inward() {
    let inner_to_outer = [
        "spieltisch-rules",
        "spieltisch-bots",
        "spieltisch-records",
        "spieltisch-review",
        "spieltisch-protocol",
        "spieltisch-server",
        "spieltisch",
    ];
    let outside = |package: &str| -> &[&str] {
        match package {
            "spieltisch-bots" => {
                &["spieltisch-records", "spieltisch-server", "spieltisch-web", "spieltisch-terminal", "spieltisch", "tokio"]
            }
            "spieltisch-records" => {
                &["spieltisch-bots", "spieltisch-server", "spieltisch-web", "spieltisch-terminal", "spieltisch", "tokio"]
            }
            "spieltisch-review" => &["spieltisch-server", "spieltisch-web", "spieltisch-terminal", "spieltisch", "tokio"],
            "spieltisch-protocol" => &["spieltisch-server", "spieltisch-web", "spieltisch", "tokio", "sqlx"],
            "spieltisch-server" => &["spieltisch-web", "spieltisch-terminal", "spieltisch"],
            _ => &[],
        }
    };
    for package in inner_to_outer {
        let reached = reached_by(package);
        for &banned in outside(package) {
            assert!(!reached.iter().any(|name| name == banned), "{package} must not reach {banned}");
        }
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

#[test]
fn rules_do_no_io_and_have_no_clock() {
    let sources = sources_under(&root().join("crates/rules/src"));
    assert!(sources.len() > 20);
    for path in sources {
        let text = fs::read_to_string(&path).expect("readable");
        for banned in
            ["std::fs", "std::io", "std::net", "std::time", "std::env", "std::process", "std::thread", "println!", "eprintln!", "unsafe"]
        {
            assert!(!text.contains(banned), "{} uses {banned}", path.display());
        }
    }
}

#[test]
fn every_crate_is_named_in_the_architecture() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    for entry in fs::read_dir(root().join("crates")).expect("crates") {
        let name = entry.expect("readable").file_name().into_string().expect("UTF-8");
        assert!(map.contains(&format!("crates/{name}")), "ARCHITECTURE.md says nothing of crates/{name}");
    }
}

#[test]
fn every_rule_id_is_named_once_and_by_its_game() {
    use spieltisch_rules::{caro, castro, crowns, yatzy};
    let all = [yatzy::rules::ALL, castro::rules::ALL, caro::rules::ALL, crowns::rules::ALL];
    for (rules, game) in all.iter().zip(spieltisch_rules::games::NAMES) {
        for (i, rule) in rules.iter().enumerate() {
            assert!(rule.id.starts_with(&format!("{game}.")) && rule.sentence.ends_with('.'), "{rule:?}");
            assert!(rules[..i].iter().all(|other| other.id != rule.id), "{} stands twice", rule.id);
        }
    }
}
