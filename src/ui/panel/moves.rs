//! The move list: a numbered row for each pair of moves.

use bevy_egui::egui::{
    Align, Button, FontSelection, Label, Layout, RichText, ScrollArea, Sense, TextWrapMode, Ui, WidgetText, vec2,
};

use crate::engine::{GameInfo, Side};
use crate::play::Match;
use crate::session::{PlayerCommand, Settings};
use crate::ui::move_history::Ply;
use crate::ui::panel::bookmarks;
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// The minimum height of a line, logical pixels.
const LINE: f32 = 24.0;

/// The width of a move number, and the gap between columns, logical pixels.
const NUMBER: f32 = 34.0;
const GAP: f32 = 4.0;

/// The command that shows the match as of `back` actions before its end.
pub fn review(running: &Match, back: usize) -> PlayerCommand {
    PlayerCommand::Review { actions: running.game().action_count().saturating_sub(back), run: false }
}

/// Draws the list. A click shows that move, while an unfinished match continues.
pub fn show(ui: &mut Ui, cx: &mut UiContext) {
    let Some(info) = cx.session.game().map(|game| game.info()) else { return };
    let plies = cx.history.plies();
    let replay = cx.session.replay().is_some();
    let current = cx.history.current();
    heading(ui, info);
    let id = ui.id().with("current");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), current));
    ScrollArea::vertical().id_salt("moves").auto_shrink(false).stick_to_bottom(!replay).show(ui, |ui| {
        let spacing = ui.spacing_mut();
        spacing.item_spacing = vec2(GAP, 2.0);
        (spacing.interact_size.y, spacing.button_padding) = (LINE, vec2(4.0, 1.0));
        bookmarks::list(ui, None, 0, cx);
        if plies.is_empty() {
            ui.label(theme::muted("No move yet"));
        }
        let noted = |ply: &Ply| cx.session.notes().is_some_and(|notes| notes.contains_key(&ply.end));
        let width = half(ui);
        let wide = |ply: &Ply| !fits(ui, text_of(ply, cx.settings), width);
        let wide: Vec<_> = plies.iter().map(wide).collect();
        let apart = |at: usize| noted(&plies[at - 1]) || wide[at - 1] || wide[at];
        for row in paired(plies, cx.history.first_number(), apart) {
            let shown = ui.horizontal(|ui| {
                let alone = row.plies.iter().flatten().any(|at| wide[*at]);
                let width = if alone { 2.0 * width + GAP } else { width };
                let dots = if alone && row.plies[0].is_none() { "…" } else { "." };
                ui.add_sized(vec2(NUMBER, LINE), Label::new(theme::muted(format!("{}{dots}", row.number))));
                for (side, at) in Side::BOTH.into_iter().zip(row.plies) {
                    let Some(at) = at else {
                        if !alone {
                            // Black began, or White's move is in the row above.
                            let words = if side == Side::White { "…" } else { "" };
                            ui.add_sized(vec2(width, LINE), Label::new(theme::muted(words)));
                        }
                        continue;
                    };
                    let ply = &plies[at];
                    let button =
                        Button::selectable(replay && current == Some(at), text_of(ply, cx.settings)).truncate();
                    if ui.add_sized(vec2(width, LINE), button).on_hover_text(ply.sentence()).clicked() {
                        cx.commands.push(match replay {
                            true => PlayerCommand::Seek(ply.end),
                            false => PlayerCommand::Review { actions: ply.end, run: false },
                        });
                    }
                }
            });
            let [first, last] = [row.first(), row.last()];
            let from = first.checked_sub(1).map_or(0, |before| plies[before].end);
            bookmarks::list(ui, Some(from), plies[last].end, cx);
            // Keep the current move (or the first one, at the start) visible, unless the user has
            // scrolled.
            let is_current = (first..=last).contains(&current.unwrap_or_default());
            if replay && is_current && (cx.running || before != current) {
                shown.response.scroll_to_me(Some(Align::Center));
            }
        }
    });
}

fn heading(ui: &mut Ui, info: &GameInfo) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let width = half(ui);
        ui.allocate_exact_size(vec2(NUMBER, LINE), Sense::hover());
        for side in Side::BOTH {
            ui.allocate_ui_with_layout(vec2(width, LINE), Layout::left_to_right(Align::Center), |ui| {
                ui.set_width(width);
                theme::disc(ui, info, side);
                ui.label(theme::title(info.side(side)));
            });
        }
    });
}

