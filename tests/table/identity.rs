//! A piece is the same entity, with the same grain, for the whole match.

use std::collections::BTreeMap;
use std::path::Path;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use fairground::bots::Bot;
use fairground::engine::{Look, PieceKind, Place, Side};
use fairground::games;
use fairground::play::{Dice, Replay, Seat, Setup};
use fairground::session::{MatchProgress, PlayerCommand, Session, TableUpdate};
use fairground::table::material::Surface;
use fairground::table::piece::{Boxed, GrainSeed, PieceIndex, TablePiece, stacks};

use super::rig::{NEAR, Table};
use super::{headless, setup};

/// The entities at each place, from the bottom up.
type Arrangement = (BTreeMap<Place, Vec<Vec<Entity>>>, Vec<Vec<Entity>>);

fn arrangement(table: &Table) -> Arrangement {
    let (world, index) = (table.app.world(), table.get::<PieceIndex>());
    let mut places: BTreeMap<Place, Vec<Vec<Entity>>> = BTreeMap::new();
    for (base, place) in index.iter() {
        places.entry(place).or_default().push(stacks::stack(world, base));
    }
    (places, index.captured().map(|(base, ..)| stacks::stack(world, base)).collect())
}

fn grain(table: &mut Table) -> BTreeMap<Entity, u32> {
    let mut seeds = table.app.world_mut().query::<(Entity, &GrainSeed)>();
    seeds.iter(table.app.world()).map(|(entity, seed)| (entity, seed.0)).collect()
}

/// Runs frames until the table rests and no die waits to be read.
fn settle(table: &mut Table, context: &str) {
    for frame in 0.. {
        table.frame();
        if !table.busy() && !table.get::<MatchProgress>().is_rolling() {
            return;
        }
        assert!(frame < 400, "{context}: the table does not come to rest");
    }
}

fn all_at_home(table: &mut Table, context: &str) {
    for entity in table.men() {
        let home = stacks::home(table.app.world(), entity).unwrap();
        let off = table.transform(entity).translation.distance(home.translation);
        assert!(off < NEAR, "{context}: {off} m from its place");
    }
}

#[test]
fn takebacks_move_the_same_pieces() {
    for (info, seed) in games::ALL.iter().zip(11..) {
        let begin = setup(info.id, Bot::Random, seed, Dice::Instant);
        let actions = headless(begin.clone(), 60);
        let people = Setup { seats: [Seat::Human; 2], ..begin };
        let mut table = Table::with(people, 1.0 / 20.0);
        let mut past = vec![(0, arrangement(&table))];
        let mut seeds = grain(&mut table);
        for action in &actions {
            table.ask(action);
            if table.next_action(true, |_| ()).is_none() {
                break;
            }
            let context = format!("{}, {}", info.id, table.played().join(" "));
            table.agrees(&context);
            past.push((table.played().len(), arrangement(&table)));
            for (entity, seed) in grain(&mut table) {
                assert_eq!(*seeds.entry(entity).or_insert(seed), seed, "{context}: the grain of {entity}");
            }
        }
        let mut taken_back = 0;
        while table.running().outcome().is_none() && !table.played().is_empty() {
            table.app.world_mut().write_message(PlayerCommand::Takeback);
            table.frame();
            let left = table.played().len();
            let context = format!("{}, taken back to {}", info.id, table.played().join(" "));
            settle(&mut table, &context);
            table.agrees(&context);
            all_at_home(&mut table, &context);
            let (_, then) = past.iter().find(|(played, _)| *played == left).unwrap();
            assert_eq!(&arrangement(&table), then, "{context}");
            taken_back += 1;
        }
        assert!(taken_back > 5 || table.running().outcome().is_some(), "{}: {taken_back}", info.id);
    }
}

/// A takeback is animated: the piece does not jump.
#[test]
fn takebacks_are_animated() {
    let people = Setup { seats: [Seat::Human; 2], ..setup("chess", Bot::Random, 1, Dice::Instant) };
    let mut table = Table::with(people, 1.0 / 60.0);
    for action in ["e2e4", "d7d5", "e4d5"] {
        table.app.world_mut().write_message(PlayerCommand::Act(action.into()));
        table.next_action(false, |_| ()).unwrap();
    }
    let men = table.men();
    let mut before: Vec<_> = men.iter().map(|man| table.transform(*man).translation).collect();
    table.app.world_mut().write_message(PlayerCommand::Takeback);
    let mut frames = 0;
    while frames < 2 || table.busy() {
        table.frame();
        let now: Vec<_> = men.iter().map(|man| table.transform(*man).translation).collect();
        for (was, is) in before.iter().zip(&now) {
            assert!(was.distance(*is) < 0.05, "a jump from {was} to {is}");
        }
        before = now;
        frames += 1;
    }
    assert!(frames > 15, "{frames} frames");
    table.agrees("taken back");
}

