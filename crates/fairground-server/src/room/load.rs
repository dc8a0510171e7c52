//! Loads a room from its log.

use std::collections::VecDeque;
use std::io::Cursor;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use super::core::{Room, Stage};
use super::people::People;
use super::proof::Proof;
use super::quota::Quota;
use super::settings::{RoomEntry, Settings, check_match_lines, is_result, is_reveal, match_lines, setup_of};
use super::transcript::Transcript;
use super::turn_time::TurnTime;
use crate::log::StoredRoom;
use fairground_match::play::{Match, Seat, Secret};
use fairground_match::record::Reader;
use fairground_rooms::Sides;
use fairground_rules::engine::Side;

/// The delay before a running clock continues after a restart.
pub const GRACE: Duration = Duration::from_secs(15);

impl Room {
    /// Loads a room from its log.
    ///
    /// # Errors
    /// If the log contradicts the rules.
    pub fn load(id: &str, stored: &StoredRoom, now: Instant) -> Result<Room, String> {
        let LoggedState { settings, time, kept_credit, quota, mut names, muted, rematch, begun, revealed } =
            LoggedState::read(&stored.room)?;
        let settings = settings.ok_or("the room has no settings")?;
        let setup = setup_of(&settings.room)?;
        let secret: Secret = settings.secret.parse().map_err(|_| "the room's secret is not valid")?;
        let bot = |side: Side| setup.seats[side.index()] != Seat::Human;
        let mut people = People::default();
        Side::BOTH.into_iter().for_each(|side| people.player_mut(side).bot = bot(side));
        let (mut kept, mut missing) = (0, Vec::new());
        let lines = match_lines(stored);
        let stage = if lines.is_empty() {
            // A lost match may have revealed the secret, which would make the dice of a new match
            // predictable.
            check_match_lines(id, begun, revealed, &lines)?;
            Stage::Waiting { proof: Proof::new(bot), setup: Box::new(setup) }
        } else {
            let read = ReadMatch::new(id, lines, &secret)?;
            if let Some(names) = &read.played.record().header.names {
                people.player_mut(Side::White).name.clone_from(&names.white);
                people.player_mut(Side::Black).name.clone_from(&names.black);
            }
            check_match_lines(id, begun, revealed, &read.lines)?;
            let has_reveal = read.lines.iter().any(|line| is_reveal(line));
            // Earlier versions did not write these entries.
            missing.extend((!begun).then_some(RoomEntry::Begun));
            missing.extend((has_reveal && !revealed).then_some(RoomEntry::Revealed));
            missing.extend(read.left_out.map(|Range { start, end }| RoomEntry::LeftOut { from: start, to: end }));
            kept = read.lines.len();
            Stage::Playing(Box::new(read.played))
        };
        for side in Side::BOTH {
            // The log may have a newer name than the header.
            if let Some(name) = names.of_mut(side).take() {
                people.player_mut(side).name = name;
            }
        }
        let mut room = Room {
            id: id.to_string(),
            settings,
            secret,
            stage,
            people,
            time,
            kept_credit,
            quota,
            next_tokens: Sides::default(),
            transcript: Transcript::default(),
            file: None,
            rematch,
            offers: Vec::new(),
            last_offer: 0,
            declined: Vec::new(),
            chat: VecDeque::new(),
            muted,
            kept,
            missing,
            version: stored.version,
            throw_at: None,
            bot_at: None,
            turn_began: now,
            thinking: None,
        };
        if room.game().is_some() {
            room.people.await_players(now);
        }
        room.await_turn(now, now);
        if room.time.is_running() {
            room.time.start(now + GRACE);
        } else if room.time.first_move_from().is_some() {
            room.time.await_first_move(now + GRACE);
        }
        Ok(room)
    }
}

/// The state by the entries of a room's log.
#[derive(Default)]
struct LoggedState {
    settings: Option<Settings>,
    time: TurnTime,
    /// The unused extra time, ms, White's first.
    kept_credit: [u64; 2],
    quota: Quota,
    /// The names given after the start of the match; an inner `None` is a name removed.
    names: Sides<Option<Option<String>>>,
    muted: Sides<bool>,
    rematch: Option<String>,
    begun: bool,
    revealed: bool,
}

impl LoggedState {
    /// Reads the entries, one per line.
    ///
    /// # Errors
    /// If a line is no entry.
    fn read(log: &str) -> Result<LoggedState, String> {
        let mut state = LoggedState::default();
        for line in log.lines() {
            state.add(serde_json::from_str(line).map_err(|error| format!("a line of the room: {error}"))?);
        }
        Ok(state)
    }

