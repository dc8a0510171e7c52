//! What a room is from its start, and the lines in which its log keeps that.

use serde::{Deserialize, Serialize};

use crate::engine::{Side, TextError};
use crate::games;
use crate::play::{Clock, Dice, Seat, Setup};
use crate::rooms::{CreateRoom, Role, Sides};
use crate::server::log::StoredRoom;
use crate::server::secrets::opens;

/// A line of a room's own log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoomEntry {
    /// The first line.
    Created(Box<Settings>),
    /// A seat has been given another token, which opens it too.
    NextToken {
        /// Whose.
        side: Side,
        /// Its hash.
        hash: String,
    },
    /// A seat has a new token: the one before opens nothing any more.
    Token {
        /// Whose.
        side: Side,
        /// Its hash.
        hash: String,
    },
    /// The time given that is not used up.
    Credit {
        /// To White, ms.
        white: u64,
        /// To Black, ms.
        black: u64,
        /// How often by now.
        #[serde(default)]
        given: u32,
    },
    /// A player has told a name.
    Name {
        /// Whose.
        side: Side,
        /// The name; `None` for none any more.
        name: Option<String>,
    },
    /// The rematch was agreed on.
    Rematch {
        /// Its room.
        room: String,
    },
    /// The match has begun: from here on a match file without lines is one that was lost.
    Begun,
    /// The secret is in the match file: from here on a match file without it has lost its end.
    Revealed,
    /// These lines of the match file do not count any more, of those that had counted before: the first one has a throw without numbers.
    LeftOut {
        /// The index of the first, from 0.
        from: usize,
        /// The index of the first one that counts again.
        to: usize,
    },
    /// Another server runs the room than before.
    Owner {
        /// Its name.
        node: String,
    },
}

impl RoomEntry {
    /// The line, without its end.
    pub fn line(&self) -> String {
        // The serializer has no reason to fail: the entry is of texts and numbers.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The settings of a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// What was asked for.
    pub room: CreateRoom,
    /// The secret of the dice, 64 hex digits.
    pub secret: String,
    /// The hashes of the tokens of the seats; a bot's has none.
    pub seats: Sides<Option<String>>,
    /// The hash of the spectators' token.
    pub watch: String,
    /// When the room was made, seconds since 1970; 0 if that is not known.
    #[serde(default)]
    pub created: u64,
    /// The hashes of tokens that were given out to move a seat, and were not used yet.
    #[serde(skip)]
    pub next: Sides<Option<String>>,
}

impl Settings {
    /// The seat that a token opens; without a token, the spectators' in a listed room.
    pub fn role(&self, token: Option<&str>) -> Option<Role> {
        let Some(token) = token else { return (!self.room.private).then_some(Role::Watch) };
        let opens_seat =
            |seats: &Sides<Option<String>>, side| seats.of(side).as_ref().is_some_and(|hash| opens(token, hash));
        let seat = |side: &Side| opens_seat(&self.seats, *side) || opens_seat(&self.next, *side);
        let side = Side::BOTH.into_iter().find(seat);
        side.map(Role::from).or_else(|| opens(token, &self.watch).then_some(Role::Watch))
    }

