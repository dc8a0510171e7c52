//! Two windows with panels, but without a screen, that play through a real server on a free port of
//! this machine.

mod windows;

use std::time::Duration;

use fairground::dice::Flick;
use fairground::engine::{ActionText, Options, Side};
use fairground::play::{AnalysedGame, Clock, Pending, Seat, Setup};
use fairground::rooms::{CreateRoom, OfferKind, Phrase, RoomLink};
use fairground::session::{BoardCommand, ConnectionState, CurrentRoom, KeptRooms, Lobby, PlayerCommand, RoomCommand};
use fairground::{games, record};
use windows::{Host, Window, begin, seat_of, until};

#[test]
fn chess_in_a_room_from_the_invitation_to_the_rematch() {
    let host = Host::start();
    let room = CreateRoom { clock: Some("300+5".into()), private: false, ..CreateRoom::of_game("chess") };
    let [mut ada, mut bo] = begin(&host, room);
    assert_eq!(Side::BOTH.map(|side| seat_of(&ada, side)), [Seat::Human, Seat::Remote]);
    assert_eq!(Side::BOTH.map(|side| seat_of(&bo, side)), [Seat::Remote, Seat::Human]);
    // The player not to move cannot act, and the server's refusal names its rule.
    bo.act("e7e5");
    ada.act("e2e5");
    // An invalid text is answered with an example.
    until(&mut [&mut ada], "a refusal", |windows| !windows[0].told.is_empty());
    ada.act("hello");
    until(&mut [&mut ada, &mut bo], "refusals", |windows| {
        let unreadable = windows[0].was_told("'hello' is not a move in Orthodox chess.");
        unreadable && windows[1].was_told("opponent's turn") && windows[0].told.iter().any(|told| told.rule.is_some())
    });
    assert!(ada.played().is_empty());
    ada.act("e2e4");
    until(&mut [&mut ada, &mut bo], "e2e4", |windows| {
        windows.iter().all(|window| window.played() == ["e2e4"] && !window.says("Sent:") && window.says("5:0"))
    });
    // Chat and phrases.
    bo.room(RoomCommand::SayPhrase(Phrase::GoodLuck));
    bo.room(RoomCommand::Say("Have fun".into()));
    until(&mut [&mut ada, &mut bo], "chat", |windows| {
        windows[0].says("Bo: Good luck!") && windows[0].says("Bo: Have fun") && windows[1].says("You: Have fun")
    });
    // A takeback needs an answer.
    ada.command(PlayerCommand::Takeback);
    until(&mut [&mut ada, &mut bo], "the offer", |windows| {
        windows[0].says("You ask to take back") && windows[1].says("Ada asks to take back")
    });
    let offer = bo.get::<CurrentRoom>().joined().unwrap().offered().unwrap().offer;
    bo.room(RoomCommand::Answer(offer, true));
    until(&mut [&mut ada, &mut bo], "the takeback", |windows| windows.iter().all(|window| window.played().is_empty()));
    // A draw is declined, also by playing on.
    ada.command(PlayerCommand::OfferDraw(Side::White));
    until(&mut [&mut ada, &mut bo], "the draw", |windows| windows[1].says("Ada offers a draw"));
    bo.command(PlayerCommand::DeclineDraw);
    until(&mut [&mut ada, &mut bo], "no draw", |windows| windows[0].was_told("Declined: a draw"));
    // A spectator.
    let mut eve = Window::open("Eve");
    eve.room(RoomCommand::List(host.link()));
    until(&mut [&mut eve], "the list", |windows| windows[0].get::<Lobby>().listed().is_some());
    let listed = eve.get::<Lobby>().listed().unwrap().1.unwrap().to_vec();
    assert_eq!((listed.len(), &*listed[0].game), (1, "chess"));
    eve.room(RoomCommand::Join(RoomLink { server: host.link(), room: listed[0].room.clone(), token: None }));
    until(&mut [&mut ada, &mut bo, &mut eve], "a spectator", |windows| {
        windows[0].says("One spectator") && windows[2].playing().is_some()
    });
    eve.act("e2e4");
    until(&mut [&mut eve], "only watching", |windows| windows[0].was_told("You are watching"));
    for (index, action) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        let player = if index % 2 == 0 { &mut ada } else { &mut bo };
        player.act(action);
        until(&mut [&mut ada, &mut bo, &mut eve], action, |windows| {
            windows.iter().all(|window| window.played().len() == index + 1)
        });
    }
    until(&mut [&mut ada, &mut bo], "the file", |windows| {
        windows
            .iter()
            .all(|window| window.folder.path().join("matches").read_dir().is_ok_and(|files| files.count() > 0))
    });
    // At the end, the seat is forgotten.
    assert!(ada.get::<KeptRooms>().rooms().is_empty());
    let file = ada.folder.path().join("matches").read_dir().unwrap().next().unwrap().unwrap().path();
    assert!(record::read(&file).unwrap().reveal().is_some());
    // A rematch, with sides swapped.
    bo.room(RoomCommand::Offer(OfferKind::Rematch));
    until(&mut [&mut ada, &mut bo], "the rematch", |windows| windows[0].says("Bo offers a rematch"));
    let offer = ada.get::<CurrentRoom>().joined().unwrap().offered().unwrap().offer;
    ada.room(RoomCommand::Answer(offer, true));
    until(&mut [&mut ada, &mut bo, &mut eve], "the rematch begins", |windows| {
        windows.iter().all(|window| window.playing().is_some_and(|running| running.outcome().is_none()))
    });
    assert_eq!(Side::BOTH.map(|side| seat_of(&eve, side)), [Seat::Remote; 2], "spectators keep watching");
    assert_eq!(seat_of(&ada, Side::Black), Seat::Human);
    bo.command(PlayerCommand::Resign(Side::White));
    until(&mut [&mut ada, &mut bo], "the end", |windows| {
        windows.iter().all(|window| window.playing().is_some_and(|running| running.outcome().is_some()))
    });
}

