//! External engines as players, by the Universal Chess Interface: `fairground uci`, and misbehaving
//! programs.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use command::{fails, prints, run};
use fairground::play::{Replay, Seat};
use serde_json::Value;
use tempfile::TempDir;

const OWN: &str = concat!("'", env!("CARGO_BIN_EXE_fairground"), "' uci");

/// Timeout of a match; a hanging program takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// Follows the protocol until `go`, and then misbehaves according to its argument.
const SCRIPT: &str = r#"
case "$1" in
    silent) exec sleep 600 ;;
    dead) exit 3 ;;
esac
while read -r word rest; do
    case "$word" in
        uci) echo "id name Joker"; echo "option name UCI_Variant type combo default chess var chess var makarenko"; echo uciok ;;
        isready) echo readyok ;;
        quit) exit 0 ;;
        go)
            case "$1" in
                hangs) exec sleep 600 ;;
                dies) exit 7 ;;
                floods) while :; do echo "info depth 1 nodes 1"; done ;;
                endless) exec tr '\0' x < /dev/zero ;;
                deaf) exec sleep 600 <&- ;;
                none) echo "bestmove (none)" ;;
                nothing) echo "bestmove" ;;
                *) echo "bestmove $1" ;;
            esac ;;
    esac
done
"#;

struct Programs(TempDir);

impl Programs {
    fn new() -> Programs {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("joker.sh"), SCRIPT).unwrap();
        Programs(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_string()
    }

    /// A seat with this misbehaviour, with `patience` seconds for each answer.
    fn joker(&self, what: &str, patience: f32) -> String {
        format!("uci:time=0.1 patience={patience} sh '{}' {what}", self.file("joker.sh"))
    }
}

#[test]
fn a_program_plays_a_match() {
    let programs = Programs::new();
    let file = programs.file("match.jsonl");
    let own = format!("uci:nodes=300 option.Hash=1 {OWN}");
    let how = ["--headless", "--seed", "3", "--max", "30", "--record", &file];
    let printed = prints(&[&["watch", "chess", "--white", &own, "--black", "greedy"][..], &how].concat());
    assert_eq!(printed.lines().count(), 31, "{printed}");
    assert!(printed.ends_with("outcome: ongoing\n"), "{printed}");
    prints(&["verify", &file]);
    let replay = Replay::open(Path::new(&file)).unwrap();
    assert_eq!(replay.setup().seats[0], Seat::Human, "another player may continue for it");
    assert!(replay.setup().names[0].as_deref().unwrap().starts_with("Fairground"));
    // A position with a mate in one, and clocks.
    let back_rank = "1r4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
    let how = ["--headless", "--seed", "3", "--clock", "20+1", "--position", back_rank];
    let printed = prints(&[&["watch", "chess", "--black", &format!("uci:{OWN}")][..], &how].concat());
    assert!(printed.starts_with("b8b1\t") && printed.ends_with("\noutcome: black (checkmate)\n"), "{printed}");
}

/// Games with dice, and with several decisions a turn: the match throws the dice, and the program
/// receives rolls and decisions.
#[test]
fn a_program_plays_every_game() {
    let programs = Programs::new();
    for (game, most) in
        [("fluky", 60), ("whack", 60), ("tactical", 40), ("abalonian", 20), ("makarenko", 20), ("chess", 20)]
    {
        let own = format!("uci:nodes=100 option.Hash=1 {OWN}");
        let (file, most) = (programs.file(&format!("{game}.jsonl")), most.to_string());
        let how = ["--headless", "--seed", "5", "--max", &most, "--record", &file];
        let printed = prints(&[&["watch", game, "--white", &own, "--black", &own][..], &how].concat());
        prints(&["verify", &file]);
        let replay = Replay::open(Path::new(&file)).unwrap();
        assert!(replay.notes().is_empty(), "{game}: {printed}");
        let dice = printed.lines().filter(|line| line.starts_with('~')).count();
        assert_eq!(dice > 0, ["fluky", "whack"].contains(&game), "{game}: {printed}");
    }
}

