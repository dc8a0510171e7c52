//! The move list: a numbered row for each pair of moves.

use bevy_egui::egui::{Align, Button, Label, Layout, RichText, ScrollArea, TextStyle, Ui, WidgetText, vec2};

use crate::engine::Side;
use crate::play::Match;
use crate::session::{InputCommand, PlayerCommand, Showing};
use crate::ui::panel::bookmarks;
use crate::ui::state::move_history::Ply;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::theme;

/// The minimum height of a line, logical pixels.
const LINE: f32 = 24.0;

/// The width of a move number, logical pixels.
const NUMBER: f32 = 34.0;

/// The command that shows a match `back` actions before its end.
pub fn review(running: &Match, back: usize) -> PlayerCommand {
    PlayerCommand::Review { actions: running.game().played().len().saturating_sub(back), run: false }
}

/// Draws the list. A click goes to that move, while an unfinished match goes on.
pub fn show(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let Some(info) = cx.session.game().map(|game| game.info()) else { return };
    let plies = cx.history.plies();
    let replay = matches!(cx.session.showing, Showing::Replay(_));
    let current = cx.history.current();
    ui.horizontal(|ui| {
        ui.label(theme::title(if plies.is_empty() { "No move yet" } else { "Moves" }));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            bookmarks::button(ui, cx);
            if let (Some(running), false) = (cx.session.running(), plies.is_empty())
                && running.outcome().is_none()
            {
                let words = "Steps back to earlier positions. The match goes on meanwhile";
                if ui
                    .small_button(format!("Look back ({})", cx.keys.key(InputCommand::Step { forward: false })))
                    .on_hover_text(words)
                    .clicked()
                {
                    cx.commands.push(review(running, 1));
                }
            }
        });
    });
    bookmarks::field(ui, state, cx);
    let id = ui.id().with("current");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), current));
    ScrollArea::vertical().id_salt("moves").auto_shrink(false).stick_to_bottom(!replay).show(ui, |ui| {
        let spacing = ui.spacing_mut();
        (spacing.item_spacing.y, spacing.interact_size.y, spacing.button_padding.y) = (2.0, LINE, 1.0);
        bookmarks::list(ui, None, 0, cx);
        for row in rows(ui, plies, cx) {
            let shown = ui.horizontal(|ui| {
                let number =
                    if row.plies[0].is_none() { format!("{}…", row.number) } else { format!("{}.", row.number) };
                ui.add_sized(vec2(NUMBER, LINE), Label::new(theme::muted(number)));
                let width = half(ui);
                let plies = row.plies.iter().flatten().map(|at| (*at, &plies[*at]));
                for (at, ply) in plies {
                    if row.wide {
                        theme::disc(ui, info, ply.side);
                    }
                    let button = Button::selectable(replay && current == Some(at), text_of(ply));
                    let response = match row.wide {
                        true => ui.add(button.wrap()),
                        false => ui.add_sized(vec2(width, LINE), button),
                    };
                    if response.on_hover_text(ply.sentence()).clicked() {
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

/// A row of the list: a move of each side, or a single move if it is long or followed by a note.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    /// The move number, from 1.
    number: usize,
    /// The indices of White's ply and of Black's.
    plies: [Option<usize>; 2],
    /// Whether a ply takes the whole width.
    wide: bool,
}

impl Row {
    fn first(&self) -> usize {
        self.plies.iter().flatten().copied().next().unwrap_or_default()
    }

    fn last(&self) -> usize {
        self.plies.iter().flatten().copied().next_back().unwrap_or_default()
    }
}

/// The rows of the plies. Sides alternate, and White's ply is first in its row, whichever side
/// began.
fn rows(ui: &Ui, plies: &[Ply], cx: &UiContext) -> Vec<Row> {
    let room = half(ui) - NUMBER / 2.0 - ui.spacing().item_spacing.x;
    let fits = |ply: &Ply| {
        let galley = WidgetText::from(text_of(ply)).into_galley(ui, None, f32::INFINITY, TextStyle::Button);
        galley.size().x + 2.0 * ui.spacing().button_padding.x <= room
    };
    let noted = |ply: &Ply| cx.session.notes().is_some_and(|notes| notes.contains_key(&ply.end));
    paired(plies, fits, noted)
}

fn paired(plies: &[Ply], fits: impl Fn(&Ply) -> bool, noted: impl Fn(&Ply) -> bool) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let late = usize::from(plies.first().is_some_and(|ply| ply.side == Side::Black));
    for (at, ply) in plies.iter().enumerate() {
        let (number, wide) = ((at + late) / 2 + 1, !fits(ply));
        match rows.last_mut() {
            Some(row)
                if row.number == number
                    && !row.wide
                    && !wide
                    && !at.checked_sub(1).is_some_and(|at| noted(&plies[at])) =>
            {
                row.plies[1] = Some(at);
            }
            _ => {
                let plies = if ply.side == Side::White { [Some(at), None] } else { [None, Some(at)] };
                rows.push(Row { number, plies, wide });
            }
        }
    }
    rows
}

/// The width of one of two plies in a row, logical pixels.
fn half(ui: &Ui) -> f32 {
    (ui.available_width() - ui.spacing().item_spacing.x) / 2.0
}

fn text_of(ply: &Ply) -> RichText {
    RichText::new(ply.notation()).monospace()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::tests::{Rig, SCREENS, played};

    fn plies(first: Side, count: usize) -> Vec<Ply> {
        let ply = |end: usize| {
            let side = if end.is_multiple_of(2) { first } else { first.other() };
            Ply { side, end: end + 1, moves: Vec::new(), captured: 0, rolls: false, moved: true }
        };
        (0..count).map(ply).collect()
    }

    fn numbered(rows: &[Row]) -> Vec<(usize, [Option<usize>; 2])> {
        rows.iter().map(|row| (row.number, row.plies)).collect()
    }

    #[test]
    fn moves_stand_in_pairs_with_numbers() {
        let (white, black) = (plies(Side::White, 3), plies(Side::Black, 3));
        assert_eq!(numbered(&paired(&white, |_| true, |_| false)), [(1, [Some(0), Some(1)]), (2, [Some(2), None])]);
        assert_eq!(numbered(&paired(&black, |_| true, |_| false)), [(1, [None, Some(0)]), (2, [Some(1), Some(2)])]);
        // A note is shown below its move, and a long move has a row of its own.
        let apart = [(1, [Some(0), None]), (1, [None, Some(1)]), (2, [Some(2), None])];
        assert_eq!(numbered(&paired(&white, |_| true, |ply| ply.end == 1)), apart);
        assert_eq!(numbered(&paired(&white, |ply| ply.end != 2, |_| false)), apart);
    }

    #[test]
    fn the_answer_stands_beside_the_move() {
        for screen in [(vec2(1280.0, 720.0), 100), SCREENS[1]] {
            let mut running = played("chess", 0);
            for action in ["e2e4", "e7e5", "g1f3"] {
                running.act(action).unwrap();
            }
            let mut rig = Rig::new(screen, Showing::Match(Box::new(running)));
            rig.check("moves");
            let at = |words: &str| rig.position_of(words).unwrap_or_else(|| panic!("{words}: {:?}", rig.seen()));
            assert!((at("1.").y - at("e4").y).abs() < 4.0 && (at("e4").y - at("e5").y).abs() < 1.0);
            assert!(at("1.").x < at("e4").x && at("e4").x < at("e5").x && at("Nf3").y > at("e4").y);
        }
    }
}
