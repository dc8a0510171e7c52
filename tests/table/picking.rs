//! Pointing with rays and pointer events, without a window.

use bevy::camera::NormalizedRenderTarget;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::{ButtonState, InputPlugin};
use bevy::picking::backend::HitData;
use bevy::picking::events::{Pointer, Press, Release};
use bevy::picking::pointer::{Location, PointerButton, PointerId};
use bevy::prelude::*;
use fairground::bots::Bot;
use fairground::engine::{GestureKind, Look, Place};
use fairground::games;
use fairground::play::{Dice, Pending, Seat, Setup};
use fairground::session::{FreeHands, PlayerCommand, Selection};
use fairground::table::camera::Orbit;
use fairground::table::input::{self, Picked, Picker};
use fairground::table::layout::{BoardPart, HEADROOM, Places};
use fairground::table::piece::{PieceIndex, SeenThrough, TablePiece, stacks};

use super::rig::Table;
use super::setup;

pub(super) fn table(game: &str, start: Option<&str>) -> Table {
    let start = start.map(String::from);
    let people = Setup { seats: [Seat::Human; 2], start, ..setup(game, Bot::Random, 1, Dice::Instant) };
    let mut table = Table::built(people, 1.0 / 60.0, |app| {
        app.add_plugins((InputPlugin, input::plugin));
    });
    for _ in 0..4 {
        table.frame();
    }
    table
}

/// The object hit by a ray to this point from above White's seat.
fn along(table: &mut Table, to: Vec3) -> Picked {
    let from = to + Vec3::new(0.0, 0.5, 0.15);
    let ray = Ray3d::new(from, Dir3::new(to - from).unwrap());
    table.app.world_mut().run_system_cached_with(|In(ray): In<Ray3d>, picker: Picker| picker.along(ray), ray).unwrap()
}

/// Presses the left button on one object and releases it on another.
fn drag(table: &mut Table, from: (Entity, Vec3), to: (Entity, Vec3), by: f32) {
    let location = |x: f32| {
        let target = NormalizedRenderTarget::None { width: 1280, height: 720 };
        Location { target, position: Vec2::new(100.0 + x, 100.0) }
    };
    let hit = |point: Vec3| HitData {
        camera: Entity::PLACEHOLDER,
        depth: 1.0,
        position: Some(point),
        normal: Some(Vec3::Z),
        extra: None,
    };
    let button = PointerButton::Primary;
    let press = Press { button, hit: hit(from.1), count: 1 };
    table.app.world_mut().trigger(Pointer::new(PointerId::Mouse, location(0.0), press, from.0));
    let release = Release { button, hit: hit(to.1) };
    table.app.world_mut().trigger(Pointer::new(PointerId::Mouse, location(by), release, to.0));
}

/// The object to click to point at a place: the uppermost piece there, or the board.
fn target(table: &mut Table, place: Place) -> (Entity, Vec3) {
    let base = table.get::<PieceIndex>().at(place);
    if let Some(base) = base {
        let top = stacks::stack(table.app.world(), base).pop().unwrap();
        return (top, table.transform(top).translation);
    }
    let Place::Cell(cell) = place else { panic!("{place:?} is empty") };
    let places = table.get::<Places>();
    let (point, section) = (places.cell(cell), places.layout.cells[cell.index()].section);
    let mut boards = table.app.world_mut().query::<(Entity, &BoardPart)>();
    let wanted = section.map_or(BoardPart::Whole, BoardPart::Section);
    let board = boards.iter(table.app.world()).find(|(_, board)| **board == wanted).unwrap().0;
    (board, point)
}

#[test]
fn a_ray_hits_every_piece_of_every_game() {
    for info in games::ALL {
        let mut table = table(info.id, None);
        let mut standing: Vec<_> = table.get::<PieceIndex>().iter().collect();
        // Pieces of a reserve stand close together.
        standing.retain(|(_, place)| matches!(place, Place::Cell(_)));
        for (base, place) in standing {
            let all = stacks::stack(table.app.world(), base);
            let top = *all.last().unwrap();
            let height = stacks::shape(table.app.world(), top).height() - stacks::shape(table.app.world(), top).lift();
            let at = table.transform(top).translation + Vec3::Y * 0.9 * height;
            let picked = along(&mut table, at);
            assert_eq!(picked.piece, Some(top), "{}: {place:?}", info.id);
            assert_eq!(picked.place, Some(place), "{}", info.id);
        }
        let cells = table.get::<Places>().layout.cells.clone();
        for (index, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.corners[0] != cell.corners[2]) {
            let place = Place::Cell(fairground::engine::Cell(index as u16));
            if table.get::<PieceIndex>().at(place).is_none() {
                let centre = cell.centre();
                let above = Vec3::new(centre.x, 0.0, -centre.y);
                let ray = Ray3d::new(above + Vec3::Y, Dir3::NEG_Y);
                let picked = table
                    .app
                    .world_mut()
                    .run_system_cached_with(|In(ray): In<Ray3d>, picker: Picker| picker.along(ray), ray)
                    .unwrap();
                assert_eq!(picked.place, Some(place), "{}: {}", info.id, cell.name);
            }
        }
    }
}

