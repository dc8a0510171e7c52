//! Errors of commands: the invalid part, the expected content, and an example.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::path::Path;

use command::{command, fails, prints, run};

const START: &str = "kpppp/p4/5/4P/PPPPK w - 0";

#[test]
fn errors_name_the_invalid_part() {
    fails(&["moves", "go"], &["unknown game 'go'", "fluky"]);
    fails(&["moves", ""], &["unknown game ''"]);
    fails(&["moves"], &["<GAME>"]);
    fails(&["unknown"], &["unknown"]);
    fails(&["moves", "fluky", "--position", ""], &["board"]);
    fails(&["moves", "fluky", "--position", "kpppp/p4/5/4P/PPPPK x - 0"], &["side", "w or b", "x"]);
    fails(&["moves", "fluky", "--position", "é/ß"], &["expected"]);
    fails(&["moves", "fluky", "--set", "dice=6"], &["option", "dice"]);
    fails(&["moves", "fluky", "--set", "dice"], &["K=V"]);
    fails(&["apply", "fluky", "--position", START], &["<ACTION>"]);
    fails(&["apply", "fluky", "--position", START, "c1c4"], &["c1c4", "not allowed", "fluky.md"]);
    fails(&["apply", "fluky", "--position", START, "~N"], &["~N", "not allowed"]);
    fails(&["apply", "fluky", "--position", START, ""], &["cannot be read"]);
    fails(&["perft", "fluky"], &["--depth"]);
    fails(&["perft", "fluky", "--depth", "-1"], &["-1"]);
    fails(&["perft", "fluky", "--depth", "99999999999999999999"], &["--depth"]);
    fails(&["perft", "fluky", "--depth", "4000000000"], &["--depth"]);
    fails(&["playout", "fluky"], &["--seed"]);
    fails(&["dice", "--die", "d20", "--throws", "1", "--seed", "1"], &["d20", "fluky, d6"]);
    fails(&["dice", "--die", "d6", "--throws", "0", "--seed", "1"], &["--throws"]);
    fails(&["watch", "fluky", "--white", "human", "--headless"], &["watch needs bots"]);
    fails(&["watch", "fluky", "--white", "deep", "--headless"], &["deep", "greedy"]);
    fails(&["watch", "fluky,chess", "--headless"], &["need one game"]);
    fails(&["watch", "fluky,ches"], &["ches", "chess"]);
    fails(&["watch", "all", "--pair", "4-human"], &["--pair", "4-5"]);
    fails(&["watch", "all", "--pair", "4-5", "--white", "6"], &["--pair", "--white"]);
    fails(&["watch", "--headless"], &["GAMES"]);
    fails(&["watch", "fluky", "--resume", "match.jsonl"], &["--resume", "GAMES"]);
    fails(&["watch", "fluky", "--clock", "-1"], &["expected whole seconds, such as 300 or 300+5"]);
    for seats in [["--white", "9"], ["--pair", "9-4"]] {
        let error = String::from_utf8(run(&[&["watch", "fluky"], &seats[..]].concat()).stderr).unwrap();
        assert!(
            error.contains("unknown bot '9'; available bots: random, greedy") && !error.contains("human"),
            "{error}"
        );
    }
    fails(&["watch", "fluky", "--resign", "score=9"], &["movecount=3,score=600"]);
    fails(&["play", "fluky", "--headless"], &["--headless needs bots"]);
    fails(&["play", "--headless"], &["GAME"]);
    fails(&["watch", "fluky", "--dice", "loaded", "--headless"], &["loaded", "physics"]);
    fails(&["watch", "fluky", "--position", "x w - 0", "--headless"], &["board"]);
    fails(&["play", "--resume", "no/such/file", "--headless"], &["no/such/file", "cannot be read"]);
    fails(&["play", "fluky", "--resume", "x"], &["--resume"]);
    fails(&["replay", "no/such/file", "--headless"], &["no/such/file"]);
    fails(&["shot", "no/such/file", "-o", "x.png"], &["no/such/file"]);
    fails(&["shot", "fluky", "--ply", "1", "-o", "x.png"], &["--ply"]);
    fails(&["shot", "fluky", "--size", "0x0", "-o", "x.png"], &["WxH"]);
    fails(&["shot", "fluky", "--size", "1é", "-o", "x.png"], &["WxH"]);
    fails(&["bench", "go"], &["unknown game 'go'"]);
    fails(&["train", "fluky", "--hidden", "33"], &["--hidden", "a multiple of 32 up to 128"]);
    fails(&["train", "fluky", "--shard", "1/2"], &["--data"]);
    fails(&["train", "chess", "--player", "greedy"], &["--player", "expected a UCI engine such as uci:stockfish"]);
    let even = ["--matches", "expected an even number from 2 to 10000000, such as 200"];
    fails(&["arena", "fluky", "greedy", "random", "--matches", "3"], &even);
    fails(&["arena", "fluky", "search:eval=foot", "random"], &["eval: expected net or hand, found 'foot'"]);
}

