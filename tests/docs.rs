//! The documentation: its links lead to files, and its commands work as written.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Maximum number of lines of a page; split longer ones.
const MAX_LINES: usize = 150;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    pages.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)));
    pages.sort();
    pages
}

/// The code blocks of a page marked exactly with `mark`, in order.
fn blocks(page: &str, mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.trim_start().strip_prefix("```") else { continue };
        let block: Vec<_> = lines.by_ref().take_while(|line| !line.trim_start().starts_with("```")).collect();
        if language == mark {
            found.push(block.join("\n"));
        }
    }
    found
}

/// The targets of a page's links within the project.
fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    targets.filter(|target| !target.starts_with("http") && !target.starts_with('#')).collect()
}

#[test]
fn links_lead_to_files() {
    let mut checked = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        for link in links(&page) {
            let file = path.parent().unwrap().join(link.split('#').next().unwrap());
            assert!(file.exists(), "{}: {link} leads nowhere", path.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} links were found");
}

#[test]
fn pages_are_short_and_reached_from_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap();
        assert!(page.lines().count() <= MAX_LINES, "{name} has {} lines", page.lines().count());
        assert!(name == "README.md" || readme.contains(&format!("({name})")), "the README does not link to {name}");
    }
}

/// Runs each block marked `sh`, in one folder for each page, empty at first. The others
/// (`sh window`, `sh long`, `sh view`, `sh project`) need a display, a graphics driver or much
/// time; a unit test of the commands parses their calls of the program.
#[test]
#[cfg(feature = "cli")]
fn commands_work_as_written() {
    let program = Path::new(env!("CARGO_BIN_EXE_fairground"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut run = 0;
    for page in pages() {
        let folder = tempfile::tempdir().unwrap();
        for block in blocks(&fs::read_to_string(&page).unwrap(), "sh") {
            let output = Command::new("sh")
                .args(["-e", "-c", &block])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env("XDG_CACHE_HOME", folder.path())
                .env("XDG_DATA_HOME", folder.path())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {error}\nin:\n{block}", page.display());
            run += 1;
        }
    }
    assert!(run >= 6, "only {run} blocks were found");
}

#[test]
fn blocks_and_links_are_found() {
    let page = "a [b](c.md#d) [e](https://f) [g](#h)\n```sh\none\ntwo\n```\n  ```sh long\nthree\n  ```\n```rust\n```\n";
    assert_eq!(links(page), ["c.md#d"]);
    assert_eq!(blocks(page, "sh"), ["one\ntwo"]);
    assert_eq!(blocks(page, "sh long"), ["three"]);
}