/// Slim pieces are also hit beside their necks.
#[test]
fn aiming_is_easy() {
    let mut table = table("chess", None);
    let king = table.stack("e1")[0];
    let beside = table.transform(king).translation + Vec3::new(0.0125, 0.07, 0.0);
    assert_eq!(along(&mut table, beside).piece, Some(king));
}

#[test]
fn a_chip_grabbed_at_its_side_lifts_all_above_it() {
    let mut table = table("makarenko", None);
    let tall = table.get::<PieceIndex>().iter().map(|(base, _)| base);
    let tall = tall.max_by_key(|base| stacks::stack(table.app.world(), *base).len()).unwrap();
    let all = stacks::stack(table.app.world(), tall);
    assert!(all.len() > 1, "no stack at the start");
    for (i, chip) in all.iter().enumerate() {
        let rim = table.transform(*chip).translation + Vec3::Z * fairground::table::mesh::chip::RADIUS;
        let ray = Ray3d::new(rim + Vec3::new(0.0, 0.001, 0.008), Dir3::NEG_Z);
        let picked = table
            .app
            .world_mut()
            .run_system_cached_with(|In(ray): In<Ray3d>, picker: Picker| picker.along(ray), ray)
            .unwrap();
        assert_eq!((picked.piece, picked.lifted), (Some(*chip), Some((all.len() - i) as u8)));
    }
}

/// In every game, a click on the moving piece and a click on its target make the move; so does a
/// drag.
#[test]
fn clicks_and_drags_move_every_kind_of_piece() {
    for info in games::ALL {
        for drags in [false, true] {
            let mut table = table(info.id, None);
            let mut kinds = std::collections::BTreeSet::new();
            for _ in 0..40 {
                match table.running().pending() {
                    Pending::Throw { .. } => {
                        table.app.world_mut().write_message(PlayerCommand::Throw(None));
                        table.next_action(true, |_| ()).unwrap();
                        continue;
                    }
                    Pending::Decide { .. } => {}
                    Pending::Over(..) => break,
                }
                let gestures = table.running().game().gestures();
                // Kinds of pieces that have not moved yet come first.
                let kind = |place: Place| {
                    let base = table.get::<PieceIndex>().at(place);
                    let piece = base.and_then(|base| table.app.world().get::<TablePiece>(base));
                    piece.map(|piece| match &piece.look {
                        Look::Die(die, _) => die.id.to_string(),
                        other => format!("{other:?}"),
                    })
                };
                let mut moves: Vec<_> = gestures
                    .iter()
                    .filter(|(_, it)| !matches!(it.kind, GestureKind::Pass | GestureKind::Rearrange(_)))
                    .filter_map(|(action, it)| Some((action.clone(), it.from?, it.to?, it.count, it.choice.is_some())))
                    .collect();
                moves.sort_by_key(|(_, from, ..)| kind(*from).is_some_and(|kind| kinds.contains(&kind)));
                let whole = |from: Place, count: Option<u8>| {
                    let base = table.get::<PieceIndex>().at(from).unwrap();
                    count.is_none_or(|count| usize::from(count) == stacks::stack(table.app.world(), base).len())
                };
                let Some((action, from, to, ..)) =
                    moves.into_iter().find(|(_, from, _, count, choice)| !choice && whole(*from, *count))
                else {
                    let action = gestures[0].0.clone();
                    table.app.world_mut().write_message(PlayerCommand::Act(action));
                    table.next_action(true, |_| ()).unwrap();
                    continue;
                };
                kinds.extend(kind(from));
                let mut a = target(&mut table, from);
                let b = target(&mut table, Place::Cell(to));
                let played = table.played().len();
                if drags {
                    // A click on the lowest chip lifts the whole stack.
                    let base = table.get::<PieceIndex>().at(from).unwrap();
                    a = (base, table.transform(base).translation);
                    drag(&mut table, a, b, 60.0);
                } else {
                    drag(&mut table, a, a, 0.0);
                    table.frame();
                    assert_eq!(table.get::<Selection>().held, Some(from), "{}: {action}", info.id);
                    drag(&mut table, b, b, 0.0);
                }
                table.frame();
                table.frame();
                assert_eq!(table.played().len(), played + 1, "{}: {action} by {drags}", info.id);
                while table.busy() {
                    table.app.world_mut().write_message(PlayerCommand::Skip);
                    table.frame();
                }
            }
            assert!(!kinds.is_empty(), "{}", info.id);
        }
    }
}

