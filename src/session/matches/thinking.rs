//! A bot that thinks on another thread.

use std::sync::{Arc, Mutex, PoisonError};

use web_time::Instant;

use crate::bots::Bot;
use crate::platform::jobs::{Background, Wake};
use crate::play::{SearchJob, Thought};
use crate::session::searches;

/// A bot that is thinking, on another thread.
pub(super) struct Thinking {
    bot: Bot,
    since: Instant,
    search: Background<String>,
    thought: Arc<Mutex<Option<Thought>>>,
}

/// The thought so far of a bot that is thinking.
#[derive(Debug, Clone, PartialEq)]
pub struct BotThought {
    /// The bot.
    pub bot: Bot,
    /// How long it has been thinking, s.
    pub seconds: f32,
    /// Its thought; `None` at first.
    pub thought: Option<Thought>,
}

impl Thinking {
    /// Starts a bot's search.
    pub(super) fn start(job: SearchJob, wake: &Wake) -> Thinking {
        let (bot, thought) = (job.bot(), Arc::new(Mutex::new(None)));
        let latest = thought.clone();
        let search = searches::decide(job, wake, move |now| {
            *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        });
        Thinking { bot, since: Instant::now(), search, thought }
    }

    /// Asks it to decide with its results so far.
    pub(super) fn stop(&self) {
        self.search.stop();
        // A browser's worker does not listen while it thinks.
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        if let Some(action) = self.thought().thought.and_then(|thought| thought.line.first().cloned()) {
            self.search.end_with(action);
        }
    }

    /// Whether it has decided.
    pub(super) fn has_decided(&self) -> bool {
        self.search.has_ended()
    }

    /// Its decision, once.
    pub(super) fn take(&self) -> Option<String> {
        self.search.take()
    }

    /// Its thought so far.
    pub(super) fn thought(&self) -> BotThought {
        let thought = self.thought.lock().unwrap_or_else(PoisonError::into_inner).clone();
        BotThought { bot: self.bot, seconds: self.since.elapsed().as_secs_f32(), thought }
    }
}
