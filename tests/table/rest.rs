//! A table at rest does no work, and the same match always looks the same.

use std::path::Path;

use bevy::prelude::*;
use fairground::bots::Bot;
use fairground::games;
use fairground::play::{Dice, Replay, Seat, Setup};
use fairground::session::{
    Animating, Annotations, FreeHands, LegalActions, PlayerCommand, Selection, Session, Settings, TableUpdate,
};
use fairground::table::animation::AnimationQueue;
use fairground::table::layout::Places;
use fairground::table::material::{MeshAssets, MeshCache, Surface};
use fairground::table::physics::Awake;
use fairground::table::piece::{Home, PieceIndex, TablePiece};

use super::rig::Table;
use super::setup;

/// The observed changes.
#[derive(Resource, Default)]
struct Changes(Vec<String>);

type Moved = Or<(Changed<Transform>, Changed<GlobalTransform>, Changed<TablePiece>, Changed<Home>, Changed<Mesh3d>)>;

fn watch(mut changes: ResMut<Changes>, moved: Query<Option<&Name>, Moved>, seen: Query<(), Changed<Visibility>>) {
    changes.0.extend(moved.iter().map(|name| format!("{name:?}")));
    changes.0.extend(seen.iter().map(|()| "visibility".to_string()));
}

fn watch_resource<R: Resource>(mut changes: ResMut<Changes>, resource: Res<R>) {
    if resource.is_changed() {
        changes.0.push(std::any::type_name::<R>().to_string());
    }
}

#[test]
fn at_rest_nothing_changes() {
    for info in games::ALL {
        let people = Setup { seats: [Seat::Human; 2], ..setup(info.id, Bot::Random, 3, Dice::Instant) };
        let mut table = Table::with(people, 1.0 / 30.0);
        let action = table.running().game().actions()[0].clone();
        table.app.world_mut().write_message(PlayerCommand::Act(action));
        table.next_action(false, |_| ()).unwrap();
        table.meshes_made();
        for _ in 0..5 {
            table.frame();
        }
        table.app.init_resource::<Changes>().add_systems(
            Last,
            (
                watch,
                watch_resource::<Session>,
                watch_resource::<Selection>,
                watch_resource::<Settings>,
                watch_resource::<Animating>,
                watch_resource::<Annotations>,
                watch_resource::<FreeHands>,
                watch_resource::<LegalActions>,
                watch_resource::<Places>,
                watch_resource::<PieceIndex>,
                watch_resource::<AnimationQueue>,
                watch_resource::<Awake>,
                watch_resource::<MeshCache>,
                watch_resource::<Assets<Mesh>>,
                watch_resource::<Assets<Surface>>,
            ),
        );
        // The first frame sees everything as new.
        table.frame();
        table.app.insert_resource(Changes::default());
        for _ in 0..30 {
            table.frame();
        }
        assert_eq!(table.get::<Changes>().0, Vec::<String>::new(), "{}", info.id);
        assert!(!table.get::<Awake>().is_awake());
    }
}

/// No frame waits for a mesh. In the end every entity has one.
#[test]
fn meshes_appear_once_made() {
    for info in games::ALL {
        let mut table = Table::with(setup(info.id, Bot::Random, 3, Dice::Instant), 1.0 / 30.0);
        // Making a knight takes longer than a frame; some games have no such mesh.
        let making = table.get::<MeshCache>().is_making();
        assert!(making || info.id != "chess", "a frame waited for a knight");
        let mut drawn = table.app.world_mut().query::<&Mesh3d>();
        let meshes = table.app.world().resource::<Assets<Mesh>>();
        let missing = drawn.iter(table.app.world()).filter(|mesh| meshes.get(&mesh.0).is_none()).count();
        assert!(making || missing == 0, "{}: nobody makes {missing} meshes", info.id);
        table.meshes_made();
        let mut drawn = table.app.world_mut().query::<&Mesh3d>();
        let meshes = table.app.world().resource::<Assets<Mesh>>();
        assert!(drawn.iter(table.app.world()).all(|mesh| meshes.get(&mesh.0).is_some()), "{}", info.id);
    }
}

/// Prints the longest frame while a match is laid out, ms, and the time until everything is drawn.
#[test]
#[ignore = "measures: cargo test --release --test table -- --ignored --nocapture opening"]
fn opening_time() {
    for info in games::ALL {
        let [longest, all] = [false, true].map(|waits| {
            let people = Setup { seats: [Seat::Human; 2], ..setup(info.id, Bot::Random, 1, Dice::Instant) };
            let mut table = Table::empty(1.0 / 30.0, |_| ());
            if waits {
                table.app.world_mut().run_system_cached(|mut assets: MeshAssets| assets.wait()).unwrap();
            }
            table.frame();
            table.app.world_mut().write_message(PlayerCommand::Begin(Box::new(people)));
            let frames = (0..10).map(|_| {
                let begun = std::time::Instant::now();
                table.frame();
                begun.elapsed().as_secs_f64() * 1000.0
            });
            frames.fold(0.0, f64::max)
        });
        println!("{}: {longest:.1} ms; {all:.1} ms if frames wait for meshes", info.id);
    }
}

/// Every entity is identical in frames of the same match file at the same times.
#[test]
fn the_same_match_always_looks_the_same() {
    for info in games::ALL {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/matches/{}.json", info.id));
        let mut tables = [(); 2].map(|()| {
            let replay = Replay::open(&file).unwrap();
            let mut table = Table::with(setup(info.id, Bot::Random, 1, Dice::Physics), 1.0 / 24.0);
            table.app.world_mut().write_message(TableUpdate::reset(replay.game()));
            table.app.insert_resource(Session::from(replay));
            table.app.world_mut().write_message(PlayerCommand::Run(true));
            table
        });
        let (mut frames, mut at) = (0, 0);
        loop {
            let [poses, others] = tables.each_mut().map(|table| {
                table.frame();
                let mut all = table.app.world_mut().query::<(Entity, &Transform)>();
                all.iter(table.app.world()).map(|(entity, at)| (entity, *at)).collect::<Vec<_>>()
            });
            assert_eq!(poses, others, "{}, frame {frames}", info.id);
            let Some(replay) = tables[0].get::<Session>().replay() else { panic!("no replay") };
            at = at.max(replay.at());
            frames += 1;
            if replay.at() == replay.len() && !tables[0].busy() {
                break;
            }
            assert!(frames < 12_000, "{}: at {at} of {}", info.id, replay.len());
        }
    }
}