/// A program does not lose for repeating `bestmove`, or for promoting in capitals.
#[test]
fn a_program_may_repeat_itself_and_promote_in_capitals() {
    let programs = Programs::new();
    let [twice, capital] = ["twice.sh", "capital.sh"].map(|name| programs.file(name));
    let filter = |cases: &str| {
        format!("{OWN} | while read -r line; do case \"$line\" in {cases} *) echo \"$line\" ;; esac; done")
    };
    fs::write(&twice, filter("bestmove*) echo \"$line\"; echo \"$line\" ;;")).unwrap();
    let capitals = "'bestmove a7a8q'*) echo bestmove a7a8Q ;; 'bestmove a7a8r'*) echo bestmove a7a8R ;;";
    fs::write(&capital, filter(capitals)).unwrap();
    let file = programs.file("match.jsonl");
    let seat = |script: &str| format!("uci:depth=2 option.Hash=1 sh '{script}'");
    let how = ["--headless", "--seed", "3", "--max", "20", "--record", &file];
    let printed = prints(&[&["watch", "chess", "--white", &seat(&twice), "--black", "greedy"][..], &how].concat());
    assert!(printed.lines().count() == 21 && printed.ends_with("outcome: ongoing\n"), "{printed}");
    assert!(Replay::open(Path::new(&file)).unwrap().notes().is_empty());
    let printed = prints(&["arena", "chess", &seat(&twice), "random", "--matches", "2"]);
    assert!(printed.contains("illegal actions: 0, crashes: 0"), "{printed}");
    let pawn = ["--headless", "--seed", "3", "--max", "1", "--position", "7k/P7/6K1/8/8/8/8/8 w - - 0 1"];
    let printed = prints(&[&["watch", "chess", "--white", &seat(&capital), "--black", "greedy"][..], &pawn].concat());
    assert!(printed.starts_with("a7a8") && printed.ends_with("outcome: white (checkmate)\n"), "{printed}");
}

/// The program receives the game, its options and the rolls, all of them valid.
#[test]
fn a_program_receives_the_game_and_its_rolls() {
    let programs = Programs::new();
    let [script, told, said] = ["tap.sh", "told", "said"].map(|name| programs.file(name));
    fs::write(&script, format!("tee '{told}' | {OWN} | tee '{said}'")).unwrap();
    for (game, options, says) in [
        (&["fluky"][..], &["UCI_Variant value fluky"][..], " ~"),
        (&["whack"], &["UCI_Variant value whack"], " ~"),
        (&["makarenko"], &["UCI_Variant value makarenko", "values value nowak"], " moves "),
        (
            &["makarenko", "--set", "values=kostyor"],
            &["UCI_Variant value makarenko", "values value kostyor"],
            " moves ",
        ),
        (&["chess"], &[], " moves "),
    ] {
        let seat = format!("uci:nodes=50 option.Hash=1 option.values=nowak sh '{script}'");
        let how = ["--headless", "--seed", "7", "--max", "30", "--white", &seat, "--black", "random"];
        prints(&[&["watch"][..], game, &how].concat());
        let [told, said] = [&told, &said].map(|file| fs::read_to_string(file).unwrap());
        let set: Vec<_> = told.lines().filter_map(|line| line.strip_prefix("setoption name ")).collect();
        assert_eq!(set, [&["Hash value 1", "values value nowak"], options].concat(), "{game:?}");
        let positions: Vec<_> = told.lines().filter(|line| line.starts_with("position fen ")).collect();
        assert!(positions.len() > 3 && positions.last().unwrap().contains(says), "{game:?}: {told}");
        assert!(said.contains("uciok") && !said.contains("error"), "{game:?}: {told}{said}");
    }
}