#[test]
fn invalid_nets_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.net");
    let bad = |contents: &str, parts: &[&str]| {
        fs::write(&file, contents).unwrap();
        let arena = ["arena", "fluky", "greedy", "random", "--matches", "2", "--net", file.to_str().unwrap()];
        fails(&arena, &[&["bad.net"], parts].concat());
    };
    bad("", &["not a net", "fairground net 1"]);
    bad("fairground net 1\n{}\n", &["header", "game"]);
    let header = r#""inputs":300,"hidden":32,"corrects":true,"positions":1,"nodes":1,"seed":1,"loss":[1.0,1.0]"#;
    bad(&format!("fairground net 1\n{{\"game\":\"fluky\",{header}}}\n"), &["expected 19396 bytes of weights, found 0"]);
    let whole = |game: &str| format!("fairground net 1\n{{\"game\":\"{game}\",{header}}}\n{}", "\0".repeat(19_396));
    bad(&whole("chess"), &["game: expected fluky, found chess"]);
    fs::remove_file(&file).unwrap();
    fails(&["arena", "fluky", "greedy", "random", "--net", file.to_str().unwrap()], &["bad.net"]);
}

/// A misspelt name is answered with a suggestion.
#[test]
fn the_nearest_name_is_suggested() {
    for args in
        [&["moves", "flukyy"][..], &["rules", "Fluky"], &["perft", "fluk", "--depth", "1"], &["bench", "flucky"]]
    {
        fails(args, &["did you mean 'fluky'?", "available games: makarenko, abalonian"]);
    }
    for command in ["shot", "diagram", "analyse"] {
        let out = if command == "shot" { &["-o", "z.png"][..] } else { &[] };
        let args = [&[command, "tacticl"][..], out].concat();
        fails(&args, &["neither a game nor a match file", "did you mean 'tactical'?", "./match.jsonl"]);
    }
    fails(&["arena", "fluky", "gredy", "random"], &["did you mean 'greedy'?", "search:nodes=10000"]);
    fails(&["play", "fluky", "--white", "humn", "--headless"], &["did you mean 'human'?"]);
    fails(&["play", "fluky", "--dice", "physic"], &["did you mean 'physics'?"]);
    fails(&["dice", "--die", "fluk", "--throws", "1", "--seed", "1"], &["did you mean 'fluky'?"]);
    fails(&["movse", "fluky"], &["similar subcommand", "'moves'"]);
    fails(&["nothing"], &["The commands are: games, rules, moves"]);
    fails(&["moves", "fluky", "--postion", "x"], &["'--position'"]);
    fails(&["apply", "fluky", "--postion", "x"], &["did you mean the option --position?"]);
}

