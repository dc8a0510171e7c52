use super::{Event, Illegal, Options, Outcome, Reason, Rules, TextError, Turn};

/// Plies without an irreversible event after which a match is drawn (rules/README.md, Terms).
const QUIET_LIMIT: u32 = 100;

/// Occurrences of a position that draw a match (rules/README.md, Terms).
const REPETITION_LIMIT: usize = 3;

/// A match as the rules see it: every position since the start, and so the draws that hang on more than one of them.
#[derive(Clone, Debug)]
pub struct History<R: Rules> {
    options: Options,
    start: R,
    steps: Vec<Step<R>>,
}

#[derive(Clone, Debug)]
struct Step<R: Rules> {
    action: R::Action,
    after: R,
    key: Option<u64>,
}

impl<R: Rules> History<R> {
    /// A match from the game's start.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let start = R::start(&options);
        History { options, start, steps: Vec::new() }
    }

    /// A match from a position text.
    ///
    /// # Errors
    /// The field of the text that is wrong.
    pub fn from_text(options: Options, text: &str) -> Result<Self, TextError> {
        let start = R::parse(text, &options)?;
        Ok(History { options, start, steps: Vec::new() })
    }

    /// The game's options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The position that the match began from.
    #[must_use]
    pub fn start(&self) -> &R {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &R {
        self.steps.last().map_or(&self.start, |step| &step.after)
    }

    /// The actions since the start.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = R::Action> + ExactSizeIterator + '_ {
        self.steps.iter().map(|step| step.action)
    }

    /// What the match waits for, draws by repetition, quiet plies and the like included.
    #[must_use]
    pub fn turn(&self) -> Turn {
        let position = self.position();
        match position.turn() {
            over @ Turn::Over(_) => over,
            turn => self.drawn().map_or(turn, |reason| Turn::Over(Outcome::drawn(reason))),
        }
    }

    /// Draws that a text alone does not show, in the order of rules/README.md.
    fn drawn(&self) -> Option<Reason> {
        let last = self.steps.last()?;
        let key = last.key?;
        if let Some(reason) = last.after.settled() {
            return Some(reason);
        }
        // What came before the last irreversible event cannot come again.
        let quiet = usize::try_from(last.after.quiet()).unwrap_or(usize::MAX);
        let keys = self.steps.iter().rev().map(|step| step.key).chain([self.start.repetition_key()]).flatten();
        let seen = keys.take(quiet.saturating_add(1)).filter(|&other| other == key).count();
        if seen >= REPETITION_LIMIT {
            return Some(Reason::Repetition);
        }
        (last.after.quiet() >= QUIET_LIMIT).then_some(Reason::QuietPlies)
    }

    /// Carries out an action.
    ///
    /// # Errors
    /// The rule that forbids it; the history is then unchanged.
    pub fn apply(&mut self, action: R::Action, events: &mut impl FnMut(Event)) -> Result<(), Illegal> {
        self.permits(action)?;
        self.position().tell(action, events);
        self.play(action);
        Ok(())
    }

    /// Whether an action could be carried out now.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn permits(&self, action: R::Action) -> Result<(), Illegal> {
        if let Turn::Over(outcome) = self.turn() {
            return Err(Illegal::new("README.md, Terms", format!("the game is over: {}", outcome.reason)));
        }
        self.position().check(action)
    }

    /// Carries out an action that is known to be legal, fast.
    pub fn play(&mut self, action: R::Action) {
        let mut after = self.position().clone();
        after.play(action);
        self.push(action, after);
    }

    fn push(&mut self, action: R::Action, after: R) {
        let key = after.repetition_key();
        self.steps.push(Step { action, after, key });
    }

    /// Takes the last action back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<R::Action> {
        self.steps.pop().map(|step| step.action)
    }
}
