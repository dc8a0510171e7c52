//! Flat diagrams of a board, for print and for plain text: [`svg`] and [`text`]. They know the layout and the pieces of a game, and no game.

mod figure;
mod svg;
mod symbol;
mod text;

use std::collections::{BTreeMap, BTreeSet};

pub use svg::svg;
pub use symbol::Symbol;
pub use text::text;

use crate::engine::{DynGame, Look, Piece, PieceKind, Place, Side, Turn};

/// The caption of a diagram: the game, the side to act or the outcome, and the notices.
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

/// The marks that need an explanation, with their names.
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

/// A player's reserve, by slot, with the number of each piece.
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

/// A number of chips or pyramids, the sizes of these with the bottom first; a name for anything else.
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
