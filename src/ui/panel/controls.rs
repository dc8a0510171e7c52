//! The move field, and the row of views in the panels of lessons and analysis boards.

use bevy_egui::egui::text::{CCursor, CCursorRange};
use bevy_egui::egui::text_edit::TextEditState;
use bevy_egui::egui::{Align, Button, Key, Layout, RichText, TextEdit, Ui, vec2};

use crate::engine::{Refusal, Side};
use crate::play::Match;
use crate::session::{InputCommand, Notification, PlayerCommand, Pointing, ResetView, View, local_player};
use crate::ui::panel::typed;
use crate::ui::state::ui_context::{UiContext, person_decides};
use crate::ui::{theme, words};

/// The height of the row with the move field, logical pixels.
const ROW: f32 = 30.0;

/// The move field.
#[derive(Default)]
pub struct MoveField {
    /// The move being typed.
    pub text: String,
    /// The requested change of focus.
    pub focus_change: FocusChange,
    /// Whether a typed move has been submitted and is neither played nor refused yet.
    pub submitted: bool,
    /// The typed move that was refused last.
    pub refused: Option<String>,
}

/// A requested change of focus of the move field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FocusChange {
    /// No change.
    #[default]
    None,
    /// Focus the field.
    Focus,
    /// Focus the field and select its text.
    SelectAll,
    /// Release the focus.
    Release,
}

impl MoveField {
    /// The position on the table has changed: a submitted move was played, and a refused one is
    /// outdated.
    pub fn clear_played(&mut self) {
        let refused = self.refused.take();
        if std::mem::take(&mut self.submitted) {
            self.text.clear();
            self.focus_change = FocusChange::Release;
        } else if refused.is_some_and(|refused| refused == self.text) {
            self.text.clear();
        }
    }

    /// Requests the focus, with the text selected, which typing replaces.
    pub fn request_focus(&mut self) {
        self.focus_change = if self.text.is_empty() { FocusChange::Focus } else { FocusChange::SelectAll };
    }

    /// Receives text typed before the field has the requested focus.
    pub fn receive(&mut self, text: &str) {
        match self.focus_change {
            FocusChange::Focus => self.text.push_str(text),
            // A refused text is selected: typing replaces it.
            FocusChange::SelectAll => {
                self.text = text.to_string();
                self.focus_change = FocusChange::Focus;
            }
            FocusChange::None | FocusChange::Release => {}
        }
    }

    /// Selects a refused move: the player can correct the text or type over it.
    pub fn refuse(&mut self) {
        self.refused = Some(self.text.clone());
        self.focus_change = FocusChange::SelectAll;
    }
}

/// Draws the row of the move field. It is empty if nobody plays at this window.
pub fn typing_row(ui: &mut Ui, field: &mut MoveField, cx: &mut UiContext) {
    let over = cx.room.on_table().is_some_and(|joined| joined.connection().is_over());
    let plays = !over && cx.session.match_on_table().is_some_and(|running| local_player(running).is_some());
    ui.allocate_ui_with_layout(vec2(ui.available_width(), ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(vec2(ui.available_width(), ROW));
        if plays {
            typing(ui, field, cx);
        }
    });
}

/// Draws the move field.
pub fn typing(ui: &mut Ui, field: &mut MoveField, cx: &mut UiContext) {
    // The hint shows one of the user's own moves.
    let own = cx.session.running().filter(|running| person_decides(running)).map(Match::game);
    let example = own.zip(cx.legal.iter().find(|(_, gesture)| gesture.from.is_some()));
    let example =
        example.map_or_else(String::new, |(game, (action, _))| format!(", e.g. {}", words::short(game, action)));
    let hint = theme::muted(format!("{}{example}", cx.keyed("Type a move", InputCommand::TypeAction)));
    let edit = TextEdit::singleline(&mut field.text).hint_text(hint).desired_width(f32::INFINITY).char_limit(200);
    let response = ui.add(edit);
    let focus_change = std::mem::take(&mut field.focus_change);
    match focus_change {
        FocusChange::None => {}
        FocusChange::Focus | FocusChange::SelectAll => {
            response.request_focus();
            let mut edit = TextEditState::load(ui.ctx(), response.id).unwrap_or_default();
            let end = CCursor::new(field.text.chars().count());
            // Typing continues after the text that arrived before the field had the focus, not at
            // the field's previous cursor position.
            let begin = if focus_change == FocusChange::SelectAll { CCursor::new(0) } else { end };
            edit.cursor.set_char_range(Some(CCursorRange::two(begin, end)));
            edit.store(ui.ctx(), response.id);
        }
        FocusChange::Release => response.surrender_focus(),
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        play_typed(field, cx);
        if field.submitted {
            response.request_focus();
        }
    } else if response.lost_focus() && field.refused.as_ref() == Some(&field.text) {
        // The player has given it up.
        field.text.clear();
        field.refused = None;
    }
}

/// Plays the typed action. The text and the focus stay until the action has been played, so that
/// further typing, such as a correction, is not mistaken for commands.
pub fn play_typed(field: &mut MoveField, cx: &mut UiContext) {
    let typed = field.text.trim();
    if let Some(game) = cx.session.game().filter(|_| !typed.is_empty()) {
        match typed::read(typed, game, cx.legal) {
            Err(Refusal::Ambiguous { actions, .. }) => {
                let ways: Vec<_> = actions.iter().map(|action| words::short(game, action)).collect();
                let words = format!("{typed} is ambiguous ({} moves): type {}.", ways.len(), ways.join(" or "));
                cx.notifications.push(Notification::new(words));
                field.refuse();
            }
            // Playing an illegal action gives the reason.
            read => {
                let action = read.ok().or_else(|| game.attempted_action(typed)).unwrap_or_else(|| typed.into());
                cx.commands.push(PlayerCommand::Act(action));
                field.submitted = true;
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
                cx.show_view(view);
            }
        }
        let reset = Button::new(RichText::new("Reset").size(theme::SMALL));
        if ui.add(reset).on_hover_text("Shows the chosen view again").clicked() {
            cx.view_resets.push(ResetView);
        }
    });
}
