//! Shapes of everything on the table, all procedural: turned, carved and joined.

pub mod badge;
pub mod board;
pub mod chessmen;
pub mod chip;
mod detail;
pub mod die;
pub mod flat;
pub mod glyph;
pub mod knight;
pub mod lathe;
mod path;
pub mod pyramid;
pub mod sculpt;
pub mod tactical;
pub mod token;
pub mod tray;
mod triangle_mesh;

pub use detail::Detail;
pub use triangle_mesh::{MM, Marks, TriangleMesh, circle};
