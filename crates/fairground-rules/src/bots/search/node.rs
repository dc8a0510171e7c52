use super::correction::CorrectionKeys;
use super::parameters::LATE_HALFMOVE_CLOCK;
use super::transposition::Entry;
use super::window::Window;
use crate::engine::{Position, Side, Turn, split_mix_64};

/// A search node: the position with its turn, keys and danger flag.
pub struct Node<P> {
    pub position: P,
    pub turn: Turn,
    pub key: u64,
    /// The key in the transposition table.
    pub table_key: u64,
    /// See [`Heuristics::is_unsettled`](crate::engine::Heuristics::is_unsettled); `false` where no
    /// decision is due.
    pub danger: bool,
}

impl<P: Position> Node<P> {
    pub fn new(position: P) -> Self {
        let turn = position.pending();
        let mut node = Node { position, turn, key: 0, table_key: 0, danger: false };
        node.complete(|_| ());
        node
    }

    /// The node after an action. Calls `announce` with its table key as soon as it is computed.
    #[inline]
    pub fn after(position: &P, action: P::Action, announce: impl FnOnce(u64)) -> Self {
        // Plays on the copy in place, because positions are large.
        let turn = Turn::Decide(Side::White);
        let mut node = Node { position: position.clone(), turn, key: 0, table_key: 0, danger: false };
        node.position.play(action);
        node.turn = node.position.pending();
        node.complete(announce);
        node
    }

    /// Sets the keys and the danger of a position with a turn.
    #[inline]
    fn complete(&mut self, announce: impl FnOnce(u64)) {
        if !matches!(self.turn, Turn::Over(_)) {
            self.key = self.position.key();
            self.table_key = table_key(&self.position, self.key);
            announce(self.table_key);
        }
        self.danger = matches!(self.turn, Turn::Decide(_)) && self.position.is_unsettled();
    }
}

/// A decision node under search.
pub struct Decision<'a, P: Position> {
    /// The side to act.
    pub side: Side,
    pub node: &'a Node<P>,
    pub window: Window,
    /// Remaining depth, plies.
    pub depth: i32,
    /// Actions from the root.
    pub ply: usize,
    /// Whether the node is expected to fail high.
    pub cut_node: bool,
    /// The action to omit, in the search that tests whether it is singular.
    pub excluded: Option<P::Action>,
    pub tt_entry: Option<Entry<P::Action>>,
    /// The action of the table, if it is legal.
    pub tt_move: Option<P::Action>,
    /// The static evaluation; `None` in danger.
    pub uncorrected: Option<i32>,
    pub correction_keys: CorrectionKeys,
    /// The evaluation corrected by earlier errors.
    pub corrected: Option<i32>,
    /// The corrected evaluation, refined by the value in the table.
    pub evaluation: Option<i32>,
    /// Whether the evaluation is better than at the previous decision of this side.
    pub improving: bool,
    /// [`SearchThread::assumptions`](super::SearchThread::assumptions) at the start of the node's search.
    pub assumptions: u64,
}

/// The key of a position in the transposition table, with evenly distributed bits. Unlike
/// [`Rules::key`](crate::engine::Rules::key), it depends on a late halfmove clock, because a draw
/// is then close and determines the value.
#[inline]
pub fn table_key<P: Position>(position: &P, key: u64) -> u64 {
    split_mix_64(match position.halfmove_clock() {
        ..LATE_HALFMOVE_CLOCK => key,
        clock => key ^ split_mix_64(clock.into()),
    })
}
