//! The panel at the right edge: status at the top, moves in the middle, controls at the bottom.

use bevy_egui::egui::{self, Align2, Area, CentralPanel, Frame, Margin, Order, Panel, Rect, ScrollArea, Ui, vec2};

use crate::session::Showing;
use crate::ui::panel::{captured, choices, controls, moves, note, status};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::theme;

/// Its width, logical pixels.
pub const WIDTH: f32 = 300.0;

/// The least height of the list of moves, or of the note in its place, logical pixels.
const MOVES: f32 = 120.0;

/// A panel lower than this scrolls as a whole, logical pixels.
const LOW: f32 = 520.0;

/// The same for a replay, which has more controls.
const LOW_REPLAY: f32 = 760.0;

/// Draws it.
pub fn show(root: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(14, 12));
    Panel::right("panel").frame(frame).resizable(false).exact_size(WIDTH).show(root, |ui| {
        let low = if matches!(cx.session.showing, Showing::Replay(_)) { LOW_REPLAY } else { LOW };
        if ui.available_height() < low {
            ScrollArea::vertical().id_salt("panel").auto_shrink(false).show(ui, |ui| {
                above(ui, state, cx);
                controls::show(ui, state, cx);
                ui.separator();
                ui.scope(|ui| {
                    ui.set_max_height(MOVES);
                    below(ui, state, cx);
                });
            });
            return;
        }
        Panel::bottom("controls").frame(Frame::new()).resizable(false).show_separator_line(false).show(ui, |ui| {
            ui.add_space(6.0);
            controls::show(ui, state, cx);
        });
        CentralPanel::no_frame().show(ui, |ui| {
            let height = (ui.available_height() - MOVES).max(100.0);
            ScrollArea::vertical().id_salt("status").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                above(ui, state, cx);
            });
            ui.separator();
            below(ui, state, cx);
        });
    });
}

/// Draws the button at the upper right corner of the table that folds the panel away and brings it back.
pub fn fold_button(ctx: &egui::Context, free: Rect, state: &mut UiState) {
    let (sign, words) = if state.folded { ("«", "Show the panel (Tab)") } else { ("»", "Fold the panel away (Tab)") };
    let area = Area::new("fold".into()).order(Order::Middle).pivot(Align2::RIGHT_TOP);
    area.fixed_pos(free.right_top() + vec2(-6.0, 6.0)).show(ctx, |ui| {
        if ui.small_button(sign).on_hover_text(words).clicked() {
            state.folded = !state.folded;
        }
    });
}

fn above(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    status::show(ui, state, cx);
    choices::show(ui, state, cx);
    captured::show(ui, cx);
}

/// Draws the note for beginners, or the moves once it is closed.
fn below(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    match note::wanted(cx) {
        Some(info) => {
            ScrollArea::vertical().id_salt("note").auto_shrink(false).show(ui, |ui| note::show(ui, info));
        }
        None => moves::show(ui, state, cx),
    }
}
