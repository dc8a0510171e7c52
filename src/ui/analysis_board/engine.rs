//! The engine's best lines, shown while analysing.

use bevy_egui::egui::{Align, Button, FontId, Label, Layout, RichText, Sense, StrokeKind, Ui, UiBuilder, vec2};

use crate::bots::{WIN, WIN_BOUND, moves_to_win, win_probability};
use crate::engine::{DynGame, GameInfo, Side};
use crate::play::{AnalysedLine, Analysis};
use crate::session::{AnalysisBoard, PlayerCommand};
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// The height of a line, and the number of lines that fit, logical pixels.
const LINE: f32 = 22.0;
const LINES: usize = 3;

/// The width of the probability, logical pixels.
const CHANCE: f32 = 44.0;

/// The width of an ellipsis with the margins of a move, logical pixels.
const ELLIPSIS: f32 = 24.0;

/// Draws the lines, and the button that turns them off. Their total height is constant, so that the
/// move list does not shift.
pub fn show(ui: &mut Ui, board: &AnalysisBoard, cx: &mut UiContext) {
    let game = board.running().game();
    let found = cx.engine.current().filter(|_| cx.settings.engine_lines);
    ui.horizontal(|ui| {
        let on = Button::selectable(cx.settings.engine_lines, "Engine").frame_when_inactive(true).small();
        if ui.add(on).on_hover_text("The best lines of a search, with the probability of winning").clicked() {
            cx.settings.engine_lines = !cx.settings.engine_lines;
        }
        if let Some((found, to_move)) = found.and_then(|found| Some((found, found.side?))) {
            let side = if cx.settings.white_scores { Side::White } else { to_move };
            theme::disc(ui, game.info(), side);
            ui.label(RichText::new(value(found, side, game.info())).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let sign = if cx.engine.is_working() { " …" } else { "" };
                let words = format!("d{}{sign}", found.depth);
                let nodes = format!("Depth {}, {} positions", found.depth, words::count(found.nodes));
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
        // While a die is due, its faces with their values are listed instead.
        if found.is_none_or(|found| found.faces.is_empty()) {
            ui.add_space(empty as f32 * (LINE + 1.0));
        }
    });
}

/// Draws a line: its chance, and its moves with their numbers. A click plays the line up to that
/// move.
fn draw(ui: &mut Ui, line: &AnalysedLine, game: &dyn DynGame, cx: &mut UiContext) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let value = seen_from(line.value, game, cx);
    let mut inner = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
    inner.set_clip_rect(rect.intersect(inner.clip_rect()));
    let spacing = inner.spacing_mut();
    (spacing.item_spacing.x, spacing.button_padding, spacing.interact_size.y) = (1.0, vec2(3.0, 0.0), LINE);
    let chance_text = RichText::new(chance(value)).size(theme::SMALL).color(theme::BRASS);
    inner.add_sized(vec2(CHANCE, LINE), Label::new(chance_text)).on_hover_text(score(value, game.info()));
    let (mut after, mut number) = (game.boxed(), next_number(game, cx));
    let mut before = None;
    for (index, action) in line.actions.iter().enumerate() {
        let Some(side) = after.turn().side() else { break };
        let short = words::short(&*after, action);
        let text = if cx.settings.figurines { words::figurines(&short) } else { short };
        let said = after.describe(action).unwrap_or_default();
        number += usize::from(side == Side::White && before == Some(Side::Black));
        let numbered = match (side, before) {
            (Side::White, before) if before != Some(Side::White) => Some(format!("{number}.")),
            (Side::Black, None) => Some(format!("{number}…")),
            _ => None,
        };
        before = Some(side);
        let font = FontId::proportional(theme::SMALL);
        let whole = format!("{}{text}", numbered.as_deref().unwrap_or_default());
        let width = inner.painter().layout_no_wrap(whole, font, theme::TEXT).size().x;
        if inner.available_width() < width + ELLIPSIS {
            inner.label(theme::muted("…"));
            break;
        }
        if let Some(numbered) = numbered {
            inner.label(theme::muted(numbered));
        }
        let button = Button::new(RichText::new(text).size(theme::SMALL).color(theme::TEXT)).frame_when_inactive(false);
        if inner.add(button).on_hover_text(format!("{said}. Plays the line up to here.")).clicked() {
            let played = line.actions[..=index].iter().map(|action| PlayerCommand::Act(action.as_str().into()));
            cx.commands.extend(played);
        }
        if after.apply(action).is_err() {
            break;
        }
    }
    if response.contains_pointer() {
        ui.painter().rect_stroke(rect, 4.0, (1.0, theme::EDGE), StrokeKind::Inside);
    }
}

fn next_number(game: &dyn DynGame, cx: &UiContext) -> usize {
    let Some(at) = cx.history.current() else { return cx.history.first_number() };
    let number = cx.history.move_number(at + 1);
    let last = cx.history.plies().get(at).map(|ply| ply.side);
    number + usize::from(last == Some(Side::Black) && game.turn().side() == Some(Side::White))
}

/// A value for the side to move, converted to the side chosen in the settings.
fn seen_from(value: i32, game: &dyn DynGame, cx: &UiContext) -> i32 {
    let turned = cx.settings.white_scores && game.turn().side() == Some(Side::Black);
    if turned { -value } else { value }
}

fn value(found: &Analysis, side: Side, info: &GameInfo) -> String {
    let value = found.value_for(side);
    format!("{} ({})", chance(value), score(value, info))
}

/// Formats a value as a probability of winning.
pub fn chance(value: i32) -> String {
    format!("{:.0} %", 100.0 * win_probability(value))
}

/// Formats a value in pawns, or as a distance to a forced win or loss: in moves, or as a mean over
/// the throws of a die in actions.
fn score(value: i32, info: &GameInfo) -> String {
    let actions = WIN - value.abs();
    match (value > 0, info.dice) {
        _ if value.abs() < WIN_BOUND => format!("{:+.2}", f64::from(value) / 100.0),
        (true, false) => format!("wins in {}", moves_to_win(value)),
        (true, true) => format!("wins in ~{actions}"),
        (false, false) => format!("loses in {}", moves_to_win(value)),
        (false, true) => format!("loses in ~{actions}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;
    use crate::session::Session;
    use crate::ui::tests::Rig;

    #[test]
    fn lines_have_the_numbers_of_the_position_and_are_played_by_clicks() {
        let start = "rnbqkbnr/ppp1pppp/8/8/2pP4/8/PP2PPPP/RNBQKBNR b KQkq d3 0 3";
        let game = games::begin(games::info("chess").unwrap(), Options::default(), Some(start)).unwrap();
        let board = AnalysisBoard::new(crate::play::AnalysedGame::of_game(&*game).unwrap()).unwrap();
        let mut rig = Rig::new((vec2(1366.0, 768.0), 100), Session::from(board));
        let actions = ["g8f6", "d4d5", "e7e6"].map(String::from).to_vec();
        rig.engine.show(Analysis {
            side: Some(Side::Black),
            value: 50,
            depth: 1,
            nodes: 1,
            lines: vec![AnalysedLine { value: 50, actions, depth: 1 }],
            faces: Vec::new(),
        });
        rig.check("a line");
        assert!(rig.find("3…").is_some() && rig.find("4.").is_some(), "{:?}", rig.seen());
        // Black is better.
        assert!(rig.find("(-0.50)").is_some(), "{:?}", rig.seen());
        rig.click("d5");
        let played: Vec<_> = rig.commands.iter().map(|command| format!("{command:?}")).collect();
        assert_eq!(played, [r#"Act("g8f6")"#, r#"Act("d4d5")"#]);
        rig.settings.white_scores = false;
        rig.check("the side to move");
        assert!(rig.find("(+0.50)").is_some(), "{:?}", rig.seen());
    }
}
