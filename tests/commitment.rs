//! Matches with a commitment to a secret: the dice stay hidden until the end, and `verify` finds
//! every change.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;
#[path = "common/folder.rs"]
mod folder;

use std::fs;
use std::path::{Path, PathBuf};

use command::{fails, prints, run};
use fairground::bots::Bot;
use fairground::engine::Side;
use fairground::games;
use fairground::play::{Dice, Match, Pending, PlayError, Replay, Seat, Secret, SecretError, Setup, verify};
use fairground::record;
use folder::Folder;
use serde_json::{Value, json};

/// A match that is always the same, and long enough for the tests.
fn begun(seats: [Seat; 2]) -> (Match, Secret) {
    let secret: Secret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f".parse().unwrap();
    let setup = Setup { dice: Dice::Instant, ..Setup::new(games::info("fluky").unwrap(), seats, 99) };
    let entropy = ["heads".to_string(), "tails".to_string()];
    (Match::committed(setup, secret.clone(), entropy).unwrap(), secret)
}

/// Plays up to `most` actions, always the first legal one.
fn play(game: &mut Match, most: usize) {
    for _ in 0..most {
        match game.pending() {
            Pending::Over(_) => return,
            Pending::Throw { .. } => drop(game.apply_roll(&game.throw(None).unwrap()).unwrap()),
            Pending::Decide { .. } => drop(game.act(&game.game().actions()[0]).unwrap()),
        }
    }
}

fn secret_of(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}.secret", file.display()))
}

/// A file with a finished match, its folder, and its secret.
fn finished() -> (tempfile::TempDir, PathBuf, Secret) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let (mut game, secret) = begun([Seat::Human; 2]);
    game.record_to(&file).unwrap();
    play(&mut game, 12);
    game.resign(Side::White).unwrap();
    game.flush().unwrap();
    (folder, file, secret)
}

fn faults(file: &Path) -> Vec<String> {
    let verified = verify(file, &record::read(file).unwrap()).unwrap();
    verified.faults.iter().map(ToString::to_string).collect()
}

