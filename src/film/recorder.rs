//! Advances a table without a window from frame to frame, in simulated time, and returns every
//! drawn frame.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::camera::Viewport;
use bevy::prelude::*;
use bevy::render::gpu_readback::{Readback, ReadbackComplete};

use super::cues::Cues;
use super::scene::Scene;
use super::soundtrack::{EncodedSound, Soundtrack};
use super::{FilmError, FilmLook};
use crate::capture;
use crate::capture::OffscreenPlugins;
use crate::capture::offscreen::{CaptureError, Offscreen};
use crate::platform::clock::{Duration, Instant};
use crate::session::{
    Animating, MatchProgress, Notification, PlayerCommand, Session, Settings, TableUpdate, TurnClock,
};
use crate::sound::{self, Mixer, RATE};
use crate::table::camera::{self, CameraTarget, DieInset};
use crate::table::material::lighting;
use crate::ui::broadcast::{Caption, Captions, FrameArrangement};

/// Time before the first action, s at normal speed.
const BEFORE: f32 = 3.0;

/// Time after the last action has come to rest, s: the camera returns from the fallen king, and
/// then shows the whole board.
const AFTER: f32 = 5.5;

/// Time between the end of a scene at rest and the next scene, s.
const BETWEEN: f32 = 1.5;

/// The words before an action shown once more in slow motion.
const REPEATED: &str = "Replay: ";

/// The speed of slow motion.
const SLOW: f32 = 0.4;

/// A frame delivered by the renderer.
#[derive(Clone)]
pub struct RenderedFrame {
    /// Rows of RGBA pixels, each padded to a multiple of 256 bytes.
    pub rows: Vec<u8>,
    /// The caption.
    pub caption: Option<Caption>,
}

/// The moments for a poster, the best last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    #[default]
    None,
    Start,
    Capture,
    End,
}

/// The end of a film.
pub struct Finished {
    /// The frames that were still being drawn.
    pub rest: Vec<RenderedFrame>,
    /// The sound, in formats with sound.
    pub sound: Option<EncodedSound>,
    /// Chapters and subtitles.
    pub cues: Cues,
    /// The frame of the decisive moment.
    pub poster: Option<RenderedFrame>,
}

/// The progress of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilmProgress {
    /// Actions shown, of all scenes.
    pub actions: usize,
    /// Frames passed, whether written or skipped.
    pub frames: u64,
}

/// Frames delivered by the renderer but not yet returned.
#[derive(Resource, Default)]
struct Frames(Vec<Vec<u8>>);

/// Films a table.
pub struct Recorder {
    offscreen: Offscreen,
    /// The number of frames delivered by the renderer.
    handed_over: u64,
    look: FilmLook,
    arrangement: FrameArrangement,
    captions: Captions,
    cues: Cues,
    /// The sound; `None` for a silent film.
    soundtrack: Option<Soundtrack>,
    /// Captions of frames that the renderer has not delivered, and whether each may be the poster.
    due: VecDeque<(Option<Caption>, bool)>,
    /// The best frame yet for the poster: of the end, or else of the last capture.
    poster: Option<RenderedFrame>,
    /// The subject of the last poster: nothing, the start, a capture or the end.
    moment: Moment,
    /// The captured pieces in the last frame.
    captured: [String; 2],
    /// The scene being shown, and those after it.
    scene: Scene,
    later: VecDeque<Scene>,
    /// The actions of earlier scenes.
    shown: usize,
    /// The number of frames passed.
    frames: u64,
    /// The number of frames already in the film. They are drawn but not written: without drawing
    /// them, later frames would differ after an interruption.
    skip: u64,
    /// The number of frames since the last action came to rest.
    rested: u64,
}

