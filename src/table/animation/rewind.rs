//! Takebacks, and laying out from scratch. Pieces go back along the paths in the journal; without a
//! record, each goes to the nearest place that it fits.

use bevy::prelude::*;

use super::journal::{self, PiecePlacement, Support, TableJournal};
use super::motion::{MotionPath, MovingAlong, start};
use super::performer::{LEAP, TURN};
use super::sections::lay_board;
use super::show::{LayOut, Rewind, Settle, Show};
use crate::engine::{self, Look, Side};
use crate::table::layout::{Places, captor};
use crate::table::physics::Loose;
use crate::table::piece::{Boxed, Facing, Home, ReadPieces, StackedOn, TablePiece, Toppled, TrayDie, stacks, tray};

/// The shortest duration of a return, s.
const BACK: f32 = 0.3;
/// Extra duration for each metre, s.
const BACK_METRE: f32 = 0.5;

/// A piece within this distance of its home stays there, m.
const NEAR: f32 = 1e-4;

/// The events of an action did not lead to its position, so everything was laid out from the
/// position.
#[derive(Event, Debug)]
pub struct Corrected;

/// The pieces have been laid out from scratch but not yet moved home.
#[derive(Event, Debug)]
pub struct LaidOut;

/// Shows takebacks and layouts.
pub fn plugin(app: &mut App) {
    app.add_observer(take_back).add_observer(settle).add_observer(lay_out);
}

fn run<M>(world: &mut World, system: impl IntoSystem<(), (), M> + 'static) {
    if let Err(error) = world.run_system_cached(system) {
        error!("{error}");
    }
}

fn take_back(rewind: On<Show<Rewind>>, mut commands: Commands) {
    let Show(Rewind { actions, scene, captured }) = rewind.event();
    let (actions, pieces, captured) = (*actions, scene.pieces.clone(), captured.clone());
    commands.queue(move |world: &mut World| {
        let undone = world.resource_mut::<TableJournal>().take_back(actions);
        let paths =
            undone.as_deref().and_then(|undone| if let [only] = undone { Some(only.paths.clone()) } else { None });
        for entry in undone.into_iter().flatten().rev() {
            restore(world, entry.before);
        }
        if !stacks::agree_with(world, &pieces) || !captures_agree(world, &captured) {
            reconcile(world, &pieces, Some(&captured));
        }
        tray::arrange(world);
        stacks::refresh_homes(world);
        go_back(world, &paths.unwrap_or_default());
        run(world, journal::go_on);
    });
}

/// Checks the table against the position after an action. They differ only if a game reports wrong
/// events; the position then wins.
fn settle(settle: On<Show<Settle>>, mut commands: Commands) {
    let Show(Settle(scene)) = settle.event();
    let scene = scene.clone();
    commands.queue(move |world: &mut World| {
        if scene.layout != world.resource::<Places>().layout || !stacks::agree_with(world, &scene.pieces) {
            warn!("the events of an action did not lead to its position");
            world.trigger(Corrected);
            lay_board(world, &scene.layout);
            reconcile(world, &scene.pieces, None);
            all_home(world);
        }
        run(world, journal::write_down);
    });
}

/// Lays out everything from scratch, without animation.
fn lay_out(lay_out: On<Show<LayOut>>, mut commands: Commands) {
    let Show(LayOut { scene, captured }) = lay_out.event();
    let (scene, captured) = (scene.clone(), captured.clone());
    commands.queue(move |world: &mut World| {
        let mut lying = world.query_filtered::<Entity, With<Toppled>>();
        for entity in lying.iter(world).collect::<Vec<_>>() {
            world.entity_mut(entity).remove::<Toppled>();
        }
        lay_board(world, &scene.layout);
        reconcile(world, &scene.pieces, Some(&captured));
        tray::arrange(world);
        empty_box(world);
        world.trigger(LaidOut);
        world.flush();
        all_home(world);
        run(world, journal::begin);
    });
}

fn stands(world: &World, entity: Entity) -> Transform {
    world.get::<Transform>(entity).copied().unwrap_or_default()
}

fn restore(world: &mut World, before: Vec<(Entity, Option<PiecePlacement>)>) {
    for (entity, _) in &before {
        stacks::lift(world, *entity);
    }
    for (entity, placement) in before {
        let Some(PiecePlacement { look, side, facing, support }) = placement else {
            stacks::put_in_box(world, entity);
            continue;
        };
        if support == Support::Box {
            stacks::put_in_box(world, entity);
            continue;
        }
        stacks::take_from_box(world, entity);
        stacks::become_look(world, entity, &look);
        world.entity_mut(entity).insert(Facing(facing));
        if let Some(mut piece) = world.get_mut::<TablePiece>(entity) {
            piece.set_if_neq(TablePiece { look, side });
        }
        let mut entity = world.entity_mut(entity);
        match support {
            Support::Spot(spot) => entity.insert(spot),
            Support::Piece(lower) => entity.insert(StackedOn(lower)),
            Support::Tray(lying) => entity.insert(TrayDie(lying)),
            Support::Box => &mut entity,
        };
    }
}

