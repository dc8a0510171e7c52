/// A six-sided die.
///
/// A chance action is written `~` and the symbol on top. Rules, physics and table identify a throw
/// by its symbol, so two sides with the same symbol are one outcome.
///
/// ```
/// use fairground_rules::engine::Die;
///
/// assert_eq!(Die::D6.outcomes().count(), 6);
/// assert_eq!(Die::D6.side_of("6"), Some(1));
/// assert!((Die::D6.chance("6") - 1.0 / 6.0).abs() < 1e-12);
/// ```
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Die {
    /// The name on the command line and in match files.
    pub id: &'static str,
    /// The symbols on the sides +X, -X, +Y, -Y, +Z, -Z of the die's own axes.
    pub sides: [&'static str; 6],
    /// The words on the corresponding sides of a die sold for the game.
    pub words: Option<[&'static str; 6]>,
}

impl Die {
    /// An ordinary die: opposite sides add up to seven, and 1, 2, 3 run counter-clockwise around
    /// their corner.
    pub const D6: &'static Die = &Die { id: "d6", sides: ["1", "6", "2", "5", "3", "4"], words: None };

    /// The distinct symbols in the order of the sides, each with the number of sides that show it.
    pub fn outcomes(&self) -> impl Iterator<Item = (&'static str, u32)> + '_ {
        self.sides.iter().enumerate().filter(|(i, symbol)| !self.sides[..*i].contains(symbol)).map(|(_, &symbol)| {
            let count = self.sides.iter().filter(|&&other| other == symbol).count();
            (symbol, u32::try_from(count).unwrap_or(0))
        })
    }

    /// The first side with this symbol, 0 to 5.
    #[must_use]
    pub fn side_of(&self, symbol: &str) -> Option<usize> {
        self.sides.iter().position(|&own| own == symbol)
    }

    /// The probability of `symbol`, or 0 if the die does not have it.
    #[must_use]
    pub fn chance(&self, symbol: &str) -> f64 {
        self.outcomes().find(|(own, _)| *own == symbol).map_or(0.0, |(_, count)| f64::from(count) / 6.0)
    }
}
