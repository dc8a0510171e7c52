//! Shapes of everything on the table, all procedural: turned, carved and joined.

pub mod badge;
pub mod board;
pub mod chip;
mod detail;
pub mod die;
pub mod flat;
pub mod glyph;
pub mod knight;
pub mod lathe;
pub mod men;
mod path;
pub mod pyramid;
pub mod sculpt;
mod shape;
pub mod tactical;
pub mod token;
pub mod tray;

pub use detail::Detail;
pub use shape::{MM, Marks, Shape, circle};
