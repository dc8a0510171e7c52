//! The Universal Chess Interface, for playing against the search in GUIs: orthodox chess in the
//! standard form, other games with this program's texts of positions and actions. A roll among the
//! moves is `~` followed by its symbol.
//!
//! Source: Stefan Meyer-Kahlen and Rudolf Huber, UCI protocol, April 2006; `UCI_Variant` as in
//! other programs for variants.

mod go;
mod info;
mod options;
mod position;
mod search;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::CliError;
use crate::bots::SearchMemory;
use crate::engine::DynGame;
use crate::games;
use crate::platform::clock::Instant;
use go::Go;
use info::NO_MOVE;
use options::{Changed, UciOptions};
use search::{Message, Search, Signals};

/// Events, in the order in which they occur.
enum Event {
    /// A line from the GUI.
    Line(String),
    /// The GUI has closed its output.
    Closed,
    Search(Message),
}

/// A search that has not been answered.
struct Running {
    signals: Arc<Signals>,
    /// Whether the decision waits for `stop` (`infinite`) or `ponderhit`.
    infinite: bool,
    pondering: bool,
    /// Whether the search has no limits, apart from pondering.
    endless: bool,
    /// The decision, while it has to wait.
    decided: Option<String>,
}

struct Engine {
    options: UciOptions,
    /// `None` after an invalid position, until the next valid one.
    game: Option<Box<dyn DynGame>>,
    /// The memory shared by the searches of this match, such as the transposition table.
    memory: SearchMemory,
    /// The number of matches, see `ucinewgame`.
    matches: u64,
    events: Sender<Event>,
    running: Option<Running>,
    /// Pending lines. A command that needs the running search to end waits, as do the lines after
    /// it.
    lines: VecDeque<String>,
    /// The number of pending lines that stop the search.
    stops: usize,
}

/// The commands of the protocol, and `d`, which prints the position.
const COMMANDS: [&str; 10] =
    ["uci", "isready", "setoption", "ucinewgame", "position", "go", "ponderhit", "stop", "quit", "d"];

/// Whether a line stops the search.
fn stops(line: &str) -> bool {
    matches!(command_in(line), Some(("stop" | "quit", _)))
}

/// The command in a line and the words after it. The protocol says to ignore words before the
/// command, and lines without a command.
fn command_in(line: &str) -> Option<(&str, Vec<&str>)> {
    let mut words = line.split_whitespace();
    let command = words.find(|word| COMMANDS.contains(word))?;
    Some((command, words.collect()))
}

pub(super) fn uci(out: &mut impl Write) -> Result<(), CliError> {
    let (events, received) = mpsc::channel();
    let lines = events.clone();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        // Invalid UTF-8 makes only its line invalid.
        while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            if lines.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
                return;
            }
            line.clear();
        }
        // An error means that the receiver no longer exists.
        let _ = lines.send(Event::Closed);
    });
    let chess = games::info("chess").map_err(|error| CliError::Usage(error.to_string()))?;
    let mut engine = Engine {
        options: UciOptions::new(chess),
        game: None,
        memory: SearchMemory::default(),
        matches: 0,
        events,
        running: None,
        lines: VecDeque::new(),
        stops: 0,
    };
    engine.begin().map_err(CliError::Usage)?;
    engine.serve(&received, out)
}

impl Engine {
    fn serve(&mut self, received: &Receiver<Event>, out: &mut impl Write) -> Result<(), CliError> {
        let mut closed = false;
        while let Ok(event) = received.recv() {
            match event {
                Event::Line(line) => {
                    self.stops += usize::from(stops(&line));
                    self.lines.push_back(line);
                }
                Event::Closed => closed = true,
                Event::Search(Message::Info(text)) => writeln!(out, "{text}")?,
                Event::Search(Message::Decided(text)) => {
                    if let Some(running) = &mut self.running {
                        running.decided = Some(text);
                    }
                }
            }
            self.answer(out)?;
            while let Some(line) = self.next_line(out)? {
                if !self.command(&line, out)? {
                    return Ok(out.flush()?);
                }
                self.answer(out)?;
            }
            if closed && self.lines.is_empty() {
                // A search started through a pipe is still answered.
                self.stop_endless();
                self.answer(out)?;
                if self.running.is_none() {
                    return Ok(out.flush()?);
                }
            }
            out.flush()?;
        }
        Ok(())
    }

    /// The next line to run; `None` without pending lines, or while the line waits for the running
    /// search.
    fn next_line(&mut self, out: &mut impl Write) -> io::Result<Option<String>> {
        let command = self.lines.front().and_then(|line| command_in(line)).map(|(command, _)| command);
        match command {
            // The running search may be far from its limits. A waiting `stop` applies to it as
            // well.
            Some("go") if self.stops > 0 => self.stop(),
            Some("go") => self.stop_endless(),
            Some("quit") => self.stop(),
            _ => return Ok(self.take_line()),
        }
        self.answer(out)?;
        Ok(if self.running.is_none() { self.take_line() } else { None })
    }

