//! The layers within a crate: each folder uses only the folders allowed to it, and pure folders use
//! no files, clock or randomness. The files of a folder form no import cycles, and no folder is
//! crowded.
//!
//! `cargo test --test architecture -- --nocapture` prints every cycle of imports and the number of
//! files of each folder.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/module_graph.rs"]
mod module_graph;
#[path = "common/rust_source.rs"]
mod rust_source;
#[path = "common/sources.rs"]
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use module_graph::Modules;

/// A folder of a crate, with the folders of its crate that it may use, and forbidden names.
/// Dependencies separate the crates.
struct Layer {
    /// The sources of the crate.
    src: &'static str,
    folder: &'static str,
    uses: &'static [&'static str],
    /// Paths into the standard library and crates.
    forbidden: &'static [&'static str],
}

/// Maximum number of source files in a folder.
const MAX_FILES: usize = 20;

const RULES: &str = "crates/fairground-rules/src";
const MATCH: &str = "crates/fairground-match/src";
const LEARNING: &str = "crates/fairground-learning/src";

const PURE: &[&str] = &["rand", "std::fs", "std::time", "std::net", "std::env", "std::process"];

/// Allowed for the program's entry points, which do not use each other.
const ALL_BUT_ENTRIES: &[&str] = &["session", "table", "ui", "sound", "capture", "film", "app"];

const LAYERS: &[Layer] = &[
    Layer { src: RULES, folder: "engine", uses: &[], forbidden: PURE },
    Layer { src: RULES, folder: "games", uses: &["engine"], forbidden: PURE },
    Layer { src: RULES, folder: "bots", uses: &["engine", "games"], forbidden: &["std::fs", "std::time"] },
    Layer { src: MATCH, folder: "platform", uses: &[], forbidden: &["rand"] },
    Layer { src: MATCH, folder: "record", uses: &["platform"], forbidden: &["rand", "std::time"] },
    Layer { src: MATCH, folder: "play", uses: &["record", "platform"], forbidden: &["std::fs"] },
    Layer { src: LEARNING, folder: "lessons", uses: &[], forbidden: PURE },
    Layer {
        src: LEARNING,
        folder: "puzzles",
        uses: &[],
        forbidden: &["std::fs", "std::time", "std::net", "std::env", "std::process"],
    },
    Layer { src: "src", folder: "session", uses: &[], forbidden: &["std::fs"] },
    Layer { src: "src", folder: "table", uses: &["session"], forbidden: &[] },
    Layer { src: "src", folder: "ui", uses: &["session"], forbidden: &[] },
    Layer { src: "src", folder: "sound", uses: &["session"], forbidden: &[] },
    Layer { src: "src", folder: "capture", uses: &["session", "table", "ui"], forbidden: &[] },
    Layer { src: "src", folder: "film", uses: &["session", "table", "ui", "sound", "capture"], forbidden: &[] },
    Layer {
        src: "src",
        folder: "app",
        uses: &["session", "table", "ui", "sound", "capture", "film"],
        forbidden: &["std::fs"],
    },
    Layer { src: "src", folder: "cli", uses: ALL_BUT_ENTRIES, forbidden: &[] },
    Layer {
        src: "src",
        folder: "web",
        uses: ALL_BUT_ENTRIES,
        forbidden: &["std::fs", "std::time", "std::thread", "std::net", "std::env", "std::process"],
    },
];

