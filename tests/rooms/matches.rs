//! Matches in rooms: clocks, offers, presence, chat, spectators, bots, reconnecting.

use std::time::Duration;

use fairground::rooms::CreateRoom;
use serde_json::{Value, json};

use super::rig::{Peer, Rig, fairground, get};

fn chess() -> CreateRoom {
    CreateRoom::of_game("chess")
}

/// Plays alternating actions, White's first, and returns the number of lines.
fn play(players: &mut [Peer; 2], mut lines: u64, actions: &[&str]) -> u64 {
    for (index, action) in actions.iter().enumerate() {
        let (kind, answer) = players[index % 2].act(100 + lines, lines, action);
        assert_eq!(kind, "ack", "{answer}");
        lines = answer["n"].as_u64().unwrap();
    }
    lines
}

#[test]
fn offers_are_answered_or_expire_with_the_next_action() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom { clock: Some("60".into()), ..chess() });
    let mut players = rig.begin(&created);
    let lines = play(&mut players, 1, &["e2e4"]);
    let [white, black] = &mut players;
    white.send(&json!({"offer": {"id": 2, "at": lines, "what": "takeback"}}));
    assert_eq!(white.answer(2).0, "ack");
    let offer = black.expect("offer");
    assert_eq!((&offer["by"], &offer["what"]), (&json!("white"), &json!("takeback")));
    black.send(&json!({"answer": {"id": 3, "offer": offer["offer"], "yes": true}}));
    assert_eq!(black.answer(3).1["n"], 3);
    while white.expect("line")["data"] != json!({"takeback": 1}) {}
    white.send(&json!({"offer": {"id": 4, "at": 3, "what": "more_time"}}));
    let offer = black.expect("offer")["offer"].clone();
    black.send(&json!({"answer": {"id": 5, "offer": offer, "yes": true}}));
    let clocks = black.expect("clock");
    assert!(clocks["white"].as_f64().unwrap() > 85.0 && clocks["black"].as_f64().unwrap() > 85.0, "{clocks}");
    assert_eq!(white.answer(4).0, "ack");
    white.send(&json!({"offer": {"id": 6, "at": 3, "what": "draw"}}));
    let offer = black.expect("offer")["offer"].clone();
    assert_eq!(white.act(7, 3, "d2d4").0, "ack");
    assert_eq!(black.expect("offer_over"), json!({"offer": offer, "accepted": false}));
    black.send(&json!({"answer": {"id": 8, "offer": offer, "yes": true}}));
    assert_eq!(black.answer(8).0, "refused");
    // Two offers of a draw are an agreement.
    black.send(&json!({"offer": {"id": 9, "at": 4, "what": "draw"}}));
    assert_eq!(black.answer(9).0, "ack");
    white.send(&json!({"offer": {"id": 10, "at": 4, "what": "draw"}}));
    assert_eq!(white.answer(10).0, "ack");
    while black.expect("line")["data"]["result"]["reason"] != "draw agreed" {}
    let file = rig.match_file(&created.room);
    assert!(fairground(&["verify", file.to_str().unwrap()]).contains("valid: the rules"));
    // The rematch, with sides exchanged and the same tokens. Spectators are invited too.
    let mut guest = rig.enter(&created.room, &created.watch);
    white.send(&json!({"offer": {"id": 11, "at": 6, "what": "rematch"}}));
    assert_eq!(white.answer(11).0, "ack");
    black.send(&json!({"offer": {"id": 12, "at": 6, "what": "rematch"}}));
    let [one, other] = players.each_mut().map(|player| player.expect("rematch"));
    assert_eq!(one["room"], other["room"]);
    let mut again = rig.connect(one["room"].as_str().unwrap());
    again.send(&json!({"hello": {"protocol": 1, "token": one["token"]}}));
    assert_eq!(again.expect("welcome")["seat"], "black");
    // A match has one rematch, and a player who missed it is informed on return.
    players[0].send(&json!({"offer": {"id": 13, "at": 6, "what": "rematch"}}));
    assert_eq!(players[0].expect("rematch"), one);
    let mut back = rig.enter(&created.room, created.seats.black.as_ref().unwrap());
    assert_eq!(back.expect("rematch"), other);
    let invited = guest.expect("rematch");
    assert_eq!(invited["room"], one["room"]);
    let mut again = rig.connect(invited["room"].as_str().unwrap());
    again.send(&json!({"hello": {"protocol": 1, "token": invited["token"]}}));
    assert_eq!(again.expect("welcome")["seat"], "watch");
}

