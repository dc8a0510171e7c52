//! The commands as seen by a shell: their output and exit codes.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use command::{command, fails, prints};
use fairground_match::record;
use fairground_rules::games;
use serde_json::Value;

const START: &str = "kpppp/p4/5/4P/PPPPK w - 0";
const ROLLING: &str = "kpppp/p4/5/2P1P/PP1PK w c2 0";

#[test]
fn games_lists_every_game_with_its_options() {
    let text = prints(&["games"]);
    for info in games::ALL {
        assert!(text.contains(&format!("{}\t{}", info.id, info.name)), "{text}");
        for option in info.options {
            assert!(text.contains(option.key), "{text}");
        }
    }
}

#[test]
fn moves_are_listed_sorted_one_a_line() {
    let listed = "a1a2\nb1b2\nc1c2\nd1d2\ne1d2\ne2e3\n";
    assert_eq!(prints(&["moves", "fluky"]), listed);
    assert_eq!(prints(&["moves", "fluky", "--position", START]), listed);
    assert_eq!(prints(&["moves", "fluky", "--position", ROLLING]), "~B\n~N\n~P\n~R\n");
    assert_eq!(prints(&["moves", "fluky", "--position", "K4/5/5/5/3k1 b - 0"]), "", "no actions once the game is over");
}

#[test]
fn apply_prints_the_position_after_an_action() {
    assert_eq!(prints(&["apply", "fluky", "--position", START, "c1c2"]), format!("{ROLLING}\n"));
    assert_eq!(prints(&["apply", "fluky", "--position", ROLLING, "~N"]), "kpppp/p4/5/2N1P/PP1PK b - 0\n");
    assert_eq!(prints(&["apply", "fluky", "--position", ROLLING, "--", "~N"]), "kpppp/p4/5/2N1P/PP1PK b - 0\n");
    assert_eq!(prints(&["apply", "fluky", "c1c2", "--position", START]), format!("{ROLLING}\n"));
    assert_eq!(prints(&["apply", "fluky", "c1c2"]), format!("{ROLLING}\n"), "from the start");
}

#[test]
fn several_actions_are_played_as_one_match() {
    let played = prints(&["apply", "fluky", "c1c2", "~N", "b5b4", "~R"]);
    assert_eq!(played, prints(&["apply", "fluky", "--position", ROLLING, "~N", "b5b4", "~R"]));
    assert_eq!(prints(&["outcome", "fluky", "c1c2", "~N"]), "ongoing\n");

    // The third occurrence of the start; the text of the last position does not show it.
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let twice = [round, round].concat();
    let args = [&["outcome", "abalonian"][..], &twice].concat();
    assert_eq!(prints(&args), "draw\n");
    assert_eq!(prints(&args[..args.len() - 1]), "ongoing\n");
    let last = prints(&[&["apply", "abalonian"][..], &twice].concat());
    assert_eq!(prints(&["outcome", "abalonian", "--position", last.trim_end()]), "ongoing\n");
    fails(&[&args[..], &["e2e4"]].concat(), &["\"e2e4\" (number 9 of 9)", "over", "third repetition", "common.md"]);

    // The same for the halfmove clock.
    let nearly = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80";
    assert_eq!(prints(&["outcome", "abalonian", "--position", nearly, "a1a2"]), "draw\n");
    fails(&["apply", "abalonian", "--position", nearly, "a1a2", "e8e7"], &["\"e8e7\"", "100 quiet plies"]);

    // In chess, players claim both draws.
    assert_eq!(prints(&[&["outcome", "chess"][..], &twice].concat()), "ongoing\n");
    assert_eq!(prints(&[&["outcome", "chess"][..], &twice, &twice].concat()), "draw\n");
    assert_eq!(prints(&["outcome", "chess", "--position", nearly, "a1a2"]), "ongoing\n");
    fails(&["outcome", "chess", "e2e4", "e7e9", "d2d4"], &["\"e7e9\" (number 2 of 3)", "cannot be read"]);
    fails(&["apply", "chess", "e2e4", "e4e5"], &["\"e4e5\" (number 2 of 2)", "not allowed", "chess.md"]);
}

/// The pass of Tactical Chess looks like the end of the options.
#[test]
fn a_pass_is_accepted_anywhere() {
    let battle = "k7/8/8/8/8/8/8/K7 - w 4 00 - 0";
    let position = ["--position", battle];
    let after = |actions: &[&str]| prints(&[&["apply", "tactical"][..], &position, actions].concat());
    let passed = after(&["--"]);
    assert_eq!(after(&["--", "--"]), passed, "the first ends the options");
    let back = after(&["a1a2", "--", "a2a1", "--"]);
    assert_eq!(after(&["--", "a1a2", "--", "a2a1", "--"]), back);
    assert_eq!(after(&["--", "a8a7"]), after(&["--", "--", "a8a7"]), "only a pass gives Black the move");
}

