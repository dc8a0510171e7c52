//! The text of a frame of a broadcast.

use bevy::math::URect;

use crate::engine::Side;

/// The text of a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// The players, White first.
    pub players: [PlayerCaption; 2],
    /// The last action, the opening card or the result.
    pub action: Headline,
    /// White's expected score, 0 to 1, a draw counting half; `None` without an evaluation.
    pub evaluation: Option<f64>,
    /// The place of the picture of a thrown die, pixels.
    pub die: Option<URect>,
}

impl Caption {
    /// Adds the players' points in a series, White's first.
    #[must_use]
    pub fn with_scores(mut self, scores: Option<[String; 2]>) -> Caption {
        for (player, score) in self.players.iter_mut().zip(scores.into_iter().flatten()) {
            player.score = Some(score);
        }
        self
    }
}

/// A player, as shown in a broadcast.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerCaption {
    /// The player's name.
    pub name: String,
    /// The name of the player's side, and the level of a bot with a name of its own.
    pub detail: String,
    /// The colour of the player's side, `sRGB`.
    pub colour: [u8; 3],
    /// The player's clock.
    pub clock: Option<String>,
    /// The player's points in a series of matches.
    pub score: Option<String>,
    /// The captured pieces.
    pub captured: String,
    /// Whether it is the player's turn.
    pub due: bool,
}

/// A headline with an explanation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headline {
    /// The side that played the action or has won.
    pub side: Option<Side>,
    /// The action in the game's notation, or a die with the side it showed.
    pub short: String,
    /// The action in words.
    pub words: String,
    /// Whether this is the opening card or the end card.
    pub is_card: bool,
}
