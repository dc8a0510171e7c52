//! Renders films in the background of the window: a second process of the program runs the command
//! `film`, and reports its progress by lines on its error stream.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::{env, fs, thread};

use bevy::prelude::*;
use tempfile::TempPath;

use super::parts::Parts;
use super::{FilmError, FilmView};
use crate::capture;
use crate::platform::clock::Duration;
use crate::platform::jobs::Wake;
use crate::session::{
    FilmCommand, FilmJob, FilmOrder, FilmSource, FilmedPart, GameSet, Notification, Quality, Session, WakeUp,
};

/// The start of the lines of progress.
const PROGRESS: &str = "film: ";

/// The longest wait for each of the last lines after the end of the process.
const LAST_LINES: Duration = Duration::from_millis(100);

/// Carries out the commands about films.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rendering>()
        .add_systems(Update, (carry_out, follow).chain().in_set(GameSet::Input))
        .add_systems(Last, stop_at_exit);
}

/// The process that renders a film.
#[derive(Resource, Default)]
struct Rendering(Option<RenderJob>);

struct RenderJob {
    child: Child,
    /// The lines of its error stream. A receiver alone cannot be in a resource.
    lines: Mutex<Receiver<String>>,
    /// Its last line that is not about progress.
    last: String,
    out: PathBuf,
    /// The temporary file with the match, if there is one; removed with the job.
    _copy: Option<TempPath>,
}

fn carry_out(
    mut commands: MessageReader<FilmCommand>,
    (session, wake): (Res<Session>, Res<WakeUp>),
    (mut rendering, mut progress): (ResMut<Rendering>, ResMut<FilmJob>),
    mut notifications: MessageWriter<Notification>,
) {
    for command in commands.read() {
        match command {
            FilmCommand::Cancel => {
                if let Some(job) = rendering.0.take() {
                    job.discard();
                    notifications.write(Notification::new("The film was cancelled."));
                }
                progress.set_if_neq(FilmJob::Idle);
            }
            FilmCommand::Render(_) if rendering.0.is_some() => {
                notifications.write(Notification::new("Another film is being made. It can be cancelled."));
            }
            FilmCommand::Render(order) => {
                let out = capture::picture_file(&session, "mp4");
                let program = env::current_exe().map_err(FilmError::file(Path::new("fairground")));
                match program.and_then(|program| RenderJob::start(&program, order, out, &wake)) {
                    Ok(job) => {
                        rendering.0 = Some(job);
                        *progress = FilmJob::Rendering { done: 0.0, words: "Preparing …".to_string() };
                    }
                    Err(error) => {
                        notifications.write(Notification::new(error.to_string()));
                    }
                }
            }
        }
    }
}

/// Reads the progress, and reports the end.
fn follow(
    (mut rendering, mut progress): (ResMut<Rendering>, ResMut<FilmJob>),
    mut notifications: MessageWriter<Notification>,
) {
    let Some(job) = &mut rendering.bypass_change_detection().0 else { return };
    let ended = job.child.try_wait().transpose();
    // After its end, its last lines may still be on their way.
    let wait = if ended.is_some() { LAST_LINES } else { Duration::ZERO };
    let lines = job.lines.get_mut().unwrap_or_else(PoisonError::into_inner);
    while let Ok(line) = lines.recv_timeout(wait) {
        match line.strip_prefix(PROGRESS) {
            Some(words) => {
                let done = share(words).unwrap_or_default();
                progress.set_if_neq(FilmJob::Rendering { done, words: words.to_string() });
            }
            None if line.trim().is_empty() => {}
            None => job.last = line,
        }
    }
    let Some(ended) = ended else { return };
    *progress = FilmJob::Idle;
    let Some(job) = rendering.0.take() else { return };
    let (out, last) = (job.out.clone(), job.last.clone());
    let succeeded = ended.is_ok_and(|status| status.success());
    notifications.write(Notification::new(if succeeded {
        format!("Film saved: {}", out.display())
    } else {
        job.discard();
        let reason = last.strip_prefix("error: ").unwrap_or(&last);
        format!("The film could not be made: {}", if reason.is_empty() { "the program ended" } else { reason })
    }));
}

fn stop_at_exit(mut exits: MessageReader<AppExit>, mut rendering: ResMut<Rendering>) {
    if exits.read().next().is_some()
        && let Some(job) = rendering.0.take()
    {
        job.discard();
    }
}

impl RenderJob {
    /// Starts `program`, which is this one except in tests.
    fn start(program: &Path, order: &FilmOrder, out: PathBuf, wake: &Wake) -> Result<RenderJob, FilmError> {
        if let Some(folder) = out.parent() {
            // If this fails, so does writing the film, with a better message.
            let _ = fs::create_dir_all(folder);
        }
        let (file, copy) = match &order.source {
            FilmSource::File(file) => (file.clone(), None),
            FilmSource::Text(text) => {
                let copy = tempfile::Builder::new().prefix("fairground-film-").suffix(".jsonl").tempfile();
                let copy = copy.map_err(FilmError::file(&env::temp_dir()))?.into_temp_path();
                fs::write(&copy, text).map_err(FilmError::file(&copy))?;
                (copy.to_path_buf(), Some(copy))
            }
        };
        let mut command = Command::new(program);
        command.args(arguments(order, &file, &out));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(FilmError::file(program))?;
        let (send, lines) = channel();
        if let Some(errors) = child.stderr.take() {
            let wake = wake.clone();
            thread::spawn(move || {
                for line in BufReader::new(errors).lines().map_while(io::Result::ok) {
                    // If nobody listens, the window has closed.
                    let _ = send.send(line);
                    wake.wake();
                }
                drop(send);
                wake.wake();
            });
        }
        Ok(RenderJob { child, lines: Mutex::new(lines), last: String::new(), out, _copy: copy })
    }