#[test]
fn numbers_say_their_range_and_an_example() {
    let seed = ["expected a whole number from 0 to 18446744073709551615, such as 42"];
    fails(&["playout", "fluky", "--seed", "abc"], &seed);
    fails(&["playout", "fluky", "--seed", "-1"], &seed);
    fails(&["playout", "fluky", "--seed", "99999999999999999999"], &seed);
    fails(&["perft", "fluky", "--depth", "65"], &["expected a whole number from 0 to 64, such as 4"]);
    fails(&["analyse", "fluky", "--nodes", "-5"], &["expected a whole number from 1 to", "such as 300000"]);
    fails(&["analyse", "fluky", "--time", "soon"], &["expected seconds from 0.001", "such as 2.5"]);
    fails(&["play", "fluky", "--clock", "5m"], &["such as 300 or 300+5"]);
    fails(&["shot", "fluky", "--size", "big", "-o", "x.png"], &["such as 1280x720"]);
    fails(&["shot", "x.jsonl", "--ply", "last", "-o", "x.png"], &["expected a whole number, 0 or more, such as 10"]);
}

#[test]
fn positions_and_actions_come_with_an_example() {
    let example = format!("a valid position is {START:?}");
    let fields = "board, side, roll, halfmove clock";
    fails(&["moves", "fluky", "--position", ""], &["--position: board", fields, "found nothing", &example]);
    fails(&["moves", "fluky", "--position", "kpppp/p4/5/4P/PPPPK w -"], &["halfmove clock: expected 4", &example]);
    fails(&["moves", "fluky", "--position", &format!("{START} 1")], &["at most 4 fields", fields]);
    fails(&["moves", "fluky", "--position", " "], &["found nothing"]);
    fails(&["moves", "fluky", "--position", &START.replacen(' ', "  ", 1)], &["fields separated by single spaces"]);
    fails(&["perft", "fluky", "--depth", "1", "--position", "x"], &[&example]);
    fails(&["watch", "fluky", "--headless", "--seed", "1", "--position", "x"], &[&example]);
    fails(&["apply", "fluky", "c1c4"], &["action \"c1c4\": not allowed: ", "a legal action is c1c2"]);
    fails(&["apply", "fluky", ""], &["cannot be read", "found nothing", "a legal action is a1a2"]);
    fails(&["apply", "fluky", "c1c2", "--position"], &["a value is required for '--position <P>'"]);
    fails(&["moves", "makarenko", "--set", "values=x"], &["nowak or kostyor", "--set values=kostyor"]);
    fails(&["moves", "makarenko", "--set", "=x"], &["K=V, such as values=kostyor"]);
    fails(&["moves"], &["<GAME>", "Example:\n  fairground moves fluky"]);
}

#[test]
fn unusable_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let file = file.to_str().unwrap();
    for contents in [&b""[..], b"{}", b"[1]", b"{\"format\":\"x\"}", b"\xff\xfd\0", b"PNG", b"null\n"] {
        fs::write(file, contents).unwrap();
        let commands = ["replay", "verify", "export", "analyse", "diagram"];
        for command in commands {
            let args = if command == "replay" { vec![command, file, "--headless"] } else { vec![command, file] };
            fails(&args, &[file, "not a match file", "{\"format\":\"fairground-match\",\"version\":2"]);
        }
        fails(&["arena", "fluky", "greedy", "random", "--merge", file], &[file, "not the results of a contest"]);
    }
    fs::write(file, b"\xff\xfe{\0").unwrap();
    fails(&["import", file], &[file, "UTF-16"]);
    for command in ["replay", "verify", "export", "import"] {
        fails(&[command, folder.path().to_str().unwrap()], &["cannot be read"]);
        fails(&[command, "no/such/file"], &["no/such/file: cannot be read"]);
    }
    fails(&["verify", "no/such/file"], &["fairground watch fluky --headless --seed 7 --record match.jsonl"]);
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches/fluky.jsonl");
    let header = |from: &str, to: &str| {
        fs::write(file, fs::read_to_string(&recorded).unwrap().replacen(from, to, 1)).unwrap();
    };
    header("\"game\":\"fluky\"", "\"game\":\"flukyy\"");
    fails(&["verify", file], &["game: expected one of makarenko", "did you mean 'fluky'?", "found \"flukyy\""]);
    header("\"dice\":\"instant\"", "\"dice\":\"loaded\"");
    fails(&["verify", file], &["dice: expected physics or instant, found \"loaded\""]);
    for (name, right) in [("z.jpg", "z.png"), ("z", "z.png"), (".png", "z.png")] {
        fails(&["shot", "fluky", "-o", name], &["expected a PNG file", right]);
    }
    fails(&["diagram", "fluky", "-o", "z.pdf"], &[".svg or .txt", "board.svg"]);
    fails(&["diagram", "fluky", "-o", "no/such/folder/z.svg"], &["cannot be written"]);
    fails(&["shot", "fluky", "-o", "z.png", "--camera", "left"], &["white, black, top, side, close"]);
}

