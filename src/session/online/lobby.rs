//! Requests to a server: create a room, list rooms.

use bevy::prelude::*;

use crate::engine::Side;
use crate::platform::jobs::Wake;
use crate::rooms::{CreateRoom, Created, ListedRoom, Reply, RoomLink, create_room, list_rooms};

/// Pending requests to servers, and their answers.
#[derive(Resource, Default)]
pub struct Lobby {
    creating: Option<Creating>,
    listing: Option<(String, Reply<Vec<ListedRoom>>)>,
    /// The last server asked, with its listed rooms or the error.
    listed: Option<(String, Result<Vec<ListedRoom>, String>)>,
    /// The reason why no room was created.
    refused: Option<String>,
    /// The link with which the program was started.
    proposed: Option<RoomLink>,
}

/// A room being created.
struct Creating {
    server: String,
    side: Side,
    reply: Reply<Created>,
}

/// A created room, by its links.
pub(super) struct CreatedRoom {
    /// The link to the user's seat.
    pub own: RoomLink,
    /// The link to the other seat, unless a bot sits there.
    pub invitation: Option<RoomLink>,
    /// The link for spectators.
    pub watch: RoomLink,
}

impl Lobby {
    /// Whether a room is being created.
    #[must_use]
    pub fn is_creating(&self) -> bool {
        self.creating.is_some()
    }

    /// Whether a list is being requested.
    #[must_use]
    pub fn is_listing(&self) -> bool {
        self.listing.is_some()
    }

    /// The listed rooms of the last server asked, or the error; `None` before the answer.
    #[must_use]
    pub fn listed(&self) -> Option<(&str, Result<&[ListedRoom], &str>)> {
        let (server, listed) = self.listed.as_ref()?;
        Some((server, listed.as_deref().map_err(String::as_str)))
    }

    /// The reason why the last room was not created.
    #[must_use]
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// The link with which the program was started.
    #[must_use]
    pub fn proposed(&self) -> Option<&RoomLink> {
        self.proposed.as_ref()
    }

    /// Fills in the link to a room, so that the user can join with a button.
    pub fn propose(&mut self, link: RoomLink) {
        self.proposed = Some(link);
    }

    pub(super) fn create(&mut self, server: String, room: &CreateRoom, side: Side, wake: &Wake) {
        self.refused = None;
        let reply = create_room(&server, room, wake);
        self.creating = Some(Creating { server, side, reply });
    }

    pub(super) fn list(&mut self, server: String, wake: &Wake) {
        let reply = list_rooms(&server, wake);
        self.listing = Some((server, reply));
    }

    /// Records the reason why a room could not be created or joined.
    pub(super) fn refuse(&mut self, why: String) {
        self.refused = Some(why);
    }

    /// Whether requests are pending, for [`Lobby::take`].
    pub(super) fn is_busy(&self) -> bool {
        self.creating.is_some() || self.listing.is_some()
    }

    /// Collects the received answers; returns the created room, if any.
    pub(super) fn take(&mut self) -> Option<CreatedRoom> {
        if let Some((server, listed)) =
            self.listing.as_ref().and_then(|(server, reply)| Some((server.clone(), reply.take()?)))
        {
            self.listing = None;
            self.listed = Some((server, listed.map_err(|error| error.to_string())));
        }
        let answer = self.creating.as_ref().and_then(|creating| creating.reply.take())?;
        let Creating { server, side, .. } = self.creating.take()?;
        let created = match answer {
            Ok(created) => created,
            Err(error) => {
                self.refused = Some(error.to_string());
                return None;
            }
        };
        let link = |token: &Option<String>| {
            let token = token.clone()?;
            Some(RoomLink { server: server.clone(), room: created.room.clone(), token: Some(token) })
        };
        let own = link(created.seats.of(side));
        if own.is_none() {
            self.refused = Some(format!("{server} did not assign a seat in the room."));
        }
        Some(CreatedRoom {
            own: own?,
            invitation: link(created.seats.of(side.other())),
            watch: link(&Some(created.watch))?,
        })
    }
}
