use crate::engine::{Position, Turn};

/// A position of the tree with what a search of it asks first.
pub struct Node<P> {
    pub position: P,
    pub turn: Turn,
    pub key: u64,
    /// See [`Position::in_danger`]; `false` where no decision is due.
    pub danger: bool,
}

impl<P: Position> Node<P> {
    pub fn new(position: P) -> Self {
        let turn = position.pending();
        let key = if matches!(turn, Turn::Over(_)) { 0 } else { position.key() };
        let danger = matches!(turn, Turn::Decide(_)) && position.in_danger();
        Node { position, turn, key, danger }
    }

    /// The node that an action leads to.
    pub fn after(position: &P, action: P::Action) -> Self {
        let mut next = position.clone();
        next.play(action);
        Node::new(next)
    }
}
