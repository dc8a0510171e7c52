use super::Evaluate;
use crate::engine::{InputChanges, Inputs, NetSlot, Side};

/// The inputs of a neural network as the evaluation. By default the game has no net.
pub trait NetInputs: Evaluate {
    /// The number of inputs of a net, see [`NetInputs::inputs`].
    const INPUTS: usize = 0;

    /// `[kinds, cells]`: the first `kinds * cells` inputs are ordered by kind of piece, then by
    /// cell. Training learns the general value of a kind and the deviation on each cell.
    const INPUT_KINDS: [usize; 2] = [0, 0];

    /// Adds the active inputs of a net, each below [`NetInputs::INPUTS`], at most
    /// [`MAX_ACTIVE`](crate::engine::MAX_ACTIVE) in a view: the pieces and their cells in the view
    /// of `_side`, and in the view of its opponent, which is mirrored so that a side's own pieces
    /// have the same inputs in both. An input may be added several times, once for each occurrence
    /// of its feature.
    ///
    /// Everything that the evaluation depends on has to be among the inputs of both views, except
    /// the side to act: a net receives the view of the side to act first.
    fn inputs(&self, _side: Side, _views: &mut [Inputs; 2]) {}

    /// Adds the inputs, see [`NetInputs::inputs`], and returns [`Evaluate::evaluate`]. A game
    /// in which both need the same intermediate results computes them once.
    fn evaluate_with_inputs(&self, side: Side, views: &mut [Inputs; 2]) -> i32 {
        self.inputs(side, views);
        self.evaluate()
    }

    /// Adds the differences between the inputs of `before` and of this position, in the views of
    /// White and of Black. Returns `false` if the inputs have to be listed anew, as by default.
    fn input_changes(&self, _before: &Self, _views: &mut [InputChanges; 2]) -> bool {
        false
    }

    /// The slot of the net for this position; `None` for a variant of the game without a net.
    fn net(&self) -> Option<&'static NetSlot> {
        None
    }
}
