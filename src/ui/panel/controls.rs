//! The move field, and the row of views in the panels of lessons and analysis boards.

use bevy_egui::egui::text::{CCursor, CCursorRange};
use bevy_egui::egui::text_edit::TextEditState;
use bevy_egui::egui::{Align, Button, Key, Layout, RichText, TextEdit, Ui, vec2};

use crate::engine::Side;
use crate::play::Match;
use crate::session::{InputCommand, Notification, PlayerCommand, Pointing, View, local_player};
use crate::ui::panel::typed::{self, Reading};
use crate::ui::state::ui_context::{UiContext, person_decides};
use crate::ui::state::ui_state::{FocusChange, UiState};
use crate::ui::{theme, words};

/// The height of the row with the move field, logical pixels.
const ROW: f32 = 30.0;

/// Draws the row of the move field. It is empty if nobody plays at this window.
pub fn typing_row(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let over = cx.room.on_table().is_some_and(|joined| joined.connection().is_over());
    let plays = !over && cx.session.match_on_table().is_some_and(|running| local_player(running).is_some());
    ui.allocate_ui_with_layout(vec2(ui.available_width(), ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(vec2(ui.available_width(), ROW));
        if plays {
            typing(ui, state, cx);
        }
    });
}

/// Draws the move field.
pub fn typing(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    // The hint shows one of the user's own moves.
    let own = cx.session.running().filter(|running| person_decides(running)).map(Match::game);
    let example = own.zip(cx.legal.iter().find(|(_, gesture)| gesture.from.is_some()));
    let example =
        example.map_or_else(String::new, |(game, (action, _))| format!(", e.g. {}", words::short(game, action)));
    let hint = theme::muted(format!("{}{example}", cx.keyed("Type a move", InputCommand::TypeAction)));
    let field = TextEdit::singleline(&mut state.typed).hint_text(hint).desired_width(f32::INFINITY).char_limit(200);
    let response = ui.add(field);
    let focus_change = std::mem::take(&mut state.focus_change);
    match focus_change {
        FocusChange::None => {}
        FocusChange::Focus | FocusChange::SelectAll => {
            response.request_focus();
            let mut field = TextEditState::load(ui.ctx(), response.id).unwrap_or_default();
            let end = CCursor::new(state.typed.chars().count());
            // Typing continues after the text that arrived before the field had the focus, not at
            // the field's previous cursor position.
            let begin = if focus_change == FocusChange::SelectAll { CCursor::new(0) } else { end };
            field.cursor.set_char_range(Some(CCursorRange::two(begin, end)));
            field.store(ui.ctx(), response.id);
        }
        FocusChange::Release => response.surrender_focus(),
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        play_typed(state, cx);
        if state.submitted {
            response.request_focus();
        }
    }
}

/// Plays the typed action. The text and the focus stay until the action has been played, so that
/// further typing, such as a correction, is not mistaken for commands.
pub fn play_typed(state: &mut UiState, cx: &mut UiContext) {
    let typed = state.typed.trim();
    if let Some(game) = cx.session.game().filter(|_| !typed.is_empty()) {
        match typed::read(typed, game, cx.legal) {
            Reading::Action(action) => {
                cx.commands.push(PlayerCommand::Act(action));
                state.submitted = true;
            }
            Reading::Ambiguous(actions) => {
                let ways: Vec<_> = actions.iter().map(|action| words::short(game, action)).collect();
                let words = format!("{typed} is ambiguous ({} moves): type {}.", ways.len(), ways.join(" or "));
                cx.notifications.push(Notification::new(words));
                state.refused = Some(state.typed.clone());
                state.focus_change = FocusChange::SelectAll;
            }
        }
    }
}

/// Draws the selection of views.
pub fn views(ui: &mut Ui, cx: &mut UiContext) {
    let words = match cx.pointing {
        Pointing::Mouse => format!(
            "The view of the table: key {} for the next, {} from the other side, {} from above",
            cx.keys.key(InputCommand::NextView),
            cx.keys.key(InputCommand::FlipView),
            cx.keys.key(InputCommand::TopView)
        ),
        Pointing::Touch => "The view of the table".to_string(),
    };
    let info = cx.session.game().map(|game| game.info());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 2.0;
        for (view, name) in View::ALL {
            let name = match (view, info) {
                (View::White, Some(info)) => info.side(Side::White).to_string(),
                (View::Black, Some(info)) => info.side(Side::Black).to_string(),
                _ => words::capital(name),
            };
            let text = RichText::new(name).size(theme::SMALL);
            let button = Button::selectable(cx.shown_view == Some(view), text).frame_when_inactive(true);
            if ui.add(button).on_hover_text(&words).clicked() {
                cx.reset_view |= cx.settings.view == view;
                cx.settings.view = view;
            }
        }
        let reset = Button::new(RichText::new("Reset").size(theme::SMALL));
        if ui.add(reset).on_hover_text("Shows the chosen view again").clicked() {
            cx.reset_view = true;
        }
    });
}
