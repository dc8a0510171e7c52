//! The meanings of the faces of the pending die, unless they are self-explanatory.

use bevy_egui::egui::{Label, Ui};

use crate::engine::{ActionText, Turn};
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// The faces of the pending die with their meanings; empty if no die is due, or if the faces are
/// self-explanatory.
fn lines(cx: &UiContext) -> Vec<String> {
    let Some(game) = cx.session.game() else { return Vec::new() };
    let Turn::Chance(_, die) = game.turn() else { return Vec::new() };
    let mut faces: Vec<_> = die.outcomes().collect();
    faces.sort_unstable();
    let line = |(symbol, _)| {
        let meaning = game.face_meaning(symbol)?;
        Some(format!("{} {meaning}", words::roll(&ActionText::roll(symbol))))
    };
    faces.into_iter().filter_map(line).collect()
}

/// Draws the faces, unless the odds already list them.
pub fn show(ui: &mut Ui, cx: &UiContext) {
    if cx.settings.odds {
        return;
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for line in lines(cx) {
            ui.add(Label::new(theme::muted(line)).wrap());
        }
    });
}