    /// Makes a token that is used for the first time the only one of its seat. Returns what is to be kept of that.
    pub fn use_token(&mut self, side: Side, token: Option<&str>) -> Option<RoomEntry> {
        let hash = self.next.of_mut(side).take_if(|hash| token.is_some_and(|token| opens(token, hash)))?;
        *self.seats.of_mut(side) = Some(hash.clone());
        Some(RoomEntry::Token { side, hash })
    }
}

/// The server that ran a room last: the one that it is named after, unless its log names another.
pub fn last_owner(id: &str, stored: &StoredRoom) -> String {
    let owner = |line: &str| match serde_json::from_str(line) {
        Ok(RoomEntry::Owner { node }) => Some(node),
        _ => None,
    };
    let named = stored.room.lines().rev().find_map(owner);
    named.unwrap_or_else(|| id.split('-').next().unwrap_or_default().to_string())
}

/// The lines of the match file that count.
pub fn match_lines(stored: &StoredRoom) -> Vec<&str> {
    let mut lines: Vec<_> = stored.record.lines().collect();
    for entry in stored.room.lines().filter(|line| line.starts_with("{\"left_out\"")) {
        if let Ok(RoomEntry::LeftOut { from, to }) = serde_json::from_str(entry) {
            let to = to.min(lines.len());
            lines.drain(from.min(to)..to);
        }
    }
    lines
}

/// Whether a line of a match file is its result.
pub fn is_result(line: &str) -> bool {
    line.starts_with("{\"result\"")
}

/// Whether a line of a match file is the secret that it was committed to.
pub fn is_reveal(line: &str) -> bool {
    line.starts_with("{\"reveal\"")
}

/// How the match of a room is played.
///
/// # Errors
/// What cannot be: a game, an option, a clock or a player that this server does not have.
pub fn setup_of(room: &CreateRoom) -> Result<Setup, String> {
    let pairs = room.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let (info, options) = games::with_options(&room.game, pairs).map_err(|error: TextError| error.to_string())?;
    let seats = [seat("white", &room.white)?, seat("black", &room.black)?];
    if seats.iter().all(|seat| *seat != Seat::Human) {
        return Err("a room has at least one seat for a person: white or black is \"human\"".to_string());
    }
    let clock = room.clock.as_deref().map(clock).transpose()?;
    Ok(Setup { options, clock, dice: Dice::Physics, ..Setup::new(info, seats, 0) })
}

/// Who may sit in a room: a person, or a bot whose search is bounded.
fn seat(name: &str, text: &str) -> Result<Seat, String> {
    let seat: Seat = text.parse().map_err(|_| format!("{name}: expected human, random, greedy, or a level 1 to 8"))?;
    match seat {
        Seat::Bot(bot) if bot.limits().is_some() => {
            Err(format!("{name}: '{text}' does not play in rooms: its search is not bounded; the levels 1 to 8 do"))
        }
        seat => Ok(seat),
    }
}

/// Reads a clock, as `300+5`.
fn clock(text: &str) -> Result<Clock, String> {
    let wrong = || {
        format!(
            "clock: expected seconds for each player and each turn, as 300+5, found {:?}",
            text.chars().take(20).collect::<String>()
        )
    };
    let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
    let digits = |text: &&str| text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = |text: &str| {
        let number = Some(text).filter(digits)?.parse::<u32>().ok()?;
        (number <= 86_400).then_some(u64::from(number))
    };
    let (start, increment) = seconds(start).zip(seconds(increment)).ok_or_else(wrong)?;
    if start == 0 {
        return Err(wrong());
    }
    let seconds = std::time::Duration::from_secs;
    Ok(Clock { start: seconds(start), increment: seconds(increment) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_played_is_refused_by_name() {
        let fluky = CreateRoom::of_game("fluky");
        for (room, says) in [
            (CreateRoom::of_game("checkers"), "game"),
            (CreateRoom { white: "max".into(), ..fluky.clone() }, "white: 'max'"),
            (CreateRoom { black: "search:nodes=1".into(), ..fluky.clone() }, "black: "),
            (CreateRoom { black: "nobody".into(), ..fluky.clone() }, "black: expected human"),
            (CreateRoom { white: "1".into(), black: "2".into(), ..fluky.clone() }, "a person"),
            (CreateRoom { clock: Some("0".into()), ..fluky.clone() }, "clock"),
            (CreateRoom { clock: Some("1+x".into()), ..fluky.clone() }, "clock"),
            (CreateRoom { clock: Some("300++5".into()), ..fluky.clone() }, "clock"),
            (CreateRoom { clock: Some(format!("{}300", "0".repeat(16_000))), ..fluky.clone() }, "clock"),
            (CreateRoom { options: [("a".into(), "b".into())].into(), ..fluky.clone() }, "options"),
        ] {
            let error = setup_of(&room).unwrap_err();
            assert!(error.contains(says), "{error}");
        }
        assert!(setup_of(&CreateRoom { clock: Some("300+5".into()), black: "8".into(), ..fluky }).is_ok());
    }
}
