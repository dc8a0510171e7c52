//! The note for beginners: a summary of the game, shown in the user's first match of it.

use bevy_egui::egui::{CornerRadius, Frame, Margin, RichText, Stroke, Ui};

use crate::engine::{GameInfo, Side};
use crate::play::Seat;
use crate::presentation::{IN_SHORT, Presentation};
use crate::ui::drawing::markdown::{MarkdownBlock, parse};
use crate::ui::drawing::rich_text;
use crate::ui::hints::Hints;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;

/// The lines of the summary.
pub fn lines(info: &GameInfo) -> Vec<String> {
    let heading = format!("\n## {IN_SHORT}\n");
    let rules = Presentation::of(info).rules;
    let section = rules.split_once(&heading).and_then(|(_, rest)| rest.split("\n#").next()).unwrap_or_default();
    let item = |block| if let MarkdownBlock::Item(_, words) = block { Some(words) } else { None };
    parse(section).into_iter().filter_map(item).collect()
}

/// The game whose note to show: a person plays it and has neither moved a piece nor closed the
/// note.
pub fn wanted(cx: &UiContext) -> Option<&'static GameInfo> {
    let running = cx.session.match_on_table()?;
    let info = running.game().info();
    let read = cx.settings.notes_read.contains(info.id);
    (!read && running.setup().seats.contains(&Seat::Human) && !has_moved(cx)).then_some(info)
}

/// Whether a person has moved a piece in the match on the table.
fn has_moved(cx: &UiContext) -> bool {
    let seats = cx.session.running().map(|running| running.setup().seats);
    let by_human = |side: Side| seats.is_some_and(|seats| seats[side.index()] == Seat::Human);
    cx.history.plies().iter().any(|ply| ply.moved && by_human(ply.side))
}

/// Closes the note; `false` if it was not open.
pub fn dismiss(cx: &mut UiContext) -> bool {
    wanted(cx).is_some_and(|info| cx.settings.notes_read.insert(info.id.to_string()))
}

/// Closes the note permanently after the person's first move.
pub fn watch(mut params: UiParams) {
    let cx = &mut params.context();
    let info = cx.session.running().map(|running| running.game().info());
    if let Some(info) = info.filter(|info| has_moved(cx) && !cx.settings.notes_read.contains(info.id)) {
        cx.settings.notes_read.insert(info.id.to_string());
    }
}

/// Draws the note.
pub fn show(ui: &mut Ui, info: &GameInfo, hints: Hints) {
    let frame = Frame::new().fill(theme::RAISED.gamma_multiply(0.94)).stroke(Stroke::new(1.0, theme::BRASS));
    frame.corner_radius(CornerRadius::same(10)).inner_margin(Margin::symmetric(10, 8)).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.label(RichText::new(format!("{} in short", info.name)).size(18.0).color(theme::BRASS));
        for line in lines(info) {
            ui.label(rich_text::job(&line, theme::SMALL, theme::TEXT));
        }
        ui.label(theme::muted(hints.text(
            "Click or drag, or use the arrow keys and Enter. Your first move, or Escape, closes this. R opens the rules.",
            "Tap or drag. Your first move closes this. The rules are in the menu.",
        )));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Three to six lines, each short enough to read at a glance.
    #[test]
    fn every_game_has_its_note() {
        for info in games::ALL {
            let lines = lines(info);
            assert!((3..=6).contains(&lines.len()), "{}: {} lines under '{IN_SHORT}'", info.id, lines.len());
            for line in lines {
                assert!((12..=150).contains(&line.len()), "{}: {line}", info.id);
            }
        }
    }
}
