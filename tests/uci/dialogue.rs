//! A dialogue with the program as the engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Timeout for an answer, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Time for an unwanted answer to arrive.
pub const MOMENT: Duration = Duration::from_millis(400);

pub struct Dialogue {
    pub child: Child,
    pub input: Option<ChildStdin>,
    pub lines: Receiver<String>,
}

impl Dialogue {
    pub fn new() -> Self {
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
    pub fn at(game: &str, position: &str) -> Self {
        let mut dialogue = Dialogue::new();
        dialogue.say(&format!("setoption name UCI_Variant value {game}\nposition {position}"));
        dialogue
    }

    pub fn say(&mut self, lines: &str) {
        writeln!(self.input.as_mut().unwrap(), "{lines}").unwrap();
    }

    /// The lines up to the first that begins with `start`.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> Vec<String> {
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
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.say(lines);
        self.until("bestmove")
    }

    /// Sends lines, and returns the move of the answer.
    #[track_caller]
    pub fn best(&mut self, lines: &str) -> String {
        best(&self.ask(lines))
    }

    /// Asserts that no `bestmove` arrives for a moment.
    #[track_caller]
    pub fn waits(&mut self) {
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
pub fn piped(lines: &str) -> Vec<String> {
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
pub fn decisions(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect()
}

pub fn best(lines: &[String]) -> String {
    lines.last().unwrap().split(' ').nth(1).unwrap().to_string()
}

/// The word after `name` in an info line.
pub fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

pub fn number(line: &str, name: &str) -> Option<i64> {
    value(line, name)?.parse().ok()
}

pub fn has_error(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("info string error"))
}
