//! Files read and written by commands: neither full disks nor odd names lose data.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;
#[path = "common/folder.rs"]
mod folder;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use command::{fails, prints, run};
use folder::Folder;

/// A folder with a match of Fluky Chess, `match.jsonl`, and one of orthodox chess, `chess.jsonl`.
fn recorded() -> Folder {
    let folder = Folder::new();
    for (game, name) in [("fluky", "match.jsonl"), ("chess", "chess.jsonl")] {
        let how = ["--headless", "--seed", "3", "--dice", "instant", "--max", "6", "--record", &folder.path(name)];
        prints(&[&["watch", game][..], &how].concat());
    }
    folder
}

impl Folder {
    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> =
            self.0.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Runs a command that cannot write any file, as on a full disk.
#[cfg(unix)]
fn run_on_a_full_disk(args: &[&str]) -> Output {
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_fairground")]).args(args).output().unwrap()
}

#[cfg(unix)]
#[test]
fn no_output_overwrites_an_input() {
    use std::os::unix::fs::symlink;

    let folder = recorded();
    let before = folder.read("match.jsonl");
    let input = folder.path("match.jsonl");
    fs::create_dir(folder.path("sub")).unwrap();
    symlink("match.jsonl", folder.path("soft.txt")).unwrap();
    fs::hard_link(&input, folder.path("hard.png")).unwrap();
    symlink("match.jsonl", folder.path("soft.mp4")).unwrap();
    for out in ["match.jsonl", "sub/../match.jsonl", "soft.txt", "hard.png"] {
        fails(&["export", &input, "-o", &folder.path(out)], &["--out: expected a different file", "are the same file"]);
        // Also the other way round.
        fails(&["export", &folder.path(out), "-o", &input], &["--out: expected a different file", "are the same file"]);
    }
    let redirected = command::command(&["export", "-", "-o", &input]).stdin(File::open(&input).unwrap()).output();
    assert_eq!(redirected.unwrap().status.code(), Some(2));
    for args in [
        &["diagram", &input, "-o", &folder.path("soft.txt")][..],
        &["shot", &input, "-o", &folder.path("hard.png")],
        &["puzzles", "make", "fluky", "--from", &input, "-o", &folder.path("soft.txt")],
        &["puzzles", "make", "fluky", "--from", folder.0.path().to_str().unwrap(), "-o", &folder.path("soft.txt")],
        &["import", &input, "-o", &folder.path("soft.txt")],
        &["board", &input, "-o", &folder.path("soft.txt")],
        &["arena", "chess", "1", "2", "--json", &folder.path("soft.txt"), "--pgn", &folder.path("hard.png")],
        &["arena", "chess", "1", "2", "--openings", &input, "--json", &folder.path("soft.txt")],
        &["arena", "chess", "1", "2", "--merge", &input, "--json", &folder.path("soft.txt")],
        &["train", "fluky", "--data", &input, "-o", &folder.path("soft.txt")],
        &["watch", "fluky", "--film", &folder.path("new.mp4"), "--record", &folder.path("sub/../new.mp4")],
    ] {
        fails(args, &[]);
        assert_eq!(folder.read("match.jsonl"), before, "{args:?}");
    }
    prints(&["export", &input, "-o", &folder.path("match.pgn")]);
    assert_eq!(folder.read("match.jsonl"), before);
}

/// Existing files keep their contents, and no new ones appear.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = recorded();
    let input = folder.path("match.jsonl");
    let old = |name: &str| folder.write(name, "old\n");
    let (pgn, diagram, page) = (old("old.pgn"), old("old.svg"), old("fairground.1"));
    let before = folder.names();
    for args in [
        &["export", &input, "-o", &pgn][..],
        &["export", &input, "-o", &folder.path("new.pgn")],
        &["diagram", &input, "-o", &diagram],
        &["man", "--out", folder.0.path().to_str().unwrap()],
        &["commit", &folder.path("new.secret")],
        &["board", "fluky", "-o", &folder.path("new.jsonl")],
        &["watch", "fluky", "--headless", "--record", &folder.path("new.jsonl")],
        &["arena", "fluky", "greedy", "random", "--matches", "2", "--json", &folder.path("new.json")],
    ] {
        let output = run_on_a_full_disk(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains("File too large"), "{args:?}: {error}");
        assert_eq!(folder.names(), before, "{args:?}");
    }
    for file in [pgn, diagram, page] {
        assert_eq!(fs::read_to_string(file).unwrap(), "old\n");
    }
}

/// The results of an arena in progress stay unchanged, and its PGN file has no partial match.
#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_results_of_an_arena() {
    let folder = Folder::new();
    let (json, pgn) = (folder.path("results.json"), folder.path("matches.pgn"));
    let base = ["arena", "chess", "greedy", "random", "--threads", "1", "--json", &json, "--pgn", &pgn];
    prints(&[&base[..], &["--matches", "2"]].concat());
    let before = (folder.read("results.json"), folder.read("matches.pgn"));
    let output = run_on_a_full_disk(&[&base[..], &["--matches", "6"]].concat());
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!((folder.read("results.json"), folder.read("matches.pgn")), before);
    assert_eq!(folder.names(), ["matches.pgn", "results.json"]);
}