/// Moves every piece to its home, along its recorded path if there is one. Pieces moved by free
/// hands stay.
pub(super) fn go_back(world: &mut World, paths: &[(Entity, MovingAlong)]) {
    for entity in stacks::in_play(world) {
        if world.get::<Loose>(entity).is_some() {
            continue;
        }
        let (here, Some(end)) = (stands(world, entity), stacks::home(world, entity)) else { continue };
        let away = here.translation.distance(end.translation);
        let turned = here.rotation.dot(end.rotation).abs() < 0.9999;
        if away < NEAR && !turned {
            if here != end {
                world.entity_mut(entity).insert(end);
            }
            continue;
        }
        let came = paths.iter().find(|(other, path)| {
            let (first, last) = path.ends();
            let (near_end, near_here) = (end.translation, here.translation);
            *other == entity
                && first.translation.distance(near_end) < 0.01
                && last.translation.distance(near_here) < 0.01
        });
        let moving = match came {
            Some((_, path)) => path.reversed(here, end),
            None if away < NEAR => MovingAlong::new(MotionPath::Turn, vec![here, end], TURN),
            None => MovingAlong::new(MotionPath::Arc(LEAP), vec![here, end], BACK + BACK_METRE * away).bouncing(),
        };
        start(world, entity, moving);
    }
}

fn captures_agree(world: &mut World, captured: &[engine::Piece]) -> bool {
    let lying: Vec<_> = world.index().captured().map(|(entity, ..)| entity).collect();
    let key = |side: Option<Side>, look: &Look| format!("{side:?} {look:?}");
    let mut mine: Vec<_> = lying
        .into_iter()
        .filter_map(|base| Some(key(world.get::<TablePiece>(base)?.side, &stacks::look(world, base)?)))
        .collect();
    let mut theirs: Vec<_> = captured.iter().map(|piece| key(piece.side, &piece.look)).collect();
    mine.sort_unstable();
    theirs.sort_unstable();
    mine == theirs
}

/// Reassigns pieces to places: pieces that fit stay, others go to the nearest place that they fit,
/// and missing ones are created. `captured` lists the captured pieces in the order of their capture;
/// `None` leaves captured pieces unchanged.
fn reconcile(world: &mut World, pieces: &[engine::Piece], captured: Option<&[engine::Piece]>) {
    let mut kept = Vec::new();
    let mut missing = Vec::new();
    for piece in pieces {
        let there = world.index().all(piece.place).iter().copied().find(|base| {
            let side = world.get::<TablePiece>(*base).and_then(|it| it.side);
            !kept.contains(base) && side == piece.side && stacks::look(world, *base).as_ref() == Some(&piece.look)
        });
        match there {
            Some(base) => kept.extend(stacks::stack(world, base)),
            None => missing.push(piece),
        }
    }
    let mut free: Vec<_> = stacks::in_play(world);
    free.retain(|entity| {
        let lies = world.captured(stacks::base(world, *entity)).is_some();
        let stays = lies && captured.is_none();
        !stays && !kept.contains(entity) && world.get::<TrayDie>(*entity).is_none()
    });
    for entity in &free {
        stacks::lift(world, *entity);
    }
    for piece in missing {
        let point = world.resource::<Places>().place(piece.place, 0);
        if let Some(base) = assemble(world, &mut free, piece, point) {
            stacks::put(world, base, piece.place);
        }
    }
    for piece in captured.into_iter().flatten() {
        let point = world.resource::<Places>().captured(captor(piece.side), [0, 1], 0.0);
        if let Some(base) = assemble(world, &mut free, piece, point) {
            stacks::capture(world, base);
        }
    }
    for entity in free {
        stacks::put_in_box(world, entity);
    }
}

/// Assembles a piece or stack from the nearest free pieces, then from the box, then from new ones.
fn assemble(world: &mut World, free: &mut Vec<Entity>, piece: &engine::Piece, point: Vec3) -> Option<Entity> {
    let mut lowest: Option<Entity> = None;
    for unit in stacks::units(&piece.look) {
        let fits = |entity: &Entity| {
            world
                .get::<TablePiece>(*entity)
                .is_some_and(|it| it.side == piece.side && stacks::same_body(&it.look, &unit))
        };
        let far = |entity: &Entity| stands(world, *entity).translation.distance_squared(point);
        let nearest = free.iter().copied().filter(fits).min_by(|a, b| far(a).total_cmp(&far(b)));
        let entity = if let Some(entity) = nearest {
            free.retain(|other| *other != entity);
            if world.get::<TablePiece>(entity).is_some_and(|it| it.look != unit) {
                world
                    .entity_mut(entity)
                    .insert((TablePiece { look: unit.clone(), side: piece.side }, Facing(stacks::facing(&unit))));
            }
            entity
        } else {
            let fetched = stacks::take_or_spawn(world, &unit, piece.side);
            world.entity_mut(fetched).insert(Transform::from_translation(point));
            fetched
        };
        match lowest {
            Some(lowest) => stacks::stack_on(world, entity, lowest),
            None => lowest = Some(entity),
        }
    }
    lowest
}

/// Puts everything at its home, without animation.
fn all_home(world: &mut World) {
    for entity in stacks::in_play(world) {
        if let Some(home) = stacks::home(world, entity) {
            world.entity_mut(entity).insert((home, Home(home)));
        }
    }
}

/// Discards the pieces in the box, and the die in the tray.
fn empty_box(world: &mut World) {
    let mut boxed = world.query_filtered::<Entity, Or<(With<Boxed>, With<TrayDie>)>>();
    for entity in boxed.iter(world).collect::<Vec<_>>() {
        world.despawn(entity);
    }
}
