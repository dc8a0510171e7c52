//! Carries out the commands of panels and keys to other panels.

use bevy::prelude::Res;

use super::ui_state::UiState;
use crate::play::{Seat, Setup};
use crate::rooms::OfferKind;
use crate::session::{PlayerCommand, RoomCommand, Session};
use crate::ui::state::form::{Form, random_seed};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_command::{Leaving, Question, UiCommand};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;

/// Carries out the commands of the panels drawn so far. What is drawn from here on shows the changes
/// in this frame; the rest, in the next.
pub fn of_panels(mut state: UiState, mut params: UiParams, frame: Option<Res<UiFrame>>) {
    if carry_out(&mut state, &mut params.context())
        && let Some(frame) = frame
    {
        frame.ctx().request_repaint();
    }
}

/// Carries out the pending commands; `false` if there were none.
pub fn carry_out(state: &mut UiState, cx: &mut UiContext) -> bool {
    let commands = std::mem::take(cx.ui_commands);
    let any = !commands.is_empty();
    for command in commands {
        carry_out_one(command, state, cx);
    }
    any
}

fn carry_out_one(command: UiCommand, state: &mut UiState, cx: &mut UiContext) {
    match command {
        UiCommand::LeaveBy(command) => leave_by(command, state, cx),
        UiCommand::Leave(command) => leave(command, state, cx),
        UiCommand::Rematch => rematch(state, cx),
        UiCommand::Ask(question) => state.messages.question = Some(question),
        UiCommand::Answer(yes) => {
            answer(yes, state, cx);
        }
        UiCommand::Open(window) => *state.window_open(window) = true,
        UiCommand::Toggle(window) => {
            let open = state.window_open(window);
            *open = !*open;
        }
        UiCommand::NewMatch => state.open_form(cx.session),
        UiCommand::BranchOff(start) => {
            state.open_form(cx.session);
            state.new_match.branch_off(cx.session, start);
        }
        UiCommand::CloseForm => state.new_match.open = false,
        UiCommand::ChooseGame(info) => state.new_match.form.choose_game(info),
        UiCommand::RefreshMatches => state.kept.refresh(),
        UiCommand::Rules(rules) => state.rules.0 = Some(*rules),
        UiCommand::ToggleRules(info) => {
            state.rules.0 = if state.rules.is_some() { None } else { Some(RulesView::of(info)) };
        }
        UiCommand::Learning(page) => state.learning.page = Some(page),
        UiCommand::Library => state.library.open(),
        UiCommand::Edit(draft) => state.editor.0 = Some(*draft),
        UiCommand::BeginFrom(game, origin) => state.begin_from(cx.session, &*game, origin),
        UiCommand::Export(export, file) => state.export.0 = Some((export, file)),
        UiCommand::Comment => state.panel.open_comment(cx.settings),
        UiCommand::TogglePanel => state.panel.toggle(cx.settings),
        UiCommand::Copy => state.clipboard.wants_copy = true,
        UiCommand::Paste => state.clipboard.wants_paste = true,
        UiCommand::HidePanels => state.frame.bare = true,
    }
}

/// Carries out a command that takes the match off the table. It has to be confirmed first if a
/// person plays an unfinished match, or if an analysis is not saved.
fn leave_by(command: impl Into<Leaving>, state: &mut UiState, cx: &mut UiContext) {
    if is_in_progress(cx.session) {
        state.messages.question = Some(Question::Leave(command.into()));
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
fn leave(command: Leaving, state: &mut UiState, cx: &mut UiContext) {
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
        let new_match = &mut *state.new_match;
        new_match.form.reseed();
        new_match.branch = new_match.form.start.take().filter(|start| setup.start.as_ref() == Some(&start.text));
    }
    cx.commands.push(command);
    state.new_match.open = false;
    state.editor.0 = None;
    state.rules.0 = None;
    state.messages.notification = None;
}

/// The names of the people in a match, in order of their seats.
fn people(setup: &Setup) -> impl Iterator<Item = String> {
    let human = setup.seats.iter().zip(&setup.names).filter(|(seat, _)| **seat == Seat::Human);
    human.map(|(_, name)| name.clone().unwrap_or_default())
}

/// Answers the question; `false` without a question.
pub fn answer(yes: bool, state: &mut UiState, cx: &mut UiContext) -> bool {
    let Some(question) = state.messages.question.take() else { return false };
    if yes {
        match question {
            Question::Resign(side) => cx.commands.push(PlayerCommand::Resign(side)),
            Question::OfferDraw(side) => cx.commands.push(PlayerCommand::OfferDraw(side)),
            Question::Leave(command) => leave(command, state, cx),
        }
    } else {
        state.export.0 = None;
    }
    true
}

/// Begins the same match again with sides swapped; in a room, offers this. With committed dice,
/// opens the form instead, because the players have to see the new commitment first.
fn rematch(state: &mut UiState, cx: &mut UiContext) {
    let Some(running) = cx.session.running() else { return };
    if running.is_remote() {
        cx.room_commands.push(RoomCommand::Offer(OfferKind::Rematch));
        return;
    }
    let old = running.setup();
    if running.record().header.commitment.is_some() {
        state.open_form(cx.session);
        state.new_match.form.swap_sides();
        return;
    }
    let mut setup = Setup { seed: random_seed().into(), ..old.clone() };
    setup.seats.reverse();
    setup.programs.reverse();
    setup.names.reverse();
    leave_by(PlayerCommand::Begin(Box::new(setup)), state, cx);
}
