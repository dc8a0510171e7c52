//! A search on its own thread, which sends its lines as they appear, and finally its decision.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use super::go::Go;
use super::info::{NO_MOVE, decision, lines, score};
use super::options::Strength;
use crate::bots::time::TimeManager;
use crate::bots::{
    Evaluation, LevelRequest, Limits, SearchControl, SearchMemory, SearchRequest, SearchResult, analyse_ongoing,
    think_at_level,
};
use crate::engine::{DynGame, Game, Turn, TypedGame, split_mix_64};
use crate::games::{self, GameVisitor};
use crate::platform::clock::{Duration, Instant};
use crate::play::Deadline;

/// A message of a search.
pub(super) enum Message {
    /// An intermediate line.
    Info(String),
    /// The decision. No message follows.
    Decided(String),
}

/// Controls a running search: the start of its clock, and its end.
#[derive(Default)]
pub(super) struct Signals {
    pub stop: AtomicBool,
    /// The start of its clock; not set while it ponders.
    pub begun: Arc<OnceLock<Instant>>,
}

/// A search request: the match and its limits.
pub(super) struct Search {
    pub game: Box<dyn DynGame>,
    pub go: Go,
    pub threads: u32,
    pub evaluation: Evaluation,
    pub lines: usize,
    /// The maximum size of the transposition table, megabytes.
    pub hash: u32,
    /// The memory of earlier searches of this match.
    pub memory: SearchMemory,
    /// `None` for full strength.
    pub strength: Option<Strength>,
    /// The number of the match, which seeds the choice of levels.
    pub seed: u64,
    pub shows_wdl: bool,
}

/// Starts a search on its own thread. Its last message is the decision, even if it panics.
pub(super) fn start(search: Search, signals: Arc<Signals>, send: impl Fn(Message) + Send + Sync + 'static) {
    thread::spawn(move || {
        let info = |text: String| send(Message::Info(text));
        send(Message::Decided(guarded(|| search.run(&signals, &info), &info)));
    });
}

/// Runs a search. A panic is reported and gives no move.
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

    fn visit<P: Game>(self, game: &TypedGame<P>) -> String {
        let Think { search, signals, info } = self;
        // Draws by the match's history are up to the GUI.
        let turn = game.position().turn();
        if let Turn::Over(outcome) = turn {
            // The side to act has been mated, or the game is drawn.
            let (score, wdl) = if outcome.winner.is_some() { ("mate 0", "0 0 1000") } else { ("cp 0", "0 1000 0") };
            let wdl = if search.shows_wdl { format!(" wdl {wdl}") } else { String::new() };
            info(format!("info depth 0 score {score}{wdl}"));
            return NO_MOVE.to_string();
        }
        let mut rolls = Vec::new();
        game.position().chance(&mut rolls);
        // The faces of a die have no iterations in common, so they have only the usual time.
        let managed = search.go.managed_time(turn.side());
        let soft = managed.filter(|_| !rolls.is_empty()).map(|budget| budget.soft);
        let time = soft.or_else(|| search.go.time(turn.side()));
        let deadline = Deadline::since(Arc::clone(&signals.begun), time, rolls.len());
        // On a clock, the search may end before the hard limit. No time counts while it ponders.
        let mut manager = managed.map(TimeManager::new);
        let end = AtomicU64::new(u64::MAX);
        let elapsed = || signals.begun.get().map_or(Duration::ZERO, Instant::elapsed);
        let has_ended = || signals.begun.get().is_some() && elapsed().as_micros() as u64 >= end.load(Ordering::Relaxed);
        let stop = || signals.stop.load(Ordering::Relaxed) || deadline.has_passed() || has_ended();
        let started = Instant::now();
        let show = |report: &SearchResult<P::Action>| {
            lines(report, search.lines, search.shows_wdl, started.elapsed()).into_iter().for_each(info);
        };
        if let (Some(strength), Turn::Decide(_)) = (search.strength, turn) {
            let found = search.at_level(game, strength, &stop, info);
            show(&found);
            return found.lines.first().map_or_else(|| NO_MOVE.to_string(), |line| decision(game.position(), line));
        }
        // The lines of a single face say nothing about the position.
        let mut progress = |report: &SearchResult<P::Action>| {
            if rolls.is_empty() {
                show(report);
                if let Some(manager) = &mut manager {
                    let limit = manager.limit_after(report, elapsed());
                    end.store(u64::try_from(limit.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
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
    /// The choice of a limited strength.
    fn at_level<P: Game>(
        &self,
        game: &TypedGame<P>,
        strength: Strength,
        stop: &(dyn Fn() -> bool + Sync),
        info: &dyn Fn(String),
    ) -> SearchResult<P::Action> {
        let level = strength.level(split_mix_64(self.seed) ^ game.actions().len() as u64);
        let request = LevelRequest {
            search_moves: self.search_moves(game, info),
            nodes: self.go.nodes,
            depth: self.go.depth(),
            ..LevelRequest::new(self.seed)
        };
        think_at_level(level, game, &request, &mut SearchControl { stop, progress: &mut |_| {} })
    }

    /// The legal actions among the requested ones.
    fn search_moves<P: Game>(&self, game: &TypedGame<P>, info: &dyn Fn(String)) -> Vec<P::Action> {
        let position = game.position();
        let legal = |text: &String| {
            let action = position.parse_action(text).ok().filter(|action| position.check(*action).is_ok());
            if action.is_none() {
                info(format!("info string error: searchmoves: {text} is not legal"));
            }
            action
        };
        self.go.search_moves.iter().filter_map(legal).collect()
    }

    fn request<P: Game>(
        &self,
        game: &TypedGame<P>,
        time: Option<Duration>,
        info: &dyn Fn(String),
    ) -> SearchRequest<P::Action> {
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
            search_moves: self.search_moves(game, info),
            win_within: self.go.mate.map(|moves| 2 * moves - 1),
            search_forced_moves: self.go.managed_time(game.position().turn().side()).is_none(),
            memory: Some(self.memory.clone()),
            ..SearchRequest::new(limits)
        }
    }
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
}
