//! The look of a film: its size, camera and quality.

use std::time::Duration;

use crate::session::{Settings, View};
use crate::table::material::Quality;

/// The camera of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmView {
    /// Follows the play.
    Director,
    /// Shows this view.
    View(View),
}

impl FilmView {
    /// The name of [`FilmView::Director`].
    pub const DIRECTOR: &'static str = "director";

    /// Returns the camera with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<FilmView> {
        if name == Self::DIRECTOR { Some(FilmView::Director) } else { View::by_name(name).map(FilmView::View) }
    }

    /// The name of the camera.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FilmView::Director => Self::DIRECTOR,
            FilmView::View(view) => View::ALL.iter().find(|(own, _)| *own == view).map_or("", |(_, name)| name),
        }
    }

    fn view(self) -> View {
        match self {
            FilmView::Director => View::White,
            FilmView::View(view) => view,
        }
    }
}

/// The look of a film.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmLook {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Frames per second.
    pub fps: u32,
    /// The speed of motion; 1 is normal.
    pub speed: f32,
    /// The camera.
    pub camera: FilmView,
    /// The render quality.
    pub quality: Quality,
    /// Whether the film shows names, moves, dice and clocks.
    pub captions: bool,
    /// Whether the film has the sounds of the table, in formats with sound.
    pub sound: bool,
}

impl FilmLook {
    /// The lowest and highest frame rate. Below the lowest, the table would appear to jump.
    pub const FPS: [u32; 2] = [4, 120];

    /// The time between two frames.
    #[must_use]
    pub fn frame(&self) -> Duration {
        Duration::from_secs(1) / self.fps.max(1)
    }

    /// The number of frames in `seconds`.
    #[must_use]
    pub fn frames(&self, seconds: f32) -> u64 {
        (seconds * self.fps as f32).round() as u64
    }

    /// The settings of the filmed table, independent of the user's.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            speed: self.speed,
            view: self.camera.view(),
            director: self.camera == FilmView::Director,
            adaptive_speed: false,
            volume: 1.0,
            ..Settings::default()
        }
    }

    /// The initial view of the camera.
    pub(super) fn begins_at(&self) -> View {
        self.camera.view()
    }

    /// Describes the whole look. A film can be resumed only with the same look.
    pub(super) fn words(&self) -> String {
        let FilmLook { size: (width, height), fps, speed, camera, quality, captions, sound } = self;
        format!(
            "{width}x{height}, {fps} frames/s, speed {speed}, camera {}, quality {quality:?}, captions {captions}, sound {sound}",
            camera.name()
        )
    }
}
