//! A UCI dialogue with the program as the engine: after any input it still answers, and answers
//! each `go` once.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::damage::damaged;
use super::seeded;

mod everyday {
    super::super::targets! {
        uci_dialogue: 60, many_uci_dialogue: 4000;
    }
}

/// Lines of a chess program.
const LINES: &[&str] = &[
    "uci",
    "ucinewgame",
    "setoption name UCI_Variant value fluky",
    "setoption name UCI_Variant value chess",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen 4k3/P7/8/8/8/8/4P3/4K3 w - - 0 1 moves a7a8q",
    "position fen kpppp/p4/5/4P/PPPPK w - 0",
    "go nodes 50",
    "go depth 2 searchmoves e2e4 d2d4",
    "go wtime 1000 btime 1000.5 winc 10 binc 10 movestogo 40",
    "go infinite",
    "go ponder wtime 1000 btime 1000",
    "ponderhit",
    "stop",
    "d",
    "debug on",
];

/// Each case is a burst of damaged lines, after which `isready` is answered and every search has
/// ended.
fn uci_dialogue(cases: u64) {
    let mut rng = seeded(cases);
    let mut child = Command::new(env!("CARGO_BIN_EXE_fairground"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    for case in 0..cases {
        let mut burst = String::new();
        for _ in 0..rng.random_range(1..6) {
            let (line, other) = (LINES.choose(&mut rng).unwrap(), LINES.choose(&mut rng).unwrap());
            let line = if rng.random_bool(0.5) { line.to_string() } else { damaged(line, other, &mut rng) };
            // `quit` would end the dialogue; another test covers it.
            let ends = line.split_whitespace().any(|word| word == "quit");
            burst += if ends { "d" } else { &line };
            burst.push('\n');
        }
        // The last one is well-formed, to be counted.
        burst += "stop\nsetoption name UCI_Variant value chess\nposition startpos\ngo nodes 20\nisready\n";
        write!(input, "{burst}").unwrap_or_else(|error| panic!("{case}: {burst:?}: {error}"));
        input.flush().unwrap();
        let mut ready = false;
        loop {
            let line = output.next().unwrap_or_else(|| panic!("the program ended after {burst:?}")).unwrap();
            ready |= line == "readyok";
            if line.starts_with("bestmove") && line != "bestmove (none)" && ready {
                break;
            }
            if line == "readyok" {
                write!(input, "stop\ngo nodes 20\n").unwrap();
                input.flush().unwrap();
            }
        }
        // Pending answers end before the next case begins.
        writeln!(input, "isready").unwrap();
        while output.next().unwrap().unwrap() != "readyok" {}
    }
    writeln!(input, "quit").unwrap();
    assert!(child.wait().unwrap().success());
    eprintln!("UCI dialogue: {cases} bursts answered");
}