    fn take_line(&mut self) -> Option<String> {
        let line = self.lines.pop_front()?;
        self.stops -= usize::from(stops(&line));
        Some(line)
    }

    /// Writes the decision, unless it is missing or has to wait.
    fn answer(&mut self, out: &mut impl Write) -> io::Result<()> {
        if let Some(running) = &self.running
            && !running.waits()
            && let Some(decided) = &running.decided
        {
            writeln!(out, "{decided}")?;
            self.running = None;
        }
        Ok(())
    }

    /// Runs a line. Returns `false` for `quit`.
    fn command(&mut self, line: &str, out: &mut impl Write) -> Result<bool, CliError> {
        let Some((command, rest)) = command_in(line) else { return Ok(true) };
        let rest = rest.as_slice();
        let result = match command {
            "uci" => self.print_identity(out).map(Ok)?,
            "isready" => writeln!(out, "readyok").map(Ok)?,
            "setoption" => self.set_option(rest),
            "ucinewgame" => self.begin(),
            "position" => self.position(rest),
            "go" => self.go(rest, out),
            "ponderhit" => {
                if let Some(running) = &mut self.running
                    && running.pondering
                {
                    running.pondering = false;
                    running.signals.begun.get_or_init(Instant::now);
                }
                Ok(())
            }
            "stop" => {
                self.stop();
                Ok(())
            }
            "d" => match &self.game {
                Some(game) => writeln!(out, "{}", game.text()).map(Ok)?,
                None => Err("there is no position".to_string()),
            },
            _ => return Ok(false),
        };
        if let Err(error) = result {
            writeln!(out, "info string error: {error}")?;
        }
        Ok(true)
    }

    fn print_identity(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "id name Fairground {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "id author the Fairground contributors")?;
        UciOptions::list(out)?;
        writeln!(out, "uciok")
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        match self.options.set(words)? {
            Changed::Search => Ok(()),
            Changed::Memory => {
                self.memory = SearchMemory::default();
                Ok(())
            }
            Changed::Game => self.begin(),
        }
    }

    /// Starts a match.
    fn begin(&mut self) -> Result<(), String> {
        self.memory = SearchMemory::default();
        self.matches += 1;
        self.position(&["startpos"])
    }

    /// Sets up a position. After an invalid one there is no position, so that no move is made on a
    /// wrong board.
    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        self.game = None;
        self.game = Some(position::set_up(self.options.info, &self.options.of_game()?, words)?);
        Ok(())
    }

    fn go(&mut self, words: &[&str], out: &mut impl Write) -> Result<(), String> {
        let (go, unknown) = Go::parse(words);
        if !unknown.is_empty() {
            let unknown = unknown.join(" ");
            writeln!(out, "info string error: go: unknown: {unknown}").map_err(|error| error.to_string())?;
        }
        let signals = Arc::new(Signals::default());
        let running = Running {
            signals: Arc::clone(&signals),
            infinite: go.infinite,
            pondering: go.ponder,
            endless: go.is_endless(self.game.as_ref().and_then(|game| game.turn().side())),
            decided: None,
        };
        if !go.ponder {
            signals.begun.get_or_init(Instant::now);
        }
        let Some(game) = &self.game else {
            self.running = Some(Running { decided: Some(NO_MOVE.to_string()), ..running });
            return Err("there is no position to search, because the last one was invalid".to_string());
        };
        self.running = Some(running);
        let strength = self.options.strength();
        if let Err(error) = &strength {
            writeln!(out, "info string error: {error}").map_err(|error| error.to_string())?;
        }
        let UciOptions { threads, lines, hash, evaluation, shows_wdl, .. } = self.options;
        let search = Search {
            game: game.boxed(),
            go,
            threads,
            lines,
            hash,
            evaluation,
            memory: self.memory.clone(),
            strength: strength.unwrap_or_default(),
            seed: self.matches,
            shows_wdl,
        };
        let events = self.events.clone();
        // An error means that the receiver no longer exists.
        search::start(search, signals, move |message| drop(events.send(Event::Search(message))));
        Ok(())
    }

    /// Stops the search if nothing else would end it. A limited search may finish.
    fn stop_endless(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.endless || running.pondering) {
            self.stop();
        }
    }

    /// Stops the search. Its decision then no longer waits.
    fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.signals.stop.store(true, Ordering::Relaxed);
            running.infinite = false;
            running.pondering = false;
        }
    }
}

impl Running {
    /// Whether the decision has to wait.
    fn waits(&self) -> bool {
        self.infinite || self.pondering
    }
}
