//! Marks and plates as components.

use std::collections::BTreeSet;
use std::path::Path;

use bevy::prelude::*;
use fairground::bots::Bot;
use fairground::engine::{Cell, Place};
use fairground::play::{Dice, Replay};
use fairground::session::{Badges, PlayerCommand, Selection, Session, Settings, TableUpdate};
use fairground::table::marks::{Plate, TableMark};
use fairground::table::material::MarkKind;
use fairground::table::piece::{PieceIndex, stacks};

use super::picking::table;
use super::rig::Table;
use super::setup;

fn marks(table: &mut Table) -> BTreeSet<TableMark> {
    let mut marks = table.app.world_mut().query::<&TableMark>();
    marks.iter(table.app.world()).cloned().collect()
}

/// However long the mouse moves over the board, each kind of mark needs one mesh, and unchanged
/// marks are not rebuilt.
#[test]
fn hovering_makes_no_meshes() {
    let mut table = table("chess", Some("4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1"));
    table.meshes_made();
    let held = Some(Place::Cell(Cell(27)));
    let hover = |table: &mut Table, cell: u16| {
        table.app.world_mut().insert_resource(Selection { held, hover: Some(Cell(cell)), ..default() });
        table.frame();
        assert!(marks(table).contains(&TableMark::on(MarkKind::Cursor, Cell(cell))));
    };
    hover(&mut table, 0);
    let count = |table: &Table| table.app.world().resource::<Assets<Mesh>>().len();
    let before = count(&table);
    let target = |table: &mut Table| {
        let mut all = table.app.world_mut().query::<(Entity, &TableMark)>();
        let there = |(_, mark): &(Entity, &TableMark)| **mark == TableMark::on(MarkKind::Target, Cell(26));
        all.iter(table.app.world()).find(there).map(|(entity, _)| entity)
    };
    let kept = target(&mut table);
    assert!(kept.is_some());
    for _ in 0..2 {
        for cell in 0..64 {
            hover(&mut table, cell);
        }
    }
    assert_eq!(count(&table), before);
    assert_eq!(target(&mut table), kept);
}

/// While keys step through a replay, the plate of each stack is right in every frame.
#[test]
fn plates_are_right_in_every_frame_of_a_replay() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches/makarenko.json");
    let replay = Replay::open(&file).unwrap();
    let steps = replay.len().min(60);
    let mut table = Table::with(setup("makarenko", Bot::Random, 3, Dice::Instant), 1.0 / 30.0);
    table.app.world_mut().resource_mut::<Settings>().badges = Badges::Always;
    table.app.world_mut().write_message(TableUpdate::reset(replay.game()));
    table.app.insert_resource(Session::from(replay));
    table.frame();
    let (mut frames, mut seen) = (0, BTreeSet::new());
    let forth_and_back = (1..=steps).chain((steps / 2..steps).rev());
    for to in forth_and_back {
        table.app.world_mut().write_message(PlayerCommand::Seek(to));
        let mut moved = false;
        while !moved || table.busy() {
            table.frame();
            moved = true;
            frames += 1;
            let mut plates = table.app.world_mut().query::<&Plate>();
            let plates: Vec<_> = plates.iter(table.app.world()).cloned().collect();
            for (base, place) in table.get::<PieceIndex>().iter() {
                let stack = stacks::stack(table.app.world(), base);
                let own = plates.iter().filter(|plate| plate.on == *stack.last().unwrap());
                let labels: Vec<_> = own.map(|plate| plate.label.split(' ').next().unwrap()).collect();
                let expected = if stack.len() > 1 { vec![stack.len().to_string()] } else { Vec::new() };
                assert_eq!(labels, expected, "{place:?} on the way to {to}, frame {frames}");
                seen.insert(stack.len());
            }
        }
    }
    assert!(frames > steps && seen.len() > 3, "{frames} frames, {seen:?}");
}

/// Even without a mouse, the plate of each stack shows its height whenever the table rests.
#[test]
fn plates_say_what_their_stacks_are() {
    let mut table = Table::with(setup("makarenko", Bot::Random, 3, Dice::Instant), 1.0 / 30.0);
    table.app.world_mut().resource_mut::<Settings>().badges = Badges::Always;
    let mut seen = BTreeSet::new();
    let mut check = |table: &mut Table| {
        let mut plates = table.app.world_mut().query::<&Plate>();
        let plates: Vec<_> = plates.iter(table.app.world()).cloned().collect();
        let world = table.app.world();
        let mut tall = 0;
        for (base, place) in table.get::<PieceIndex>().iter() {
            let stack = stacks::stack(world, base);
            let top = *stack.last().unwrap();
            let labels: Vec<_> = plates.iter().filter(|plate| plate.on == top).map(|plate| &plate.label).collect();
            if stack.len() == 1 {
                assert!(labels.is_empty(), "{place:?}: {labels:?}");
                continue;
            }
            tall += 1;
            seen.insert(stack.len());
            let context = format!("{place:?} of {} after {}", stack.len(), table.played().join(" "));
            assert_eq!(labels.len(), 1, "{context}: {labels:?}");
            assert!(labels[0].starts_with(&stack.len().to_string()), "{context}: {labels:?}");
        }
        assert_eq!(plates.len(), tall);
    };
    table.frame();
    for _ in 0..30 {
        if table.next_action(false, &mut check).is_none() {
            break;
        }
    }
    assert!(seen.len() > 3, "{seen:?}");
}
