//! Requests that cannot be stored.

use super::*;
use crate::room::core::Stage;

impl Kept {
    /// Makes a request whose lines are not stored, and undoes it.
    fn fail(&mut self, side: Side, request: &Value, now: Instant) {
        let before = self.room.unlogged();
        let log = self.log.clone();
        self.ask(side, request, now);
        assert_ne!(self.log, log, "{request} is not logged");
        self.log = log;
        let stored = Room::load("a-0123456789abcdef", &self.log, now).unwrap();
        self.room.roll_back(stored, *before);
    }
}

#[test]
fn offers_chat_and_the_time_used_outlast_a_request_that_is_undone() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("60"), begun);
    kept.play(&["e2e4", "e7e5"], begun);
    kept.ask(Side::White, &json!({"chat": {"text": "A draw?"}}), begun);
    kept.ask(Side::White, &json!({"offer": {"what": "draw", "at": 3}}), begun);
    let later = begun + 20 * SECOND;
    kept.fail(Side::White, &json!({"act": {"text": "g1f3"}}), later);
    assert_eq!((kept.room.lines(), kept.room.chat.len()), (3, 1));
    assert_eq!(kept.clocks(later), (40.0, 60.0, Some(Side::White)));
    let offer = kept.room.last_offer;
    kept.fail(Side::Black, &json!({"answer": {"offer": offer, "yes": true}}), later);
    assert!(kept.ask(Side::Black, &json!({"answer": {"offer": offer, "yes": true}}), later).get("ack").is_some());
    assert!(kept.room.outcome().is_some());
}

#[test]
fn the_dice_proof_outlasts_a_request_that_is_undone() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun).without_match(begun);
    Side::BOTH.into_iter().for_each(|side| kept.enter(side, begun));
    kept.ask(Side::White, &json!({"entropy": {"hash": "7".repeat(64)}}), begun);
    kept.fail(Side::Black, &json!({"mute": {"on": true}}), begun);
    let Stage::Waiting { proof, .. } = &kept.room.stage else { panic!("the match has begun") };
    assert_eq!(proof.status().hashes.white, Some("7".repeat(64)));
    assert!(!kept.room.muted.black);
}