/// A program without the game is refused before the match; the error names the expected value and
/// the offered ones.
#[test]
fn a_program_that_does_not_know_the_game_is_refused() {
    let programs = Programs::new();
    let joker = programs.joker("e2e4", 30.0);
    let says = ["Fluky Chess", "expected the value fluky of its option UCI_Variant, found chess, makarenko"];
    fails(&["watch", "fluky", "--white", &joker, "--headless"], &says);
    fails(&["play", "fluky", "--black", &joker], &says);
    let folder = programs.file("no-matches");
    fails(&["arena", "fluky", "random", &joker, "--record", &folder], &says);
    assert!(!Path::new(&folder).exists());
    // The program supports this game, but not this option.
    let kostyor = ["--set", "values=kostyor"];
    let says = ["Makarenko", "expected the value kostyor of its option values, found no such option"];
    fails(&[&["watch", "makarenko", "--white", &joker, "--headless"][..], &kostyor].concat(), &says);
    fails(&[&["arena", "makarenko", "random", &joker][..], &kostyor].concat(), &says);
    let output = run(&["watch", "makarenko", "--white", &joker, "--headless", "--seed", "1"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("the move \"e2e4\" is not allowed"));
}

/// A misspelt option or a wrong value is refused before the match.
#[test]
fn options_that_the_program_does_not_offer_are_refused() {
    let own = |option: &str| format!("uci:nodes=50 {option} {OWN}");
    for (option, says) in [
        ("option.Hsah=3", "option.Hsah: expected one of Hash, Clear Hash, Threads"),
        ("option.Hsah=3", "found no such option (did you mean 'Hash'?)"),
        ("option.hash=0", "option.hash: expected a whole number from 1 to "),
        ("option.hash=0", ", found \"0\"\n"),
        ("option.UCI_LimitStrength=yes", "option.UCI_LimitStrength: expected true or false, found \"yes\""),
        ("option.evaluation=hands", "option.evaluation: expected one of net, hand, found \"hands\""),
        ("'option.Clear Hash=1'", "option.Clear Hash: expected nothing, since it is a button, found \"1\""),
    ] {
        fails(&["watch", "chess", "--white", &own(option), "--headless"], &["uci:nodes=50", says]);
        fails(&["arena", "chess", &own(option), "random", "--matches", "2"], &[says]);
    }
    let right = own("option.hash=2 option.uci_limitstrength=TRUE 'option.clear hash='");
    let how = ["--headless", "--seed", "1", "--max", "2"];
    let printed = prints(&[&["watch", "chess", "--white", &right, "--black", "greedy"][..], &how].concat());
    assert_eq!(printed.lines().count(), 3, "{printed}");
}

/// A misbehaving program loses, with the reason on standard error and in the match file.
#[test]
fn misbehaving_programs_lose() {
    let programs = Programs::new();
    for (what, says) in [
        ("hangs", "no answer to 'go' within 0.6 s"),
        ("deaf", "no answer to 'go'"),
        ("floods", "no answer to 'go'"),
        ("endless", "the program has closed its output"),
        ("dies", "the program has ended (exit status: 7)"),
        ("e2e5", "the move \"e2e5\" is not allowed"),
        ("e7e8x", "the move \"e7e8x\" is not allowed"),
        ("none", "the move \"(none)\" is not allowed"),
        ("nothing", "the move \"\" is not allowed"),
    ] {
        let file = programs.file(&format!("{what}.jsonl"));
        let begun = Instant::now();
        let joker = programs.joker(what, 0.5);
        let output = run(&["watch", "chess", "--white", &joker, "--headless", "--seed", "1", "--record", &file]);
        let (printed, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(output.status.success() && printed == "outcome: black (abandoned)\n", "{what}: {printed}{told}");
        assert!(told.contains(&format!("white: {joker}: {says}")), "{what}: {told}");
        assert!(begun.elapsed() < PATIENCE, "{what}: {:?}", begun.elapsed());
        prints(&["verify", &file]);
        let replay = Replay::open(Path::new(&file)).unwrap();
        let note = &replay.notes()[&0].comment;
        assert!(note.starts_with("White loses: uci:") && note.contains(says), "{note}");
        assert_eq!(replay.setup().names[0].as_deref(), Some("Joker"));
    }
    // With a clock, the program loses on time.
    let hangs = programs.joker("hangs", 60.0);
    let output = run(&["watch", "chess", "--black", &hangs, "--headless", "--clock", "1"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.ends_with("outcome: white (out of time)\n"), "{printed}");
}

#[test]
fn a_program_that_does_not_start_is_refused() {
    let programs = Programs::new();
    let silent = programs.joker("silent", 0.3);
    let missing = format!("uci:{}", programs.file("missing"));
    for (seat, says) in [
        (silent.as_str(), "no answer to 'uci' within 0.3 s"),
        (&programs.joker("dead", 5.0), "the program has ended (exit status: 3)"),
        (&missing, "cannot be started"),
        ("uci:cat /dev/null", "the program has ended"),
        ("uci:", "expected a program"),
        ("uci:speed=3 x", "found 'speed=3'"),
    ] {
        fails(&["watch", "chess", "--white", seat, "--headless"], &[says, "uci:"]);
        fails(&["arena", "chess", seat, "random", "--matches", "2"], &[says, "uci:"]);
    }
    let own = format!("uci:{OWN}");
    fails(&["play", "chess", "--black", &missing], &["cannot be started"]);
    fails(&["watch", "chess", "--white", &own, "--black", "human", "--headless"], &["use play for a human player"]);
}

#[test]
fn programs_play_in_the_arena() {
    let programs = Programs::new();
    let (folder, results) = (programs.file("matches"), programs.file("results.json"));
    let own = format!("uci:nodes=500 {OWN}");
    let base = ["arena", "chess", &own, "random", "--matches", "2"];
    let printed = prints(&[&base[..], &["--record", &folder, "--json", &results]].concat());
    assert!(printed.contains("illegal actions: 0, crashes: 0"), "{printed}");
    let report: Value = serde_json::from_slice(&fs::read(&results).unwrap()).unwrap();
    assert_eq!((&report["a"], &report["matches"], &report["losses"]), (&own.as_str().into(), &2.into(), &0.into()));
    assert!(report["nodes_a"].as_u64().unwrap() > 5_000, "{report}");
    let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 2);
    for file in &files {
        prints(&["verify", file.to_str().unwrap()]);
    }
    // All matches exist already.
    assert_eq!(prints(&[&base[..], &["--json", &results]].concat()), printed);
}

#[test]
fn two_programs_meet_in_any_game() {
    let own = |nodes: u32| format!("uci:nodes={nodes} {OWN}");
    for game in ["fluky", "whack", "tactical"] {
        let printed = prints(&["arena", game, &own(60), &own(50), "--matches", "2", "--threads", "2", "--seed", "2"]);
        assert!(printed.contains("illegal actions: 0, crashes: 0"), "{game}: {printed}");
    }
}

#[test]
fn misbehaving_programs_lose_in_the_arena() {
    let programs = Programs::new();
    for (what, end, says) in [
        ("dies", "crash", "the program has ended (exit status: 7)"),
        ("hangs", "no answer", "no answer to 'go' within 0.5 s"),
        ("a1a1", "illegal action", "the move \"a1a1\" is not allowed"),
    ] {
        let (folder, results) = (programs.file(&format!("{what}-matches")), programs.file(&format!("{what}.json")));
        let how = ["--matches", "4", "--threads", "2", "--record", &folder, "--json", &results];
        let joker = programs.joker(what, 0.4);
        let printed = prints(&[&["arena", "chess", "random", &joker][..], &how].concat());
        let counts = if what == "a1a1" { "illegal actions: 4, crashes: 0" } else { "illegal actions: 0, crashes: 4" };
        for text in ["won 4, drawn 0, lost 0", counts, &format!("4 {end}\n"), &format!("pair 1: {joker}: {says}")] {
            assert!(printed.contains(text), "{text:?} is missing in {printed}");
        }
        let report: Value = serde_json::from_slice(&fs::read(&results).unwrap()).unwrap();
        assert!(report["played"][1]["matches"][0]["fault"].as_str().unwrap().contains(says), "{report}");
        for entry in fs::read_dir(&folder).unwrap() {
            let file = entry.unwrap().path();
            prints(&["verify", file.to_str().unwrap()]);
            let replay = Replay::open(&file).unwrap();
            let winner = replay.outcome().unwrap().winner.unwrap();
            assert!(file.to_str().unwrap().ends_with(&format!("-a-{winner}.jsonl")), "{}", file.display());
            assert!(replay.notes().values().any(|note| note.comment.contains(says)));
            let names = replay.setup().names.each_ref().map(Option::as_deref);
            assert!(names.contains(&Some("Joker")) && names.contains(&None), "{names:?}");
        }
    }
}
