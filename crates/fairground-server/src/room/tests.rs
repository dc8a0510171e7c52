//! A room over simulated minutes, without a server.

mod bounds;
mod clocks;
mod deadlines;
mod greeting;
mod people;
mod rollback;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::core::Room;
use super::effects::{Effects, To};
use super::people::Outgoing;
use super::settings::{RoomEntry, Settings};
use crate::limits::Limits;
use crate::log::{LogLine, StoredRoom};
use crate::secrets::token_hash;
use fairground_match::play::Replay;
use fairground_rooms::{CreateRoom, Hello, Sides};
use fairground_rules::engine::Side;

const SECOND: Duration = Duration::from_secs(1);

/// A room and its log.
struct Kept {
    room: Room,
    log: StoredRoom,
    /// The id of the last request.
    last: u64,
    outlets: Vec<mpsc::Receiver<Outgoing>>,
}

impl Kept {
    /// A room with both players, after the match has begun.
    fn begun(room: CreateRoom, now: Instant) -> Kept {
        let settings = Settings {
            room,
            secret: "7".repeat(64),
            seats: Sides { white: Some(token_hash("w")), black: Some(token_hash("b")) },
            watch: token_hash("s"),
            created: 0,
            next: Sides::default(),
        };
        let line = RoomEntry::Created(Box::new(settings)).line();
        let log = StoredRoom { room: format!("{line}\n"), record: String::new(), version: 1 };
        let room = Room::load("a-0123456789abcdef", &log, now).unwrap();
        let mut kept = Kept { room, log, last: 0, outlets: Vec::new() };
        for side in Side::BOTH {
            kept.enter(side, now);
        }
        for side in Side::BOTH {
            kept.ask(side, &json!({"entropy": {"text": ""}}), now);
        }
        assert_eq!(kept.room.lines(), 1);
        kept
    }

    /// Lets a player enter, on the connection with the side's number.
    fn enter(&mut self, side: Side, now: Instant) {
        let (outlet, received) = mpsc::channel(100);
        self.outlets.push(received);
        let token = if side == Side::White { "w" } else { "b" };
        let hello = Hello { protocol: 1, token: Some(token.to_string()), ..Hello::default() };
        self.room.enter((side.index() as u64, [127, 0, 0, 1].into()), &hello, outlet, &Limits::default(), now);
    }

    /// Sends a request with the next id. Returns the answer.
    fn ask(&mut self, side: Side, request: &Value, now: Instant) -> Value {
        self.last += 1;
        let (kind, mut body) = request.as_object().unwrap().clone().into_iter().next().unwrap();
        body["id"] = self.last.into();
        if kind == "act" {
            body["at"] = self.room.lines().into();
        }
        let message = serde_json::from_value(json!({kind: body})).unwrap();
        let effects = self.room.handle(side.index() as u64, &message, now);
        self.keep(&effects);
        let Some((To::One(_), answer)) = effects.messages.last() else { panic!("no answer: {effects:?}") };
        serde_json::from_str(answer.as_str()).unwrap()
    }

    fn keep(&mut self, effects: &Effects) {
        for line in &effects.lines {
            let (text, line) = match line {
                LogLine::Room(line) => (&mut self.log.room, line),
                LogLine::Match(line) => (&mut self.log.record, line),
            };
            text.push_str(line);
            text.push('\n');
        }
    }

    /// Plays actions at this moment, each for the side to act.
    fn play(&mut self, actions: &[&str], now: Instant) {
        for action in actions {
            let side = self.room.game().unwrap().game().turn().side().unwrap();
            let answer = self.ask(side, &json!({"act": {"text": action}}), now);
            assert!(answer.get("ack").is_some(), "{answer}");
        }
    }

    /// Both clocks, s, and the side with the running clock.
    fn clocks(&self, now: Instant) -> (f64, f64, Option<Side>) {
        let clocks = self.room.clocks(now).unwrap();
        (clocks.white, clocks.black, clocks.running)
    }

    /// Takes back the last move of a side at this moment, with the opponent's agreement.
    fn take_back(&mut self, side: Side, now: Instant) {
        let at = self.room.lines();
        self.ask(side, &json!({"offer": {"what": "takeback", "at": at}}), now);
        let offer = self.room.last_offer;
        let answer = self.ask(side.other(), &json!({"answer": {"offer": offer, "yes": true}}), now);
        assert!(answer.get("ack").is_some(), "{answer}");
    }

