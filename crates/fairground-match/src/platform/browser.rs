//! Bridge between the program and its page in a browser: WebSockets, the worker, sound and
//! downloads.
//!
//! The page is JavaScript; it passes its functions to [`set_page`] and reports events to
//! [`receive`].

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The functions of the page. The program assigns the channel numbers.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Connects a channel to the WebSocket at a URL.
    pub connect: fn(u32, &str),
    /// Starts a task, given as text, in the worker. Its messages arrive on this channel.
    pub work: fn(u32, &str),
    /// Sends a text into a channel.
    pub send: fn(u32, &str),
    /// Closes a channel: a socket, or a task, whose further messages are dropped.
    pub close: fn(u32),
    /// Plays a sound: interleaved left and right samples, and the number of pairs per second.
    pub sound: fn(&[f32], u32),
    /// Offers bytes to the user as a file of this name.
    pub download: fn(&str, &[u8]),
}

/// An event on a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromPage {
    /// The channel is open.
    Open,
    /// A text message.
    Text(String),
    /// The channel is closed, for this reason. No event follows.
    Closed(String),
}

type Listener = Box<dyn FnMut(FromPage) + Send>;

static PAGE: OnceLock<Page> = OnceLock::new();
static LISTENERS: Mutex<Option<HashMap<u32, Listener>>> = Mutex::new(None);

/// Sets the functions of the page. Later calls have no effect.
pub fn set_page(page: Page) {
    // The page is loaded only once, so this cannot fail.
    let _ = PAGE.set(page);
}

/// Returns the functions of the page; `None` before [`set_page`].
#[must_use]
pub fn page() -> Option<Page> {
    PAGE.get().copied()
}

/// Passes an event to the listener of a channel. Called by the page.
pub fn receive(channel: u32, event: FromPage) {
    // The listener may open channels, so it is removed while it runs.
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

/// A channel to the page. Dropping it closes the channel.
#[derive(Debug)]
pub struct Channel(u32);

impl Channel {
    /// Registers `listener` for a new channel that the page does not know yet.
    fn new(listener: impl FnMut(FromPage) + Send + 'static) -> Channel {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let channel = COUNT.fetch_add(1, Ordering::Relaxed);
        with_listeners(|listeners| listeners.insert(channel, Box::new(listener)));
        Channel(channel)
    }

    /// Sends a text message.
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

/// Connects to a WebSocket. Its events go to `listener`.
pub fn connect(url: &str, listener: impl FnMut(FromPage) + Send + 'static) -> Channel {
    let channel = Channel::new(listener);
    if let Some(page) = page() {
        (page.connect)(channel.0, url);
    }
    channel
}

/// Starts a task in the worker. Its messages go to `listener`.
pub fn work(task: &str, listener: impl FnMut(FromPage) + Send + 'static) -> Channel {
    let channel = Channel::new(listener);
    if let Some(page) = page() {
        (page.work)(channel.0, task);
    }
    channel
}
