//! Leaving a match, and answers to confirmations.

use super::form::Form;
use super::ui_context::UiContext;
use super::ui_state::{Leaving, Question, UiState};
use crate::play::{Match, Seat, Setup};
use crate::rooms::OfferKind;
use crate::session::{PlayerCommand, RoomCommand, Session};

/// Carries out a command that takes the match off the table. It has to be confirmed first if a
/// person plays an unfinished match, or if an analysis is not saved.
pub fn leave_by(command: impl Into<Leaving>, state: &mut UiState, cx: &mut UiContext) {
    if is_in_progress(cx.session) {
        state.question = Some(Question::Leave(command.into()));
    } else {
        leave(command.into(), state, cx);
    }
}

fn is_in_progress(session: &Session) -> bool {
    if let Some(board) = session.board() {
        return board.is_changed() && !(board.is_empty() && board.file().is_none());
    }
    session.live_match().is_some_and(|running| {
        let played = running.last_action().is_some();
        played && running.outcome().is_none() && running.setup().seats.contains(&Seat::Human)
    })
}

/// Carries out a command that takes the match off the table, without a confirmation.
pub fn leave(command: Leaving, state: &mut UiState, cx: &mut UiContext) {
    let command = match command {
        Leaving::Here(command) => command,
        // The table changes when the match in the room begins.
        Leaving::Room(command) => return cx.room_commands.push(command),
    };
    if let Some(setup) = command.setup() {
        cx.settings.last_match = Some(Form::remember(setup));
        // The second name is kept while a person plays alone.
        for (person, name) in cx.settings.people.iter_mut().zip(people(setup)) {
            *person = name;
        }
        state.form.reseed();
        state.branch = state.form.start.take().filter(|start| setup.start.as_ref() == Some(&start.text));
    }
    cx.commands.push(command);
    state.form_open = false;
    state.editor = None;
    state.rules = None;
    state.notification = None;
}

/// The names of the people in a match, in order of their seats.
fn people(setup: &Setup) -> impl Iterator<Item = String> {
    let human = setup.seats.iter().zip(&setup.names).filter(|(seat, _)| **seat == Seat::Human);
    human.map(|(_, name)| name.clone().unwrap_or_default())
}

/// Answers the question; `false` without a question.
pub fn answer(yes: bool, state: &mut UiState, cx: &mut UiContext) -> bool {
    let Some(question) = state.question.take() else { return false };
    if yes {
        match question {
            Question::Resign(side) => cx.commands.push(PlayerCommand::Resign(side)),
            Question::OfferDraw(_) if cx.room.on_table().is_some() => {
                cx.room_commands.push(RoomCommand::Offer(OfferKind::Draw));
            }
            Question::OfferDraw(side) => cx.commands.push(PlayerCommand::OfferDraw(side)),
            Question::Leave(command) => leave(command, state, cx),
        }
    } else {
        state.export = None;
    }
    true
}

/// Begins the same match again with sides swapped; in a room, offers this. With committed dice,
/// opens the form instead, because the players have to see the new commitment first.
pub fn rematch(running: &Match, state: &mut UiState, cx: &mut UiContext) {
    if running.is_remote() {
        cx.room_commands.push(RoomCommand::Offer(OfferKind::Rematch));
        return;
    }
    let old = running.setup();
    if running.record().header.commitment.is_some() {
        state.open_form(cx.session);
        state.form.swap_sides();
        return;
    }
    let mut form = Form::like(old);
    form.swap_sides();
    if let Ok(setup) = form.setup() {
        let [white, black] = old.names.clone();
        let setup = Setup { start: old.start.clone(), names: [black, white], ..setup };
        leave_by(PlayerCommand::Begin(Box::new(setup)), state, cx);
    }
}
