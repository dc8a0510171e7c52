//! What each face of the die that is due asks for, where a face does not speak for itself.

use bevy_egui::egui::{Label, Ui};

use crate::engine::{ActionText, Turn};
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// The faces of the die that is due, each with its meaning; empty if none is due, or its faces speak for themselves.
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

/// Draws them. The odds name them, too.
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
