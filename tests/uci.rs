//! The Universal Chess Interface, through a pipe: compared with the protocol's text (Meyer-Kahlen
//! and Huber, April 2006), and used by python-chess.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/python.rs"]
mod python;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Timeout for an answer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Time for an unwanted answer to arrive.
const MOMENT: Duration = Duration::from_millis(400);

struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Dialogue {
    fn new() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fairground"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
        Dialogue { child, input, lines }
    }

    /// A dialogue about a position of a game.
    fn at(game: &str, position: &str) -> Self {
        let mut dialogue = Dialogue::new();
        dialogue.say(&format!("setoption name UCI_Variant value {game}\nposition {position}"));
        dialogue
    }

    fn say(&mut self, lines: &str) {
        writeln!(self.input.as_mut().unwrap(), "{lines}").unwrap();
    }

    /// The lines up to the first that begins with `start`.
    #[track_caller]
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {start} after {lines:#?}"));
            let last = line.starts_with(start);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// Sends lines, and returns the answer up to `bestmove`.
    #[track_caller]
    fn ask(&mut self, lines: &str) -> Vec<String> {
        self.say(lines);
        self.until("bestmove")
    }

    /// Sends lines, and returns the move of the answer.
    #[track_caller]
    fn best(&mut self, lines: &str) -> String {
        best(&self.ask(lines))
    }

    /// Asserts that no `bestmove` arrives for a moment.
    #[track_caller]
    fn waits(&mut self) {
        let end = Instant::now() + MOMENT;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            assert!(!line.starts_with("bestmove"), "{line}");
        }
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // The test may have ended it already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The complete output of the program for these lines of input.
#[track_caller]
fn piped(lines: &str) -> Vec<String> {
    let mut dialogue = Dialogue::new();
    dialogue.say(lines);
    dialogue.input = None;
    let mut said = Vec::new();
    loop {
        match dialogue.lines.recv_timeout(PATIENCE) {
            Ok(line) => said.push(line),
            Err(RecvTimeoutError::Disconnected) => return said,
            Err(RecvTimeoutError::Timeout) => panic!("the program continues after {said:#?}"),
        }
    }
}

/// The moves of all answers to `go`.
fn decisions(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect()
}

fn best(lines: &[String]) -> String {
    lines.last().unwrap().split(' ').nth(1).unwrap().to_string()
}

/// The word after `name` in an info line.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

fn number(line: &str, name: &str) -> Option<i64> {
    value(line, name)?.parse().ok()
}

fn has_error(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("info string error"))
}

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
fn it_plays_on_after_unclaimed_draws() {
    let mut dialogue = Dialogue::new();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    for position in [
        format!("startpos moves {shuffle}"),
        format!("startpos moves {shuffle} e2e4"),
        format!("startpos moves {shuffle} {shuffle} {shuffle}"),
        "fen 8/8/8/4k3/8/4K3/4R3/8 w - - 99 90 moves e2f2".to_string(),
        "fen 8/8/8/4k3/8/4K3/4R3/8 w - - 120 90".to_string(),
    ] {
        let lines = dialogue.ask(&format!("position {position}\ngo nodes 1000"));
        assert!(!has_error(&lines) && best(&lines).len() == 4, "{position}: {lines:?}");
    }
}

