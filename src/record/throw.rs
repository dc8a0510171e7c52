//! A throw of a die as match files have it.

use serde::{Deserialize, Serialize};

use crate::engine::finite;

/// A throw of a die: the start of each attempt, and the side it showed in the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    /// The starting states; all but the last came to rest cocked. Empty if the result was drawn without physics.
    pub attempts: Vec<ThrowState>,
    /// The side it showed.
    pub symbol: String,
    /// How long the attempt that counts took, simulated s; 0 without physics.
    #[serde(serialize_with = "finite")]
    pub seconds: f32,
    /// The version of the physics, where it is not the one that the header names: the match was resumed by another version of
    /// the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub physics: Option<String>,
}

/// The state of a die as it leaves the hand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThrowState {
    /// The middle of the die: x, y, z in the tray, m.
    #[serde(serialize_with = "finite")]
    pub position: [f32; 3],
    /// Unit quaternion x, y, z, w.
    #[serde(serialize_with = "finite")]
    pub rotation: [f32; 4],
    /// m/s.
    #[serde(serialize_with = "finite")]
    pub velocity: [f32; 3],
    /// rad/s.
    #[serde(serialize_with = "finite")]
    pub spin: [f32; 3],
}
