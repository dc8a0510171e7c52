//! The list of open rooms, newest first.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use fairground_rooms::ListedRoom;

/// The maximum number of rooms in an answer.
pub const MAX_LISTED: usize = 500;

/// An empty room is delisted after this long.
pub const ABANDONED: Duration = Duration::from_secs(3600);

/// The listed rooms of a server.
#[derive(Debug, Default)]
pub struct Listing {
    rooms: HashMap<String, Entry>,
    /// The creation times and names of the rooms.
    order: BTreeSet<(u64, String)>,
}

#[derive(Debug)]
struct Entry {
    room: ListedRoom,
    created: u64,
    /// When the last person left; `None` while anybody is present.
    empty_since: Option<Instant>,
}

impl Listing {
    /// Adds or updates a room that was created at this Unix time, s.
    pub fn set(&mut self, room: ListedRoom, created: u64, is_empty: bool, now: Instant) {
        let before = self.rooms.get(&room.room).and_then(|entry| entry.empty_since);
        let empty_since = is_empty.then(|| before.unwrap_or(now));
        self.order.insert((created, room.room.clone()));
        self.rooms.insert(room.room.clone(), Entry { room, created, empty_since });
    }

    /// The number of listed rooms, including abandoned ones not yet noticed.
    pub fn len(&self) -> usize {
        self.rooms.len()
    }

    /// Removes a room.
    pub fn remove(&mut self, room: &str) {
        if let Some(entry) = self.rooms.remove(room) {
            self.order.remove(&(entry.created, entry.room.room));
        }
    }

    /// The newest rooms, except abandoned ones.
    pub fn newest(&mut self, now: Instant) -> Vec<ListedRoom> {
        let (mut listed, mut abandoned) = (Vec::new(), Vec::new());
        for (_, room) in self.order.iter().rev() {
            if listed.len() == MAX_LISTED {
                break;
            }
            match self.rooms.get(room) {
                Some(entry) if entry.empty_since.is_none_or(|since| now < since + ABANDONED) => {
                    listed.push(entry.room.clone());
                }
                _ => abandoned.push(room.clone()),
            }
        }
        abandoned.iter().for_each(|room| self.remove(room));
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_rooms::Sides;

    fn room(number: u64) -> ListedRoom {
        ListedRoom {
            room: format!("a-{:016x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            game: "chess".to_string(),
            clock: None,
            seats: Sides::default(),
            names: Sides::default(),
            actions: 0,
        }
    }

    #[test]
    fn newest_rooms_come_first_and_abandoned_ones_are_delisted() {
        let now = Instant::now();
        let mut listing = Listing::default();
        for number in 0..1_000 {
            listing.set(room(number), number, number % 2 == 0, now);
        }
        let names = |rooms: Vec<ListedRoom>| rooms.into_iter().map(|room| room.room).collect::<Vec<_>>();
        let newest =
            |numbers: &mut dyn Iterator<Item = u64>| numbers.map(|number| room(number).room).collect::<Vec<_>>();
        assert_eq!(names(listing.newest(now)), newest(&mut (500..1_000).rev()));
        let later = now + ABANDONED;
        // One is visited again, another is over.
        listing.set(room(998), 998, false, later);
        listing.set(room(998), 998, true, later);
        listing.remove(&room(997).room);
        let left = (1..1_000).rev().filter(|number| (number % 2 == 1 || *number == 998) && *number != 997);
        assert_eq!(names(listing.newest(later)), newest(&mut left.take(500)));
        assert_eq!(listing.order.len(), listing.rooms.len());
    }
}
