//! WebSocket client in a browser.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::SocketEvent;
use fairground_match::platform::browser::{self, Channel, FromPage};
use fairground_match::platform::jobs::Wake;

/// A WebSocket. Dropping it closes it.
pub struct Socket {
    events: Arc<Mutex<VecDeque<SocketEvent>>>,
    channel: Channel,
}

impl Socket {
    /// Starts to connect to a server. `wake` is called for every event.
    #[must_use]
    pub fn connect(url: &str, wake: &Wake) -> Socket {
        let events = Arc::new(Mutex::new(VecDeque::new()));
        let (kept, wake) = (Arc::clone(&events), wake.clone());
        let channel = browser::connect(url, move |event| {
            let event = match event {
                FromPage::Open => SocketEvent::Open,
                FromPage::Text(text) => SocketEvent::Text(text),
                FromPage::Closed(why) => SocketEvent::Closed(why),
            };
            kept.lock().unwrap_or_else(PoisonError::into_inner).push_back(event);
            wake.wake();
        });
        Socket { events, channel }
    }

    /// The next event, if any.
    #[must_use]
    pub fn poll(&self) -> Option<SocketEvent> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    /// Sends a text. It is lost if the connection is.
    pub fn send(&self, text: String) {
        self.channel.send(&text);
    }
}

impl fmt::Debug for Socket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Socket(..)")
    }
}
