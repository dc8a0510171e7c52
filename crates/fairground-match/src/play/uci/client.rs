use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;

use super::command::UciCommand;
use super::engine_option::{EngineOption, RequiredOption, setting};
use super::error::UciError;
use super::spellings;
use crate::platform::clock::{Duration, Instant};
use crate::play::player::{ClockTimes, Decision, Player, PlayerError};
use fairground_rules::bots::{EVALUATION_LIMIT, WIN};
use fairground_rules::engine::{ActionText, Game, GameInfo, Options, Side, TypedGame};

/// The time for a move without other limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The allowed delay between an engine's clock and the arrival of its answer.
const LAG: Duration = Duration::from_millis(50);

/// How long an engine may take to stop and to quit.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The interval at which `stop` is polled.
const POLL: Duration = Duration::from_millis(20);

/// The maximum length of a line, bytes. A longer one ends the conversation.
const MAX_LINE: u64 = 1 << 16;

/// The maximum number of lines in the queue.
const MAX_LINES: usize = 256;

/// The maximum number of an engine's options to keep, for comparison with those to be set.
const MAX_ENGINE_OPTIONS: usize = 1_000;

/// A running UCI engine. Dropping it ends the process.
///
/// No call waits longer than the engine's time plus its patience.
#[derive(Debug)]
pub struct UciProgram {
    command: UciCommand,
    /// The game it plays, with options.
    game: (&'static GameInfo, Options),
    /// Whether the start of the match was sent to it.
    in_match: bool,
    name: Option<String>,
    child: Child,
    /// Lines for the writing thread, so that an engine that does not read blocks no caller.
    input: Sender<String>,
    /// Lines of the reading thread; `None` for an overlong line.
    lines: Receiver<Option<String>>,
}

/// An engine's answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciMove {
    /// The move, not checked by the rules.
    pub text: String,
    /// The number of searched nodes, as reported.
    pub nodes: u64,
    /// The reported score of the move for the engine, centipawns; mates are [`WIN`] minus their
    /// distance in plies.
    pub score: Option<i32>,
    /// Whether the score is only a bound. An exact score replaces a bound, but not the reverse.
    pub is_bound: bool,
    /// The reported search depth, plies.
    pub depth: u32,
}

