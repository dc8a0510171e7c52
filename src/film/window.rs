//! Films the table of the window, without the panels, with the text of a broadcast and the sounds of
//! the table unless they are switched off. F9 starts and stops.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::PrimaryWindow;
use image::{RgbaImage, imageops};

use super::encoder::Extras;
use super::overlay::Overlay;
use super::parts::Parts;
use super::soundtrack::{EncodedSound, Soundtrack};
use super::{FilmError, FilmLook, FilmView, Output};
use crate::capture::{self, Lettering};
use crate::platform::clock::{Duration, Instant};
use crate::session::{
    Animating, Filming, GameSet, InputCommand, InsetCamera, MatchAnalysis, Notification, Panels, Series, Session,
    Settings, TurnClock, WakeUp, on_key, white_wins,
};
use crate::sound::{self, Mixer, RATE};
use crate::table::camera::{self, CameraTarget, DieInset};
use crate::table::material::{Quality, lighting};
use crate::ui::broadcast::{Caption, FrameArrangement, LiveCaptions};

/// Frames per second. If the window draws fewer, frames last longer.
const FPS: u32 = 20;

/// The maximum number of pictures waiting to be encoded. Further frames are dropped, because the
/// window has priority.
const WAITING: usize = 3;

/// F9 starts and stops filming.
pub fn plugin(app: &mut App) {
    app.init_resource::<WindowFilm>()
        .add_plugins(sound::window_mixer_plugin)
        .add_systems(
            Update,
            (switch.run_if(on_key(InputCommand::Film)), capture_frames, notify_when_written)
                .chain()
                .in_set(GameSet::Input),
        )
        .add_systems(Last, finish_at_exit);
}

/// The film being recorded, and those being finished.
#[derive(Resource, Default)]
struct WindowFilm {
    running: Option<Recording>,
    ending: Vec<JoinHandle<Result<PathBuf, FilmError>>>,
}

/// A copy of the window's camera, for the film.
#[derive(Component)]
#[require(InsetCamera)]
struct FilmCamera;

/// What the thread that writes the film receives.
enum FilmInput {
    /// A picture of the table with its text.
    Picture(Box<Image>, Option<Box<Caption>>),
    /// The end, with the sound.
    End(Option<EncodedSound>),
}

struct Recording {
    pictures: SyncSender<(Duration, FilmInput)>,
    thread: JoinHandle<Result<PathBuf, FilmError>>,
    begun: Instant,
    /// The time of the last request for a picture, since the beginning of the film.
    asked: Option<Duration>,
    captions: LiveCaptions,
    /// The sound; `None` if sounds are off or cannot be encoded.
    soundtrack: Option<Soundtrack>,
    target: Handle<Image>,
    /// The cameras of the table and of a thrown die.
    cameras: Vec<Entity>,
}

/// Starts or stops the film.
fn switch(
    mut commands: Commands,
    (session, panels, settings, wake): (Res<Session>, Res<Panels>, Res<Settings>, Res<WakeUp>),
    window: Query<&Window, With<PrimaryWindow>>,
    mut images: ResMut<Assets<Image>>,
    (mut film, mut filming): (ResMut<WindowFilm>, ResMut<Filming>),
    mut notifications: MessageWriter<Notification>,
) {
    if let Some(running) = film.running.take() {
        running.cameras.iter().for_each(|camera| commands.entity(*camera).despawn());
        commands.remove_resource::<Mixer>();
        film.ending.push(running.stop());
        filming.0 = None;
        return;
    }
    let Ok(window) = window.single() else { return };
    let even = |pixels: u32| (pixels & !1).max(16);
    let shown = camera::picture(window.physical_size(), &panels, window.scale_factor());
    let arrangement = arrangement((even(shown.x), even(shown.y)), session.game().is_some());
    let table = arrangement.table.size();
    let mut image = Image::new_target_texture(table.x, table.y, TextureFormat::Rgba8UnormSrgb, None);
    image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    let target = images.add(image);
    let onto = || RenderTarget::Image(target.clone().into());
    let cameras = vec![
        commands.spawn((lighting::camera(true), FilmCamera, onto())).id(),
        commands
            .spawn((lighting::camera(true), DieInset::new(arrangement.die.clone()), onto()))
            .insert(DieInset::camera())
            .id(),
    ];
    let file = capture::picture_file(&session, "mp4");
    let spawned = cameras.clone();
    match Recording::start(&file, arrangement, target.clone(), cameras, wake.clone()) {
        Ok(running) => {
            commands.insert_resource(Mixer::default());
            let soundtrack = settings.sound.then(Soundtrack::new).transpose();
            film.running = Some(Recording { soundtrack: soundtrack.ok().flatten(), ..running });
            filming.0 = Some(Duration::ZERO);
        }
        Err(error) => {
            spawned.into_iter().for_each(|camera| commands.entity(camera).despawn());
            notifications.write(Notification::new(error.to_string()));
        }
    }
}

