use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// How things are shown, as people have set it; kept on disk by [`super::SettingsStore`]. A new field costs a line here, one in
/// `Default`, and, if not every value makes sense, one in [`Settings::in_range`].
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Speed of motion, 1 is normal.
    pub speed: f32,
    /// Whether legal targets are marked.
    pub targets: bool,
    /// Whether the cells are marked that the opponent of the side to act attacks.
    pub threats: bool,
    /// Whether things fade from place to place instead of flying there.
    pub reduced_motion: bool,
    /// Where the table is seen from.
    pub view: View,
    /// The colours of marks, and of pieces that are told apart by colour.
    pub palette: Palette,
    /// The size of the panels and their text, one of [`Settings::TEXT_SIZES`], per cent.
    pub text_size: u16,
    /// The games, by id, whose note for beginners has been read.
    pub notes_read: BTreeSet<String>,
    /// The match that was begun last.
    pub last_match: Option<LastMatch>,
    /// Whether sounds are played, in a build that has them.
    pub sound: bool,
    /// How loud they are, 0 to 1.
    pub volume: f32,
    /// When the heights of stacks are written over them.
    pub badges: Badges,
    /// Whether the camera follows what happens while nobody but bots plays, and in replays.
    pub director: bool,
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
            text_size: Self::TEXT_SIZES[0],
            notes_read: BTreeSet::new(),
            last_match: None,
            sound: true,
            volume: 0.7,
            badges: Badges::default(),
            director: true,
        }
    }
}

impl Settings {
    /// Whether this build has sounds.
    pub const HAS_SOUND: bool = cfg!(feature = "sound");

    /// The slowest and the fastest that things may move; 1 is normal.
    pub const SPEEDS: [f32; 2] = [0.25, 8.0];

    /// How large the panels may be, per cent.
    pub const TEXT_SIZES: [u16; 4] = [100, 125, 150, 200];

    /// With each value that makes no sense replaced by the nearest that does.
    #[must_use]
    pub fn in_range(mut self) -> Self {
        let [slowest, fastest] = Self::SPEEDS;
        self.speed = self.speed.clamp(slowest, fastest);
        let nearest = Self::TEXT_SIZES.into_iter().min_by_key(|size| size.abs_diff(self.text_size));
        self.volume = self.volume.clamp(0.0, 1.0);
        self.text_size = nearest.unwrap_or(Self::TEXT_SIZES[0]);
        self
    }

    /// How many times as large as usual the panels are.
    #[must_use]
    pub fn text_scale(&self) -> f32 {
        f32::from(self.text_size) / 100.0
    }
}

/// The colours of marks and of pieces that are told apart by colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// The colours of the set.
    #[default]
    Standard,
    /// Colours that people see apart whatever they see of red, green and blue, with patterns.
    Safe,
}

/// What a match was begun with, in the words of the command line. A word that means nothing any more is passed over.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LastMatch {
    /// The id of the game.
    pub game: String,
    /// Its options.
    pub options: BTreeMap<String, String>,
    /// Who played, White first.
    pub seats: [String; 2],
    /// Where the dice came from.
    pub dice: String,
    /// Minutes at the start and seconds for a turn, if there were clocks.
    pub clock: Option<[u32; 2]>,
}

/// When the height of a stack is written over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Badges {
    /// Never.
    Never,
    /// Where the mouse or the keyboard points, and over stacks that are too tall to be counted at a glance.
    #[default]
    Hover,
    /// Over every stack.
    Always,
}

impl Badges {
    /// Each with its name.
    pub const ALL: [(Badges, &'static str); 3] =
        [(Badges::Never, "never"), (Badges::Hover, "on hover"), (Badges::Always, "always")];

    /// What comes after it, round and round.
    #[must_use]
    pub fn next(self) -> Badges {
        let at = Self::ALL.iter().position(|(badges, _)| *badges == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()].0
    }
}

/// Whether the camera that [`Settings::director`] turns on holds still, because a person has turned the view.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Director {
    /// It does.
    pub paused: bool,
}

/// Where the table is seen from: what `--camera` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// White's seat.
    #[default]
    White,
    /// Black's seat.
    Black,
    /// Straight from above, White below, without perspective.
    Top,
    /// From White's right.
    Side,
    /// Low and near, for pictures.
    Close,
}

impl View {
    /// Every view with its name.
    pub const ALL: [(View, &'static str); 5] = [
        (View::White, "white"),
        (View::Black, "black"),
        (View::Top, "top"),
        (View::Side, "side"),
        (View::Close, "close"),
    ];

    /// The view with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<View> {
        Self::ALL.iter().find(|(_, own)| *own == name).map(|(view, _)| *view)
    }
}

/// What the panels have of the window; the table is drawn beside them.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct Panels {
    /// What they cover at the right edge, logical pixels.
    pub right: f32,
    /// Whether the pointer is theirs.
    pub pointer: bool,
    /// Whether the keyboard is theirs: a text is being typed.
    pub keyboard: bool,
}