impl Recorder {
    /// Sets up the table with a match or replay at its current position, where the first scene
    /// begins. The first `skip` frames are not returned.
    ///
    /// # Errors
    /// If a size is out of range, or no graphics adapter is found.
    pub fn new(
        session: Session,
        scenes: Vec<Scene>,
        look: &FilmLook,
        skip: u64,
        has_sound: bool,
    ) -> Result<Recorder, FilmError> {
        let soundtrack = (look.sound && has_sound).then(Soundtrack::new).transpose()?;
        let (width, height) = look.size;
        let mut offscreen = Offscreen::new(width, height, look.frame(), |app| {
            app.add_plugins((OffscreenPlugins, camera::plugin, sound::mixer_plugin))
                .insert_resource(look.quality)
                .insert_resource(Settings { pause: BEFORE, ..look.settings() })
                .init_resource::<Frames>();
        })?;
        let mut later = VecDeque::from(scenes);
        let scene = later.pop_front().unwrap_or(Scene::new(0, usize::MAX));
        let captions = Captions::new(&session).opening(&session).counting_luck().evaluating();
        let has_die = session.game().is_some_and(|game| game.layout().die.is_some());
        let arrangement = if look.captions {
            FrameArrangement::with_text(look.size, has_die)
        } else {
            FrameArrangement::plain(look.size)
        };
        let (target, image) = (offscreen.target(), offscreen.image().clone());
        let world = offscreen.app().world_mut();
        if let Some(game) = session.game() {
            let table = arrangement.table;
            let orbit = capture::orbit(game, table.size().into(), look.begins_at());
            let viewport = Viewport { physical_position: table.min, physical_size: table.size(), ..default() };
            let viewer = (lighting::camera(true), target.clone(), CameraTarget(orbit));
            let viewer = world.spawn((viewer, orbit, orbit.transform(), orbit.projection())).id();
            if let Some(mut camera) = world.get_mut::<Camera>(viewer) {
                camera.viewport = Some(viewport);
            }
            let inset = (lighting::camera(true), target, DieInset::new(arrangement.die.clone()));
            world.spawn(inset).insert(DieInset::camera());
            world.write_message(TableUpdate::reset(game));
        }
        world.resource_mut::<MatchProgress>().replay_playing = true;
        world.insert_resource(session);
        capture::wait_for_meshes(world);
        offscreen.warm_up(2);
        offscreen.app().world_mut().spawn(Readback::texture(image)).observe(keep);
        Ok(Recorder {
            offscreen,
            handed_over: 0,
            look: look.clone(),
            arrangement,
            captions,
            cues: Cues::default(),
            soundtrack,
            due: VecDeque::new(),
            poster: None,
            moment: Moment::None,
            captured: Default::default(),
            scene,
            later,
            shown: 0,
            frames: 0,
            skip,
            rested: 0,
        })
    }

    /// The arrangement of a frame.
    #[must_use]
    pub fn arrangement(&self) -> &FrameArrangement {
        &self.arrangement
    }

    /// The current progress.
    #[must_use]
    pub fn progress(&mut self) -> FilmProgress {
        let actions = self.shown + self.actions().saturating_sub(self.scene.from);
        FilmProgress { actions, frames: self.frames }
    }

    fn actions(&mut self) -> usize {
        let session = self.offscreen.app().world().resource::<Session>();
        session.game().map_or(0, |game| game.action_count())
    }

    /// Advances by one frame, and returns the frames drawn in the meantime; `None` after the last
    /// one. Time stands still while a bot thinks; `stop` ends the wait.
    ///
    /// # Errors
    /// If the match cannot continue, or the renderer delivers no frames.
    pub fn next_frames(&mut self, stop: &AtomicBool) -> Result<Option<Vec<RenderedFrame>>, FilmError> {
        let pause = if self.later.is_empty() { AFTER } else { BETWEEN };
        // In a slow film, the camera returns correspondingly slowly.
        if self.rested >= self.look.frames(pause / self.look.speed.min(1.0)) {
            let Some(scene) = self.later.pop_front() else { return Ok(None) };
            self.cut_to(scene);
        }
        self.wait_for_bot(stop);
        self.offscreen.pump_overlapping();
        self.frames += 1;
        self.keep_time()?;
        self.hear()?;
        let caption = self.caption();
        if let Some(caption) = &caption {
            let actions = self.actions();
            self.cues.frame(actions, caption);
        }
        let is_poster = caption.as_ref().is_some_and(|caption| self.is_decisive(caption));
        self.due.push_back((caption.filter(|_| self.look.captions), is_poster));
        Ok(Some(self.delivered()))
    }

    /// Whether the frame shows a better moment for the poster than those before it, or an equal one.
    fn is_decisive(&mut self, caption: &Caption) -> bool {
        let captured = caption.players.each_ref().map(|player| player.captured.clone());
        let is_capture = std::mem::replace(&mut self.captured, captured.clone()) != captured;
        let session = self.offscreen.app().world().resource::<Session>();
        let moment = match session.outcome() {
            Some(_) if caption.action.is_card && self.moment < Moment::End => Moment::End,
            Some(_) => return false,
            None if is_capture && self.moment > Moment::None => Moment::Capture,
            None if self.moment == Moment::None => Moment::Start,
            None => return false,
        };
        let is_better = moment >= self.moment;
        self.moment = self.moment.max(moment);
        is_better
    }

