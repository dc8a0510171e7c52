//! The functions of the page's script that the program calls.

use std::cell::RefCell;
use std::panic;
use std::path::Path;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::platform::browser::{self, Page};
use crate::platform::folders;

#[wasm_bindgen]
extern "C" {
    /// An object of the page's script.
    pub type Host;

    #[wasm_bindgen(method)]
    fn connect(this: &Host, channel: u32, url: &str);
    #[wasm_bindgen(method)]
    fn work(this: &Host, channel: u32, task: &str);
    #[wasm_bindgen(method)]
    fn send(this: &Host, channel: u32, text: &str);
    #[wasm_bindgen(method)]
    fn close(this: &Host, channel: u32);
    #[wasm_bindgen(method)]
    fn sound(this: &Host, samples: &[f32], rate: u32);
    #[wasm_bindgen(method)]
    fn download(this: &Host, name: &str, bytes: &[u8]);
    /// Stores a file for the next visit.
    #[wasm_bindgen(method)]
    fn keep(this: &Host, path: &str, bytes: &[u8]);
    /// Deletes a stored file.
    #[wasm_bindgen(method)]
    fn forget(this: &Host, path: &str);
    /// Reports an event on the table, as JSON.
    #[wasm_bindgen(method)]
    fn report(this: &Host, event: &str);
    /// Answers a request of the page, with the error if it failed.
    #[wasm_bindgen(method)]
    fn answer(this: &Host, request: u32, error: Option<String>);
    /// Reports that the table cannot be drawn any more.
    #[wasm_bindgen(method)]
    fn stopped(this: &Host, reason: &str);
    /// Reports that the program has crashed.
    #[wasm_bindgen(method)]
    fn fail(this: &Host, reason: &str);
}

/// The folder of files opened during this visit.
pub const OPENED: &str = "/opened";

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

fn with(act: impl FnOnce(&Host)) {
    HOST.with_borrow(|host| {
        if let Some(host) = host {
            act(host);
        }
    });
}

/// Connects the program to the page's script.
pub fn set(host: Host) {
    HOST.set(Some(host));
    panic::set_hook(Box::new(|info| with(|host| host.fail(&info.to_string()))));
    browser::set_page(Page {
        connect: |channel, url| with(|host| host.connect(channel, url)),
        work: |channel, task| with(|host| host.work(channel, task)),
        send: |channel, text| with(|host| host.send(channel, text)),
        close: |channel| with(|host| host.close(channel)),
        sound: |samples, rate| with(|host| host.sound(samples, rate)),
        download: |name, bytes| with(|host| host.download(name, bytes)),
    });
}

/// Called for every change of a file. Files written for the user are offered as downloads; others
/// are stored, except opened files.
pub fn on_file_change(path: &Path, bytes: Option<&[u8]>) {
    let Some(name) = path.to_str() else { return };
    match bytes {
        Some(bytes) if path.starts_with(folders::documents()) => {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or(name);
            with(|host| host.download(name, bytes));
        }
        _ if [folders::documents(), OPENED.into()].iter().any(|folder| path.starts_with(folder)) => {}
        Some(bytes) => with(|host| host.keep(name, bytes)),
        None => with(|host| host.forget(name)),
    }
}

/// Reports an event to the page.
pub fn report(event: &impl serde::Serialize) {
    // Text and numbers always serialise.
    let text = serde_json::to_string(event).unwrap_or_default();
    with(|host| host.report(&text));
}

/// Reports to the page that drawing has stopped.
pub fn stopped(reason: &str) {
    with(|host| host.stopped(reason));
}

/// Answers a request of the page.
pub fn answer(request: u32, result: Result<(), String>) {
    with(|host| host.answer(request, result.err()));
}
