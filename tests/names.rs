//! Names of players, events and dates: from the command line into the match file, lists and PGN.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::path::Path;
use std::process::Output;

use command::{prints, run};

const NAMES: [&str; 6] = ["--white-name", "Ada Löve", "--black-name", "Bob \"Bo\" Lee", "--event", "Spring cup"];

fn recorded(folder: &Path, more: &[&str]) -> String {
    let file = folder.join("match.jsonl").to_str().unwrap().to_string();
    let how = ["watch", "chess", "--headless", "--seed", "2", "--max", "6", "--record", &file];
    prints(&[&how[..], more].concat());
    file
}

/// Runs the library command on a folder, with a separate index.
fn library(folder: &Path, args: &[&str]) -> Output {
    let cache = folder.join("cache");
    let mut command = command::command(&[&["library", folder.to_str().unwrap()], args].concat());
    command.env("XDG_CACHE_HOME", &cache).env("HOME", &cache).env("LOCALAPPDATA", &cache).output().unwrap()
}

#[test]
fn names_event_and_date_go_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), &NAMES);
    let header: serde_json::Value =
        serde_json::from_str(fs::read_to_string(&file).unwrap().lines().next().unwrap()).unwrap();
    assert_eq!((&header["names"]["white"], &header["names"]["black"]), (&"Ada Löve".into(), &"Bob \"Bo\" Lee".into()));
    assert_eq!((&header["event"], &header["seats"]["white"]), (&"Spring cup".into(), &"greedy".into()));
    let date = header["date"].as_str().unwrap();
    assert!(date.len() == 20 && date.ends_with('Z'), "{date}");

    let replay: serde_json::Value = serde_json::from_str(&prints(&["replay", &file, "--json"])).unwrap();
    for (key, value) in [
        ("white_name", "Ada Löve"),
        ("black_name", "Bob \"Bo\" Lee"),
        ("event", "Spring cup"),
        ("date", date),
        ("white", "greedy"),
    ] {
        assert_eq!(replay[key], value, "{replay}");
    }

    let pgn = prints(&["export", &file]);
    let day = date[..10].replace('-', ".");
    for tag in [
        "[White \"Ada Löve\"]",
        "[Black \"Bob \\\"Bo\\\" Lee\"]",
        "[Event \"Spring cup\"]",
        &format!("[Date \"{day}\"]"),
        "[WhiteBot \"greedy\"]",
    ] {
        assert!(pgn.contains(tag), "{tag}: {pgn}");
    }
    let (out, back) = (folder.path().join("match.pgn"), folder.path().join("back.jsonl"));
    fs::write(&out, &pgn).unwrap();
    prints(&["import", out.to_str().unwrap(), "-o", back.to_str().unwrap()]);
    assert_eq!(prints(&["export", back.to_str().unwrap()]), pgn);
    fs::remove_file(back).unwrap();
    fs::remove_file(out).unwrap();

    for player in ["Ada Löve", "bob \"bo\" lee", "greedy"] {
        let listed = library(folder.path(), &["list", "--player", player, "--json"]);
        let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
        assert_eq!(listed[0]["white_name"], "Ada Löve", "{player}: {listed}");
        assert_eq!((&listed[0]["event"], &listed[0]["black"]), (&"Spring cup".into(), &"greedy".into()));
    }
    assert_eq!(library(folder.path(), &["list", "--player", "Ada"]).stdout, b"no matches\n");
    let table = String::from_utf8(library(folder.path(), &["list"]).stdout).unwrap();
    assert!(table.contains("Ada Löve  Bob \"Bo\" Lee  ongoing"), "{table}");
}

#[test]
fn a_match_without_names_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), &["--white-name", " Ada "]);
    let header: serde_json::Value =
        serde_json::from_str(fs::read_to_string(&file).unwrap().lines().next().unwrap()).unwrap();
    assert_eq!((&header["names"], header.get("event")), (&serde_json::json!({"white": "Ada"}), None));
    let pgn = prints(&["export", &file]);
    assert!(
        pgn.contains("[White \"Ada\"]") && pgn.contains("[Black \"greedy\"]") && pgn.contains("[Event \"?\"]"),
        "{pgn}"
    );
}

#[test]
fn invalid_names_are_refused() {
    let long = "x".repeat(101);
    for name in ["", "  ", "a\nb", "tab\tin it", &long] {
        for option in ["--white-name", "--black-name", "--event"] {
            let refused = run(&["watch", "chess", "--headless", "--max", "1", option, name]);
            let error = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert_eq!(refused.status.code(), Some(2), "{option} {name:?}");
            assert!(error.contains(option) && error.contains("1 to 100 characters in one line"), "{error}");
        }
    }
    for args in [
        &["play", "--white-name", "Ada"][..],
        &["play", "--resume", "x", "--event", "Cup"],
        &["arena", "chess", "greedy", "random", "--event", "Cup"],
    ] {
        assert_eq!(run(args).status.code(), Some(2), "{args:?}");
    }
}
