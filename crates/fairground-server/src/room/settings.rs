//! The settings of a room, and the entries of its log.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::log::StoredRoom;
use crate::secrets::token_matches;
use fairground_match::play::{Clock, Dice, Seat, Setup};
use fairground_rooms::{CreateRoom, Role, Sides};
use fairground_rules::engine::{Side, TextError};
use fairground_rules::games;

/// An entry of a room's own log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoomEntry {
    /// The first entry.
    Created(Box<Settings>),
    /// Another token was issued for a seat. Both tokens are valid until the new one is used.
    NextToken {
        /// The side of the seat.
        side: Side,
        /// The hash of the token.
        hash: String,
    },
    /// The new token of a seat was used, which invalidates the previous one.
    Token {
        /// The side of the seat.
        side: Side,
        /// The hash of the token.
        hash: String,
    },
    /// The unused extra time.
    Credit {
        /// White's, ms.
        white: u64,
        /// Black's, ms.
        black: u64,
        /// The number of times that extra time was given.
        #[serde(default)]
        given: u32,
    },
    /// A player has changed name.
    Name {
        /// The side of the player.
        side: Side,
        /// The name, if any.
        name: Option<String>,
    },
    /// A player has muted or unmuted the opponent.
    Muted {
        /// The side of the player.
        side: Side,
        /// Whether the opponent is muted.
        on: bool,
    },
    /// The rematch was agreed on.
    Rematch {
        /// The room of the rematch.
        room: String,
    },
    /// The match has begun. If the match file is empty, it was lost.
    Begun,
    /// The secret is in the match file. A file without it has lost its end.
    Revealed,
    /// From now on, these lines of the match file are ignored, because the first is a throw without
    /// numbers. Indices do not count lines ignored earlier.
    LeftOut {
        /// The index of the first, from 0.
        from: usize,
        /// The index after the last.
        to: usize,
    },
    /// Another server has taken over the room.
    Owner {
        /// The name of that server.
        node: String,
    },
}

impl RoomEntry {
    /// The entry as a line, without line break.
    pub fn line(&self) -> String {
        // Serializing entries of texts and numbers cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The settings of a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The request that created it.
    pub room: CreateRoom,
    /// The secret of the dice, 64 hex digits.
    pub secret: String,
    /// The hash of each seat's token; a bot's seat has none.
    pub seats: Sides<Option<String>>,
    /// The hash of the spectators' token.
    pub watch: String,
    /// The creation time, seconds since 1970; 0 if unknown.
    #[serde(default)]
    pub created: u64,
    /// The hashes of unused tokens issued for moving a seat.
    #[serde(skip)]
    pub next: Sides<Option<String>>,
}

impl Settings {
    /// The seat that belongs to a token. In a listed room, clients without a token are spectators.
    pub fn role(&self, token: Option<&str>) -> Option<Role> {
        let Some(token) = token else { return (!self.room.private).then_some(Role::Watch) };
        let opens_seat = |seats: &Sides<Option<String>>, side| {
            seats.of(side).as_ref().is_some_and(|hash| token_matches(token, hash))
        };
        let seat = |side: &Side| opens_seat(&self.seats, *side) || opens_seat(&self.next, *side);
        let side = Side::BOTH.into_iter().find(seat);
        side.map(Role::from).or_else(|| token_matches(token, &self.watch).then_some(Role::Watch))
    }

