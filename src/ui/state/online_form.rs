//! The form for a new online room, and for joining one.

use bevy::prelude::Resource;
use rand::TryRng;
use rand::rngs::SysRng;

use super::form::Form;
use crate::engine::Side;
use crate::play::Seat;
use crate::rooms::{ChatMode, CreateRoom, Sides};

/// The fields for online rooms. The game, its options and the clock come from the form for a new
/// match.
#[derive(Resource, Debug, Clone, Default)]
pub struct OnlineForm {
    /// Whether the window is open.
    pub open: bool,
    /// The side to play; `None` for a random one.
    pub side: Option<Side>,
    /// The opponent: a person with the invitation, or a bot on the server.
    pub opponent: RoomOpponent,
    /// Whether the room is listed and open to spectators.
    pub listed: bool,
    /// Whether absent players can lose the match.
    pub serious: bool,
    /// The chat allowed to the players.
    pub chat: ChatMode,
    /// The link to join with, as typed.
    pub link: String,
    /// The error in the fields.
    pub error: Option<String>,
    /// The room of the match on the table.
    pub on_table: Option<String>,
    /// Whether the window with the link for another device is open.
    pub other_device: bool,
    /// The chat message being typed.
    pub message: String,
}

/// The opponent in a new room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomOpponent(pub Seat);

impl Default for RoomOpponent {
    fn default() -> Self {
        RoomOpponent(Seat::Human)
    }
}

impl OnlineForm {
    /// Returns the room to create, and the seat to take there.
    pub fn room(&self, form: &Form) -> Result<(CreateRoom, Side), String> {
        // The seats are chosen here, not in the other form.
        let mut form = form.clone();
        form.seats = [Seat::Human; 2];
        let setup = form.setup()?;
        let chance = || Side::BOTH[usize::from(SysRng.try_next_u32().unwrap_or_default() % 2 == 1)];
        let side = self.side.unwrap_or_else(chance);
        let names = Sides::each(|seat| if seat == side { Seat::Human } else { self.opponent.0 }.to_string());
        let room = CreateRoom {
            options: setup.options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect(),
            clock: setup.clock.map(|clock| format!("{}+{}", clock.start.as_secs(), clock.increment.as_secs())),
            white: names.white,
            black: names.black,
            private: !self.listed,
            casual: !self.serious,
            chat: self.chat,
            ..CreateRoom::of_game(setup.info.id)
        };
        Ok((room, side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Bot;

    #[test]
    fn a_room_is_as_the_form_says() {
        let mut form = Form::default();
        (form.timed, form.minutes, form.increment) = (true, 3, 2);
        form.set("values", "kostyor");
        let online = OnlineForm { side: Some(Side::Black), listed: true, ..OnlineForm::default() };
        let (room, side) = online.room(&form).unwrap();
        assert_eq!((side, &*room.game, room.clock.as_deref()), (Side::Black, "makarenko", Some("180+2")));
        assert_eq!((&*room.white, &*room.black, room.private, room.casual), ("human", "human", false, true));
        assert_eq!(room.options["values"], "kostyor");
        let chat = ChatMode::Phrases;
        let online =
            OnlineForm { opponent: RoomOpponent(Seat::Bot(Bot::Greedy)), serious: true, chat, ..OnlineForm::default() };
        let (room, side) = online.room(&form).unwrap();
        let seats = Sides { white: room.white, black: room.black };
        assert_eq!((&**seats.of(side), &**seats.of(side.other()), room.casual), ("human", "greedy", false));
        assert_eq!(room.chat, ChatMode::Phrases);
        form.seed = "x".into();
        assert!(online.room(&form).is_err());
    }
}
