//! Chat, mute, presence and idle opponents.

use super::*;
use fairground_rooms::ChatMode;

impl Kept {
    /// The messages received by the connection that entered at this place, in order.
    fn received(&mut self, place: usize) -> Vec<Value> {
        let mut texts = Vec::new();
        while let Ok(outgoing) = self.outlets[place].try_recv() {
            match outgoing {
                Outgoing::One(text) => texts.push(text),
                Outgoing::Bye(bye) => {
                    texts.push(super::super::people::frame(&fairground_rooms::ServerMessage::Bye(bye)))
                }
                Outgoing::Greeting(greeting) => {
                    texts.extend(greeting.iter().flat_map(|messages| messages.all().iter().cloned()));
                }
            }
        }
        texts.iter().map(|text| serde_json::from_str(text.as_str()).unwrap()).collect()
    }

    /// The lines of chat received by the connection that entered at this place.
    fn chat(&mut self, place: usize) -> Vec<Value> {
        self.received(place).into_iter().filter_map(|message| message.get("chat").cloned()).collect()
    }

    fn say(&mut self, side: Side, chat: Value, now: Instant) -> Value {
        let answer = self.ask(side, &json!({"chat": chat}), now);
        // As in the task of a room.
        let Some((to, text)) = self.room.chat.back().map(|said| {
            let muted = *self.room.muted.of(side.other());
            (muted, super::super::people::frame(&fairground_rooms::ServerMessage::Chat(said.clone())))
        }) else {
            return answer;
        };
        if answer.get("ack").is_some() {
            self.room.people.send_all_but(to.then(|| side.other()), &text);
        }
        answer
    }
}

fn text(text: &str) -> Value {
    json!({"text": text})
}

#[test]
fn a_room_limits_its_chat() {
    let begun = Instant::now();
    let phrase = json!({"phrase": "hello"});
    for (mode, refused_text, refused_phrase) in [
        (ChatMode::Free, None, None),
        (ChatMode::Phrases, Some("only phrases"), None),
        (ChatMode::Off, Some("no chat"), Some("no chat")),
    ] {
        let mut kept = Kept::begun(CreateRoom { chat: mode, ..CreateRoom::of_game("chess") }, begun);
        for (chat, refused) in [(text("Hi"), refused_text), (phrase.clone(), refused_phrase)] {
            let answer = kept.ask(Side::White, &json!({"chat": chat}), begun);
            match refused {
                Some(refused) => assert!(why(&answer).contains(refused), "{answer}"),
                None => assert!(answer.get("ack").is_some(), "{answer}"),
            }
        }
        let welcome = serde_json::to_value(kept.received(0).remove(0)["welcome"].clone()).unwrap();
        let told = [Value::Null, "phrases".into(), "off".into()][mode as usize].clone();
        assert_eq!((&welcome["chat"], &welcome["muted"]), (&told, &false.into()));
    }
}

#[test]
fn chat_is_limited_in_length_and_rate() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    assert!(why(&kept.say(Side::White, text(&"x".repeat(201)), begun)).contains("200"));
    assert!(why(&kept.say(Side::White, text("\u{200b}"), begun)).contains("either text or phrase"));
    let said = |kept: &mut Kept, now| {
        (0..30).filter(|_| kept.say(Side::White, text(&"e\u{301}".repeat(200)), now).get("ack").is_some()).count()
    };
    assert_eq!(said(&mut kept, begun), 10);
    assert_eq!(said(&mut kept, begun + 29 * SECOND), 0);
    assert_eq!(said(&mut kept, begun + 30 * SECOND), 10);
    assert_eq!(said(&mut kept, begun + 600 * SECOND), 10);
    assert!(kept.say(Side::Black, text("Hi"), begun).get("ack").is_some());
}

/// A muted player's chat does not reach the opponent, neither immediately nor later. Spectators
/// receive it.
#[test]
fn a_player_is_muted() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    assert!(kept.ask(Side::White, &json!({"mute": {"on": true}}), begun).get("ack").is_some());
    let effects = {
        let message = serde_json::from_value(json!({"chat": {"id": 100, "text": "Hi"}})).unwrap();
        kept.room.handle(1, &message, begun)
    };
    assert!(matches!(effects.messages[0].0, To::AllBut(Side::White)), "{effects:?}");
    kept.say(Side::Black, text("Boo"), begun);
    assert!(kept.chat(0).is_empty());
    assert_eq!(kept.chat(1).len(), 1, "the muted player is not informed");
    // Neither a reconnection nor a restart unmutes.
    kept.enter(Side::White, begun);
    assert!(kept.chat(2).is_empty());
    let mut kept = kept.again(begun);
    kept.enter(Side::White, begun);
    kept.enter(Side::Black, begun);
    assert_eq!(kept.received(3)[0]["welcome"]["muted"], true);
    kept.say(Side::Black, text("Boo"), begun);
    assert!(kept.chat(3).is_empty());
    assert_eq!(kept.chat(4).len(), 1);
    kept.ask(Side::White, &json!({"mute": {"on": false}}), begun);
    kept.say(Side::Black, text("Sorry"), begun);
    assert_eq!(kept.chat(3)[0]["text"], "Sorry");
}

