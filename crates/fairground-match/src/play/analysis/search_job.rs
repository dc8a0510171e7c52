use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::deadline::Deadline;
use crate::platform::clock::{Duration, Instant};
use fairground_rules::bots::time::Stability;
use fairground_rules::bots::{self, Bot, SearchControl, SearchMemory, SearchResult};
use fairground_rules::engine::{DynGame, Game, TypedGame};
use fairground_rules::games::{self, GameVisitor};

/// The search for a bot's decision in a match. Runs on any thread.
pub struct SearchJob {
    bot: Bot,
    game: Box<dyn DynGame>,
    seed: u64,
    /// The maximum time, if a clock runs.
    time: Option<Duration>,
    /// The bot's memory between searches of this match.
    memory: SearchMemory,
}

impl SearchJob {
    pub(in crate::play) fn new(bot: Bot, game: &dyn DynGame, seed: u64, time: Option<Duration>) -> Self {
        SearchJob { bot, game: game.boxed(), seed, time, memory: SearchMemory::default() }
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

    pub(super) fn time(&self) -> Option<Duration> {
        self.time
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
                let report = think(job.bot, game, job.seed, &job.memory, job.time, stop, progress);
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

/// Searches for a bot's decision. The search ends after the bot's own time limit, after
/// `clock_limit`, which comes from its clock, or when `stop` returns true. A stable decision ends
/// it before `clock_limit`, to save time on the clock.
pub(crate) fn think<P: Game>(
    bot: Bot,
    game: &TypedGame<P>,
    seed: u64,
    memory: &SearchMemory,
    clock_limit: Option<Duration>,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(&SearchResult<P::Action>),
) -> SearchResult<P::Action> {
    // A bot without limits of its own may use the whole `clock_limit`.
    let unlimited = matches!(bot, Bot::Search(limits) | Bot::Mcts(limits) | Bot::Uct(limits) if !limits.is_limited());
    let own = bot.limits().filter(|_| clock_limit.is_none() || !unlimited).and_then(|limits| limits.time);
    let own = own.map(Duration::from_millis);
    let deadline = Deadline::after([own, clock_limit].into_iter().flatten().min());
    let on_clock = clock_limit.filter(|&clock_limit| own.is_none_or(|own| clock_limit < own));
    let (mut stability, enough, begun) = (Stability::default(), AtomicU64::new(u64::MAX), Instant::now());
    let saves = || on_clock.is_some() && begun.elapsed().as_millis() as u64 >= enough.load(Ordering::Relaxed);
    let stop = || stop() || deadline.has_passed() || saves();
    let mut progress = |report: &SearchResult<P::Action>| {
        if let Some(time) = on_clock {
            enough.store(stability.sufficient_time(report, time).as_millis() as u64, Ordering::Relaxed);
        }
        progress(report);
    };
    bots::think(bot, game, seed, Some(memory), &mut SearchControl { stop: &stop, progress: &mut progress })
}
