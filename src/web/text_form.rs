//! The table in words, for screen readers and switches: the description shown by the page's form,
//! the announcements of its live region, and the form's commands.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{host, script};
use crate::engine::{ActionText, DynGame, Side};
use crate::platform::clock::Duration;
use crate::play::{Match, Pending, Seat};
use crate::record::diagram::words as diagram;
use crate::rooms::OfferKind;
use crate::session::{
    Connection, GameSet, Joined, Notification, PlayerCommand, Room, RoomCommand, Session, TurnClock, local_player,
    waits_for_user,
};
use crate::{games, ui::words};

/// Whether the form is open.
static OPEN: AtomicBool = AtomicBool::new(false);

/// The commands of the form that have not been carried out.
static COMMANDS: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event<'a> {
    /// A text for the live region.
    Announced { text: &'a str },
    /// The table has changed while the form is open.
    Described(&'a Description),
    /// The clocks have changed while the form is open: each side's, White's first.
    Clocks { clocks: &'a Option<[String; 2]> },
}

/// The table in words.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct Description {
    /// The name of the game; empty on the start screen.
    game: String,
    /// The side to act and its task, or the result.
    sentence: String,
    /// Check and other notices.
    notices: Vec<String>,
    /// The players, White's first.
    players: Vec<String>,
    /// A line for each rank and each reserve.
    position: Vec<String>,
    /// The actions played.
    played: Vec<String>,
    /// The local user's legal actions, with their texts.
    actions: Vec<Choice>,
    /// The meanings of the faces of the die that is due.
    faces: Vec<String>,
    /// The other commands of the local user, by name.
    commands: Vec<Choice>,
    /// The games, with their ids.
    games: Vec<Choice>,
}

/// An item to choose.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Choice {
    value: String,
    words: String,
}

struct FormCommand {
    name: &'static str,
    words: String,
    effect: Effect,
}

enum Effect {
    Player(PlayerCommand),
    Room(RoomCommand),
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
    (session, room): (Res<Session>, Res<Room>),
    (mut commands, mut room_commands): (MessageWriter<PlayerCommand>, MessageWriter<RoomCommand>),
) {
    let names = std::mem::take(&mut *COMMANDS.lock().unwrap_or_else(PoisonError::into_inner));
    for name in names {
        let Some(running) = session.live_match() else { continue };
        let possible = form_commands(running, room.on_table()).into_iter();
        match possible.filter(|command| command.name == name).map(|command| command.effect).next() {
            Some(Effect::Player(command)) => drop(commands.write(command)),
            Some(Effect::Room(command)) => drop(room_commands.write(command)),
            None => {}
        }
    }
}

/// The commands available to the local user, other than playing an action.
fn form_commands(running: &Match, room: Option<&Joined>) -> Vec<FormCommand> {
    let mut commands = Vec::new();
    let mut add = |name, words: &str, effect| commands.push(FormCommand { name, words: words.into(), effect });
    let may_offer = |what| {
        room.is_some_and(|joined| {
            let side = joined.state().side();
            joined.may_offer()
                && !joined.state().offers().iter().any(|offer| Some(offer.by) == side && offer.what == what)
        })
    };
    if let Some(offered) = room.and_then(Joined::offered) {
        let what = offered.what;
        add("accept", &format!("Accept the offer: {what}"), Effect::Room(RoomCommand::Answer(offered.offer, true)));
        add("decline", &format!("Decline the offer: {what}"), Effect::Room(RoomCommand::Answer(offered.offer, false)));
    }
    if waits_for_user(running) && matches!(running.pending(), Pending::Throw { .. }) {
        add("throw", "Throw the die", Effect::Player(PlayerCommand::Throw(None)));
    }
    let Some(side) = local_player(running) else {
        if running.outcome().is_some() && may_offer(OfferKind::Rematch) {
            add("rematch", "Offer a rematch", Effect::Room(RoomCommand::Offer(OfferKind::Rematch)));
        }
        return commands;
    };
    if room.is_none() && running.draw_offer().is_some() {
        add("accept", "Accept the draw", Effect::Player(PlayerCommand::AcceptDraw));
        add("decline", "Decline the draw", Effect::Player(PlayerCommand::DeclineDraw));
    }
    if let Some(claim) = running.claim_open() {
        add("claim", &format!("Claim a draw: {claim}"), Effect::Player(PlayerCommand::ClaimDraw));
    }
    let (takes_back, draws) = match room {
        Some(_) => {
            (running.last_decision_of(side).is_some() && may_offer(OfferKind::Takeback), may_offer(OfferKind::Draw))
        }
        None => (running.can_take_back(), running.draw_offer().is_none()),
    };
    if takes_back {
        add("take-back", "Take back the last move", Effect::Player(PlayerCommand::Takeback));
    }
    if draws {
        add("draw", "Offer a draw", Effect::Player(PlayerCommand::OfferDraw(side)));
    }
    add("resign", "Resign", Effect::Player(PlayerCommand::Resign(side)));
    commands
}

