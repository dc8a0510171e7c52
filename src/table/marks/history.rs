//! State of the marks: the last action, earlier actions for takebacks, and the last refusal.

use bevy::prelude::*;

use super::mark::{MarkTarget, TableMark};
use crate::engine::{Cell, Event, Manner};
use crate::session::{Notification, TableUpdate};
use crate::table::material::MarkKind;
use crate::table::schedule::frame_seconds;

/// Duration of the marks of a refusal, s.
const WARNING: f32 = 2.5;

/// The marks of the last action.
#[derive(Resource, Default)]
pub(super) struct LastMoveMarks(pub Vec<TableMark>);

/// The marks after each action since the table was laid out, for takebacks.
#[derive(Resource, Default)]
pub(super) struct MarkHistory(Vec<Vec<TableMark>>);

/// The marked cells of a refusal.
#[derive(Resource, Default)]
pub(super) struct Warning {
    cells: Vec<Cell>,
    /// Remaining time, s.
    left: f32,
}

impl Warning {
    /// The currently marked cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

/// Records the marks of actions, and drops them on takebacks.
pub(super) fn record_moves(
    mut updates: MessageReader<TableUpdate>,
    (mut last, mut history): (ResMut<LastMoveMarks>, ResMut<MarkHistory>),
) {
    for update in updates.read() {
        match update {
            TableUpdate::Reset(_, _, played) => {
                last.0.clear();
                history.0.clear();
                played.iter().for_each(|events| record(events, &mut last.0, &mut history.0));
            }
            TableUpdate::Rewound { actions, .. } => {
                let left = history.0.len().saturating_sub(*actions);
                history.0.truncate(left);
                last.0 = history.0.last().cloned().unwrap_or_default();
            }
            TableUpdate::Events(events, _) => record(events, &mut last.0, &mut history.0),
            _ => {}
        }
    }
}

fn record(events: &[Event], last: &mut Vec<TableMark>, history: &mut Vec<Vec<TableMark>>) {
    // A board change moves the cells of a path elsewhere.
    if events.iter().any(|event| matches!(event, Event::Rearranged { .. })) {
        last.retain(|mark| !matches!(mark.target, MarkTarget::Path(_)));
    }
    let marks: Vec<_> = events.iter().flat_map(move_marks).collect();
    // A roll belongs to the move before it.
    if !marks.is_empty() {
        *last = marks;
    }
    history.push(last.clone());
}

/// Marks the cells of a refusal for [`WARNING`].
pub(super) fn warn(
    time: Res<Time<Real>>,
    mut notifications: MessageReader<Notification>,
    mut warning: ResMut<Warning>,
) {
    // A notification without cells leaves the current warning alone.
    if let Some(Notification { cells, .. }) = notifications.read().filter(|it| !it.cells.is_empty()).last() {
        *warning = Warning { cells: cells.clone(), left: WARNING };
    }
    if warning.cells.is_empty() {
        return;
    }
    // The marks depend on the cells, not on the time.
    warning.bypass_change_detection().left -= frame_seconds(&time);
    if warning.left <= 0.0 {
        warning.cells.clear();
    }
}

/// The marks left by an event: its first and last cell, and the path between them.
pub(super) fn move_marks(event: &Event) -> Vec<TableMark> {
    let ends =
        |cells: &mut dyn Iterator<Item = Cell>| cells.map(|cell| TableMark::on(MarkKind::LastMove, cell)).collect();
    match event {
        Event::Moved { from, path, manner } | Event::Stacked { from, path, manner } => {
            let mut marks: Vec<_> = ends(&mut std::iter::once(*from).chain(path.last().copied()));
            if *manner == Manner::Slide && path.len() > 1 {
                marks.push(TableMark::path(MarkKind::Path, *from, path));
            }
            marks
        }
        Event::Pushed { cells, beyond } => ends(&mut cells.iter().copied().chain(*beyond)),
        Event::Shot { from, path } => {
            let mut marks: Vec<_> = ends(&mut std::iter::once(*from).chain(path.last().copied()));
            marks.push(TableMark::path(MarkKind::Path, *from, path));
            marks
        }
        // The ring stays, for users who missed the explosion.
        Event::Exploded { at } => vec![TableMark::on(MarkKind::LastMove, *at), TableMark::on(MarkKind::Blast, *at)],
        Event::Dropped { to, .. } => ends(&mut std::iter::once(*to)),
        // Captures, promotions, rolls and the like come with a move, and rearranged cells are
        // elsewhere.
        Event::Captured { .. }
        | Event::Split { .. }
        | Event::Transformed { .. }
        | Event::SetUp { .. }
        | Event::Rolled { .. }
        | Event::Discarded { .. }
        | Event::Rearranged { .. }
        | Event::Passed { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::Options;
    use crate::games;

    #[test]
    fn the_last_action_is_marked_with_its_path() {
        let cell = |index: u16| TableMark::on(MarkKind::LastMove, Cell(index));
        let slide = Event::Moved { from: Cell(0), path: vec![Cell(8), Cell(16)], manner: Manner::Slide };
        let path = TableMark::path(MarkKind::Path, Cell(0), &[Cell(8), Cell(16)]);
        assert_eq!(move_marks(&slide), [cell(0), cell(16), path]);
        let leap = Event::Moved { from: Cell(1), path: vec![Cell(18)], manner: Manner::Leap };
        assert_eq!(move_marks(&leap), [cell(1), cell(18)]);
        let blast = TableMark::on(MarkKind::Blast, Cell(9));
        assert_eq!(move_marks(&Event::Exploded { at: Cell(9) }), [cell(9), blast]);
    }

    #[test]
    fn a_match_that_is_taken_up_again_shows_its_last_action() {
        let mut app = App::new();
        app.init_resource::<LastMoveMarks>().init_resource::<MarkHistory>().add_message::<TableUpdate>();
        app.add_systems(Update, record_moves);
        let mut game = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap();
        for action in ["e2e4", "e7e5"] {
            game.apply(action).unwrap();
        }
        let mut marked = |update| {
            app.world_mut().write_message(update);
            app.update();
            app.world().resource::<LastMoveMarks>().0.iter().map(|mark| mark.target.clone()).collect::<Vec<_>>()
        };
        let last = marked(TableUpdate::resumed(&*game));
        assert!(last.contains(&MarkTarget::Cell(Cell(52))) && last.contains(&MarkTarget::Cell(Cell(36))), "{last:?}");
        game.undo();
        let before = marked(TableUpdate::rewound(1, &*game));
        assert!(before.contains(&MarkTarget::Cell(Cell(28))), "{before:?}");
        assert!(marked(TableUpdate::reset(&*game)).is_empty());
    }

    /// A warning lasts its full time regardless of other notifications, and triggers a change only
    /// at its beginning and end.
    #[test]
    fn a_warning_stays_for_its_time() {
        #[derive(Resource, Default)]
        struct ChangeCount(usize);
        let mut app = App::new();
        app.init_resource::<Time<Real>>()
            .init_resource::<Warning>()
            .init_resource::<ChangeCount>()
            .add_message::<Notification>()
            .add_systems(
                Update,
                (warn, |warning: Res<Warning>, mut changes: ResMut<ChangeCount>| {
                    changes.0 += usize::from(warning.is_changed());
                })
                    .chain(),
            );
        let mut frame = |words: Option<(&str, Vec<Cell>)>| {
            app.world_mut().resource_mut::<Time<Real>>().advance_by(Duration::from_millis(100));
            if let Some((words, cells)) = words {
                app.world_mut().write_message(Notification { cells, ..Notification::new(words) });
            }
            app.update();
            (app.world().resource::<Warning>().cells().to_vec(), app.world().resource::<ChangeCount>().0)
        };
        assert_eq!(frame(None).0, []);
        assert_eq!(frame(Some(("not there", vec![Cell(3)]))).0, [Cell(3)]);
        let begun = frame(Some(("saved", Vec::new())));
        assert_eq!(begun.0, [Cell(3)]);
        for _ in 0..20 {
            assert_eq!(frame(None), begun);
        }
        let last = (0..5).map(|_| frame(None)).last().unwrap();
        assert_eq!(last, (Vec::new(), begun.1 + 1));
    }
}