    fn add(&mut self, entry: RoomEntry) {
        match entry {
            RoomEntry::Created(created) => self.settings = Some(*created),
            RoomEntry::NextToken { side, hash } => {
                *self.quota.moves.of_mut(side) += 1;
                if let Some(settings) = &mut self.settings {
                    *settings.next.of_mut(side) = Some(hash);
                }
            }
            RoomEntry::Token { side, hash } => {
                if let Some(settings) = &mut self.settings {
                    *settings.seats.of_mut(side) = Some(hash);
                    *settings.next.of_mut(side) = None;
                }
            }
            RoomEntry::Credit { white, black, given } => {
                self.quota.more_time = given;
                self.kept_credit = [white, black];
                self.time = TurnTime::default();
                self.time.give(Side::White, Duration::from_millis(white));
                self.time.give(Side::Black, Duration::from_millis(black));
            }
            RoomEntry::Begun => self.begun = true,
            RoomEntry::Revealed => self.revealed = true,
            RoomEntry::Name { side, name } => {
                self.quota.logs_name(side);
                *self.names.of_mut(side) = Some(name);
            }
            RoomEntry::Muted { side, on } => {
                self.quota.logs_mute(side);
                *self.muted.of_mut(side) = on;
            }
            RoomEntry::Rematch { room } => self.rematch = Some(room),
            RoomEntry::LeftOut { .. } | RoomEntry::Owner { .. } => {}
        }
    }
}

/// A match read from its lines.
struct ReadMatch<'a> {
    played: Match,
    /// The lines of the match.
    lines: Vec<&'a str>,
    /// The indices of the omitted lines.
    left_out: Option<Range<usize>>,
}

