//! The list of moves.

use bevy_egui::egui::{Align, Button, Label, RichText, ScrollArea, Ui, vec2};

use super::move_history::Ply;
use super::theme;
use super::ui_state::UiContext;
use crate::session::{PlayerCommand, Showing};

/// The least height of a line, logical pixels.
const LINE: f32 = 24.0;

/// A ply in short notation.
pub fn line(ply: &Ply) -> String {
    ply.moves.iter().map(|action| action.notation.as_str()).collect::<Vec<_>>().join(" ")
}

/// A ply in words.
pub fn sentence(ply: &Ply) -> String {
    ply.moves.iter().map(|action| action.words.as_str()).collect::<Vec<_>>().join(". ")
}

/// Draws the list. In a replay, a click goes to that move.
pub fn show(ui: &mut Ui, cx: &mut UiContext) {
    let Some(info) = cx.session.game().map(|game| game.info()) else { return };
    let plies = cx.history.plies();
    let replay = matches!(cx.session.showing, Showing::Replay(_));
    let current = cx.history.current();
    ui.label(theme::title(if plies.is_empty() { "No move yet".into() } else { format!("Moves ({})", plies.len()) }));
    let id = ui.id().with("current");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), current));
    ScrollArea::vertical().id_salt("moves").auto_shrink(false).stick_to_bottom(!replay).show(ui, |ui| {
        for (at, ply) in plies.iter().enumerate() {
            let row = ui.horizontal(|ui| {
                ui.add_sized(vec2(34.0, LINE), Label::new(theme::muted(format!("{}.", at + 1))));
                theme::disc(ui, info, ply.side);
                let text = RichText::new(line(ply)).monospace();
                if replay {
                    let button = Button::selectable(current == Some(at), text).wrap();
                    if ui.add(button).on_hover_text(sentence(ply)).clicked() {
                        cx.commands.push(PlayerCommand::Seek(ply.end));
                    }
                } else {
                    ui.add(Label::new(text).wrap()).on_hover_text(sentence(ply));
                }
            });
            // Keep the current move, or the first one at the start, in sight, unless the user has scrolled.
            if replay && current.unwrap_or_default() == at && (cx.running || before != current) {
                row.response.scroll_to_me(Some(Align::Center));
            }
        }
    });
}