/// The log records a limited number of changes. A rematch keeps the last setting.
#[test]
fn mutes_are_logged() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    for number in 0..99 {
        assert!(kept.ask(Side::White, &json!({"mute": {"on": number % 2 == 0}}), begun).get("ack").is_some());
        kept.ask(Side::White, &json!({"mute": {"on": number % 2 == 0}}), begun);
    }
    assert_eq!(kept.log.room.lines().filter(|line| line.starts_with("{\"muted\"")).count(), 20);
    let (_, entries) = kept.room.next_match("a-1", &"8".repeat(64).parse().unwrap());
    assert!(matches!(entries[..], [RoomEntry::Muted { side: Side::Black, on: true }]), "{entries:?}");
}

/// An idle player can lose by a claim despite being present, unless a clock runs.
#[test]
fn an_idle_opponent_loses() {
    let begun = Instant::now();
    let mut kept = Kept::begun(rated(), begun);
    let here = |kept: &mut Kept, now| (0..2).for_each(|id| kept.room.people.heard(id, None, now));
    let claim = |kept: &mut Kept, side, seconds| {
        here(kept, begun + seconds * SECOND);
        kept.claim(side, begun + seconds * SECOND)
    };
    assert!(why(&claim(&mut kept, Side::Black, 590)).contains("has to move. You can claim the match in 10 s"));
    assert!(why(&claim(&mut kept, Side::White, 900)).contains("is here."), "it is White's turn");
    kept.play(&["e2e4"], begun + 599 * SECOND);
    assert!(why(&claim(&mut kept, Side::White, 1198)).contains("in 1 s"));
    assert!(why(&claim(&mut kept, Side::Black, 1900)).contains("is here."));
    assert_eq!(claim(&mut kept, Side::White, 1199)["ack"]["n"], 4);
    assert!(kept.log.record.contains(r#"{"result":{"outcome":"white","reason":"abandoned"}}"#));
}

#[test]
fn the_clock_decides_about_an_idle_opponent() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom { casual: false, ..clocked("7000") }, begun);
    // No clock runs in the first turns.
    kept.room.people.heard(0, None, begun + 590 * SECOND);
    assert!(why(&kept.claim(Side::Black, begun + 590 * SECOND)).contains("in 10 s"));
    kept.play(&["e2e4", "e7e5"], begun + 590 * SECOND);
    kept.room.people.heard(0, None, begun + 2000 * SECOND);
    assert!(why(&kept.claim(Side::Black, begun + 2000 * SECOND)).contains("is here."));
}

#[test]
fn an_idle_opponent_of_a_casual_match_does_not_lose() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    assert!(why(&kept.claim(Side::Black, begun + 6000 * SECOND)).contains("not serious"));
}

/// Even if spectators come and go quickly, their number is sent at most once a second.
#[test]
fn the_number_of_spectators_is_sent_once_a_second() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    let mut sent = 0;
    for step in 0..1_000_u64 {
        let now = begun + Duration::from_millis(10 * step);
        let (outlet, received) = mpsc::channel(100);
        kept.outlets.push(received);
        let hello = Hello { protocol: 1, token: Some("s".to_string()), ..Hello::default() };
        let effects = kept.room.enter((10 + step % 7, [127, 0, 0, 1].into()), &hello, outlet, &Limits::default(), now);
        sent += effects.messages.len();
        (0..2).for_each(|id| kept.room.people.heard(id, None, now));
        if step % 3 == 0 {
            kept.room.people.leave(10 + step % 7);
        }
        let due = kept.room.next_deadline().is_some_and(|at| at <= now);
        sent += if due { kept.room.tick(now).unwrap().messages.len() } else { 0 };
    }
    assert!((5..=12).contains(&sent), "{sent} messages in 10 s");
    let newest = kept.outlets.len() - 1;
    assert!(kept.received(newest).last().unwrap().get("presence").is_some(), "the greeting ends with the presence");
    // The last change is sent, too.
    let end = kept.room.next_deadline().unwrap();
    let effects = kept.room.tick(end).unwrap();
    let watching = kept.room.people.watching();
    assert!(format!("{effects:?}").contains(&format!(r#"\"watching\":{watching}"#)), "{effects:?}");
}
