//! What the page's worker does: searches, throws by the thousand, and diagrams before the table is there.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::engine::Options;
use crate::play::Task;
use crate::record::diagram;
use crate::{dice, games};

#[wasm_bindgen]
extern "C" {
    /// An object of the worker's script.
    pub type Listener;

    /// Takes a message of a task, as JSON.
    #[wasm_bindgen(method)]
    fn hear(this: &Listener, message: &str);
}

/// Carries out a task, given as JSON, and has `listener` hear what it comes to.
///
/// # Errors
/// A text that is no task, or no match.
#[wasm_bindgen]
pub fn run(task: &str, listener: &Listener) -> Result<(), String> {
    let task: Task = serde_json::from_str(task).map_err(|error| error.to_string())?;
    task.run(&mut |message| {
        // What is built of texts and numbers can be written.
        listener.hear(&serde_json::to_string(&message).unwrap_or_default());
    })
}

/// A position of a game as a flat diagram, SVG; without a position that from which matches begin.
///
/// # Errors
/// A game or position that is none.
#[wasm_bindgen]
pub fn diagram(game: &str, position: Option<String>) -> Result<String, String> {
    let info = games::info(game).map_err(|error| error.to_string())?;
    let game = games::begin(info, Options::default(), position.as_deref()).map_err(|error| error.to_string())?;
    Ok(diagram::svg(&*game))
}

/// The name of a game, and what it is, in a sentence.
///
/// # Errors
/// A game that is none.
#[wasm_bindgen]
pub fn about(game: &str) -> Result<Vec<String>, String> {
    let info = games::info(game).map_err(|error| error.to_string())?;
    Ok(vec![info.name.to_string(), info.summary.to_string()])
}

/// The fingerprint of the first throws of a series, as `fairground dice` prints it.
#[wasm_bindgen]
pub fn throws(seed: u64, count: u64) -> String {
    format!("{:016x}", dice::fingerprint(seed, count))
}