/// A table of this size, with text below it if there is a match and an MP4 film has room for the
/// text.
fn arrangement(table: (u32, u32), has_text: bool) -> FrameArrangement {
    let with_text = FrameArrangement::below(table);
    let (width, height) = with_text.size();
    let fits = Output::MAX_EDGES.0 >= width.max(height) && Output::MAX_EDGES.1 >= width.min(height);
    if has_text && fits { with_text } else { FrameArrangement::plain(table) }
}

impl Recording {
    fn start(
        file: &Path,
        arrangement: FrameArrangement,
        target: Handle<Image>,
        cameras: Vec<Entity>,
        wake: WakeUp,
    ) -> Result<Recording, FilmError> {
        let look = FilmLook {
            size: arrangement.size(),
            fps: FPS,
            speed: 1.0,
            camera: FilmView::Director,
            quality: Quality::Low,
            captions: false,
            sound: true,
        };
        if let Some(folder) = file.parent() {
            // If this fails, writing the film fails too, with a better message.
            let _ = std::fs::create_dir_all(folder);
        }
        let output = Output::new(file, false)?;
        let parts = Parts::open(&output.file, output.encoder(&look)?, "a film of the window", false)?;
        let (pictures, received) = sync_channel(WAITING);
        let file = file.to_path_buf();
        let thread = thread::spawn(move || {
            let written = write(&received, parts, &arrangement).map(|()| file);
            wake.wake();
            written
        });
        Ok(Recording {
            pictures,
            thread,
            begun: Instant::now(),
            asked: None,
            captions: LiveCaptions::default(),
            soundtrack: None,
            target,
            cameras,
        })
    }

    /// Mixes the sound up to this time.
    fn hear(&mut self, now: Duration, mixer: &mut Mixer) {
        let Some(track) = &mut self.soundtrack else { return };
        let due = (now.as_secs_f64() * f64::from(RATE)) as u64;
        let samples = mixer.advance(usize::try_from(due.saturating_sub(track.samples())).unwrap_or_default());
        if track.push(&samples).is_err() {
            self.soundtrack = None;
        }
    }

    /// Ends the film now. The thread then joins the parts.
    fn stop(self) -> JoinHandle<Result<PathBuf, FilmError>> {
        let Recording { pictures, thread, begun, soundtrack, .. } = self;
        // If the thread has ended, its result has the reason. The thread may be busy, so another
        // thread sends the end.
        let now = begun.elapsed();
        // A film without its sound is better than none.
        let sound = soundtrack.and_then(|track| track.finish().ok());
        thread::spawn(move || drop(pictures.send((now, FilmInput::End(sound)))));
        thread
    }
}

/// Requests the next picture when it is due.
fn capture_frames(
    mut commands: Commands,
    (mut film, mut filming): (ResMut<WindowFilm>, ResMut<Filming>),
    (session, clock, animating, series): (Res<Session>, Res<TurnClock>, Res<Animating>, Res<Series>),
    (settings, analysis): (Res<Settings>, Res<MatchAnalysis>),
    viewers: Query<(&Transform, &Projection), With<CameraTarget>>,
    mut cameras: Query<(&mut Camera, &mut Transform, &mut Projection), (With<FilmCamera>, Without<CameraTarget>)>,
    insets: Query<&DieInset>,
    mut mixer: Option<ResMut<Mixer>>,
) {
    let Some(running) = &mut film.running else { return };
    let now = running.begun.elapsed();
    filming.0 = Some(now);
    let due = running.asked.is_none_or(|asked| now - asked >= Duration::from_secs(1) / FPS);
    if running.thread.is_finished() {
        // The film has failed.
        filming.0 = None;
        if let Some(running) = film.running.take() {
            running.cameras.iter().for_each(|camera| commands.entity(*camera).despawn());
            commands.remove_resource::<Mixer>();
            film.ending.push(running.thread);
        }
        return;
    }
    if let Some(mixer) = &mut mixer {
        running.hear(now, mixer);
    }
    for (mut camera, mut transform, mut projection) in &mut cameras {
        // Frames of the window that are not filmed need not be drawn twice.
        camera.is_active = due;
        if let Some((pose, lens)) = viewers.iter().next() {
            (*transform, *projection) = (*pose, lens.clone());
        }
    }
    if !due {
        return;
    }
    running.asked = Some(now);
    let die = running.cameras.iter().find_map(|camera| insets.get(*camera).ok()?.shown());
    let captions = running.captions.follow(&session);
    captions.set_evaluation(settings.evaluation_bar, white_wins(&session, &analysis), animating.0);
    let caption = captions.of(&session, *clock, animating.0);
    let caption = caption.map(|caption| Caption { die, ..caption }.with_scores(series.scores()));
    let pictures = running.pictures.clone();
    commands.spawn(Screenshot::image(running.target.clone())).observe(move |mut captured: On<ScreenshotCaptured>| {
        // The picture is moved, because it has several megabytes.
        match pictures.try_send((
            now,
            FilmInput::Picture(Box::new(std::mem::take(&mut captured.image)), caption.clone().map(Box::new)),
        )) {
            // The previous frame lasts longer.
            Ok(()) | Err(TrySendError::Full(_)) => {}
            // The thread has failed, which is reported when it has ended.
            Err(TrySendError::Disconnected(_)) => {}
        }
    });
}