#[test]
fn a_match_that_ended_without_its_player_is_saved_on_return() {
    let host = Host::start();
    let [ada, mut bo] = begin(&host, CreateRoom::of_game("chess"));
    let folder = ada.folder;
    drop(ada.app);
    bo.command(PlayerCommand::Resign(Side::Black));
    until(&mut [&mut bo], "the end", |windows| windows[0].playing().is_some_and(|running| running.outcome().is_some()));
    let mut ada = Window::open_in("Ada", folder);
    let seat = ada.get::<KeptRooms>().rooms()[0].link().unwrap();
    ada.room(RoomCommand::Join(seat));
    until(&mut [&mut ada], "the match", |windows| windows[0].playing().is_some());
    let mut files = ada.folder.path().join("matches").read_dir().unwrap();
    assert!(record::read(&files.next().unwrap().unwrap().path()).unwrap().reveal().is_some());
}

/// The analysis on the table is saved before a match in a room replaces it.
#[test]
fn an_analysis_is_saved_when_a_match_in_a_room_begins() {
    let host = Host::start();
    let mut ada = Window::open("Ada");
    let game = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap();
    let analysed = Box::new(AnalysedGame::of_game(&*game).unwrap());
    ada.command(PlayerCommand::Board(BoardCommand::Open(analysed)));
    ada.frame();
    ada.act("e2e4");
    ada.frame();
    let room = CreateRoom { black: "random".into(), ..CreateRoom::of_game("chess") };
    ada.room(RoomCommand::Create { server: host.link(), room: Box::new(room), side: Side::White });
    until(&mut [&mut ada], "the match and the file", |windows| {
        windows[0].playing().is_some() && windows[0].was_told("Saved: ")
    });
    let files = ada.folder.path().join("matches").read_dir().unwrap();
    let files: Vec<_> = files.map(|file| record::read(&file.unwrap().path()).unwrap()).collect();
    assert!(files.len() == 1 && files[0].header.analysis && files[0].actions().len() == 1);
}

/// The thinking time of the next move is saved in the file of a match replaced by one in a room.
#[test]
fn joining_a_room_returns_no_clock_time() {
    let host = Host::start();
    let mut ada = Window::open("Ada");
    let clock = Clock { start: Duration::from_secs(600), increment: Duration::ZERO };
    let setup = Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1);
    ada.command(PlayerCommand::Begin(Box::new(Setup { clock: Some(clock), ..setup })));
    ada.frame();
    ada.act("e2e4");
    ada.frame();
    let room = CreateRoom { black: "random".into(), ..CreateRoom::of_game("chess") };
    ada.room(RoomCommand::Create { server: host.link(), room: Box::new(room), side: Side::White });
    until(&mut [&mut ada], "the match", |windows| windows[0].playing().is_some());
    let file = ada.folder.path().join("matches").read_dir().unwrap().next().unwrap().unwrap().path();
    until(&mut [&mut ada], "the file", |_| record::read(&file).unwrap().thinking_ms() > 0);
}

