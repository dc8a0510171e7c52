//! The kinds of marks, with their default colours.

use crate::session::AnnotationColour;

/// The meaning of a mark. Each kind also has its own shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkKind {
    /// The first or last cell of the last action.
    LastMove,
    /// The path of the last action.
    Path,
    /// The reach of an explosion.
    Blast,
    /// A piece in danger.
    Danger,
    /// The cells named by a refusal.
    Refused,
    /// A cell attacked by the opponent.
    Threat,
    /// A movable piece, or the tray when a die has to be thrown.
    Movable,
    /// The piece in hand.
    Held,
    /// A legal target.
    Target,
    /// A target for only a part of the stack under the pointer.
    PartTarget,
    /// A legal target of a capture.
    Capture,
    /// A legal target of a push, and the pushed pieces.
    Push,
    /// A legal target of a shot.
    Shot,
    /// A legal target where a stack grows.
    Stack,
    /// The line of fire of the shot under the pointer.
    LineOfFire,
    /// A piece that would leave the board.
    Lost,
    /// A cell highlighted by a lesson.
    Lesson,
    /// The goal set by a lesson.
    Star,
    /// A drawing of the user.
    Drawn(AnnotationColour),
    /// The cell under the keyboard or mouse cursor.
    Cursor,
}

impl MarkKind {
    /// The layer of the mark; higher ones are drawn on top.
    #[must_use]
    pub fn layer(self) -> u8 {
        match self {
            MarkKind::LastMove => 0,
            MarkKind::Path | MarkKind::Blast | MarkKind::Star => 1,
            MarkKind::Danger | MarkKind::Refused => 2,
            MarkKind::Threat | MarkKind::Movable => 3,
            MarkKind::Held
            | MarkKind::Target
            | MarkKind::PartTarget
            | MarkKind::Capture
            | MarkKind::Push
            | MarkKind::Shot
            | MarkKind::Stack => 4,
            MarkKind::LineOfFire | MarkKind::Lesson => 5,
            MarkKind::Lost => 6,
            MarkKind::Cursor => 7,
            // Above the frame of the board as well.
            MarkKind::Drawn(_) => 14,
        }
    }

    /// The default colour, `sRGB`, and its opacity, 0 to 1. Red is reserved for danger.
    pub(super) const fn colour(self) -> ([u8; 3], f32) {
        match self {
            MarkKind::LastMove => ([255, 214, 90], 0.30),
            MarkKind::Path => ([255, 214, 90], 0.55),
            MarkKind::Blast => ([255, 120, 40], 0.80),
            MarkKind::Danger => ([226, 36, 36], 0.72),
            MarkKind::Refused => ([255, 176, 40], 0.72),
            MarkKind::Threat => ([178, 92, 190], 0.55),
            MarkKind::Movable => ([36, 168, 158], 0.85),
            MarkKind::Held => ([255, 205, 60], 0.90),
            MarkKind::Target => ([40, 190, 200], 0.85),
            MarkKind::PartTarget => ([40, 190, 200], 0.65),
            MarkKind::Capture | MarkKind::Shot => ([246, 146, 24], 0.92),
            MarkKind::Push => ([70, 150, 255], 0.92),
            MarkKind::Stack => ([90, 210, 130], 0.92),
            MarkKind::LineOfFire => ([255, 140, 30], 0.85),
            MarkKind::Lost => ([255, 160, 20], 0.95),
            MarkKind::Lesson => ([255, 190, 40], 0.95),
            MarkKind::Star => ([255, 205, 70], 0.95),
            MarkKind::Drawn(AnnotationColour::Plain) => ([88, 178, 70], 0.80),
            MarkKind::Drawn(AnnotationColour::Shift) => ([214, 60, 60], 0.80),
            MarkKind::Drawn(AnnotationColour::Ctrl) => ([60, 130, 226], 0.80),
            MarkKind::Drawn(AnnotationColour::Alt) => ([238, 176, 40], 0.80),
            MarkKind::Drawn(AnnotationColour::Hint) => ([150, 92, 220], 0.85),
            MarkKind::Cursor => ([255, 255, 255], 0.90),
        }
    }
}