/// Errors of JSON name the field, and are in plain words instead of the parser's.
#[test]
fn faults_of_files_are_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let file = file.to_str().unwrap();
    let recorded = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches/fluky.jsonl")).unwrap();
    let says = |contents: &str, parts: &[&str]| {
        fs::write(file, contents).unwrap();
        fails(&["replay", file, "--headless"], &[&[file], parts].concat());
    };
    let seed = "match.jsonl: line 1: seed: expected a whole number from 0, found -2 (column ";
    says(&recorded.replacen("\"seed\":2", "\"seed\":-2", 1), &[seed]);
    says(&recorded.replacen('\n', "\n\n", 1), &["match.jsonl: line 2: the line is empty"]);
    says(&recorded.replacen('\n', "\n{\"takeback\":\n", 1), &["line 2: the line ends in the middle"]);
    says("", &["not a match file: the file is empty; a match file begins with"]);
    says("{\"format\":", &["not a match file: the file ends in the middle"]);
    let arena = ["arena", "fluky", "greedy", "random", "--matches", "2", "--json", file];
    for (contents, reason) in [("", "the file is empty"), ("{\n\"a\":", "the file ends in the middle")] {
        fs::write(file, contents).unwrap();
        fails(&arena, &[file, "not the results of a contest", reason]);
    }
    fs::write(file, "\n").unwrap();
    let tune = ["tune", "fluky", "--matches", "20", "--json", file];
    fails(&tune, &["line 1: not the matches of `fairground tune` or `train`: the line is empty"]);
    fails(&["puzzles", "check", file], &[file, "the file holds no puzzle"]);
    fs::write(file, "{\"id\":\n").unwrap();
    fails(&["puzzles", "check", file], &["match.jsonl: line 1: the line ends in the middle"]);
}

/// Texts of files cannot control the terminal.
#[test]
fn control_characters_of_files_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let file = file.to_str().unwrap();
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches/fluky.jsonl");
    let text = fs::read_to_string(recorded).unwrap();
    for (from, to) in [("a1a2", "\\u001b[2J"), ("\"hash\"", "\"\\u001b[2J\""), ("fluky", "\\u001b[2J")] {
        fs::write(file, text.replacen(from, to, 1)).unwrap();
        let output = run(&["verify", file]);
        let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(!output.status.success() && told.contains("\\u{1b}[2J") && !told.contains('\u{1b}'), "{told:?}");
    }
}

