//! Offers, rematches and the limits of a match.

use super::*;
use fairground_match::play::Pending;
use fairground_rooms::OfferKind;

#[test]
fn an_offer_is_withdrawn_by_its_player() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    kept.ask(Side::Black, &json!({"offer": {"what": "draw", "at": 1}}), begun);
    let offer = kept.room.last_offer;
    assert!(why(&kept.ask(Side::White, &json!({"withdraw": {"offer": offer}}), begun)).contains("over"));
    assert_eq!(kept.ask(Side::Black, &json!({"withdraw": {"offer": offer}}), begun)["ack"]["n"], 1);
    assert!(why(&kept.ask(Side::White, &json!({"answer": {"offer": offer, "yes": true}}), begun)).contains("over"));
    assert_eq!(kept.room.outcome(), None);
}

/// Other throws are refused at once, and do not wait with the clocks standing still.
#[test]
fn only_a_throw_that_is_due_takes_processor_time() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("fluky"), begun);
    let heavy = |kept: &Kept, at: u64| {
        let throw = serde_json::from_value(json!({"throw": {"id": 9, "at": at}})).unwrap();
        Side::BOTH.map(|side| kept.room.is_heavy(side.index() as u64, &throw))
    };
    assert_eq!(heavy(&kept, 1), [false; 2]);
    kept.play(&["c1c2"], begun);
    let Pending::Throw { side, .. } = kept.room.game().unwrap().pending() else { panic!("no die is due") };
    assert_eq!(heavy(&kept, 2), Side::BOTH.map(|other| other == side));
    assert_eq!(heavy(&kept, 1), [false; 2]);
}

#[test]
fn refused_requests_to_a_bot_take_no_processor_time() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom { black: "greedy".into(), ..CreateRoom::of_game("chess") }, begun);
    let heavy = |kept: &Kept, request: Value| kept.room.is_heavy(0, &serde_json::from_value(request).unwrap());
    let act = |text: &str| json!({"act": {"id": 9, "at": 1, "text": text}});
    assert!(heavy(&kept, act("e2e4")) && !heavy(&kept, act("e2e5")));
    let draw = || json!({"offer": {"id": 9, "at": 1, "what": "draw"}});
    assert!(heavy(&kept, draw()));
    kept.ask(Side::White, &draw(), begun);
    assert!(kept.room.outcome().is_none() && !heavy(&kept, draw()));
}

impl Kept {
    /// Both players make the same offer.
    fn agree(&mut self, what: OfferKind, now: Instant) -> Value {
        let at = self.room.lines();
        let offer = json!({"offer": {"what": what, "at": at}});
        self.ask(Side::White, &offer, now);
        self.ask(Side::Black, &offer, now)
    }
}

/// The number of entries of a kind in the log.
fn count(kept: &Kept, kind: &str) -> usize {
    kept.log.room.lines().filter(|line| line.starts_with(&format!("{{\"{kind}\""))).count()
}

#[test]
fn a_match_has_a_bounded_number_of_lines() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("60"), begun);
    kept.room.quota.max_lines = 6;
    kept.play(&["g1f3", "g8f6", "f3g1", "f6g8"], begun);
    kept.take_back(Side::Black, begun);
    assert_eq!(kept.room.lines(), 6);
    assert!(why(&kept.ask(Side::Black, &json!({"act": {"text": "f6g8"}}), begun)).contains("maximum of 6 lines"));
    assert!(why(&kept.agree(OfferKind::Takeback, begun)).contains("maximum of 6 lines"));
    // No clock runs out, because nobody can move; the match can still be ended.
    assert_eq!(kept.room.next_deadline().filter(|at| *at > begun + 50 * SECOND), None);
    assert!(kept.agree(OfferKind::Draw, begun + 99 * SECOND).get("ack").is_some());
    assert_eq!(kept.room.lines(), 8);
}

#[test]
fn takebacks_and_extra_time_are_bounded_across_restarts() {
    let begun = Instant::now();
    let mut kept = Kept::begun(clocked("60"), begun);
    for _ in 0..super::super::quota::MAX_TAKEBACKS {
        kept.play(&["e2e4"], begun);
        kept.take_back(Side::White, begun);
    }
    kept.play(&["e2e4"], begun);
    let at = kept.room.lines();
    let takeback = json!({"offer": {"what": "takeback", "at": at}});
    assert!(why(&kept.ask(Side::White, &takeback, begun)).contains("100 takebacks"));
    for time in 0..super::super::quota::MAX_MORE_TIME {
        if time == 10 {
            kept = kept.again(begun);
            Side::BOTH.into_iter().for_each(|side| kept.enter(side, begun));
        }
        assert!(kept.agree(OfferKind::MoreTime, begun).get("ack").is_some());
    }
    assert!(why(&kept.agree(OfferKind::MoreTime, begun)).contains("20 times"));
    assert_eq!((count(&kept, "credit"), kept.clocks(begun).0), (20, 660.0));
}