/// Reports the files of finished films.
fn notify_when_written(mut film: ResMut<WindowFilm>, mut notifications: MessageWriter<Notification>) {
    if !film.ending.iter().any(JoinHandle::is_finished) {
        return;
    }
    let threads = std::mem::take(&mut film.ending).into_iter();
    let (ended, ending): (Vec<_>, Vec<_>) = threads.partition(JoinHandle::is_finished);
    film.ending = ending;
    for thread in ended {
        notifications.write(Notification::new(match thread.join() {
            Ok(Ok(file)) => format!("Film saved: {}", file.display()),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "The film could not be encoded.".to_string(),
        }));
    }
}

/// Finishes the films on exit. The window is closed, so errors cannot be shown.
fn finish_at_exit(mut exits: MessageReader<AppExit>, mut film: ResMut<WindowFilm>) {
    if exits.read().next().is_none() {
        return;
    }
    let last = film.running.take().map(Recording::stop);
    if last.is_some() || !film.ending.is_empty() {
        // The window has closed, but the program is still running.
        eprintln!("Finishing the film of the window …");
    }
    for thread in std::mem::take(&mut film.ending).into_iter().chain(last) {
        if let Ok(Err(error)) = thread.join() {
            error!("{error}");
        }
    }
}

/// Writes the film. A film that fails is deleted, since it cannot be resumed.
fn write(
    pictures: &Receiver<(Duration, FilmInput)>,
    mut parts: Parts,
    arrangement: &FrameArrangement,
) -> Result<(), FilmError> {
    let written = write_frames(pictures, &mut parts, arrangement)
        .and_then(|sound| parts.join(&Extras { sound, ..Extras::default() }));
    if written.is_err() {
        parts.discard();
    }
    written
}

/// Repeats each picture for the frames in which it was visible, until the film ends. Returns the
/// sound.
fn write_frames(
    pictures: &Receiver<(Duration, FilmInput)>,
    parts: &mut Parts,
    arrangement: &FrameArrangement,
) -> Result<Option<EncodedSound>, FilmError> {
    let lettering = Lettering::default();
    let (mut written, mut sound) = (0, None);
    let mut shown: Option<RgbaImage> = None;
    for (time, part) in pictures {
        let due = (time.as_secs_f64() * f64::from(FPS)).round() as u64;
        while let Some(frame) = shown.as_ref().filter(|_| written < due) {
            parts.frame(frame)?;
            written += 1;
        }
        let (image, caption) = match part {
            FilmInput::Picture(image, caption) => (image, caption.map(|caption| *caption)),
            FilmInput::End(mixed) => {
                sound = mixed;
                break;
            }
        };
        let table = image.try_into_dynamic().map_err(|error| FilmError::Encode(error.to_string()))?;
        shown = Some(framed(&table.to_rgba8(), caption.as_ref(), arrangement, &lettering));
    }
    match shown {
        // Every film has at least one frame.
        Some(frame) if written == 0 => parts.frame(&frame).map(|()| sound),
        Some(_) => Ok(sound),
        None => Err(FilmError::Encode("the window has not drawn a frame".to_string())),
    }
}

