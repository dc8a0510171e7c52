use crate::engine::Die;

/// An ordinary die, or a Treehouse die with its words (assets/rules/whack.md, Board changes).
pub const DIE: &Die = &Die { words: Some(["TIP", "WILD", "AIM", "HOP", "DIG", "SWAP"]), ..*Die::D6 };

/// The roll after a capture and in the opening (assets/rules/whack.md, Board changes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the documentation; the rules say what each roll does")]
pub enum Roll {
    Tip = 1,
    Aim,
    Dig,
    Swap,
    Hop,
    Wild,
}

impl Roll {
    /// Every roll, 1 to 6.
    pub const ALL: [Roll; 6] = [Roll::Tip, Roll::Aim, Roll::Dig, Roll::Swap, Roll::Hop, Roll::Wild];

    /// The number on the die.
    pub(in crate::games::whack) const fn symbol(self) -> &'static str {
        ["1", "2", "3", "4", "5", "6"][self as usize - 1]
    }

    /// The roll with this number.
    pub(in crate::games::whack) fn from_symbol(symbol: &str) -> Option<Roll> {
        Roll::ALL.into_iter().find(|roll| roll.symbol() == symbol)
    }

    /// The name in the rules.
    pub(in crate::games::whack) const fn name(self) -> &'static str {
        ["TIP", "AIM", "DIG", "SWAP", "HOP", "WILD"][self as usize - 1]
    }

    /// The effect in a few words.
    pub(in crate::games::whack) const fn gist(self) -> &'static str {
        match self {
            Roll::Tip => "a section to one join",
            Roll::Aim => "turn one half of the board",
            Roll::Dig => "a section to several joins",
            Roll::Swap => "exchange two sections",
            Roll::Hop => "leave the board unchanged",
            Roll::Wild => "a section to any place",
        }
    }

    /// The obligation of the player after this roll.
    pub(in crate::games::whack) const fn task(self) -> &'static str {
        match self {
            Roll::Tip => "move a section to a place with exactly one join",
            Roll::Aim => "turn one half of the board and rejoin it",
            Roll::Dig => "move a section to a place with two or more joins",
            Roll::Swap => "exchange two sections",
            Roll::Hop => "leave the board unchanged",
            Roll::Wild => "move a section to any other place",
        }
    }
}
