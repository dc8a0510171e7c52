//! The commands' JSON output, the rules, checked match files, completions and manual pages.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use command::{command, fails, prints, run};
use fairground::games;
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&prints(args)).unwrap()
}

/// A match file of the repository.
fn recorded(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches").join(name).to_str().unwrap().to_string()
}

#[test]
fn games_and_moves_as_json() {
    let all = json(&["games", "--json"]);
    assert_eq!(all.as_array().unwrap().len(), games::ALL.len());
    for (told, info) in all.as_array().unwrap().iter().zip(games::ALL) {
        assert_eq!(
            (&told["id"], &told["name"], &told["dice"]),
            (&info.id.into(), &info.name.into(), &info.dice.into())
        );
        assert_eq!(told["options"].as_array().unwrap().len(), info.options.len());
        let moves = json(&["moves", info.id, "--json"]);
        let listed: Vec<_> = moves["moves"].as_array().unwrap().iter().map(|told| told["action"].as_str()).collect();
        assert_eq!(listed, prints(&["moves", info.id]).lines().map(Some).collect::<Vec<_>>());
        assert!(moves["moves"][0]["describe"].as_str().unwrap().contains(' '), "{}: a sentence", info.id);
        assert!(moves["moves"][0]["notation"].is_string() && moves["side"].is_string());
    }
    let over = json(&["moves", "fluky", "--position", "K4/5/5/5/3k1 b - 0", "--json"]);
    assert_eq!((&over["side"], &over["due"], &over["outcome"]), (&Value::Null, &Value::Null, &"white".into()));
}

#[test]
fn matches_as_json() {
    let played = json(&["apply", "fluky", "c1c2", "~N", "b5b4", "--json"]);
    let plies: Vec<_> =
        played["actions"].as_array().unwrap().iter().map(|told| told["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies, [1, 1, 2]);
    assert_eq!(played["position"], played["actions"][2]["position"]);
    assert_eq!((&played["side"], &played["due"]), (&"black".into(), &"roll".into()));
    assert_eq!(json(&["outcome", "fluky", "c1c2", "--json"])["outcome"], "ongoing");

    // A draw that may be claimed after a sequence of actions; a bare position has no claim.
    let twice = [["g1f3", "g8f6", "f3g1", "f6g8"]; 2].concat();
    let late = "4k3/8/8/8/8/8/8/R3K3 w - - 100 80";
    for (args, claim) in [
        (&twice[..], Some("third repetition")),
        (&twice[..7], None),
        (&["--position", late, "a1a2"], Some("50 moves")),
        (&["--position", late], None),
    ] {
        let told = json(&[&["outcome", "chess", "--json"], args].concat());
        assert_eq!((told["outcome"].as_str(), told["claim"].as_str()), (Some("ongoing"), claim), "{args:?}");
        assert!(told.get("claim").is_some());
    }
    let counted = json(&["perft", "fluky", "--depth", "3", "--divide", "--json"]);
    let parts = counted["divide"].as_array().unwrap();
    assert_eq!(parts.iter().map(|part| part["count"].as_u64().unwrap()).sum::<u64>(), 140);
    assert_eq!(counted["count"], 140);
    assert!(json(&["perft", "fluky", "--depth", "2", "--json"]).get("divide").is_none());
    for info in games::ALL {
        let told = json(&["playout", info.id, "--seed", "5", "--max", "30", "--json"]);
        let text = prints(&["playout", info.id, "--seed", "5", "--max", "30"]);
        let actions: Vec<_> = told["actions"].as_array().unwrap().iter().map(|told| told["action"].as_str()).collect();
        assert_eq!(
            actions,
            text.lines().filter_map(|line| Some(line.split_once('\t')?.0)).map(Some).collect::<Vec<_>>()
        );
        assert_eq!(text.lines().last().unwrap(), format!("outcome: {}", told["outcome"].as_str().unwrap()));
    }
    let replayed = json(&["replay", &recorded("takebacks.jsonl"), "--json"]);
    assert_eq!((&replayed["outcome"], &replayed["reason"]), (&"black".into(), &"resignation".into()));
    assert!(replayed["white"].is_string() && replayed["start"].is_string());
    assert!(replayed["notes"].as_array().is_some_and(Vec::is_empty), "{}", replayed["notes"]);
}

#[test]
fn a_match_may_come_from_standard_input() {
    let file = recorded("fluky.jsonl");
    let mut child =
        command(&["replay", "-", "--headless"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&fs::read(&file).unwrap()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), prints(&["replay", &file, "--headless"]));
    fails(&["replay", "-", "--headless"], &["standard input: not a match file"]);
}

#[test]
fn rules_are_printed() {
    for info in games::ALL {
        assert_eq!(prints(&["rules", info.id]), fairground::presentation::Presentation::of(info).rules);
    }
    assert!(prints(&["rules", "common"]).starts_with("# Rules common to all games"));
    fails(&["rules", "comon"], &["did you mean 'common'?"]);
}

#[test]
fn every_recorded_match_is_valid() {
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches")).unwrap() {
        let file = entry.unwrap().path();
        let output = run(&["verify", file.to_str().unwrap(), "--json"]);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&told["holds"], &told["without_throw"]), (&true.into(), &0.into()), "{told}");
        // Recorded throws of an older physics cannot be simulated.
        assert_eq!(told["simulated"], 0, "{told}");
        let code = if told["not_simulated"] == 0 { 0 } else { 3 };
        assert_eq!(output.status.code(), Some(code), "{told}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let file = file.to_str().unwrap();
    prints(&["watch", "fluky", "--headless", "--seed", "7", "--black", "random", "--record", file]);
    let thrown = json(&["verify", file, "--json"]);
    assert!(thrown["throws"].as_u64().unwrap() > 0, "{thrown}");
    assert_eq!(thrown["simulated"], thrown["throws"]);
}

/// The exit code and all failed checks of a match file with `from` replaced by `to`.
fn faults(folder: &Path, text: &str, from: &str, to: &str) -> (Option<i32>, String) {
    assert!(text.contains(from), "{from}");
    let file = folder.join("changed.jsonl");
    fs::write(&file, text.replacen(from, to, 1)).unwrap();
    let output = run(&["verify", file.to_str().unwrap()]);
    (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
}

#[test]
fn failed_checks_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let file = file.to_str().unwrap();
    prints(&["watch", "fluky", "--headless", "--seed", "7", "--black", "random", "--record", file]);
    let holds = json(&["verify", file, "--json"]);
    assert_eq!((&holds["holds"], &holds["simulated"]), (&true.into(), &holds["from_seed"]));
    let text = fs::read_to_string(file).unwrap();
    let changed = |from: &str, to: &str| faults(folder.path(), &text, from, to);

    let hash = text.split("\"hash\":\"").nth(2).unwrap()[..16].to_string();
    let (code, said) = changed(&hash, "0123456789abcdef");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("line 3, action 2") && said.contains("hash") && said.contains(&hash), "{said}");

    // Another speed than the seed's: a bot cannot flick.
    let (code, said) = changed("\"velocity\":[", "\"velocity\":[1");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("line 3") && said.contains("derived from the seed"), "{said}");

    let symbol = text.split("\"symbol\":\"").nth(1).unwrap()[..1].to_string();
    let other = if symbol == "N" { "B" } else { "N" };
    let roll = text.replacen(&format!("~{symbol}"), &format!("~{other}"), 1);
    let (code, said) =
        faults(folder.path(), &roll, &format!("\"symbol\":\"{symbol}\""), &format!("\"symbol\":\"{other}\""));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&format!("expected {symbol}, the result simulated again")), "{said}");

    let (code, said) = changed("\"outcome\":\"white\"", "\"outcome\":\"black\"");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("result: expected white"), "{said}");

    for (from, to) in [("{\"format\"", "{\"form\""), ("\"game\":\"fluky\"", "\"game\":\"flukyy\"")] {
        let (code, said) = changed(from, to);
        assert_eq!(code, Some(2), "{said}");
    }
    assert_eq!(run(&["verify", "no/such/file"]).status.code(), Some(2));
}