/// The part of the table's state that announcements are about.
#[derive(Debug, Clone, Default, PartialEq)]
struct Announced {
    game: Option<&'static str>,
    start: String,
    played: usize,
    sentence: String,
    connection: Option<Connection>,
}

/// Announces changes and messages.
fn announce(
    (session, room): (Res<Session>, Res<Room>),
    mut notifications: MessageReader<Notification>,
    mut known: Local<Announced>,
) {
    let mut texts = Vec::new();
    if session.is_changed() || room.is_changed() {
        let now = Announced::of(&session, &room);
        if now != *known {
            texts = now.since(&known, session.game());
            *known = now;
        }
    }
    texts.extend(notifications.read().map(|notification| words::capital(&notification.text)));
    if !texts.is_empty() {
        let ended = |text: &String| if text.ends_with(['.', '!', '?']) { text.clone() } else { format!("{text}.") };
        let text = texts.iter().filter(|text| !text.is_empty()).map(ended).collect::<Vec<_>>().join(" ");
        host::report(&Event::Announced { text: &text });
    }
}

impl Announced {
    fn of(session: &Session, room: &Room) -> Announced {
        let game = session.game();
        Announced {
            game: game.map(|game| game.info().name),
            start: game.map(DynGame::start_text).unwrap_or_default(),
            played: game.map(DynGame::action_count).unwrap_or_default(),
            sentence: sentence(session),
            connection: room.on_table().map(|joined| joined.connection().clone()),
        }
    }

    /// The difference from an earlier state, in sentences.
    fn since(&self, before: &Announced, game: Option<&dyn DynGame>) -> Vec<String> {
        let mut texts = Vec::new();
        match (&before.connection, &self.connection) {
            (Some(Connection::Here), Some(Connection::Lost(_))) => texts.push("Connection lost. Reconnecting".into()),
            (Some(Connection::Lost(_)), Some(Connection::Here)) => texts.push("Connected again".into()),
            _ => {}
        }
        let Some(game) = game else {
            if before.game.is_some() {
                texts.push("Start screen".into());
            }
            return texts;
        };
        let same = (before.game, &before.start) == (self.game, &self.start);
        match self.played.checked_sub(before.played) {
            _ if !same => texts.push(self.game.unwrap_or_default().into()),
            Some(new) => texts.extend(diagram::played(game, new)),
            None => texts.push("Taken back".into()),
        }
        if self.sentence != before.sentence || self.played != before.played || !same {
            texts.push(self.sentence.clone());
            texts.extend(game.notices().into_iter().filter(|notice| notice.urgent).map(|notice| notice.text));
        }
        texts
    }
}

