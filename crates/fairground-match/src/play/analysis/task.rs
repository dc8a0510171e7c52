//! Serialisable searches for another thread, such as a browser's worker.

use serde::{Deserialize, Serialize};

use super::analyse::{Analysis, analyse};
use super::search_job::{SearchJob, Thought};
use fairground_rules::bots::time::TimeBudget;
use fairground_rules::bots::{Bot, Limits};
use fairground_rules::engine::DynGame;
use fairground_rules::games;

/// A search with its match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    game: String,
    options: Vec<(String, String)>,
    start: String,
    draws_unclaimed: bool,
    actions: Vec<String>,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    /// A bot's decision, with its time if a clock runs.
    Decide { bot: String, seed: u64, budget: Option<TimeBudget> },
    /// The value of the current position.
    Analyse { limits: Limits, lines: usize },
}

/// A message from the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TaskMessage {
    /// Intermediate results of a bot.
    Thought(Thought),
    /// The bot's action. This is the last message.
    Decided(String),
    /// The analysis, or the reason for its failure. This is the last message.
    Analysed(Result<Analysis, String>),
}

impl Task {
    fn of(game: &dyn DynGame, kind: Kind) -> Task {
        let text = |(key, value): (&str, &str)| (key.to_string(), value.to_string());
        Task {
            game: game.info().id.to_string(),
            options: game.options().iter().map(text).collect(),
            start: game.start_text(),
            draws_unclaimed: game.leaves_draws_unclaimed(),
            actions: game.played().iter().map(ToString::to_string).collect(),
            kind,
        }
    }

    /// The task for a bot's decision.
    #[must_use]
    pub fn decide(job: &SearchJob) -> Task {
        let decide = Kind::Decide { bot: job.bot().to_string(), seed: job.seed(), budget: job.budget() };
        Task::of(job.game(), decide)
    }

    /// The task to analyse the current position, on one thread.
    #[must_use]
    pub fn analyse(game: &dyn DynGame, limits: Limits, lines: usize) -> Task {
        Task::of(game, Kind::Analyse { limits: Limits { threads: 1, ..limits }, lines })
    }

    /// Runs the task. Progress and result go to `on_message`.
    ///
    /// # Errors
    /// If the task's text is not a valid match.
    pub fn run(&self, on_message: &mut dyn FnMut(TaskMessage)) -> Result<(), String> {
        let game = self.set_up()?;
        match &self.kind {
            Kind::Decide { bot, seed, budget } => {
                let bot: Bot = bot.parse().map_err(|error| format!("{error}"))?;
                let job = SearchJob::new(bot, &*game, *seed, *budget);
                let decided = job.think_until(&|| false, &mut |thought| on_message(TaskMessage::Thought(thought)));
                on_message(TaskMessage::Decided(decided));
            }
            Kind::Analyse { limits, lines } => {
                let found = analyse(&*game, *limits, *lines, &|| false).map_err(|error| error.to_string());
                on_message(TaskMessage::Analysed(found));
            }
        }
        Ok(())
    }

    fn set_up(&self) -> Result<Box<dyn DynGame>, String> {
        let pairs = self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let (info, options) = games::with_options(&self.game, pairs).map_err(|error| error.to_string())?;
        let mut game = games::begin(info, options, Some(&self.start)).map_err(|error| error.to_string())?;
        if self.draws_unclaimed {
            game.leave_draws_unclaimed();
        }
        for action in &self.actions {
            game.apply(action).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Match, Seat, Setup};

    /// A serialised search has the same result as a local one.
    #[test]
    fn a_task_gives_the_result_of_a_local_search() {
        for info in games::ALL {
            let bot: Bot = "search:nodes=2000".parse().unwrap();
            let mut running = Match::new(Setup::new(info, [Seat::Bot(bot); 2], 7)).unwrap();
            for _ in 0..8 {
                if let Some(job) = running.search_job() {
                    let text = serde_json::to_string(&Task::decide(&job)).unwrap();
                    let mut told = Vec::new();
                    serde_json::from_str::<Task>(&text).unwrap().run(&mut |message| told.push(message)).unwrap();
                    let action = job.think();
                    assert_eq!(told.last(), Some(&TaskMessage::Decided(action.clone())), "{}", info.id);
                    running.act(&action).unwrap();
                } else if let Some(roll) = running.throw(None) {
                    running.apply_roll(&roll).unwrap();
                }
                let limits = Limits::nodes(500).with_hand_written_evaluation();
                let text = serde_json::to_string(&Task::analyse(running.game(), limits, 2)).unwrap();
                let mut told = Vec::new();
                serde_json::from_str::<Task>(&text).unwrap().run(&mut |message| told.push(message)).unwrap();
                let found = analyse(running.game(), limits, 2, &|| false).map_err(|error| error.to_string());
                assert_eq!(told, [TaskMessage::Analysed(found)], "{}", info.id);
            }
        }
    }

    #[test]
    fn invalid_matches_are_refused() {
        let running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
        let task = Task::analyse(running.game(), Limits::nodes(1), 1);
        let wrong = [
            Task { game: "go".into(), ..task.clone() },
            Task { start: "nothing".into(), ..task.clone() },
            Task { actions: vec!["e2e5".into()], ..task },
        ];
        for task in wrong {
            assert!(task.run(&mut |_| ()).is_err(), "{task:?}");
        }
    }
}