    /// The clocks at the end of the match file, s, computed by a replay.
    fn replayed(&self) -> [f64; 2] {
        let replay = Replay::parse("room".as_ref(), self.log.record.as_bytes()).unwrap();
        replay.clocks().unwrap().last().unwrap().map(|left| left.as_secs_f64())
    }

    fn claim(&mut self, side: Side, now: Instant) -> Value {
        self.ask(side, &json!({"claim": {}}), now)
    }

    /// The same room before its match.
    fn without_match(mut self, now: Instant) -> Kept {
        self.log.record.clear();
        let begun = RoomEntry::Begun.line();
        self.log.room = self.log.room.lines().filter(|line| *line != begun).flat_map(|line| [line, "\n"]).collect();
        self.again(now)
    }

    /// The same room after a restart of the server, without people.
    fn again(self, now: Instant) -> Kept {
        Kept { room: Room::load("a-0123456789abcdef", &self.log, now).unwrap(), ..self }
    }
}

fn rated() -> CreateRoom {
    CreateRoom { casual: false, ..CreateRoom::of_game("chess") }
}

fn why(answer: &Value) -> &str {
    answer["refused"]["why"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn a_long_absent_opponent_loses() {
    let begun = Instant::now();
    let mut kept = Kept::begun(rated(), begun);
    kept.ask(Side::White, &json!({"act": {"text": "e2e4"}}), begun);
    assert!(why(&kept.claim(Side::White, begun + 29 * SECOND)).contains("is here"));
    assert!(why(&kept.claim(Side::White, begun + 30 * SECOND)).contains("in 120 s"));
    assert!(why(&kept.claim(Side::White, begun + 149 * SECOND)).contains("in 1 s"));
    assert_eq!(kept.claim(Side::White, begun + 150 * SECOND)["ack"]["n"], 4);
    let last: Vec<_> = kept.log.record.lines().rev().take(2).collect();
    assert_eq!(last[1], r#"{"result":{"outcome":"white","reason":"abandoned"}}"#);
    assert!(last[0].starts_with(r#"{"reveal""#), "{}", last[0]);
}

#[test]
fn a_player_who_returns_has_not_lost() {
    let begun = Instant::now();
    let mut kept = Kept::begun(rated(), begun);
    kept.room.people.leave(1);
    kept.enter(Side::Black, begun + 140 * SECOND);
    assert!(why(&kept.claim(Side::White, begun + 160 * SECOND)).contains("is here"));
    // Silence counts from the last sign of life.
    kept.room.people.heard(1, None, begun + 200 * SECOND);
    assert!(why(&kept.claim(Side::White, begun + 300 * SECOND)).contains("in 50 s"));
}

#[test]
fn a_casual_match_waits() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    assert!(why(&kept.claim(Side::White, begun + 1000 * SECOND)).contains("not serious"));
}

/// A restart resets the absence, but an opponent who does not return can still lose.
#[test]
fn an_opponent_who_does_not_return_after_a_restart_loses() {
    let begun = Instant::now();
    let mut kept = Kept::begun(rated(), begun).again(begun + 60 * SECOND);
    let begun = begun + 60 * SECOND;
    assert_eq!(serde_json::to_value(kept.room.people.presence()).unwrap()["black"], "away");
    kept.enter(Side::White, begun);
    assert!(why(&kept.claim(Side::White, begun + 19 * SECOND)).contains("is here"));
    assert!(why(&kept.claim(Side::White, begun + 20 * SECOND)).contains("in 120 s"));
    let gone = kept.room.tick(begun + 20 * SECOND).unwrap();
    assert!(format!("{gone:?}").contains(r#"\"black\":\"gone\""#), "{gone:?}");
    assert_eq!(kept.claim(Side::White, begun + 140 * SECOND)["ack"]["n"], 3);
}

/// A match cannot be claimed before it has begun, which requires that both seats were taken.
#[test]
fn a_match_cannot_be_claimed_before_it_begins() {
    let begun = Instant::now();
    let kept = Kept::begun(rated(), begun);
    let mut kept = kept.without_match(begun);
    kept.enter(Side::White, begun);
    assert!(why(&kept.claim(Side::White, begun + 1000 * SECOND)).contains("match begins once"));
}

fn clocked(clock: &str) -> CreateRoom {
    CreateRoom { clock: Some(clock.into()), ..CreateRoom::of_game("chess") }
}
