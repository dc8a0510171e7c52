//! The start screen, the form for a new match, and earlier matches.

pub mod kept;
pub mod match_form;
mod next_up;
pub mod start_screen;
