//! The look of a film: its size, camera and quality.

use std::time::Duration;

use crate::session::{Settings, View};
use crate::table::material::Quality;

/// Where a film is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Camera {
    /// It follows the play.
    Director,
    /// It shows this view.
    View(View),
}

impl Camera {
    /// The name of the one that follows.
    pub const DIRECTOR: &'static str = "director";

    /// The camera with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Camera> {
        if name == Self::DIRECTOR { Some(Camera::Director) } else { View::by_name(name).map(Camera::View) }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Camera::Director => Self::DIRECTOR,
            Camera::View(view) => View::ALL.iter().find(|(own, _)| *own == view).map_or("", |(_, name)| name),
        }
    }

    fn view(self) -> View {
        match self {
            Camera::Director => View::White,
            Camera::View(view) => view,
        }
    }
}

/// The look of a film.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmLook {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Frames a second.
    pub fps: u32,
    /// The speed of motion, 1 is normal.
    pub speed: f32,
    /// Where it is taken from.
    pub camera: Camera,
    /// How carefully it is drawn.
    pub quality: Quality,
    /// Whether names, moves, dice and clocks are written into it.
    pub captions: bool,
}

impl FilmLook {
    /// The fewest and the most frames a second. With fewer, time would pass in leaps in which the table stands still.
    pub const FPS: [u32; 2] = [4, 120];

    /// The time from one frame to the next.
    #[must_use]
    pub fn frame(&self) -> Duration {
        Duration::from_secs(1) / self.fps.max(1)
    }

    /// How many frames take so long, s.
    #[must_use]
    pub fn frames(&self, seconds: f32) -> u64 {
        (seconds * self.fps as f32).round() as u64
    }

    /// The settings of the table while it is filmed: nobody's own.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            speed: self.speed,
            view: self.camera.view(),
            director: self.camera == Camera::Director,
            ..Settings::default()
        }
    }

    /// The seat at which the camera begins.
    pub(super) fn begins_at(&self) -> View {
        self.camera.view()
    }

    /// All of it in words: a film can only be continued with the same look.
    pub(super) fn words(&self) -> String {
        let FilmLook { size: (width, height), fps, speed, camera, quality, captions } = self;
        format!(
            "{width}x{height}, {fps} frames/s, speed {speed}, camera {}, quality {quality:?}, captions {captions}",
            camera.name()
        )
    }
}
