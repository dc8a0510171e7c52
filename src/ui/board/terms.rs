//! What the evaluation by hand counts at the point of the analysis board that is shown.

use bevy_egui::egui::{CollapsingHeader, Grid, RichText, ScrollArea, Ui};

use crate::engine::Side;
use crate::play::explain;
use crate::session::AnalysisBoard;
use crate::ui::theme;

/// The greatest height of the terms, logical pixels.
const HEIGHT: f32 = 140.0;

/// Draws them, folded until somebody asks why.
pub fn show(ui: &mut Ui, board: &AnalysisBoard) {
    let game = board.running().game();
    let white = game.info().side(Side::White);
    CollapsingHeader::new("Why").id_salt("terms").show(ui, |ui| {
        let Some(found) = explain(game) else { return };
        let net = found.net.map(|net| format!(", by the net {}", pawns(net))).unwrap_or_default();
        ui.label(theme::muted(format!("For {white}, without search: by hand {}{net}", pawns(found.hand()))));
        ScrollArea::vertical().id_salt("terms").max_height(HEIGHT).auto_shrink([false, true]).show(ui, |ui| {
            Grid::new("terms").num_columns(2).show(ui, |ui| {
                for term in &found.terms {
                    let words = format!("{white} has {:+}, each worth {}", term.count, pawns(term.weight));
                    ui.label(RichText::new(pawns(term.value())).strong()).on_hover_text(&words);
                    ui.label(term.name).on_hover_text(words);
                    ui.end_row();
                }
            });
        });
    });
}

/// A value in pawns, with its sign.
fn pawns(value: i32) -> String {
    format!("{:+.2}", f64::from(value) / 100.0)
}
