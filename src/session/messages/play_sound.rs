//! Requests to play sounds.

use bevy::prelude::*;

/// The sounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sound {
    /// A wooden piece is set down.
    Wood,
    /// Something slides over wood; lasts as long as [`PlaySound::seconds`] says.
    Slide,
    /// A chip is set down, on another or on the board.
    Chip,
    /// A pyramid of glass is set down.
    Glass,
    /// A die hits the tray or the board.
    Die,
    /// A shot.
    Shot,
    /// An explosion.
    Blast,
    /// A section of the board is set down.
    Section,
    /// An action was refused.
    Refused,
    /// A player is in danger, for example in check.
    Check,
    /// In a room, the turn has come to the user.
    Turn,
    /// The match has ended.
    Over,
}

impl Sound {
    /// Every sound.
    pub const ALL: [Sound; 12] = [
        Sound::Wood,
        Sound::Slide,
        Sound::Chip,
        Sound::Glass,
        Sound::Die,
        Sound::Shot,
        Sound::Blast,
        Sound::Section,
        Sound::Refused,
        Sound::Check,
        Sound::Turn,
        Sound::Over,
    ];
}

/// A request to play a sound now, written at the moment in which the table shows its cause. A build without sound does not read it.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct PlaySound {
    /// The sound.
    pub sound: Sound,
    /// Where on the table it comes from, m; `None` if it comes from nowhere on it.
    pub at: Option<Vec3>,
    /// How hard or how loud, 0 to 1.
    pub strength: f32,
    /// The length of a continuous sound, s; 0 for a blow.
    pub seconds: f32,
}

impl PlaySound {
    /// A sound with a length of its own, such as a blow.
    #[must_use]
    pub fn new(sound: Sound, at: Vec3, strength: f32) -> PlaySound {
        PlaySound { sound, at: Some(at), strength, seconds: 0.0 }
    }

    /// A slide of this length, s.
    #[must_use]
    pub fn slide(at: Vec3, strength: f32, seconds: f32) -> PlaySound {
        PlaySound { sound: Sound::Slide, at: Some(at), strength, seconds }
    }

    /// An alert to the players.
    #[must_use]
    pub fn alert(sound: Sound) -> PlaySound {
        PlaySound { sound, at: None, strength: 1.0, seconds: 0.0 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PlaySound>();
}
