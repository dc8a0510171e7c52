//! The Universal Chess Interface, so that chess programs can play against the search: orthodox chess as everybody writes it, and the
//! other games with this program's position and action texts, a roll among the moves being `~` and its symbol.
//!
//! Source: Stefan Meyer-Kahlen and Rudolf Huber, UCI protocol, April 2006; `UCI_Variant` as other programs for variants have it.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::CliError;
use super::analyse::win_in;
use crate::bots::{Control, Limits, Report, assess};
use crate::engine::{DynGame, Options, Side, Tabletop, Turn, TypedGame};
use crate::games::{self, GameVisitor};
use crate::platform::clock::{Duration, Instant};

/// What is kept of a clock for the way to the other program and back.
const OVERHEAD: Duration = Duration::from_millis(20);

/// A clock is shared out among so many moves, if the other program does not say how many are left.
const MOVES_LEFT: u64 = 30;

/// What happens, in the order in which it does.
enum Event {
    /// A line of the other program.
    Line(String),
    /// The other program is gone.
    Closed,
    /// The search has something to say.
    Info(String),
    /// The search has decided.
    Decided(String),
}

/// A search that is running.
struct Running {
    stop: Arc<AtomicBool>,
    /// Whether the decision has to wait until it is asked for.
    infinite: bool,
    /// What it came to, while it has to wait.
    decided: Option<String>,
}

struct Engine {
    game: Box<dyn DynGame>,
    /// Of the game, as they were set.
    set: Vec<(String, String)>,
    threads: u32,
    lines: usize,
    events: Sender<Event>,
    running: Option<Running>,
}

pub(super) fn uci(out: &mut impl Write) -> Result<(), CliError> {
    let (events, received) = mpsc::channel();
    let lines = events.clone();
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if lines.send(Event::Line(line)).is_err() {
                return;
            }
        }
        // Nobody listens any more if this fails.
        let _ = lines.send(Event::Closed);
    });
    let chess = games::info("chess").map_err(|error| CliError::Usage(error.to_string()))?;
    let game = games::begin(chess, Options::default(), None).map_err(|error| CliError::Usage(error.to_string()))?;
    let mut engine = Engine { game, set: Vec::new(), threads: 1, lines: 1, events, running: None };
    engine.serve(&received, out)
}

