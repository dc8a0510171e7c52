//! The values of the settings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Badges, BoardWood, OverlayLevel, Palette, PieceWood, Quality, View};
use crate::play::Setup;

/// The user's settings, saved by [`SettingsStore`](super::SettingsStore). A new field needs a line
/// here, one in `Default`, and one in [`Settings::in_range`] unless all its values are valid.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Speed of motion; 1 is normal.
    pub speed: f32,
    /// Whether legal targets are marked.
    pub targets: bool,
    /// Whether the cells attacked by the opponent of the side to move are marked.
    pub threats: bool,
    /// Whether pieces fade from place to place instead of moving.
    pub reduced_motion: bool,
    /// The view of the table.
    pub view: View,
    /// The colours of marks, and of pieces that differ only in colour.
    pub palette: Palette,
    /// The wood of the board.
    pub board: BoardWood,
    /// The woods of the pieces.
    pub pieces: PieceWood,
    /// Whether lists of moves show pieces as symbols instead of letters.
    pub figurines: bool,
    /// Whether the frame of a board has coordinates.
    pub coordinates: bool,
    /// Whether dice show words instead of pips, if such dice exist: the Treehouse die of Whack
    /// Chess.
    pub worded_dice: bool,
    /// The size of the panels and their text, one of [`Settings::TEXT_SIZES`], per cent; `None`
    /// chooses it by the size of the window.
    pub text_size: Option<u16>,
    /// The ids of the games whose note for beginners has been read.
    pub notes_read: BTreeSet<String>,
    /// The setup of the last match.
    pub last_match: Option<LastMatch>,
    /// The file of the match that was on the table last.
    pub last_file: Option<PathBuf>,
    /// The names of the people at this window, in order of their seats; blank for unnamed people.
    pub people: [String; 2],
    /// Whether to play sounds, in builds with sound.
    pub sound: bool,
    /// The volume of sounds, 0 to 1.
    pub volume: f32,
    /// When to show badges above stacks.
    pub badges: Badges,
    /// Whether the camera follows the play in matches between bots and in replays.
    pub director: bool,
    /// Whether matches between bots run quickly where nothing happens.
    pub adaptive_speed: bool,
    /// The rest of the table before a bot acts, and between the actions of a replay, s at normal
    /// speed.
    pub pause: f32,
    /// What is shown around the table in matches and replays.
    pub overlay: OverlayLevel,
    /// Whether rolls, checks, promotions and phases are announced over the table.
    pub announcements: bool,
    /// Whether the evaluation bar, with each side's probability of winning, is shown beside the
    /// table.
    pub evaluation_bar: bool,
    /// Whether analysis boards show the engine's lines.
    pub engine_lines: bool,
    /// Whether the engine's scores are from White's view instead of the side to move's.
    pub white_scores: bool,
    /// Whether moves have to be confirmed before they are played.
    pub confirm_moves: bool,
    /// Whether pieces are promoted to the strongest kind without asking.
    pub auto_promote: bool,
    /// Whether the probability of each face is shown before a throw.
    pub odds: bool,
    /// Whether the graph of the match is shown.
    pub graph: bool,
    /// The rendering quality; `None` chooses it by the graphics adapter.
    pub quality: Option<Quality>,
    /// The rendering resolution of the table per edge, one of [`Settings::RESOLUTIONS`], per cent.
    pub resolution: u16,
    /// Whether the window fills the screen.
    pub fullscreen: bool,
    /// The maximum frame rate, one of [`Settings::FRAME_LIMITS`]; `None` for the screen's rate.
    pub frame_limit: Option<u16>,
    /// The address of the server for new rooms.
    pub server: String,
    /// The player's name, as shown to others in rooms.
    pub player_name: String,
    /// Keys bound by the user, see [`crate::session::InputMap`].
    pub keys: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            speed: 1.0,
            targets: true,
            threats: false,
            reduced_motion: false,
            view: View::White,
            palette: Palette::Standard,
            board: BoardWood::default(),
            pieces: PieceWood::default(),
            figurines: false,
            coordinates: true,
            worded_dice: false,
            text_size: None,
            notes_read: BTreeSet::new(),
            last_match: None,
            last_file: None,
            people: Default::default(),
            sound: true,
            volume: 0.7,
            badges: Badges::default(),
            director: true,
            adaptive_speed: true,
            pause: 0.7,
            overlay: OverlayLevel::default(),
            announcements: true,
            evaluation_bar: false,
            engine_lines: true,
            white_scores: true,
            confirm_moves: false,
            auto_promote: false,
            odds: false,
            graph: false,
            quality: None,
            resolution: 100,
            fullscreen: false,
            frame_limit: None,
            server: Self::SERVER.to_string(),
            player_name: String::new(),
            keys: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// Whether this build has sounds.
    pub const HAS_SOUND: bool = cfg!(feature = "sound");

    /// The address of a local room server, started with `fairground serve`.
    pub const SERVER: &str = "http://127.0.0.1:7070";

    /// The minimum and maximum speed; 1 is normal.
    pub const SPEEDS: [f32; 2] = [0.25, 8.0];

    /// The maximum pause before a bot acts, s.
    pub const MAX_PAUSE: f32 = 5.0;

    /// The sizes of text and panels, per cent.
    pub const TEXT_SIZES: [u16; 4] = [100, 125, 150, 200];

    /// The resolutions of the table, per cent.
    pub const RESOLUTIONS: [u16; 4] = [50, 67, 80, 100];

    /// The limits of the frame rate, per second.
    pub const FRAME_LIMITS: [u16; 3] = [30, 60, 120];

    /// Replaces values out of range by the nearest valid ones.
    #[must_use]
    pub fn in_range(mut self) -> Self {
        let [slowest, fastest] = Self::SPEEDS;
        self.speed = self.speed.clamp(slowest, fastest);
        self.pause = self.pause.clamp(0.0, Self::MAX_PAUSE);
        self.volume = self.volume.clamp(0.0, 1.0);
        self.people = self.people.map(|name| Setup::normalised_name(&name).unwrap_or_default());
        self.text_size = self.text_size.map(|size| nearest(Self::TEXT_SIZES, size));
        self.resolution = nearest(Self::RESOLUTIONS, self.resolution);
        self.frame_limit = self.frame_limit.filter(|limit| Self::FRAME_LIMITS.contains(limit));
        self
    }

    /// The scale of text and panels in a window of this size, logical pixels at 100 %; 1 is normal.
    /// The automatic size grows with the window, so that a large one is not mostly empty.
    #[must_use]
    pub fn text_scale(&self, window: impl Into<[f32; 2]>) -> f32 {
        let [width, height] = window.into();
        let fits = 100.0 * height.min(width / WIDE) / FULL_HEIGHT;
        let automatic = Self::TEXT_SIZES.into_iter().filter(|size| f32::from(*size) <= fits).max();
        f32::from(self.text_size.or(automatic).unwrap_or(Self::TEXT_SIZES[0])) / 100.0
    }
}

