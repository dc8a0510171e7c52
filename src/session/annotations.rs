use bevy::prelude::*;

use super::TableUpdate;
use crate::engine::Cell;

/// The colours that a viewer draws in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Ink {
    /// Without a modifier key.
    #[default]
    Plain,
    /// With Shift.
    Shift,
    /// With Ctrl.
    Ctrl,
    /// With Alt.
    Alt,
}

impl Ink {
    /// The colour that goes with the modifier keys that are held.
    #[must_use]
    pub fn held(keys: &ButtonInput<KeyCode>) -> Ink {
        use KeyCode::{AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight};
        if keys.any_pressed([ShiftLeft, ShiftRight]) {
            Ink::Shift
        } else if keys.any_pressed([ControlLeft, ControlRight]) {
            Ink::Ctrl
        } else if keys.any_pressed([AltLeft, AltRight]) {
            Ink::Alt
        } else {
            Ink::Plain
        }
    }
}

/// From one cell to another, or on one cell if both are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// Where it begins.
    pub from: Cell,
    /// Where its point is.
    pub to: Cell,
    /// Its colour.
    pub ink: Ink,
}

/// What a viewer has drawn over the board: arrows, and rings on cells. It belongs to the viewer, not to the match, and is gone
/// when the position changes.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct Annotations {
    /// In the order in which they were drawn, at most one from a cell to another.
    pub strokes: Vec<Stroke>,
    /// One that is being drawn.
    pub draft: Option<Stroke>,
}

impl Annotations {
    /// Draws a stroke; takes it away if it is there in this colour, and gives it the colour if it is there in another.
    pub fn toggle(&mut self, stroke: Stroke) {
        let there = self.strokes.iter().position(|other| (other.from, other.to) == (stroke.from, stroke.to));
        let same = there.map(|at| self.strokes.remove(at)) == Some(stroke);
        if !same {
            self.strokes.push(stroke);
        }
    }

    /// Begins an arrow on this cell, or ends the one that was begun; on the cell where it began, it is given up.
    pub fn arrow(&mut self, at: Cell, ink: Ink) {
        match self.draft.take() {
            None => self.draft = Some(Stroke { from: at, to: at, ink }),
            Some(draft) if draft.from == at => {}
            Some(draft) => self.toggle(Stroke { to: at, ..draft }),
        }
    }

    /// Wipes everything out; `false` if there was nothing.
    pub fn clear(&mut self) -> bool {
        let drawn = *self != Annotations::default();
        if drawn {
            *self = Annotations::default();
        }
        drawn
    }
}

/// A new position has nothing drawn on it.
pub(super) fn wipe(mut shown: MessageReader<TableUpdate>, mut sketch: ResMut<Annotations>) {
    if shown
        .read()
        .any(|shown| matches!(shown, TableUpdate::Reset(..) | TableUpdate::Events(..) | TableUpdate::Rewound { .. }))
    {
        sketch.bypass_change_detection().clear().then(|| sketch.set_changed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stroke(from: u16, to: u16, ink: Ink) -> Stroke {
        Stroke { from: Cell(from), to: Cell(to), ink }
    }

    #[test]
    fn the_same_again_removes_and_another_colour_replaces() {
        let mut sketch = Annotations::default();
        for (drawn, left) in [
            (stroke(1, 1, Ink::Plain), vec![stroke(1, 1, Ink::Plain)]),
            (stroke(1, 2, Ink::Plain), vec![stroke(1, 1, Ink::Plain), stroke(1, 2, Ink::Plain)]),
            (stroke(1, 1, Ink::Alt), vec![stroke(1, 2, Ink::Plain), stroke(1, 1, Ink::Alt)]),
            (stroke(2, 1, Ink::Alt), vec![stroke(1, 2, Ink::Plain), stroke(1, 1, Ink::Alt), stroke(2, 1, Ink::Alt)]),
            (stroke(1, 2, Ink::Plain), vec![stroke(1, 1, Ink::Alt), stroke(2, 1, Ink::Alt)]),
        ] {
            sketch.toggle(drawn);
            assert_eq!(sketch.strokes, left);
        }
        assert!(sketch.clear() && !sketch.clear() && sketch.strokes.is_empty());
    }

    #[test]
    fn an_arrow_is_drawn_from_cell_to_cell() {
        let mut sketch = Annotations::default();
        sketch.arrow(Cell(3), Ink::Shift);
        assert_eq!((sketch.draft, sketch.strokes.len()), (Some(stroke(3, 3, Ink::Shift)), 0));
        sketch.arrow(Cell(7), Ink::Plain);
        assert_eq!((sketch.draft, &sketch.strokes[..]), (None, &[stroke(3, 7, Ink::Shift)][..]));
        sketch.arrow(Cell(5), Ink::Plain);
        sketch.arrow(Cell(5), Ink::Plain);
        assert_eq!((sketch.draft, sketch.strokes.len()), (None, 1));
    }

    #[test]
    fn a_new_position_wipes_it_out_and_a_throw_does_not() {
        let mut app = App::new();
        app.init_resource::<Annotations>().add_message::<TableUpdate>().add_systems(Update, wipe);
        app.world_mut().resource_mut::<Annotations>().toggle(stroke(1, 2, Ink::Plain));
        app.world_mut().write_message(TableUpdate::Hurry);
        app.update();
        assert_eq!(app.world().resource::<Annotations>().strokes.len(), 1);
        app.world_mut().write_message(TableUpdate::Events(Vec::new(), Default::default()));
        app.update();
        assert_eq!(*app.world().resource::<Annotations>(), Annotations::default());
    }
}
