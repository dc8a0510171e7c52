//! Converts the events of a match to tasks: each event alone, or together with the events that
//! belong to it.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::show::{
    Captured, Discarded, Dropped, Exploded, Lay, Moved, PickedUp, Pushed, Rewind, Rolled, SetUp, Settle, Shot, Show,
    ShowRoll, SimulatedThrow, Split, Stacked, StandUp, Swing, TidyUp, Topple, Transformed, Tumbles,
};
use crate::dice::Roll;
use crate::engine::{self, Cause, Cell, Die, Event as Change, Layout, Side};
use crate::session::TableScene;

/// An animation to start once the movements it depends on have ended.
pub struct AnimationTask {
    /// Whether it also waits for captured pieces on their way to the tray.
    pub waits_for_all: bool,
    show: Box<dyn FnOnce(&mut World) + Send + Sync>,
}

impl AnimationTask {
    fn new<E: Send + Sync + 'static>(event: E) -> AnimationTask {
        AnimationTask { waits_for_all: false, show: Box::new(move |world| world.trigger(Show(event))) }
    }

    /// A task that begins only after all movement has ended.
    fn after_all<E: Send + Sync + 'static>(event: E) -> AnimationTask {
        AnimationTask { waits_for_all: true, ..AnimationTask::new(event) }
    }

    /// Starts the animation and applies its effects.
    pub fn begin(self, world: &mut World) {
        (self.show)(world);
        world.flush();
    }
}

/// The task of tidying up.
pub fn tidying() -> AnimationTask {
    AnimationTask::new(TidyUp)
}

/// The tasks of a throw.
pub fn throw(die: &'static Die, at: Option<Cell>, by: Side, roll: Roll) -> [AnimationTask; 4] {
    let throw = SimulatedThrow::new(die, at, by, roll);
    [
        tidying(),
        AnimationTask::new(PickedUp(throw.clone())),
        AnimationTask::new(Tumbles(throw.clone())),
        AnimationTask::new(ShowRoll(throw)),
    ]
}

/// The tasks of a takeback: a toppled king stands up, the board moves back with all pieces on it,
/// and then the pieces move back.
pub fn rewind(actions: usize, scene: TableScene, captured: Vec<engine::Piece>) -> [AnimationTask; 5] {
    let layout = scene.layout.clone();
    [
        tidying(),
        AnimationTask::after_all(StandUp),
        AnimationTask::after_all(Swing { sections: None, layout: layout.clone() }),
        AnimationTask::after_all(Lay(layout)),
        AnimationTask::after_all(Rewind { actions, scene, captured }),
    ]
}

/// The tasks of an action that leads to this scene.
pub fn action(events: Vec<Change>, scene: TableScene) -> Vec<AnimationTask> {
    let mut tasks = vec![tidying()];
    let mut events: VecDeque<_> = events.into();
    while let Some(event) = events.pop_front() {
        show(event, &mut events, &scene.layout, &mut tasks);
    }
    // Captured pieces that nothing has struck fall over.
    tasks.extend([AnimationTask::new(Topple), AnimationTask::new(Settle(scene))]);
    tasks
}

/// Adds the tasks for an event, together with the events of `rest` that belong to it; `layout` is
/// the board after the action.
fn show(event: Change, rest: &mut VecDeque<Change>, layout: &Layout, tasks: &mut Vec<AnimationTask>) {
    match event {
        Change::Split { at, count } => tasks.push(AnimationTask::new(Split { at, count })),
        Change::Moved { from, path, manner } => {
            let chain = next(rest, |event| match event {
                Change::Pushed { cells, beyond } if cells.first() == path.last() => Some((cells.clone(), *beyond)),
                _ => None,
            });
            tasks.push(match chain {
                Some((cells, beyond)) => AnimationTask::new(Pushed { from, path, cells, beyond }),
                None => AnimationTask::new(Moved { from, path, manner }),
            });
        }
        Change::Stacked { from, path, manner } => tasks.push(AnimationTask::new(Stacked { from, path, manner })),
        Change::Pushed { cells, beyond } => {
            if let Some(&from) = cells.first() {
                tasks.push(AnimationTask::new(Pushed { from, path: Vec::new(), cells, beyond }));
            }
        }
        Change::Captured { at, cause } => {
            tasks.push(AnimationTask::new(Captured { at }));
            // The landing piece strikes it on arrival. If the captor dies too, nothing arrives, and
            // the captured piece falls unaided.
            if cause != Cause::Landed {
                tasks.push(AnimationTask::new(Topple));
            }
        }
        Change::Shot { from, path } => {
            tasks.extend(taken(rest, Cause::Shot));
            tasks.push(AnimationTask::new(Shot { from, path }));
        }
        Change::Exploded { at } => {
            tasks.extend(taken(rest, Cause::Exploded));
            tasks.push(AnimationTask::new(Exploded { at }));
        }
        Change::Transformed { at, look } => tasks.push(AnimationTask::new(Transformed { at, look })),
        Change::Dropped { from, to } => tasks.push(AnimationTask::new(Dropped { from, to })),
        Change::Discarded { from } => tasks.push(AnimationTask::new(Discarded { from })),
        Change::Rolled { symbol, at, die, .. } => tasks.push(AnimationTask::new(Rolled { die, symbol, at })),
        Change::Rearranged { sections } => {
            let layout = layout.clone();
            tasks.push(AnimationTask::after_all(Swing { sections: Some(sections), layout: layout.clone() }));
            tasks.push(AnimationTask::new(Lay(layout)));
        }
        Change::SetUp { at, side, look } => {
            let mut pieces = vec![(at, side, look)];
            while let Some(piece) = next(rest, |event| match event {
                Change::SetUp { at, side, look } => Some((*at, *side, look.clone())),
                _ => None,
            }) {
                pieces.push(piece);
            }
            tasks.push(AnimationTask::new(SetUp(pieces)));
        }
        Change::Passed { .. } => {}
    }
}

/// Removes the next event if `wanted` returns a value for it.
fn next<T>(rest: &mut VecDeque<Change>, wanted: impl Fn(&Change) -> Option<T>) -> Option<T> {
    let found = wanted(rest.front()?)?;
    rest.pop_front();
    Some(found)
}

/// Removes the next captures with this cause.
fn taken(rest: &mut VecDeque<Change>, by: Cause) -> Vec<AnimationTask> {
    let cell = |event: &Change| match event {
        Change::Captured { at, cause } if *cause == by => Some(*at),
        _ => None,
    };
    std::iter::from_fn(|| next(rest, cell)).map(|at| AnimationTask::new(Captured { at })).collect()
}
