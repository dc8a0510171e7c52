//! The user's seats in rooms, to return to unfinished matches.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::engine::Side;
use crate::platform::shared_file::{self, Access};
use crate::platform::storage::read_limited;
use crate::rooms::RoomLink;

/// The maximum number of seats; the oldest are dropped.
const MAX_SEATS: usize = 40;

/// The maximum size of the file, bytes.
const MAX_FILE: u64 = 1 << 20;

/// The user's seats, the latest first, and their file. Only the user may read the file, because the
/// links are keys.
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
    /// The id of the game; empty until it is known.
    #[serde(default)]
    pub game: String,
    /// The side; `None` until it is known.
    #[serde(default)]
    pub side: Option<Side>,
    /// The opponent's name, if known.
    #[serde(default)]
    pub opponent: Option<String>,
    /// The link to the other seat, if the user created the room.
    #[serde(default)]
    invitation: Option<String>,
    /// The link for spectators.
    #[serde(default)]
    watch: Option<String>,
}

impl fmt::Debug for KeptRoom {
    /// Omits the links, which are keys.
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

    /// Whether `link`, including its token, is the link to this seat.
    fn is_of(&self, link: &RoomLink) -> bool {
        self.link().as_ref() == Some(link)
    }

    /// Whether the seat is in the room of `link`, on the same server.
    fn is_in_room_of(&self, link: &RoomLink) -> bool {
        self.link().is_some_and(|own| (&own.server, &own.room) == (&link.server, &link.room))
    }
}

impl KeptRooms {
    /// Reads the file if it exists.
    ///
    /// # Errors
    /// An unreadable or invalid file, by name. The list is then empty, and the file is not written
    /// to.
    pub fn open(file: &Path) -> (KeptRooms, Option<String>) {
        let wrong =
            |why: &dyn fmt::Display| format!("The list of online matches, {}, cannot be read: {why}", file.display());
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

    /// The seats, the latest first.
    #[must_use]
    pub fn rooms(&self) -> &[KeptRoom] {
        &self.rooms
    }

    /// The seat with a link.
    pub(super) fn of(&self, link: &RoomLink) -> Option<&KeptRoom> {
        self.rooms.iter().find(|kept| kept.is_of(link))
    }

    /// Stores the link to a seat at the front of the list.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn store(&mut self, link: &RoomLink, [invitation, watch]: [Option<&RoomLink>; 2]) -> Result<(), String> {
        let text = |link: Option<&RoomLink>| link.map(ToString::to_string);
        let fresh = KeptRoom {
            link: link.to_string(),
            game: String::new(),
            side: None,
            opponent: None,
            invitation: text(invitation),
            watch: text(watch),
        };
        self.change(|rooms| {
            let old = rooms.iter().position(|kept| kept.is_of(link)).map(|at| rooms.remove(at));
            rooms.insert(0, old.unwrap_or_else(|| fresh.clone()));
            if rooms.len() > MAX_SEATS {
                // Links that have never led to a seat are dropped first.
                let last = rooms.iter().rposition(|kept| kept.side.is_none()).filter(|at| *at > 0);
                rooms.remove(last.unwrap_or(MAX_SEATS));
            }
        })
    }