impl Engine {
    fn serve(&mut self, received: &Receiver<Event>, out: &mut impl Write) -> Result<(), CliError> {
        let mut closed = false;
        while let Ok(event) = received.recv() {
            match event {
                Event::Line(line) => {
                    if !self.obey(&line, out)? {
                        return Ok(());
                    }
                }
                // What is asked through a pipe is still answered.
                Event::Closed => {
                    closed = true;
                    if let Some(running) = &mut self.running
                        && running.infinite
                    {
                        running.stop.store(true, Ordering::Relaxed);
                        running.infinite = false;
                    }
                }
                Event::Info(text) => writeln!(out, "{text}")?,
                Event::Decided(text) => match &mut self.running {
                    Some(running) if running.infinite => running.decided = Some(text),
                    _ => {
                        self.running = None;
                        writeln!(out, "{text}")?;
                    }
                },
            }
            out.flush()?;
            if closed && self.running.is_none() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Does what a line says; `false` if it says to go.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> Result<bool, CliError> {
        let (command, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let result = match command {
            "uci" => self.introduce(out).map(Ok)?,
            "isready" => writeln!(out, "readyok").map(Ok)?,
            "setoption" => self.set_option(rest),
            "ucinewgame" => self.begin(None),
            "position" => self.position(rest),
            "go" => self.go(rest),
            "stop" => {
                if let Some(running) = &mut self.running {
                    running.stop.store(true, Ordering::Relaxed);
                    running.infinite = false;
                    if let Some(text) = running.decided.take() {
                        self.running = None;
                        writeln!(out, "{text}")?;
                    }
                }
                Ok(())
            }
            "quit" => {
                if let Some(running) = &self.running {
                    running.stop.store(true, Ordering::Relaxed);
                }
                return Ok(false);
            }
            "d" => writeln!(out, "{}", self.game.text()).map(Ok)?,
            // The protocol has unknown lines ignored.
            _ => Ok(()),
        };
        if let Err(error) = result {
            writeln!(out, "info string error: {error}")?;
        }
        Ok(true)
    }

    fn introduce(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "id name Fairground {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "id author the Fairground contributors")?;
        writeln!(out, "option name Threads type spin default 1 min 1 max 512")?;
        writeln!(out, "option name MultiPV type spin default 1 min 1 max 500")?;
        let games: String = games::ALL.iter().map(|info| format!(" var {}", info.id)).collect();
        writeln!(out, "option name UCI_Variant type combo default chess{games}")?;
        for option in games::ALL.iter().flat_map(|info| info.options) {
            let values: String = option.values.iter().map(|value| format!(" var {value}")).collect();
            let default = option.values.first().copied().unwrap_or_default();
            writeln!(out, "option name {} type combo default {default}{values}", option.key)?;
        }
        writeln!(out, "uciok")
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let text = text.strip_prefix("name ").unwrap_or(text);
        let (name, value) = text.split_once(" value ").unwrap_or((text, ""));
        let (name, value) = (name.trim(), value.trim());
        let number = |most: u32| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("{name}: expected 1 to {most}, found '{value}'"))
        };
        match name {
            "Threads" => self.threads = number(512)?,
            "MultiPV" => self.lines = number(500)? as usize,
            "UCI_Variant" => {
                let info = games::info(value).map_err(|error| error.to_string())?;
                self.set.clear();
                self.game = games::begin(info, Options::default(), None).map_err(|error| error.to_string())?;
            }
            _ => {
                if !games::ALL.iter().flat_map(|info| info.options).any(|option| option.key == name) {
                    return Err(format!("there is no option '{name}'"));
                }
                self.set.retain(|(key, _)| key != name);
                self.set.push((name.to_string(), value.to_string()));
                self.begin(None)?;
            }
        }
        Ok(())
    }

    /// Begins a match of the same game, with the options that it has.
    fn begin(&mut self, position: Option<&str>) -> Result<(), String> {
        let info = self.game.info();
        let own = self.set.iter().filter(|(key, _)| info.options.iter().any(|option| option.key == key));
        let options = Options::new(info.options, own.map(|(key, value)| (key.as_str(), value.as_str())));
        let options = options.map_err(|error| error.to_string())?;
        self.game = games::begin(info, options, position).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn position(&mut self, text: &str) -> Result<(), String> {
        let (start, moves) = match text.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (text.trim(), ""),
        };
        match start.strip_prefix("fen ") {
            Some(position) => self.begin(Some(position.trim()))?,
            None if start == "startpos" => self.begin(None)?,
            None => return Err(format!("expected startpos or fen, found '{start}'")),
        }
        for action in moves.split_whitespace() {
            self.game.apply(action).map_err(|refusal| format!("{action}: {refusal}"))?;
        }
        Ok(())
    }

    fn go(&mut self, text: &str) -> Result<(), String> {
        if self.running.is_some() {
            return Err("a search is running".to_string());
        }
        let begun = Instant::now();
        let (limits, time) = self.limits(text);
        let infinite = text.split_whitespace().any(|word| word == "infinite" || word == "ponder");
        let stop = Arc::new(AtomicBool::new(false));
        self.running = Some(Running { stop: Arc::clone(&stop), infinite, decided: None });
        let (game, events, lines) = (self.game.boxed(), self.events.clone(), self.lines);
        let deadline = time.map(|time| begun + time);
        thread::spawn(move || {
            let think = Think { limits, lines, begun, deadline, stop, events: events.clone() };
            let best = games::visit_game(&*game, think).ok().flatten();
            let decided = best.map_or_else(|| "bestmove (none)".to_string(), |best| format!("bestmove {best}"));
            // Where nobody listens any more there is nobody to tell.
            let _ = events.send(Event::Decided(decided));
        });
        Ok(())
    }

    /// What `go` allows, and until when.
    fn limits(&self, text: &str) -> (Limits, Option<Duration>) {
        let words: Vec<_> = text.split_whitespace().collect();
        let number = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            // A clock may be below zero.
            words.get(at + 1)?.parse::<i64>().ok().map(|number| number.max(0) as u64)
        };
        let (clock, increment) =
            if self.game.turn().side() == Some(Side::Black) { ("btime", "binc") } else { ("wtime", "winc") };
        let shared = number(clock).map(|left| {
            let moves = number("movestogo").unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
            let share = left / moves + number(increment).unwrap_or(0) * 3 / 4;
            Duration::from_millis(share.min(left / 2)).saturating_sub(OVERHEAD).max(Duration::from_millis(5))
        });
        let time = number("movetime")
            .map(|time| Duration::from_millis(time).saturating_sub(OVERHEAD / 4).max(Duration::from_millis(1)));
        let time = time.or(shared);
        let limits = Limits {
            nodes: number("nodes").map(|nodes| nodes.max(1)),
            depth: number("depth").map(|depth| depth.clamp(1, 100) as u32),
            time: time.map(|time| time.as_millis() as u64),
            threads: self.threads,
        };
        (limits, time)
    }
}

struct Think {
    limits: Limits,
    lines: usize,
    begun: Instant,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    events: Sender<Event>,
}

impl GameVisitor for Think {
    type Output = Option<String>;

    fn visit<P: Tabletop>(self, game: &TypedGame<P>) -> Option<String> {
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let stop = || self.stop.load(Ordering::Relaxed) || late();
        let tell = |report: &Report<P::Action>| {
            for (index, line) in report.lines.iter().enumerate() {
                let elapsed = self.begun.elapsed();
                let score = match win_in(line.value) {
                    Some(actions) => format!("mate {}", (actions + actions.signum()) / 2),
                    None => format!("cp {}", line.value),
                };
                let actions: Vec<_> = line.actions.iter().map(ToString::to_string).collect();
                let text = format!(
                    "info depth {} multipv {} score {score} nodes {} nps {:.0} time {} pv {}",
                    line.depth,
                    index + 1,
                    report.nodes,
                    report.nodes as f64 / elapsed.as_secs_f64().max(1e-6),
                    elapsed.as_millis(),
                    actions.join(" "),
                );
                let _ = self.events.send(Event::Info(text));
            }
        };
        let rolls = matches!(game.turn(), Turn::Chance(..));
        // What is known of one face of a die says nothing of what is asked.
        let mut progress = |report: &Report<P::Action>| {
            if !rolls {
                tell(report)
            }
        };
        let found = assess(game, self.limits, self.lines, &mut Control { stop: &stop, progress: &mut progress });
        tell(&found.report);
        for face in &found.faces {
            let _ = self.events.send(Event::Info(format!("info string {} cp {}", face.action, face.value)));
        }
        Some(found.report.lines.first()?.actions.first()?.to_string())
    }
}
