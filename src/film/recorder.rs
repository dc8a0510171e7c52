//! Steps a table without a window from frame to frame, by simulated time, and hands over every frame that is drawn.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use bevy::render::gpu_readback::{Readback, ReadbackComplete};

use super::caption::{Caption, Captions};
use super::{FilmError, FilmLook};
use crate::capture;
use crate::capture::OffscreenPlugins;
use crate::capture::offscreen::{CaptureError, Offscreen};
use crate::platform::clock::{Duration, Instant};
use crate::session::{Animating, MatchProgress, Notification, Session, Settings, Showing, TableUpdate, TurnClock};
use crate::table::camera::{self, CameraTarget};
use crate::table::material::lighting;

/// How long the table is seen before the first action, s at normal speed.
const BEFORE: f32 = 1.8;

/// How long it is seen after the last one has come to rest, s.
const AFTER: f32 = 3.0;

/// A frame as the renderer hands it over.
pub struct Drawn {
    /// Rows of red, green, blue and opacity, each filled up to a multiple of 256 bytes.
    pub rows: Vec<u8>,
    /// Its caption.
    pub caption: Option<Caption>,
}

/// How far a film has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Actions shown.
    pub actions: usize,
    /// Frames passed, wanted or not.
    pub frames: u64,
}

/// The frames that have been drawn and not been handed over.
#[derive(Resource, Default)]
struct Frames(Vec<Vec<u8>>);

/// A table that is filmed.
pub struct Recorder {
    offscreen: Offscreen,
    /// Frames that the renderer has handed over.
    handed_over: u64,
    look: FilmLook,
    captions: Captions,
    /// The captions of the frames that the renderer has not delivered.
    due: VecDeque<Option<Caption>>,
    /// The number of actions at the start, and after which the film ends.
    range: (usize, usize),
    /// Frames that have passed.
    frames: u64,
    /// Frames that are drawn but not written, as they exist already: without drawing them, later frames would differ after
    /// an interruption.
    skip: u64,
    /// Frames since the last action has come to rest.
    rested: u64,
}

impl Recorder {
    /// Sets the table with a match or a replay as it stands, to be filmed until `end` actions have been played, or it is over. The
    /// first `skip` frames are not handed over.
    ///
    /// # Errors
    /// A size out of range, or no graphics adapter.
    pub fn new(showing: Showing, end: usize, look: &FilmLook, skip: u64) -> Result<Recorder, FilmError> {
        let (width, height) = look.size;
        let mut offscreen = Offscreen::new(width, height, look.frame(), |app| {
            app.add_plugins((OffscreenPlugins, camera::plugin))
                .insert_resource(look.quality)
                .insert_resource(Settings { pause: BEFORE, ..look.settings() })
                .init_resource::<Frames>();
        })?;
        let captions = Captions::new(&showing);
        let session = Session::of(showing);
        let (target, image) = (offscreen.target(), offscreen.image().clone());
        let world = offscreen.app().world_mut();
        let mut start = 0;
        if let Some(game) = session.game() {
            let orbit = capture::orbit(game, look.size, look.begins_at());
            let target = (lighting::camera(true), target, CameraTarget(orbit));
            world.spawn((target, orbit, orbit.transform(), orbit.projection()));
            world.write_message(TableUpdate::reset(game));
            start = game.played().len();
        }
        world.resource_mut::<MatchProgress>().running = true;
        world.insert_resource(session);
        capture::wait_for_meshes(world);
        offscreen.warm_up(2);
        offscreen.app().world_mut().spawn(Readback::texture(image)).observe(keep);
        let (look, due) = (look.clone(), VecDeque::new());
        Ok(Recorder { offscreen, handed_over: 0, look, captions, due, range: (start, end), frames: 0, skip, rested: 0 })
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&mut self) -> Progress {
        Progress { actions: self.actions(), frames: self.frames }
    }

    fn actions(&mut self) -> usize {
        let session = self.offscreen.app().world().resource::<Session>();
        session.game().map_or(0, |game| game.played().len())
    }

