//! How events are shown: the queue of what is left to show, the paths along which things move, and what each event looks like.

pub mod board_change;
mod capture_animation;
mod dice_animation;
mod effects;
mod event_animation;
mod moving;
pub mod queue;
mod sounds;
