//! The keyboard: the key map, and the reader that turns keys into commands.

mod bindings;
mod chord;
mod command;
mod input_map;
mod key_reader;

pub use bindings::{Binding, ENTRIES, KeyContext, KeyEntry};
pub use chord::{Chord, HeldModifiers};
pub use command::{InputCommand, ScreenDirection};
pub use input_map::InputMap;
pub(super) use key_reader::plugin;
pub use key_reader::{CommandRequest, HeldKeys, KeyCapture, KeyInput, local_player, on_key};