#[test]
fn loss_on_time() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom { clock: Some("1".into()), ..chess() });
    let mut players = rig.begin(&created);
    assert_eq!(players[0].expect("clock")["running"], Value::Null);
    play(&mut players, 1, &["e2e4", "e7e5"]);
    loop {
        let line = players[1].expect("line");
        if let Some(result) = line["data"].get("result") {
            assert_eq!(*result, json!({"outcome": "black", "reason": "out of time"}));
            break;
        }
    }
    assert_eq!(players[0].act(9, 6, "g1f3").0, "refused");
    let file = rig.match_file(&created.room);
    assert!(fairground(&["verify", file.to_str().unwrap()]).contains("valid: the rules"));
}

#[test]
fn a_spectator_sees_everything_and_cannot_act() {
    let rig = Rig::new();
    let listed = rig.create(&CreateRoom { private: false, ..chess() });
    let private = rig.create(&chess());
    let (_, list) = get(&rig.link(), "/api/rooms", None);
    assert!(list.contains(&listed.room) && !list.contains(&private.room), "{list}");
    let mut players = rig.begin(&listed);
    let mut watch = rig.connect(&listed.room);
    watch.send(&json!({"hello": {"protocol": 1}}));
    assert_eq!(watch.expect("welcome")["seat"], "watch");
    assert_eq!(players[0].expect("presence")["watching"], 1);
    play(&mut players, 1, &["e2e4"]);
    assert_eq!(watch.expect("line")["n"], 1);
    assert_eq!(watch.expect("line")["data"]["action"]["text"], "e2e4");
    watch.send(&json!({"act": {"id": 1, "at": 2, "text": "e7e5"}}));
    assert_eq!(watch.answer(1).0, "refused");
    watch.send(&json!({"resign": {"id": 2}}));
    assert_eq!(watch.answer(2).0, "refused");
    let path = format!("/api/rooms/{}/file", listed.room);
    assert!(get(&rig.link(), &path, None).1.lines().count() == 2);
    // A private room opens only to its tokens.
    let mut nobody = rig.connect(&private.room);
    nobody.send(&json!({"hello": {"protocol": 1}}));
    assert_eq!(nobody.expect("bye")["why"], "no_entry");
    assert_eq!(nobody.next(), None);
    assert_eq!(rig.enter(&private.room, &private.watch).expect("presence")["watching"], 1);
    let path = format!("/api/rooms/{}/file", private.room);
    let _private_players = rig.begin(&private);
    assert_eq!(get(&rig.link(), &path, None).0, 403);
    let bearer = format!("Bearer {}", private.watch);
    assert_eq!(get(&rig.link(), &path, Some(("Authorization", &bearer))).0, 200);
    // Its pages are public, but reveal nothing else.
    let (status, page) = get(&rig.link(), &format!("/r/{}", listed.room), None);
    assert!(
        status == 200 && page.contains("<svg") && page.contains("e2e4") && page.contains("fairground join"),
        "{page}"
    );
    let (status, page) = get(&rig.link(), &format!("/r/{}", private.room), None);
    assert!(status == 200 && !page.contains("<svg"), "{page}");
    assert_eq!(get(&rig.link(), "/r/a-0000000000000000", None).0, 404);
    assert!(get(&rig.link(), "/", None).1.contains(&listed.room));
}