/// The output of `verify` for a finished match with changed lines.
fn tampered(change: impl FnOnce(&mut Vec<Value>)) -> String {
    let (_folder, file, _) = finished();
    let text = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    change(&mut lines);
    fs::write(&file, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    match record::read(&file) {
        Ok(_) => faults(&file).join("\n"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn says(error: &str, parts: &[&str]) {
    for part in parts {
        assert!(error.contains(part), "{part:?} is missing in: {error}");
    }
}

#[test]
fn the_file_reveals_the_secret_only_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let (mut game, secret) = begun([Seat::Human; 2]);
    let seed = secret.seed(&["heads".into(), "tails".into()]);
    assert_eq!(game.setup().seed, seed);
    game.record_to(&file).unwrap();
    play(&mut game, 12);
    game.flush().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(&secret.hash().to_string()) && text.contains(r#""entropy":["heads","tails"]"#), "{text}");
    assert!(!text.contains(&secret.to_string()) && !text.contains(&seed.to_string()), "{text}");
    assert_eq!(Secret::read(&secret_of(&file)).unwrap(), secret);
    assert_eq!(Replay::open(&file).unwrap().seed(), None);
    let so_far = verify(&file, &record::read(&file).unwrap()).unwrap();
    assert!(so_far.faults.is_empty() && !so_far.revealed && so_far.throws > 0, "{so_far:?}");
    assert_eq!(so_far.from_seed, 0, "nobody knows the seed");

    game.resign(Side::White).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last, json!({"reveal": {"secret": secret.to_string(), "seed": seed}}));
    assert!(!secret_of(&file).exists(), "the match file has the secret now");
    let whole = verify(&file, &record::read(&file).unwrap()).unwrap();
    assert!(whole.faults.is_empty() && whole.revealed, "{whole:?}");
    assert_eq!(whole.from_seed, whole.throws);
    assert_eq!(Replay::open(&file).unwrap().seed(), Some(seed));
}

#[test]
fn a_match_continues_only_with_its_secret() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let (mut game, secret) = begun([Seat::Human; 2]);
    game.record_to(&file).unwrap();
    play(&mut game, 5);
    drop(game);
    let before = fs::read(&file).unwrap();
    let refused = || match Match::resume(&file) {
        Err(PlayError::Secret(error)) => error,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it goes on"),
    };
    fs::rename(secret_of(&file), folder.path().join("away")).unwrap();
    assert!(matches!(refused(), SecretError::Missing(_)));
    says(&refused().to_string(), &["match.jsonl.secret", "missing"]);
    Secret::random().unwrap().write(&secret_of(&file)).unwrap();
    says(&refused().to_string(), &["not the secret that the match is committed to", &secret.hash().to_string()]);
    fs::write(secret_of(&file), "nothing").unwrap();
    says(&refused().to_string(), &["64 hex digits"]);
    assert_eq!(fs::read(&file).unwrap(), before, "a refused match is not changed");

    fs::rename(folder.path().join("away"), secret_of(&file)).unwrap();
    let mut again = Match::resume(&file).unwrap();
    play(&mut again, 7);
    again.resign(Side::Black).unwrap();
    assert_eq!(faults(&file), [""; 0]);
    assert!(!secret_of(&file).exists());
}

/// The program stopped between the result and the secret.
#[test]
fn a_missing_secret_is_revealed_on_opening_the_match() {
    let (_folder, file, secret) = finished();
    let text = fs::read_to_string(&file).unwrap();
    let end = text.trim_end().rfind('\n').unwrap() + 1;
    for torn in [end, end + 10] {
        fs::write(&file, &text[..torn]).unwrap();
        says(&faults(&file).join("\n"), &["reveal: expected the secret of the commitment"]);
        secret.write(&secret_of(&file)).unwrap();
        drop(Match::resume(&file).unwrap());
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert!(!secret_of(&file).exists());
    }
}

#[test]
fn no_takebacks_after_the_reveal() {
    let bots = [Seat::Bot(Bot::Random), Seat::Human];
    let (mut game, _) = begun(bots);
    while game.outcome().is_none() {
        play(&mut game, 1);
    }
    assert!(game.record().reveal().is_some() && !game.can_take_back());
    assert!(matches!(game.take_back(), Err(PlayError::Over(_))));
}

#[test]
fn a_secret_never_overwrites_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let (mut game, _) = begun([Seat::Human; 2]);
    fs::write(secret_of(&file), "mine").unwrap();
    says(&game.record_to(&file).unwrap_err().to_string(), &["match.jsonl.secret", "cannot be written"]);
    assert!(!file.exists());
    fs::remove_file(secret_of(&file)).unwrap();
    fs::write(&file, "mine too").unwrap();
    says(&game.record_to(&file).unwrap_err().to_string(), &["match.jsonl:", "already exists"]);
    assert!(!secret_of(&file).exists());
}

#[test]
fn tampering_with_a_committed_match_is_detected_and_named() {
    assert_eq!(tampered(|_| {}), "");
    let header = |change: fn(&mut Value)| tampered(|lines| change(&mut lines[0]));
    let other = "ab".repeat(32);
    // Another commitment, other texts of the players, and a removed commitment.
    says(
        &tampered(|lines| lines[0]["commitment"]["hash"] = json!(other)),
        &["line 15, reveal, secret", "one whose hash is the commitment", &other],
    );
    let entropy = header(|header| header["commitment"]["entropy"][1] = json!("edge"));
    says(
        &entropy,
        &["line 15, reveal, seed", "derived from the secret and the players' entropy", "as drawn from the seed"],
    );
    says(&header(|header| header["commitment"]["hash"] = json!("12")), &["commitment, hash", "64 hex digits", "12"]);
    says(&header(|header| header["commitment"]["salt"] = json!("12")), &["unknown field `salt`"]);
    says(
        &header(|header| header["commitment"]["entropy"] = json!(["one"])),
        &["line 1: entropy: expected a list of 2, found a list of 1"],
    );
    says(&header(|header| header["seed"] = json!(7)), &["seed", "none, since the match is committed", "7"]);
    let removed = |header: &mut Value| drop(header.as_object_mut().unwrap().remove("commitment"));
    says(&header(removed), &["seed: expected a seed, or a commitment to one"]);
    let open = |header: &mut Value| {
        header.as_object_mut().unwrap().remove("commitment");
        header["seed"] = json!(7);
    };
    says(&header(open), &["line 15", "none, since the match has no commitment"]);

    // The line with the secret.
    let reveal = |name: &str, value: Value| tampered(|lines| lines[14]["reveal"][name] = value);
    says(&reveal("secret", json!(other)), &["line 15, reveal, secret", "line 15, reveal, seed", "throw, symbol"]);
    says(&reveal("secret", json!("moo")), &["line 15, reveal, secret", "64 hex digits", "moo"]);
    let seed = reveal("seed", json!(7));
    says(&seed, &["line 15, reveal, seed", "\"7\""]);
    assert_eq!(seed.lines().count(), 1, "the throws still follow from the secret: {seed}");
    says(&tampered(|lines| drop(lines.pop())), &["reveal: expected the secret of the commitment"]);
    says(&tampered(|lines| lines.swap(13, 14)), &["line 14", "a result before the secret"]);
    let behind = |line: Value| tampered(|lines| lines.push(line));
    says(&behind(json!({"takeback": 1})), &["line 16", "nothing but notes after the secret"]);
    says(&behind(json!({"reveal": {"secret": other, "seed": 7}})), &["line 16", "nothing but notes after the secret"]);
    says(
        &tampered(|lines| lines[14] = json!({"takeback": 1})),
        &["line 15", "nothing after the result but the secret"],
    );
}

/// A throw that is legal but does not follow from the seed.
#[test]
fn a_chosen_throw_is_detected() {
    let (_folder, file, _) = finished();
    let record = record::read(&file).unwrap();
    let mut game = games::begin(games::info("fluky").unwrap(), Default::default(), None).unwrap();
    let mut lines: Vec<Value> =
        fs::read_to_string(&file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (first, rolled) = record.actions().iter().enumerate().find(|(_, entry)| entry.action.is_roll()).unwrap();
    for entry in &record.actions()[..first] {
        game.apply(&entry.action).unwrap();
    }
    let chosen = game.actions().into_iter().find(|action| *action != rolled.action).unwrap();
    game.apply(&chosen).unwrap();
    lines[first + 1]["action"]["text"] = json!(chosen);
    lines[first + 1]["action"]["hash"] = json!(format!("{:016x}", game.hash()));
    lines[first + 1]["action"]["throw"]["symbol"] = json!(chosen.symbol());
    fs::write(&file, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let said = faults(&file).join("\n");
    says(
        &said,
        &[&format!("line {}, action {} ({chosen}), throw, symbol", first + 2, first + 1), "as drawn from the seed"],
    );
}

#[test]
fn the_commands_commit_play_and_verify() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name);
    let (secret, file) = (path("mine.secret"), path("match.jsonl"));
    let told = prints(&["commit", &secret]);
    let hash = told.lines().next().unwrap().strip_prefix("commitment: ").unwrap().to_string();
    fails(&["commit", &secret], &["mine.secret", "cannot be written"]);
    let watch = |more: &[&str]| {
        let args = ["watch", "fluky", "--white", "random", "--black", "random", "--headless", "--secret", &secret];
        [&args[..], more].concat().into_iter().map(str::to_string).collect::<Vec<_>>()
    };
    let with = |more: &[&str]| run(&watch(more).iter().map(String::as_str).collect::<Vec<_>>());
    let played = with(&["--white-entropy", "rain", "--black-entropy", "--", "--record", &file]);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    assert_eq!(String::from_utf8_lossy(&played.stderr), "", "the seed is not printed");
    says(
        &prints(&["verify", &file]),
        &[&format!("committed to {hash}, and revealed"), "the throws, the commitment and"],
    );
    let json: Value = serde_json::from_str(&prints(&["verify", &file, "--commitment", &hash, "--json"])).unwrap();
    assert_eq!((&json["commitment"], &json["revealed"], &json["holds"]), (&json!(hash), &json!(true), &json!(true)));
    assert_eq!(json["from_seed"], json["throws"]);

    // A match forged with another secret.
    let other = run(&["verify", &file, "--commitment", &"0".repeat(64)]);
    assert_eq!(other.status.code(), Some(1));
    says(&String::from_utf8(other.stdout).unwrap(), &["invalid", "commitment, hash", "the given commitment", &hash]);
    let open = format!("{}/tests/matches/fluky.jsonl", env!("CARGO_MANIFEST_DIR"));
    says(&prints(&["verify", &open]), &["no commitment"]);
    let open = run(&["verify", &open, "--commitment", &hash]);
    assert_eq!(open.status.code(), Some(1));

    for (more, part) in [(&["--seed", "7", "--record", "x"][..], "--seed"), (&[], "--record")] {
        let refused = with(more);
        assert_eq!(refused.status.code(), Some(2));
        says(&String::from_utf8(refused.stderr).unwrap(), &[part]);
    }
    fails(&["play", "fluky", "--white-entropy", "rain", "--headless"], &["--secret"]);
    fails(&["verify", &file, "--commitment", "12"], &["64 hex digits"]);
    fails(&["watch", "fluky", "--headless", "--record", &path("x"), "--secret", &path("none")], &["none", "missing"]);
}
