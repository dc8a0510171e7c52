//! Diagrams, pictures and formatted text.

pub mod diagram;
pub mod figure;
pub mod markdown;
pub mod pictures;
pub mod rich_text;
