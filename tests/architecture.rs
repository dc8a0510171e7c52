//! The wall between the layers: each folder of `src` uses only the folders that it may, and the pure ones no window, no
//! files, no clock and no randomness.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of `src`, the folders that it may use, and what it may not name.
struct Layer {
    folder: &'static str,
    uses: &'static [&'static str],
    /// Paths into the standard library and crates.
    forbidden: &'static [&'static str],
}

const PURE: &[&str] = &["bevy", "rand", "std::fs", "std::time", "std::net", "std::env", "std::process"];

const LAYERS: &[Layer] = &[
    Layer { folder: "engine", uses: &[], forbidden: PURE },
    Layer { folder: "games", uses: &["engine"], forbidden: PURE },
    Layer { folder: "bots", uses: &["engine"], forbidden: &["bevy", "std::fs", "std::time"] },
    Layer { folder: "dice", uses: &["engine"], forbidden: &["bevy", "std::fs", "std::time"] },
    Layer { folder: "record", uses: &["engine"], forbidden: &["bevy", "rand", "std::time"] },
    Layer { folder: "play", uses: &["engine", "games", "bots", "dice", "record"], forbidden: &["bevy", "std::fs"] },
    Layer { folder: "session", uses: &["engine", "games", "bots", "dice", "record", "play"], forbidden: &[] },
    // The table lays out the tray and plays the poses of a throw.
    Layer { folder: "table", uses: &["engine", "dice", "play", "session"], forbidden: &[] },
    Layer { folder: "ui", uses: &["engine", "games", "bots", "play", "session"], forbidden: &[] },
    // Of the dice, of the table and of the panels it knows what the stage says.
    Layer { folder: "sound", uses: &["engine", "play", "session"], forbidden: &[] },
    Layer {
        folder: "capture",
        uses: &["engine", "games", "bots", "dice", "record", "play", "session", "table", "ui"],
        forbidden: &[],
    },
    Layer {
        folder: "cli",
        uses: &["engine", "games", "bots", "dice", "record", "play", "session", "table", "ui", "sound", "capture"],
        forbidden: &[],
    },
];

/// What a source of this layer names and may not, as `words`.
fn violations(layer: &Layer, source: &str) -> BTreeSet<String> {
    // A file's unit tests stand at its end and may use what tests may.
    let code = without_comments(source.split("#[cfg(test)]").next().unwrap_or_default());
    let mut found = BTreeSet::new();
    for other in LAYERS.iter().filter(|other| other.folder != layer.folder && !layer.uses.contains(&other.folder)) {
        for root in ["crate", "fairground"] {
            if names(&code, root).contains(other.folder) {
                found.insert(format!("{root}::{}", other.folder));
            }
        }
    }
    for &path in layer.forbidden {
        let named = match path.split_once("::") {
            Some((root, name)) => names(&code, root).contains(name),
            // The crate, and those that go with it: rand_chacha, bevy_egui.
            None => words(&code).any(|word| word == path || word.starts_with(&format!("{path}_"))),
        };
        if named {
            found.insert(path.to_string());
        }
    }
    found
}

fn without_comments(source: &str) -> String {
    source.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// What stands behind `root::`, the members of a group `root::{a::b, c}` one by one.
fn names(code: &str, root: &str) -> BTreeSet<String> {
    let pattern = format!("{root}::");
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(&pattern) {
        if code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_') {
            continue;
        }
        let rest = code[at + pattern.len()..].trim_start();
        let Some(group) = rest.strip_prefix('{') else {
            names.extend(words(rest).next().map(str::to_string));
            continue;
        };
        let (mut depth, mut member) = (0, String::new());
        for letter in group.chars() {
            match letter {
                '}' if depth == 0 => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    names.extend(words(member.trim()).next().map(str::to_string));
                    member.clear();
                    continue;
                }
                _ => {}
            }
            member.push(letter);
        }
        names.extend(words(member.trim()).next().map(str::to_string));
    }
    names
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn every_layer_uses_only_what_it_may() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut scanned = BTreeSet::new();
    // A module named `tests` is built for tests only, and may use what tests may.
    for file in sources(&src).into_iter().filter(|file| !file.ends_with("tests.rs")) {
        let inside = file.strip_prefix(&src).unwrap();
        let Some(folder) = inside.parent().and_then(|parent| parent.iter().next()) else { continue };
        let folder = folder.to_str().unwrap();
        let layer = LAYERS.iter().find(|layer| layer.folder == folder);
        let layer = layer.unwrap_or_else(|| panic!("src/{folder} is no layer: it needs a line in this test"));
        let found = violations(layer, &fs::read_to_string(&file).unwrap());
        assert!(found.is_empty(), "src/{} may not use {found:?}", inside.display());
        scanned.insert(layer.folder);
    }
    for folder in ["engine", "games", "bots", "dice", "record", "play", "cli"] {
        assert!(scanned.contains(folder), "src/{folder} was not scanned");
    }
}

/// The scanner finds what it is there to find.
#[test]
fn violations_are_found() {
    let found = |folder: &str, source: &str| {
        let layer = LAYERS.iter().find(|layer| layer.folder == folder).unwrap();
        violations(layer, source).into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found("engine", "use crate::play::Match;"), "crate::play");
    assert_eq!(found("engine", "use std::{fmt, fs::File};\nlet t = std::time::Instant::now();"), "std::fs std::time");
    assert_eq!(found("games", "use rand_chacha::ChaCha8Rng;"), "rand");
    assert_eq!(found("record", "use crate::{\n    engine::{Game, Side},\n    games,\n};"), "crate::games");
    assert_eq!(found("play", "use bevy_rapier3d::prelude::*;"), "bevy");
    assert_eq!(found("table", "fn f() { crate::ui::draw() }"), "crate::ui");
    assert_eq!(found("ui", "pub use crate::{table};"), "crate::table");
    assert_eq!(
        found("bots", "// crate::play and bevy are named in a comment only\nuse crate::engine::{Position, Tabletop};"),
        ""
    );
    assert_eq!(found("play", "use crate::{bots, engine::{self, text}, record};\nlet operand = 1;"), "");
}