/// The forbidden names in a source of this layer. Unit tests may use everything.
fn violations(layer: &Layer, source: &str) -> BTreeSet<String> {
    let code = rust_source::without_tests(source);
    let mut found = BTreeSet::new();
    let others = LAYERS.iter().filter(|other| other.src == layer.src && other.folder != layer.folder);
    for other in others.filter(|other| !layer.uses.contains(&other.folder)) {
        for root in ["crate", "fairground"] {
            if names(&code, root).contains(other.folder) {
                found.insert(format!("{root}::{}", other.folder));
            }
        }
    }
    for &path in layer.forbidden {
        let named = match path.split_once("::") {
            Some((root, name)) => names(&code, root).contains(name),
            // The crate, and companions such as rand_chacha and bevy_egui.
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

/// The names after `root::`, including each member of a group `root::{a::b, c}`.
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

/// The sources in a folder and below, except files of unit tests.
fn library_files(folder: &Path) -> Vec<PathBuf> {
    let files = sources::files(folder);
    let tests: Vec<_> = files
        .iter()
        .filter(|file| file.ends_with("mod.rs") || file.ends_with("lib.rs"))
        .flat_map(|file| {
            let modules = rust_source::test_modules(&fs::read_to_string(file).unwrap());
            modules.into_iter().map(|name| file.parent().unwrap().join(name))
        })
        .collect();
    let is_test = |file: &PathBuf| tests.iter().any(|test| file.starts_with(test) || file.with_extension("") == *test);
    files.into_iter().filter(|file| !is_test(file)).collect()
}

#[test]
fn every_layer_uses_only_its_allowed_folders() {
    let mut scanned = BTreeSet::new();
    for src in sources::folders() {
        // A module named `tests` is built only for tests, and may use everything.
        for file in library_files(&src).into_iter().filter(|file| !file.ends_with("tests.rs")) {
            let inside = file.strip_prefix(&src).unwrap();
            let Some(folder) = inside.parent().and_then(|parent| parent.iter().next()) else { continue };
            let folder = folder.to_str().unwrap();
            let mut layers = LAYERS.iter().filter(|layer| layer.src == sources::name(&src)).peekable();
            if layers.peek().is_none() {
                // The crate is one layer.
                continue;
            }
            let layer = layers.find(|layer| layer.folder == folder);
            let layer = layer.unwrap_or_else(|| panic!("{} needs a line in this test", sources::name(&file)));
            let found = violations(layer, &fs::read_to_string(&file).unwrap());
            assert!(found.is_empty(), "{} may not use {found:?}", sources::name(&file));
            scanned.insert(layer.folder);
        }
    }
    assert_eq!(scanned.len(), LAYERS.len(), "some layers have no files: {scanned:?}");
}

/// Each crate's files, with their paths in its sources and their code without tests.
fn code() -> Vec<(String, Vec<(String, String)>)> {
    let read = |src: &PathBuf, file: &PathBuf| {
        let inside = file.strip_prefix(src).unwrap().to_str().unwrap().replace('\\', "/");
        (inside, rust_source::without_tests(&fs::read_to_string(file).unwrap()))
    };
    let files = |src: &PathBuf| library_files(src).iter().map(|file| read(src, file)).collect();
    sources::folders().iter().map(|src| (sources::name(src), files(src))).collect()
}

fn modules(code: &[(String, String)]) -> Modules {
    Modules::new(code.iter().map(|(file, code)| (file.as_str(), code.as_str())))
}

/// Without import cycles, a file can be changed without knowledge of its users.
#[test]
fn files_of_a_folder_form_no_cycles() {
    let mut wrong = Vec::new();
    for (src, code) in code() {
        for (folder, edges) in modules(&code).edges() {
            let folder = folder.join("/");
            for (set, circle) in module_graph::circles(&edges) {
                let uses = circle.iter().map(|edge| format!("    {} uses {}: {}\n", edge.from, edge.to, edge.witness));
                let set = set.into_iter().collect::<Vec<_>>().join(", ");
                wrong.push(format!("{src}/{folder}, among {set}:\n{}", uses.collect::<String>()));
            }
        }
    }
    assert!(wrong.is_empty(), "circles of imports:\n{}", wrong.concat());
}

/// `src/table/mod.rs` lists its folders from the bottom up: each uses only folders before it in the
/// list.
#[test]
fn folders_of_the_table_are_layered() {
    let (_, code) = code().into_iter().find(|(src, _)| src == "src").unwrap();
    let (_, table) = code.iter().find(|(file, _)| file == "table/mod.rs").unwrap();
    let order: Vec<_> = table.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let floor =
        |name: &str| order.iter().position(|own| *own == name).unwrap_or_else(|| panic!("{name} is not a folder"));
    let edges = modules(&code).edges();
    let edges = &edges[&vec!["table".to_string()]];
    assert!(order.len() > 8 && edges.len() > 2 * order.len(), "{order:?}, {} uses", edges.len());
    let wrong: Vec<_> = edges.iter().filter(|edge| floor(&edge.to) > floor(&edge.from)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The drawing in `docs/architecture.md` has a path from each crate to every crate that it uses,
/// and each arrow is a dependency.
#[test]
fn the_drawing_of_the_crates_is_correct() {
    let page = fs::read_to_string(sources::root().join("docs/architecture.md")).unwrap();
    let drawing = page.split("```").find_map(|block| block.strip_prefix("text\n")).unwrap();
    let mut drawn = BTreeMap::<&str, BTreeSet<&str>>::new();
    for line in drawing.lines() {
        let names: Vec<_> = line.trim().split(" -> ").collect();
        drawn.entry("fairground").or_default().insert(names[0]);
        for pair in names.windows(2) {
            drawn.entry(pair[0]).or_default().insert(pair[1]);
        }
    }
    drawn.entry("fairground").or_default().remove("fairground");
    let manifests = sources::folders().into_iter().map(|src| src.parent().unwrap().join("Cargo.toml"));
    let mut packages = BTreeSet::new();
    for manifest in manifests {
        let text = fs::read_to_string(&manifest).unwrap();
        let manifest: toml::Table = text.parse().unwrap();
        let package = manifest["package"]["name"].as_str().unwrap().to_string();
        let used: BTreeSet<_> = manifest["dependencies"]
            .as_table()
            .unwrap()
            .keys()
            .filter(|name| name.starts_with("fairground-"))
            .collect();
        let arrows = drawn.get(package.as_str()).cloned().unwrap_or_default();
        for to in &arrows {
            assert!(used.contains(&to.to_string()), "{package} does not depend on {to}: docs/architecture.md");
        }
        for to in used {
            assert!(below(&drawn, &package).contains(to.as_str()), "{package} uses {to}: docs/architecture.md");
        }
        packages.insert(package);
    }
    let names = drawn.iter().flat_map(|(from, to)| to.iter().chain([from])).map(|name| name.to_string());
    assert_eq!(names.collect::<BTreeSet<_>>(), packages);
}

/// The crates on paths from a crate.
fn below<'a>(drawn: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &str) -> BTreeSet<&'a str> {
    let next = drawn.get(from).into_iter().flatten();
    next.flat_map(|to| below(drawn, to).into_iter().chain([*to])).collect()
}

/// The files of a folder should show its purpose at a glance.
#[test]
fn no_folder_is_crowded() {
    let mut files = BTreeMap::<String, usize>::new();
    for (src, code) in code() {
        for (file, _) in code {
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            *files.entry(format!("{src}/{folder}")).or_default() += 1;
        }
    }
    println!("files of each folder: {files:#?}");
    for (folder, number) in &files {
        assert!(*number <= MAX_FILES, "{folder} has {number} files, more than {MAX_FILES}");
    }
}

#[test]
fn cycles_are_found() {
    let found = |files: &[(&str, &str)]| {
        let edges = Modules::new(files.iter().copied()).edges();
        let circles = edges.iter().flat_map(|(folder, edges)| {
            module_graph::circles(edges)
                .into_iter()
                .map(|(set, _)| format!("{}: {}", folder.join("/"), set.into_iter().collect::<Vec<_>>().join(" ")))
        });
        circles.collect::<Vec<_>>().join("; ")
    };
    let folder = "mod a;\nmod b;\npub use b::{Item, Other};\nuse c::f;";
    let a = |code| ("g/a.rs", code);
    let b = |code| ("g/b.rs", code);
    let c = |code| ("g/c.rs", code);
    let g = ("g/mod.rs", folder);
    assert_eq!(found(&[g, a("use super::b::Item;"), b("use super::{c, c::f};\nstruct Item;"), c("fn f() {}")]), "");
    // By a re-export of mod.rs, or by its own import.
    assert_eq!(found(&[g, a("use super::Item;\nfn g() {}"), b("struct Item;\nfn f() { super::a::g() }")]), "g: a b");
    assert_eq!(found(&[g, a(""), b("use super::f;"), c("use super::b;\nfn f() {}")]), "g: b c");
    // Through other files.
    assert_eq!(found(&[g, a("use super::b;"), b("use super::{c};"), c("use super::a::{x::Y, Z};")]), "g: a b c");
    // By a glob import, if a word is an item of another file.
    let starred = [g, a("use super::*;\nfn f(item: Item) {}"), b("struct Item;\nuse crate::g::a::f;")];
    assert_eq!(found(&starred), "g: a b");
    assert_eq!(found(&[g, a("use super::*;\nfn f() {}"), b("struct Item;\nuse crate::g::a::f;")]), "");
    assert_eq!(found(&[g, a("use super::*;\nfn f() { b::h() }"), b("use crate::g::a;")]), "g: a b");
    // From the crate's root, by a renamed import, and by an imported name.
    assert_eq!(found(&[g, a("use crate::{g::b as other};"), b("fn f() { crate::g::a::f() }")]), "g: a b");
    assert_eq!(found(&[g, a("use crate::g;\nfn f() { g::b::x() }"), b("use super::{self as up, a::f};")]), "g: a b");
    // A folder counts as one node.
    let within =
        [("g/a/mod.rs", "mod x;"), ("g/a/x.rs", "use super::super::b::Item;"), g, b("struct Item;\nuse super::a;")];
    assert_eq!(found(&within), "g: a b");
    let siblings = [("g/a/mod.rs", "mod x;"), ("g/a/x.rs", "use super::y;"), ("g/a/y.rs", "use crate::g::a::x;"), g];
    assert_eq!(found(&siblings), "g/a: x y");
    // Crates may share names with files.
    assert_eq!(found(&[g, a("use serde::b;\nuse b::X;"), b("use super::a;")]), "");
}

/// The scanner finds every kind of violation.
#[test]
fn violations_are_found() {
    let found = |folder: &str, source: &str| {
        let layer = LAYERS.iter().find(|layer| layer.folder == folder).unwrap();
        violations(layer, source).into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(found("engine", "use crate::games::chess;"), "crate::games");
    assert_eq!(found("engine", "use std::{fmt, fs::File};\nlet t = std::time::Instant::now();"), "std::fs std::time");
    assert_eq!(found("games", "use rand_chacha::ChaCha8Rng;"), "rand");
    assert_eq!(found("record", "use crate::{\n    platform::{fs, storage},\n    play,\n};"), "crate::play");
    assert_eq!(found("table", "fn f() { crate::ui::draw() }"), "crate::ui");
    assert_eq!(found("ui", "pub use crate::{table};"), "crate::table");
    assert_eq!(found("games", "// crate::bots is named in a comment only\nuse crate::engine::{Rules, Side};"), "");
    assert_eq!(found("play", "use crate::{platform::{self, clock}, record};\nlet operand = 1;"), "");
    let around_tests =
        |after: &str| format!("#[cfg(test)]\nmod tests {{ use crate::ui; const OPEN: char = '{{'; }}\n{after}");
    assert_eq!(found("engine", &around_tests("")), "");
    assert_eq!(found("engine", &around_tests("fn f() { crate::bots::f() }")), "crate::bots");
    assert_eq!(found("engine", "const TEXT: &str = \"see crate::bots // {\"; use rand::Rng;"), "rand");
}
