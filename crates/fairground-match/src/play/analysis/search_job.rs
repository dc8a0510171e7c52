use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::deadline::Deadline;
use crate::platform::clock::{Duration, Instant};
use fairground_rules::bots::time::{TimeBudget, TimeManager};
use fairground_rules::bots::{self, Bot, SearchControl, SearchMemory, SearchResult};
use fairground_rules::engine::{DynGame, Game, TypedGame};
use fairground_rules::games::{self, GameVisitor};

/// The search for a bot's decision in a match. Runs on any thread.
#[derive(Debug)]
pub struct SearchJob {
    bot: Bot,
    game: Box<dyn DynGame>,
    seed: u64,
    /// The time, if a clock runs.
    budget: Option<TimeBudget>,
    /// The bot's memory between searches of this match.
    memory: SearchMemory,
}

impl SearchJob {
    pub(in crate::play) fn new(bot: Bot, game: &dyn DynGame, seed: u64, budget: Option<TimeBudget>) -> Self {
        SearchJob { bot, game: game.boxed(), seed, budget, memory: SearchMemory::default() }
    }

    /// Sets the memory of the bot's earlier searches in this match.
    pub(in crate::play) fn with_memory(self, memory: SearchMemory) -> Self {
        SearchJob { memory, ..self }
    }

    pub(super) fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    pub(super) fn budget(&self) -> Option<TimeBudget> {
        self.budget
    }

    /// The bot.
    #[must_use]
    pub fn bot(&self) -> Bot {
        self.bot
    }

    /// Runs the search and returns its action. The result depends only on match and seed, unless
    /// the bot has a time limit or uses several threads. An empty text, which is never legal, means
    /// that no action is legal.
    #[must_use]
    pub fn think(self) -> String {
        self.think_until(&|| false, &mut |_| {})
    }

    /// Like [`SearchJob::think`], but ends early when `stop`, polled every few milliseconds,
    /// returns true. `progress` receives intermediate results.
    #[must_use]
    pub fn think_until(self, stop: &(dyn Fn() -> bool + Sync), progress: &mut dyn FnMut(Thought)) -> String {
        struct Think<'a> {
            job: &'a SearchJob,
            stop: &'a (dyn Fn() -> bool + Sync),
            progress: &'a mut dyn FnMut(Thought),
        }
        impl GameVisitor for Think<'_> {
            type Output = Option<String>;
            fn visit<P: Game>(self, game: &TypedGame<P>) -> Option<String> {
                let Think { job, stop, progress } = self;
                let progress = &mut |report: &SearchResult<P::Action>| progress(Thought::of(report));
                let report = think(job.bot, game, job.seed, &job.memory, job.budget, stop, progress);
                Some(report.lines.first()?.actions.first()?.to_string())
            }
        }
        games::visit_game(&*self.game, Think { job: &self, stop, progress }).ok().flatten().unwrap_or_default()
    }
}

/// The progress of a bot's search, for display.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// The expected actions, starting with the bot's own.
    pub line: Vec<String>,
    /// For the side to act, centipawns.
    pub value: i32,
    /// Its expected score, 0 to 1: a win is 1, a draw 1/2.
    pub win: f64,
    /// Search depth in decisions.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl Thought {
    fn of<A: ToString>(report: &SearchResult<A>) -> Thought {
        let line = report.lines.first().map(|line| line.actions.iter().map(ToString::to_string).collect());
        let value = report.value();
        Thought {
            line: line.unwrap_or_default(),
            value,
            win: bots::win_probability(value),
            depth: report.depth,
            nodes: report.nodes,
        }
    }
}

/// Searches for a bot's decision. The search ends after the bot's own time limit, within `clock`,
/// the time from its clock, or when `stop` returns true. Only the hard limit of the clock ends the
/// search of a deterministic bot.
pub(crate) fn think<P: Game>(
    bot: Bot,
    game: &TypedGame<P>,
    seed: u64,
    memory: &SearchMemory,
    clock: Option<TimeBudget>,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(&SearchResult<P::Action>),
) -> SearchResult<P::Action> {
    // A bot without limits of its own may use the whole `clock`.
    let unlimited = matches!(bot, Bot::Search(limits) | Bot::Mcts(limits) | Bot::Uct(limits) if !limits.is_limited());
    let own = bot.limits().filter(|_| clock.is_none() || !unlimited).and_then(|limits| limits.time);
    let own = own.map(Duration::from_millis);
    let clock = clock.map(|clock| own.map_or(clock, |own| clock.at_most(own)));
    let limit = clock.map(|clock| match bot {
        // Tree search has no iterations, so its time cannot depend on them.
        Bot::Mcts(_) | Bot::Uct(_) => clock.soft,
        _ => clock.hard,
    });
    let deadline = Deadline::after(limit.or(own));
    let iterates = matches!(bot, Bot::Search(_) | Bot::Max);
    // A time of its own below the soft limit is a time per move, which the bot uses up.
    let managed = clock.filter(|clock| iterates && (unlimited || own.is_some_and(|own| clock.soft < own)));
    let (mut manager, end, begun) = (managed.map(TimeManager::new), AtomicU64::new(u64::MAX), Instant::now());
    let has_ended = || begun.elapsed().as_micros() as u64 >= end.load(Ordering::Relaxed);
    let stop = || stop() || deadline.has_passed() || has_ended();
    let mut progress = |report: &SearchResult<P::Action>| {
        if let Some(manager) = &mut manager {
            let limit = manager.limit_after(report, begun.elapsed());
            end.store(u64::try_from(limit.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
        progress(report);
    };
    bots::think(bot, game, seed, Some(memory), &mut SearchControl { stop: &stop, progress: &mut progress })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_rules::engine::{Options, Rules};
    use fairground_rules::games::chess::Chess;

    /// The result of a bot in the starting position of chess.
    fn found(bot: &str, clock: Option<TimeBudget>) -> SearchResult<<Chess as Rules>::Action> {
        let game = TypedGame::<Chess>::new(Options::default());
        think(bot.parse().unwrap(), &game, 1, &SearchMemory::default(), clock, &|| false, &mut |_| {})
    }

    #[test]
    fn the_soft_limit_of_a_clock_ends_only_searches_by_time() {
        let hour = Duration::from_secs(3_600);
        let clock = TimeBudget { soft: Duration::ZERO, hard: hour };
        for bot in ["search", "max", "search:time=3600"] {
            let depth = found(bot, Some(clock)).depth;
            assert!(depth < 8, "{bot}: depth {depth}");
        }
        for bot in ["8", "search:nodes=3000", "search:depth=5", "greedy"] {
            assert_eq!(found(bot, Some(clock)), found(bot, None), "{bot}");
        }
        // Tree search has the soft limit alone.
        let nodes = |clock| found("mcts:nodes=5000", clock).nodes;
        assert!(nodes(Some(clock)) < nodes(None));
    }

    /// Neither limit of a clock extends the bot's own limit.
    #[test]
    fn a_limit_of_time_holds_on_a_clock_too() {
        let hour = Duration::from_secs(3_600);
        assert!(found("search:time=0.001", Some(TimeBudget { soft: hour, hard: 4 * hour })).depth < 30);
    }
}