impl UciProgram {
    /// Starts an engine for matches of this game, waits for `uciok` and sets its options: the
    /// command's first, then the game as `UCI_Variant` with its options. Orthodox chess needs
    /// neither.
    ///
    /// # Errors
    /// If the engine cannot be started, does not answer, does not offer an option of the command, or
    /// does not support this game with these options.
    pub fn start(command: &UciCommand, info: &'static GameInfo, options: &Options) -> Result<UciProgram, UciError> {
        let failed = |source| UciError::Start { command: command.to_string(), source };
        let mut started = Command::new(&command.program);
        started.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = started.spawn().map_err(failed)?;
        let (input, to_write) = mpsc::channel::<String>();
        let (send, lines) = mpsc::sync_channel(MAX_LINES);
        if let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            // Both threads end with the process.
            thread::spawn(move || to_write.iter().try_for_each(|line| stdin.write_all(line.as_bytes())));
            thread::spawn(move || read(stdout, &send));
        }
        let game = (info, options.clone());
        let mut program =
            UciProgram { command: command.clone(), game, in_match: false, name: None, child, input, lines };
        let (wanted, mut offers) = (RequiredOption::of(info, options), Vec::new());
        program.send_line("uci");
        program.wait("uci", command.patience, &|| false, |program, words| {
            match words {
                ["id", "name", name @ ..] => program.name = Some(name.join(" ")).filter(|name| !name.is_empty()),
                ["option", offer @ ..] if offers.len() < MAX_ENGINE_OPTIONS => {
                    offers.extend(EngineOption::parse(offer))
                }
                _ => {}
            }
            (words == ["uciok"]).then_some(())
        })?;
        for (name, value) in &command.options {
            let wrong = |(expected, found)| UciError::WrongOption {
                command: command.to_string(),
                option: name.clone(),
                expected,
                found,
            };
            let told = setting(&offers, name, value).map_err(wrong)?;
            program.send_line(&told);
        }
        for wanted in wanted {
            let RequiredOption { option, value, .. } = wanted;
            let told = wanted.check(&offers).map_err(|found| UciError::NotOffered {
                command: command.to_string(),
                game: info.name,
                option,
                value,
                found,
            })?;
            if told {
                program.send_line(&format!("setoption name {option} value {value}"));
            }
        }
        program.get_ready(command.patience)?;
        Ok(program)
    }

    /// The engine's own name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Starts another match, and waits until the engine is ready.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn begin_match(&mut self) -> Result<(), UciError> {
        self.send_line("ucinewgame");
        self.get_ready(self.command.patience)?;
        self.in_match = true;
        Ok(())
    }

    /// Asks for the move of `side` after these actions from a position: in chess as FEN, in other
    /// games in their own notation, with rolls as `~` and their symbol. Waits until the engine's
    /// time is over. When `stop` returns true, asks for its current best move.
    ///
    /// # Errors
    /// If the engine does not answer in time, or answers too late after a stop.
    pub fn think(
        &mut self,
        start: &str,
        actions: &[ActionText],
        side: Side,
        clocks: Option<ClockTimes>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<UciMove, UciError> {
        let (go, timeout) = self.limits(side, clocks);
        // Discards late output of an earlier search, such as a second `bestmove`.
        self.get_ready(timeout.min(self.command.patience))?;
        let actions: String = actions.iter().flat_map(|action| [" ", action.as_str()]).collect();
        let moves = if actions.is_empty() { "" } else { " moves" };
        self.send_line(&format!("position fen {start}{moves}{actions}"));
        self.send_line(&go);
        let mut best = UciMove { text: String::new(), nodes: 0, score: None, is_bound: false, depth: 0 };
        let mut hear = |_: &mut UciProgram, words: &[&str]| {
            match words {
                ["bestmove", text, ..] => return Some(text.to_string()),
                ["bestmove"] => return Some(String::new()),
                ["info", rest @ ..] if !rest.contains(&"string") => {
                    best.take(rest);
                }
                _ => {}
            }
            None
        };
        let text = match self.wait("go", timeout, stop, &mut hear) {
            Err(UciError::Stopped) => {
                self.send_line("stop");
                self.wait("stop", QUIT_TIMEOUT, &|| false, hear)?
            }
            answer => answer?,
        };
        Ok(UciMove { text, ..best })
    }

    /// The action chosen by the engine in this game.
    ///
    /// # Errors
    /// If the action is illegal.
    pub fn legal_action<P: Game>(&self, game: &TypedGame<P>, found: &UciMove) -> Result<P::Action, UciError> {
        let action = |text: &String| {
            let action = game.position().parse_action(text).ok()?;
            game.check(action).is_ok().then_some(action)
        };
        spellings(&found.text).iter().find_map(action).ok_or_else(|| self.illegal(&found.text))
    }

    /// The error for an illegal move of this engine.
    fn illegal(&self, found: &str) -> UciError {
        UciError::Illegal { command: self.command.to_string(), found: found.chars().take(80).collect() }
    }

    /// The command `go`, and the maximum time for its answer.
    fn limits(&self, side: Side, clocks: Option<ClockTimes>) -> (String, Duration) {
        let UciCommand { nodes, depth, time, patience, .. } = self.command;
        let unlimited = clocks.is_none() && nodes.is_none() && depth.is_none();
        let time = time.or(unlimited.then_some(DEFAULT_TIME));
        let mut go = "go".to_string();
        if let Some(ClockTimes { left: [white, black], increment, turns_to_go, .. }) = clocks {
            let [white, black, increment] = [white, black, increment].map(|time| time.as_millis());
            go += &format!(" wtime {white} btime {black} winc {increment} binc {increment}");
            go.extend(turns_to_go.map(|turns| format!(" movestogo {turns}")));
        }
        go.extend(nodes.map(|nodes| format!(" nodes {nodes}")));
        go.extend(depth.map(|depth| format!(" depth {depth}")));
        go.extend(time.map(|time| format!(" movetime {}", time.as_millis().max(1))));
        let timeout = match clocks {
            Some(clocks) => clocks.left[side.index()] + clocks.margin + LAG,
            None => time.unwrap_or_default() + patience,
        };
        (go, timeout)
    }

    /// Waits at most `timeout` until the engine is ready.
    fn get_ready(&mut self, timeout: Duration) -> Result<(), UciError> {
        self.send_line("isready");
        self.wait("isready", timeout, &|| false, |_, words| (words == ["readyok"]).then_some(()))
    }

    /// Writes a line. An error shows later, as a missing answer.
    fn send_line(&self, line: &str) {
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Reads lines until `found` returns a value.
    fn wait<T>(
        &mut self,
        to: &'static str,
        timeout: Duration,
        stop: &(dyn Fn() -> bool + Sync),
        mut found: impl FnMut(&mut UciProgram, &[&str]) -> Option<T>,
    ) -> Result<T, UciError> {
        let begun = Instant::now();
        loop {
            if stop() {
                return Err(UciError::Stopped);
            }
            let left = timeout.saturating_sub(begun.elapsed());
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(None) => return Err(UciError::Ended { command: self.command.to_string(), status: None }),
                Ok(Some(line)) => {
                    let words: Vec<_> = line.split_whitespace().collect();
                    if let Some(found) = found(self, &words) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.ended(QUIT_TIMEOUT);
                    return Err(UciError::Ended { command: self.command.to_string(), status });
                }
            }
            // Also checked here, in case the engine writes lines without end.
            if begun.elapsed() >= timeout {
                return Err(UciError::NoAnswer {
                    command: self.command.to_string(),
                    to,
                    seconds: timeout.as_secs_f64(),
                });
            }
        }
    }

    /// Waits at most `timeout` for the process to end. Returns its exit status.
    fn ended(&mut self, timeout: Duration) -> Option<std::process::ExitStatus> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if begun.elapsed() < timeout => thread::sleep(Duration::from_millis(2)),
                result => return result.ok().flatten(),
            }
        }
    }
}

