use serde::{Deserialize, Serialize};

use super::error::NetError;

/// Size of the groups in which hidden units are summed, so that the sums stay in registers.
pub const LANES: usize = 32;

/// Maximum number of hidden units of a view, a multiple of [`LANES`].
pub const MAX_HIDDEN: usize = 128;

/// Size and origin of a net.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetHeader {
    /// The id of the game.
    pub game: String,
    /// The number of inputs of a view.
    pub inputs: usize,
    /// The number of hidden units of a view.
    pub hidden: usize,
    /// Whether the net corrects the hand-written evaluation: the value is then the sum of both,
    /// otherwise the net's output alone.
    #[serde(rename = "corrects")]
    pub is_correction: bool,
    /// Number of positions in the training set.
    pub positions: usize,
    /// Nodes per search that valued a position; 0 if another program valued the positions.
    pub nodes: u64,
    /// The seed of the training.
    pub seed: u64,
    /// BLAKE3 hash of the file of the net that these searches used; training started from that net
    /// if it has the same size. `None` if the searches used the hand-written evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
    /// The other program that played and valued the positions, with its limits, in the notation of
    /// a seat.
    #[serde(rename = "player", default, skip_serializing_if = "Option::is_none")]
    pub labelled_by: Option<String>,
    /// Mean loss over held-out positions, nats: of the hand-written evaluation and of the net.
    pub loss: [f64; 2],
}

impl NetHeader {
    /// Number of bytes of the weights of a net of this size.
    ///
    /// # Errors
    /// An invalid size: `hidden` is not a multiple of [`LANES`] or exceeds [`MAX_HIDDEN`], or
    /// `inputs` does not fit 16 bits.
    pub(super) fn bytes_of_weights(&self) -> Result<usize, NetError> {
        let &NetHeader { inputs, hidden, .. } = self;
        let wrong =
            |field, expected: String, found: usize| Err(NetError::Field { field, expected, found: found.to_string() });
        if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(LANES) {
            return wrong("hidden", format!("a multiple of {LANES} up to {MAX_HIDDEN}"), hidden);
        }
        if inputs == 0 || inputs > usize::from(u16::MAX) {
            return wrong("inputs", format!("1 to {}", u16::MAX), inputs);
        }
        Ok(2 * (inputs * hidden + 3 * hidden) + 4)
    }
}
