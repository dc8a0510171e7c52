//! The seats in rooms that the user has, so that a match that was left can be taken up again.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::engine::Side;
use crate::platform::fs;
use crate::platform::storage::{read_limited, replace_private};
use crate::rooms::RoomLink;

/// The most seats that are kept; the oldest are forgotten.
const MOST: usize = 40;

/// The most bytes of the file.
const MAX_FILE: u64 = 1 << 20;

/// The user's seats, the one taken last first, and the file that keeps them, which only the user may read: the links are keys.
#[derive(Resource, Default)]
pub struct KeptRooms {
    file: Option<PathBuf>,
    rooms: Vec<KeptRoom>,
}

/// A seat in a room.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptRoom {
    /// The link to the seat.
    link: String,
    /// The id of the game; empty before it is known.
    #[serde(default)]
    pub game: String,
    /// The side; `None` before it is known.
    #[serde(default)]
    pub side: Option<Side>,
    /// The name of the opponent, where it is known.
    #[serde(default)]
    pub opponent: Option<String>,
    /// The link to the other seat, if the user has made the room.
    #[serde(default)]
    invitation: Option<String>,
    /// The link for spectators.
    #[serde(default)]
    watch: Option<String>,
}

impl fmt::Debug for KeptRoom {
    /// Without the links, which are keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptRoom").field("game", &self.game).field("side", &self.side).finish_non_exhaustive()
    }
}

impl KeptRoom {
    /// The link to the seat.
    #[must_use]
    pub fn link(&self) -> Option<RoomLink> {
        self.link.parse().ok()
    }

    /// The links to the other seat and for spectators.
    pub(super) fn links(&self) -> [Option<RoomLink>; 2] {
        [&self.invitation, &self.watch].map(|link| link.as_ref()?.parse().ok())
    }

    fn is_in(&self, room: &str) -> bool {
        self.link().is_some_and(|link| link.room == room)
    }
}

impl KeptRooms {
    /// Reads the file, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read or is broken; it names the file. The seats are then none, and the file is not written.
    pub fn open(file: &Path) -> (KeptRooms, Option<String>) {
        let wrong = |why: &dyn fmt::Display| format!("The seats in rooms, {}, cannot be read: {why}", file.display());
        let found = match read_limited(file, MAX_FILE) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| wrong(&error)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(wrong(&error)),
        };
        match found {
            Ok(rooms) => (KeptRooms { file: Some(file.to_path_buf()), rooms }, None),
            Err(why) => (KeptRooms::default(), Some(why)),
        }
    }

    /// The seats, the one taken last first.
    #[must_use]
    pub fn rooms(&self) -> &[KeptRoom] {
        &self.rooms
    }

    /// The seat in a room.
    pub(super) fn of(&self, room: &str) -> Option<&KeptRoom> {
        self.rooms.iter().find(|kept| kept.is_in(room))
    }

    /// Keeps the link to a seat, before all others.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn keep(&mut self, link: &RoomLink, [invitation, watch]: [Option<&RoomLink>; 2]) -> Result<(), String> {
        let old = self.of(&link.room).cloned();
        self.rooms.retain(|kept| !kept.is_in(&link.room));
        let text = |link: Option<&RoomLink>| link.map(ToString::to_string);
        let fresh = KeptRoom {
            link: String::new(),
            game: String::new(),
            side: None,
            opponent: None,
            invitation: text(invitation),
            watch: text(watch),
        };
        self.rooms.insert(0, KeptRoom { link: link.to_string(), ..old.unwrap_or(fresh) });
        self.rooms.truncate(MOST);
        self.write()
    }

    /// Notes what is known of a seat.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn describe(
        &mut self,
        room: &str,
        game: &str,
        side: Side,
        opponent: Option<&str>,
    ) -> Result<(), String> {
        let Some(kept) = self.rooms.iter_mut().find(|kept| kept.is_in(room)) else { return Ok(()) };
        let before = kept.clone();
        (kept.game, kept.side) = (game.to_string(), Some(side));
        kept.opponent = opponent.map(str::to_string).or(kept.opponent.take());
        if *kept == before { Ok(()) } else { self.write() }
    }

    /// Forgets a seat.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn forget(&mut self, room: &str) -> Result<(), String> {
        let before = self.rooms.len();
        self.rooms.retain(|kept| !kept.is_in(room));
        if self.rooms.len() == before { Ok(()) } else { self.write() }
    }

    fn write(&self) -> Result<(), String> {
        let Some(file) = &self.file else { return Ok(()) };
        let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| {
            let text = serde_json::to_string_pretty(&self.rooms)?;
            replace_private(file, &format!("{text}\n"))
        });
        written.map_err(|error| format!("The seat cannot be kept in {}: {error}", file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_kept_for_the_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/rooms.json");
        let link = |room: &str| RoomLink {
            server: "http://127.0.0.1:7070".into(),
            room: room.into(),
            token: Some("5e1f".into()),
        };
        let (mut kept, error) = KeptRooms::open(&file);
        assert_eq!((kept.rooms().len(), error), (0, None));
        let [first, second] = [link("a-00000001"), link("a-00000002")];
        kept.keep(&first, [Some(&second), None]).unwrap();
        kept.keep(&second, [None, None]).unwrap();
        kept.describe("a-00000001", "fluky", Side::Black, Some("Ada")).unwrap();
        let (mut again, error) = KeptRooms::open(&file);
        assert_eq!((again.rooms(), error), (kept.rooms(), None));
        assert_eq!(again.rooms().iter().map(|kept| kept.link().unwrap()).collect::<Vec<_>>(), [second.clone(), first]);
        let seat = again.of("a-00000001").unwrap();
        assert_eq!((&*seat.game, seat.side, seat.opponent.as_deref()), ("fluky", Some(Side::Black), Some("Ada")));
        assert_eq!(seat.links(), [Some(second), None]);
        assert!(!format!("{seat:?}").contains("5e1f"), "a token is in no log");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        again.forget("a-00000001").unwrap();
        assert_eq!(KeptRooms::open(&file).0.rooms().len(), 1);
    }

    #[test]
    fn a_broken_file_is_told_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.json");
        fs::write(&file, "[{").unwrap();
        let (mut kept, error) = KeptRooms::open(&file);
        assert!(error.is_some_and(|error| error.contains("rooms.json")));
        kept.keep(&"http://127.0.0.1:7070/r/a-00000001#5e1f".parse().unwrap(), [None, None]).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "[{");
    }
}
