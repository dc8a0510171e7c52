use std::fmt;

use super::{Die, Side};

/// The side to act and the pending decision or throw, or the outcome.
///
/// ```
/// use fairground::engine::{Outcome, Reason, Side, Turn};
///
/// assert_eq!(Turn::Decide(Side::Black).side(), Some(Side::Black));
/// let outcome = Outcome::won(Side::White, Reason::Checkmate);
/// assert_eq!(Turn::Over(outcome).outcome(), Some(outcome));
/// assert_eq!(format!("{outcome}, {}", outcome.reason), "white, checkmate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side has to choose one of the legal actions.
    Decide(Side),
    /// This side has to throw this die. The result is then passed to the rules.
    Chance(Side, &'static Die),
    /// The game has ended.
    Over(Outcome),
}

impl Turn {
    /// The side that has to act, `None` when the game is over.
    #[must_use]
    pub fn side(self) -> Option<Side> {
        match self {
            Turn::Decide(side) | Turn::Chance(side, _) => Some(side),
            Turn::Over(_) => None,
        }
    }

    /// How the game ended, `None` while it goes on.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Side>,
    /// Why it ended.
    pub reason: Reason,
}

impl Outcome {
    /// This side has won.
    #[must_use]
    pub const fn won(winner: Side, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    /// Nobody has won.
    #[must_use]
    pub const fn drawn(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }
}

impl fmt::Display for Outcome {
    /// `white`, `black` or `draw`, as the command line prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => side.fmt(f),
            None => f.write_str("draw"),
        }
    }
}

/// Why a game ended: the reasons of all games, and those from outside the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The king is attacked and no action is legal.
    Checkmate,
    /// No action is legal and no king is attacked.
    Stalemate,
    /// A king stands on the enemy king's starting square.
    Goal,
    /// A side ended its turn without a king.
    NoKing,
    /// A side's last king was captured.
    KingCaptured,
    /// One action captured the last kings of both sides.
    BothKingsGone,
    /// Only the kings are left.
    BareKings,
    /// Both sides have too little left on the board.
    LittleMaterial,
    /// The same position came for the third time.
    Repetition,
    /// The halfmove clock reached 100.
    HalfmoveClock,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A player's clock ran out.
    Time,
    /// A player left the match and did not come back.
    Abandonment,
    /// Somebody else decided how the match ends: an arbiter, or a program that holds tournaments.
    Adjudication,
    /// A player broke the rules.
    RulesInfraction,
    /// A player died.
    Death,
    /// Something from outside, such as a fire, ended the match.
    Emergency,
    /// The match was not played to its end, and yet counts.
    Unterminated,
    /// Nobody knows why.
    Unknown,
}

impl Reason {
    const ALL: [(Reason, &'static str); 20] = [
        (Reason::Checkmate, "checkmate"),
        (Reason::Stalemate, "stalemate"),
        (Reason::Goal, "king on its goal"),
        (Reason::NoKing, "no king at the end of the turn"),
        (Reason::KingCaptured, "last king captured"),
        (Reason::BothKingsGone, "both kings lost at once"),
        (Reason::BareKings, "only kings left"),
        (Reason::LittleMaterial, "too little material left"),
        (Reason::Repetition, "third repetition"),
        (Reason::HalfmoveClock, "100 quiet plies"),
        (Reason::Resignation, "resignation"),
        (Reason::Agreement, "draw agreed"),
        (Reason::Time, "out of time"),
        (Reason::Abandonment, "abandoned"),
        (Reason::Adjudication, "adjudication"),
        (Reason::RulesInfraction, "rules infraction"),
        (Reason::Death, "death of a player"),
        (Reason::Emergency, "emergency"),
        (Reason::Unterminated, "unterminated"),
        (Reason::Unknown, "reason unknown"),
    ];

    /// Every reason.
    pub fn all() -> impl Iterator<Item = Reason> {
        Self::ALL.into_iter().map(|(reason, _)| reason)
    }

    /// The words that players and match files read.
    #[must_use]
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(reason, _)| *reason == self).map_or("", |(_, words)| words)
    }

    /// Whether a match can end like this, with or without a winner, for a reason that is not in its positions.
    #[must_use]
    pub fn is_external(self, won: bool) -> bool {
        match self {
            Reason::Resignation => won,
            Reason::Agreement => !won,
            Reason::Time
            | Reason::Abandonment
            | Reason::Adjudication
            | Reason::RulesInfraction
            | Reason::Death
            | Reason::Emergency
            | Reason::Unterminated
            | Reason::Unknown => true,
            _ => false,
        }
    }

    /// The reason with these words.
    #[must_use]
    pub fn from_words(words: &str) -> Option<Reason> {
        Self::ALL.iter().find(|(_, own)| *own == words).map(|(reason, _)| *reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