#[test]
fn unusable_outputs_are_described() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (file, own) = (path("file"), path(""));
    fs::write(&file, "text").unwrap();
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches/fluky.jsonl");
    let (target, none) = (path("none/x.pgn"), path("none"));
    let export = ["export", recorded.to_str().unwrap(), "-o", &target];
    fails(&export, &[&format!("{target}: cannot be written: the folder {none} does not exist\n")]);
    let watch = ["watch", "fluky", "--headless", "--seed", "1", "--max", "1", "--record"];
    fails(&[&watch[..], &[&target]].concat(), &[&target, &format!("the folder {none} does not exist\n")]);
    fails(&[&watch[..], &[&own]].concat(), &["expected a file, found a folder", "match.jsonl"]);
    fails(&["man", "--out", &file], &[&file, "expected a folder, found a file\n"]);
    let arena = ["arena", "fluky", "greedy", "random", "--matches", "2", "--record", &file];
    fails(&arena, &[&file, "expected a folder, found a file\n"]);
    let other = path("other.jsonl");
    fs::copy(&recorded, &other).unwrap();
    fails(&["export", recorded.to_str().unwrap(), "-o", &other], &["--out:", "other.jsonl is a match file"]);
    fails(&["board", "#moves=e4"], &["begins with #game="]);
    // A match of another game has no puzzles; in a folder it is skipped.
    let (puzzles, folder) = (path("puzzles.jsonl"), path("only"));
    fs::create_dir(&folder).unwrap();
    fs::copy(&recorded, Path::new(&folder).join("fluky.jsonl")).unwrap();
    let make = |from| ["puzzles", "make", "chess", "--from", from, "-o", &puzzles];
    fails(&make(recorded.to_str().unwrap()), &["fluky.jsonl: expected a match of chess, found fluky\n"]);
    assert_eq!(prints(&make(&folder)), format!("no puzzle found; {puzzles} was not written\n"));
    assert!(!Path::new(&puzzles).exists());
    // A file that is no list of puzzles is kept, even without a line end.
    let notes = path("notes.txt");
    fs::write(&notes, "my notes").unwrap();
    fails(
        &["puzzles", "make", "fluky", "-o", &notes, "--count", "1"],
        &["notes.txt: not a list of puzzles", "with -o"],
    );
    assert_eq!(fs::read_to_string(&notes).unwrap(), "my notes");
}

#[test]
fn one_thing_is_singular() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let file = file.to_str().unwrap();
    prints(&["watch", "fluky", "--headless", "--seed", "1", "--max", "1", "--record", file]);
    assert!(prints(&["verify", file]).contains(": fluky, 1 action, 0 throws\n"));
    let lesson = "crates/fairground-learning/lessons/makarenko/01-stacks.toml";
    let lesson = Path::new(env!("CARGO_MANIFEST_DIR")).join(lesson);
    assert_eq!(prints(&["lessons", "check", lesson.to_str().unwrap()]), "1 lesson, 0 wrong\n");
}

/// Runs every command with every option and wrong values for all of them: exit code 2, and no
/// panic.
#[test]
fn nothing_panics() {
    let commands = [
        "games",
        "rules",
        "moves",
        "apply",
        "outcome",
        "perft",
        "playout",
        "play",
        "watch",
        "replay",
        "verify",
        "export",
        "import",
        "library",
        "diagram",
        "shot",
        "analyse",
        "arena",
        "tune",
        "train",
        "dice",
        "bench",
        "frames",
        "completions",
        "man",
    ];
    for name in commands {
        let help = command(&[name, "--help"]).output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let options: Vec<_> = help.split_whitespace().filter(|word| word.starts_with("--") && word.len() > 3).collect();
        for option in options {
            let option = option.trim_end_matches([',', '.', ';', ':', ')', '`', ']']);
            for value in ["", "x", "-1", "é", "9999999999999999999999", "\u{1f600}"] {
                let output = run(&[name, "no-such-game", option, value]);
                let error = String::from_utf8(output.stderr).unwrap();
                let help = output.status.success() && option == "--help";
                assert!(output.status.code() == Some(2) || help, "{name} {option} {value:?}: {error}");
                assert!(!error.contains("panicked"), "{name} {option} {value:?}: {error}");
            }
        }
    }
}