/// A click during an animation ends it and takes effect.
#[test]
fn a_click_during_an_animation_takes_effect() {
    let mut table = table("chess", None);
    table.app.world_mut().write_message(PlayerCommand::Act("e2e4".into()));
    for _ in 0..5 {
        table.frame();
    }
    assert!(table.busy());
    let knight = table.running().game().layout().cell_named("g8").unwrap();
    let at = target(&mut table, Place::Cell(knight));
    drag(&mut table, at, at, 0.0);
    for _ in 0..3 {
        table.frame();
    }
    assert!(!table.busy(), "it still moves");
    assert_eq!(table.get::<Selection>().held, Some(Place::Cell(knight)));
    // The held piece stays raised until it is released.
    drag(&mut table, at, at, 0.0);
    for _ in 0..30 {
        table.frame();
    }
    table.agrees("after the click");
}

/// The free-hands key during an animation also takes effect.
#[test]
fn a_key_during_an_animation_takes_effect() {
    let mut table = table("chess", None);
    table.app.world_mut().write_message(PlayerCommand::Act("e2e4".into()));
    for _ in 0..5 {
        table.frame();
    }
    assert!(table.busy());
    let press = |table: &mut Table, key: &str, key_code: KeyCode| {
        let logical_key = Key::Character(key.into());
        let (state, window) = (ButtonState::Pressed, Entity::PLACEHOLDER);
        let key = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
        table.app.world_mut().write_message(key);
    };
    press(&mut table, "J", KeyCode::KeyJ);
    for _ in 0..20 {
        table.frame();
    }
    assert_eq!(table.get::<FreeHands>(), &FreeHands(true));
    let pawn = table.stack("e4")[0];
    let off = table.transform(pawn).translation.distance(stacks::home(table.app.world(), pawn).unwrap().translation);
    assert!(off > 0.02, "only {off} m after the board was flipped");
    press(&mut table, "g", KeyCode::KeyG);
    table.frame();
    table.frame();
    assert_eq!(table.get::<FreeHands>(), &FreeHands(false));
    while table.busy() {
        table.frame();
    }
    table.agrees("tidied up");
}

/// With a piece in hand, a click on a piece in front of a target cell selects that cell.
#[test]
fn a_target_wins_the_click_over_the_piece_before_it() {
    let mut table = table("chess", None);
    let knight = table.stack("g1")[0];
    let knight = (knight, table.transform(knight).translation);
    drag(&mut table, knight, knight, 0.0);
    table.frame();
    // The head of the bishop on f1 covers f3.
    let (bishop, places) = (table.stack("f1")[0], table.get::<Places>());
    let seen = places.cell(places.layout.cell_named("f3").unwrap());
    drag(&mut table, (bishop, seen), (bishop, seen), 0.0);
    table.frame();
    table.frame();
    assert_eq!(table.played(), ["g1f3"]);
}

/// With a piece in hand, pieces in front of a target are transparent, and no others; with an empty
/// hand, none is.
#[test]
fn pieces_in_front_of_a_target_are_transparent() {
    let mut table = table("chess", Some("4k3/8/8/8/8/8/R7/4K3 w - - 0 1"));
    let [rook, king] = ["a2", "e1"].map(|cell| table.stack(cell)[0]);
    let orbit = Orbit::fitting(0.0, 0.6, false, &table.get::<Places>().on_board(HEADROOM), 1.4);
    table.app.world_mut().spawn((Camera3d::default(), orbit.transform()));
    let through = |table: &mut Table| -> Vec<Entity> {
        // Meanwhile the previously held piece is set down.
        for _ in 0..30 {
            table.frame();
        }
        let mut through = table.app.world_mut().query_filtered::<Entity, With<SeenThrough>>();
        through.iter(table.app.world()).collect()
    };
    assert!(through(&mut table).is_empty());
    let held = table.running().game().layout().cell_named("a2").map(Place::Cell);
    table.app.world_mut().insert_resource(Selection { held, ..default() });
    // The king is in front of e2.
    assert_eq!(through(&mut table), [king]);
    table.app.world_mut().insert_resource(Selection::default());
    assert!(through(&mut table).is_empty());
    // Held again, the piece moves.
    table.app.world_mut().insert_resource(Selection { held, ..default() });
    assert_eq!(through(&mut table), [king]);
    table.app.world_mut().write_message(PlayerCommand::Act("a2e2".into()));
    table.next_action(false, |_| ()).unwrap();
    assert!(!through(&mut table).contains(&king) && table.app.world().get::<SeenThrough>(rook).is_none());
}

