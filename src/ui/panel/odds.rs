//! The odds of a throw: each face with its probability and its value.

use bevy_egui::egui::{Grid, RichText, Ui, vec2};

use crate::bots::win_probability;
use crate::engine::{ActionText, Turn};
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// Draws the odds, if they are enabled and a die is due.
pub fn show(ui: &mut Ui, cx: &UiContext) {
    let Some(game) = cx.session.game().filter(|_| cx.settings.odds) else { return };
    let Turn::Chance(side, die) = game.turn() else { return };
    let faces = cx.analysis.current().map(|found| found.faces.as_slice()).unwrap_or_default();
    Grid::new("odds").num_columns(3).spacing(vec2(16.0, 3.0)).show(ui, |ui| {
        ui.label(theme::title("Face"));
        ui.label(theme::title("Chance"));
        ui.label(theme::title(format!("{} wins", game.info().side(side))));
        ui.end_row();
        let mut outcomes: Vec<_> = die.outcomes().collect();
        outcomes.sort_unstable();
        for (symbol, count) in outcomes {
            let roll = ActionText::roll(symbol);
            let meaning = game.face_meaning(symbol);
            let name = meaning.as_deref().and_then(|meaning| meaning.split(':').next()).unwrap_or_default();
            let face = format!("{} {name}", words::roll(&roll));
            let face = ui.label(RichText::new(face.trim()).strong());
            if let Some(meaning) = meaning {
                face.on_hover_text(meaning);
            }
            ui.label(format!("{count}/6"));
            let worth = faces.iter().find(|face| face.action == roll).map(|face| win_probability(face.value));
            ui.label(worth.map_or_else(|| "…".to_string(), |win| format!("{:.0} %", 100.0 * win)));
            ui.end_row();
        }
    });
}
