use crate::engine::{Position, Turn};

/// A position of the tree with what a search of it asks first.
pub struct Node<P> {
    pub position: P,
    pub turn: Turn,
    pub key: u64,
    /// See [`Position::is_unsettled`]; `false` where no decision is due.
    pub danger: bool,
}

impl<P: Position> Node<P> {
    pub fn new(position: P) -> Self {
        Node::announced(position, |_| ())
    }

    /// A node whose key is announced as soon as it is known.
    #[inline]
    pub fn announced(position: P, announce: impl FnOnce(u64)) -> Self {
        let turn = position.pending();
        let over = matches!(turn, Turn::Over(_));
        let key = if over { 0 } else { position.key() };
        if !over {
            announce(key);
        }
        let danger = matches!(turn, Turn::Decide(_)) && position.is_unsettled();
        Node { position, turn, key, danger }
    }
}
