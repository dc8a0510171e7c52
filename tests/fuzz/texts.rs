//! Short texts typed by a person or sent by a client.

use std::fmt;
use std::str::FromStr;

use fairground::arena::{Contestant, DrawRule, ResignRule, TimeControl};
use fairground::bots::Bot;
use fairground::dice::Flick;
use fairground::engine::Side;
use fairground::library::PositionQuery;
use fairground::play::{BoardLink, Dice, Seat, UciCommand};
use fairground::puzzles::{self, Theme};
use fairground::record::{Evaluation, Mark};
use fairground::rooms::{
    Act, Answer, Chat, ClaimKind, ClaimRequest, ClientMessage, CreateRoom, Entropy, Hello, Mute, Offer, OfferKind,
    Phrase, Request, RoomLink, ServerMessage, ThrowRequest, Withdraw, server_address,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fuzz;

mod everyday {
    super::super::targets! {
        board_links: 400, many_board_links: 40_000;
        room_links: 1000, many_room_links: 1_000_000;
        room_messages: 2000, many_room_messages: 1_000_000;
        rooms_to_make: 500, many_rooms_to_make: 500_000;
        puzzle_lists: 300, many_puzzle_lists: 100_000;
        position_queries: 300, many_position_queries: 50_000;
        values: 3000, many_values: 1_000_000;
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

/// Reads a text, prints it, and reads it again.
fn comes_back<T>(text: &str) -> Result<(), String>
where
    T: FromStr<Err: fmt::Display> + fmt::Display,
{
    let printed = text.parse::<T>().map_err(|error| error.to_string())?.to_string();
    let again = printed.parse::<T>().unwrap_or_else(|error| panic!("printed as {printed:?}, unreadable: {error}"));
    assert_eq!(again.to_string(), printed);
    Ok(())
}

/// Reads JSON, writes it, and reads it again. Numbers may differ in their last digit.
fn comes_back_as_json<T: Serialize + DeserializeOwned>(text: &str) -> Result<(), String> {
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    // A number beyond `f32` is read as infinite, which the program never writes.
    let written = serde_json::to_string(&value).map_err(|error| error.to_string())?;
    let again = serde_json::from_str::<T>(&written);
    assert!(again.is_ok(), "{written}: not read again: {}", again.err().unwrap());
    Ok(())
}

fn board_links(cases: u64) {
    let corpus = owned(&[
        "#game=fluky&moves=c1c2",
        "https://play.example/#game=chess&moves=e4+e5+(e7c5+{Sicilian})+Nf3",
        "#game=chess&position=4k3/8/8/8/8/8/4P3/4K3+w+-+-+0+1&moves=e2e4",
        "#game=makarenko&options=values:kostyor&moves=",
    ]);
    for link in &corpus {
        assert!(BoardLink::read(link).is_ok(), "{link}: {}", BoardLink::read(link).unwrap_err());
    }
    fuzz("board links", cases, &corpus, |text| {
        let analysed = BoardLink::read(text).map_err(|error| error.to_string())?;
        let written = BoardLink::write(&analysed).unwrap();
        let again = BoardLink::read(&written).unwrap_or_else(|error| panic!("{written}: not read again: {error}"));
        assert_eq!(BoardLink::write(&again).unwrap(), written);
        Ok(())
    });
}

fn room_links(cases: u64) {
    let corpus = owned(&[
        "https://play.example/r/a-5f0c1234#TOKEN",
        "127.0.0.1:7070/r/a-0123456789abcdef",
        "http://[::1]:7070/r/node1-0123abcd#0123456789abcdef0123456789abcdef",
    ]);
    fuzz("links into rooms", cases, &corpus, comes_back::<RoomLink>);
    let corpus = owned(&["play.example", "http://127.0.0.1:7070/", "[::1]:80", "https://play.example:8443"]);
    fuzz("addresses of servers", cases, &corpus, |text| {
        let address = server_address(text).map_err(|error| error.to_string())?;
        assert_eq!(server_address(&address).as_ref(), Ok(&address));
        Ok(())
    });
}

fn room_messages(cases: u64) {
    let flick = Flick { direction: [0.5, -1.0], speed: 1.5 };
    let messages = [
        ClientMessage::Hello(Hello {
            protocol: 1,
            token: Some("0123456789abcdef".into()),
            name: Some("Ann 😀".into()),
            have: 12,
            session: Some("s".into()),
        }),
        ClientMessage::Entropy(Entropy { id: 1, hash: Some("0f".repeat(32)), text: Some("chance".into()) }),
        ClientMessage::Act(Act { id: 2, at: 3, text: "e2e4".into() }),
        ClientMessage::Throw(ThrowRequest { id: 3, at: 4, flick: Some(flick) }),
        ClientMessage::Offer(Offer { id: 4, at: 5, what: OfferKind::MoreTime }),
        ClientMessage::Answer(Answer { id: 5, offer: 1, yes: true }),
        ClientMessage::Resign(Request { id: 6 }),
        ClientMessage::Claim(ClaimRequest { id: 7, what: ClaimKind::Draw }),
        ClientMessage::Withdraw(Withdraw { id: 7, offer: 2 }),
        ClientMessage::Chat(Chat { id: 8, text: Some("Good luck".into()), phrase: Some(Phrase::Thanks) }),
        ClientMessage::Mute(Mute { id: 9, on: true }),
        ClientMessage::Move(Request { id: u64::MAX }),
    ];
    let corpus: Vec<_> = messages.iter().map(|message| serde_json::to_string(message).unwrap()).collect();
    fuzz("messages of clients", cases, &corpus, comes_back_as_json::<ClientMessage>);
    let corpus = owned(&[
        r#"{"line":{"n":1,"data":{"action":{"text":"e2e4","hash":"0123456789abcdef","used_ms":12}}}}"#,
        r#"{"ack":{"id":3,"n":17}}"#,
        r#"{"refused":{"id":3,"why":"not your turn","rule":"common.md, Draws","cells":[4,12]}}"#,
        r#"{"bye":{"why":"slow","text":"too slow","retry":0.5}}"#,
        r#"{"token":{"id":4,"token":"0123456789abcdef"}}"#,
    ]);
    fuzz("messages of servers", cases, &corpus, comes_back_as_json::<ServerMessage>);
}

fn rooms_to_make(cases: u64) {
    let corpus = owned(&[
        r#"{"game":"chess","black":"random"}"#,
        r#"{"game":"fluky","clock":"180+2","private":true}"#,
        r#"{"game":"makarenko","options":{"values":"kostyor"}}"#,
    ]);
    let usable: Vec<_> = corpus.into_iter().filter(|text| comes_back_as_json::<CreateRoom>(text).is_ok()).collect();
    assert!(!usable.is_empty());
    fuzz("rooms to make", cases, &usable, comes_back_as_json::<CreateRoom>);
}

fn puzzle_lists(cases: u64) {
    let corpus: Vec<_> = ["chess", "whack", "fluky"]
        .iter()
        .flat_map(|game| puzzles::shipped(game).unwrap().into_iter().take(4))
        .map(|puzzle| puzzles::to_line(&puzzle).unwrap())
        .collect();
    fuzz("puzzles", cases, &corpus, |text| {
        for puzzle in puzzles::parse(text).map_err(|error| error.to_string())? {
            let line = puzzles::to_line(&puzzle).unwrap();
            assert_eq!(puzzles::to_line(&puzzles::parse(&line).unwrap()[0]).unwrap(), line);
            puzzle.check_rules().map_err(|error| error.to_string())?;
        }
        Ok(())
    });
}

fn position_queries(cases: u64) {
    let corpus = owned(&[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "kpppp/p4/5/4P/PPPPK w - 0",
        "cdeghedc/aaaaaaaa/8/8/8/8/AAAAAAAA/CDEGHEDC w 0",
    ]);
    fuzz("positions to find", cases, &corpus, |text| {
        PositionQuery::parse(text, None).map(|_| ()).map_err(|error| error.to_string())
    });
}

fn values(cases: u64) {
    fuzz("marks", cases, &owned(&["green e2 e4", "red a1", "blue Ab3 Cd4"]), comes_back::<Mark>);
    fuzz("seats", cases, &owned(&["human", "3", "random", "search:nodes=1000"]), comes_back::<Seat>);
    let bots = owned(&["8", "greedy", "search:time=0.5,depth=9", "mcts:nodes=500"]);
    fuzz("bots", cases, &bots, comes_back::<Bot>);
    fuzz("programs", cases, &owned(&["uci:nodes=1000 engine --flag", "uci:depth=3 a"]), comes_back::<UciCommand>);
    fuzz("players", cases, &owned(&["5", "random", "uci:depth=1 engine"]), comes_back::<Contestant>);
    fuzz("time controls", cases, &owned(&["60+0.6", "180+2", "10"]), comes_back::<TimeControl>);
    fuzz("draw rules", cases, &owned(&["movenumber=40,movecount=8,score=10"]), comes_back::<DrawRule>);
    fuzz("resign rules", cases, &owned(&["movecount=4,score=900"]), comes_back::<ResignRule>);
    fuzz("evaluations of notes", cases, &owned(&["0.17", "-12", "#-3"]), comes_back::<Evaluation>);
    fuzz("dice", cases, &owned(&["physics", "instant"]), comes_back::<Dice>);
    let themes: Vec<_> = puzzles::shipped("chess").unwrap().iter().flat_map(|puzzle| puzzle.themes.clone()).collect();
    let themes: Vec<_> = themes.iter().take(5).map(ToString::to_string).collect();
    fuzz("themes", cases, &themes, comes_back::<Theme>);
    // Sides are read only from match files.
    fuzz("sides", cases, &owned(&["\"white\"", "\"black\""]), comes_back_as_json::<Side>);
}
