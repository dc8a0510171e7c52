//! Names of the files of pictures and films: date, game, players and move.

use std::path::{Path, PathBuf};

use jiff::Zoned;
use jiff::civil::Date;

use crate::platform::folders;
use crate::session::Session;
use crate::ui::{MoveHistory, words};

/// The maximum length of the players' part of a name, characters.
const MAX_PLAYERS: usize = 60;

/// The maximum length of the last move in a name, characters.
const MAX_MOVE: usize = 40;

/// A film in progress is a folder named after the film, with this ending.
pub(crate) const PART_SUFFIX: &str = ".part";

/// A new file in the folder for pictures, such as `2026-11-26 chess Ada-Bob 17... Nc6.png`.
pub(crate) fn picture_file(session: &Session, ending: &str) -> PathBuf {
    let name = name(session, Zoned::now().date());
    let file = |name: &str| folders::pictures().join(format!("{name}.{ending}"));
    let numbered = (2..).map(|number| file(&format!("{name} ({number})")));
    std::iter::once(file(&name)).chain(numbered).find(|file| !is_taken(file)).unwrap_or_default()
}

/// Whether a picture or film of this name exists or is being made.
fn is_taken(file: &Path) -> bool {
    let mut part = file.as_os_str().to_os_string();
    part.push(PART_SUFFIX);
    file.exists() || Path::new(&part).exists()
}

/// The name without folder and ending.
fn name(session: &Session, date: Date) -> String {
    let Some(game) = session.game() else { return format!("{date} start") };
    let players = session.setup().map(|setup| words::names(setup.seats, &setup.names).join("-")).unwrap_or_default();
    let history = MoveHistory::of(session);
    let last = history.current().and_then(|index| history.numbered(index + 1)).unwrap_or_else(|| "start".to_string());
    let part = |text: String, max: usize| text.chars().map(in_file_name).take(max).collect::<String>();
    let parts = [date.to_string(), game.info().id.to_string(), part(players, MAX_PLAYERS), part(last, MAX_MOVE)];
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join(" ")
}

/// Replaces characters that are invalid in file names on some systems.
fn in_file_name(letter: char) -> char {
    if letter.is_control() || "/\\:*?\"<>|".contains(letter) { '_' } else { letter }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::games;
    use crate::play::{Match, Seat, Setup};
    use crate::session::Session;

    #[test]
    fn it_says_when_what_who_and_how_far() {
        let names = [Some("Ada".to_string()), Some("a/b: c".to_string())];
        let setup = Setup { names, ..Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1) };
        let mut running = Match::new(setup).unwrap();
        for action in ["e2e4", "e7e5", "g1f3"] {
            running.act(action).unwrap();
        }
        let day = date(2026, 11, 26);
        let session = Session::from(running);
        assert_eq!(name(&session, day), "2026-11-26 chess Ada-a_b_ c 2. Nf3");
        assert_eq!(name(&Session::default(), day), "2026-11-26 start");
    }

    #[test]
    fn the_name_of_a_film_in_progress_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let film = folder.path().join("match.mp4");
        assert!(!is_taken(&film));
        std::fs::create_dir(folder.path().join("match.mp4.part")).unwrap();
        assert!(is_taken(&film));
    }
}