/// File systems allow names of up to 255 bytes.
#[test]
fn the_longest_names_can_be_written() {
    let folder = recorded();
    for length in [243, 244, 255] {
        let name = |end: &str| folder.path(&format!("{}{end}", "n".repeat(length - end.len())));
        let (recorded, pgn) = (name(".jsonl"), name(".pgn"));
        prints(&["watch", "fluky", "--headless", "--seed", "1", "--max", "4", "--record", &recorded]);
        prints(&["export", &recorded, "-o", &pgn]);
        prints(&["import", &pgn, "-o", &name("2.jsonl")]);
        prints(&["commit", &name(".secret")]);
        prints(&["diagram", &recorded, "-o", &name(".svg")]);
        prints(&["arena", "fluky", "greedy", "random", "--matches", "2", "--json", &name(".json")]);
    }
}

/// No command creates a file named `-` by mistake.
#[test]
fn standard_output_is_not_a_file() {
    let folder = recorded();
    for args in [
        &["export", "match.jsonl", "-o", "-"][..],
        &["import", "match.pgn", "-o", "-"],
        &["diagram", "fluky", "-o", "-"],
        &["shot", "fluky", "-o", "-"],
        &["film", "match.jsonl", "-o", "-"],
        &["board", "fluky", "-o", "-"],
        &["commit", "-"],
        &["watch", "fluky", "--headless", "--record", "-"],
        &["watch", "fluky", "--film", "-"],
        &["arena", "chess", "1", "2", "--json", "-"],
        &["arena", "chess", "1", "2", "--pgn", "-"],
        &["tune", "fluky", "--json", "-"],
        &["train", "fluky", "-o", "-"],
        &["puzzles", "make", "fluky", "-o", "-"],
        &["man", "--out", "-"],
    ] {
        let output = command::command(args).current_dir(&folder.0).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains("expected a file, not standard output"), "{args:?}: {error}");
    }
    assert_eq!(folder.names(), ["chess.jsonl", "match.jsonl"]);
}

#[cfg(target_os = "linux")]
#[test]
fn lost_output_is_an_error() {
    let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    for args in [&["--help"][..], &["--version"], &["help"], &["moves", "--help"], &["games"], &["man"]] {
        let output = command::command(args).stdout(full()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains("cannot write the result"), "{args:?}: {error}");
    }
}

/// Some editors write a byte order mark at the start of a file.
#[test]
fn match_files_may_begin_with_a_byte_order_mark() {
    let folder = recorded();
    let marked = folder.write("marked.jsonl", &format!("\u{feff}{}", folder.read("match.jsonl")));
    let replay = |file: &str| prints(&["replay", file, "--headless"]);
    assert_eq!(replay(&marked), replay(&folder.path("match.jsonl")));
    prints(&["verify", &marked]);
    assert!(prints(&["library", folder.0.path().to_str().unwrap(), "list"]).contains("marked.jsonl"));
    prints(&["play", "--resume", &marked, "--headless", "--max", "2"]);
    assert_eq!(replay(&marked).lines().count(), replay(&folder.path("match.jsonl")).lines().count() + 2);
    prints(&["verify", &marked]);
    let version_1 = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches/fluky.json");
    let old = format!("\u{feff}{}", fs::read_to_string(version_1).unwrap());
    replay(&folder.write("old.json", &old));
}

/// Importing a partly imported or grown collection again writes only the missing games.
#[test]
fn an_import_continues_after_existing_files() {
    let folder = Folder::new();
    let pgn = folder.write("club.pgn", "1. e4 *\n\n1. d4 d5 *\n\n1. c4 *\n");
    let out = PathBuf::from(folder.path("club"));
    fs::create_dir(&out).unwrap();
    fs::write(out.join("club-0001.jsonl"), "mine").unwrap();
    let output = run(&["import", &pgn, "-o", out.to_str().unwrap()]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("game 1: ") && error.contains("club-0001.jsonl: the file already exists"), "{error}");
    assert!(error.contains("1 of 3 games cannot be imported"), "{error}");
    assert_eq!(fs::read_to_string(out.join("club-0001.jsonl")).unwrap(), "mine");
    let second = fs::read_to_string(out.join("club-0002.jsonl")).unwrap();
    assert!(second.contains("d7d5") && out.join("club-0003.jsonl").exists());
    let again = run(&["import", &pgn, "-o", out.to_str().unwrap()]);
    assert!(String::from_utf8(again.stderr).unwrap().contains("3 of 3 games cannot be imported"));
    assert_eq!(fs::read_to_string(out.join("club-0002.jsonl")).unwrap(), second);
}

/// Training fails before the first of many matches.
#[test]
fn a_training_whose_net_cannot_be_written_does_not_begin() {
    let folder = Folder::new();
    let data = folder.path("data.jsonl");
    for out in [folder.path("no/such/fluky.net"), folder.0.path().to_str().unwrap().to_string()] {
        let how = ["train", "fluky", "--matches", "10", "--nodes", "10", "--data", &data, "-o", &out];
        fails(&how, &[&out, "cannot be written"]);
        assert_eq!(folder.names(), [""; 0], "no match was played");
    }
    // The default is a folder of the sources.
    let output = command::command(&["train", "fluky", "--data", &data]).current_dir(&folder.0).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("fluky.net: cannot be written"), "{error}");
    assert_eq!(folder.names(), [""; 0]);
    let json = folder.path("no/such/results.json");
    fails(&["arena", "fluky", "greedy", "random", "--json", &json], &["results.json", "cannot be read or written"]);
}