/// Such words reach the rules, which refuse them by name, with or without an escape before them.
#[test]
fn actions_may_begin_with_a_dash() {
    for action in ["--", "-", "-x", "--x", "--help-"] {
        let said = format!("action {action:?}");
        fails(&["apply", "fluky", "--position", START, "--", action], &[&said]);
        if action != "--help-" {
            fails(&["apply", "fluky", "--position", START, action], &[&said]);
        }
    }
}

#[test]
fn outcome_prints_the_state_of_a_position() {
    for (position, outcome) in [
        (START, "ongoing"),
        (ROLLING, "ongoing"),
        ("K4/5/4k/5/5 b - 0", "white"),
        ("5/K4/5/5/4k w - 0", "black"),
        ("5/1K3/4k/5/5 w - 100", "ongoing"),
    ] {
        assert_eq!(prints(&["outcome", "fluky", "--position", position]), format!("{outcome}\n"), "{position}");
    }
    assert_eq!(prints(&["outcome", "fluky"]), "ongoing\n");
}

#[test]
fn perft_counts_and_divides() {
    for (depth, count) in [("0", 1), ("1", 6), ("2", 26), ("3", 140), ("4", 710), ("5", 4965)] {
        assert_eq!(prints(&["perft", "fluky", "--depth", depth]), format!("{count}\n"));
    }
    let divided = "a1a2: 4\nb1b2: 4\nc1c2: 4\nd1d2: 4\ne1d2: 6\ne2e3: 4\n26\n";
    assert_eq!(prints(&["perft", "fluky", "--position", START, "--depth", "2", "--divide"]), divided);
    assert_eq!(prints(&["perft", "fluky", "--depth", "0", "--divide"]), "1\n");
}

#[test]
fn playouts_of_every_game_can_be_followed_by_apply() {
    for info in games::ALL {
        let text = prints(&["playout", info.id, "--seed", "5", "--max", "150"]);
        assert_eq!(prints(&["playout", info.id, "--seed", "5", "--max", "150"]), text, "the seed decides");
        assert_ne!(prints(&["playout", info.id, "--seed", "6", "--max", "150"]), text);
        let lines: Vec<_> = text.lines().collect();
        let (outcome, steps) = lines.split_last().unwrap();
        assert!(outcome.starts_with("outcome: "), "{outcome}");
        assert!(steps.len() <= 150);
        for (index, pair) in steps.windows(2).enumerate() {
            let (_, before) = pair[0].split_once('\t').unwrap();
            let (action, after) = pair[1].split_once('\t').unwrap();
            if index % 7 == 0 {
                assert_eq!(prints(&["apply", info.id, "--position", before, action]), format!("{after}\n"));
            }
        }
        let actions: Vec<_> = steps.iter().map(|step| step.split_once('\t').unwrap().0).collect();
        let whole = |command| prints(&[&[command, info.id][..], &actions].concat());
        assert_eq!(Some(whole("apply").trim_end()), steps.last().unwrap().split_once('\t').map(|(_, text)| text));
        assert_eq!(format!("outcome: {}", whole("outcome").trim_end()), *outcome);
    }
    let whole = prints(&["playout", "fluky", "--seed", "1"]);
    let end = whole.lines().last().unwrap();
    assert!(["outcome: white", "outcome: black", "outcome: draw"].contains(&end), "{end}");
    assert_eq!(prints(&["playout", "fluky", "--seed", "1", "--max", "0"]), "outcome: ongoing\n");
}

#[cfg(not(feature = "view"))]
#[test]
fn without_a_view_the_window_and_pictures_are_refused() {
    fails(&[], &["window", "`view`"]);
    fails(&["play"], &["window", "`view`"]);
    fails(&["play", "fluky"], &["window", "`view`"]);
    fails(&["watch", "fluky", "--seed", "1"], &["window", "`view`", "--headless"]);
    fails(&["shot", "fluky", "-o", "x.png"], &["picture", "`view`"]);
}

#[test]
fn every_command_has_help() {
    let all = prints(&["--help"]);
    let commands =
        ["games", "moves", "apply", "outcome", "perft", "playout", "play", "watch", "replay", "shot", "dice", "bench"];
    for name in commands {
        assert!(all.contains(name), "{name}");
        assert!(prints(&[name, "--help"]).contains("Usage: fairground"), "{name}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for args in [&["games"][..], &["moves", "fluky"], &["playout", "fluky", "--seed", "1"], &["--help"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(args).stdout(writer).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{args:?}");
        assert!(output.status.success(), "{args:?}");
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn watching_recording_and_replaying_agree() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let watched = prints(&["watch", "fluky", "--headless", "--seed", "3", "--record", text(&file)]);
    assert_eq!(prints(&["replay", text(&file), "--headless"]), watched);
    assert!(watched.lines().last().unwrap().starts_with("outcome: "));
    assert_eq!(prints(&["watch", "fluky", "--headless", "--seed", "3"]), watched, "the seed decides");
    fails(
        &["watch", "fluky", "--headless", "--seed", "3", "--record", text(&file)],
        &["match.jsonl", "already exists"],
    );

    let seats = ["--white", "random", "--black", "greedy"];
    let few = prints(
        &[&["play", "fluky", "--headless", "--dice", "instant", "--seed", "9", "--max", "5"][..], &seats].concat(),
    );
    assert_eq!(few.lines().count(), 6);
    assert_eq!(few.lines().last(), Some("outcome: ongoing"));
}

#[test]
fn a_stopped_match_continues_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let unbroken = prints(&["watch", "fluky", "--headless", "--seed", "21"]);
    let first = prints(&["watch", "fluky", "--headless", "--seed", "21", "--max", "9", "--record", text(&file)]);
    let copy = folder.path().join("copy.jsonl");
    fs::copy(&file, &copy).unwrap();
    for (command, file) in [("play", &file), ("watch", &copy)] {
        let rest = prints(&[command, "--resume", text(file), "--headless"]);
        assert_eq!(first.replace("outcome: ongoing\n", "") + &rest, unbroken, "{command}");
    }
}

