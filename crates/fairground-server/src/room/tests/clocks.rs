//! The clocks of a room, in memory and in the match file.

use super::*;

/// Players may notice the start of the match late.
#[test]
fn the_first_turn_of_each_player_takes_no_time() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("3600+2"), begun);
    assert_eq!(kept.clocks(begun + 100 * SECOND), (3600.0, 3600.0, None));
    assert_eq!(kept.room.flag(), None);
    kept.play(&["e2e4"], begun + 100 * SECOND);
    assert_eq!(kept.clocks(begun + 200 * SECOND), (3602.0, 3600.0, None));
    kept.play(&["e7e5"], begun + 300 * SECOND);
    assert_eq!(kept.clocks(begun + 301 * SECOND), (3601.0, 3602.0, Some(Side::White)));
    assert!(kept.room.flag().is_some());
    let times: Vec<_> = kept.log.record.lines().filter(|line| line.contains(r#""used_ms":0"#)).collect();
    assert_eq!(times.len(), 2, "{}", kept.log.record);
}

/// A takeback neither restores used time nor removes an earned increment.
#[test]
fn a_takeback_leaves_the_clocks_unchanged() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("180+2"), begun);
    kept.play(&["e2e4", "e7e5"], begun);
    kept.play(&["g1f3"], begun + 100 * SECOND);
    let now = begun + 107 * SECOND;
    assert_eq!(kept.clocks(now), (84.0, 175.0, Some(Side::Black)));
    kept.take_back(Side::White, now);
    assert_eq!(kept.clocks(now), (84.0, 175.0, Some(Side::White)));
    let lines: Vec<_> = kept.log.record.lines().rev().take(2).collect();
    assert_eq!(lines, [r#"{"takeback":1}"#, r#"{"thinking":{"used_ms":7000}}"#]);
    assert_eq!(kept.replayed(), [84.0, 175.0]);
    // The same after a restart, and after another takeback beyond the first.
    let mut kept = kept.again(now);
    assert_eq!(kept.clocks(now), (84.0, 175.0, Some(Side::White)));
    Side::BOTH.into_iter().for_each(|side| kept.enter(side, now));
    let now = now + 15 * SECOND;
    kept.take_back(Side::Black, now + 4 * SECOND);
    assert_eq!(kept.clocks(now + 4 * SECOND), (80.0, 175.0, None), "Black's first turn again");
    kept.play(&["c7c5"], now + 9 * SECOND);
    assert_eq!(kept.clocks(now + 9 * SECOND), (80.0, 177.0, Some(Side::White)));
    assert_eq!(kept.replayed(), [80.0, 177.0]);
}

/// The match file has the time of an unfinished decision.
#[test]
fn the_time_of_the_last_decision_is_kept() {
    for end in ["resign", "draw", "flag"] {
        let begun = Instant::now();
        let mut kept = Kept::begun(clocked("60"), begun);
        kept.play(&["e2e4", "e7e5"], begun);
        let now = begun + 25 * SECOND;
        let (left, now) = match end {
            "resign" => {
                // Ended by the opponent of the player to act.
                kept.ask(Side::Black, &json!({"resign": {}}), now);
                (35.0, now)
            }
            "draw" => {
                kept.ask(Side::Black, &json!({"offer": {"what": "draw", "at": 3}}), now);
                kept.ask(Side::White, &json!({"offer": {"what": "draw", "at": 3}}), now);
                (35.0, now)
            }
            _ => {
                let effects = kept.room.tick(begun + 60 * SECOND).unwrap();
                kept.keep(&effects);
                (0.0, begun + 60 * SECOND)
            }
        };
        assert!(kept.room.outcome().is_some());
        assert_eq!(kept.clocks(now + 9 * SECOND), (left, 60.0, None), "{end}");
        let used = format!(r#"{{"thinking":{{"used_ms":{}}}}}"#, (60.0 - left) * 1000.0);
        assert_eq!(kept.log.record.lines().nth(3), Some(used.as_str()), "{end}");
    }
}

/// The flag of the player to act falls before the draw is agreed.
#[test]
fn an_offer_that_cannot_be_carried_out_is_not_announced_as_accepted() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("60"), begun);
    kept.play(&["e2e4", "e7e5"], begun);
    kept.ask(Side::Black, &json!({"offer": {"what": "draw", "at": 3}}), begun);
    let answer = json!({"answer": {"offer": kept.room.last_offer, "yes": true, "id": 99}});
    let effects = kept.room.handle(0, &serde_json::from_value(answer).unwrap(), begun + 70 * SECOND);
    let told = effects.messages.iter().map(|(_, told)| serde_json::from_str::<Value>(told.as_str()).unwrap());
    let over: Vec<_> = told.filter_map(|told| told.get("offer_over").cloned()).collect();
    assert!(matches!(&over[..], [over] if over["accepted"] == false), "{over:?}");
    assert_eq!(kept.room.outcome().unwrap().winner, Some(Side::Black));
}

