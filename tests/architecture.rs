//! The wall between the layers: each folder of `src` uses only the folders that it may, and the pure ones no window, no
//! files, no clock and no randomness. Within the folder of a game, no two files use each other, directly or by way of others.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/rust_source.rs"]
mod rust_source;

use std::collections::{BTreeMap, BTreeSet};
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
    Layer { folder: "arena", uses: &["engine", "games", "bots", "dice", "record", "play"], forbidden: &["bevy"] },
    Layer { folder: "library", uses: &["engine", "games", "record"], forbidden: &["bevy", "rand"] },
    Layer { folder: "session", uses: &["engine", "games", "bots", "dice", "record", "play"], forbidden: &[] },
    // The table lays out the tray and plays the poses of a throw.
    Layer { folder: "table", uses: &["engine", "dice", "play", "session"], forbidden: &[] },
    Layer { folder: "ui", uses: &["engine", "games", "bots", "play", "library", "session"], forbidden: &[] },
    // It learns of the dice, the table and the panels from the session.
    Layer { folder: "sound", uses: &["engine", "play", "session"], forbidden: &[] },
    Layer {
        folder: "capture",
        uses: &["engine", "games", "bots", "dice", "record", "play", "session", "table", "ui"],
        forbidden: &[],
    },
    Layer {
        folder: "film",
        uses: &["engine", "games", "bots", "dice", "record", "play", "session", "table", "ui", "capture"],
        forbidden: &[],
    },
    Layer {
        folder: "cli",
        uses: &[
            "engine", "games", "bots", "dice", "record", "play", "arena", "library", "session", "table", "ui", "sound",
            "capture", "film",
        ],
        forbidden: &[],
    },
];

/// What a source of this layer names and may not; its unit tests may use what tests may.
fn violations(layer: &Layer, source: &str) -> BTreeSet<String> {
    let code = rust_source::without_tests(source);
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

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// Which files of one folder use which, by module name. `mod.rs`, which uses all of them, is left out; what it passes on from one
/// of them counts as that one's.
fn imports(files: &BTreeMap<String, String>) -> BTreeMap<&str, BTreeSet<&str>> {
    let module = |name: &str| files.keys().map(String::as_str).find(|own| *own == name && *own != "mod");
    let mut passed_on = BTreeMap::new();
    for name in files.keys().filter(|name| *name != "mod") {
        if let Some((own, code)) = module(name).zip(files.get("mod")) {
            passed_on.extend(members(code, own).into_iter().map(|item| (item, own)));
        }
    }
    let uses = |(name, code): (&'_ String, &String)| {
        let used = names(code, "super").into_iter().filter_map(|used| module(&used).or(passed_on.get(&used).copied()));
        (module(name), used.filter(|used| used != name).collect())
    };
    files.iter().map(uses).filter_map(|(name, used)| Some((name?, used))).collect()
}

/// The items of a module that `pub use module::{..}` passes on.
fn members(code: &str, module: &str) -> BTreeSet<String> {
    let uses = code.split(';').filter(|item| item.split_whitespace().any(|word| word == "use"));
    uses.flat_map(|item| names(item, module)).collect()
}

/// A module that uses itself by way of others, and the way; `None` if there is no circle.
fn circle<'a>(imports: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Option<Vec<&'a str>> {
    fn walk<'a>(
        imports: &BTreeMap<&'a str, BTreeSet<&'a str>>,
        way: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> bool {
        let Some(&last) = way.last() else { return false };
        if way[..way.len() - 1].contains(&last) {
            return true;
        }
        if done.contains(last) {
            return false;
        }
        for next in imports.get(last).into_iter().flatten() {
            way.push(next);
            if walk(imports, way, done) {
                return true;
            }
            way.pop();
        }
        done.insert(last);
        false
    }
    let mut done = BTreeSet::new();
    imports.keys().find_map(|&name| {
        let mut way = vec![name];
        walk(imports, &mut way, &mut done).then(|| {
            let first = way.iter().position(|own| Some(own) == way.last()).unwrap_or_default();
            way.split_off(first)
        })
    })
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

/// The sources in a folder and below, but for files that are unit tests as a whole.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let parent = fs::read_to_string(folder.join("mod.rs")).unwrap_or_default();
    let tests: Vec<_> =
        rust_source::test_modules(&parent).iter().map(|name| folder.join(format!("{name}.rs"))).collect();
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.retain(|file| !tests.contains(file));
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
    for folder in ["engine", "games", "bots", "dice", "record", "play", "arena", "library", "cli"] {
        assert!(scanned.contains(folder), "src/{folder} was not scanned");
    }
}

/// Who reads a file of a game need not have read one that uses it.
#[test]
fn no_files_of_a_game_use_each_other() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let mut circles = Vec::new();
    let mut scanned = 0;
    for entry in fs::read_dir(games).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.is_dir() {
            continue;
        }
        let read = |file: PathBuf| {
            let name = file.file_stem().unwrap().to_str().unwrap().to_string();
            (name, rust_source::without_tests(&fs::read_to_string(file).unwrap()))
        };
        let files: BTreeMap<_, _> = sources(&folder).into_iter().map(read).collect();
        if let Some(circle) = circle(&imports(&files)) {
            circles.push(format!("{}: {}", folder.file_name().unwrap().display(), circle.join(" uses ")));
        }
        scanned += 1;
    }
    assert!(scanned > 0, "no game was scanned");
    assert!(circles.is_empty(), "circles of imports:\n{}", circles.join("\n"));
}

#[test]
fn circles_are_found() {
    let found = |files: &[(&str, &str)]| {
        let files = files.iter().map(|(name, code)| (name.to_string(), code.to_string())).collect();
        circle(&imports(&files)).map(|way| way.join(" "))
    };
    let game = "mod a;\nmod b;\npub use b::{Item, Other};\nuse c::f;";
    assert_eq!(found(&[("mod", game), ("a", "use super::b::Item;"), ("b", "use super::{c, c::f};"), ("c", "")]), None);
    let passed_on = [("mod", game), ("a", "use super::Item;"), ("b", "fn f() { super::a::g() }")];
    assert_eq!(found(&passed_on).as_deref(), Some("a b a"));
    let long = [("a", "use super::b;"), ("b", "use super::{c};"), ("c", "use super::d::X;"), ("d", "use super::b;")];
    assert_eq!(found(&long).as_deref(), Some("b c d b"));
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
    let around_tests =
        |after: &str| format!("#[cfg(test)]\nmod tests {{ use crate::ui; const OPEN: char = '{{'; }}\n{after}");
    assert_eq!(found("engine", &around_tests("")), "");
    assert_eq!(found("engine", &around_tests("fn f() { crate::play::f() }")), "crate::play");
    assert_eq!(found("engine", "const TEXT: &str = \"see crate::play // {\"; use rand::Rng;"), "rand");
}
