//! Generates the list of lessons in `lessons`, so that a new one needs no Rust code.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=lessons");
    let variable = |name| env::var(name).map_err(io::Error::other);
    let root = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("lessons");
    let mut files = Vec::new();
    for game in fs::read_dir(&root)? {
        for lesson in fs::read_dir(game?.path())? {
            let path = lesson?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                files.push(path);
            }
        }
    }
    files.sort();
    // Relative paths only: Cargo considers the list fresh even after the checkout has moved, or for
    // another checkout with the same target folder.
    let entry = |path: &std::path::PathBuf| {
        let name = path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace('\\', "/");
        format!("({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/lessons/\", {name:?}))),\n")
    };
    let list = files.iter().map(entry).collect::<String>();
    fs::write(Path::new(&variable("OUT_DIR")?).join("lessons.rs"), format!("&[\n{list}]\n"))
}
