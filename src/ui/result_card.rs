//! The card that tells how a match has ended, and what may come next.

use bevy_egui::egui::{self, Align2, Button, Rect, RichText, Ui, vec2};

use super::form::Form;
use super::question::leave_by;
use super::ui_state::{UiContext, UiState};
use super::{theme, words};
use crate::engine::Outcome;
use crate::play::{Match, Setup};
use crate::session::PlayerCommand;

/// Draws it in front of the board, once the table has come to rest.
pub fn show(ctx: &egui::Context, free: Rect, state: &mut UiState, cx: &mut UiContext) {
    let session = cx.session;
    let over = session.running().and_then(|running| Some((running, running.outcome()?)));
    let Some((running, outcome)) = over else {
        state.card_closed = false;
        return;
    };
    if state.card_closed || cx.animating {
        return;
    }
    let at = free.center_bottom() - vec2(0.0, 14.0);
    let window = egui::Window::new("result").title_bar(false).resizable(false).constrain_to(free);
    window
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(at)
        .show(ctx, |ui| contents(ui, free.width(), (running, outcome), state, cx));
}

fn contents(ui: &mut Ui, room: f32, (running, outcome): (&Match, Outcome), state: &mut UiState, cx: &mut UiContext) {
    let info = running.game().info();
    ui.set_width((room - 60.0).min(410.0));
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(words::result(outcome, info)).size(36.0).color(theme::BRASS));
        let plies = cx.history.plies().len();
        ui.label(format!("{}, after {plies} plies", words::capital(outcome.reason.words())));
    });
    ui.horizontal_wrapped(|ui| {
        let button = |ui: &mut Ui, name: &str, words: &str| {
            ui.add(Button::new(RichText::new(name).size(18.0)).min_size(vec2(96.0, 36.0)))
                .on_hover_text(words)
                .clicked()
        };
        if button(ui, "Rematch", "The same match once more, with sides swapped") {
            rematch(running, state, cx);
        }
        if button(ui, "Replay", "Shows the match from its start") {
            cx.commands.push(PlayerCommand::Review { actions: 0, run: true });
        }
        if button(ui, "New match", "Key N") {
            state.open_form(cx.session);
        }
        if button(ui, "Hide", "Escape") {
            state.card_closed = true;
        }
    });
}

/// Begins the same match once more, with sides swapped.
fn rematch(running: &Match, state: &mut UiState, cx: &mut UiContext) {
    let old = running.setup();
    let mut form = Form::like(old);
    form.seats.swap(0, 1);
    if let Ok(setup) = form.setup() {
        leave_by(PlayerCommand::Begin(Box::new(Setup { start: old.start.clone(), ..setup })), state, cx);
    }
}

/// Closes the card; `false` if it is not shown.
pub fn close(state: &mut UiState, cx: &UiContext) -> bool {
    let shown = !state.card_closed && cx.session.running().is_some_and(|running| running.outcome().is_some());
    state.card_closed |= shown;
    shown
}
