//! A search on a thread of its own: its lines as they come, and its decision.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use super::go::Go;
use crate::bots::time::Stability;
use crate::bots::{
    Bound, Evaluation, Limits, Line, SearchControl, SearchMemory, SearchRequest, SearchResult, WIN, WIN_BOUND,
    analyse_ongoing,
};
use crate::engine::{DynGame, Side, Tabletop, Turn, TypedGame};
use crate::games::{self, GameVisitor};
use crate::platform::clock::{Duration, Instant};
use crate::play::Deadline;

/// The answer to `go` where there is no move: the match is over, a die is due, or there is no position.
pub(super) const NO_MOVE: &str = "bestmove (none)";

/// A message of a search.
pub(super) enum Message {
    /// A line on the way.
    Info(String),
    /// The last line.
    Decided(String),
}

/// Tells a running search when its time begins and when to stop.
#[derive(Default)]
pub(super) struct Signals {
    pub stop: AtomicBool,
    /// When its clock began to run; not yet while it ponders.
    pub begun: Arc<OnceLock<Instant>>,
}

/// A request of the other program: the match and its limits.
pub(super) struct Search {
    pub game: Box<dyn DynGame>,
    pub go: Go,
    pub threads: u32,
    pub evaluation: Evaluation,
    pub lines: usize,
    /// The most megabytes of the transposition table.
    pub hash: u32,
    /// What the searches of this match have learned.
    pub memory: SearchMemory,
}

/// Starts a search on a thread of its own. Its last message is the decision, even if it panics.
pub(super) fn start(search: Search, signals: Arc<Signals>, send: impl Fn(Message) + Send + Sync + 'static) {
    thread::spawn(move || {
        let info = |text: String| send(Message::Info(text));
        send(Message::Decided(guarded(|| search.run(&signals, &info), &info)));
    });
}

/// Runs a search; a panic is reported, and leaves it without a move.
fn guarded(search: impl FnOnce() -> String, info: &dyn Fn(String)) -> String {
    panic::catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
        info(format!("info string error: the search failed: {text}"));
        NO_MOVE.to_string()
    })
}

impl Search {
    fn run(&self, signals: &Signals, info: &(dyn Fn(String) + Sync)) -> String {
        games::visit_game(&*self.game, Think { search: self, signals, info }).unwrap_or_else(|error| {
            info(format!("info string error: {error}"));
            NO_MOVE.to_string()
        })
    }
}

struct Think<'a> {
    search: &'a Search,
    signals: &'a Signals,
    info: &'a (dyn Fn(String) + Sync),
}

impl GameVisitor for Think<'_> {
    type Output = String;

    fn visit<P: Tabletop>(self, game: &TypedGame<P>) -> String {
        let Think { search, signals, info } = self;
        // Draws by the match's history are the other program's to claim.
        let turn = game.position().turn();
        if let Turn::Over(outcome) = turn {
            let score = if outcome.winner.is_some() { "mate 0" } else { "cp 0" };
            info(format!("info depth 0 score {score}"));
            return NO_MOVE.to_string();
        }
        let mut rolls = Vec::new();
        game.position().chance(&mut rolls);
        let time = search.go.time(turn.side());
        let deadline = Deadline::since(Arc::clone(&signals.begun), time, rolls.len());
        // Once a decision is settled, a part of the time is enough.
        let enough = AtomicU64::new(u64::MAX);
        let thought = || signals.begun.get().map_or(0, |begun| begun.elapsed().as_millis() as u64);
        let stop = || {
            signals.stop.load(Ordering::Relaxed) || deadline.has_passed() || thought() >= enough.load(Ordering::Relaxed)
        };
        let mut stability = Stability::default();
        let started = Instant::now();
        let show = |report: &SearchResult<P::Action>| lines(report, started.elapsed()).into_iter().for_each(info);
        // The lines of one face of a die say nothing about the position.
        let mut progress = |report: &SearchResult<P::Action>| {
            if rolls.is_empty() {
                show(report);
                if let Some(time) = time.filter(|_| search.go.saves_time()) {
                    enough.store(stability.enough(report, time).as_millis() as u64, Ordering::Relaxed);
                }
            }
        };
        let request = search.request(game, deadline.part_time(), info);
        let mut control = SearchControl { stop: &stop, progress: &mut progress };
        let found = analyse_ongoing(game, &request, &mut control, &mut || deadline.next_part());
        show(&found.report);
        for face in &found.faces {
            info(format!("info string {} {}", face.action, score(face.value)));
        }
        found.report.lines.first().map_or_else(|| NO_MOVE.to_string(), |line| decision(game.position(), line))
    }
}

