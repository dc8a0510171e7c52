//! Background searches for the decision of a bot or another program.

use std::sync::{Arc, Mutex, PoisonError};

use web_time::Instant;

use crate::engine::ActionText;
use crate::platform::jobs::{Background, Wake};
use crate::play::{Match, Pending, Player, PlayerError, SearchJob, Seat, Thought, UciCommand, UciProgram};
use crate::session::searches;

/// A bot or another program that is thinking in the background.
pub(super) struct ThinkingPlayer {
    since: Instant,
    search: PendingDecision,
    thought: Arc<Mutex<Option<Thought>>>,
}

enum PendingDecision {
    Bot(Background<String>),
    /// The program comes back with its decision, to be reused for the next one.
    Program(Background<Result<Decided, PlayerError>>),
}

/// A decision.
pub(super) struct Decided {
    pub action: ActionText,
    /// The program that made the decision; `None` for bots.
    pub program: Option<UciProgram>,
}

/// The intermediate results of a thinking bot.
#[derive(Debug, Clone, PartialEq)]
pub struct BotThought {
    /// Thinking time so far, s.
    pub seconds: f32,
    /// The results; `None` at the beginning, and for other programs.
    pub thought: Option<Thought>,
}

impl ThinkingPlayer {
    /// Starts the search for the pending decision of a bot or program; `None` if none is pending.
    pub(super) fn start(running: &Match, wake: &Wake) -> Option<ThinkingPlayer> {
        let thought = Arc::default();
        let search = match running.pending() {
            Pending::Decide { seat: Seat::Program, .. } => PendingDecision::Program(ask_program(running, wake)?),
            _ => PendingDecision::Bot(ask_bot(running.search_job()?, &thought, wake)),
        };
        Some(ThinkingPlayer { since: Instant::now(), search, thought })
    }

    /// A search with these intermediate results.
    #[cfg(test)]
    pub(super) fn with(BotThought { seconds, thought }: BotThought) -> ThinkingPlayer {
        let search = PendingDecision::Bot(Background::start(&Wake::default(), |_| String::new()));
        let since = Instant::now() - std::time::Duration::from_secs_f32(seconds);
        ThinkingPlayer { since, search, thought: Arc::new(Mutex::new(thought)) }
    }

    /// Asks for an immediate decision.
    pub(super) fn stop(&self) {
        match &self.search {
            PendingDecision::Program(search) => search.stop(),
            PendingDecision::Bot(search) => {
                search.stop();
                // A browser's worker receives no messages while it thinks.
                #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
                if let Some(action) = self.thought().thought.and_then(|thought| thought.line.first().cloned()) {
                    search.end_with(action);
                }
            }
        }
    }

    /// Whether a decision has been made.
    pub(super) fn has_decided(&self) -> bool {
        match &self.search {
            PendingDecision::Bot(search) => search.has_ended(),
            PendingDecision::Program(search) => search.has_ended(),
        }
    }

    /// The decision; returned only once.
    ///
    /// # Errors
    /// If the bot or program cannot continue, with the reason.
    pub(super) fn take(&self) -> Option<Result<Decided, PlayerError>> {
        match &self.search {
            PendingDecision::Bot(search) => {
                let decided = search.take()?;
                Some(
                    decided.map(|action| Decided { action: action.as_str().into(), program: None }).map_err(Into::into),
                )
            }
            PendingDecision::Program(search) => {
                search.take().map(|decided| decided.map_err(PlayerError::from).flatten())
            }
        }
    }

    /// The intermediate results of the search.
    pub(super) fn thought(&self) -> BotThought {
        let thought = self.thought.lock().unwrap_or_else(PoisonError::into_inner).clone();
        BotThought { seconds: self.since.elapsed().as_secs_f32(), thought }
    }
}

fn ask_bot(job: SearchJob, thought: &Arc<Mutex<Option<Thought>>>, wake: &Wake) -> Background<String> {
    let latest = thought.clone();
    searches::decide(job, wake, move |now| {
        *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    })
}

/// Asks the program of the seat for a decision, and starts it if it is not running. A browser
/// cannot start programs and reports an error.
fn ask_program(running: &Match, wake: &Wake) -> Option<Background<Result<Decided, PlayerError>>> {
    let decision = running.decision()?;
    let command: UciCommand = running.setup().programs[decision.side().index()].clone()?;
    let kept = running.take_program(decision.side());
    Some(Background::start(wake, move |stop| {
        let game = decision.game();
        let mut program = kept.map_or_else(|| UciProgram::start(&command, game.info(), game.options()), Ok)?;
        let action = program.choose(&decision, stop)?;
        Ok(Decided { action, program: Some(program) })
    }))
}
