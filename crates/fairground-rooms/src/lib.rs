//! Rooms: matches between people on different machines. The protocol between a server and its
//! clients ([requests](ClientMessage) and [answers](ServerMessage), documented in `docs/rooms.md`),
//! and a client.

mod answers;
mod asking;
mod client;
mod create;
mod dice_text;
mod link;
mod lobby;
mod requests;
mod socket;
mod state;
mod update;

pub use answers::{
    Ack, Attendance, Bye, ByeReason, Clocks, DiceProof, NewToken, NumberedLine, OfferOver, Offered, Presence, Refused,
    Rematch, Role, Said, ServerMessage, Sides, Welcome,
};
pub use client::RoomClient;
pub use create::{CreateRoom, Created, ErrorBody, ListedRoom};
pub use link::{RoomLink, RoomLinkError, ServerAddressError, is_room, server_address};
pub use lobby::{LobbyError, Reply, create_room, list_rooms, match_file};
pub use requests::{
    Act, Answer, CLAIM_ABSENT, CLAIM_IDLE, Chat, ChatMode, ClaimKind, ClaimRequest, ClientMessage, Entropy, Hello,
    MAX_CHAT, MAX_NAME, Mute, Offer, OfferKind, PROTOCOL, Phrase, Request, ThrowRequest, Withdraw,
};
pub use state::RoomState;
pub use update::RoomUpdate;