/// The picture of the table in its frame, with the text.
fn framed(
    table: &RgbaImage,
    caption: Option<&Caption>,
    arrangement: &FrameArrangement,
    lettering: &Lettering,
) -> RgbaImage {
    let (width, height) = arrangement.size();
    let mut frame = RgbaImage::new(width, height);
    let corner = arrangement.table.min;
    imageops::replace(&mut frame, table, corner.x.into(), corner.y.into());
    if let Some(caption) = caption {
        Overlay::new(caption, arrangement, lettering).draw(&mut frame);
    }
    frame
}

#[cfg(test)]
mod tests {
    use bevy::asset::RenderAssetUsages;
    use bevy::render::render_resource::{Extent3d, TextureDimension};

    use super::*;
    use crate::film::Encoder;
    use crate::film::folder::Folder;

    #[test]
    fn frames_last_as_long_as_the_window_shows_them() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("film");
        let parts = Parts::open(&out, Box::new(Folder::new(4)), "", false).unwrap();
        let picture = |red: u8| {
            let size = Extent3d { width: 20, height: 16, depth_or_array_layers: 1 };
            let format = TextureFormat::Rgba8UnormSrgb;
            let usage = RenderAssetUsages::default();
            let image = Image::new_fill(size, TextureDimension::D2, &[red, 0, 0, 0], format, usage);
            FilmInput::Picture(Box::new(image), None)
        };
        let (send, receive) = sync_channel(8);
        for (ms, part) in [(0, picture(1)), (100, picture(2)), (350, picture(3)), (500, FilmInput::End(None))] {
            send.send((Duration::from_millis(ms), part)).unwrap();
        }
        write(&receive, parts, &FrameArrangement::plain((20, 16))).unwrap();
        let red = |n: u32| image::open(out.join(format!("{n:06}.png"))).unwrap().to_rgb8().get_pixel(19, 15)[0];
        assert_eq!((1..=10).map(red).collect::<Vec<_>>(), [1, 1, 2, 2, 2, 2, 2, 3, 3, 3]);
        assert!(!out.join("000011.png").exists());
    }

    /// Encodes some frames and then fails, as with a full disk.
    struct Failing(u32);

    impl Encoder for Failing {
        fn part_frames(&self) -> u64 {
            4
        }

        fn begin(&mut self, part: &Path) -> Result<(), FilmError> {
            std::fs::write(part, "frames").map_err(FilmError::file(part))
        }

        fn frame(&mut self, _: &RgbaImage) -> Result<(), FilmError> {
            self.0 = self.0.checked_sub(1).ok_or_else(|| FilmError::Encode("the disk is full".into()))?;
            Ok(())
        }

        fn end(&mut self) -> Result<(), FilmError> {
            Ok(())
        }

        fn join(&mut self, _: &[PathBuf], _: &Path, _: &Extras) -> Result<(), FilmError> {
            Err(FilmError::Encode("the disk is full".into()))
        }
    }

    #[test]
    fn a_film_that_fails_leaves_nothing_behind_and_says_why() {
        // While frames are written, and when the parts are joined.
        for frames in [5, 1000] {
            let folder = tempfile::tempdir().unwrap();
            let parts = Parts::open(&folder.path().join("film.mp4"), Box::new(Failing(frames)), "", false).unwrap();
            let (send, receive) = sync_channel(2);
            send.send((Duration::ZERO, FilmInput::Picture(Box::default(), None))).unwrap();
            send.send((Duration::from_secs(1), FilmInput::End(None))).unwrap();
            let error = write(&receive, parts, &FrameArrangement::plain((20, 16))).unwrap_err();
            assert!(error.to_string().contains("the disk is full"), "{error}");
            assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        }
    }

    /// The window's film has text if an MP4 film has room for it.
    #[test]
    fn the_text_is_below_the_table() {
        let whole = arrangement((980, 640), true);
        assert_eq!((whole.table.size(), whole.size().0), (UVec2::new(980, 640), 980));
        assert!(whole.size().1 > 700 && whole.size().1.is_multiple_of(2), "{:?}", whole.size());
        assert_eq!(arrangement((980, 640), false).size(), (980, 640));
        assert_eq!(arrangement((3840, 2100), true).size(), (3840, 2100));
    }

    #[test]
    fn a_film_without_pictures_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let parts = Parts::open(&folder.path().join("film"), Box::new(Folder::new(4)), "", false).unwrap();
        let (send, receive) = sync_channel(2);
        send.send((Duration::from_secs(1), FilmInput::End(None))).unwrap();
        let error = write(&receive, parts, &FrameArrangement::plain((20, 16))).unwrap_err();
        assert!(error.to_string().contains("not drawn a frame"), "{error}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}
