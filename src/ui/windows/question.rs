//! Asks whether to leave a match. The other questions stand in the panel.

use crate::session::InputCommand;
use crate::ui::state::leave::answer;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::{Question, UiState};
use crate::ui::theme;
use bevy_egui::egui::{self, Align2, Rect, Ui};

/// Asks it, if it is to be asked.
pub fn window(ctx: &egui::Context, free: Rect, state: &mut UiState, cx: &mut UiContext) {
    if !matches!(state.question, Some(Question::Leave(_))) {
        return;
    }
    let mut open = true;
    let (window, _) = theme::window("Leave this match?", &mut open, free);
    let window = window.resizable(false).order(egui::Order::Foreground).pivot(Align2::CENTER_CENTER);
    let answered =
        window.fixed_pos(free.center()).show(ctx, |ui| choices(ui, cx)).and_then(|shown| shown.inner.flatten());
    if let Some(yes) = answered.or((!open).then_some(false)) {
        answer(yes, state, cx);
    }
}

fn choices(ui: &mut Ui, cx: &UiContext) -> Option<bool> {
    ui.set_max_width(380.0);
    ui.label("It is not over. It is kept, and the start screen and the window New match offer to continue it.");
    ui.horizontal(|ui| {
        let leave = ui.button(format!("Leave it ({})", cx.keys.key(InputCommand::Yes))).clicked().then_some(true);
        leave.or(ui.button("Play on (Escape)").clicked().then_some(false))
    })
    .inner
}