/// A row of the list: a move of each side, or a single move if it is too long for half a row or a
/// note follows it.
#[derive(Debug, PartialEq, Eq)]
struct MoveRow {
    /// The move number.
    number: usize,
    /// The indices of White's ply and of Black's.
    plies: [Option<usize>; 2],
}

impl MoveRow {
    fn first(&self) -> usize {
        self.plies.iter().flatten().copied().next().unwrap_or_default()
    }

    fn last(&self) -> usize {
        self.plies.iter().flatten().copied().next_back().unwrap_or_default()
    }
}

/// The rows of the plies. Sides alternate, and White's ply is first in its row, even if Black
/// began; the first row has the number `first`. `apart`: whether the ply at this index, above 0,
/// begins a row in any case.
fn paired(plies: &[Ply], first: usize, apart: impl Fn(usize) -> bool) -> Vec<MoveRow> {
    let mut rows: Vec<MoveRow> = Vec::new();
    let late = usize::from(plies.first().is_some_and(|ply| ply.side == Side::Black));
    for (at, ply) in plies.iter().enumerate() {
        let number = (at + late) / 2 + first;
        match rows.last_mut() {
            Some(row) if row.number == number && !apart(at) => {
                row.plies[1] = Some(at);
            }
            _ => {
                let plies = if ply.side == Side::White { [Some(at), None] } else { [None, Some(at)] };
                rows.push(MoveRow { number, plies });
            }
        }
    }
    rows
}

/// The width of a ply, logical pixels.
fn half(ui: &Ui) -> f32 {
    ((ui.available_width() - NUMBER - 2.0 * GAP) / 2.0).floor()
}

/// Whether a text fits into a button of this width, logical pixels.
fn fits(ui: &Ui, text: RichText, width: f32) -> bool {
    let style = FontSelection::Default;
    let galley = WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, style);
    galley.size().x <= width - 2.0 * ui.spacing().button_padding.x
}

fn text_of(ply: &Ply, settings: &Settings) -> RichText {
    let notation = ply.notation();
    let shown = if settings.figurines { words::figurines(&notation) } else { notation };
    RichText::new(shown).monospace().size(theme::SMALL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::ui::tests::{Rig, SCREENS, played};

    fn plies(first: Side, count: usize) -> Vec<Ply> {
        let ply = |end: usize| {
            let side = if end.is_multiple_of(2) { first } else { first.other() };
            Ply { side, end: end + 1, moves: Vec::new(), captured: 0, rolls: false, moved: true }
        };
        (0..count).map(ply).collect()
    }

    fn numbered(rows: &[MoveRow]) -> Vec<(usize, [Option<usize>; 2])> {
        rows.iter().map(|row| (row.number, row.plies)).collect()
    }

    #[test]
    fn moves_stand_in_pairs_with_numbers() {
        let (white, black) = (plies(Side::White, 3), plies(Side::Black, 3));
        assert_eq!(numbered(&paired(&white, 1, |_| false)), [(1, [Some(0), Some(1)]), (2, [Some(2), None])]);
        assert_eq!(numbered(&paired(&black, 1, |_| false)), [(1, [None, Some(0)]), (2, [Some(1), Some(2)])]);
        // A note is shown below its move.
        let apart = [(1, [Some(0), None]), (1, [None, Some(1)]), (2, [Some(2), None])];
        assert_eq!(numbered(&paired(&white, 1, |at| at == 1)), apart);
        // Numbers continue from the starting position of the match.
        assert_eq!(numbered(&paired(&black, 3, |_| false))[0], (3, [None, Some(0)]));
    }

    #[test]
    fn the_answer_stands_beside_the_move() {
        for screen in [(vec2(1280.0, 720.0), 100), SCREENS[1]] {
            let mut running = played("chess", 0);
            for action in ["e2e4", "e7e5", "g1f3"] {
                running.act(action).unwrap();
            }
            let mut rig = Rig::new(screen, Session::from(running));
            rig.check("moves");
            let at = |words: &str| rig.position_of(words).unwrap_or_else(|| panic!("{words}: {:?}", rig.seen()));
            assert!((at("1.").y - at("e4").y).abs() < 4.0 && (at("e4").y - at("e5").y).abs() < 1.0);
            assert!(at("1.").x < at("e4").x && at("e4").x < at("e5").x && at("Nf3").y > at("e4").y);
        }
    }
}