#[test]
fn shells_and_manuals_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    prints(&["man", "--out", folder.path().to_str().unwrap()]);
    let all = prints(&["--help"]);
    let commands = all.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands: Vec<_> = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let commands: Vec<_> = commands.into_iter().filter(|name| !["", "help"].contains(name)).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = prints(&["completions", shell]);
        assert!(commands.iter().all(|name| text.contains(name)), "{shell}");
    }
    for name in commands {
        let page = fs::read_to_string(folder.path().join(format!("fairground-{name}.1"))).unwrap();
        let version = env!("CARGO_PKG_VERSION");
        let title =
            format!(".TH FAIRGROUND-{} 1 \" \" \"Fairground {version}\" \"Fairground Manual\"", name.to_uppercase());
        assert!(page.lines().any(|line| line == title), "{page}");
        assert!(page.contains(".SH SYNOPSIS") && page.contains(".SH EXAMPLES\n"), "{name}");
        assert!(!page.contains(".SH EXTRA"), "{name}");
        assert!(prints(&["man", name]).contains(".SH SYNOPSIS"), "{name}");
        assert!(prints(&[name, "--help"]).contains("Example:\n  fairground "), "{name}");
    }
    // The synopsis lists options with their values.
    let synopsis = |name: &str| {
        let page = prints(&["man", name]).replace(['\\'], "");
        page.lines().skip_while(|line| *line != ".SH SYNOPSIS").nth(1).unwrap().to_string()
    };
    let moves = synopsis("moves");
    assert!(moves.starts_with("fBfairground movesfR [fB--setfR fIK=VfR] [fB--positionfR fIPfR]"), "{moves}");
    assert!(moves.ends_with(" fIGAMEfR"), "{moves}");
    assert!(
        synopsis("arena").contains("[fB--gauntletfR[=fINfR]]") && synopsis("shot").contains("fB-ofR|fB--outfR fIOUTfR")
    );
    fails(&["man", "mvoes"], &["did you mean 'moves'?"]);
    // Commands inside another, named as their pages or as they are written.
    for names in [&["man", "puzzles-make"][..], &["man", "puzzles", "make"]] {
        assert!(prints(names).starts_with(".ie") && prints(names).contains(".TH FAIRGROUND-PUZZLES-MAKE"), "{names:?}");
    }
    fails(&["man", "puzzles", "mkae"], &["unknown command 'puzzles-mkae'", "did you mean 'puzzles-make'?"]);
}

/// The speed is measured before the throws.
#[cfg(target_os = "linux")]
#[test]
fn dice_can_be_interrupted_before_the_first_throw() {
    let child = command(&["dice", "--throws", "900000000", "--seed", "1", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Until the program catches signal 2.
    let catches = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_string();
        u64::from_str_radix(&caught, 16).unwrap() & 0b10 != 0
    };
    while !catches() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["interrupted"], &told["throws"]), (&true.into(), &0.into()));
}

#[cfg(unix)]
#[test]
fn interrupted_dice_report_what_was_thrown() {
    let child = command(&["dice", "--die", "d6", "--throws", "900000000", "--seed", "1", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(6));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["interrupted"], &told["requested"]), (&true.into(), &900_000_000.into()));
    let sides: u64 = told["sides"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(told["throws"].as_u64(), Some(sides));
}
