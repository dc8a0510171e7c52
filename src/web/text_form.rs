//! Sends the text of the table to the page's form, and carries out the form's commands.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{host, script};
use crate::session::{CurrentRoom, GameSet, Notification, PlayerCommand, RoomCommand, Session, TurnClock};
use crate::ui::table_text::{self, Announcer, Description, SessionCommand};
use crate::ui::words;

/// Whether the form is open.
static OPEN: AtomicBool = AtomicBool::new(false);

/// The commands of the form that have not been carried out.
static COMMANDS: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum TextFormEvent<'a> {
    /// A text for the live region.
    Announced { text: &'a str },
    /// The table has changed while the form is open.
    Described(&'a Description),
    /// The clocks have changed while the form is open: each side's, White's first.
    Clocks { clocks: &'a Option<[String; 2]> },
}

/// Opens or closes the form. The table is described only while it is open.
#[wasm_bindgen]
pub fn describe(open: bool) {
    OPEN.store(open, Ordering::Relaxed);
    script::wake();
}

/// Carries out a command of the description.
#[wasm_bindgen]
pub fn command(name: String) {
    COMMANDS.lock().unwrap_or_else(PoisonError::into_inner).push_back(name);
    script::wake();
}

/// Describes the table to the page.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, carry_out.in_set(GameSet::Input))
        .add_systems(PostUpdate, (announce, describe_table, tell_clocks).chain());
}

fn carry_out(
    (session, room): (Res<Session>, Res<CurrentRoom>),
    (mut commands, mut room_commands): (MessageWriter<PlayerCommand>, MessageWriter<RoomCommand>),
) {
    let names = std::mem::take(&mut *COMMANDS.lock().unwrap_or_else(PoisonError::into_inner));
    for name in names {
        let Some(running) = session.live_match() else { continue };
        let possible = table_text::commands(running, room.on_table()).into_iter();
        match possible.filter(|command| command.name == name).map(|command| command.effect).next() {
            Some(SessionCommand::Player(command)) => drop(commands.write(command)),
            Some(SessionCommand::Room(command)) => drop(room_commands.write(command)),
            None => {}
        }
    }
}

/// Announces changes and messages.
fn announce(
    (session, room): (Res<Session>, Res<CurrentRoom>),
    mut notifications: MessageReader<Notification>,
    mut announcer: Local<Announcer>,
) {
    let mut texts = Vec::new();
    if session.is_changed() || room.is_changed() {
        texts = announcer.changes(&session, &room);
    }
    texts.extend(notifications.read().map(|notification| words::capital(&notification.text)));
    if !texts.is_empty() {
        host::report(&TextFormEvent::Announced { text: &table_text::sentences(&texts) });
    }
}

/// Describes the table while the form is open.
fn describe_table((session, room): (Res<Session>, Res<CurrentRoom>), mut known: Local<Option<Description>>) {
    if !OPEN.load(Ordering::Relaxed) {
        *known = None;
        return;
    }
    if known.is_some() && !session.is_changed() && !room.is_changed() {
        return;
    }
    let now = Description::of(&session, &room);
    if known.as_ref() != Some(&now) {
        host::report(&TextFormEvent::Described(&now));
        *known = Some(now);
    }
}

/// Reports the clocks while the form is open.
fn tell_clocks(
    (session, room, clock): (Res<Session>, Res<CurrentRoom>, Res<TurnClock>),
    mut known: Local<Option<[String; 2]>>,
) {
    let now = if OPEN.load(Ordering::Relaxed) { table_text::clocks(&session, &room, &clock) } else { None };
    if now != *known {
        host::report(&TextFormEvent::Clocks { clocks: &now });
        *known = now;
    }
}
