use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::deadline::Deadline;
use crate::bots::time::Stability;
use crate::bots::{self, Bot, SearchControl, SearchMemory, SearchResult};
use crate::engine::{DynGame, Tabletop, TypedGame};
use crate::games::{self, GameVisitor};
use crate::platform::clock::{Duration, Instant};

/// A bot with the match that it has to decide in: it can think on any thread.
pub struct SearchJob {
    bot: Bot,
    game: Box<dyn DynGame>,
    seed: u64,
    /// The most that it may take, because its clock runs.
    time: Option<Duration>,
    /// What the bot has learned in this match.
    memory: SearchMemory,
}

impl SearchJob {
    pub(in crate::play) fn new(bot: Bot, game: &dyn DynGame, seed: u64, time: Option<Duration>) -> Self {
        SearchJob { bot, game: game.boxed(), seed, time, memory: SearchMemory::default() }
    }

    /// The same with what the bot has learned in this match.
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

    /// Decides. The same match and seed give the same action, unless the bot is limited by time or uses several threads. Empty, which
    /// no rules allow, only if no action is legal.
    #[must_use]
    pub fn think(self) -> String {
        self.think_until(&|| false, &mut |_| {})
    }

    /// Decides, at the latest when `stop` says so; it is asked every few milliseconds. `progress` receives the bot's results so far.
    #[must_use]
    pub fn think_until(self, stop: &(dyn Fn() -> bool + Sync), progress: &mut dyn FnMut(Thought)) -> String {
        struct Think<'a> {
            job: &'a SearchJob,
            stop: &'a (dyn Fn() -> bool + Sync),
            progress: &'a mut dyn FnMut(Thought),
        }
        impl GameVisitor for Think<'_> {
            type Output = Option<String>;
            fn visit<P: Tabletop>(self, game: &TypedGame<P>) -> Option<String> {
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
    /// The actions that it expects, its own first.
    pub line: Vec<String>,
    /// For the side that decides, centipawns.
    pub value: i32,
    /// The probability that it wins, 0 to 1, a draw being half a win.
    pub win: f64,
    /// Decisions searched ahead.
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

/// A bot's decision in a match, stopped when its time or `most`, that of its clock, has gone by or when `stop` says so. A decision that is
/// settled saves a part of the time of the clock.
pub(crate) fn think<P: Tabletop>(
    bot: Bot,
    game: &TypedGame<P>,
    seed: u64,
    memory: &SearchMemory,
    most: Option<Duration>,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(&SearchResult<P::Action>),
) -> SearchResult<P::Action> {
    // One without limits of its own has all that its clock gives it.
    let unlimited = matches!(bot, Bot::Search(limits) | Bot::Mcts(limits) | Bot::Uct(limits) if !limits.is_limited());
    let own = bot.limits().filter(|_| most.is_none() || !unlimited).and_then(|limits| limits.time);
    let own = own.map(Duration::from_millis);
    let deadline = Deadline::after([own, most].into_iter().flatten().min());
    let on_clock = most.filter(|&most| own.is_none_or(|own| most < own));
    let (mut stability, enough, begun) = (Stability::default(), AtomicU64::new(u64::MAX), Instant::now());
    let saves = || on_clock.is_some() && begun.elapsed().as_millis() as u64 >= enough.load(Ordering::Relaxed);
    let stop = || stop() || deadline.has_passed() || saves();
    let mut progress = |report: &SearchResult<P::Action>| {
        if let Some(time) = on_clock {
            enough.store(stability.enough(report, time).as_millis() as u64, Ordering::Relaxed);
        }
        progress(report);
    };
    bots::think(bot, game, seed, Some(memory), &mut SearchControl { stop: &stop, progress: &mut progress })
}