#[test]
fn bots_play_in_rooms() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom { black: "1".into(), ..CreateRoom::of_game("fluky") });
    assert_eq!(created.seats.black, None);
    let mut white = rig.enter(&created.room, created.seats.white.as_ref().unwrap());
    white.send(&json!({"entropy": {"id": 1, "text": "mine"}}));
    assert_eq!(white.expect("line")["data"]["names"], Value::Null);
    assert_eq!(white.act(2, 1, "a1a2").0, "ack");
    white.send(&json!({"throw": {"id": 3, "at": 2, "flick": {"direction": [1.0, 0.0], "speed": 1.0}}}));
    assert!(white.expect("line")["data"]["action"]["throw"]["attempts"].is_array());
    assert!(white.expect("line")["data"]["action"]["text"].is_string(), "the bot answers");
    // The result ends the match, and its file verifies.
    white.send(&json!({"resign": {"id": 4}}));
    while white.expect("line")["data"]["result"]["reason"] != "resignation" {}
    let file = rig.match_file(&created.room);
    let verified = fairground(&["verify", file.to_str().unwrap()]);
    assert!(verified.contains("held by the server, and neither player sent"), "{verified}");
}

#[test]
fn chat_is_limited_and_repeated_to_newcomers() {
    let rig = Rig::new();
    let created = rig.create(&chess());
    let [mut white, mut black] = rig.begin(&created);
    white.send(&json!({"chat": {"id": 2, "text": " Hi \u{1f600} "}}));
    assert_eq!(black.expect("chat"), json!({"by": "white", "text": "Hi \u{1f600}"}));
    for (id, text) in [(3, "x".repeat(201)), (4, "\u{202e}\n".to_string()), (5, " ".to_string())] {
        white.send(&json!({"chat": {"id": id, "text": text}}));
        assert_eq!(white.answer(id).0, "refused");
    }
    white.send(&json!({"chat": {"id": 6, "text": "a\n\u{202e}b"}}));
    assert_eq!(black.expect("chat")["text"], "a b");
    let mut watch = rig.enter(&created.room, &created.watch);
    assert_eq!(watch.expect("chat")["text"], "Hi \u{1f600}");
    watch.send(&json!({"chat": {"id": 1, "phrase": "hello"}}));
    assert_eq!(watch.answer(1).0, "refused");
}

#[test]
fn a_seat_is_one_connection_and_can_be_moved() {
    let mut rig = Rig::new();
    let created = rig.create(&chess());
    let [mut white, _black] = rig.begin(&created);
    let token = created.seats.white.clone().unwrap();
    let mut second = rig.enter(&created.room, &token);
    assert_eq!(white.expect("bye")["why"], "replaced");
    second.send(&json!({"move": {"id": 1}}));
    let (kind, answer) = second.answer(1);
    assert_eq!(kind, "token");
    // The answer may be lost with the connection. The old token stays valid until the new one is
    // used.
    rig.restart();
    let mut second = rig.enter(&created.room, &token);
    let mut third = rig.enter(&created.room, answer["token"].as_str().unwrap());
    assert_eq!(second.expect("bye")["why"], "replaced");
    assert_eq!(third.act(1, 1, "e2e4").0, "ack");
    for _ in 0..2 {
        let mut old = rig.connect(&created.room);
        old.send(&json!({"hello": {"protocol": 1, "token": token}}));
        assert_eq!(old.expect("bye")["why"], "no_entry");
        rig.restart();
        third = rig.enter(&created.room, answer["token"].as_str().unwrap());
    }
    let mut black = rig.enter(&created.room, created.seats.black.as_ref().unwrap());
    assert_eq!(black.act(1, 2, "e7e5").0, "ack");
    while third.expect("line")["n"] != 3 {}
}