    /// Lets one frame pass, and returns those that have been drawn meanwhile; `None` after the last one. While a bot thinks, no
    /// time passes, and `stop` ends the wait.
    ///
    /// # Errors
    /// A match that cannot go on; a renderer that does not deliver.
    pub fn frame(&mut self, stop: &AtomicBool) -> Result<Option<Vec<Drawn>>, FilmError> {
        if self.rested >= self.look.frames(AFTER) {
            return Ok(None);
        }
        self.wait_for_bot(stop);
        self.offscreen.pump_overlapping();
        self.frames += 1;
        self.keep_time()?;
        let caption = self.caption();
        self.due.push_back(caption);
        Ok(Some(self.delivered()))
    }

    /// The frames that had not been handed over when the last one was asked for.
    ///
    /// # Errors
    /// A renderer that does not deliver.
    pub fn finish(mut self) -> Result<Vec<Drawn>, FilmError> {
        let mut rest = Vec::new();
        let asked = Instant::now();
        while !self.due.is_empty() {
            if asked.elapsed() > Offscreen::PATIENCE {
                return Err(CaptureError::NoPicture.into());
            }
            self.offscreen.pump_overlapping();
            rest.extend(self.delivered());
        }
        Ok(rest)
    }

    fn delivered(&mut self) -> Vec<Drawn> {
        let frames = std::mem::take(&mut self.offscreen.app().world_mut().resource_mut::<Frames>().0);
        // Frames drawn after the last one have no caption and are left out.
        let drawn: Vec<_> =
            frames.into_iter().zip(std::iter::from_fn(|| self.due.pop_front())).map(Drawn::from).collect();
        let unwanted =
            drawn.len().min(usize::try_from(self.skip - self.handed_over.min(self.skip)).unwrap_or(usize::MAX));
        self.handed_over += drawn.len() as u64;
        drawn.into_iter().skip(unwanted).collect()
    }

    fn caption(&mut self) -> Option<Caption> {
        let world = self.offscreen.app().world();
        let moving = world.resource::<Animating>().0;
        self.look
            .captions
            .then(|| self.captions.of(world.resource::<Session>(), *world.resource::<TurnClock>(), moving))
            .flatten()
    }

    /// Waits until the bot that is thinking has decided, and takes the time from its clock.
    fn wait_for_bot(&mut self, stop: &AtomicBool) {
        let begun = Instant::now();
        let world = self.offscreen.app().world_mut();
        if !world.resource::<MatchProgress>().is_searching() {
            return;
        }
        while world.resource::<MatchProgress>().is_searching() && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        world.resource_mut::<TurnClock>().run(begun.elapsed());
    }

    /// Sees to the pauses before the first action, between actions and after the last one.
    fn keep_time(&mut self) -> Result<(), FilmError> {
        let (at, (start, end)) = (self.actions(), self.range);
        let usual = Settings::default().pause;
        let world = self.offscreen.app().world_mut();
        if let Some(notification) = world.resource_mut::<Messages<Notification>>().drain().next() {
            return Err(FilmError::Match(notification.text));
        }
        if at > start && world.resource::<Settings>().pause != usual {
            world.resource_mut::<Settings>().pause = usual;
        }
        let session = world.resource::<Session>();
        let over = at >= end || session.outcome().is_some();
        let progress = world.resource::<MatchProgress>();
        let moving = world.resource::<Animating>().0 || progress.is_rolling();
        if over && progress.running {
            world.resource_mut::<MatchProgress>().running = false;
        }
        self.rested = if over && !moving { self.rested + 1 } else { 0 };
        Ok(())
    }
}

impl From<(Vec<u8>, Option<Caption>)> for Drawn {
    fn from((rows, caption): (Vec<u8>, Option<Caption>)) -> Drawn {
        Drawn { rows, caption }
    }
}

/// Keeps a frame that the renderer delivers.
fn keep(mut delivered: On<ReadbackComplete>, mut frames: ResMut<Frames>) {
    frames.0.push(std::mem::take(&mut delivered.data));
}
