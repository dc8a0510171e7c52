//! Breakdown of the hand-written evaluation at the current point of the analysis board.

use bevy_egui::egui::{Align, CollapsingHeader, Label, Layout, RichText, Ui, vec2};

use crate::engine::Side;
use crate::play::explain;
use crate::session::AnalysisBoard;
use crate::ui::theme;

/// The width of a value and the height of a row, logical pixels.
const VALUE: f32 = 46.0;
const LINE: f32 = 18.0;

/// Draws the terms, folded by default.
pub fn show(ui: &mut Ui, board: &AnalysisBoard) {
    let game = board.running().game();
    if game.turn().outcome().is_some() {
        return;
    }
    let white = game.info().side(Side::White);
    let header = CollapsingHeader::new("Why").id_salt("terms").show(ui, |ui| {
        let Some(found) = explain(game) else { return };
        let net = found.net.map(|net| format!(", {} by the net", pawns(net))).unwrap_or_default();
        let words = format!("Static evaluation for {white}: {} by these terms{net}", pawns(found.hand()));
        ui.add(Label::new(theme::muted(words)).wrap());
        if found.terms.is_empty() {
            ui.label(theme::muted("All terms are zero here."));
        }
        (ui.spacing_mut().item_spacing.y, ui.spacing_mut().interact_size.y) = (1.0, LINE);
        for term in &found.terms {
            let words = format!("{}: {white} has {:+}, each worth {}", term.name, term.count, pawns(term.weight));
            let drawn = ui.horizontal(|ui| {
                ui.allocate_ui_with_layout(vec2(VALUE, LINE), Layout::right_to_left(Align::Center), |ui| {
                    ui.label(RichText::new(pawns(term.value())).size(theme::SMALL).color(theme::BRASS));
                });
                ui.add(Label::new(RichText::new(term.name).size(theme::SMALL)).truncate());
            });
            drawn.response.on_hover_text(words);
        }
    });
    header.header_response.on_hover_text("The terms of the evaluation of this position, in pawns");
}

/// Formats a value in pawns, with its sign.
fn pawns(value: i32) -> String {
    format!("{:+.2}", f64::from(value) / 100.0)
}
