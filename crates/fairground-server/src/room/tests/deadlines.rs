//! Matches that end while nobody is present, and rooms that sleep until then.

use super::*;
use crate::room::{Deadline, GRACE};

const ABORTED: &str = r#"{"result":{"outcome":"draw","reason":"abandoned"}}"#;

impl Kept {
    /// The room after waking from a sleep with this deadline.
    fn woken(self, deadline: Deadline, now: Instant) -> Kept {
        let mut kept = self.again(now);
        kept.room.resume(deadline);
        kept
    }

    /// Runs the due events.
    fn tick(&mut self, now: Instant) {
        let effects = self.room.tick(now).unwrap();
        self.keep(&effects);
    }
}

/// A flag falls at the same time, with the same lines, whether or not the room sleeps, and no
/// matter what wakes it.
#[test]
fn a_flag_falls_in_a_sleeping_room_as_in_one_that_is_awake() {
    let begun = Instant::now();
    let played = || {
        let mut kept = Kept::begun(clocked("60"), begun);
        kept.play(&["e2e4", "e7e5"], begun);
        kept.play(&["g1f3"], begun + 20 * SECOND);
        kept.room.people.heard(1, Some(SECOND / 2), begun + 20 * SECOND);
        Side::BOTH.into_iter().for_each(|side| kept.room.people.leave(side.index() as u64));
        kept
    };
    let mut awake = played();
    let deadline = awake.room.deadline().unwrap();
    assert_eq!(deadline.due(), begun + 80 * SECOND + SECOND / 2);
    let flag = awake.room.flag().unwrap();
    awake.tick(flag);
    assert!(awake.log.record.contains(r#"{"result":{"outcome":"white","reason":"out of time"}}"#));
    for wakes in [50 * SECOND, deadline.due() - begun, 1000 * SECOND] {
        let now = begun + wakes;
        let mut woken = played().woken(deadline, now);
        assert_eq!(woken.room.deadline(), Some(deadline));
        assert_eq!(woken.room.flag(), Some(flag));
        if now < flag {
            woken.tick(now);
            assert_eq!(woken.room.outcome(), None, "after {wakes:?}");
            let half = SECOND / 2;
            assert_eq!(woken.clocks(now).1, (flag - now - half).as_secs_f64(), "the time asleep counts");
        }
        woken.tick(now.max(flag));
        assert_eq!(woken.log.record, awake.log.record, "after {wakes:?}");
    }
    // The player comes after the time is over, and acts before any other event.
    let mut woken = played().woken(deadline, begun + 1000 * SECOND);
    woken.enter(Side::Black, begun + 1000 * SECOND);
    woken.ask(Side::Black, &json!({"act": {"text": "b8c6"}}), begun + 1000 * SECOND);
    assert_eq!(woken.log.record, awake.log.record);
}

/// A restart forgets the decision in progress, as in rooms that are awake.
#[test]
fn a_deadline_includes_the_grace_of_a_restart() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("60"), begun);
    kept.play(&["e2e4", "e7e5"], begun);
    let left = kept.room.deadline().unwrap().left;
    let now = begun + 1000 * SECOND;
    let restarted = kept.again(now).room.deadline().unwrap();
    assert_eq!(restarted, Deadline { began: now + GRACE, left, lag: Duration::ZERO });
}

#[test]
fn a_match_is_called_off_if_a_first_move_does_not_come() {
    let begun = Instant::now();
    for moves in [&[][..], &["e2e4"][..]] {
        let mut kept = Kept::begun(clocked("300+5"), begun);
        kept.play(moves, begun);
        let deadline = kept.room.deadline().unwrap();
        assert_eq!(deadline.due(), begun + 60 * SECOND);
        kept.tick(begun + 59 * SECOND);
        assert_eq!(kept.room.outcome(), None);
        let mut late = kept.woken(deadline, begun + 59 * SECOND);
        late.tick(begun + 60 * SECOND);
        assert!(late.log.record.contains(ABORTED), "{}", late.log.record);
        assert!(late.log.record.lines().last().unwrap().starts_with(r#"{"reveal""#));
    }
    // A late move is refused, even if the time has not been checked before.
    let mut kept = Kept::begun(clocked("300+5"), begun);
    let late = kept.ask(Side::White, &json!({"act": {"text": "e2e4"}}), begun + 60 * SECOND);
    assert!(why(&late).contains("over"), "{late}");
    assert!(kept.log.record.contains(ABORTED));
}

#[test]
fn a_match_waits_for_a_first_move_without_clocks_and_for_later_moves() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    kept.tick(begun + 1_000_000 * SECOND);
    assert_eq!((kept.room.deadline(), kept.room.outcome()), (None, None));
    let mut kept = Kept::begun(clocked("3600"), begun);
    kept.play(&["e2e4", "e7e5"], begun);
    kept.tick(begun + 1000 * SECOND);
    assert_eq!(kept.room.outcome(), None);
}

/// The server throws a die that nobody else throws; until then, the room stays awake.
#[test]
fn a_room_does_not_sleep_before_its_die_is_thrown() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom { clock: Some("60".into()), ..CreateRoom::of_game("fluky") }, begun);
    assert!(!kept.room.goes_on_alone() && kept.room.deadline().is_some());
    kept.play(&["c1c2"], begun);
    assert!(matches!(kept.room.game().unwrap().pending(), fairground_match::play::Pending::Throw { .. }));
    assert!(kept.room.goes_on_alone() && kept.room.deadline().is_none());
}
