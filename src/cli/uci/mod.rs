//! The Universal Chess Interface, so that chess programs can play against the search: orthodox chess as everybody writes it, and the
//! other games with this program's position and action texts, a roll among the moves being `~` and its symbol.
//!
//! Source: Stefan Meyer-Kahlen and Rudolf Huber, UCI protocol, April 2006; `UCI_Variant` as other programs for variants have it.

mod go;
mod options;
mod position;
mod search;

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
use options::{Changed, UciOptions};
use search::{Message, NO_MOVE, Search, Signals};

/// Events, in the order in which they happen.
enum Event {
    /// A line of the other program.
    Line(String),
    /// The other program is gone.
    Closed,
    Search(Message),
}

/// A search that has not been answered.
struct Running {
    signals: Arc<Signals>,
    /// Whether the decision has to wait for `stop` (infinite) or `ponderhit`.
    infinite: bool,
    pondering: bool,
    /// The decision, while it has to wait.
    decided: Option<String>,
}

struct Engine {
    options: UciOptions,
    /// `None` after a position that could not be set up, until the next one that can.
    game: Option<Box<dyn DynGame>>,
    /// What the searches of this match have learned.
    memory: SearchMemory,
    events: Sender<Event>,
    running: Option<Running>,
}

/// The commands of the protocol, and `d`, which shows the position.
const COMMANDS: [&str; 10] =
    ["uci", "isready", "setoption", "ucinewgame", "position", "go", "ponderhit", "stop", "quit", "d"];

pub(super) fn uci(out: &mut impl Write) -> Result<(), CliError> {
    let (events, received) = mpsc::channel();
    let lines = events.clone();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        // A line that is no UTF-8 is only a bad line.
        while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            if lines.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
                return;
            }
            line.clear();
        }
        // Nobody listens any more if this fails.
        let _ = lines.send(Event::Closed);
    });
    let chess = games::info("chess").map_err(|error| CliError::Usage(error.to_string()))?;
    let mut engine =
        Engine { options: UciOptions::new(chess), game: None, memory: SearchMemory::default(), events, running: None };
    engine.begin().map_err(CliError::Usage)?;
    engine.serve(&received, out)
}

impl Engine {
    fn serve(&mut self, received: &Receiver<Event>, out: &mut impl Write) -> Result<(), CliError> {
        let mut closed = false;
        while let Ok(event) = received.recv() {
            match event {
                Event::Line(line) => {
                    if !self.command(&line, out)? {
                        return Ok(());
                    }
                }
                // A question that came through a pipe is still answered.
                Event::Closed => {
                    closed = true;
                    if self.running.as_ref().is_some_and(Running::waits) {
                        self.stop();
                    }
                }
                Event::Search(Message::Info(text)) => writeln!(out, "{text}")?,
                Event::Search(Message::Decided(text)) => {
                    if let Some(running) = &mut self.running {
                        running.decided = Some(text);
                    }
                }
            }
            self.answer(out)?;
            out.flush()?;
            if closed && self.running.is_none() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Writes the decision, unless there is none yet or it has to wait.
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

    /// Carries out a line; `false` if it says to quit. Words before the command are ignored, as the protocol has it, and so are unknown
    /// commands.
    fn command(&mut self, line: &str, out: &mut impl Write) -> Result<bool, CliError> {
        let words: Vec<_> = line.split_whitespace().collect();
        let Some(at) = words.iter().position(|word| COMMANDS.contains(word)) else { return Ok(true) };
        let rest = &words[at + 1..];
        let result = match words[at] {
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
            _ => {
                self.stop();
                return Ok(false);
            }
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

    /// Begins a match from the start.
    fn begin(&mut self) -> Result<(), String> {
        self.memory = SearchMemory::default();
        self.position(&["startpos"])
    }

    /// Sets up a position. If it cannot be, there is none, so that no move is made on a board that the other program does not have.
    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        self.game = None;
        self.game = Some(position::set_up(self.options.info, &self.options.of_game()?, words)?);
        Ok(())
    }

    fn go(&mut self, words: &[&str], out: &mut impl Write) -> Result<(), String> {
        if self.running.is_some() {
            return Err("a search is running".to_string());
        }
        let (go, unknown) = Go::parse(words);
        if !unknown.is_empty() {
            let unknown = format!("go: unknown: {}", unknown.join(" "));
            if go == Go::default() {
                return Err(unknown);
            }
            writeln!(out, "info string error: {unknown}").map_err(|error| error.to_string())?;
        }
        let signals = Arc::new(Signals::default());
        let running =
            Running { signals: Arc::clone(&signals), infinite: go.infinite, pondering: go.ponder, decided: None };
        if !go.ponder {
            signals.begun.get_or_init(Instant::now);
        }
        let Some(game) = &self.game else {
            self.running = Some(Running { decided: Some(NO_MOVE.to_string()), ..running });
            return Err("there is no position to search, as the last one was not valid".to_string());
        };
        self.running = Some(running);
        let UciOptions { threads, lines, hash, evaluation, .. } = self.options;
        let memory = self.memory.clone();
        let search = Search { game: game.boxed(), go, threads, lines, hash, evaluation, memory };
        let events = self.events.clone();
        // Nobody listens any more if this fails.
        search::start(search, signals, move |message| drop(events.send(Event::Search(message))));
        Ok(())
    }

    /// Has the search stop, and its decision wait no longer.
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
