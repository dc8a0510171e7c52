//! The list of moves.

use bevy_egui::egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui, vec2};

use crate::play::Match;
use crate::session::{InputCommand, PlayerCommand, Showing};
use crate::ui::panel::bookmarks;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::theme;

/// The least height of a line, logical pixels.
const LINE: f32 = 24.0;

/// The command that shows a match a number of actions before its end.
pub fn review(running: &Match, back: usize) -> PlayerCommand {
    PlayerCommand::Review { actions: running.game().played().len().saturating_sub(back), run: false }
}

/// Draws the list. A click goes to that move; a match that is not over goes on meanwhile.
pub fn show(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let Some(info) = cx.session.game().map(|game| game.info()) else { return };
    let plies = cx.history.plies();
    let replay = matches!(cx.session.showing, Showing::Replay(_));
    let current = cx.history.current();
    ui.horizontal(|ui| {
        let title = if plies.is_empty() { "No move yet".into() } else { format!("Moves ({})", plies.len()) };
        ui.label(theme::title(title));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            bookmarks::button(ui, cx);
            if let (Some(running), false) = (cx.session.running(), plies.is_empty())
                && running.outcome().is_none()
            {
                let words = "Steps back to earlier positions. The match goes on meanwhile";
                if ui
                    .small_button(format!("Look back ({})", cx.keys.key(InputCommand::Step { forward: false })))
                    .on_hover_text(words)
                    .clicked()
                {
                    cx.commands.push(review(running, 1));
                }
            }
        });
    });
    bookmarks::field(ui, state, cx);
    let id = ui.id().with("current");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), current));
    ScrollArea::vertical().id_salt("moves").auto_shrink(false).stick_to_bottom(!replay).show(ui, |ui| {
        bookmarks::list(ui, None, 0, cx);
        for (at, ply) in plies.iter().enumerate() {
            let row = ui.horizontal(|ui| {
                ui.add_sized(vec2(34.0, LINE), Label::new(theme::muted(format!("{}.", at + 1))));
                theme::disc(ui, info, ply.side);
                let text = RichText::new(ply.notation()).monospace();
                let button = Button::selectable(replay && current == Some(at), text).wrap();
                if ui.add(button).on_hover_text(ply.sentence()).clicked() {
                    cx.commands.push(if replay {
                        PlayerCommand::Seek(ply.end)
                    } else {
                        PlayerCommand::Review { actions: ply.end, run: false }
                    });
                }
            });
            let from = at.checked_sub(1).map_or(0, |before| plies[before].end);
            bookmarks::list(ui, Some(from), ply.end, cx);
            // Keep the current move, or the first one at the start, visible, unless the user has scrolled.
            if replay && current.unwrap_or_default() == at && (cx.running || before != current) {
                row.response.scroll_to_me(Some(Align::Center));
            }
        }
    });
}
