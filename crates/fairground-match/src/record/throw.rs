//! Throws of a die in match files.

use serde::{Deserialize, Serialize};

use fairground_dice::ThrowState;
use fairground_rules::engine::finite;

/// A throw of a die: its attempts and its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    /// The starting state of each attempt. All but the last ended cocked. Empty for a result
    /// without physics.
    pub attempts: Vec<ThrowState>,
    /// The symbol it shows.
    pub symbol: String,
    /// Simulated duration of the last attempt, s; 0 without physics.
    #[serde(serialize_with = "finite")]
    pub seconds: f32,
    /// The version of the physics, if it differs from the header's because another version of the
    /// program resumed the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub physics: Option<String>,
}
