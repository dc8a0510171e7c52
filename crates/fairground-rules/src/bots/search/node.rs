use super::parameters::LATE_HALFMOVE_CLOCK;
use crate::engine::{Position, Turn, split_mix_64};

/// A search node: the position with its turn, keys and danger flag.
pub struct Node<P> {
    pub position: P,
    pub turn: Turn,
    pub key: u64,
    /// The key in the transposition table.
    pub table_key: u64,
    /// See [`Position::is_unsettled`]; `false` where no decision is due.
    pub danger: bool,
}

impl<P: Position> Node<P> {
    pub fn new(position: P) -> Self {
        Node::announced(position, |_| ())
    }

    /// Creates a node, and passes its table key to `announce` once computed.
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

/// The key of a position in the transposition table. Unlike [`Position::key`], it depends on a late
/// halfmove clock, because a draw is then close and determines the value.
#[inline]
pub fn table_key<P: Position>(position: &P, key: u64) -> u64 {
    match position.halfmove_clock() {
        ..LATE_HALFMOVE_CLOCK => key,
        clock => key ^ split_mix_64(clock.into()),
    }
}