/// A spectator with a seat in the room can take it again.
#[test]
fn watching_keeps_the_seat() {
    let host = Host::start();
    let [mut ada, mut bo] = begin(&host, CreateRoom { private: false, ..CreateRoom::of_game("chess") });
    let seat = ada.get::<CurrentRoom>().joined().unwrap().state().link().clone();
    ada.command(PlayerCommand::Leave);
    until(&mut [&mut ada, &mut bo], "the start screen", |windows| windows[0].playing().is_none());
    ada.room(RoomCommand::Join(RoomLink { token: None, ..seat.clone() }));
    until(&mut [&mut ada, &mut bo], "watching", |windows| {
        windows[0].playing().is_some() && seat_of(windows[0], Side::White) == Seat::Remote
    });
    assert_eq!(ada.get::<KeptRooms>().rooms()[0].link(), Some(seat.clone()));
    ada.room(RoomCommand::Join(seat));
    until(&mut [&mut ada, &mut bo], "the seat", |windows| {
        windows[0].playing().is_some() && seat_of(windows[0], Side::White) == Seat::Human
    });
}

#[test]
fn a_seat_moves_to_another_window_and_back() {
    let host = Host::start();
    let [mut ada, mut bo] = begin(&host, CreateRoom { clock: Some("300+5".into()), ..CreateRoom::of_game("chess") });
    let before = bo.get::<CurrentRoom>().joined().unwrap().state().link().clone();
    ada.act("e2e4");
    until(&mut [&mut ada, &mut bo], "e2e4", |windows| windows.iter().all(|window| window.played() == ["e2e4"]));
    bo.click("Links …");
    bo.click("Play on another device …");
    until(&mut [&mut ada, &mut bo], "the link", |windows| {
        windows[1].says("Your seat moves there when the link is used")
    });
    let link = bo.get::<CurrentRoom>().joined().unwrap().other_device().unwrap().clone();
    assert!(bo.says(&link.to_string()) && link != before);
    // Until the link is used, the seat stays here.
    assert!(bo.waits_for_user());
    let mut phone = Window::open("Bo");
    phone.room(RoomCommand::Join(link.clone()));
    until(&mut [&mut ada, &mut bo, &mut phone], "the move", |windows| {
        let there = windows[2].playing().is_some_and(|running| running.game().played().len() == 1);
        there && windows[1].says("You are now playing on another device") && !windows[1].says("Your seat moves there")
    });
    assert_eq!(seat_of(&phone, Side::Black), Seat::Human);
    // The old window explains why it is inactive, and the match continues without it.
    bo.act("e7e5");
    until(&mut [&mut bo], "no action", |windows| windows[0].was_told("You are now playing on another device"));
    assert!(!bo.says("Sent:") && !bo.says("Offer draw"), "{:?}", bo.texts);
    phone.act("c7c5");
    until(&mut [&mut ada, &mut bo, &mut phone], "c7c5", |windows| {
        [0, 2].iter().all(|window| windows[*window].played() == ["e2e4", "c7c5"])
    });
    assert_eq!(bo.played(), ["e2e4"]);
    // The previous link is no longer valid.
    let mut eve = Window::open("Eve");
    eve.room(RoomCommand::Join(before));
    until(&mut [&mut eve], "no entry", |windows| windows[0].says("this link is not valid for the room"));
    // Both devices have the new link, so a button takes the seat back.
    assert_eq!(bo.get::<KeptRooms>().rooms()[0].link(), Some(link));
    bo.click("Play here again");
    until(&mut [&mut ada, &mut bo, &mut phone], "coming back", |windows| {
        let here = windows[1].played() == ["e2e4", "c7c5"] && !windows[1].says("another device");
        here && windows[2].says("You are now playing on another device")
    });
    for (index, action) in ["g1f3", "d7d6"].into_iter().enumerate() {
        let player = if index == 0 { &mut ada } else { &mut bo };
        player.act(action);
        until(&mut [&mut ada, &mut bo], action, |windows| {
            windows.iter().all(|window| window.played().len() == index + 3)
        });
    }
}