impl<'a> ReadMatch<'a> {
    /// Reads a match. Earlier versions accepted flicks that overflow, and recorded throws without
    /// numbers. Such a match continues from the line before the throw, or keeps its end if it was
    /// ended, for example by resignation.
    ///
    /// # Errors
    /// If lines contradict the rules, or the match cannot continue because its secret is revealed.
    fn new(id: &str, mut lines: Vec<&'a str>, secret: &Secret) -> Result<ReadMatch<'a>, String> {
        let played = restored(id, &lines, secret)?;
        let Some(torn) = played.torn() else { return Ok(ReadMatch { played, lines, left_out: None }) };
        let (from, all) = (torn.line.saturating_sub(1).min(lines.len()), lines.len());
        if let Some(ended) = (from..all).find(|index| is_result(lines[*index])) {
            let with_end = [&lines[..from], &lines[ended..]].concat();
            if let Ok(played) = restored(id, &with_end, secret)
                && played.torn().is_none()
            {
                return Ok(ReadMatch { played, lines: with_end, left_out: Some(from..ended) });
            }
        }
        if lines[from..].iter().any(|line| is_reveal(line)) {
            return Err(format!("{torn}; its secret is revealed, so it cannot continue from there"));
        }
        lines.truncate(from);
        Ok(ReadMatch { played, lines, left_out: Some(from..all) })
    }
}

fn restored(id: &str, lines: &[&str], secret: &Secret) -> Result<Match, String> {
    let file = format!("{id}.jsonl");
    let text: String = lines.iter().flat_map(|line| [*line, "\n"]).collect();
    let reader = Reader::new(Path::new(&file), Box::new(Cursor::new(text))).map_err(|error| error.to_string())?;
    Match::restore(reader, Some(secret)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::log::LogLine;
    use crate::room::whole_match_lines;
    use fairground_dice::Flick;
    use fairground_match::play::{Pending, verify};
    use fairground_match::record::{self, Names};
    use fairground_rooms::{CreateRoom, Sides};

    const ID: &str = "a-0123456789abcdef";

    fn secret() -> Secret {
        "7".repeat(64).parse().unwrap()
    }

    /// The log of a new room of Fluky Chess, with additional entries and these lines of its match.
    fn stored(more: &[RoomEntry], lines: &[String]) -> StoredRoom {
        let settings = Settings {
            room: CreateRoom::of_game("fluky"),
            created: 0,
            secret: secret().to_string(),
            seats: Sides::default(),
            watch: String::new(),
            next: Sides::default(),
        };
        let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let own: Vec<_> = [RoomEntry::Created(Box::new(settings))].iter().chain(more).map(RoomEntry::line).collect();
        StoredRoom { room: text(&own), record: text(lines), version: 1 }
    }

    /// The match of that room, in which both players throw with flicks that overflow. White resigns
    /// at the end if `resigned`.
    fn lines(resigned: bool) -> Vec<String> {
        let settings = CreateRoom::of_game("fluky");
        let begun = Match::committed(setup_of(&settings).unwrap(), secret(), Default::default()).unwrap();
        let mut played = begun.hosted(Names::default(), Default::default());
        for _ in 0..6 {
            match played.pending() {
                Pending::Throw { .. } => {
                    let flick = Flick { direction: [1e20, 0.0], speed: 1.0 };
                    drop(played.apply_roll(&played.throw(Some(flick)).unwrap()).unwrap());
                }
                _ => drop(played.act(&played.game().actions()[0]).unwrap()),
            }
        }
        if resigned {
            played.resign(Side::White).unwrap();
        }
        played.record().to_text().unwrap().lines().map(str::to_string).collect()
    }

    /// Replaces a throw by one without numbers, as written by earlier versions. Returns the index
    /// of its line.
    fn spoil(lines: &mut [String]) -> usize {
        let index = lines.iter().position(|line| line.contains("\"spin\"")).unwrap();
        let mut line: serde_json::Value = serde_json::from_str(&lines[index]).unwrap();
        line["action"]["throw"]["attempts"][0]["velocity"] = serde_json::json!([null, null, 0.5]);
        lines[index] = line.to_string();
        index
    }

    /// The log after loading a room from it.
    fn kept(room: &mut Room, stored: &StoredRoom) -> StoredRoom {
        let mut stored = stored.clone();
        for line in room.begin(Instant::now()).lines {
            let (text, line) = match &line {
                LogLine::Room(line) => (&mut stored.room, line),
                LogLine::Match(line) => (&mut stored.record, line),
            };
            *text += &format!("{line}\n");
        }
        stored
    }

    #[track_caller]
    fn assert_holds(room: &mut Room) {
        let text = String::from_utf8(room.record().unwrap().to_vec()).unwrap();
        let verified = verify("a".as_ref(), &record::parse("a".as_ref(), text.as_bytes()).unwrap()).unwrap();
        let spoilt = text.lines().skip(1).any(|line| line.contains("[null"));
        assert!(verified.faults.is_empty() && !spoilt, "{:?}", verified.faults);
    }

    #[test]
    fn a_flick_that_overflows_is_a_throw_like_any_other() {
        let lines = lines(false);
        assert!(lines.iter().skip(1).all(|line| !line.contains("null")));
        assert_holds(&mut Room::load(ID, &stored(&[], &lines), Instant::now()).unwrap());
    }

    #[test]
    fn a_room_goes_on_from_the_line_before_a_throw_without_numbers() {
        let mut lines = lines(false);
        let spoilt = spoil(&mut lines);
        let mut log = stored(&[RoomEntry::Begun], &lines);
        for _ in 0..3 {
            let mut room = Room::load(ID, &log, Instant::now()).unwrap();
            assert_eq!(room.lines(), spoilt as u64);
            assert!(matches!(room.game().unwrap().pending(), Pending::Throw { .. }));
            assert_holds(&mut room);
            log = kept(&mut room, &log);
        }
        assert_eq!(log.room.matches("left_out").count(), 1, "{}", log.room);
        // Later events are read again.
        let mut room = Room::load(ID, &log, Instant::now()).unwrap();
        let Stage::Playing(played) = &mut room.stage else { panic!("it goes on") };
        played.apply_roll(&played.throw(None).unwrap()).unwrap();
        log = kept(&mut room, &log);
        let mut room = Room::load(ID, &log, Instant::now()).unwrap();
        assert_eq!(room.lines(), spoilt as u64 + 1);
        assert_holds(&mut room);
    }

    #[test]
    fn an_end_after_a_throw_without_numbers_stands() {
        let mut lines = lines(true);
        let spoilt = spoil(&mut lines);
        let log = stored(&[RoomEntry::Begun], &lines);
        let mut room = Room::load(ID, &log, Instant::now()).unwrap();
        assert_eq!((room.lines(), room.outcome().is_some()), (spoilt as u64 + 2, true));
        assert_holds(&mut room);
        let log = kept(&mut room, &log);
        assert_eq!(Room::load(ID, &log, Instant::now()).unwrap().lines(), spoilt as u64 + 2);
    }

    /// With the same secret, the dice would be predictable, and clients reject another secret.
    #[test]
    fn a_room_with_a_lost_match_file_does_not_start_over() {
        let now = Instant::now();
        let refused = |log: &StoredRoom| {
            let error = Room::load(ID, log, now).err().expect("it is damaged");
            assert_eq!(whole_match_lines(ID, log), Err(error.clone()), "the command for operators says the same");
            error
        };
        let lines = lines(true);
        // These entries are written along with the lines, and added to the logs of earlier
        // versions.
        let log = stored(&[], &lines);
        let log = kept(&mut Room::load(ID, &log, now).unwrap(), &log);
        assert!(refused(&StoredRoom { record: String::new(), ..log.clone() }).contains("is lost"));
        let without_end: String = lines[..3].iter().map(|line| format!("{line}\n")).collect();
        assert!(refused(&StoredRoom { record: without_end, ..log.clone() }).contains("has lost its end"));
        assert!(Room::load(ID, &log, now).is_ok());
        assert!(Room::load(ID, &stored(&[], &[]), now).is_ok(), "a room whose match has not begun");
    }

    #[test]
    fn the_log_says_that_a_match_has_begun_and_is_over() {
        let played = lines(true);
        let mut room = Room::load(ID, &stored(&[], &played), Instant::now()).unwrap();
        (room.kept, room.missing) = (0, Vec::new());
        let log = kept(&mut room, &stored(&[], &[]));
        let own: BTreeMap<_, _> =
            ["\"begun\"", "\"revealed\""].map(|line| (line, log.room.matches(line).count())).into();
        assert!(own.values().all(|count| *count == 1), "{own:?}");
        assert_eq!(log.record.lines().collect::<Vec<_>>(), played);
    }
}
