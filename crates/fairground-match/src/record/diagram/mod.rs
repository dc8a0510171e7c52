//! Flat diagrams of a board, for print ([`svg()`]) and plain text ([`text()`]), and descriptions in
//! words ([`words`]). They use a game's layout and pieces and are independent of its rules.

mod figure;
mod svg;
mod symbol;
mod text;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};

pub use svg::svg;
pub use symbol::Symbol;
pub use text::text;

use fairground_rules::engine::{DynGame, Look, Piece, PieceKind, Place, Side, Turn};

/// The captions of a diagram: the game, the side to act or the outcome, and the notices.
fn captions(game: &dyn DynGame) -> Vec<String> {
    let info = game.info();
    let standing = match game.turn() {
        Turn::Decide(side) => format!("{} to move", info.side(side)),
        Turn::Chance(side, _) => format!("{} throws the die", info.side(side)),
        Turn::Over(outcome) => match outcome.winner {
            Some(side) => format!("{} has won: {}", info.side(side), outcome.reason),
            None => format!("drawn: {}", outcome.reason),
        },
    };
    let notices = game.notices().into_iter().map(|notice| notice.text);
    std::iter::once(format!("{}: {standing}", info.name)).chain(notices).collect()
}

/// Explains the marks for which `explained` is true.
fn legend<'a>(pieces: &'a [Piece], explained: impl Fn(PieceKind) -> bool + 'a) -> Option<String> {
    let kinds: BTreeSet<_> =
        pieces.iter().filter_map(|piece| kind(&piece.look)).filter(|kind| explained(*kind)).collect();
    let parts: Vec<_> = kinds.into_iter().map(|kind| format!("{} {}", kind.mark(), kind.name())).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn kind(look: &Look) -> Option<PieceKind> {
    match look {
        Look::Chessman(kind) => Some(*kind),
        Look::Die(..) | Look::Chips(_) | Look::Pyramids(_) => None,
    }
}

/// A side's reserve, by slot, with the number of each piece.
fn reserve(pieces: &[Piece], side: Side) -> Vec<(&Piece, usize)> {
    let mut slots: BTreeMap<u8, (&Piece, usize)> = BTreeMap::new();
    for piece in pieces {
        if let Place::Reserve(owner, slot) = piece.place
            && owner == side
        {
            slots.entry(slot).or_insert((piece, 0)).1 += 1;
        }
    }
    slots.into_values().collect()
}

/// The number of chips, the sizes of pyramids from the bottom up, or a name.
fn name(look: &Look) -> String {
    match look {
        Look::Chessman(kind) => kind.name().to_string(),
        Look::Die(_, symbol) => {
            PieceKind::marked(symbol).map_or_else(|| (*symbol).to_string(), |kind| kind.name().to_string())
        }
        Look::Chips(count) => count.to_string(),
        Look::Pyramids(sizes) => sizes.iter().map(ToString::to_string).collect(),
    }
}
