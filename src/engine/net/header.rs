use serde::{Deserialize, Serialize};

use super::error::NetError;

/// Hidden units are summed this many at a time, so that the sums stay in registers.
pub const LANES: usize = 32;

/// The most hidden units of a view, a multiple of [`LANES`].
pub const MAX_HIDDEN: usize = 128;

/// What a net is of, and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetHeader {
    /// The game, by its id.
    pub game: String,
    /// The number of inputs of a view.
    pub inputs: usize,
    /// The number of hidden units of a view.
    pub hidden: usize,
    /// Whether the net corrects the evaluation by hand, so that the value is the sum of both; otherwise it is the value itself.
    pub corrects: bool,
    /// The positions that it was trained on.
    pub positions: usize,
    /// Nodes of the searches that valued them; 0 if another program did.
    pub nodes: u64,
    /// The seed of the training.
    pub seed: u64,
    /// The BLAKE3 hash of the file of the net that these searches used, and that was trained further if it is of the same size; `None` if they valued positions by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
    /// The program that played and valued them instead, with its limits as a seat names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The mean loss over positions that were held out, nats: of the evaluation by hand and of the net.
    pub loss: [f64; 2],
}

impl NetHeader {
    /// The bytes that the weights of a net of this size take.
    ///
    /// # Errors
    /// If no net has this size: a number of hidden units that is no multiple of [`LANES`] or greater than [`MAX_HIDDEN`], or inputs that 16 bits
    /// do not count.
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
