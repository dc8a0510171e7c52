//! The commands of the protocol and the order of the answers.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::dialogue::{Dialogue, PATIENCE, best, decisions, has_error, number, piped};
use crate::python;

#[test]
fn it_introduces_itself() {
    let mut dialogue = Dialogue::new();
    dialogue.say("uci");
    let lines = dialogue.until("uciok");
    assert!(lines[0].starts_with("id name Fairground") && lines[1].starts_with("id author"));
    for option in [
        "option name Hash type spin default 64 min 1",
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1",
        "option name Level type spin default 0 min 0 max 8",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1900 min 950 max 1900",
        "option name UCI_ShowWDL type check default false",
        "option name Evaluation type combo default net var net var hand",
        "option name UCI_Variant type combo default chess var ",
        "option name values type combo default nowak var nowak var kostyor",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(option)), "{option}");
    }
    // Words before a command, and unknown commands, are ignored.
    dialogue.say("joho debug\n\n  please\tisready ");
    assert_eq!(dialogue.until("readyok").len(), 1);
}

#[test]
fn options_have_any_case_and_any_blanks() {
    let mut dialogue = Dialogue::new();
    for line in [
        "setoption name threads value 2",
        "setoption  name\tTHREADS   value  1 ",
        "setoption name multipv value 2",
        "setoption name Clear Hash",
        "setoption name clear  hash",
        "setoption name hash value 1",
        "setoption name Ponder value true",
        "setoption name evaluation value Hand",
        "setoption name UCI_variant value Makarenko",
        "setoption NAME Values VALUE Kostyor",
    ] {
        dialogue.say(&format!("{line}\nisready"));
        assert_eq!(dialogue.until("readyok"), ["readyok"], "{line}");
    }
    assert!(dialogue.ask("go depth 1").iter().any(|line| number(line, "multipv") == Some(2)));
    for line in [
        "name Threads value 0",
        "name Hash value much",
        "name Nonsense value 1",
        "Threads",
        "",
        "name Ponder value x",
        "name Level value 9",
        "name UCI_Elo value 3000",
        "name UCI_LimitStrength value 1",
        "name UCI_ShowWDL",
    ] {
        dialogue.say(&format!("setoption {line}\nisready"));
        assert!(has_error(&dialogue.until("readyok")), "{line}");
    }
}

#[test]
fn no_move_after_an_invalid_position() {
    let mut dialogue = Dialogue::new();
    for position in ["fen rubbish", "startpos moves e2e4 e2e5", "fen 8/8 w - -", "nonsense", ""] {
        let lines = dialogue.ask(&format!("position startpos moves d2d4\nposition {position}\ngo nodes 100"));
        assert!(has_error(&lines) && best(&lines) == "(none)", "{position}: {lines:?}");
    }
    dialogue.say("go infinite");
    dialogue.waits();
    assert_eq!(dialogue.best("stop"), "(none)");
    assert_eq!(dialogue.best("position startpos moves e2e4 e7e5 g1f3\ngo nodes 100").len(), 4);
    assert_eq!(dialogue.best("position fen 8/8\nucinewgame\ngo nodes 100").len(), 4);
}

#[test]
fn a_position_may_lack_its_counters() {
    let mut dialogue = Dialogue::new();
    for fields in ["", " 0 1", " bm d1d8; id \"back rank\";"] {
        assert_eq!(dialogue.best(&format!("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - -{fields}\ngo depth 2")), "d1d8");
    }
}

/// Each `go` is answered with one `bestmove`, in order, regardless of input during a search.
#[test]
fn every_go_is_answered_once() {
    for (lines, answers) in [
        ("position startpos\ngo infinite\nstop\nposition startpos moves e2e4\ngo movetime 100", 2),
        ("position startpos\ngo depth 5\nposition startpos moves e2e4\ngo depth 5", 2),
        ("go depth 8\ngo depth 3\nquit", 2),
        ("go infinite\ngo infinite\ngo ponder wtime 9 btime 9\ngo\ngo depth 1", 5),
        ("go infinite\nquit", 1),
        ("go\nquit\ngo depth 1", 1),
        ("go ponder wtime 60000 btime 60000\nquit", 1),
        ("go ponder wtime 60000 btime 60000\nponderhit\nstop\ngo depth 2", 2),
        ("go infinite\nucinewgame\nisready\ngo depth 2", 2),
        ("go infinite\nsetoption name Hash value 1\nsetoption name Clear Hash\ngo depth 2", 2),
        ("go infinite\nsetoption name UCI_Variant value fluky\ngo depth 2", 2),
        ("go infinite\nposition fen rubbish\ngo depth 2", 2),
        ("position fen rubbish\ngo infinite\ngo depth 2\nstop", 2),
        ("stop\nponderhit\nstop\nisready\nquit", 0),
        ("go infinite\nstop\nstop\nstop", 1),
        ("go depth 1\nstop\ngo depth 1\nstop", 2),
        ("go perft 2\nstop\ngo depth 1", 2),
        ("go depth\nquit", 1),
        // Limits that are never reached.
        ("go depth 100\ngo wtime 9000000000\ngo infinite\nstop\ngo depth 1", 4),
        ("go nodes 9000000000000\ngo depth 1\nquit", 2),
    ] {
        let said = piped(lines);
        assert_eq!(decisions(&said).len(), answers, "{lines}: {said:#?}");
        assert!(lines.contains("isready") <= said.contains(&"readyok".to_string()), "{lines}: {said:#?}");
    }
}

