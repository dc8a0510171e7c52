use std::fmt;

use super::{Die, Side};

/// The side to act and the pending decision or throw, or the outcome.
///
/// ```
/// use fairground_rules::engine::{Outcome, Reason, Side, Turn};
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
    /// The side to act, or `None` when the game is over.
    #[must_use]
    #[inline]
    pub fn side(self) -> Option<Side> {
        match self {
            Turn::Decide(side) | Turn::Chance(side, _) => Some(side),
            Turn::Over(_) => None,
        }
    }

    /// The outcome, or `None` while the game goes on.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// `None` for a draw.
    pub winner: Option<Side>,
    /// The reason for the result.
    pub reason: Reason,
}

impl Outcome {
    /// A win for `winner`.
    #[must_use]
    pub const fn won(winner: Side, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
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

/// Reason for the end of a game, within the rules of any game or outside them.
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
    /// The same position occurred for the third time.
    Repetition,
    /// The halfmove clock reached 100.
    HalfmoveClock,
    /// A player claimed a draw after the third occurrence of the same position.
    ClaimedRepetition,
    /// A player claimed a draw at a halfmove clock of 100 or more.
    ClaimedFiftyMoves,
    /// The same position occurred for the fifth time without a claim.
    FivefoldRepetition,
    /// The halfmove clock reached 150 without a claim.
    SeventyFiveMoves,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A player's clock ran out.
    Time,
    /// A player's clock ran out, but the opponent can no longer win.
    TimeWithoutWinner,
    /// A player left the match and did not come back.
    Abandonment,
    /// A third party decided the result: an arbiter, or the program that runs a tournament.
    Adjudication,
    /// A player broke the rules.
    RulesInfraction,
    /// A player died.
    Death,
    /// An external event, such as a fire, ended the match.
    Emergency,
    /// The match was not completed, but counts.
    Unterminated,
    /// The reason is not known.
    Unknown,
}

impl Reason {
    const ALL: [(Reason, &'static str); 25] = [
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
        (Reason::ClaimedRepetition, "claimed third repetition"),
        (Reason::ClaimedFiftyMoves, "claimed 50 moves"),
        (Reason::FivefoldRepetition, "fifth repetition"),
        (Reason::SeventyFiveMoves, "150 quiet plies"),
        (Reason::Resignation, "resignation"),
        (Reason::Agreement, "draw agreed"),
        (Reason::Time, "out of time"),
        (Reason::TimeWithoutWinner, "out of time, but the opponent cannot mate"),
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

    /// The name of the reason for players and match files.
    #[must_use]
    pub fn words(self) -> &'static str {
        Self::ALL.iter().find(|(reason, _)| *reason == self).map_or("", |(_, words)| words)
    }

    /// Whether a match can end for this reason independently of the position. `won` distinguishes
    /// wins from draws.
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

/// A draw that either player may claim (assets/rules/common.md, Draws).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The third occurrence of the same position.
    Repetition,
    /// A halfmove clock of 100 or more.
    FiftyMoves,
}

impl Claim {
    /// The reason recorded for a match that ends with this claim.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Claim::Repetition => Reason::ClaimedRepetition,
            Claim::FiftyMoves => Reason::ClaimedFiftyMoves,
        }
    }

    /// The reason recorded in games where the draw is automatic.
    #[must_use]
    pub const fn automatic_reason(self) -> Reason {
        match self {
            Claim::Repetition => Reason::Repetition,
            Claim::FiftyMoves => Reason::HalfmoveClock,
        }
    }
}

impl fmt::Display for Claim {
    /// `third repetition` or `50 moves`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::Repetition => "third repetition",
            Claim::FiftyMoves => "50 moves",
        })
    }
}
