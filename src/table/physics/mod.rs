//! What is knocked about for show.

pub mod rigid_bodies;