/// After a refused drop, one click takes the same piece again.
#[test]
fn a_refused_drop_leaves_the_hand_empty() {
    let mut table = table("chess", None);
    let cell = |table: &Table, name: &str| Place::Cell(table.running().game().layout().cell_named(name).unwrap());
    let (pawn, far, own) = (cell(&table, "e2"), cell(&table, "e5"), cell(&table, "d2"));
    for to in [far, own] {
        let (from, to) = (target(&mut table, pawn), target(&mut table, to));
        drag(&mut table, from, to, 60.0);
        table.frame();
        assert_eq!(table.get::<Selection>().held, None);
        drag(&mut table, from, from, 0.0);
        table.frame();
        assert_eq!(table.get::<Selection>().held, Some(pawn));
        drag(&mut table, from, from, 0.0);
        table.frame();
    }
    assert!(table.played().is_empty());
}

/// The held piece, or the chosen part of a stack, rises, and goes back when it is released.
#[test]
fn chips_in_hand_rise() {
    let mut table = table("makarenko", None);
    let stack = table.stack("d1");
    let queen = table.running().game().layout().cell_named("d1").unwrap();
    let lifted = |table: &Table| -> Vec<bool> {
        let world = table.app.world();
        let risen = |entity: &Entity| {
            table.transform(*entity).translation.y > stacks::home(world, *entity).unwrap().translation.y + 0.01
        };
        stack.iter().map(risen).collect()
    };
    for (count, expected) in [(None, 7), (Some(3), 3), (Some(5), 5)] {
        table.app.world_mut().insert_resource(Selection { held: Some(Place::Cell(queen)), count, ..default() });
        for _ in 0..40 {
            table.frame();
        }
        let risen = lifted(&table);
        assert_eq!(risen, (0..7).map(|chip| chip >= 7 - expected).collect::<Vec<_>>(), "{count:?}");
    }
    table.app.world_mut().insert_resource(Selection::default());
    for _ in 0..40 {
        table.frame();
    }
    assert!(!lifted(&table).contains(&true));
    table.agrees("after its release");
    // A held piece that moves ends at its target.
    table.app.world_mut().insert_resource(Selection { held: Some(Place::Cell(queen)), count: Some(3), ..default() });
    for _ in 0..20 {
        table.frame();
    }
    let action = table.running().game().actions().into_iter().find(|action| action.starts_with("d1")).unwrap();
    table.app.world_mut().write_message(PlayerCommand::Act(action));
    table.next_action(false, |_| ()).unwrap();
    while table.busy() {
        table.frame();
    }
    table.agrees("after the move");
}

/// A click makes a previewed board change, and a click on a section takes it in hand.
#[test]
fn sections_are_laid_by_clicks() {
    let mut table = table("whack", None);
    let (board, at) = target(&mut table, Place::Cell(fairground::engine::Cell(0)));
    for placed in 1..4 {
        let action = table.running().game().actions().swap_remove(placed);
        table.app.world_mut().resource_mut::<Selection>().preview = Some(action.clone());
        table.frame();
        drag(&mut table, (board, at), (board, at), 0.0);
        assert_eq!(table.next_action(true, |_| ()), Some(action));
        while table.busy() {
            table.app.world_mut().write_message(PlayerCommand::Skip);
            table.frame();
        }
        table.agrees(&format!("{placed} sections placed"));
    }
}

/// Dice are turned upright for a viewer on Black's side, without changing their top sides.
#[test]
fn dice_are_turned_to_the_viewer() {
    let mut table = table("fluky", None);
    let (white, black) = (Quat::IDENTITY, Quat::from_rotation_y(std::f32::consts::PI));
    let camera = table.app.world_mut().spawn((Camera3d::default(), Transform::from_rotation(white))).id();
    table.frame();
    let die = table.stack("a1")[0];
    let before = table.transform(die).rotation;
    table.app.world_mut().entity_mut(camera).insert(Transform::from_rotation(black));
    table.frame();
    table.frame();
    assert!(table.transform(die).rotation.angle_between(black * before) < 1e-3);
    table.agrees("seen by Black");
    table.ask("a1a2");
    table.next_action(true, |_| ()).unwrap();
    table.ask("~N");
    table.next_action(false, |_| ()).unwrap();
    while table.busy() {
        table.frame();
    }
    table.agrees("after a throw");
}
