//! Requests to play sounds.

use bevy::prelude::*;

/// The sounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sound {
    /// A wooden piece is set down.
    Wood,
    /// Something slides over wood, for [`PlaySound::seconds`].
    Slide,
    /// A chip is set down, on another chip or on the board.
    Chip,
    /// A glass pyramid is set down.
    Glass,
    /// A die hits the tray or the board.
    Die,
    /// A shot.
    Shot,
    /// An explosion.
    Explosion,
    /// A section of the board is set down.
    Section,
    /// An action was refused.
    Refused,
    /// A player is in danger, for example in check.
    Check,
    /// In a room, it is now the user's turn.
    Turn,
    /// The match has ended.
    MatchEnd,
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
        Sound::Explosion,
        Sound::Section,
        Sound::Refused,
        Sound::Check,
        Sound::Turn,
        Sound::MatchEnd,
    ];
}

/// A request to play a sound now, sent when the table shows its cause. Builds without sound ignore
/// it.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct PlaySound {
    /// The sound.
    pub sound: Sound,
    /// The position of the source on the table, m; `None` for a sound from nowhere in particular.
    pub at: Option<Vec3>,
    /// The force or loudness, 0 to 1.
    pub strength: f32,
    /// The duration of a continuous sound, s; 0 for an impact.
    pub seconds: f32,
}

impl PlaySound {
    /// A sound with a fixed length, such as an impact.
    #[must_use]
    pub fn new(sound: Sound, at: Vec3, strength: f32) -> PlaySound {
        PlaySound { sound, at: Some(at), strength, seconds: 0.0 }
    }

    /// A slide that lasts for `seconds`.
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
