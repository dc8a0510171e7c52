//! Motion: smooth at any speed, on swinging sections, and home when a match ends.

use bevy::prelude::*;
use fairground::bots::Bot;
use fairground::engine::Side;
use fairground::games;
use fairground::play::{Dice, Pending, Seat, Setup};
use fairground::session::{PlayerCommand, Settings};
use fairground::table::animation::{MovingAlong, RidesOn};
use fairground::table::layout::BoardPart;
use fairground::table::piece::stacks;

use super::rig::{NEAR, Table};
use super::{headless, setup};

fn people(game: &str, start: Option<&str>) -> Setup {
    let start = start.map(String::from);
    Setup { seats: [Seat::Human; 2], start, ..setup(game, Bot::Random, 1, Dice::Physics) }
}

fn settle(table: &mut Table, context: &str) {
    let mut frames = 0;
    while frames < 2 || table.busy() {
        table.frame();
        frames += 1;
        assert!(frames < 2000, "{context}: the table does not come to rest");
    }
}

/// Between two physics steps, a piece is drawn further along its path.
#[test]
fn slow_motion_does_not_stutter() {
    for (speed, rate) in [(0.25, 60.0), (0.25, 144.0), (1.0, 240.0)] {
        let mut table = Table::with(people("chess", Some("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")), 1.0 / rate);
        table.app.insert_resource(Settings { speed, ..default() });
        let rook = table.stack("a1")[0];
        table.ask("a1a8");
        let mut heights = Vec::new();
        while heights.is_empty() || table.busy() {
            table.frame();
            heights.push(-table.transform(rook).translation.z);
        }
        let steps: Vec<_> = heights.windows(2).map(|two| two[1] - two[0]).collect();
        let fastest = steps.iter().copied().fold(0.0, f32::max);
        // From leaving its cell until it slows down.
        let middle: Vec<_> = steps.iter().copied().filter(|step| *step > 0.7 * fastest).collect();
        let begun = steps.iter().position(|step| *step > 0.7 * fastest).unwrap();
        let ended = steps.iter().rposition(|step| *step > 0.7 * fastest).unwrap();
        assert!(middle.len() > 20, "{speed}: {steps:?}");
        assert_eq!(ended - begun + 1, middle.len(), "{speed}, {rate} Hz: it stops on its way: {steps:?}");
    }
}

/// The frame rate does not change the final places.
#[test]
fn the_frame_rate_does_not_change_final_places() {
    let mut ends: Vec<Vec<Transform>> = Vec::new();
    for rate in [30.0, 75.0, 240.0] {
        let mut table = Table::with(people("chess", None), 1.0 / rate);
        for action in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5"] {
            table.ask(action);
            table.next_action(false, |_| ()).unwrap();
            settle(&mut table, action);
        }
        table.agrees("at rest");
        let mut men = table.men();
        // Queries are not ordered by entity.
        men.sort_unstable();
        ends.push(men.into_iter().map(|man| table.transform(man)).collect());
    }
    for end in &ends[1..] {
        for (one, other) in ends[0].iter().zip(end) {
            assert!(one.translation.distance(other.translation) < NEAR, "{one:?} and {other:?}");
        }
    }
}

/// Pieces keep their places on a swinging section in every frame.
#[test]
fn pieces_move_with_their_section() {
    let mut table = Table::with(setup("whack", Bot::Random, 4, Dice::Instant), 1.0 / 50.0);
    let mut places: Vec<(Entity, Transform)> = Vec::new();
    let mut ridden = 0;
    for _ in 0..20_000 {
        table.frame();
        let mut riders = table.app.world_mut().query::<(Entity, &RidesOn, &Transform)>();
        let riders: Vec<_> =
            riders.iter(table.app.world()).map(|(entity, rides, at)| (entity, rides.carrier, *at)).collect();
        if riders.is_empty() {
            places.clear();
        }
        for (entity, carrier, at) in riders {
            let world = table.app.world();
            assert!(world.get::<MovingAlong>(entity).is_none(), "it has its own path");
            let on = table.transform(carrier).to_matrix().inverse() * at.to_matrix();
            let on = Transform::from_matrix(on);
            match places.iter().find(|(other, _)| *other == entity) {
                Some((_, was)) => {
                    let off = was.translation.distance(on.translation);
                    assert!(off < NEAR, "it slips by {off} m");
                }
                None => {
                    ridden += usize::from(world.get::<BoardPart>(carrier).is_some());
                    places.push((entity, on));
                }
            }
        }
        if ridden > 10 {
            return;
        }
    }
    panic!("{ridden} pieces have ridden a section");
}

/// If a match ends while a die is in the air, the throw no longer counts: the die goes home with
/// its old side up.
#[test]
fn a_match_that_ends_while_a_die_tumbles_leaves_every_piece_at_home() {
    let mut thrown = Vec::new();
    for info in games::ALL {
        for end in ["resigned", "agreed"] {
            for frames in [3, 20, 45] {
                let mut table = Table::with(people(info.id, None), 1.0 / 30.0);
                let mut actions = headless(setup(info.id, Bot::Random, 1, Dice::Instant), 40);
                let Some(first) = actions.iter().position(|action| action.is_roll()) else { continue };
                actions.truncate(first);
                for action in &actions {
                    table.ask(action);
                    table.next_action(true, |_| ()).unwrap();
                    settle(&mut table, action);
                }
                assert!(matches!(table.running().pending(), Pending::Throw { .. }), "{}", info.id);
                table.app.world_mut().write_message(PlayerCommand::Throw(None));
                for _ in 0..frames {
                    table.frame();
                }
                let context = format!("{}, {end} after {frames} frames", info.id);
                if end == "resigned" {
                    table.app.world_mut().write_message(PlayerCommand::Resign(Side::Black));
                } else {
                    table.app.world_mut().write_message(PlayerCommand::OfferDraw(Side::White));
                    table.app.world_mut().write_message(PlayerCommand::AcceptDraw);
                }
                settle(&mut table, &context);
                assert!(table.running().outcome().is_some(), "{context}");
                for man in table.men() {
                    let home = stacks::home(table.app.world(), man).unwrap();
                    let off = table.transform(man).translation.distance(home.translation);
                    assert!(off < NEAR, "{context}: {off} m from home");
                }
                table.agrees(&context);
                thrown.push(info.id);
            }
        }
    }
    thrown.dedup();
    assert!(thrown.contains(&"fluky"), "{thrown:?}");
}
