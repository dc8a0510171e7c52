//! The standings of a series of matches, between two of them.

use bevy::prelude::Res;
use bevy_egui::egui::{Align2, Area, CornerRadius, Frame, Grid, Id, Label, Margin, RichText, Stroke, vec2};

use crate::session::{NextMatch, Series};
use crate::ui::overlay::corner::settle;
use crate::ui::state::frame::UiFrame;
use crate::ui::theme;

/// The distance from the edges of the table, logical pixels.
const ASIDE: f32 = 14.0;

/// Draws the standings beside the board after a match, with the next match and the time until it
/// begins.
pub fn show(frame: Res<UiFrame>, series: Res<Series>) {
    let standings = series.standings();
    if standings.is_empty() || !series.is_between() {
        return;
    }
    let free = frame.free();
    let at = free.right_top() + vec2(-ASIDE, ASIDE);
    let area = Area::new(Id::new("standings")).interactable(false).pivot(Align2::RIGHT_TOP).fixed_pos(at);
    let shown = area.constrain_to(free).show(frame.ctx(), |ui| {
        let frame = Frame::new().fill(theme::PANEL.gamma_multiply(0.92)).stroke(Stroke::new(1.5, theme::BRASS));
        frame.corner_radius(CornerRadius::same(12)).inner_margin(Margin::symmetric(18, 12)).show(ui, |ui| {
            let title = match series.progress() {
                (finished, Some(all)) => format!("After match {finished} of {all}"),
                (finished, None) => format!("After match {finished}"),
            };
            ui.label(RichText::new(title).size(19.0).color(theme::BRASS));
            Grid::new("standings").num_columns(3).spacing(vec2(22.0, 4.0)).show(ui, |ui| {
                for own in &standings {
                    ui.label(RichText::new(&own.name).color(theme::TEXT));
                    ui.label(RichText::new(own.points()).strong().color(theme::TEXT));
                    ui.label(theme::muted(format!("of {}", own.matches)));
                    ui.end_row();
                }
            });
            if let Some(NextMatch { info, players: [white, black], seconds }) = series.next_match() {
                let next = theme::muted(format!("Next in {seconds:.0} s: {}", info.name));
                ui.add(Label::new(next).extend());
                ui.label(format!("{white} – {black}"));
            }
        });
    });
    settle(&shown.response);
}
