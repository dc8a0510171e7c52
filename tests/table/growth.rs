//! Many matches in a row leave no more behind than one match.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_rapier3d::prelude::{RapierContextColliders, RapierRigidBodySet};
use fairground::bots::Bot;
use fairground::engine::Options;
use fairground::games;
use fairground::play::Dice;
use fairground::session::TableUpdate;
use fairground::table::material::Surface;
use fairground::table::piece::GrainSeed;

use super::rig::Table;
use super::setup;

/// Matches to lay out.
const MATCHES: usize = 1000;

/// Entities, meshes, surfaces, bodies and colliders.
fn counts(table: &mut Table) -> [usize; 5] {
    let world = table.app.world_mut();
    let mut bodies = world.query::<(&RapierRigidBodySet, &RapierContextColliders)>();
    let (bodies, colliders) = bodies.single(world).map(|(all, it)| (all.bodies.len(), it.colliders.len())).unwrap();
    let entities = world.entities().count_spawned() as usize;
    let assets = [world.resource::<Assets<Mesh>>().len(), world.resource::<Assets<Surface>>().len()];
    [entities, assets[0], assets[1], bodies, colliders]
}

/// Resident memory, bytes.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
}

/// The memory that the allocator may retain after a thousand matches, bytes: less than 20 kB each.
#[cfg(target_os = "linux")]
const GROWTH: u64 = 16_000_000;

#[test]
fn a_thousand_matches_leave_nothing_behind() {
    let mut table = Table::with(setup("chess", Bot::Random, 1, Dice::Instant), 1.0 / 30.0);
    table.app.insert_resource(fairground::session::Session::default());
    let resets: Vec<_> = games::ALL
        .iter()
        .map(|info| {
            // The middle of a match has captured pieces, and more on the table than its beginning.
            let mut game = games::begin(info, Options::default(), None).unwrap();
            for action in super::headless(setup(info.id, Bot::Random, 2, Dice::Instant), 40) {
                game.apply(&action).unwrap();
            }
            TableUpdate::reset(&*game)
        })
        .collect();
    let mut first: Vec<[usize; 5]> = Vec::new();
    let mut numbers: BTreeMap<u32, Entity> = BTreeMap::new();
    #[cfg(target_os = "linux")]
    let mut before = 0;
    for nth in 0..MATCHES {
        #[cfg(target_os = "linux")]
        if nth == MATCHES / 5 {
            before = memory();
        }
        table.app.world_mut().write_message(resets[nth % resets.len()].clone());
        table.frame();
        let mut seeds = table.app.world_mut().query::<(Entity, &GrainSeed)>();
        for (entity, GrainSeed(number)) in seeds.iter(table.app.world()) {
            assert_eq!(*numbers.entry(*number).or_insert(entity), entity, "match {nth}: {number} comes again");
        }
        let round = nth / resets.len();
        if round <= 2 || nth + resets.len() >= MATCHES {
            // Unused meshes and bodies disappear within a few frames.
            table.meshes_made();
            for _ in 0..8 {
                table.frame();
            }
            let now = counts(&mut table);
            match round {
                // Shared meshes are made once, some of them a few frames after their first match.
                0 | 1 => {}
                2 => first.push(now),
                _ => assert_eq!(now, first[nth % resets.len()], "{}, match {nth}", games::ALL[nth % resets.len()].id),
            }
        }
    }
    #[cfg(target_os = "linux")]
    {
        let grown = memory().saturating_sub(before);
        println!("{} kB more after {MATCHES} matches", grown / 1024);
        assert!(grown < GROWTH, "{grown} bytes");
    }
}