    /// Stores the details of a seat. Other links to the same seat are removed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn describe(
        &mut self,
        link: &RoomLink,
        game: &str,
        side: Side,
        opponent: Option<&str>,
    ) -> Result<(), String> {
        self.change(|rooms| {
            let Some(kept) = rooms.iter_mut().find(|kept| kept.is_of(link)) else { return };
            (kept.game, kept.side) = (game.to_string(), Some(side));
            kept.opponent = opponent.map(str::to_string).or(kept.opponent.take());
            rooms.retain(|kept| kept.is_of(link) || !kept.is_in_room_of(link) || kept.side != Some(side));
        })
    }

    /// Replaces the link to a seat.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn replace_link(&mut self, link: &RoomLink, side: Side) -> Result<(), String> {
        self.change(|rooms| {
            let own = |kept: &&mut KeptRoom| kept.is_in_room_of(link) && kept.side == Some(side);
            if let Some(kept) = rooms.iter_mut().find(own) {
                kept.link = link.to_string();
            }
        })
    }

    /// Removes the seat with a link.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn forget(&mut self, link: &RoomLink) -> Result<(), String> {
        self.change(|rooms| rooms.retain(|kept| !kept.is_of(link)))
    }

    /// Removes all seats in the room of a link.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn forget_room(&mut self, link: &RoomLink) -> Result<(), String> {
        self.change(|rooms| rooms.retain(|kept| !kept.is_in_room_of(link)))
    }

    /// Changes the seats stored in the file, because another window may have changed it.
    fn change(&mut self, change: impl Fn(&mut Vec<KeptRoom>)) -> Result<(), String> {
        let mut here = self.rooms.clone();
        change(&mut here);
        if here == self.rooms {
            return Ok(());
        }
        let Some(file) = &self.file else {
            self.rooms = here;
            return Ok(());
        };
        let written = shared_file::update(file, MAX_FILE, Access::Private, |held| {
            let mut rooms = held.map(serde_json::from_slice).transpose()?.unwrap_or_default();
            change(&mut rooms);
            let text = serde_json::to_string_pretty(&rooms)?;
            here = rooms;
            Ok(Some(format!("{text}\n")))
        });
        self.rooms = here;
        written.map_err(|error| format!("The online match cannot be saved in {}: {error}", file.display()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn link(server: &str, room: &str, token: Option<&str>) -> RoomLink {
        RoomLink { server: server.into(), room: room.into(), token: token.map(Into::into) }
    }

    fn here(room: &str) -> RoomLink {
        link("http://127.0.0.1:7070", room, Some("5e1f"))
    }

    fn links(kept: &KeptRooms) -> Vec<RoomLink> {
        kept.rooms().iter().map(|kept| kept.link().unwrap()).collect()
    }

    #[test]
    fn seats_are_kept_for_the_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/rooms.json");
        let (mut kept, error) = KeptRooms::open(&file);
        assert_eq!((kept.rooms().len(), error), (0, None));
        let [first, second] = [here("a-00000001"), here("a-00000002")];
        kept.store(&first, [Some(&second), None]).unwrap();
        kept.store(&second, [None, None]).unwrap();
        kept.describe(&first, "fluky", Side::Black, Some("Ada")).unwrap();
        let (mut again, error) = KeptRooms::open(&file);
        assert_eq!((again.rooms(), error), (kept.rooms(), None));
        assert_eq!(links(&again), [second.clone(), first.clone()]);
        let seat = again.of(&first).unwrap();
        assert_eq!((&*seat.game, seat.side, seat.opponent.as_deref()), ("fluky", Some(Side::Black), Some("Ada")));
        assert_eq!(seat.links(), [Some(second), None]);
        assert!(!format!("{seat:?}").contains("5e1f"), "a token is in no log");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        again.forget(&first).unwrap();
        assert_eq!(KeptRooms::open(&file).0.rooms().len(), 1);
    }

    /// Spectators' links, and rooms of the same name on other servers, are different seats.
    #[test]
    fn a_seat_is_lost_by_no_other_link() {
        let mut kept = KeptRooms::default();
        let seat = here("a-00000001");
        kept.store(&seat, [None, None]).unwrap();
        kept.describe(&seat, "chess", Side::White, None).unwrap();
        let watching = [
            RoomLink { token: None, ..seat.clone() },
            RoomLink { token: Some("3a".into()), ..seat.clone() },
            link("https://evil.example", "a-00000001", Some("7777")),
        ];
        for other in watching {
            kept.store(&other, [None, None]).unwrap();
            assert!(kept.of(&seat).is_some_and(|kept| kept.side == Some(Side::White)), "{other:?}");
            kept.forget(&other).unwrap();
            assert_eq!(links(&kept), std::slice::from_ref(&seat), "{other:?}");
        }
        // The opposite seat of the room is a different one. A new link to the same seat replaces
        // the old one.
        let opposite = RoomLink { token: Some("b1".into()), ..seat.clone() };
        kept.store(&opposite, [None, None]).unwrap();
        kept.describe(&opposite, "chess", Side::Black, None).unwrap();
        assert_eq!(kept.rooms().len(), 2);
        let fresh = RoomLink { token: Some("9f".into()), ..seat.clone() };
        kept.replace_link(&fresh, Side::White).unwrap();
        assert_eq!(links(&kept), [opposite.clone(), fresh]);
        let taken = RoomLink { token: Some("ee".into()), ..seat.clone() };
        kept.store(&taken, [None, None]).unwrap();
        kept.describe(&taken, "chess", Side::White, None).unwrap();
        assert_eq!(links(&kept), [taken, opposite]);
        kept.forget_room(&seat).unwrap();
        assert!(kept.rooms().is_empty());
    }

    #[test]
    fn two_windows_lose_no_seat() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.json");
        let [(mut one, _), (mut other, _)] = [KeptRooms::open(&file), KeptRooms::open(&file)];
        let seats = ["a-00000001", "a-00000002", "a-00000003"].map(here);
        one.store(&seats[0], [None, None]).unwrap();
        other.store(&seats[1], [None, None]).unwrap();
        one.store(&seats[2], [None, None]).unwrap();
        other.describe(&seats[1], "fluky", Side::Black, None).unwrap();
        one.forget(&seats[0]).unwrap();
        let (kept, error) = KeptRooms::open(&file);
        assert_eq!((links(&kept), error), (vec![seats[2].clone(), seats[1].clone()], None));
        assert_eq!(kept.of(&seats[1]).unwrap().side, Some(Side::Black));
    }

    #[test]
    fn links_without_a_seat_make_room_first() {
        let mut kept = KeptRooms::default();
        let seat = here("a-00000000");
        kept.store(&seat, [None, None]).unwrap();
        kept.describe(&seat, "chess", Side::White, None).unwrap();
        for number in 1..100 {
            kept.store(&here(&format!("a-{number:08}")), [None, None]).unwrap();
        }
        assert!(kept.rooms().len() == MAX_SEATS && kept.of(&seat).is_some());
    }

    #[test]
    fn an_invalid_file_is_reported_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rooms.json");
        fs::write(&file, "[{").unwrap();
        let (mut kept, error) = KeptRooms::open(&file);
        assert!(error.is_some_and(|error| error.contains("rooms.json")));
        kept.store(&here("a-00000001"), [None, None]).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "[{");
    }
}
