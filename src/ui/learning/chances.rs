//! The table of chances after a puzzle with a die.

use bevy_egui::egui::{Grid, Label, RichText, Ui, vec2};

use crate::engine::{ActionText, GameInfo, Side};
use crate::puzzles::{ChanceTable, Follows};
use crate::session::Exercise;
use crate::ui::{theme, words};

/// Draws the table.
pub fn show(ui: &mut Ui, table: &ChanceTable, exercise: &Exercise) {
    let (info, side) = (exercise.running().game().info(), exercise.side());
    ui.label(theme::title("Outcomes of the throw"));
    Grid::new("chances").num_columns(3).spacing(vec2(12.0, 3.0)).striped(true).show(ui, |ui| {
        ui.label(theme::muted("Face"));
        ui.label(theme::muted("Sides"));
        ui.label(theme::muted("Score")).on_hover_text("The mean score: a win counts 1, a draw a half");
        ui.end_row();
        for chance in &table.chances {
            let face = ui.label(RichText::new(words::roll(&ActionText::roll(chance.symbol))).strong());
            if let Some(meaning) = &chance.meaning {
                face.on_hover_text(meaning);
            }
            ui.label(format!("{} of 6", chance.sides));
            let win = chance.win.map_or_else(|| "–".to_string(), |win| format!("{:.0} %", 100.0 * win));
            ui.label(win).on_hover_text(follows(chance.follows, info, side));
            ui.end_row();
        }
    });
    if let Some(win) = table.win {
        ui.add(Label::new(format!("On average {:.0} %.", 100.0 * win)).wrap());
    }
    let certain = table.certain_win(side);
    if certain > 0.0 {
        let words = format!("On {:.0} of 6 sides you win at once or after any reply.", 6.0 * certain);
        ui.add(Label::new(theme::muted(words)).wrap());
    }
}

/// Describes the situation after a face.
fn follows(follows: Follows, info: &GameInfo, side: Side) -> String {
    match follows {
        Follows::Over(outcome) => format!("{}.", words::result(outcome, info)),
        Follows::WinNext => "You can win on the next move.".into(),
        Follows::LossNext => format!("{} can win on the next move.", info.side(side.other())),
        Follows::WinAfterReply => "You can win after any reply.".into(),
        Follows::GoesOn { side, throw: true, .. } => format!("{} throws again.", info.side(side)),
        Follows::GoesOn { side, actions, .. } => format!("{} has {actions} legal moves.", info.side(side)),
    }
}