    /// Mixes the sound of the frame.
    fn hear(&mut self) -> Result<(), FilmError> {
        let Some(track) = &mut self.soundtrack else { return Ok(()) };
        let due = self.frames * u64::from(RATE) / u64::from(self.look.fps.max(1)) - track.samples();
        let mut mixer = self.offscreen.app().world_mut().resource_mut::<Mixer>();
        track.push(&mixer.advance(usize::try_from(due).unwrap_or_default()))
    }

    /// Returns the frames that were still being drawn, and everything else about the film.
    ///
    /// # Errors
    /// If the renderer delivers no frames, or the sound cannot be encoded.
    pub fn finish(mut self) -> Result<Finished, FilmError> {
        let mut rest = Vec::new();
        let asked = Instant::now();
        while !self.due.is_empty() {
            if asked.elapsed() > Offscreen::PATIENCE {
                return Err(CaptureError::NoPicture.into());
            }
            self.offscreen.pump_overlapping();
            rest.extend(self.delivered());
        }
        let sound = self.soundtrack.map(Soundtrack::finish).transpose()?;
        Ok(Finished { rest, sound, cues: self.cues, poster: self.poster })
    }

    fn delivered(&mut self) -> Vec<RenderedFrame> {
        let frames = std::mem::take(&mut self.offscreen.app().world_mut().resource_mut::<Frames>().0);
        // Frames drawn after the last one have no caption and are left out.
        let mut drawn = Vec::new();
        for (rows, (caption, is_poster)) in frames.into_iter().zip(std::iter::from_fn(|| self.due.pop_front())) {
            let frame = RenderedFrame { rows, caption };
            if is_poster {
                self.poster = Some(frame.clone());
            }
            drawn.push(frame);
        }
        let unwanted =
            drawn.len().min(usize::try_from(self.skip - self.handed_over.min(self.skip)).unwrap_or(usize::MAX));
        self.handed_over += drawn.len() as u64;
        drawn.into_iter().skip(unwanted).collect()
    }

    fn caption(&mut self) -> Option<Caption> {
        let world = self.offscreen.app().world_mut();
        let die = world.query::<&DieInset>().iter(world).find_map(DieInset::shown);
        let moving = world.resource::<Animating>().0;
        let mut caption = self.captions.of(world.resource::<Session>(), *world.resource::<TurnClock>(), moving)?;
        if self.scene.is_slow && !caption.action.is_card {
            caption.action.short.insert_str(0, REPEATED);
        }
        Some(Caption { die, ..caption })
    }

    fn speed(&self) -> f32 {
        self.look.speed * if self.scene.is_slow { SLOW } else { 1.0 }
    }

    /// Goes to the start of the next scene.
    fn cut_to(&mut self, scene: Scene) {
        self.shown += self.scene.actions();
        (self.scene, self.rested) = (scene, 0);
        let speed = self.speed();
        let world = self.offscreen.app().world_mut();
        world.resource_mut::<Settings>().speed = speed;
        let mut session = world.resource_mut::<Session>();
        let Some(replay) = session.replay_mut() else { return };
        replay.go_to(scene.from);
        let update = TableUpdate::resumed(replay.game());
        world.write_message(update);
        // This also begins the pause before the first action.
        world.write_message(PlayerCommand::Run(true));
    }

    /// Waits for the bot's decision, and takes the time from its clock.
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

    /// Keeps the pauses before the first action, between actions, and after the last one.
    fn keep_time(&mut self) -> Result<(), FilmError> {
        let (at, Scene { from, to, .. }) = (self.actions(), self.scene);
        let usual = Settings::default().pause;
        let world = self.offscreen.app().world_mut();
        if let Some(notification) = world.resource_mut::<Messages<Notification>>().drain().next() {
            return Err(FilmError::Match(notification.text));
        }
        if at > from && world.resource::<Settings>().pause != usual {
            world.resource_mut::<Settings>().pause = usual;
        }
        let session = world.resource::<Session>();
        let over = at >= to || session.outcome().is_some();
        let progress = world.resource::<MatchProgress>();
        let moving = world.resource::<Animating>().0 || progress.is_rolling();
        if over && progress.replay_playing {
            world.resource_mut::<MatchProgress>().replay_playing = false;
        }
        self.rested = if over && !moving { self.rested + 1 } else { 0 };
        if self.rested == 1 {
            // Slow motion ends with the motion.
            world.resource_mut::<Settings>().speed = self.look.speed;
        }
        Ok(())
    }
}

/// Stores a frame delivered by the renderer.
fn keep(mut delivered: On<ReadbackComplete>, mut frames: ResMut<Frames>) {
    frames.0.push(std::mem::take(&mut delivered.data));
}
