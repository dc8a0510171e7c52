//! The engine's best lines, shown while analysing.

use bevy_egui::egui::{Align, Button, Layout, RichText, Sense, TextStyle, TextWrapMode, Ui, WidgetText, pos2, vec2};

use crate::bots::{WIN, WIN_BOUND, win_probability};
use crate::engine::{DynGame, Side};
use crate::play::{AnalysedLine, Analysis};
use crate::session::{AnalysisBoard, PlayerCommand};
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// The height of a line, logical pixels, and the number of lines that there is room for.
const LINE: f32 = 22.0;
const LINES: usize = 3;

/// The width of the probability, logical pixels.
const CHANCE: f32 = 44.0;

/// Draws the lines, and the button that turns them off. Their height is constant, so that the move
/// list does not shift.
pub fn show(ui: &mut Ui, board: &AnalysisBoard, cx: &mut UiContext) {
    let game = board.running().game();
    let found = cx.engine.current().filter(|_| cx.settings.engine_lines);
    ui.horizontal(|ui| {
        let on = Button::selectable(cx.settings.engine_lines, "Engine").frame_when_inactive(true).small();
        if ui.add(on).on_hover_text("The best lines of a search, with the probability of winning").clicked() {
            cx.settings.engine_lines = !cx.settings.engine_lines;
        }
        if let Some((found, side)) = found.and_then(|found| Some((found, found.side?))) {
            theme::disc(ui, game.info(), side);
            ui.label(RichText::new(value(found, side)).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let sign = if cx.engine.is_working() { " …" } else { "" };
                let words = format!("{} ahead{sign}", found.depth);
                let nodes = format!("Searched {} moves ahead, {} positions", found.depth, words::count(found.nodes));
                ui.label(theme::muted(words)).on_hover_text(nodes);
            });
        }
    });
    if !cx.settings.engine_lines || game.turn().outcome().is_some() {
        return;
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let lines = found.map(|found| found.lines.as_slice()).unwrap_or_default();
        for line in lines.iter().take(LINES) {
            draw(ui, line, game, cx);
        }
        let empty = LINES - lines.len().min(LINES);
        // While a die is due, its faces are listed with their values.
        if found.is_none_or(|found| found.faces.is_empty()) {
            ui.add_space(empty as f32 * (LINE + 1.0));
        }
    });
}

fn draw(ui: &mut Ui, line: &AnalysedLine, game: &dyn DynGame, cx: &mut UiContext) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let mut after = game.boxed();
    let mut texts = Vec::new();
    for action in &line.actions {
        texts.push(words::short(&*after, action));
        if after.apply(action).is_err() {
            break;
        }
    }
    let bright = response.hovered() || response.has_focus();
    if bright {
        ui.painter().rect_filled(rect, 4.0, theme::HOVER);
    }
    let laid = |words: String, colour, width| {
        let text = WidgetText::from(RichText::new(words).size(theme::SMALL).color(colour));
        text.into_galley(ui, Some(TextWrapMode::Truncate), width, TextStyle::Small)
    };
    let value = laid(chance(line.value), theme::BRASS, CHANCE);
    let moves = laid(texts.join(" "), theme::TEXT, rect.width() - CHANCE);
    for (galley, x) in [(value, rect.left() + 4.0), (moves, rect.left() + CHANCE)] {
        let at = pos2(x, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, theme::TEXT);
    }
    let said = line.actions.first().and_then(|action| game.describe(action)).unwrap_or_default();
    let words = format!("{said}. {}\n{}", score(line.value), texts.join(" "));
    if response.on_hover_text(words).clicked()
        && let Some(action) = line.actions.first()
    {
        cx.commands.push(PlayerCommand::Act(action.as_str().into()));
    }
}

/// The value of the position for a side.
fn value(found: &Analysis, side: Side) -> String {
    let value = found.value_for(side);
    format!("{} ({})", chance(value), score(value))
}

/// Formats a value as a probability of winning.
pub fn chance(value: i32) -> String {
    format!("{:.0} %", 100.0 * win_probability(value))
}

/// Formats a value in pawns, or as a distance to a forced win or loss.
fn score(value: i32) -> String {
    match value {
        WIN_BOUND.. => format!("wins in {}", WIN - value),
        value if value <= -WIN_BOUND => format!("loses in {}", WIN + value),
        value => format!("{:+.2}", f64::from(value) / 100.0),
    }
}