/// A repeated unanswered request gets the same answer and is not played twice.
#[test]
fn a_request_is_carried_out_once() {
    let mut rig = Rig::new();
    let created = rig.create(&chess());
    let _players = rig.begin(&created);
    let token = created.seats.white.clone().unwrap();
    let hello = json!({"hello": {"protocol": 1, "token": token, "session": "s", "have": 1}});
    let act = json!({"act": {"id": 7, "at": 1, "text": "e2e4"}});
    let mut white = rig.connect(&created.room);
    white.send(&hello);
    white.send(&act);
    assert_eq!(white.answer(7), ("ack".into(), json!({"id": 7, "n": 2})));
    drop(white);
    let mut again = rig.connect(&created.room);
    again.send(&hello);
    again.send(&act);
    assert_eq!(again.expect("line")["n"], 2);
    assert_eq!(again.answer(7), ("ack".into(), json!({"id": 7, "n": 2})));
    // Ids start over in another session.
    let mut other = rig.enter(&created.room, &token);
    assert_eq!(other.act(7, 1, "d2d4").0, "stale");
    rig.restart();
    // After a restart the answers are forgotten, and `at` protects against repetition.
    let mut late = rig.connect(&created.room);
    late.send(&hello);
    late.send(&act);
    assert_eq!(late.expect("line")["data"]["action"]["text"], "e2e4");
    assert_eq!(late.answer(7), ("stale".into(), json!({"id": 7, "n": 2})));
}

#[test]
fn a_restart_tells_when_to_reconnect_and_loses_nothing() {
    let mut rig = Rig::new();
    let created = rig.create(&CreateRoom { clock: Some("100".into()), ..chess() });
    let mut players = rig.begin(&created);
    let lines = play(&mut players, 1, &["e2e4", "e7e5", "g1f3"]);
    rig.restart();
    for player in &mut players {
        let bye = player.expect("bye");
        assert_eq!((bye["why"].as_str(), bye["retry"].as_f64()), (Some("restart"), Some(2.5)));
    }
    assert_eq!(rig.awake(), 0, "a room with a running clock sleeps until its flag falls");
    let mut black = rig.connect(&created.room);
    black.send(&json!({"hello": {"protocol": 1, "token": created.seats.black, "have": lines}}));
    assert_eq!(black.expect("welcome")["lines"], lines);
    let clock = black.expect("clock");
    assert!(clock["running"] == "black" && clock["wait"].as_f64().unwrap() > 10.0, "{clock}");
    assert_eq!(black.act(1, lines, "b8c6").0, "ack");
}

/// All clients receive `bye`, although the program ends immediately afterwards.
#[test]
fn a_stopping_server_sends_bye_to_everybody() {
    let rig = Rig::new();
    let created = rig.create(&chess());
    let mut guests: Vec<_> = (0..40).map(|_| rig.enter(&created.room, &created.watch)).collect();
    rig.stop();
    for guest in &mut guests {
        assert_eq!(guest.expect("bye")["why"], "restart");
    }
}

/// The opponent of an absent player is informed, and can claim a match that is not casual.
#[test]
fn silent_players_are_away() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom { casual: false, ..chess() });
    let [mut white, black] = rig.begin(&created);
    white.send(&json!({"claim": {"id": 2}}));
    assert!(white.answer(2).1["why"].as_str().unwrap().contains("is here"));
    drop(black);
    while white.expect("presence")["black"] != "away" {}
}

#[test]
fn rooms_sleep_and_wake() {
    let limits =
        fairground::server::Limits { idle: Duration::from_millis(50), ..fairground::server::Limits::default() };
    let rig = Rig::with(limits);
    let created = rig.create(&chess());
    let mut players = rig.begin(&created);
    let lines = play(&mut players, 1, &["e2e4", "e7e5"]);
    drop(players);
    let begun = std::time::Instant::now();
    while rig.awake() > 0 {
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut white = rig.enter(&created.room, created.seats.white.as_ref().unwrap());
    assert_eq!(white.act(1, lines, "g1f3").0, "ack");
}

#[test]
fn impossible_rooms_are_refused_with_a_reason() {
    let rig = Rig::new();
    for (body, status, says) in [
        (r#"{"game":"checkers"}"#, 422, "game"),
        (r#"{"game":"chess","black":"max"}"#, 422, "black"),
        (r#"{"game":"chess","colour":"red"}"#, 400, "colour"),
        ("{", 400, "cannot be read"),
    ] {
        let (found, body) = super::rig::post(&rig.link(), body);
        assert_eq!(found, status, "{body}");
        assert!(body["error"].as_str().unwrap().contains(says), "{body}");
    }
}
