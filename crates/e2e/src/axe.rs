//! axe-core, the checker of accessibility: fetched once from the npm registry, never committed.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use thirtyfour::prelude::*;

use crate::Browser;

const VERSION: &str = "axe-core@4.10.3";

fn script() -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/axe");
    let file = folder.join("package/axe.min.js");
    if !file.exists() {
        fs::create_dir_all(&folder).expect("the folder for axe-core can be made");
        let packed = Command::new("npm").args(["pack", "--silent", VERSION]).current_dir(&folder).output();
        let packed = packed.unwrap_or_else(|error| panic!("npm pack {VERSION}: {error}; Node.js and npm are needed for this test"));
        let name = String::from_utf8_lossy(&packed.stdout).trim().to_string();
        let unpacked = Command::new("tar").args(["xzf", &name]).current_dir(&folder).status();
        assert!(unpacked.is_ok_and(|status| status.success()), "axe-core could not be unpacked");
    }
    fs::read_to_string(file).expect("axe-core was unpacked")
}

/// What axe-core finds serious or critical on the page as it stands, one line each.
pub async fn serious_violations(browser: &Browser) -> WebDriverResult<Vec<String>> {
    if browser.value("typeof axe").await? == "undefined" {
        browser.driver.execute(&script(), Vec::new()).await?;
    }
    let found = browser
        .driver
        .execute_async("const done = arguments[arguments.length - 1]; axe.run({rules: {'label-content-name-mismatch': {enabled: true}}}).then(r => done(r.violations), e => done([{id: String(e), impact: 'critical', nodes: []}]))", Vec::new())
        .await?;
    let serious = |violation: &&Value| matches!(violation["impact"].as_str(), Some("serious" | "critical"));
    let line = |violation: &Value| {
        format!(
            "{}: {}",
            violation["id"],
            violation["nodes"]
                .as_array()
                .map(|nodes| nodes.iter().take(3).map(|node| node["html"].to_string()).collect::<Vec<_>>().join(" "))
                .unwrap_or_default()
        )
    };
    Ok(found.json().as_array().map(|violations| violations.iter().filter(serious).map(line).collect()).unwrap_or_default())
}
