//! Export of matches as Portable Game Notation.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use crate::platform::clock::{SystemTime, UNIX_EPOCH};
use crate::platform::jobs::{Background, Wake};
use crate::platform::storage::replace;
use crate::platform::{folders, fs};
use crate::play::{Replay, export};
use crate::session::messages::Notification;

/// The PGN files being written.
#[derive(Resource, Debug, Default)]
pub struct PgnFiles {
    /// The folder of the files; `None` for the user's documents folder.
    pub folder: Option<PathBuf>,
    writing: Vec<Background<Notification>>,
}

impl PgnFiles {
    /// Writes a match in the background.
    pub fn save(&mut self, of: PgnSource, wake: &Wake) {
        let folder = self.folder.clone().unwrap_or_else(folders::documents);
        self.writing.push(Background::start(wake, move |_| {
            Notification::new(match write(of, &folder) {
                Ok(file) => format!("Saved as PGN: {}", file.display()),
                Err(words) => format!("The match could not be saved as PGN: {words}"),
            })
        }));
    }
}

/// The match to export.
pub enum PgnSource {
    /// The match on the table.
    Shown(Box<Replay>),
    /// The matches in files.
    Files(Vec<PathBuf>),
}

/// Writes a new file, named after the game and the time, and returns its path.
fn write(of: PgnSource, folder: &Path) -> Result<PathBuf, String> {
    let open = |file: &PathBuf| Replay::open(file).map_err(|error| error.to_string());
    let replays = match of {
        PgnSource::Shown(replay) => vec![*replay],
        PgnSource::Files(files) => files.iter().map(open).collect::<Result<_, _>>()?,
    };
    let ids: BTreeSet<_> = replays.iter().map(|replay| replay.game().info().id).collect();
    let name = ids.first().filter(|_| ids.len() == 1).unwrap_or(&"matches");
    let texts: Vec<_> = replays.iter().map(|replay| export(replay).to_string()).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let file = folder.join(format!("fairground-{name}-{}.pgn", now.as_millis()));
    // If this fails, writing the file fails too, with a better message.
    let _ = fs::create_dir_all(folder);
    let written = replace(&file, texts.join("\n"));
    written.map(|()| file.clone()).map_err(|error| format!("{}: {error}", file.display()))
}

fn report(mut files: ResMut<PgnFiles>, mut notifications: MessageWriter<Notification>) {
    if !files.writing.iter().any(Background::has_ended) {
        return;
    }
    files.writing.retain(|job| match job.take() {
        Some(notification) => {
            notifications.write(notification.unwrap_or_else(Notification::from));
            false
        }
        None => true,
    });
}

/// Waits for the files when the program exits.
fn wait_at_exit(mut exits: MessageReader<AppExit>, files: Res<PgnFiles>) {
    if exits.read().next().is_some() {
        files.writing.iter().for_each(Background::wait);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PgnFiles>().add_systems(Update, report).add_systems(Last, wait_at_exit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::{Match, Seat, Setup};

    #[test]
    fn a_match_is_saved_with_its_date_and_its_moves() {
        let folder = tempfile::tempdir().unwrap();
        let mut running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
        running.act("e2e4").unwrap();
        let shown = PgnSource::Shown(Box::new(Replay::of_match(&running)));
        let file = write(shown, &folder.path().join("new")).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("1. e4") && text.contains("[Date \"2"), "{text}");
        let kept = folder.path().join("match.jsonl");
        running.record_to(&kept).unwrap();
        running.flush().unwrap();
        let again = write(PgnSource::Files(vec![kept.clone()]), folder.path()).unwrap();
        assert_eq!(std::fs::read_to_string(again).unwrap(), text);
        let both = write(PgnSource::Files(vec![kept.clone(), kept]), &folder.path().join("both")).unwrap();
        assert_eq!(std::fs::read_to_string(both).unwrap().matches("1. e4").count(), 2);
        let wrong = write(PgnSource::Files(vec![folder.path().join("missing")]), folder.path()).unwrap_err();
        assert!(wrong.contains("missing"), "{wrong}");
    }
}