/// The side to act and its task, or the result.
fn sentence(session: &Session) -> String {
    let Some(game) = session.game() else { return String::new() };
    let info = game.info();
    let Some(running) = session.running() else {
        return session.outcome().map(|outcome| words::result(outcome, info)).unwrap_or_default();
    };
    let own = running.setup().seats.iter().filter(|seat| **seat == Seat::Human).count() == 1;
    let turn = if own { "Your turn: " } else { "" };
    match running.pending() {
        Pending::Over(outcome) => format!("{}: {}", words::result_for(outcome, running), outcome.reason),
        Pending::Decide { side, seat: Seat::Human } => format!("{turn}{} to move", info.side(side)),
        Pending::Throw { side, seat: Seat::Human, .. } => format!("{turn}{} to throw the die", info.side(side)),
        Pending::Decide { side, .. } => format!("{} to move, please wait", info.side(side)),
        Pending::Throw { side, .. } => format!("{} throws the die, please wait", info.side(side)),
    }
}

/// Describes the table while the form is open.
fn describe_table((session, room): (Res<Session>, Res<Room>), mut known: Local<Option<Description>>) {
    if !OPEN.load(Ordering::Relaxed) {
        *known = None;
        return;
    }
    if known.is_some() && !session.is_changed() && !room.is_changed() {
        return;
    }
    let now = Description::of(&session, &room);
    if known.as_ref() != Some(&now) {
        host::report(&Event::Described(&now));
        *known = Some(now);
    }
}

impl Description {
    fn of(session: &Session, room: &Room) -> Description {
        let games = games::ALL.iter().map(|info| Choice { value: info.id.into(), words: info.name.into() }).collect();
        let Some(game) = session.game() else { return Description { games, ..Description::default() } };
        let running = session.running();
        let own = running.filter(|running| waits_for_user(running));
        let pending = own.map(Match::pending);
        let actions = match pending {
            Some(Pending::Decide { .. }) => game.actions(),
            _ => Vec::new(),
        };
        let choice = |action: &ActionText| {
            let described = game.describe(action).unwrap_or_default();
            Choice { value: action.to_string(), words: format!("{}: {described}", words::short(game, action)) }
        };
        let faces = match running.map(Match::pending) {
            Some(Pending::Throw { die, .. }) => {
                die.outcomes().filter_map(|(face, _)| game.face_meaning(face)).collect()
            }
            _ => Vec::new(),
        };
        let commands = session.live_match().map(|running| form_commands(running, room.on_table())).unwrap_or_default();
        let commands = commands.into_iter().map(|command| Choice { value: command.name.into(), words: command.words });
        Description {
            game: game.info().name.into(),
            sentence: sentence(session),
            notices: game.notices().into_iter().map(|notice| notice.text).collect(),
            players: session.live_match().map(players).unwrap_or_default(),
            position: diagram::position(game),
            played: diagram::played(game, usize::MAX),
            actions: actions.iter().map(choice).collect(),
            faces,
            commands: commands.collect(),
            games,
        }
    }
}

/// The players of a match with their sides, White's first.
fn players(running: &Match) -> Vec<String> {
    let info = running.game().info();
    let names = words::names(running.setup().seats, &running.setup().names);
    Side::BOTH.into_iter().zip(names).map(|(side, name)| format!("{}: {name}", info.side(side))).collect()
}

/// Reports the clocks while the form is open.
fn tell_clocks(
    (session, room, clock): (Res<Session>, Res<Room>, Res<TurnClock>),
    mut known: Local<Option<[String; 2]>>,
) {
    let running = session.live_match().filter(|running| running.clock().is_some() && OPEN.load(Ordering::Relaxed));
    let now = running.map(|running| {
        let left = match room.on_table() {
            Some(joined) => joined.clocks().filter(|_| !joined.is_in_doubt()).map(|clocks| clocks.map(seconds)),
            None => Some(Side::BOTH.map(|side| clock.remaining(running, side).unwrap_or_default())),
        };
        let text = |side: Side| left.map_or_else(|| "unknown".to_string(), |left| words::elapsed(left[side.index()]));
        Side::BOTH.map(|side| format!("{} {}", running.game().info().side(side), text(side)))
    });
    if now != *known {
        host::report(&Event::Clocks { clocks: &now });
        *known = now;
    }
}

fn seconds(left: f64) -> Duration {
    Duration::from_secs_f64(left.max(0.0))
}
