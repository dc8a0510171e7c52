//! Events as tasks: the animation of each event of a match, by itself or together with the events that follow it.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::show::{
    Captured, Discarded, Dropped, Exploded, Lay, LiesToBeRead, Moved, PickedUp, Pushed, Rewind, Rolled, SetUp, Settle,
    Shot, Show, Split, Stacked, StandUp, Swing, Throw, TidyUp, Topple, Transformed, Tumbles,
};
use crate::dice::Roll;
use crate::engine::{self, Cause, Cell, Die, Event as Change, Layout, Side};
use crate::session::Scene;

/// Something to show, when nothing moves that it waits for.
pub struct Task {
    /// Whether it waits for captured pieces on their way to the tray, too.
    pub waits_for_all: bool,
    show: Box<dyn FnOnce(&mut World) + Send + Sync>,
}

impl Task {
    fn new<E: Send + Sync + 'static>(event: E) -> Task {
        Task { waits_for_all: false, show: Box::new(move |world| world.trigger(Show(event))) }
    }

    /// That begins when nothing at all moves any more.
    fn after_all<E: Send + Sync + 'static>(event: E) -> Task {
        Task { waits_for_all: true, ..Task::new(event) }
    }

    /// Lets it begin. Its effects are there afterwards.
    pub fn begin(self, world: &mut World) {
        (self.show)(world);
        world.flush();
    }
}

/// Tidies up.
pub fn tidying() -> Task {
    Task::new(TidyUp)
}

/// A throw of a die.
pub fn throw(die: &'static Die, at: Option<Cell>, by: Side, roll: Roll) -> [Task; 4] {
    let throw = Throw::new(die, at, by, roll);
    [tidying(), Task::new(PickedUp(throw.clone())), Task::new(Tumbles(throw.clone())), Task::new(LiesToBeRead(throw))]
}

/// The last actions are taken back: a toppled king stands up, then the board goes back with all that stands on it, and then the
/// pieces.
pub fn rewind(actions: usize, scene: Scene, taken: Vec<engine::Piece>) -> [Task; 5] {
    let layout = scene.layout.clone();
    [
        tidying(),
        Task::after_all(StandUp),
        Task::after_all(Swing { sections: None, layout: layout.clone() }),
        Task::after_all(Lay(layout)),
        Task::after_all(Rewind { actions, scene, taken }),
    ]
}

/// An action, which leaves this on the table.
pub fn action(events: Vec<Change>, scene: Scene) -> Vec<Task> {
    let mut tasks = vec![tidying()];
    let mut events: VecDeque<_> = events.into();
    while let Some(event) = events.pop_front() {
        show(event, &mut events, &scene.layout, &mut tasks);
    }
    // Captured pieces that nothing has struck fall by themselves.
    tasks.extend([Task::new(Topple), Task::new(Settle(scene))]);
    tasks
}

/// Adds the tasks that show an event, together with those of the `rest` that belong to it; `layout` is the board after the action.
fn show(event: Change, rest: &mut VecDeque<Change>, layout: &Layout, tasks: &mut Vec<Task>) {
    match event {
        Change::Split { at, count } => tasks.push(Task::new(Split { at, count })),
        Change::Moved { from, path, manner } => {
            let chain = next(rest, |event| match event {
                Change::Pushed { cells, beyond } if cells.first() == path.last() => Some((cells.clone(), *beyond)),
                _ => None,
            });
            tasks.push(match chain {
                Some((cells, beyond)) => Task::new(Pushed { from, path, cells, beyond }),
                None => Task::new(Moved { from, path, manner }),
            });
        }
        Change::Stacked { from, path, manner } => tasks.push(Task::new(Stacked { from, path, manner })),
        Change::Pushed { cells, beyond } => {
            if let Some(&from) = cells.first() {
                tasks.push(Task::new(Pushed { from, path: Vec::new(), cells, beyond }));
            }
        }
        Change::Captured { at, cause } => {
            tasks.push(Task::new(Captured { at }));
            // The piece that lands here strikes it when it arrives. If the captor dies too, nobody arrives, so it falls by itself.
            if cause != Cause::Landed {
                tasks.push(Task::new(Topple));
            }
        }
        Change::Shot { from, path } => {
            tasks.extend(taken(rest, Cause::Shot));
            tasks.push(Task::new(Shot { from, path }));
        }
        Change::Exploded { at } => {
            tasks.extend(taken(rest, Cause::Exploded));
            tasks.push(Task::new(Exploded { at }));
        }
        Change::Transformed { at, look } => tasks.push(Task::new(Transformed { at, look })),
        Change::Dropped { from, to } => tasks.push(Task::new(Dropped { from, to })),
        Change::Discarded { from } => tasks.push(Task::new(Discarded { from })),
        Change::Rolled { symbol, at, die, .. } => tasks.push(Task::new(Rolled { die, symbol, at })),
        Change::Rearranged { sections } => {
            let layout = layout.clone();
            tasks.push(Task::after_all(Swing { sections: Some(sections), layout: layout.clone() }));
            tasks.push(Task::new(Lay(layout)));
        }
        Change::SetUp { at, side, look } => {
            let mut pieces = vec![(at, side, look)];
            while let Some(piece) = next(rest, |event| match event {
                Change::SetUp { at, side, look } => Some((*at, *side, look.clone())),
                _ => None,
            }) {
                pieces.push(piece);
            }
            tasks.push(Task::new(SetUp(pieces)));
        }
        Change::Passed { .. } => {}
    }
}

/// Takes off the next event if `wanted` finds something in it.
fn next<T>(rest: &mut VecDeque<Change>, wanted: impl Fn(&Change) -> Option<T>) -> Option<T> {
    let found = wanted(rest.front()?)?;
    rest.pop_front();
    Some(found)
}

/// The captures by this cause that come next.
fn taken(rest: &mut VecDeque<Change>, by: Cause) -> Vec<Task> {
    let cell = |event: &Change| match event {
        Change::Captured { at, cause } if *cause == by => Some(*at),
        _ => None,
    };
    std::iter::from_fn(|| next(rest, cell)).map(|at| Task::new(Captured { at })).collect()
}