impl Player for UciProgram {
    fn choose(&mut self, decision: &Decision, stop: &(dyn Fn() -> bool + Sync)) -> Result<ActionText, PlayerError> {
        let game = decision.game();
        if self.game.0.id != game.info().id || self.game.1 != *game.options() {
            *self = UciProgram::start(&self.command, game.info(), game.options())?;
        }
        if !self.in_match {
            self.begin_match()?;
        }
        let found = self.think(&game.start_text(), &game.played(), decision.side(), decision.clocks(), stop)?;
        let legal = spellings(&found.text).into_iter().find(|text| game.check(text).is_ok());
        legal.map_or_else(|| Err(self.illegal(&found.text).into()), |text| Ok(text.as_str().into()))
    }
}

impl Drop for UciProgram {
    fn drop(&mut self) {
        self.send_line("quit");
        if self.ended(QUIT_TIMEOUT).is_none() {
            // On error, the process has just ended.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl UciMove {
    /// Reads the words after `info` about the best line.
    fn take(&mut self, info: &[&str]) {
        let value = |name: &str| info.iter().skip_while(|word| **word != name).nth(1);
        let number = |name| value(name).and_then(|number| number.parse::<i64>().ok());
        self.nodes = number("nodes").and_then(|nodes| nodes.try_into().ok()).unwrap_or(self.nodes);
        if number("multipv").is_some_and(|line| line != 1) {
            return;
        }
        let max = i64::from(EVALUATION_LIMIT);
        let score = match (number("cp"), number("mate")) {
            (Some(value), _) => Some(value.clamp(-max, max) as i32),
            (None, Some(moves)) => {
                let plies = (2 * moves.unsigned_abs().min(400)) as i32;
                Some(if moves > 0 { WIN + 1 - plies } else { plies - WIN })
            }
            (None, None) => None,
        };
        let is_bound = info.iter().any(|word| ["lowerbound", "upperbound"].contains(word));
        if score.is_some() && (!is_bound || self.is_bound || self.score.is_none()) {
            (self.score, self.is_bound) = (score, is_bound);
            self.depth = number("depth").and_then(|depth| depth.try_into().ok()).unwrap_or(0);
        }
    }
}

/// Forwards every line until the end of output, or until the receiver is dropped.
fn read(output: impl Read, send: &SyncSender<Option<String>>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while (&mut output).take(MAX_LINE).read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        let whole = (line.len() as u64) < MAX_LINE;
        if send.send(whole.then(|| String::from_utf8_lossy(&line).into_owned())).is_err() || !whole {
            return;
        }
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_programs_are_read() {
        let mut best = UciMove { text: String::new(), nodes: 0, score: None, is_bound: false, depth: 0 };
        for (info, nodes, score, depth) in [
            ("depth 3 nodes 70", 70, None, 0),
            ("depth 9 seldepth 12 multipv 1 score cp 31 lowerbound nodes 900 pv e2e4", 900, Some(31), 9),
            ("depth 9 score cp 45 lowerbound", 900, Some(45), 9),
            ("depth 9 score cp 31", 900, Some(31), 9),
            ("depth 10 score cp 300 lowerbound", 900, Some(31), 9),
            ("depth 10 score cp -300 upperbound", 900, Some(31), 9),
            ("depth 9 multipv 2 score cp -80 nodes 950", 950, Some(31), 9),
            ("currmove e2e4 nodes x", 950, Some(31), 9),
            ("depth 10 score mate 3 nodes 1000", 1000, Some(WIN - 5), 10),
            ("depth 11 score mate -2", 1000, Some(4 - WIN), 11),
            ("depth 12 score cp 99999999999", 1000, Some(EVALUATION_LIMIT), 12),
            ("depth 13 score mate -9223372036854775808", 1000, Some(800 - WIN), 13),
        ] {
            best.take(&info.split_whitespace().collect::<Vec<_>>());
            assert_eq!((best.nodes, best.score, best.depth), (nodes, score, depth), "{info}");
        }
    }
}