    /// Ends the process and removes its output.
    fn discard(mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        Parts::remove(&self.out);
    }
}

/// The arguments of the command `film`.
fn arguments(order: &FilmOrder, file: &Path, out: &Path) -> Vec<String> {
    let FilmOrder { size: (width, height), quality, view, captions, part, sound, .. } = order;
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let camera = view.map_or(FilmView::Director, FilmView::View).name();
    let captions = if *captions { "on" } else { "off" };
    let mut arguments: Vec<String> = ["film", &path(file), "--out", &path(out), "--progress", "1"]
        .into_iter()
        .chain(["--size", &format!("{width}x{height}"), "--camera", camera, "--captions", captions])
        .map(String::from)
        .collect();
    if let Some(quality) = quality {
        let name = Quality::ALL.iter().find(|(own, _)| own == quality).map_or("", |(_, name)| name);
        arguments.extend(["--quality", name].map(String::from));
    }
    match part {
        FilmedPart::Whole => {}
        FilmedPart::Highlights => arguments.push("--highlights".to_string()),
        FilmedPart::Plies(from, to) => {
            arguments.extend(["--from".to_string(), from.to_string(), "--to".to_string(), to.to_string()]);
        }
    }
    if !sound {
        arguments.push("--silent".to_string());
    }
    arguments
}

/// The part done, from a line such as `action 10 of 40, 300 frames`.
fn share(words: &str) -> Option<f32> {
    let (done, rest) = words.strip_prefix("action ")?.split_once(" of ")?;
    let all: f32 = rest.split(',').next()?.parse().ok()?;
    Some((done.parse::<f32>().ok()? / all.max(1.0)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::clock::Instant;

    fn order() -> FilmOrder {
        FilmOrder {
            source: FilmSource::Text("a match".to_string()),
            size: (720, 1280),
            quality: Some(Quality::Medium),
            view: None,
            captions: true,
            part: FilmedPart::Plies(2, 9),
            sound: false,
        }
    }

    #[test]
    fn the_dialog_is_a_command() {
        let told = arguments(&order(), Path::new("m.jsonl"), Path::new("out.mp4")).join(" ");
        let expected = "film m.jsonl --out out.mp4 --progress 1 --size 720x1280 --camera director --captions on \
                        --quality medium --from 2 --to 9 --silent";
        assert_eq!(told, expected);
        let whole = FilmOrder { part: FilmedPart::Highlights, quality: None, sound: true, ..order() };
        assert!(arguments(&whole, Path::new("m"), Path::new("o")).join(" ").ends_with("--captions on --highlights"));
    }

    #[test]
    fn lines_tell_the_part_done() {
        assert_eq!(share("action 10 of 40, 300 frames, about 3 min left"), Some(0.25));
        assert_eq!(share("12 actions played, 9 frames"), None);
    }

    /// Renders with a script in place of the program, and returns the progress and the message.
    #[cfg(unix)]
    fn rendered(script: &str, cancel: bool) -> (Vec<FilmJob>, Vec<String>, usize) {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let out = folder.path().join("film.mp4");
        let job = RenderJob::start(&program, &order(), out, &Wake::default()).unwrap();
        let copy = job._copy.as_ref().unwrap().to_path_buf();
        assert_eq!(fs::read_to_string(&copy).unwrap(), "a match");
        let mut app = App::new();
        app.add_message::<FilmCommand>()
            .add_message::<Notification>()
            .init_resource::<FilmJob>()
            .init_resource::<Session>()
            .init_resource::<WakeUp>()
            .insert_resource(Rendering(Some(job)))
            .add_systems(Update, (carry_out, follow).chain());
        if cancel {
            app.world_mut().write_message(FilmCommand::Cancel);
        }
        let (begun, mut seen) = (Instant::now(), Vec::new());
        while app.world().resource::<Rendering>().0.is_some() {
            assert!(begun.elapsed() < Duration::from_secs(60));
            app.update();
            let now = app.world().resource::<FilmJob>().clone();
            if seen.last() != Some(&now) {
                seen.push(now);
            }
        }
        assert!(!copy.exists(), "the copy of the match is gone");
        let told = app.world_mut().resource_mut::<Messages<Notification>>().drain().map(|told| told.text).collect();
        (seen, told, folder.path().read_dir().unwrap().count())
    }

    #[cfg(unix)]
    #[test]
    fn progress_and_the_end_are_told() {
        let (seen, told, _) = rendered("echo 'film: action 1 of 2, 30 frames' >&2; sleep 0.3", false);
        let words = "action 1 of 2, 30 frames".to_string();
        assert!(seen.contains(&FilmJob::Rendering { done: 0.5, words }), "{seen:?}");
        assert!(seen.last() == Some(&FilmJob::Idle) && told[0].starts_with("Film saved: "), "{told:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_failure_is_told_and_a_cancelled_film_leaves_nothing() {
        let (_, told, files) = rendered("echo 'error: the disk is full' >&2; sleep 0.3; exit 2", false);
        assert_eq!((told, files), (vec!["The film could not be made: the disk is full".to_string()], 1));
        let (seen, told, files) = rendered("sleep 60", true);
        assert_eq!((seen.last(), &*told[0], files), (Some(&FilmJob::Idle), "The film was cancelled.", 1));
    }
}