impl Search {
    fn request<P: Tabletop>(
        &self,
        game: &TypedGame<P>,
        time: Option<Duration>,
        info: &dyn Fn(String),
    ) -> SearchRequest<P::Action> {
        let position = game.position();
        let mut search_moves = Vec::new();
        for text in &self.go.search_moves {
            match position.parse_action(text) {
                Ok(action) if position.check(action).is_ok() => search_moves.push(action),
                _ => info(format!("info string error: searchmoves: {text} is not legal")),
            }
        }
        let limits = Limits {
            nodes: self.go.nodes,
            depth: self.go.depth(),
            time: time.map(|time| time.as_millis() as u64),
            hash: Some(self.hash),
            threads: self.threads,
            evaluation: self.evaluation,
        };
        SearchRequest {
            multi_pv: self.lines,
            search_moves,
            win_within: self.go.mate.map(|moves| 2 * moves - 1),
            search_forced_moves: !self.go.saves_time(),
            memory: Some(self.memory.clone()),
            ..SearchRequest::new(limits)
        }
    }
}

/// A report in the words of the protocol, a line for each principal variation.
fn lines<A: ToString>(report: &SearchResult<A>, elapsed: Duration) -> Vec<String> {
    let line = |(index, line): (usize, &Line<A>)| {
        let bound = match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let actions: Vec<_> = line.actions.iter().map(ToString::to_string).collect();
        format!(
            "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {:.0} hashfull {} time {} pv {}",
            line.depth,
            report.selective_depth.max(line.depth),
            index + 1,
            score(line.value),
            report.nodes,
            report.nodes as f64 / elapsed.as_secs_f64().max(1e-6),
            report.permille_full,
            elapsed.as_millis(),
            actions.join(" "),
        )
    };
    report.lines.iter().enumerate().map(line).collect()
}

/// Centipawns, or moves to mate; the value counts actions of both sides.
fn score(value: i32) -> String {
    if value.abs() < WIN_BOUND {
        return format!("cp {value}");
    }
    let moves = (WIN - value.abs() + 1) / 2;
    format!("mate {}", moves * value.signum())
}

/// The best move, and the reply that is expected if it is the other side's to decide.
fn decision<P: Tabletop>(position: &P, line: &Line<P::Action>) -> String {
    let Some((&best, expected)) = line.actions.split_first() else { return NO_MOVE.to_string() };
    let mut next = position.clone();
    next.play(best);
    let own = position.turn().side();
    let reply = expected.first().filter(|&&reply| {
        matches!(next.turn(), Turn::Decide(side) if own.map(Side::other) == Some(side)) && next.check(reply).is_ok()
    });
    reply.map_or_else(|| format!("bestmove {best}"), |reply| format!("bestmove {best} ponder {reply}"))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_panic_is_reported_and_does_not_block() {
        let said = RefCell::new(Vec::new());
        let info = |text| said.borrow_mut().push(text);
        assert_eq!(guarded(|| panic!("no {}", "luck"), &info), NO_MOVE);
        assert_eq!(guarded(|| panic!("none"), &info), NO_MOVE);
        assert_eq!(guarded(|| "bestmove e2e4".to_string(), &info), "bestmove e2e4");
        let expected = ["no luck", "none"].map(|text| format!("info string error: the search failed: {text}"));
        assert_eq!(*said.borrow(), expected);
    }

    #[test]
    fn scores_are_in_moves() {
        let scores = [30, WIN - 1, WIN - 3, 2 - WIN, 4 - WIN].map(score);
        assert_eq!(scores, ["cp 30", "mate 1", "mate 2", "mate -1", "mate -2"]);
    }
}