/// Throws if a throw is due. Otherwise plays an action, if possible one that leads to a throw and
/// cannot end the match. Returns whether it was a throw.
fn go_on(window: &mut Window) -> bool {
    let running = window.playing().unwrap();
    if matches!(running.pending(), Pending::Throw { .. }) {
        window.command(PlayerCommand::Throw(Some(Flick { direction: [0.3, -1.0], speed: 2.0 })));
        return true;
    }
    let game = running.game();
    let rolls = |action: &str| {
        let mut after = game.boxed();
        if after.apply(action).is_err() {
            return false;
        }
        let goes_on = |roll: &ActionText| {
            let mut then = after.boxed();
            then.apply(roll).is_ok() && then.turn().outcome().is_none()
        };
        after.actions().iter().all(|action| action.is_roll() && goes_on(action))
    };
    let actions = game.actions();
    let action = actions.iter().find(|action| rolls(action)).unwrap_or(&actions[0]).clone();
    window.act(&action);
    false
}

#[test]
fn fluky_chess_survives_closed_windows_and_stopped_servers() {
    let mut host = Host::start();
    let [mut ada, mut bo] = begin(&host, CreateRoom::of_game("fluky"));
    let mut throws = 0;
    let mut play = |ada: &mut Window, bo: &mut Window, turns: usize| {
        for _ in 0..turns {
            until(&mut [ada, bo], "a turn", |windows| {
                let [ada, bo] = windows else { return false };
                ada.played() == bo.played() && (ada.waits_for_user() || bo.waits_for_user())
            });
            let before = ada.played().len();
            let player = if ada.waits_for_user() { &mut *ada } else { &mut *bo };
            throws += usize::from(go_on(player));
            until(&mut [ada, bo], "an action", |windows| windows.iter().all(|window| window.played().len() > before));
        }
    };
    play(&mut ada, &mut bo, 6);
    let position = |window: &Window| window.playing().unwrap().game().text();
    assert_eq!(position(&ada), position(&bo));
    // A window is closed; another one takes the seat with the user's files, which only that user
    // can read.
    let link = bo.get::<CurrentRoom>().joined().unwrap().state().link().clone();
    let (before, folder) = (position(&bo), bo.folder);
    drop(bo.app);
    let mut bo = Window::open_in("Bo", folder);
    assert_eq!(bo.get::<KeptRooms>().rooms()[0].link(), Some(link.clone()));
    until(&mut [&mut bo], "the tile", |windows| windows[0].says("Continue online"));
    bo.click("Fluky Chess as Black against Ada");
    until(&mut [&mut ada, &mut bo], "coming back", |windows| windows[1].playing().is_some());
    assert_eq!(position(&bo), before);
    play(&mut ada, &mut bo, 3);
    // The server stops. A request sent meanwhile is played once after its return.
    let address = host.stop();
    until(&mut [&mut ada, &mut bo], "the loss", |windows| {
        windows.iter().all(|window| {
            let lost = matches!(window.get::<CurrentRoom>().joined().unwrap().connection(), ConnectionState::Lost(_));
            lost && window.says("Reconnecting")
        })
    });
    let before = ada.played().len();
    let player = if ada.waits_for_user() { &mut ada } else { &mut bo };
    go_on(player);
    player.frame();
    player.frame();
    assert_eq!(player.played().len(), before, "the rules' answer is not predicted");
    assert!(player.says("Sent: ") || player.says("Thrown: "), "{:?}", player.texts);
    host.listen(&address);
    until(&mut [&mut ada, &mut bo], "the same match", |windows| {
        windows.iter().all(|window| !window.says("Reconnecting") && window.played().len() == before + 1)
    });
    play(&mut ada, &mut bo, 4);
    assert_eq!(position(&ada), position(&bo));
    assert!(throws > 1, "{throws}");
}

#[test]
fn errors_of_links_and_servers_are_shown() {
    let mut ada = Window::open("Ada");
    // No server listens there.
    ada.room(RoomCommand::Create {
        server: "http://127.0.0.1:9".into(),
        room: Box::new(CreateRoom::of_game("chess")),
        side: Side::White,
    });
    until(&mut [&mut ada], "no server", |windows| {
        windows[0].get::<Lobby>().refused().is_some_and(|why| why.contains("cannot be reached"))
    });
    let host = Host::start();
    let wrong = RoomLink { server: host.link(), room: "a-00000000".into(), token: Some("00".into()) };
    ada.room(RoomCommand::Join(wrong));
    until(&mut [&mut ada], "no room", |windows| {
        matches!(windows[0].get::<CurrentRoom>().joined().unwrap().connection(), ConnectionState::Closed(_))
    });
    assert!(ada.says("Leave the room"), "{:?}", ada.texts);
    ada.room(RoomCommand::Leave);
    until(&mut [&mut ada], "the start screen", |windows| windows[0].says("Play online"));
}
