//! The pieces as entities: what they are made of, which stands where, and the bodies that stand for them.

pub mod collider;
pub mod index;
pub mod model;
