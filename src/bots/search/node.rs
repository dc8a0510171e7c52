use super::parameters::LATE_HALFMOVE_CLOCK;
use crate::engine::{Position, Turn, split_mix_64};

/// A position of the tree with what a search of it asks first.
pub struct Node<P> {
    pub position: P,
    pub turn: Turn,
    pub key: u64,
    /// Its key in the transposition table.
    pub table_key: u64,
    /// See [`Position::is_unsettled`]; `false` where no decision is due.
    pub danger: bool,
}

impl<P: Position> Node<P> {
    pub fn new(position: P) -> Self {
        Node::announced(position, |_| ())
    }

    /// A node whose key in the table is announced as soon as it is known.
    #[inline]
    pub fn announced(position: P, announce: impl FnOnce(u64)) -> Self {
        let turn = position.pending();
        let over = matches!(turn, Turn::Over(_));
        let key = if over { 0 } else { position.key() };
        let table_key = table_key(&position, key);
        if !over {
            announce(table_key);
        }
        let danger = matches!(turn, Turn::Decide(_)) && position.is_unsettled();
        Node { position, turn, key, table_key, danger }
    }
}

/// The key of a position in the transposition table. Late in the halfmove clock it depends on the clock, since a draw is near and decides
/// the value; [`Position::key`] does not.
#[inline]
pub fn table_key<P: Position>(position: &P, key: u64) -> u64 {
    match position.halfmove_clock() {
        ..LATE_HALFMOVE_CLOCK => key,
        clock => key ^ split_mix_64(clock.into()),
    }
}
