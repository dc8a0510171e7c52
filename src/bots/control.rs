use super::value::win_probability;

/// How whoever asks a bot keeps hold of it: a bot has no clock of its own.
pub struct Control<'a, A> {
    /// Asked every few hundred positions, from any of the bot's threads: whether to stop and answer with what is known.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Told what is known after each step deeper.
    pub progress: &'a mut dyn FnMut(&Report<A>),
}

/// What a search has found out so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<A> {
    /// The best lines, the best first.
    pub lines: Vec<Line<A>>,
    /// Decisions looked ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// What is expected after one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<A> {
    /// The action, and what the search expects next, up to the next throw of a die.
    pub actions: Vec<A>,
    /// For the side to act, hundredths of a pawn; wins as [`super::WIN`] less their distance in actions.
    pub value: i32,
    /// Decisions looked ahead for this value.
    pub depth: u32,
}

impl<A> Line<A> {
    /// The probability of winning for the side to act, 0 to 1, a draw being half a win.
    #[must_use]
    pub fn win(&self) -> f64 {
        win_probability(self.value)
    }
}

impl<A> Default for Report<A> {
    /// Of nothing.
    fn default() -> Self {
        Report { lines: Vec::new(), depth: 0, nodes: 0 }
    }
}

impl<A> Report<A> {
    /// The value of the best line.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.value)
    }
}
