//! Pieces as physical bodies: struck, carried home, and in free hands.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{RigidBody, Velocity};
use fairground::bots::Bot;
use fairground::engine::{Event, Place};
use fairground::games;
use fairground::play::{Dice, Seat, Setup};
use fairground::session::{FreeHands, PlayerCommand, TableUpdate};
use fairground::table::layout::{BoardPart, Places};
use fairground::table::physics::{Grabbed, Knocked, flip, loosen, shake};
use fairground::table::piece::{PieceIndex, stacks};

use super::rig::{Heard, NEAR, Table};
use super::{headless, setup};

fn people(game: &str, seed: u64) -> Setup {
    Setup { seats: [Seat::Human; 2], ..setup(game, Bot::Random, seed, Dice::Instant) }
}

/// Maximum distance of a visible piece from its place, m.
fn astray(table: &mut Table) -> f32 {
    let men = table.men();
    let off = |man: &Entity| {
        let home = stacks::home(table.app.world(), *man).unwrap();
        table.transform(*man).translation.distance(home.translation)
    };
    men.iter().map(off).fold(0.0, f32::max)
}

#[test]
fn a_struck_stack_falls_apart_beside_its_cell_and_comes_home() {
    let mut struck = 0;
    for seed in 1..40 {
        let actions = headless(setup("makarenko", Bot::Greedy, seed, Dice::Instant), 60);
        let mut table = Table::with(people("makarenko", seed), 1.0 / 60.0);
        for action in actions {
            let homes: Vec<_> = table.men().iter().map(|man| (*man, table.transform(*man))).collect();
            let before = table.captured().len();
            table.app.world_mut().write_message(PlayerCommand::Act(action));
            let (mut farthest, mut loose) = (Vec::<(Entity, f32)>::new(), 0);
            while table.played().is_empty() || farthest.is_empty() || table.busy() {
                table.frame();
                let mut knocked = table.app.world_mut().query_filtered::<Entity, With<Knocked>>();
                let knocked: Vec<_> = knocked.iter(table.app.world()).collect();
                loose = loose.max(knocked.len());
                for man in knocked {
                    let (_, home) = homes.iter().find(|(other, _)| *other == man).unwrap();
                    farthest.push((man, table.transform(man).translation.xz().distance(home.translation.xz())));
                }
                if !table.busy() {
                    break;
                }
            }
            // Counts only stacks.
            if table.captured().len() - before > 1 && loose > 1 {
                struck += 1;
                let far = farthest.iter().map(|(_, far)| *far).fold(0.0, f32::max);
                assert!(far > 0.02, "it lands {far} m from its place");
                assert!(astray(&mut table) < NEAR);
            }
        }
        if struck >= 3 {
            break;
        }
    }
    assert!(struck >= 3, "{struck} stacks were struck");
}

/// Lets bots play matches of every game, one for each seed, until `each` pieces are captured or the
/// match gets long. Returns the number of captures. After each capture, asserts that all pieces are
/// at home and fixed.
fn capture(seeds: impl Iterator<Item = u64>, each: usize, all: usize) -> usize {
    let mut captures = 0;
    for seed in seeds {
        for info in games::ALL {
            let mut begin = setup(info.id, Bot::Greedy, seed, Dice::Instant);
            begin.seats = [Seat::Bot(Bot::Greedy), Seat::Bot(Bot::Random)];
            let mut table = Table::with(begin, 0.25);
            let mut before = 0;
            while before < each && table.played().len() < 200 && table.next_action(false, |_| ()).is_some() {
                let now = table.captured().len();
                captures += now.saturating_sub(before);
                if now > before {
                    let context = format!("{}, {seed}, {}", info.id, table.played().join(" "));
                    assert!(astray(&mut table) < NEAR, "{context}");
                    let standing = table.men();
                    for man in standing {
                        assert_eq!(table.app.world().get::<RigidBody>(man), Some(&RigidBody::Fixed), "{context}");
                    }
                }
                before = now;
            }
            if captures >= all {
                return captures;
            }
        }
    }
    captures
}

#[test]
fn fifty_captures_leave_every_piece_at_home() {
    let captures = capture(100..104, 9, 50);
    assert!(captures >= 50, "{captures}");
}

#[test]
#[ignore = "long"]
fn a_thousand_captures_leave_every_piece_at_home() {
    assert!(capture(100.., usize::MAX, 1000) >= 1000);
}

fn frames(table: &mut Table, count: usize) {
    for _ in 0..count {
        table.frame();
    }
}

#[test]
fn free_hands_never_change_the_position() {
    for info in games::ALL {
        let mut table = Table::with(people(info.id, 21), 1.0 / 30.0);
        // Some games begin with an empty board.
        for action in headless(setup(info.id, Bot::Random, 21, Dice::Instant), 12) {
            table.ask(&action);
            table.next_action(true, |_| ()).unwrap();
        }
        for (name, act) in [("shaken", shake as fn(&mut World)), ("flipped", flip)] {
            let before = table.running().game().text();
            table.app.insert_resource(FreeHands(true));
            act(table.app.world_mut());
            let mut far = 0.0_f32;
            for _ in 0..60 {
                table.frame();
                far = far.max(astray(&mut table));
                for man in table.men() {
                    let at = table.transform(man).translation;
                    assert!(at.is_finite() && at.y > -0.05 && at.length() < 4.0, "{}, {name}: {at}", info.id);
                }
            }
            assert!(far > if name == "flipped" { 0.1 } else { 0.005 }, "{}, {name}: only {far} m", info.id);
            let played = table.played().len();
            if name == "shaken" {
                table.app.world_mut().write_message(TableUpdate::TidyUp);
                table.frame();
                while table.busy() {
                    table.frame();
                }
                assert_eq!(table.running().game().text(), before);
            } else {
                // The next move brings all pieces home, too.
                let Some(action) = table.running().game().actions().first().cloned() else { continue };
                table.ask(&action);
                table.next_action(false, |_| ()).unwrap();
                assert_eq!(table.played().len(), played + 1);
            }
            table.agrees(&format!("{}, {name}", info.id));
        }
    }
}