#[test]
fn a_promotion_changes_only_the_mesh() {
    let start = Some("4k3/P7/8/8/8/8/8/4K3 w - - 0 1".to_string());
    let people = Setup { seats: [Seat::Human; 2], start, ..setup("chess", Bot::Random, 1, Dice::Instant) };
    let mut table = Table::with(people, 1.0 / 30.0);
    let meshes = |table: &Table, of: Entity| -> Vec<AssetId<Mesh>> {
        let children = table.app.world().get::<Children>(of).unwrap();
        children.iter().filter_map(|child| Some(table.app.world().get::<Mesh3d>(child)?.0.id())).collect()
    };
    let pawn = table.stack("a7")[0];
    let (worn, seed) = (meshes(&table, pawn), *table.app.world().get::<GrainSeed>(pawn).unwrap());
    table.app.world_mut().write_message(PlayerCommand::Act("a7a8q".into()));
    table.next_action(false, |_| ()).unwrap();
    assert_eq!(table.stack("a8"), [pawn]);
    let queen = TablePiece { look: Look::Chessman(PieceKind::Queen), side: Some(Side::White) };
    assert_eq!(table.app.world().get::<TablePiece>(pawn), Some(&queen));
    assert_eq!(table.app.world().get::<GrainSeed>(pawn), Some(&seed));
    assert_ne!(meshes(&table, pawn), worn);
    table.app.world_mut().write_message(PlayerCommand::Takeback);
    table.frame();
    settle(&mut table, "taken back");
    assert_eq!(table.stack("a7"), [pawn]);
    assert_eq!(meshes(&table, pawn), worn);
}

/// Seeking in a replay always shows the same entities in the same places.
#[test]
fn seeking_moves_the_same_pieces() {
    for info in games::ALL {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/matches/{}.json", info.id));
        let replay = Replay::open(&file).unwrap();
        let len = replay.len();
        let mut table = Table::with(setup(info.id, Bot::Random, 1, Dice::Instant), 1.0 / 20.0);
        table.app.world_mut().write_message(TableUpdate::reset(replay.game()));
        table.app.insert_resource(Session::from(replay));
        table.frame();
        table.frame();
        let mut known: BTreeMap<usize, Arrangement> = BTreeMap::from([(0, arrangement(&table))]);
        let mut seeds = grain(&mut table);
        let stops = [1, 2, 1, 3, len / 2, len / 2 - 1, len / 2, len, 0, len / 2, 2, 0, len, len / 2 - 1];
        let in_the_box = |table: &mut Table| {
            let mut boxed = table.app.world_mut().query_filtered::<(), With<Boxed>>();
            boxed.iter(table.app.world()).count()
        };
        let mut after_each_walk = Vec::new();
        for _ in 0..2 {
            for to in stops {
                table.app.world_mut().write_message(PlayerCommand::Seek(to));
                table.frame();
                let context = format!("{}, at {to} of {len}", info.id);
                settle(&mut table, &context);
                all_at_home(&mut table, &context);
                let game = table.get::<Session>().game().unwrap();
                assert!(stacks::agree_with(table.app.world(), &game.pieces()), "{context}");
                for (entity, seed) in grain(&mut table) {
                    assert_eq!(*seeds.entry(entity).or_insert(seed), seed, "{context}: the grain of {entity}");
                }
                let now = arrangement(&table);
                assert_eq!(known.entry(to).or_insert_with(|| now.clone()), &now, "{context}");
            }
            after_each_walk.push(in_the_box(&mut table));
        }
        assert_eq!(after_each_walk[0], after_each_walk[1], "{}: the box fills up", info.id);
    }
}

/// The marks on the board: position, tenths of a millimetre, and surface.
fn marks(table: &mut Table) -> Vec<([i32; 3], AssetId<Surface>)> {
    type Loose = (With<NotShadowCaster>, Without<ChildOf>);
    let mut marks = table.app.world_mut().query_filtered::<(&Transform, &MeshMaterial3d<Surface>), Loose>();
    let place = |at: Vec3| (at * 10_000.0).round().as_ivec3().to_array();
    let marks = marks.iter(table.app.world()).map(|(at, surface)| (place(at.translation), surface.0.id()));
    // Marks lie on the cells; badges are above them, or hidden below.
    let mut marks: Vec<_> = marks.filter(|([_, up, _], _)| (5..20).contains(up)).collect();
    marks.sort_unstable();
    marks
}

/// The last move is marked, regardless of how the viewer reached its position.
#[test]
fn a_step_back_marks_the_previous_move() {
    for info in games::ALL {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/matches/{}.json", info.id));
        let replay = Replay::open(&file).unwrap();
        let mut table = Table::with(setup(info.id, Bot::Random, 1, Dice::Instant), 1.0 / 20.0);
        table.app.world_mut().write_message(TableUpdate::reset(replay.game()));
        table.app.insert_resource(Session::from(replay));
        table.frame();
        let mut known = BTreeMap::new();
        let mut seen = 0;
        for to in [0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 8, 3, 2, 4, 1, 0] {
            table.app.world_mut().write_message(PlayerCommand::Seek(to));
            table.frame();
            settle(&mut table, info.id);
            table.frame();
            let now = marks(&mut table);
            seen = seen.max(now.len());
            assert_eq!(known.entry(to).or_insert_with(|| now.clone()), &now, "{}, at {to}", info.id);
        }
        assert!(seen > 0, "{}: nothing is ever marked", info.id);
    }
}
