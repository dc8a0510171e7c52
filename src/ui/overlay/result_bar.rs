//! The bar under the table with the result of a match and the next steps.

use bevy_egui::egui::{Button, Frame, Margin, Panel, RichText, Ui, vec2};

use crate::engine::Outcome;
use crate::play::{Match, Setup};
use crate::session::{Filming, InputCommand, Joined, PlayerCommand};
use crate::ui::keepsake::Keepsake;
use crate::ui::state::leave::rematch;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::{ResultBar, UiState};
use crate::ui::{theme, words};

/// Draws the bar below the table once all motion has ended. It never covers the table, where a king
/// may have fallen anywhere.
pub fn show(root: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let session = cx.session;
    let over = session.running().and_then(|running| Some((running, running.outcome()?)));
    let Some((running, outcome)) = over else {
        state.result_bar = ResultBar::Waiting;
        return;
    };
    if state.result_bar == ResultBar::Waiting && !cx.animating {
        state.result_bar = ResultBar::Shown;
    }
    if state.result_bar != ResultBar::Shown {
        return;
    }
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(18, 10));
    Panel::bottom("result").frame(frame).resizable(false).show(root, |ui| {
        if ui.available_width() < WIDE {
            result(ui, (running, outcome), cx);
            ui.horizontal_wrapped(|ui| buttons(ui, running, state, cx));
            return;
        }
        ui.horizontal(|ui| {
            ui.vertical(|ui| result(ui, (running, outcome), cx));
            ui.add_space((ui.available_width() - BUTTONS).max(0.0));
            buttons(ui, running, state, cx);
        });
    });
}

/// The width of the buttons, logical pixels.
const BUTTONS: f32 = 532.0;

/// From this width on, the result and the buttons are side by side, logical pixels.
const WIDE: f32 = 900.0;

fn result(ui: &mut Ui, (running, outcome): (&Match, Outcome), cx: &UiContext) {
    ui.label(RichText::new(words::result_for(outcome, running)).size(30.0).color(theme::BRASS));
    let plies = cx.history.plies().len();
    let unit = if plies == 1 { "ply" } else { "plies" };
    let players = named(running).map_or_else(String::new, |players| format!("{players}: "));
    ui.label(format!("{players}{}, after {plies} {unit}", words::capital(outcome.reason.words())));
}

/// The players, if either has a name.
fn named(running: &Match) -> Option<String> {
    let Setup { seats, names, .. } = running.setup();
    names.iter().any(Option::is_some).then(|| words::players(*seats, names))
}

fn buttons(ui: &mut Ui, running: &Match, state: &mut UiState, cx: &mut UiContext) {
    let button = |ui: &mut Ui, name: &str, words: &str| {
        ui.add(Button::new(RichText::new(name).size(18.0)).min_size(vec2(96.0, 36.0))).on_hover_text(words).clicked()
    };
    let offered = cx.room.on_table().is_some_and(Joined::offers_rematch);
    let (name, words) = match offered {
        true => ("Rematch offered", "Your opponent has to accept"),
        false => ("Rematch", "The same match once more, with sides swapped"),
    };
    // Only players in the room can offer a rematch.
    let may = !running.is_remote() || cx.room.on_table().is_some_and(Joined::may_offer);
    let wanted = ui.add_enabled_ui(may && !offered, |ui| button(ui, name, words)).inner;
    if wanted {
        rematch(running, state, cx);
    }
    if button(ui, "Replay", "Shows the match from its start") {
        cx.commands.push(PlayerCommand::Review { actions: 0, run: true });
    }
    // Left out of a narrow bar; the library offers it too.
    let roomy = cx.session.running().is_some() && ui.max_rect().width() >= BUTTONS;
    if Filming::IS_POSSIBLE && roomy && button(ui, "Film", "Films the match from its start to its end") {
        cx.commands.push(PlayerCommand::Review { actions: 0, run: false });
        state.keepsake = Some(Keepsake::Film(false));
    }
    if button(ui, "New match", &format!("Key {}", cx.keys.key(InputCommand::NewMatch))) {
        state.open_form(cx.session);
    }
    if button(ui, "Hide", "Escape") {
        state.result_bar = ResultBar::Hidden;
    }
}

/// Hides the bar; `false` if it was not shown.
pub fn hide(state: &mut UiState) -> bool {
    let shown = state.result_bar == ResultBar::Shown;
    if shown {
        state.result_bar = ResultBar::Hidden;
    }
    shown
}