/// A token that was not used is sent again.
#[test]
fn a_seat_is_moved_a_bounded_number_of_times() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    let first = kept.ask(Side::White, &json!({"move": {}}), begun)["token"]["token"].clone();
    for _ in 0..100 {
        assert_eq!(kept.ask(Side::White, &json!({"move": {}}), begun)["token"]["token"], first);
    }
    assert_eq!(count(&kept, "next_token"), 1);
    let mut kept = kept.again(begun);
    for _ in 0..19 {
        kept.enter(Side::White, begun);
        // After a restart, the server knows only the hash, and issues another token.
        kept.ask(Side::White, &json!({"move": {}}), begun);
        kept = kept.again(begun);
    }
    kept.enter(Side::White, begun);
    assert!(why(&kept.ask(Side::White, &json!({"move": {}}), begun)).contains("20 times"));
    assert_eq!(count(&kept, "next_token"), 20);
}

/// The log keeps a limited number of names, from the time a player enters, before and during the
/// match.
#[test]
fn names_are_kept() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    let enter = |kept: &mut Kept, name: &str| {
        let (outlet, received) = mpsc::channel(100);
        kept.outlets.push(received);
        let hello = Hello { protocol: 1, token: Some("w".into()), name: Some(name.into()), ..Hello::default() };
        let effects = kept.room.enter((7, [127, 0, 0, 1].into()), &hello, outlet, &Limits::default(), begun);
        kept.keep(&effects);
    };
    for number in 0..100 {
        enter(&mut kept, &format!("Ada {}", number / 2));
    }
    assert_eq!(count(&kept, "name"), 20);
    assert_eq!(kept.room.people.player(Side::White).name.as_deref(), Some("Ada 49"));
    assert_eq!(kept.again(begun).room.people.player(Side::White).name.as_deref(), Some("Ada 19"));
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    enter(&mut kept, "Ada");
    assert_eq!(kept.without_match(begun).room.people.player(Side::White).name.as_deref(), Some("Ada"));
}

/// A match has one rematch. It is announced again to players who missed it, even after a restart.
#[test]
fn a_match_has_one_rematch() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    kept.ask(Side::White, &json!({"move": {}}), begun);
    kept.ask(Side::White, &json!({"resign": {}}), begun);
    let at = kept.room.lines();
    let offer = json!({"offer": {"what": "rematch", "at": at}});
    kept.ask(Side::White, &offer, begun);
    let message = serde_json::from_value(json!({"offer": {"what": "rematch", "at": at, "id": 99}})).unwrap();
    let mut effects = kept.room.handle(1, &message, begun);
    assert!(effects.rematch.is_some());
    kept.room.refuse_rematch("the disk is full", &mut effects);
    assert!(format!("{effects:?}").contains("The rematch is not possible: the disk is full."), "{effects:?}");
    // They agree again.
    kept.ask(Side::White, &offer, begun);
    let message = serde_json::from_value(json!({"offer": {"what": "rematch", "at": at, "id": 100}})).unwrap();
    let mut effects = kept.room.handle(1, &message, begun);
    let (settings, entries) = kept.room.next_match("a-1", &"8".repeat(64).parse().unwrap());
    kept.room.set_rematch("a-1".to_string(), &mut effects);
    kept.keep(&effects);
    let told = |token: &str| json!({"rematch": {"room": "a-1", "token": token}}).to_string();
    let all = format!("{:?}", effects.messages).replace('\\', "");
    assert!(all.contains(&told("w")) && all.contains(&told("b")), "{all}");
    // The tokens, including the one for another device, are valid for the exchanged seats.
    assert_eq!(settings.role(Some("w")), Some(fairground_rooms::Role::Black));
    assert_eq!(settings.role(Some("s")), Some(fairground_rooms::Role::Watch));
    assert!(matches!(entries[..], [RoomEntry::NextToken { side: Side::Black, .. }]), "{entries:?}");
    assert!(kept.ask(Side::White, &offer, begun).get("ack").is_some());
    assert_eq!(count(&kept, "rematch"), 1, "repeated offers give the same rematch");
    let mut kept = kept.again(begun);
    kept.enter(Side::Black, begun);
    let greeting = format!("{:?}", kept.outlets.last_mut().unwrap().try_recv().unwrap()).replace('\\', "");
    assert!(greeting.contains(&told("b")), "{greeting}");
}