/// A board that flies home hits no piece: pieces wait above it until it has landed.
#[test]
fn a_board_flying_home_hits_no_piece() {
    for game in ["chess", "fluky"] {
        let mut table = Table::with(people(game, 2), 1.0 / 60.0);
        flip(table.app.world_mut());
        frames(&mut table, 90);
        table.app.world_mut().write_message(TableUpdate::TidyUp);
        table.frame();
        let mut boards = table.app.world_mut().query_filtered::<Entity, With<BoardPart>>();
        let board = boards.iter(table.app.world()).next().unwrap();
        let half = table.get::<Places>().board();
        let half = (half.max - half.min) / 2.0;
        let (mut met, mut seen) = (0, 0);
        let mut frame = 0;
        while table.busy() {
            table.frame();
            frame += 1;
            let lies = table.transform(board);
            let lands = frame > 30;
            let men = table.men();
            for man in men {
                let at = lies.to_matrix().inverse().transform_point3(table.transform(man).translation);
                let inside = at.x.abs() < half.x && at.z.abs() < half.y && at.y < -0.002 && at.y > -0.016;
                met += u32::from(inside && lands);
                seen += 1;
            }
        }
        assert!(seen > 100 && met == 0, "{game}: in {met} of {seen} frames a piece is inside the board");
        table.agrees(game);
    }
}

#[test]
fn pieces_stay_standing_when_everything_is_loose() {
    for info in games::ALL {
        let mut table = Table::with(people(info.id, 5), 1.0 / 30.0);
        loosen(table.app.world_mut());
        frames(&mut table, 60);
        let off = astray(&mut table);
        assert!(off < 0.004, "{}: a piece has moved by {off} m", info.id);
    }
}

#[test]
fn a_piece_in_hand_follows_it_and_knocks_others_over() {
    let mut table = Table::with(people("chess", 1), 1.0 / 60.0);
    let cell = |table: &Table, name: &str| {
        let places = table.get::<fairground::table::layout::Places>();
        places.cell(places.layout.cell_named(name).unwrap())
    };
    let rook = table.stack("a1")[0];
    let (hold, end) = (Vec3::Y * 0.02, cell(&table, "h1") + Vec3::Y * 0.03);
    loosen(table.app.world_mut());
    let begin = cell(&table, "a1") + hold;
    for step in 0..=90_u8 {
        let hand = begin.lerp(end, f32::from(step) / 90.0);
        table.app.world_mut().entity_mut(rook).insert(Grabbed { hold, hand });
        table.frame();
    }
    frames(&mut table, 10);
    assert!(table.transform(rook).transform_point(hold).distance(end) < 0.03);
    let knocked = ["b1", "c1", "d1", "e1", "f1"].map(|name| table.stack(name)[0]);
    let moved = knocked.iter().filter(|man| {
        let home = stacks::home(table.app.world(), **man).unwrap();
        table.transform(**man).translation.distance(home.translation) > 0.005
    });
    assert!(moved.count() >= 2, "nothing was knocked over");
    // Thrown from above the others.
    table.app.world_mut().entity_mut(rook).insert(Grabbed { hold, hand: end + Vec3::Y * 0.12 });
    frames(&mut table, 30);
    table.app.world_mut().entity_mut(rook).remove::<Grabbed>();
    let flung = Velocity { linear: Vec3::new(0.0, 0.6, 0.8), angular: Vec3::ZERO };
    table.app.world_mut().entity_mut(rook).insert(flung);
    frames(&mut table, 20);
    assert!(table.transform(rook).translation.z > end.z + 0.05);
    assert_eq!(
        table.get::<PieceIndex>().at(Place::Cell(table.running().game().layout().cell_named("a1").unwrap())),
        Some(rook)
    );
    assert!(!table.get::<Heard>().0.iter().any(|event| matches!(event, Event::Moved { .. })));
}

/// Prints the time of a physics step, ms, including its frame.
#[test]
#[ignore = "measures: cargo test --release --test table -- --ignored --nocapture cost"]
fn step_cost() {
    for info in games::ALL {
        let mut table = Table::with(people(info.id, 1), 1.0 / 120.0);
        for action in headless(setup(info.id, Bot::Random, 1, Dice::Instant), 20) {
            table.ask(&action);
            table.next_action(true, |_| ()).unwrap();
        }
        let cost = |table: &mut Table, count: u16| {
            let begun = std::time::Instant::now();
            frames(table, usize::from(count));
            begun.elapsed().as_secs_f64() * 1000.0 / f64::from(count)
        };
        frames(&mut table, 30);
        let rest = cost(&mut table, 240);
        loosen(table.app.world_mut());
        let loose = cost(&mut table, 240);
        flip(table.app.world_mut());
        let flipped = cost(&mut table, 120);
        let pieces = table.men().len();
        println!("{}: {pieces} pieces, at rest {rest:.3}, all loose {loose:.3}, flipped {flipped:.3}", info.id);
    }
}
