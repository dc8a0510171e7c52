//! The panel at the right edge: what is going on above, the moves in the middle, what can be asked for below.

use bevy_egui::egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};

use super::desk::{Desk, Stage};
use super::{captured, choices, controls, moves, status, theme};

/// Its width, logical pixels.
pub const WIDTH: f32 = 300.0;

/// The moves have at least this height, logical pixels.
const MOVES: f32 = 120.0;

/// Draws it.
pub fn show(root: &mut Ui, desk: &mut Desk, stage: &mut Stage) {
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(14, 12));
    Panel::right("panel").frame(frame).resizable(false).exact_size(WIDTH).show(root, |ui| {
        Panel::bottom("controls").frame(Frame::new()).resizable(false).show_separator_line(false).show(ui, |ui| {
            ui.add_space(6.0);
            controls::show(ui, desk, stage);
        });
        CentralPanel::no_frame().show(ui, |ui| {
            let above = (ui.available_height() - MOVES).max(100.0);
            ScrollArea::vertical().id_salt("status").max_height(above).auto_shrink([false, true]).show(ui, |ui| {
                status::show(ui, desk, stage);
                choices::show(ui, stage);
                captured::show(ui, stage);
            });
            ui.separator();
            moves::show(ui, stage);
        });
    });
}
