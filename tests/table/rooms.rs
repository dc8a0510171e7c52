//! The rooms of `src/table` lie one below the other: none uses one above it.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom up.
const ROOMS: [&str; 10] =
    ["schedule", "mesh", "material", "layout", "piece", "physics", "animation", "marks", "input", "camera"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The rooms that a source names, its unit tests and comments left out.
fn used(source: &str) -> Vec<usize> {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let lines = code.lines().map(|line| line.split("//").next().unwrap());
    let code: String = lines.flat_map(str::chars).filter(|letter| !letter.is_whitespace()).collect();
    let uses = |room: &str| {
        code.split("crate::table::").skip(1).any(|rest| {
            let names = rest.strip_prefix('{').map_or(rest, |group| group.split('}').next().unwrap());
            let named = |name: &str| name.split(|c: char| !c.is_alphanumeric() && c != '_').next() == Some(room);
            if rest.starts_with('{') { names.split(',').any(named) } else { named(names) }
        })
    };
    (0..ROOMS.len()).filter(|index| uses(ROOMS[*index])).collect()
}

#[test]
fn no_room_uses_one_above_it() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/table");
    let mut seen = 0;
    for file in sources(&table).into_iter().filter(|path| path.extension().is_some_and(|it| it == "rs")) {
        let inside = file.strip_prefix(&table).unwrap();
        let first = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if first == "mod" {
            continue;
        }
        let own = ROOMS.iter().position(|room| *room == first).unwrap_or_else(|| panic!("{first} is no room"));
        let source = fs::read_to_string(&file).unwrap();
        assert!(!source.contains("super::super"), "{}: rooms are named from the crate on", inside.display());
        for other in used(&source) {
            assert!(other <= own, "src/table/{} uses {}", inside.display(), ROOMS[other]);
        }
        seen += 1;
    }
    assert!(seen > 40, "{seen} files");
    assert_eq!(used("use crate::table::{\n    mesh::circle,\n    camera\n};"), [1, 9]);
    assert_eq!(used("use crate::table::piece::stacks;\n// crate::table::camera"), [4]);
}