    /// Invalidates the previous token of a seat when the new one is first used. Returns the entry
    /// for the log.
    pub fn use_token(&mut self, side: Side, token: Option<&str>) -> Option<RoomEntry> {
        let hash = self.next.of_mut(side).take_if(|hash| token.is_some_and(|token| token_matches(token, hash)))?;
        *self.seats.of_mut(side) = Some(hash.clone());
        Some(RoomEntry::Token { side, hash })
    }
}

/// The last server that ran a room: the latest owner in its log, or else the server in its name.
pub fn last_owner(id: &str, stored: &StoredRoom) -> String {
    let owner = |line: &str| match serde_json::from_str(line) {
        Ok(RoomEntry::Owner { node }) => Some(node),
        _ => None,
    };
    let named = stored.room.lines().rev().find_map(owner);
    named.unwrap_or_else(|| id.split('-').next().unwrap_or_default().to_string())
}

/// The valid lines of the match file.
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

/// Like [`match_lines`].
///
/// # Errors
/// If the match file has lost lines, see [`check_match_lines`].
pub fn whole_match_lines<'a>(id: &str, stored: &'a StoredRoom) -> Result<Vec<&'a str>, String> {
    let entries = || stored.room.lines().filter_map(|line| serde_json::from_str(line).ok());
    let begun = entries().any(|entry| matches!(entry, RoomEntry::Begun));
    let revealed = entries().any(|entry| matches!(entry, RoomEntry::Revealed));
    let lines = match_lines(stored);
    check_match_lines(id, begun, revealed, &lines)?;
    Ok(lines)
}

/// Checks that a match file has not lost the lines that its room's log proves: the start, if the
/// match has `begun`, and the secret, if it was `revealed`.
///
/// # Errors
/// If it has.
pub fn check_match_lines(id: &str, begun: bool, revealed: bool, lines: &[impl AsRef<str>]) -> Result<(), String> {
    if begun && lines.is_empty() {
        return Err(format!("the match has begun, and {id}.jsonl is lost: restore it from a backup"));
    }
    if revealed && !lines.iter().any(|line| is_reveal(line.as_ref())) {
        return Err(format!("the secret was revealed, and {id}.jsonl has lost its end: restore it from a backup"));
    }
    Ok(())
}

/// Whether a line of a match file is its result.
pub fn is_result(line: &str) -> bool {
    line.starts_with("{\"result\"")
}

/// Whether a line of a match file reveals the secret.
pub fn is_reveal(line: &str) -> bool {
    line.starts_with("{\"reveal\"")
}

/// The setup of a room's match.
///
/// # Errors
/// If a game, option, clock or player is unknown.
pub fn setup_of(room: &CreateRoom) -> Result<Setup, String> {
    let (info, options) =
        games::with_options(&room.game, &room.options).map_err(|error: TextError| error.to_string())?;
    let seats = [seat("white", &room.white)?, seat("black", &room.black)?];
    if seats.iter().all(|seat| *seat != Seat::Human) {
        return Err("white, black: expected a person in at least one seat: \"human\"".to_string());
    }
    let clock = room.clock.as_deref().map(clock).transpose()?;
    Ok(Setup { options, clock, dice: Dice::Physics, ..Setup::new(info, seats, 0) })
}

/// A player of a room: a person, or a bot with a bounded search.
fn seat(name: &str, text: &str) -> Result<Seat, String> {
    let seat: Seat = text.parse().map_err(|_| format!("{name}: expected human, random, greedy, or a level 1 to 8"))?;
    match seat {
        Seat::Bot(bot) if bot.limits().is_some() => Err(format!(
            "{name}: '{text}' cannot play in rooms, which have only bots of a fixed strength; use a level 1 to 8"
        )),
        seat => Ok(seat),
    }
}

/// The maximum time of a clock, and its maximum increment, s.
pub const MAX_CLOCK: u32 = 86_400;

/// Parses a clock, such as `300+5`.
fn clock(text: &str) -> Result<Clock, String> {
    let wrong = || {
        format!(
            "clock: expected seconds for each player and each turn, as 300+5, found {:?}",
            text.chars().take(20).collect::<String>()
        )
    };
    let max = Duration::from_secs(MAX_CLOCK.into());
    let clock = text.parse().ok().filter(|clock: &Clock| clock.start <= max && clock.increment <= max);
    clock.ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unplayable_rooms_are_refused_by_field() {
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
