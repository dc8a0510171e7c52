//! What the page does for the program in a browser, and what it tells the program: its WebSockets, its worker, its downloads. The page is
//! JavaScript, which the program reaches through the functions that [`set_page`] is given.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// What the page can do. Channels are numbered by the program.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Connects a channel to the WebSocket at a URL.
    pub connect: fn(u32, &str),
    /// Begins a task, given as text, in the worker, whose messages come by this channel.
    pub work: fn(u32, &str),
    /// Sends a text into a channel.
    pub send: fn(u32, &str),
    /// Closes a channel: a socket, or a task, which then ends unheard.
    pub close: fn(u32),
    /// Plays a sound: samples for left and right in turn, and how many pairs of them a second has.
    pub sound: fn(&[f32], u32),
    /// Offers bytes to the user as a file of this name.
    pub download: fn(&str, &[u8]),
}

/// What has come by a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromPage {
    /// It is open.
    Open,
    /// A text.
    Text(String),
    /// It is closed, for this reason. Nothing follows.
    Closed(String),
}

type Listener = Box<dyn FnMut(FromPage) + Send>;

static PAGE: OnceLock<Page> = OnceLock::new();
static LISTENERS: Mutex<Option<HashMap<u32, Listener>>> = Mutex::new(None);

/// Says once what the page can do.
pub fn set_page(page: Page) {
    // A page is loaded once.
    let _ = PAGE.set(page);
}

/// What the page can do; `None` before it has said so.
#[must_use]
pub fn page() -> Option<Page> {
    PAGE.get().copied()
}

/// Called by the page for everything that comes by a channel.
pub fn receive(channel: u32, event: FromPage) {
    // Taken out while it runs: it may open channels.
    let listener = with_listeners(|listeners| listeners.remove(&channel));
    let Some(mut listener) = listener else { return };
    let last = matches!(event, FromPage::Closed(_));
    listener(event);
    if !last {
        with_listeners(|listeners| listeners.insert(channel, listener));
    }
}

fn with_listeners<R>(act: impl FnOnce(&mut HashMap<u32, Listener>) -> R) -> R {
    act(LISTENERS.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// A channel to the page. Dropping it closes it.
#[derive(Debug)]
pub struct Channel(u32);

impl Channel {
    /// One that nothing has been asked for yet, and whose events go to `listener`.
    fn new(listener: impl FnMut(FromPage) + Send + 'static) -> Channel {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let channel = COUNT.fetch_add(1, Ordering::Relaxed);
        with_listeners(|listeners| listeners.insert(channel, Box::new(listener)));
        Channel(channel)
    }

    /// Sends a text.
    pub fn send(&self, text: &str) {
        if let Some(page) = page() {
            (page.send)(self.0, text);
        }
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        with_listeners(|listeners| listeners.remove(&self.0));
        if let Some(page) = page() {
            (page.close)(self.0);
        }
    }
}

/// Connects to a WebSocket, whose events go to `listener`.
pub fn connect(url: &str, listener: impl FnMut(FromPage) + Send + 'static) -> Channel {
    let channel = Channel::new(listener);
    if let Some(page) = page() {
        (page.connect)(channel.0, url);
    }
    channel
}

/// Begins a task in the worker, whose messages go to `listener`.
pub fn work(task: &str, listener: impl FnMut(FromPage) + Send + 'static) -> Channel {
    let channel = Channel::new(listener);
    if let Some(page) = page() {
        (page.work)(channel.0, task);
    }
    channel
}
