//! The flat view: a token for each piece.

use bevy::prelude::*;
use fairground::bots::Bot;
use fairground::engine::{Look, Side};
use fairground::games;
use fairground::play::{Dice, Match, Replay, Seat, Setup};
use fairground::session::{PlayerCommand, Session, Settings, TableUpdate, View};
use fairground::table::camera::Orbit;
use fairground::table::layout::Places;
use fairground::table::marks::{LaidToken, token};
use fairground::table::piece::{PieceIndex, ShownFlat, TablePiece, TrayDie};

use super::rig::Table;
use super::setup;

fn look(table: &mut Table, view: View) {
    table.app.world_mut().resource_mut::<Settings>().view = view;
    for _ in 0..3 {
        table.frame();
    }
}

fn camera(table: &mut Table) {
    let places = Places { layout: table.get::<Places>().layout.clone() };
    let orbit = Orbit::framing(View::Flat, places.on_board(0.0), 1.4);
    table.app.world_mut().spawn((Camera3d::default(), orbit.transform()));
}

/// The visible tokens.
fn tokens(table: &mut Table) -> Vec<(LaidToken, Transform)> {
    let mut tokens = table.app.world_mut().query::<(&LaidToken, &Transform, &Visibility)>();
    let shown = tokens.iter(table.app.world()).filter(|(.., visibility)| **visibility != Visibility::Hidden);
    shown.map(|(token, at, _)| (token.clone(), *at)).collect()
}

fn shown_flat(table: &mut Table) -> [usize; 2] {
    let mut pieces = table.app.world_mut().query_filtered::<Has<ShownFlat>, (With<TablePiece>, Without<TrayDie>)>();
    let (flat, whole): (Vec<_>, Vec<_>) = pieces.iter(table.app.world()).partition(|flat| *flat);
    [flat.len(), whole.len()]
}

/// In every game and position, each cell has the token of its piece, and no piece is drawn. Back at
/// the table, the tokens are gone.
#[test]
fn each_piece_has_its_token() {
    for info in games::ALL {
        let mut table = Table::with(setup(info.id, Bot::Greedy, 5, Dice::Instant), 1.0 / 30.0);
        camera(&mut table);
        while table.played().len() < 30 && table.next_action(true, |_| ()).is_some() {}
        look(&mut table, View::Flat);
        let tokens_now = tokens(&mut table);
        let game = table.running().game();
        for piece in game.pieces() {
            let Some(base) = table.get::<PieceIndex>().at(piece.place) else { panic!("{}: {piece:?}", info.id) };
            let own: Vec<_> = tokens_now.iter().filter(|(token, _)| token.on == base).collect();
            assert_eq!(own.len(), 1, "{}: {piece:?}", info.id);
            let (laid, at) = own[0];
            assert_eq!((&laid.token, laid.side), (&token(game, &piece.look), piece.side), "{}", info.id);
            let there = table.transform(base).translation;
            assert!(at.translation.xz().distance(there.xz()) < 1e-4, "{}: {piece:?} at {at:?}", info.id);
        }
        assert_eq!(shown_flat(&mut table)[1], 0, "{}: drawn unchanged", info.id);
        look(&mut table, View::White);
        assert!(tokens(&mut table).is_empty() && shown_flat(&mut table)[0] == 0, "{}", info.id);
    }
}

/// The token of a thrown die appears only when the die is back on its cell, and its result stays
/// hidden until it rests, even in a replay.
#[test]
fn a_tumbling_die_has_no_token() {
    let mut played = Match::new(Setup::new(games::info("fluky").unwrap(), [Seat::Human; 2], 1)).unwrap();
    played.act("c1c2").unwrap();
    let roll = played.throw(None).unwrap();
    played.apply_roll(&roll).unwrap();
    played.resign(Side::White).unwrap();
    let (mut replay, at) = (Replay::of_match(&played), 1);
    replay.go_to(at);
    assert!(replay.next_throw().is_some_and(|(.., roll)| roll.physical.is_some()));
    let mut table = Table::with(setup("fluky", Bot::Random, 1, Dice::Instant), 1.0 / 60.0);
    camera(&mut table);
    table.app.world_mut().write_message(TableUpdate::reset(replay.game()));
    table.app.insert_resource(Session::from(replay));
    look(&mut table, View::Flat);
    let all = tokens(&mut table).len();
    table.app.world_mut().write_message(PlayerCommand::Seek(at + 1));
    let (mut without, mut frames) = (0, 0);
    let played = |table: &Table| table.get::<Session>().game().unwrap().played().len();
    while frames < 2 || table.busy() || played(&table) == at {
        let (moves, known) = (table.busy(), played(&table) > at);
        table.frame();
        frames += 1;
        assert!(frames < 3000, "the die does not come to rest");
        without += usize::from(tokens(&mut table).len() < all);
        // The viewer has seen the die at rest.
        assert!(known || played(&table) == at || !moves && frames > 20, "the result is known after {frames} frames");
    }
    assert!(without > 20, "{without} of {frames} frames");
    assert_eq!(tokens(&mut table).len(), all);
    let mut dice = table.app.world_mut().query::<&TablePiece>();
    assert!(dice.iter(table.app.world()).any(|piece| matches!(piece.look, Look::Die(..))));
}
