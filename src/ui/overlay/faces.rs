//! The card that says what each face of the die that is due asks for, where a face does not speak for itself.

use bevy_egui::egui::{self, Area, CornerRadius, Frame, Label, Margin, Order, Rect, RichText, Stroke};

use crate::engine::{ActionText, Turn};
use crate::ui::overlay::corner::in_corner;
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// The largest width of the card, logical pixels.
const WIDTH: f32 = 400.0;

/// The faces of the die that is due, each with its meaning; empty if none is due, or its faces speak for themselves.
pub fn lines(cx: &UiContext) -> Vec<String> {
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

/// Draws the card where messages come, too.
pub fn show(ctx: &egui::Context, free: Rect, cx: &UiContext) {
    let lines = lines(cx);
    if lines.is_empty() {
        return;
    }
    let (pivot, at) = in_corner(free, cx.free_corner, cx);
    let area = Area::new("faces".into()).order(Order::Middle).interactable(false);
    area.pivot(pivot).fixed_pos(at).show(ctx, |ui| {
        ui.set_max_width(WIDTH.min(0.5 * free.width()));
        let frame = Frame::new().fill(theme::RAISED).stroke(Stroke::new(1.0, theme::EDGE));
        frame.corner_radius(CornerRadius::same(8)).inner_margin(Margin::symmetric(10, 7)).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for line in lines {
                ui.add(Label::new(RichText::new(line).size(theme::SMALL)).wrap());
            }
        });
    });
}
