use std::fmt::Debug;

use crate::engine::{Feature, GameInfo, NetSlot};

/// A game with the pieces and moves of chess.
pub trait Variant: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The game.
    const INFO: &'static GameInfo;

    /// Whether pieces push rows of others, and pawns promote to chancellors
    /// (assets/rules/abalonian.md).
    const PUSHES: bool;

    /// The weights of the evaluation.
    const FEATURES: &'static [Feature];

    /// The slot of the net.
    const NET: &'static NetSlot;
}
