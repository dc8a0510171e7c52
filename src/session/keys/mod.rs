//! The keyboard: one map of the keys, and one reader that turns them into commands.

mod input_map;
mod key_reader;

pub use input_map::{Binding, Chord, Direction, ENTRIES, Entry, InputCommand, InputMap, Modifiers};
pub(super) use key_reader::plugin;
pub use key_reader::{HeldKeys, KeyCapture, KeyInput, local_player, on_key};
