//! Arrows and rings drawn by the user over the board.

use bevy::prelude::*;

use crate::engine::{Cell, Gesture, Place};
use crate::session::messages::position_changed;
use crate::session::schedule::MatchSet;

/// The colours of annotations by modifier key, and the colour of hints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum AnnotationColour {
    /// Without modifier keys.
    #[default]
    Plain,
    /// With Shift.
    Shift,
    /// With Ctrl.
    Ctrl,
    /// With Alt.
    Alt,
    /// For hints.
    Hint,
}

/// An arrow from one cell to another, or a ring if both are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnnotationStroke {
    /// The start.
    pub from: Cell,
    /// The end, with the arrowhead.
    pub to: Cell,
    /// The colour.
    pub ink: AnnotationColour,
}

/// Arrows and rings over the board, drawn by the user or shown as a hint. They are not part of the
/// match, and are removed when the position changes.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct Annotations {
    /// In drawing order, at most one for each pair of cells.
    pub strokes: Vec<AnnotationStroke>,
    /// The stroke being drawn.
    pub draft: Option<AnnotationStroke>,
    /// The strokes of the current hint.
    pub hint: Vec<AnnotationStroke>,
    /// The piece of a reserve that the hint drops.
    pub hint_from: Option<Place>,
}

impl Annotations {
    /// Adds a stroke. An equal stroke is removed instead, and a stroke of another colour between
    /// the same cells is recoloured.
    pub fn toggle(&mut self, stroke: AnnotationStroke) {
        let there = self.strokes.iter().position(|other| (other.from, other.to) == (stroke.from, stroke.to));
        let same = there.map(|at| self.strokes.remove(at)) == Some(stroke);
        if !same {
            self.strokes.push(stroke);
        }
    }

    /// Points out an action as a hint: an arrow with a ring at its end.
    pub fn point_out(&mut self, gesture: &Gesture) {
        self.hint_from = gesture.from.filter(|from| matches!(from, Place::Reserve(..)));
        let from = gesture.from.and_then(Place::cell).or(gesture.to);
        let ends = from.zip(gesture.to).into_iter().flat_map(|(from, to)| [(from, to), (to, to)]);
        self.hint = ends.map(|(from, to)| AnnotationStroke { from, to, ink: AnnotationColour::Hint }).collect();
    }

    /// Begins an arrow at a cell, or ends the current one. Ending it at its start cancels it.
    pub fn arrow(&mut self, at: Cell, ink: AnnotationColour) {
        match self.draft.take() {
            None => self.draft = Some(AnnotationStroke { from: at, to: at, ink }),
            Some(draft) if draft.from == at => {}
            Some(draft) => self.toggle(AnnotationStroke { to: at, ..draft }),
        }
    }

    /// Removes everything. Returns whether there was anything.
    pub fn clear(&mut self) -> bool {
        let drawn = *self != Annotations::default();
        if drawn {
            *self = Annotations::default();
        }
        drawn
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Annotations>()
        .add_systems(Update, clear_drawn.run_if(position_changed).in_set(MatchSet::Follow));
}

/// Clears the annotations when the position changes.
fn clear_drawn(mut annotations: ResMut<Annotations>) {
    annotations.bypass_change_detection().clear().then(|| annotations.set_changed());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::messages::TableUpdate;

    fn stroke(from: u16, to: u16, ink: AnnotationColour) -> AnnotationStroke {
        AnnotationStroke { from: Cell(from), to: Cell(to), ink }
    }

    #[test]
    fn the_same_again_removes_and_another_colour_replaces() {
        let mut annotations = Annotations::default();
        for (drawn, left) in [
            (stroke(1, 1, AnnotationColour::Plain), vec![stroke(1, 1, AnnotationColour::Plain)]),
            (
                stroke(1, 2, AnnotationColour::Plain),
                vec![stroke(1, 1, AnnotationColour::Plain), stroke(1, 2, AnnotationColour::Plain)],
            ),
            (
                stroke(1, 1, AnnotationColour::Alt),
                vec![stroke(1, 2, AnnotationColour::Plain), stroke(1, 1, AnnotationColour::Alt)],
            ),
            (
                stroke(2, 1, AnnotationColour::Alt),
                vec![
                    stroke(1, 2, AnnotationColour::Plain),
                    stroke(1, 1, AnnotationColour::Alt),
                    stroke(2, 1, AnnotationColour::Alt),
                ],
            ),
            (
                stroke(1, 2, AnnotationColour::Plain),
                vec![stroke(1, 1, AnnotationColour::Alt), stroke(2, 1, AnnotationColour::Alt)],
            ),
        ] {
            annotations.toggle(drawn);
            assert_eq!(annotations.strokes, left);
        }
        assert!(annotations.clear() && !annotations.clear() && annotations.strokes.is_empty());
    }

    #[test]
    fn an_arrow_is_drawn_from_cell_to_cell() {
        let mut annotations = Annotations::default();
        annotations.arrow(Cell(3), AnnotationColour::Shift);
        assert_eq!((annotations.draft, annotations.strokes.len()), (Some(stroke(3, 3, AnnotationColour::Shift)), 0));
        annotations.arrow(Cell(7), AnnotationColour::Plain);
        assert_eq!((annotations.draft, &annotations.strokes[..]), (None, &[stroke(3, 7, AnnotationColour::Shift)][..]));
        annotations.arrow(Cell(5), AnnotationColour::Plain);
        annotations.arrow(Cell(5), AnnotationColour::Plain);
        assert_eq!((annotations.draft, annotations.strokes.len()), (None, 1));
    }

    #[test]
    fn a_new_position_wipes_it_out_and_a_throw_does_not() {
        let mut app = App::new();
        app.init_resource::<Annotations>()
            .add_message::<TableUpdate>()
            .add_systems(Update, clear_drawn.run_if(position_changed));
        app.world_mut().resource_mut::<Annotations>().toggle(stroke(1, 2, AnnotationColour::Plain));
        app.world_mut().write_message(TableUpdate::Hurry);
        app.update();
        assert_eq!(app.world().resource::<Annotations>().strokes.len(), 1);
        app.world_mut().write_message(TableUpdate::Events(Vec::new(), Default::default()));
        app.update();
        assert_eq!(*app.world().resource::<Annotations>(), Annotations::default());
    }
}
