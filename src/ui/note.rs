//! The note for beginners: what a game is about and how it is played, at a person's first match of it.

use bevy_egui::egui::{self, Area, CornerRadius, Frame, Margin, Rect, RichText, Stroke, Ui, vec2};

use super::desk::{Desk, Stage};
use super::markdown::{Block, parse};
use super::{rules, theme};
use crate::engine::Info;
use crate::play::Seat;

/// Its greatest width, logical pixels.
const WIDTH: f32 = 380.0;

/// Where the table has less room than this, the note stands in the panel, logical pixels.
const ROOM: f32 = 480.0;

/// The lines that tell a game in short.
pub fn lines(info: &Info) -> Vec<String> {
    let heading = format!("\n## {}\n", Info::IN_SHORT);
    let section = info.rules.split_once(&heading).and_then(|(_, rest)| rest.split("\n#").next()).unwrap_or_default();
    let item = |block| if let Block::Item(_, words) = block { Some(words) } else { None };
    parse(section).into_iter().filter_map(item).collect()
}

/// The game whose note is to be shown: a person plays it, and has not yet put the note away.
fn wanted(stage: &Stage) -> Option<&'static Info> {
    let running = stage.session.running()?;
    let info = running.game().info();
    let read = stage.settings.notes_read.contains(info.id);
    (!read && running.setup().seats.contains(&Seat::Human)).then_some(info)
}

/// Puts the note away; `false` if there was none.
pub fn dismiss(stage: &mut Stage) -> bool {
    wanted(stage).is_some_and(|info| stage.settings.notes_read.insert(info.id.to_string()))
}

/// Draws it in a corner of the table, if it is wanted and there is room. It lets the mouse through, and whoever plays on puts it
/// away by that.
pub fn card(ctx: &egui::Context, free: Rect, desk: &Desk, stage: &mut Stage) {
    let Some(info) = wanted(stage).filter(|_| !desk.window_open()) else { return };
    if free.width() >= ROOM {
        let corner = free.left_top() + vec2(12.0, 12.0);
        Area::new("note".into()).fixed_pos(corner).interactable(false).show(ctx, |ui| {
            ui.set_max_width(WIDTH.min(0.46 * free.width()));
            contents(ui, info);
        });
    }
    let clicked = ctx.input(|input| input.pointer.primary_pressed().then(|| input.pointer.latest_pos()).flatten());
    if clicked.is_some_and(|at| free.contains(at) && ctx.layer_id_at(at).is_none_or(is_table)) {
        dismiss(stage);
    }
}

fn is_table(layer: egui::LayerId) -> bool {
    layer.order == egui::Order::Background
}

/// Draws it in the panel, if it is wanted and there is no room on the table.
pub fn in_panel(ui: &mut Ui, free: Rect, stage: &Stage) {
    if let Some(info) = wanted(stage).filter(|_| free.width() < ROOM) {
        contents(ui, info);
    }
}

fn contents(ui: &mut Ui, info: &Info) {
    let frame = Frame::new().fill(theme::RAISED.gamma_multiply(0.94)).stroke(Stroke::new(1.0, theme::BRASS));
    frame.corner_radius(CornerRadius::same(10)).inner_margin(Margin::symmetric(14, 10)).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.label(RichText::new(format!("{} in short", info.name)).size(18.0).color(theme::BRASS));
        for line in lines(info) {
            ui.label(rules::job(&line, theme::SMALL, theme::TEXT));
        }
        ui.label(theme::quiet("Play on, or Escape, closes this. R opens the rules."));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Three to six lines, each short enough to be read at a glance.
    #[test]
    fn every_game_has_its_note() {
        for info in games::ALL {
            let lines = lines(info);
            assert!((3..=6).contains(&lines.len()), "{}: {} lines under '{}'", info.id, lines.len(), Info::IN_SHORT);
            for line in lines {
                assert!((12..=150).contains(&line.len()), "{}: {line}", info.id);
            }
        }
    }
}