/// A restart does not restore used extra time.
#[test]
fn used_extra_time_does_not_return_after_a_restart() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("60"), begun);
    kept.play(&["e2e4", "e7e5"], begun);
    kept.ask(Side::White, &json!({"offer": {"what": "more_time", "at": 3}}), begun);
    kept.ask(Side::Black, &json!({"offer": {"what": "more_time", "at": 3}}), begun);
    kept.play(&["g1f3"], begun + 40 * SECOND);
    let now = begun + 40 * SECOND;
    assert_eq!(kept.clocks(now), (50.0, 90.0, Some(Side::Black)));
    assert_eq!(kept.again(now).clocks(now), (50.0, 90.0, Some(Side::Black)));
}

/// An absent player's clock runs on, and runs out.
#[test]
fn the_clock_of_an_absent_player_runs_out() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("60"), begun);
    kept.play(&["e2e4", "e7e5"], begun + 10 * SECOND);
    kept.play(&["g1f3"], begun + 10 * SECOND);
    kept.room.people.leave(1);
    let effects = kept.room.tick(begun + 69 * SECOND).unwrap();
    assert!(effects.lines.is_empty(), "{effects:?}");
    let flag = kept.room.next_deadline().unwrap();
    assert_eq!(flag, begun + 70 * SECOND);
    let effects = kept.room.tick(flag).unwrap();
    kept.keep(&effects);
    assert!(
        kept.log.record.contains(r#"{"result":{"outcome":"white","reason":"out of time"}}"#),
        "{}",
        kept.log.record
    );
}

/// Either player may claim an available draw; otherwise, the refusal gives the reason. The used
/// time is recorded.
#[test]
fn a_draw_is_claimed() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("60"), begun);
    let claim = json!({"claim": {"what": "draw"}});
    assert!(why(&kept.ask(Side::White, &claim, begun)).contains("no draw can be claimed"));
    for _ in 0..2 {
        kept.play(&["g1f3", "g8f6", "f3g1", "f6g8"], begun);
    }
    let now = begun + 9 * SECOND;
    assert!(kept.ask(Side::Black, &claim, now).get("ack").is_some());
    let lines: Vec<_> = kept.log.record.lines().skip(9).take(2).collect();
    assert_eq!(lines[0], r#"{"thinking":{"used_ms":9000}}"#);
    assert!(lines[1].contains(r#"{"outcome":"draw","reason":""#), "{lines:?}");
    assert_eq!(kept.clocks(now), (51.0, 60.0, None));
}

/// If a clock runs out against a bare king, the match is a draw.
#[test]
fn out_of_time_against_a_king_alone_is_a_draw() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("60"), begun);
    let bare = "7k/8/8/8/8/8/4P3/K7 w - - 0 1";
    let start = kept.room.game().unwrap().game().start_text();
    assert!(kept.log.record.contains(&start));
    kept.log.record = kept.log.record.replace(&start, bare);
    let mut kept = kept.again(begun);
    Side::BOTH.into_iter().for_each(|side| kept.enter(side, begun));
    kept.play(&["e2e4", "h8g8"], begun);
    let effects = kept.room.tick(begun + 61 * SECOND).unwrap();
    kept.keep(&effects);
    assert!(kept.log.record.contains(r#"{"result":{"outcome":"draw""#), "{}", kept.log.record);
}
