//! What the user has to confirm, because it cannot be undone: leaving a match, resigning, offering a draw.

use bevy_egui::egui::{self, Align2, Rect, Ui};

use super::form::Form;
use super::theme;
use super::ui_state::{UiContext, UiState};
use crate::engine::Side;
use crate::play::Seat;
use crate::session::{PlayerCommand, Session};

/// What has to be confirmed.
#[derive(Debug, Clone)]
pub enum Question {
    /// Whether this side resigns.
    Resign(Side),
    /// Whether this side offers a draw.
    OfferDraw(Side),
    /// Whether to leave the match, by this command.
    Leave(PlayerCommand),
}

/// Carries out a command that takes the match off the table. If a person plays a match that goes on, it has to be confirmed first.
pub fn leave_by(command: PlayerCommand, state: &mut UiState, cx: &mut UiContext) {
    if is_in_progress(cx.session) {
        state.question = Some(Question::Leave(command));
    } else {
        leave(command, state, cx);
    }
}

fn is_in_progress(session: &Session) -> bool {
    session.played().is_some_and(|running| {
        let played = running.last_action().is_some();
        played && running.outcome().is_none() && running.setup().seats.contains(&Seat::Human)
    })
}

fn leave(command: PlayerCommand, state: &mut UiState, cx: &mut UiContext) {
    if let Some(setup) = command.setup() {
        cx.settings.last_match = Some(Form::remember(setup));
        state.form.reseed();
        state.branch = state.form.start.take().filter(|start| setup.start.as_ref() == Some(&start.text));
    }
    cx.commands.push(command);
    state.form_open = false;
    state.editor = None;
    state.rules = None;
    state.notification = None;
}

/// Answers the question; `false` if there is none.
pub fn answer(yes: bool, state: &mut UiState, cx: &mut UiContext) -> bool {
    let Some(question) = state.question.take() else { return false };
    if yes {
        match question {
            Question::Resign(side) => cx.commands.push(PlayerCommand::Resign(side)),
            Question::OfferDraw(side) => cx.commands.push(PlayerCommand::OfferDraw(side)),
            Question::Leave(command) => leave(command, state, cx),
        }
    }
    true
}

/// Asks whether to leave the match. The other questions stand in the panel.
pub fn window(ctx: &egui::Context, free: Rect, state: &mut UiState, cx: &mut UiContext) {
    if !matches!(state.question, Some(Question::Leave(_))) {
        return;
    }
    let mut open = true;
    let (window, _) = theme::window("Leave this match?", &mut open, free);
    let window = window.resizable(false).order(egui::Order::Foreground).pivot(Align2::CENTER_CENTER);
    let answered = window.fixed_pos(free.center()).show(ctx, choices).and_then(|shown| shown.inner.flatten());
    if let Some(yes) = answered.or((!open).then_some(false)) {
        answer(yes, state, cx);
    }
}

fn choices(ui: &mut Ui) -> Option<bool> {
    ui.set_max_width(380.0);
    ui.label("It is not over. It is kept, and the start screen and the window New match offer to continue it.");
    ui.horizontal(|ui| {
        let leave = ui.button("Leave it (Y)").clicked().then_some(true);
        leave.or(ui.button("Play on (Escape)").clicked().then_some(false))
    })
    .inner
}
