//! The order of captured pieces: by kind, with the best next to the board and chips piled up.

use bevy::prelude::*;

use super::components::{GrainSeed, Spot, TrayPlace};
use super::read_pieces::ReadPieces;
use super::stacks;
use crate::engine::{Look, PieceKind, Side};
use crate::table::layout::TraySlots;
use crate::table::mesh::chip;

const ORDER: [PieceKind; 17] = [
    PieceKind::King,
    PieceKind::Queen,
    PieceKind::Chancellor,
    PieceKind::Rook,
    PieceKind::RoyalRook,
    PieceKind::Bishop,
    PieceKind::RoyalBishop,
    PieceKind::Knight,
    PieceKind::RoyalKnight,
    PieceKind::Prince,
    PieceKind::Dragon,
    PieceKind::Cannon,
    PieceKind::Killer,
    PieceKind::Fanatic,
    PieceKind::Veteran,
    PieceKind::Pawn,
    PieceKind::Obstacle,
];

/// Sort key of captured pieces. Chessmen are sorted by [`ORDER`], dice by their top side in
/// descending order, stacks by size.
fn rank(look: &Look) -> Vec<usize> {
    match look {
        Look::Chessman(kind) => vec![0, ORDER.iter().position(|other| other == kind).unwrap_or(ORDER.len())],
        Look::Die(die, symbol) => {
            let side = die.sides.iter().position(|other| other == symbol).unwrap_or_default();
            vec![1, die.sides.len() - side]
        }
        Look::Chips(count) => vec![2, usize::from(u8::MAX - count)],
        Look::Pyramids(sizes) => {
            let points: u8 = sizes.iter().sum();
            let sizes = sizes.iter().map(|size| usize::from(u8::MAX - size));
            [3, usize::from(u8::MAX - points)].into_iter().chain(sizes).collect()
        }
    }
}

/// The sorted places of captured pieces: the base of each stack whose place changes, with its new
/// place.
#[must_use]
pub fn arranged(pieces: &impl ReadPieces) -> Vec<(Entity, TrayPlace)> {
    let mut moved = Vec::new();
    for by in Side::BOTH {
        let lying = pieces.index().captured().filter(|(_, side, _)| *side == by);
        let mut lying: Vec<_> = lying
            .filter_map(|(base, ..)| {
                let (look, at) = (stacks::look(pieces, base)?, pieces.captured(base)?);
                let seed = pieces.grain(base).map(|GrainSeed(seed)| seed);
                Some(((rank(&look), at.slot, at.level, seed), base, look, at))
            })
            .collect();
        lying.sort_unstable_by(|(a, ..), (b, ..)| a.cmp(b));
        let mut slots = TraySlots::default();
        let placed: Vec<_> = lying.into_iter().map(|(_, base, look, at)| (base, at, slots.add(&look))).collect();
        for (base, at, (slot, rise)) in placed {
            let level = (rise / chip::HEIGHT).round() as u8;
            let wanted = TrayPlace { by, slot: slot as u16, level, in_use: slots.used() as u16 };
            if wanted != at {
                moved.push((base, wanted));
            }
        }
    }
    moved
}

/// Sorts all captured pieces.
pub fn arrange(world: &mut World) {
    for (base, place) in arranged(world) {
        world.entity_mut(base).insert(Spot::Captured(place));
    }
}