/// The height of a window whose automatic text size is 100 %, logical pixels, and the ratio of
/// width to height below which the width counts instead.
const FULL_HEIGHT: f32 = 1000.0;
const WIDE: f32 = 16.0 / 9.0;

fn nearest<const N: usize>(numbers: [u16; N], to: u16) -> u16 {
    numbers.into_iter().min_by_key(|number| number.abs_diff(to)).unwrap_or(to)
}

/// The setup of a match, in the values of the command line. Unknown values are ignored.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LastMatch {
    /// The id of the game.
    pub game: String,
    /// The game's options.
    pub options: BTreeMap<String, String>,
    /// The players, White first.
    pub seats: [String; 2],
    /// The source of the dice.
    pub dice: String,
    /// Minutes for each player and increment in seconds, if the match had clocks.
    pub clock: Option<[u32; 2]>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automatic_text_grows_with_the_window() {
        let scale = |x, y| Settings::default().text_scale([x, y]);
        assert_eq!([scale(1366.0, 768.0), scale(1920.0, 1080.0), scale(900.0, 600.0), scale(390.0, 844.0)], [1.0; 4]);
        assert_eq!([scale(2560.0, 1440.0), scale(3840.0, 2160.0), scale(1440.0, 2560.0)], [1.25, 2.0, 1.0]);
        let chosen = Settings { text_size: Some(150), ..Settings::default() };
        assert_eq!(chosen.text_scale([2560.0, 1440.0]), 1.5);
    }
}
