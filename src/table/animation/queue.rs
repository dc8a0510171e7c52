//! The queue of tasks. It starts each task in order and waits for it; the observers of
//! [`super::show::Show`] animate it.

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::captures::AwaitsBlow;
use super::motion::{MotionPath, MovingAlong, Pace, RidesOn, finish_all, start};
use super::performer::{SET_DOWN, SplitOff};
use super::show::{LayOut, Show, TidyUp};
use super::tasks::{self, AnimationTask};
use crate::engine::{self, Side};
use crate::session::{Animating, Session, Settings, SystemPreferences, TableScene, TableUpdate};
use crate::table::physics::{Knocked, Struck, flip, shake};
use crate::table::piece::stacks;
use crate::table::schedule::{FrameSet, StepSet};

/// The tasks waiting to be shown.
#[derive(Resource, Default)]
pub struct AnimationQueue(VecDeque<AnimationTask>);

/// Whether anything is moving or queued.
#[derive(SystemParam)]
pub struct InMotion<'w, 's> {
    queue: Res<'w, AnimationQueue>,
    moving: Query<'w, 's, (), Or<(With<MovingAlong>, With<RidesOn>, With<Struck>, With<Knocked>)>>,
}

impl InMotion<'_, '_> {
    /// Whether anything is moving or queued now.
    pub fn now(&self) -> bool {
        !self.queue.0.is_empty() || !self.moving.is_empty()
    }
}

/// Shows the updates of the match.
pub fn plugin(app: &mut App) {
    app.init_resource::<AnimationQueue>()
        .add_systems(Update, (read, report).chain().in_set(FrameSet::Read))
        .add_systems(FixedUpdate, begin_next.in_set(StepSet::Begin));
}

/// Queues the table updates of this frame.
pub(super) fn read(world: &mut World, mut cursor: Local<MessageCursor<TableUpdate>>) {
    let updates: Vec<_> = cursor.read(world.resource::<Messages<TableUpdate>>()).cloned().collect();
    for update in updates {
        match update {
            TableUpdate::Reset(scene, captured, _) => reset(world, scene, captured),
            TableUpdate::Events(events, scene) => push(world, tasks::action(events, scene)),
            TableUpdate::Thrown { die, at, roll } => {
                let turn = world.resource::<Session>().game().and_then(|game| game.turn().side());
                push(world, tasks::throw(die, at, turn.unwrap_or(Side::White), *roll));
            }
            TableUpdate::Rewound { actions, scene, captured } => {
                // Ends the animation of the action that was taken back.
                skip(world);
                push(world, tasks::rewind(actions, scene, captured));
            }
            TableUpdate::Shake => shake(world),
            TableUpdate::Flip => flip(world),
            TableUpdate::TidyUp => push(world, [tasks::tidying()]),
            TableUpdate::Hurry => skip(world),
        }
    }
}

fn push(world: &mut World, tasks: impl IntoIterator<Item = AnimationTask>) {
    world.resource_mut::<AnimationQueue>().0.extend(tasks);
}

/// Reports whether the table is animating.
pub(super) fn report(moving: InMotion, mut animating: ResMut<Animating>) {
    animating.set_if_neq(Animating(moving.now()));
}

/// Runs `act` at [`Pace::Skipped`].
fn at_once(world: &mut World, act: impl FnOnce(&mut World)) {
    world.insert_resource(Pace::Skipped);
    finish_all(world);
    act(world);
    let system = world.get_resource::<SystemPreferences>().copied().unwrap_or_default();
    let pace = Pace::of(world.resource::<Settings>(), system);
    world.insert_resource(pace);
}

/// Finishes all waiting tasks immediately.
fn skip(world: &mut World) {
    at_once(world, |world| {
        while let Some(task) = world.resource_mut::<AnimationQueue>().0.pop_front() {
            begin(world, task);
            finish_all(world);
        }
    });
}

/// Lays out everything from scratch, without animation.
fn reset(world: &mut World, scene: TableScene, captured: Vec<engine::Piece>) {
    at_once(world, |world| {
        world.resource_mut::<AnimationQueue>().0.clear();
        let mut waiting = world.query_filtered::<Entity, With<AwaitsBlow>>();
        for entity in waiting.iter(world).collect::<Vec<_>>() {
            world.entity_mut(entity).remove::<AwaitsBlow>();
        }
        let mut in_hand = world.query_filtered::<Entity, With<SplitOff>>();
        for entity in in_hand.iter(world).collect::<Vec<_>>() {
            world.entity_mut(entity).remove::<SplitOff>();
            stacks::put_in_box(world, entity);
        }
        world.trigger(Show(TidyUp));
        world.flush();
        world.trigger(Show(LayOut { scene, captured }));
        world.flush();
    });
}

/// Starts the tasks that need not wait for a movement.
fn begin_next(
    world: &mut World,
    moving: &mut QueryState<&MovingAlong>,
    riding: &mut QueryState<(), With<RidesOn>>,
    loose: &mut QueryState<(), Or<(With<Struck>, With<Knocked>)>>,
) {
    while let Some(waits_for_all) = world.resource::<AnimationQueue>().0.front().map(|task| task.waits_for_all) {
        let waits = moving.iter(world).any(|moving| waits_for_all || moving.blocks_next)
            || riding.iter(world).next().is_some()
            || waits_for_all && loose.iter(world).next().is_some();
        if waits {
            break;
        }
        if let Some(task) = world.resource_mut::<AnimationQueue>().0.pop_front() {
            begin(world, task);
        }
    }
}

fn begin(world: &mut World, task: AnimationTask) {
    task.begin(world);
    stacks::refresh_homes(world);
}

/// Sets a piece down at its home from a player's hand, unless it has begun to move.
pub fn set_down(world: &mut World, entity: Entity) {
    let moves = world.get::<MovingAlong>(entity).is_some() || !world.resource::<AnimationQueue>().0.is_empty();
    let (here, home) = (world.get::<Transform>(entity).copied(), stacks::home(world, entity));
    let (Some(here), Some(home)) = (here, home) else { return };
    if !moves && here.translation.distance(home.translation) > 0.0 {
        let moving = MovingAlong::new(MotionPath::Straight, vec![here, home], SET_DOWN).bouncing().not_blocking();
        start(world, entity, moving);
    }
}
