//! Interface between the rules and a table that knows no game: layouts, looks, events and gestures.

mod event;
mod gesture;
mod layout;
mod look;
mod piece_info;
mod state;

pub use event::{Cause, Event, Manner, SectionMove};
pub use gesture::{Gesture, GestureKind};
pub use layout::{Cell, CellShape, Layout, Point, Pose, Section};
pub use look::{Look, Piece, PieceKind, Place, Pyramids};
pub use piece_info::PieceInfo;
pub use state::{EventError, TableState};
