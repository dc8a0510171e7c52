//! The commands for bots, as run by a shell: contests, analysis, fits and UCI.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fairground")).args(arguments).output().unwrap()
}

fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(arguments)).unwrap()
}

#[test]
fn an_analysis_has_lines_and_values() {
    let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    let found = json(&["analyse", "chess", "--position", mate, "--nodes", "2000", "--lines", "2", "--json"]);
    let lines = found["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0]["actions"][0]), (2, &Value::from("d1d8")));
    assert_eq!((found["win"].as_f64(), found["win_in"].as_i64()), (Some(1.0), Some(1)));
    assert!(lines[1]["value"].as_i64() < lines[0]["value"].as_i64());
    assert!(found["nodes"].as_u64().unwrap() <= 2_000 && found["nodes_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn each_face_of_a_due_die_has_a_value() {
    let rolling = "kpppp/p4/5/P3P/1PPPK w a2 0";
    let found = json(&["analyse", "fluky", "--position", rolling, "--nodes", "8000", "--json"]);
    let faces = found["faces"].as_array().unwrap();
    let chances: f64 = faces.iter().map(|face| face["probability"].as_f64().unwrap()).sum();
    assert!(faces.len() == 4 && (chances - 1.0).abs() < 1e-9);
    let mean: f64 =
        faces.iter().map(|face| face["probability"].as_f64().unwrap() * face["win"].as_f64().unwrap()).sum();
    assert!((mean - found["win"].as_f64().unwrap()).abs() < 0.01);
    assert!(text(&["analyse", "fluky", "--position", rolling, "--nodes", "400"]).contains("~P, 50.0 %"));
}

#[test]
fn a_match_is_analysed_ply_by_ply() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let file = file.to_str().unwrap();
    text(&[
        "watch",
        "fluky",
        "--headless",
        "--white",
        "2",
        "--black",
        "random",
        "--seed",
        "3",
        "--dice",
        "instant",
        "--record",
        file,
    ]);
    let report = json(&["analyse", file, "--nodes", "400", "--json"]);
    let plies = report["plies"].as_array().unwrap();
    assert!(plies.len() > 2 && plies.iter().all(|ply| !ply["actions"].as_array().unwrap().is_empty()));
    assert!(report["white"]["decisions"].as_u64().unwrap() > 0 && report["white"]["throws"].as_u64().unwrap() > 0);
    let told = text(&["analyse", file, "--nodes", "400"]);
    assert!(told.contains("luck") && told.contains("% lost in") && told.contains("outcome: "));
    assert!(json(&["analyse", file, "--ply", "2", "--nodes", "400", "--json"])["lines"].is_array());
    assert_eq!(run(&["analyse", file, "--ply", "9999"]).status.code(), Some(2));
}

/// Algebraic notation, move numbers, mates counted in moves, and no dice.
#[test]
fn an_analysis_of_chess_reads_as_chess() {
    let mate = "1r4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
    let told = text(&["analyse", "chess", "--position", mate, "--nodes", "2000", "--lines", "1"]);
    let expected = "\nBlack to move, value for White: Black wins in 1 move\n  Black wins in 1 move, depth 1: Rb1#\n";
    assert!(told.contains(expected), "{told}");
    for nodes in ["2000", "5000", "9000"] {
        let found = json(&["analyse", "chess", "--nodes", nodes, "--lines", "3", "--json"]);
        let lines = found["lines"].as_array().unwrap();
        let values: Vec<_> = lines.iter().map(|line| line["value"].as_i64().unwrap()).collect();
        assert!(values.len() == 3 && values.is_sorted_by(|a, b| a >= b), "{found}");
        assert!(lines.iter().all(|line| line["depth"] == lines[0]["depth"]), "{found}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let file = file.to_str().unwrap();
    let start = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 17";
    let how = ["--position", start, "--seed", "3", "--max", "12", "--record", file];
    text(&[&["watch", "chess", "--headless", "--white", "8", "--black", "random"][..], &how].concat());
    let told = text(&["analyse", file, "--nodes", "400"]);
    assert!(told.starts_with("move   for White") && !told.contains("luck"), "{told}");
    let rows: Vec<Vec<_>> =
        told.lines().skip(1).map_while(|row| (!row.is_empty()).then(|| row.split_whitespace().collect())).collect();
    assert_eq!((rows[0][0], rows[1][0], rows[2][0]), ("17…", "18.", "18…"), "{told}");
    let is_coordinates = |word: &str| {
        word.len() == 4 && word.bytes().zip("a1a1".bytes()).all(|(a, b)| a.is_ascii_digit() == b.is_ascii_digit())
    };
    assert!(!rows.iter().flatten().any(|word| is_coordinates(word)), "{told}");
}

#[test]
fn contests_are_kept_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, all] = ["1.json", "2.json", "all.json"].map(|name| folder.path().join(name));
    let [one, two, all] = [&one, &two, &all].map(|path| path.to_str().unwrap());
    let base = ["arena", "fluky", "greedy", "random", "--matches", "8"];
    let with = |more: &[&str]| text(&[&base[..], more].concat());
    with(&["--shard", "1/2", "--json", one]);
    with(&["--shard", "2/2", "--json", two]);
    let merged = with(&["--json", all, "--merge", one, two]);
    assert_eq!(merged, with(&["--threads", "2"]));
    let report: Value = serde_json::from_slice(&std::fs::read(all).unwrap()).unwrap();
    for field in ["matches", "wins", "draws", "losses", "score", "pairs", "elo", "elo_error", "los", "llr", "ends"] {
        assert!(report.get(field).is_some(), "{field}");
    }
    assert_eq!((&report["illegal"], &report["crashes"], &report["matches"]), (&0.into(), &0.into(), &8.into()));
    for wrong in [&["--shard", "3/2"][..], &["--sprt", "5,0"], &["--matches", "1"]] {
        assert_eq!(run(&[&base[..], wrong].concat()).status.code(), Some(2), "{wrong:?}");
    }
    assert_eq!(run(&["arena", "fluky", "greedy", "9"]).status.code(), Some(2));
}

#[test]
fn weights_come_as_they_are_pasted() {
    let told = text(&["tune", "fluky", "--matches", "20", "--nodes", "100"]);
    assert!(told.lines().filter(|line| line.starts_with("Feature::new(\"")).count() > 5);
    assert_eq!(told, text(&["tune", "fluky", "--matches", "20", "--nodes", "100"]));
    // Keeps its matches, and reuses them.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.jsonl");
    let file = file.to_str().unwrap();
    let kept = |matches: &str| text(&["tune", "fluky", "--matches", matches, "--nodes", "100", "--json", file]);
    kept("12");
    assert_eq!(kept("20"), told);
    let other = run(&["tune", "chess", "--matches", "20", "--nodes", "100", "--json", file]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("matches.jsonl: line 1: matches of another kind"));
    // Never overwrites another file, even one without a line end.
    let notes = folder.path().join("notes.txt");
    std::fs::write(&notes, "buy milk").unwrap();
    let other = run(&["tune", "fluky", "--matches", "20", "--nodes", "100", "--json", notes.to_str().unwrap()]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("notes.txt: line 1: not the matches of"));
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "buy milk");
}

#[test]
fn training_can_be_repeated_continued_and_sharded() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let base = ["train", "fluky", "--nodes", "60", "--epochs", "2", "--contest", "2", "--contest-nodes", "50"];
    let train = |more: &[&str]| text(&[&base[..], more].concat());
    let told = train(&["--matches", "20", "-o", &path("one.net")]);
    assert!(told.contains("loss of the hand-written evaluation: 0.") && told.contains("epoch   2: loss 0."), "{told}");
    assert!(told.contains("eval=hand, 2 matches"), "{told}");
    // In two parts, one of them in two runs.
    for (part, matches) in [("1/2", "10"), ("1/2", "20"), ("2/2", "20")] {
        let file = path(&part.replace('/', "-"));
        train(&["--matches", matches, "--shard", part, "--data", &file]);
    }
    let parts = ["--data", &path("1-2"), "--data", &path("2-2")];
    assert_eq!(train(&[&parts[..], &["--matches", "20", "-o", &path("two.net")]].concat()).replace("two", "one"), told);
    let read = |name: &str| std::fs::read(path(name)).unwrap();
    assert!(read("one.net") == read("two.net"));
    // A net of another shape has another file, and plays.
    train(&[&parts[..], &["--matches", "20", "--alone", "--hidden", "64", "-o", &path("three.net")]].concat());
    assert!(read("one.net") != read("three.net"));
    // Matches played with the first net and with more random actions differ.
    let taught = ["--matches", "20", "--random", "5", "--teacher", &path("one.net"), "-o", &path("four.net")];
    let told = train(&taught);
    assert!(told.contains("four.net") && !told.contains("eval=hand"), "{told}");
    assert!(read("one.net") != read("four.net"));
    let other = run(&[&base[..], &parts, &taught].concat());
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("matches of another kind"));
    // Another program plays the matches, and the file names it.
    if cfg!(unix) {
        let base = ["train", "fluky", "--matches", "20", "--epochs", "2", "--contest", "0"];
        let player = |program: &str| format!("uci:depth=1 option.Hash=1 {program}");
        let own = player(&format!("'{}' uci", env!("CARGO_BIN_EXE_fairground")));
        for file in ["five.net", "six.net"] {
            text(&[&base[..], &["--player", &own, "-o", &path(file)]].concat());
        }
        assert!(read("five.net") == read("six.net"));
        assert!(String::from_utf8_lossy(&read("five.net")).contains("\"player\":\"uci:depth=1 option.Hash=1 "));
        let missing = run(&[&base[..], &["--player", &player("nothing")]].concat());
        assert_eq!(missing.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&missing.stderr).contains("nothing: cannot be started"));
    }
    let report = text(&[
        "arena",
        "fluky",
        "search:nodes=50",
        "search:nodes=50,eval=hand",
        "--matches",
        "2",
        "--net",
        &path("three.net"),
    ]);
    assert!(report.contains("search:nodes=50 against search:nodes=50,eval=hand, 2 matches"), "{report}");
}

/// The node counts of a fixed search. They change only with the search, an evaluation or a rule of
/// the game: after such a change, update them.
const SIGNATURE: &str = concat!(
    "      8916 makarenko\n",
    "      4597 abalonian\n",
    "      7888 chess\n",
    "      9490 whack\n",
    "      5287 tactical\n",
    "    129992 fluky\n",
    "    166170 nodes\n",
);

#[test]
fn the_search_is_the_same_as_before() {
    assert_eq!(text(&["bench", "--signature"]), SIGNATURE);
    let fluky = json(&["bench", "fluky", "--signature", "--json"]);
    let nodes = fluky[0]["nodes"].as_u64().unwrap();
    assert!(SIGNATURE.lines().any(|line| line.trim() == format!("{nodes} fluky")));
}
