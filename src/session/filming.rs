//! Films: whether the window is being recorded, and the film being rendered in the background.
//! Panels use this even in builds without films.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;

use crate::session::next_frame::{TICK, request_frame};
use crate::session::schedule::GameSet;

use super::settings::{Quality, View};

/// Elapsed time of the recording; `None` while nothing is recorded.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filming(pub Option<Duration>);

impl Filming {
    /// Whether this build can record films.
    pub const IS_POSSIBLE: bool = cfg!(feature = "film");
}

/// A command about films rendered in the background.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum FilmCommand {
    /// Render a film.
    Render(Box<FilmOrder>),
    /// Cancel the film.
    Cancel,
}

/// A film to be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilmOrder {
    /// The match.
    pub source: FilmSource,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// The quality; `None` chooses it by the graphics adapter.
    pub quality: Option<Quality>,
    /// The camera's view; `None` for the camera that follows the play.
    pub view: Option<View>,
    /// Whether players and moves are shown.
    pub captions: bool,
    /// The part of the match.
    pub part: FilmedPart,
    /// Whether the film has sound.
    pub sound: bool,
}

/// The match of a film.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilmSource {
    /// A match file.
    File(PathBuf),
    /// The text of a match file or PGN.
    Text(String),
}

/// The part of a match in a film.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FilmedPart {
    /// The whole match.
    #[default]
    Whole,
    /// The turning points and the end.
    Highlights,
    /// The plies after the first number up to the second.
    Plies(usize, usize),
}

/// The film being rendered in the background.
#[derive(Resource, Debug, Clone, PartialEq, Default)]
pub enum FilmJob {
    /// None.
    #[default]
    Idle,
    /// One is being rendered.
    Rendering {
        /// The part done, 0 to 1.
        done: f32,
        /// The progress and the time left, in words.
        words: String,
    },
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Filming>().init_resource::<FilmJob>().add_message::<FilmCommand>().add_systems(
        Update,
        request_frame(TICK).run_if(|filming: Res<Filming>| filming.0.is_some()).in_set(GameSet::Rest),
    );
}
