//! The start screen, the form for a new match, and earlier matches.

pub mod kept;
pub mod match_form;
pub mod new_match;
mod next_up;
pub mod start_screen;
