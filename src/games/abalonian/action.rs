use std::fmt;

use super::kind::PieceKind;
use crate::engine::bits::{Direction, Square};
use crate::engine::{TextError, text};

/// One turn of a player (rules/abalonian.md, Texts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// Where the mover or driver stands.
    pub(super) from: Square,
    /// Where it ends.
    pub(super) to: Square,
    /// What it does.
    pub(super) move_kind: MoveKind,
}

/// What sort of action it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MoveKind {
    /// An ordinary move, castling and en passant too: `e2e4`.
    Move,
    /// A pawn's move that makes it the piece chosen: `e7e8q`.
    Promote(PieceKind),
    /// A push, with or without a slide before it: `a1>e1`.
    Push,
    /// A pushing leap over this square: `b1>b2>c3`.
    Leap(Square),
}

impl Action {
    pub(super) const fn new(from: Square, to: Square, move_kind: MoveKind) -> Self {
        Action { from, to, move_kind }
    }

    /// The two steps of a pushing leap: from, to and direction of each. `None` unless one is orthogonal, the other diagonal,
    /// and both together a knight's leap.
    pub(super) fn leap_steps(from: Square, via: Square, to: Square) -> Option<[(Square, Square, Direction); 2]> {
        let (one, two) = (Direction::between(from, via)?, Direction::between(via, to)?);
        let single = one.next(from) == Some(via) && two.next(via) == Some(to);
        (single && one.beside().contains(&two)).then_some([(from, via, one), (via, to, two)])
    }

    /// Reads any well-formed action, of either game.
    pub(super) fn parse(text: &str) -> Result<Self, TextError> {
        let (from, rest) = square(text, "from")?;
        if let Some(rest) = rest.strip_prefix('>') {
            let (to, rest) = square(rest, "push to")?;
            let Some(rest) = rest.strip_prefix('>') else {
                return end(rest, "> or the end of the action", Action::new(from, to, MoveKind::Push));
            };
            let (last, rest) = square(rest, "second step to")?;
            return end(rest, "the end of the action", Action::new(from, last, MoveKind::Leap(to)));
        }
        let (to, rest) = square(rest, "to")?;
        let mut letters = rest.chars();
        match letters.next().and_then(|letter| PieceKind::PROMOTIONS.into_iter().find(|kind| kind.letter() == letter)) {
            Some(kind) => {
                end(letters.as_str(), "the end of the action", Action::new(from, to, MoveKind::Promote(kind)))
            }
            None => end(rest, "q, r, b, n or the end of the action", Action::new(from, to, MoveKind::Move)),
        }
    }
}

fn square<'a>(text: &'a str, field: &str) -> Result<(Square, &'a str), TextError> {
    let (file, rank, rest) = text::square(text, field, 8, 8)?;
    Ok((rank * 8 + file, rest))
}

fn end(rest: &str, expected: &str, action: Action) -> Result<Action, TextError> {
    if rest.is_empty() { Ok(action) } else { Err(TextError::new("action", expected, rest)) }
}

/// The name of a square.
pub(super) fn name(square: Square) -> String {
    text::square_name(square % 8, square / 8)
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (name(self.from), name(self.to));
        match self.move_kind {
            MoveKind::Move => write!(f, "{from}{to}"),
            MoveKind::Promote(kind) => write!(f, "{from}{to}{}", kind.letter()),
            MoveKind::Push => write!(f, "{from}>{to}"),
            MoveKind::Leap(via) => write!(f, "{from}>{}>{to}", name(via)),
        }
    }
}
