//! The scripts of a checkout and the files for deployment. Packages of the crate lack them.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// A folder for the files of a test, with mocks of programs that a script must not run; `calls`
/// logs each call.
struct Stage(TempDir);

impl Stage {
    fn new() -> Stage {
        let stage = Stage(tempfile::tempdir().unwrap());
        for name in ["apt-get", "cargo", "npm", "pip", "python3", "rustup", "sudo"] {
            stage.program(name, "exit 1");
        }
        stage
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A program that logs its call and runs these lines.
    fn program(&self, name: &str, lines: &str) {
        let file = self.path(&format!("bin/{name}"));
        fs::create_dir_all(self.path("bin")).unwrap();
        fs::write(&file, format!("#!/bin/sh\necho {name} >>'{}'\n{lines}\n", self.path("calls").display())).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn calls(&self) -> String {
        fs::read_to_string(self.path("calls")).unwrap_or_default()
    }

    /// Runs lines of bash with the functions of the scripts.
    fn bash(&self, lines: &str) -> Output {
        let path = format!("{}:{}", self.path("bin").display(), std::env::var("PATH").unwrap());
        let sourced = format!("set -euo pipefail; . .ci/packages.sh; . .ci/target.sh\n{lines}");
        Command::new("bash")
            .args(["-c", &sourced])
            .current_dir(root())
            .env("PATH", path)
            .env("TMPDIR", self.0.path())
            .env_remove("XDG_RUNTIME_DIR")
            .output()
            .unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn an_unknown_argument_is_refused_first() {
    let stage = Stage::new();
    for script in ["./check nonsense", "./check --help"] {
        let output = stage.bash(script);
        assert_eq!(output.status.code(), Some(2), "{script}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains("found: "), "{script}");
    }
    assert_eq!(stage.calls(), "");
}

#[test]
fn the_installer_takes_a_folder_other_than_its_own() {
    let stage = Stage::new();
    let archive = stage.path("archive");
    fs::create_dir_all(archive.join("bin")).unwrap();
    fs::write(archive.join("bin/fairground"), "the program").unwrap();
    fs::copy(root().join("packaging/linux/install"), archive.join("install")).unwrap();
    for arguments in ["--help", "-h", "--remvoe", "--remove -x", "one two", ".", "\"$PWD\""] {
        let output = stage.bash(&format!("cd '{}' && sh ./install {arguments}", archive.display()));
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", text(&output.stderr));
        let files: Vec<_> = fs::read_dir(&archive).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!((files.len(), archive.join("bin/fairground").is_file()), (2, true), "{arguments}");
    }
    let output = stage.bash(&format!("cd '{}' && sh ./install ../installed", archive.display()));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(stage.path("installed/bin/fairground")).unwrap(), "the program");
}

#[test]
fn the_page_replaces_no_other_folder() {
    let stage = Stage::new();
    let folder = stage.path("public_html");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("index.html"), "<title>My own page</title>").unwrap();
    for name in [folder.clone(), folder.join("index.html")] {
        let output = stage.bash(&format!("scripts/web '{}'", name.display()));
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(name.to_str().unwrap()));
    }
    let output =
        stage.bash(&format!("cd '{}' && '{}/scripts/web' public_html", stage.0.path().display(), root().display()));
    assert_eq!(output.status.code(), Some(2), "a relative path");
    assert_eq!(fs::read_to_string(folder.join("index.html")).unwrap(), "<title>My own page</title>");
    // A copy of the page with another file beside it.
    for name in ["embed.html", "table_bg-0123456789abcdef.wasm", "table_bg-0123456789abcdef.wasm.br"] {
        fs::write(folder.join(name), "").unwrap();
    }
    for name in ["CNAME", ".htaccess"] {
        fs::write(folder.join(name), "mine").unwrap();
        let output = stage.bash(&format!("scripts/web '{}'", folder.display()));
        assert_eq!(output.status.code(), Some(2), "{name}: {}", text(&output.stderr));
        fs::remove_file(folder.join(name)).unwrap();
    }
    assert_eq!(stage.calls(), "");
}

#[test]
fn the_target_folder_may_have_any_characters_in_its_name() {
    let stage = Stage::new();
    for name in ["/home/ada/target", r"C:\Users\Ada\target", r#"/with "quotes" and \"#, "/mit Umlaut ü"] {
        let json = serde_json::json!({
            "about": "\"target_directory\":\"/elsewhere\"",
            "target_directory": name,
            "version": 1,
        });
        fs::write(stage.path("metadata"), json.to_string()).unwrap();
        let output = stage.bash(&format!("json_text target_directory <'{}'", stage.path("metadata").display()));
        assert_eq!(text(&output.stdout), format!("{name}\n"));
    }
    assert!(!stage.bash("echo '{}' | json_text target_directory").status.success());
}

#[test]
fn a_server_is_built_beside_the_program_with_the_window() {
    let stage = Stage::new();
    let window = stage.path("target/release/fairground");
    let build = || text(&stage.bash(&format!("build_server '{}'", stage.path("target").display())).stdout);
    stage.program(
        "cargo",
        &format!("mkdir -p '{0}'; echo server >'{0}/fairground'", window.parent().unwrap().display()),
    );
    let server = build();
    assert!(!window.exists());
    assert_eq!(fs::read_to_string(server.trim()).unwrap(), "server\n");
    fs::write(&window, "window\n").unwrap();
    assert_eq!(build(), server);
    assert_eq!(fs::read_to_string(&window).unwrap(), "window\n");
    // It survives a failed build, too.
    stage.program("cargo", "exit 101");
    assert_eq!(stage.bash(&format!("build_server '{}'", stage.path("target").display())).status.code(), Some(101));
    assert_eq!(fs::read_to_string(&window).unwrap(), "window\n");
}

#[test]
fn the_runtime_folder_belongs_to_the_user() {
    let stage = Stage::new();
    let set = || text(&stage.bash("set_runtime_folder; echo \"${XDG_RUNTIME_DIR:-none}\"").stdout).trim().to_string();
    let user = text(&Command::new("id").arg("-u").output().unwrap().stdout);
    let folder = stage.path(&format!("fairground-{}", user.trim()));
    if !cfg!(target_os = "linux") {
        return assert_eq!(set(), "none");
    }
    let mode = || fs::metadata(&folder).unwrap().permissions().mode() & 0o777;
    assert_eq!((set(), mode()), (folder.display().to_string(), 0o700));
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!((set(), mode()), (folder.display().to_string(), 0o700));
    // A link that another user may have created.
    fs::remove_dir(&folder).unwrap();
    fs::create_dir(stage.path("documents")).unwrap();
    symlink(stage.path("documents"), &folder).unwrap();
    assert_eq!(set(), "none");
}

#[test]
fn a_browser_for_tests_is_found_by_its_names() {
    let stage = Stage::new();
    let find = |lines: &str| text(&stage.bash(&format!("PATH={}; {lines}", stage.path("bin").display())).stdout);
    // The programs called by the function itself.
    for name in ["head", "grep", "readlink"] {
        let found = text(&Command::new("sh").args(["-c", &format!("command -v {name}")]).output().unwrap().stdout);
        symlink(found.trim(), stage.path(&format!("bin/{name}"))).unwrap();
    }
    let find = |lines: &str| find(&format!("HOME={}; {lines}", stage.0.path().display()));
    assert_eq!(find("find_chromium || echo none"), "none\n");
    // Ubuntu's script that starts the snap.
    stage.program("chromium-browser", "exec /snap/bin/chromium \"$@\"");
    assert_eq!(find("find_chromium || echo none"), "none\n");
    stage.program("google-chrome", "");
    assert_eq!(find("find_chromium"), format!("{}\n", stage.path("bin/google-chrome").display()));
    assert_eq!(find("CHROMIUM=/bin/sh find_chromium"), "/bin/sh\n");
}

#[test]
fn a_build_for_a_processor_passes_every_argument_on() {
    let stage = Stage::new();
    for (environment, wrapper, added) in [
        ("CI= CARGO_PKG_NAME=rand", "native", "-C|target-cpu=native|"),
        ("CI= CARGO_PKG_NAME=fairground", "native", "-C|target-cpu=native|-C|lto=off|"),
        ("CI=true CARGO_PKG_NAME=rand", "native", ""),
        ("CI=true CARGO_PKG_NAME=fairground", "native", "-C|lto=off|"),
        ("CI=true CARGO_PKG_NAME=fairground", "x86-64-v2", "-C|target-cpu=x86-64-v2|"),
    ] {
        let output = stage.bash(&format!("{environment} .ci/{wrapper} printf '%s|' 'a b' --c"));
        assert_eq!(text(&output.stdout), format!("a b|--c|{added}"), "{environment} {wrapper}");
    }
}

/// macOS has the BSD tools.
#[test]
fn scripts_use_only_portable_tools() {
    for name in
        ["play", "scripts/web", "scripts/wasm", "scripts/icons", ".ci/packages.sh", ".ci/target.sh", ".ci/wasm.sh"]
    {
        let script = read(name);
        for gnu in ["sed -i", "mktemp --", "date -d", "realpath", "| sed 's/.*\"target_directory\""] {
            assert!(!script.contains(gnu), "{name} uses {gnu}");
        }
    }
}

/// The files that the container's build copies from a checkout, by their names in its root.
fn copied() -> Vec<String> {
    let file = read("deploy/Containerfile");
    let lines = file.lines().filter_map(|line| line.strip_prefix("COPY ")).filter(|line| !line.starts_with("--from"));
    let sources = lines.flat_map(|line| {
        let mut names: Vec<_> = line.split_whitespace().collect();
        names.pop();
        names
    });
    sources.map(|name| name.trim_end_matches('/').to_string()).collect()
}

/// The folders in the project's root with packages of its workspace.
fn workspace_folders() -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let manifests = metadata["packages"].as_array().unwrap().iter().map(|package| package["manifest_path"].as_str());
    let manifests: Vec<_> =
        manifests.map(|manifest| Path::new(manifest.unwrap()).strip_prefix(root()).unwrap()).collect();
    assert!(manifests.contains(&Path::new("Cargo.toml")), "{manifests:?}");
    let folders = manifests.iter().filter(|manifest| manifest.components().count() > 1);
    folders.map(|manifest| manifest.iter().next().unwrap().to_str().unwrap().to_string()).collect()
}

/// The container's build copies all files that a build reads: a new file in the project's root must
/// be in one of the two lists.
#[test]
fn the_container_copies_everything_that_a_build_reads() {
    const UNREAD: &[&str] = &[
        ".cargo_vcs_info.json",
        ".gitignore",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Cargo.toml.orig",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "clippy.toml",
        "rust-toolchain.toml",
        "rustfmt.toml",
        "tests",
    ];
    let copied = copied();
    let list = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(list.status.success(), "{}", text(&list.stderr));
    let list = text(&list.stdout);
    let mut tops: Vec<_> = list.lines().map(|line| line.split('/').next().unwrap()).collect();
    tops.dedup();
    assert!(tops.contains(&"Cargo.toml") && tops.contains(&"src"));
    for top in tops {
        let is_copied = copied.iter().any(|name| name == top);
        assert!(is_copied != UNREAD.contains(&top), "{top} must be copied or listed as unread: deploy/Containerfile");
    }
    for folder in workspace_folders() {
        assert!(copied.contains(&folder), "{folder} has packages of the workspace: deploy/Containerfile");
    }
    for name in copied {
        assert!(root().join(&name).exists(), "deploy/Containerfile copies {name}, which does not exist");
    }
}
