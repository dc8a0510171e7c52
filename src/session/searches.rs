//! Searches in the background: on threads, or in a browser's worker.

use crate::bots::Limits;
use crate::engine::DynGame;
use crate::platform::jobs::{Background, Wake};
use crate::play::{Analysis, SearchJob, Thought};

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use on_threads::{analysis, decide};

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use in_worker::{analysis, decide};

/// The result of an analysis, or the reason for its failure.
pub type Analysed = Result<Analysis, String>;

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod on_threads {
    use super::*;
    use crate::play::analyse;

    /// Searches for a bot's decision. `progress` receives intermediate results.
    pub fn decide(
        job: SearchJob,
        wake: &Wake,
        mut progress: impl FnMut(Thought) + Send + 'static,
    ) -> Background<String> {
        Background::start(wake, move |stop| job.think_until(stop, &mut progress))
    }

    /// Analyses the current position of a match, with the best `lines` lines.
    pub fn analysis(game: Box<dyn DynGame>, limits: Limits, lines: usize, wake: &Wake) -> Background<Analysed> {
        Background::start(wake, move |stop| analyse(&*game, limits, lines, stop).map_err(|error| error.to_string()))
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod in_worker {
    use super::*;
    use crate::play::{Task, TaskMessage};

    fn start<T: Send + 'static>(
        task: &Task,
        wake: &Wake,
        mut hear: impl FnMut(TaskMessage) -> Option<T> + Send + 'static,
    ) -> Background<T> {
        // Serialising texts and numbers cannot fail.
        let text = serde_json::to_string(task).unwrap_or_default();
        Background::in_worker(wake, &text, move |message| hear(serde_json::from_str(message).ok()?))
    }

    /// Searches for a bot's decision. `progress` receives intermediate results.
    pub fn decide(
        job: SearchJob,
        wake: &Wake,
        mut progress: impl FnMut(Thought) + Send + 'static,
    ) -> Background<String> {
        start(&Task::decide(&job), wake, move |message| match message {
            TaskMessage::Thought(thought) => {
                progress(thought);
                None
            }
            TaskMessage::Decided(action) => Some(action),
            TaskMessage::Analysed(_) => None,
        })
    }

    /// Analyses the current position of a match, with the best `lines` lines.
    pub fn analysis(game: Box<dyn DynGame>, limits: Limits, lines: usize, wake: &Wake) -> Background<Analysed> {
        start(&Task::analyse(&*game, limits, lines), wake, |message| match message {
            TaskMessage::Analysed(found) => Some(found),
            TaskMessage::Thought(_) | TaskMessage::Decided(_) => None,
        })
    }
}