/// The value of a claimable draw: the game continues, but the next move may draw.
#[test]
fn the_search_sees_the_hundredth_halfmove() {
    let lines = Dialogue::at("chess", "fen 8/8/8/4k3/8/4K3/4R3/8 w - - 99 90").ask("go depth 4");
    assert_eq!(number(&lines[lines.len() - 2], "cp"), Some(0), "{lines:?}");
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

/// Depth 1 is finished, so the answer is neither a mate nor an arbitrary move.
#[test]
fn a_search_stopped_immediately_has_a_move() {
    for end in [Some("stop"), None] {
        let mut dialogue =
            Dialogue::at("chess", "fen rnb1kbnr/pppp1ppp/8/4p3/4P2q/8/PPPPQPPP/RNB1KBNR w KQkq - 0 1 moves e2e3 h4e4");
        dialogue.say("go infinite");
        match end {
            Some(end) => dialogue.say(end),
            None => drop(dialogue.input.take()),
        }
        let lines = dialogue.until("bestmove");
        // The queen that captured a pawn is captured.
        assert_eq!(best(&lines), "e3e4", "{lines:?}");
        assert!(lines.iter().all(|line| !line.contains("mate")), "{lines:?}");
        assert!(lines.iter().any(|line| number(line, "depth") >= Some(1)));
    }
}

#[test]
fn searchmoves_limits_the_search() {
    let mut dialogue = Dialogue::new();
    assert_eq!(dialogue.best("go searchmoves a2a3 depth 3"), "a2a3");
    assert!(["a2a3", "h2h3"].contains(&dialogue.best("go depth 3 searchmoves a2a3 h2h3").as_str()));
    let lines = dialogue.ask("go searchmoves e2e5 depth 2");
    assert!(has_error(&lines) && best(&lines).len() == 4);
}

#[test]
fn go_mate_ends_with_the_mate() {
    let mut dialogue = Dialogue::at("chess", "fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    let lines = dialogue.ask("go mate 2");
    assert_eq!(number(&lines[lines.len() - 2], "mate"), Some(2), "{lines:?}");
    // A mate in 1 does not exist, and the search ends after a while.
    let lines = dialogue.ask("position fen 7k/8/8/8/8/8/R7/7K w - - 0 1\ngo mate 1");
    assert!(number(&lines[lines.len() - 2], "mate") != Some(1) && best(&lines).len() == 4);
}

#[test]
fn pondering_waits_for_its_hit() {
    let mut dialogue = Dialogue::new();
    dialogue.say("go ponder wtime 1000 btime 1000");
    dialogue.waits();
    let begun = Instant::now();
    dialogue.best("ponderhit");
    assert!(begun.elapsed() < Duration::from_secs(20));
    // A search that finished early also waits.
    dialogue.say("go ponder depth 1");
    dialogue.waits();
    dialogue.best("ponderhit");
    dialogue.say("go ponder wtime 600000 btime 600000");
    dialogue.waits();
    dialogue.best("stop");
    // A ponderhit for a search that has to continue.
    dialogue.say("go ponder infinite\nponderhit");
    dialogue.waits();
    dialogue.best("stop");
}

#[test]
fn bestmove_names_the_ponder_move() {
    let lines = Dialogue::new().ask("go depth 5");
    let words: Vec<_> = lines.last().unwrap().split(' ').collect();
    assert!(
        matches!(words[..], ["bestmove", best, "ponder", reply] if best.len() == 4 && reply.len() == 4),
        "{words:?}"
    );
}

#[test]
fn infinite_waits_for_stop_after_the_search_has_ended() {
    for position in ["fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1 moves d1d8"] {
        let mut dialogue = Dialogue::at("chess", position);
        dialogue.say("go infinite");
        dialogue.waits();
        let best = dialogue.best("stop");
        assert_eq!(best, if position.ends_with("d1d8") { "(none)" } else { "d1d8" });
    }
    let over = Dialogue::at("chess", "fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1 moves d1d8").ask("go depth 3");
    assert_eq!(over, ["info depth 0 score mate 0", "bestmove (none)"]);
}

#[test]
fn a_forced_move_is_played_immediately() {
    let mut dialogue = Dialogue::at("chess", "fen rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP3P/RNBQKBNR w KQkq - 0 1");
    let begun = Instant::now();
    // A thirtieth of the clock is two minutes.
    assert_eq!(dialogue.best("go wtime 3600000 btime 3600000"), "e1e2");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn the_clock_is_kept() {
    let mut dialogue = Dialogue::new();
    for (limits, most) in [("wtime 3000 btime 1", 1_000), ("movetime 200", 1_000), ("wtime -20 btime 5", 500)] {
        let lines = dialogue.ask(&format!("go {limits}"));
        assert!(number(&lines[lines.len() - 2], "time").unwrap() < most, "{limits}: {lines:?}");
    }
}

#[test]
fn all_threads_are_counted() {
    let mut dialogue = Dialogue::at("chess", "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6");
    dialogue.say("setoption name Threads value 2");
    let lines = dialogue.ask("go nodes 400000");
    let infos: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
    let nodes: Vec<_> = infos.iter().map(|line| number(line, "nodes").unwrap()).collect();
    assert!(nodes.is_sorted() && nodes.last() == Some(&400_000), "{nodes:?}");
    for line in infos {
        assert!(number(line, "seldepth") >= number(line, "depth"), "{line}");
        assert!((0..=1_000).contains(&number(line, "hashfull").unwrap()) && number(line, "nps").is_some(), "{line}");
    }
}

#[test]
fn bounds_are_reported_and_the_table_fills() {
    let mut dialogue =
        Dialogue::at("chess", "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let lines = dialogue.ask("go depth 9");
    let bounded = lines.iter().filter(|line| line.contains(" lowerbound ") || line.contains(" upperbound ")).count();
    assert!(bounded > 0 && bounded < lines.len() - 9, "{lines:?}");
    // Lines with a bound are usually almost complete, too.
    let is_whole = |line: &&String| {
        let length = line.split(' ').skip_while(|word| *word != "pv").count() as i64 - 1;
        line.contains("bound ") && length + 2 >= number(line, "depth").unwrap()
    };
    assert!(2 * lines.iter().filter(is_whole).count() > bounded, "{lines:?}");
    // The last line of an iteration is exact.
    assert!(!lines[lines.len() - 2].contains("bound"), "{lines:?}");
    let lines = dialogue.ask("setoption name Hash value 1\ngo nodes 400000");
    assert!(number(&lines[lines.len() - 2], "hashfull") > Some(500), "{lines:?}");
}

/// The memory lasts until another match begins, or the other program clears it.
#[test]
fn searches_reuse_earlier_results() {
    let mut dialogue = Dialogue::at("chess", "startpos");
    let mut ask = |before: &str| dialogue.ask(&format!("{before}\nposition startpos\ngo depth 8"));
    let nodes = |lines: Vec<String>| number(&lines[lines.len() - 2], "nodes").unwrap();
    let fresh = nodes(ask("isready"));
    assert!(2 * nodes(ask("isready")) < fresh);
    for forget in ["ucinewgame", "setoption name Clear Hash"] {
        assert_eq!(nodes(ask(forget)), fresh, "{forget}");
    }
}

#[test]
fn a_due_die_shares_the_time_among_all_faces() {
    let mut dialogue = Dialogue::at("fluky", "startpos moves c1c2");
    for limits in ["movetime 400", "nodes 4000", "infinite\nstop", "wtime 12000 btime 12000"] {
        let lines = dialogue.ask(&format!("go {limits}"));
        assert_eq!(best(&lines), "(none)");
        let faces: Vec<_> = lines.iter().filter(|line| line.starts_with("info string ~")).collect();
        assert_eq!(faces.len(), 4, "{lines:?}");
        // No face of the first throw wins or loses.
        assert!(faces.iter().all(|line| number(line, "cp").is_some_and(|value| value.abs() < 1_500)), "{faces:?}");
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

/// Level 1 plays with much randomness, level 8 with none; the same commands repeat the same match.
#[test]
fn strength_is_limited_by_level_and_by_elo() {
    let middle = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6";
    for game in ["chess", "fluky", "whack"] {
        for level in [1, 5, 8] {
            let mut dialogue = Dialogue::at(game, "startpos");
            let lines = dialogue.ask(&format!("setoption name Level value {level}\ngo movetime 60000"));
            assert!(!has_error(&lines), "{lines:?}");
            let nodes = lines.iter().filter_map(|line| number(line, "nodes")).max().unwrap_or(0);
            let most = fairground::games::info(game).unwrap().levels.strengths[level - 1].nodes;
            assert!(nodes <= most as i64, "{game}, level {level}: {nodes} nodes");
        }
    }
    let choices = |set: &str| -> Vec<String> {
        let mut dialogue = Dialogue::new();
        dialogue.say(set);
        (0..24).map(|_| dialogue.best(&format!("ucinewgame\n{middle}\ngo"))).collect()
    };
    let weak = choices("setoption name Level value 1");
    assert!(weak.iter().any(|choice| *choice != weak[0]), "every match is different: {weak:?}");
    assert_eq!(choices("setoption name Level value 1"), weak);
    let limited = choices("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 950");
    assert_eq!(limited, weak, "950 is level 1");
    let mixed = choices("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1050");
    assert!(mixed != weak && mixed != choices("setoption name Level value 2"), "{mixed:?}");
    let lines = Dialogue::new().ask("setoption name UCI_Elo value 950\ngo nodes 30000");
    assert_eq!(lines.iter().filter_map(|line| number(line, "nodes")).max(), Some(30_000), "not limited: {lines:?}");
    // It obeys `searchmoves`, the smaller of the limits, `infinite`, and MultiPV.
    let mut dialogue = Dialogue::new();
    dialogue.say("setoption name Level value 2\nsetoption name MultiPV value 2");
    let lines = dialogue.ask(&format!("{middle}\ngo searchmoves a2a3 h2h3 nodes 100"));
    assert!(["a2a3", "h2h3"].contains(&best(&lines).as_str()), "{lines:?}");
    assert!(lines.iter().filter_map(|line| number(line, "nodes")).all(|nodes| nodes <= 100), "{lines:?}");
    let lines = dialogue.ask("go");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info")).count(), 2, "{lines:?}");
    dialogue.say("go infinite");
    dialogue.waits();
    assert_eq!(dialogue.best("stop").len(), 4);
    // Other games have no Elo: it reports that and plays on.
    let lines = Dialogue::at("fluky", "startpos").ask("setoption name UCI_LimitStrength value true\ngo depth 2");
    assert!(has_error(&lines) && best(&lines).len() == 4, "{lines:?}");
}

#[test]
fn wins_draws_and_losses_are_shown() {
    let mut dialogue = Dialogue::new();
    assert!(dialogue.ask("go depth 3").iter().all(|line| !line.contains(" wdl ")));
    dialogue.say("setoption name UCI_ShowWDL value true");
    for (position, sign) in
        [("startpos", 0), ("fen 4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", 1), ("fen 4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1", -1)]
    {
        let lines = dialogue.ask(&format!("position {position}\ngo depth 6"));
        for line in lines.iter().filter(|line| line.contains(" score ")) {
            let wdl: Vec<i64> = line
                .split(' ')
                .skip_while(|word| *word != "wdl")
                .skip(1)
                .take(3)
                .map(|word| word.parse().unwrap())
                .collect();
            assert!(
                wdl.len() == 3 && wdl.iter().sum::<i64>() == 1_000 && wdl.iter().all(|share| *share >= 0),
                "{line}"
            );
            assert!(sign == 0 || (wdl[0] - wdl[2]) * sign > 500, "{line}");
        }
    }
    let mate = dialogue.ask("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\ngo depth 2");
    assert!(mate[mate.len() - 2].contains("score mate 1 wdl 1000 0 0 "), "{mate:?}");
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
