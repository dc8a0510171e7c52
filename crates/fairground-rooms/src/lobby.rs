//! HTTP requests to a server: create a room, list the open rooms, download a match file.

use std::sync::{Arc, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use thiserror::Error;

use super::create::{CreateRoom, Created, ErrorBody, ListedRoom};
use super::link::RoomLink;
use fairground_match::platform::jobs::Wake;

/// Why a request to a server failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LobbyError {
    /// The server cannot be reached.
    #[error("{server} cannot be reached: {why}")]
    Unreachable {
        /// The server.
        server: String,
        /// The reason.
        why: String,
    },
    /// The server refuses.
    #[error("{server} refuses: {why}")]
    Refused {
        /// The server.
        server: String,
        /// The server's explanation.
        why: String,
    },
    /// The answer does not follow the protocol.
    #[error("{server} is not a room server: {why}")]
    Foreign {
        /// The server.
        server: String,
        /// The fault in its answer.
        why: String,
    },
}

/// A pending answer.
#[derive(Debug)]
pub struct Reply<T>(Arc<Mutex<Option<Result<T, LobbyError>>>>);

impl<T> Reply<T> {
    /// Takes the answer; `None` until it has arrived.
    #[must_use]
    pub fn take(&self) -> Option<Result<T, LobbyError>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Requests a new room. `wake` is called when the answer arrives.
#[must_use]
pub fn create_room(server: &str, room: &CreateRoom, wake: &Wake) -> Reply<Created> {
    let body = serde_json::to_vec(room).unwrap_or_default();
    let request = ehttp::Request::post(format!("{server}/api/rooms"), body);
    ask(server, request, wake, read)
}

/// Requests the list of open rooms.
#[must_use]
pub fn list_rooms(server: &str, wake: &Wake) -> Reply<Vec<ListedRoom>> {
    ask(server, ehttp::Request::get(format!("{server}/api/rooms")), wake, read)
}

/// Requests the current match file of a room.
#[must_use]
pub fn match_file(link: &RoomLink, wake: &Wake) -> Reply<Vec<u8>> {
    let request = ehttp::Request::get(format!("{}/api/rooms/{}/file", link.server, link.room));
    let request = match &link.token {
        Some(token) => request.with_header("Authorization", format!("Bearer {token}")),
        None => request,
    };
    ask(&link.server, request, wake, |bytes| Ok(bytes.to_vec()))
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, serde_json::Error> {
    serde_json::from_slice(bytes)
}

fn ask<T: Send + 'static>(
    server: &str,
    request: ehttp::Request,
    wake: &Wake,
    read: impl FnOnce(&[u8]) -> Result<T, serde_json::Error> + Send + 'static,
) -> Reply<T> {
    let slot = Arc::new(Mutex::new(None));
    let (answer, wake, server) = (Arc::clone(&slot), wake.clone(), server.to_string());
    ehttp::fetch(request, move |response| {
        let result = match response {
            Err(why) => Err(LobbyError::Unreachable { server, why }),
            Ok(response) if response.ok => {
                read(&response.bytes).map_err(|error| LobbyError::Foreign { server, why: error.to_string() })
            }
            Ok(response) => Err(match serde_json::from_slice::<ErrorBody>(&response.bytes) {
                Ok(body) => LobbyError::Refused { server, why: body.error },
                Err(_) => LobbyError::Foreign { server, why: format!("it answers {}", response.status) },
            }),
        };
        *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        wake.wake();
    });
    Reply(slot)
}
