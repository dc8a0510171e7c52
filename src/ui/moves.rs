//! The list of moves.

use bevy_egui::egui::{Align, Button, Label, Layout, RichText, ScrollArea, Ui, vec2};

use super::move_history::Ply;
use super::ui_state::UiContext;
use super::{theme, words};
use crate::session::{PlayerCommand, Showing};

/// The height of a line, logical pixels.
const LINE: f32 = 26.0;

/// A ply in one line.
pub fn line(ply: &Ply) -> String {
    ply.actions.iter().map(|action| words::action(action)).collect::<Vec<_>>().join(" ")
}

/// Draws the list. In a replay, a click goes to that move.
pub fn show(ui: &mut Ui, cx: &mut UiContext) {
    let Some(info) = cx.session.game().map(|game| game.info()) else { return };
    let plies = cx.history.plies();
    let replay = matches!(cx.session.showing, Showing::Replay(_));
    let current = cx.history.current();
    ui.label(theme::title(if plies.is_empty() { "No move yet".into() } else { format!("Moves ({})", plies.len()) }));
    let mut area = ScrollArea::vertical().id_salt("moves").auto_shrink(false).stick_to_bottom(!replay);
    let id = ui.id().with("current");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), current));
    if replay && (cx.running || before != current) {
        // Keep the current move in sight, unless the user has scrolled.
        let above = current.unwrap_or_default() as f32 * (LINE + ui.spacing().item_spacing.y);
        area = area.vertical_scroll_offset((above - ui.available_height() / 2.0).max(0.0));
    }
    area.show_rows(ui, LINE, plies.len(), |ui, shown| {
        for at in shown {
            let Some(ply) = plies.get(at) else { continue };
            let size = vec2(ui.available_width(), LINE);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_height(LINE);
                ui.add_sized(vec2(34.0, LINE), Label::new(theme::muted(format!("{}.", at + 1))));
                theme::disc(ui, info, ply.side);
                let text = RichText::new(line(ply)).monospace();
                if replay {
                    let button = Button::selectable(current == Some(at), text).truncate();
                    if ui.add(button).on_hover_text(line(ply)).clicked() {
                        cx.commands.push(PlayerCommand::Seek(ply.end));
                    }
                } else {
                    ui.add(Label::new(text).truncate());
                }
            });
        }
    });
}