/// Killing the program loses no printed action, and the match continues from there.
#[test]
fn a_killed_match_keeps_every_finished_action() {
    let folder = tempfile::tempdir().unwrap();
    for lines in [1, 4, 15] {
        let file = folder.path().join(format!("{lines}.jsonl"));
        let args = ["watch", "fluky", "--headless", "--white", "random", "--seed", "21", "--record", text(&file)];
        let unbroken = prints(&args[..7]);
        let mut child = command(&args).stdout(Stdio::piped()).spawn().unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap()).lines();
        let seen: Vec<_> = printed.by_ref().take(lines).map(Result::unwrap).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        let record = record::read(&file).unwrap();
        let kept = record.actions();
        assert!(kept.len() >= seen.len(), "{} of {}", kept.len(), seen.len());
        for (line, entry) in seen.iter().zip(kept) {
            assert_eq!(line.split('\t').next(), Some(entry.action.as_str()));
        }
        let rest = prints(&["play", "--resume", text(&file), "--headless"]);
        let unbroken: Vec<_> = unbroken.lines().collect();
        assert_eq!(rest.lines().collect::<Vec<_>>(), unbroken[kept.len()..]);
    }
}

#[test]
fn a_tampered_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    prints(&["watch", "fluky", "--headless", "--seed", "3", "--max", "6", "--record", text(&file)]);
    let contents = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<_> = contents.lines().map(String::from).collect();
    let mut value: Value = serde_json::from_str(&lines[3]).unwrap();
    value["action"]["text"] = "a1a5".into();
    lines[3] = value.to_string();
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    for args in [&["replay", text(&file), "--headless"][..], &["play", "--resume", text(&file), "--headless"]] {
        fails(args, &["match.jsonl", "line 4, action 3 (a1a5)"]);
    }
}

#[test]
fn dice_reports_as_text_and_as_json() {
    let args = ["dice", "--die", "fluky", "--throws", "600", "--seed", "4"];
    let text = prints(&args);
    assert!(text.contains("600 throws") && text.contains("throws per second per core"), "{text}");
    let json: Value = serde_json::from_str(&prints(&[&args[..], &["--json"]].concat())).unwrap();
    assert_eq!((&json["die"], &json["throws"], &json["seed"]), (&"fluky".into(), &600.into(), &4.into()));
    let sides: u64 = json["sides"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(sides, 600);
    assert!(json["throws_per_second_per_core"].as_f64().unwrap() > 0.0);
}

#[test]
fn bench_reports_as_json() {
    let json: Value = serde_json::from_str(&prints(&["bench", "fluky", "--json"])).unwrap();
    let figures = &json[0];
    assert_eq!(figures["game"], "fluky");
    assert_eq!(figures["perft"].as_array().unwrap().len(), 2);
    let search = &figures["search"];
    assert!(
        search["nodes_per_second"].as_f64().unwrap() > 1.0 && search["plays_per_node"].as_f64().unwrap() < 2.0,
        "{json}"
    );
    for figure in [
        &figures["perft"][0]["nodes_per_second"],
        &figures["evaluations"]["net_per_second"],
        &search["nodes_per_second_again"],
        &figures["files"]["verified_per_second"],
        &figures["files"]["imported_per_second"],
        &figures["playouts_per_second"],
        &figures["mean_actions"],
    ] {
        assert!(figure.as_f64().unwrap() > 1.0, "{json}");
    }
    let ends: f64 = figures["ends"].as_object().unwrap().values().map(|share| share.as_f64().unwrap()).sum();
    assert!((ends - 1.0).abs() < 1e-9, "every match ends: {ends}");
}

#[cfg(all(feature = "view", target_os = "linux"))]
#[test]
fn an_unusable_display_is_named() {
    let mut command = command(&["play", "fluky"]);
    let output = command.env("DISPLAY", ":987").env_remove("WAYLAND_DISPLAY").output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("':987'") && error.contains("--headless") && !error.contains("panicked"), "{error}");
    assert!(!error.contains(".rs"), "a location in the sources does not help a player: {error}");
}
