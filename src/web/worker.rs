//! Work of the page's worker: searches, batches of throws, and diagrams shown while the table
//! loads.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::engine::Options;
use crate::play::Task;
use crate::record::diagram;
use crate::{dice, games};

#[wasm_bindgen]
extern "C" {
    /// An object of the worker's script.
    pub type Listener;

    /// Receives a message of a task, as JSON.
    #[wasm_bindgen(method, js_name = onMessage)]
    fn on_message(this: &Listener, message: &str);
}

/// Runs a task, given as JSON, and passes its messages to `listener`.
///
/// # Errors
/// If the task or its match is invalid.
#[wasm_bindgen]
pub fn run(task: &str, listener: &Listener) -> Result<(), String> {
    let task: Task = serde_json::from_str(task).map_err(|error| error.to_string())?;
    task.run(&mut |message| {
        // Text and numbers always serialise.
        listener.on_message(&serde_json::to_string(&message).unwrap_or_default());
    })
}

/// Returns a flat diagram of a position as SVG, or of the game's start position if `position` is
/// `None`.
///
/// # Errors
/// If the game is unknown or the position invalid.
#[wasm_bindgen]
pub fn diagram(game: &str, position: Option<String>) -> Result<String, String> {
    let info = games::info(game).map_err(|error| error.to_string())?;
    let game = games::begin(info, Options::default(), position.as_deref()).map_err(|error| error.to_string())?;
    Ok(diagram::svg(&*game))
}

/// Returns the name of a game and its summary in a sentence.
///
/// # Errors
/// If the game is unknown.
#[wasm_bindgen]
pub fn about(game: &str) -> Result<Vec<String>, String> {
    let info = games::info(game).map_err(|error| error.to_string())?;
    Ok(vec![info.name.to_string(), info.summary.to_string()])
}

/// Returns the fingerprint of the first `count` throws of a series, as printed by `fairground
/// dice`.
#[wasm_bindgen]
pub fn throws(seed: u64, count: u64) -> String {
    format!("{:016x}", dice::fingerprint(seed, count))
}
