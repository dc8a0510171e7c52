//! Conversion between the marks of match files and the strokes drawn on the board.

use crate::engine::{Cell, Layout};
use crate::play::{Mark, MarkColour};
use crate::session::input::{AnnotationColour, AnnotationStroke};

/// Converts marks to strokes. Skips marks on cells outside the board.
pub(super) fn strokes(marks: &[Mark], layout: &Layout) -> Vec<AnnotationStroke> {
    let cell = |name: &str| {
        let at = layout.cells.iter().position(|cell| cell.name == name)?;
        u16::try_from(at).ok().map(Cell)
    };
    let stroke =
        |mark: &Mark| Some(AnnotationStroke { from: cell(&mark.from)?, to: cell(&mark.to)?, ink: ink(mark.colour) });
    marks.iter().filter_map(stroke).collect()
}

/// Converts strokes to marks. Skips hints.
pub(super) fn marks(strokes: &[AnnotationStroke], layout: &Layout) -> Vec<Mark> {
    let name = |cell: Cell| layout.cells.get(cell.index()).map(|cell| cell.name.clone());
    let mark = |stroke: &AnnotationStroke| {
        Some(Mark { colour: colour(stroke.ink)?, from: name(stroke.from)?, to: name(stroke.to)? })
    };
    strokes.iter().filter_map(mark).collect()
}

const fn ink(colour: MarkColour) -> AnnotationColour {
    match colour {
        MarkColour::Green => AnnotationColour::Plain,
        MarkColour::Red => AnnotationColour::Shift,
        MarkColour::Blue => AnnotationColour::Ctrl,
        MarkColour::Yellow => AnnotationColour::Alt,
    }
}

const fn colour(ink: AnnotationColour) -> Option<MarkColour> {
    match ink {
        AnnotationColour::Plain => Some(MarkColour::Green),
        AnnotationColour::Shift => Some(MarkColour::Red),
        AnnotationColour::Ctrl => Some(MarkColour::Blue),
        AnnotationColour::Alt => Some(MarkColour::Yellow),
        AnnotationColour::Hint => None,
    }
}