/// Some programs do not wait for the answer to `stop`.
#[test]
fn a_go_directly_after_stop_is_answered() {
    let again = "stop\nposition startpos moves e2e4\ngo infinite\n".repeat(60);
    let said = piped(&format!("go infinite\n{again}stop"));
    assert_eq!(decisions(&said).len(), 61);
    assert!(!has_error(&said), "{said:#?}");
}

/// A search answers for its own position; the next one uses the position set up meanwhile.
#[test]
fn a_position_during_a_search_is_for_the_next_one() {
    let [white, black] = ["6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "1r4k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"];
    for meanwhile in ["", "setoption name Threads value 2\n", "ucinewgame\n", "setoption name Evaluation value hand\n"]
    {
        let said =
            piped(&format!("position fen {white}\ngo infinite\n{meanwhile}position fen {black}\ngo depth 3\nquit"));
        assert_eq!(decisions(&said)[0], "d1d8", "{meanwhile}: {said:#?}");
        // `quit` may stop the second search, but depth 1 is finished.
        assert_eq!(decisions(&said)[1], "b8b1", "{meanwhile}: {said:#?}");
        assert!(!has_error(&said), "{said:#?}");
    }
}

/// The next `go` does not stop a limited search early.
#[test]
fn a_limited_search_is_finished_before_the_next() {
    let said = piped("go depth 6\ngo depth 2");
    let first = said.iter().position(|line| line.starts_with("bestmove")).unwrap();
    assert_eq!(number(&said[first - 1], "depth"), Some(6), "{said:#?}");
    assert!(said[first..].iter().filter_map(|line| number(line, "depth")).all(|depth| depth <= 2), "{said:#?}");
}

#[test]
fn it_quits_during_a_search() {
    let mut dialogue = Dialogue::new();
    dialogue.say("go infinite\nquit");
    assert_eq!(best(&dialogue.until("bestmove")).len(), 4);
    let begun = Instant::now();
    while dialogue.child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn unknown_limits_are_ignored() {
    let mut dialogue = Dialogue::new();
    let lines = dialogue.ask("go speed 3 depth 2");
    assert!(has_error(&lines) && best(&lines).len() == 4);
    dialogue.say("go perft 2\nisready");
    assert!(has_error(&dialogue.until("readyok")));
    assert_eq!(dialogue.best("stop").len(), 4);
    assert_eq!(dialogue.best("go depth 1").len(), 4);
}

#[test]
fn clocks_may_be_decimal_negative_or_huge() {
    for clocks in ["wtime 3000.5 btime 3000.5", "wtime -3.5 btime 1e3", "wtime 99999999999999999999 btime 1 depth 3"] {
        let said = piped(&format!("position startpos\ngo {clocks}"));
        assert!(!has_error(&said) && decisions(&said).len() == 1, "{clocks}: {said:#?}");
    }
    // This search has a clock: the end of the input does not stop it as one without limits.
    let mut dialogue = Dialogue::new();
    assert_eq!(dialogue.best("go wtime 300.5 btime 300.5").len(), 4);
}

#[test]
fn positions_of_other_programs_are_read() {
    for position in [
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0",
        "fen 8/P6k/8/8/8/8/7K/8 w - - 0 1 moves a7a8Q",
        "fen 8/P6k/8/8/8/8/7K/8 w - - 0 0 moves a7a8N h7g6",
    ] {
        let said = piped(&format!("position {position}\ngo depth 3"));
        assert!(!has_error(&said) && decisions(&said)[0].len() == 4, "{position}: {said:#?}");
    }
}

#[test]
fn every_game_is_answered() {
    for game in ["makarenko", "abalonian", "chess", "whack", "tactical", "fluky"] {
        let mut dialogue = Dialogue::at(game, "startpos");
        for limits in ["nodes 1", "movetime 50", "depth 1", "infinite\nstop"] {
            let lines = dialogue.ask(&format!("go {limits}"));
            assert!(!has_error(&lines), "{game} {limits}: {lines:?}");
            let values = lines.iter().filter_map(|line| number(line, "cp"));
            assert!(values.into_iter().all(|value| value.abs() <= 20_000), "{game} {limits}: {lines:?}");
            assert!(!lines.iter().any(|line| line.contains("score mate")), "{game} {limits}: {lines:?}");
        }
    }
}

#[test]
fn python_chess_agrees() {
    if !python::has("chess", "chess.engine, chess.pgn") {
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/uci_python_chess.py");
    let output = Command::new("python3").args([script, env!("CARGO_BIN_EXE_fairground")]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "agreed\n", "{}", String::from_utf8_lossy(&output.stderr));
}
