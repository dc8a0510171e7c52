//! The faces of a pending die. A click on one adds it as a branch.

use bevy_egui::egui::{Button, Label, RichText, Sense, Ui, vec2};

use super::engine::chance;
use crate::engine::{ActionText, Turn};
use crate::session::{AnalysisBoard, BoardCommand, InputCommand, PlayerCommand};
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// The height of a row, logical pixels.
const FACE: f32 = 27.0;

/// The widths of the probability and of the value, logical pixels.
const CHANCE: f32 = 44.0;
const VALUE: f32 = 84.0;

/// Draws the faces, if a die is due.
pub fn show(ui: &mut Ui, board: &AnalysisBoard, cx: &mut UiContext) {
    let game = board.running().game();
    let Turn::Chance(side, die) = game.turn() else { return };
    let known = board.tree().children(board.at());
    let values = cx.engine.current().filter(|_| cx.settings.engine_lines).map(|found| found.faces.as_slice());
    let width = ui.available_width();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let mut head = |words: String, width: f32| {
            let (rect, _) = ui.allocate_exact_size(vec2(width, 18.0), Sense::hover());
            ui.put(rect, Label::new(theme::title(words)).selectable(false));
        };
        head("Face".into(), width - CHANCE - VALUE);
        head("Chance".into(), CHANCE);
        head(format!("{} wins", game.info().side(side)), VALUE);
    });
    let mut outcomes: Vec<_> = die.outcomes().collect();
    outcomes.sort_unstable();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for (number, (symbol, count)) in (1_u8..).zip(outcomes) {
            let roll = ActionText::roll(symbol);
            let meaning = game.face_meaning(symbol).or_else(|| game.describe(&roll)).unwrap_or_default();
            let name = named(&meaning);
            let was_tried = known.iter().any(|id| board.tree().action(*id).is_some_and(|own| *own == roll));
            let tried = if was_tried { " ✔" } else { "" };
            let text = format!("{} {name}{tried}", words::roll(&roll));
            let worth = values.and_then(|faces| faces.iter().find(|face| face.action == *roll));
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let size = vec2(width - CHANCE - VALUE, FACE);
                let hint = format!("{meaning}\nKey {number}");
                if ui.add_sized(size, Button::new(text.trim())).on_hover_text(hint).clicked() {
                    cx.commands.push(PlayerCommand::Board(BoardCommand::Face(symbol.to_string())));
                }
                for (words, width) in [
                    (format!("{count}/6"), CHANCE),
                    (worth.map_or_else(|| "…".to_string(), |face| chance(face.value)), VALUE),
                ] {
                    ui.add_sized(vec2(width, FACE), Label::new(RichText::new(words)).selectable(false));
                }
            });
        }
    });
    let words = cx.keyed("Throw", InputCommand::Space);
    if theme::wide_button(ui, "", &words, false).clicked() {
        cx.commands.push(PlayerCommand::Throw(None));
    }
}

/// The name of a face in a word or two: a short meaning in full, otherwise the part after "shows".
/// Empty if that is too long.
fn named(meaning: &str) -> &str {
    let words = meaning.split(':').next().unwrap_or_default();
    let words = words.rsplit("shows ").next().unwrap_or_default();
    if words.len() > 16 { "" } else { words.trim_start_matches("a ").trim_start_matches("an ") }
}
