//! Choices that are not made on the board: the meaning of a gesture, the number of chips to lift, a
//! piece of the reserve, a pass, a board change.

use std::collections::BTreeMap;

use bevy_egui::egui::{self, Button, Id, Label, ScrollArea, Ui};

use crate::engine::{ActionText, DynGame, Gesture, GestureKind, Piece, Place};
use crate::session::{self, InputCommand, PlayerCommand, Pointing, Selection, TableScene};
use crate::ui::drawing::diagram;
use crate::ui::state::cached::Cached;
use crate::ui::state::ui_context::{UiContext, person_decides};
use crate::ui::{theme, words};

/// The number of list items with digits on a page.
const DIGITS: usize = 9;

/// The number of boards per row: large pictures if all of them fit, otherwise small ones.
const COLUMNS: [usize; 2] = [2, 3];

/// The maximum number of actions without a piece that are buttons in the sentence bar.
pub const MAX_IN_BAR: usize = 2;

/// The state of the choices.
#[derive(Default)]
pub struct ChoiceList {
    /// The page of a long list that has the digits, from 0.
    pub page: usize,
    /// The boards after each change that has been drawn.
    pub boards: Cached<BTreeMap<ActionText, Option<TableScene>>>,
}

/// A choice made with a digit key.
#[derive(Debug, Clone, PartialEq)]
pub enum DigitChoice {
    /// Play an action.
    Act(ActionText),
    /// Lift a number of chips.
    Count(u8),
    /// Take a piece of the reserve.
    Take(Place),
}

/// All open choices. Digits belong to the first list that is not empty.
struct OpenChoices<'a> {
    choices: &'a [(ActionText, String)],
    counts: Vec<u8>,
    reserve: Vec<Place>,
    without_piece: Vec<&'a (ActionText, Gesture)>,
}

impl<'a> OpenChoices<'a> {
    fn of(selection: &'a Selection, gestures: &'a [(ActionText, Gesture)]) -> OpenChoices<'a> {
        let mut counts = selection.counts(gestures);
        if counts.len() < 2 {
            counts.clear();
        }
        let reserved =
            |(_, gesture): &(ActionText, Gesture)| gesture.from.filter(|from| matches!(from, Place::Reserve(..)));
        let mut reserve: Vec<_> = gestures.iter().filter_map(reserved).collect();
        reserve.sort_unstable();
        reserve.dedup();
        let without_piece = gestures.iter().filter(|(_, gesture)| gesture.from.is_none()).collect();
        OpenChoices { choices: &selection.choices, counts, reserve, without_piece }
    }

    /// The length of the list with the digits. `counts` are digits themselves and not included.
    fn len(&self) -> usize {
        if self.choices.is_empty() { self.reserve.len() + self.without_piece.len() } else { self.choices.len() }
    }

    /// The first item with a digit on this page. Pages wrap around.
    fn first(&self, page: usize) -> usize {
        page % self.len().div_ceil(DIGITS).max(1) * DIGITS
    }
}

/// Returns the choice for a digit, from 1, on this page.
pub fn by_digit(
    digit: u8,
    page: usize,
    selection: &Selection,
    gestures: &[(ActionText, Gesture)],
) -> Option<DigitChoice> {
    let open = OpenChoices::of(selection, gestures);
    if open.choices.is_empty() && !open.counts.is_empty() {
        return open.counts.contains(&digit).then_some(DigitChoice::Count(digit));
    }
    let index = usize::from(digit).checked_sub(1)? + open.first(page);
    if !open.choices.is_empty() {
        return open.choices.get(index).map(|(action, _)| DigitChoice::Act(action.clone()));
    }
    let reserve = open.reserve.iter().map(|place| DigitChoice::Take(*place));
    reserve.chain(open.without_piece.iter().map(|(action, _)| DigitChoice::Act(action.clone()))).nth(index)
}

/// Whether the list has more items than there are digits.
pub fn has_pages(selection: &Selection, gestures: &[(ActionText, Gesture)]) -> bool {
    OpenChoices::of(selection, gestures).len() > DIGITS
}

/// The next piece of the reserve after the held one.
pub fn next_reserve(selection: &Selection, gestures: &[(ActionText, Gesture)]) -> Option<Place> {
    let reserve = OpenChoices::of(selection, gestures).reserve;
    let held = selection.held.and_then(|held| reserve.iter().position(|place| *place == held));
    reserve.get(held.map_or(0, |held| (held + 1) % reserve.len())).copied()
}

/// Whether a person has to choose a board.
pub fn boards_are_due(cx: &UiContext) -> bool {
    cx.session.running().is_some_and(person_decides) && boards(cx.legal).next().is_some()
}

/// Draws the choices, with `room` for the pictures of boards, logical pixels.
pub fn show(ui: &mut Ui, room: f32, list: &mut ChoiceList, cx: &mut UiContext) {
    let Some(running) = cx.session.running().filter(|running| person_decides(running)) else { return };
    let selection = cx.selection.clone();
    let open = OpenChoices::of(&selection, cx.legal);
    let keyboard = cx.pointing == Pointing::Mouse;
    let free = keyboard && open.choices.is_empty() && open.counts.is_empty();
    let keys = ListDigits { first: open.first(list.page), free };
    if open.len() > DIGITS && keyboard && (keys.free || !open.choices.is_empty()) {
        ui.label(theme::muted(format!(
            "Keys 1 to 9 choose; {}: next nine",
            cx.keys.key(InputCommand::Page { forward: true })
        )));
    }
    if !open.choices.is_empty() {
        ui.label(theme::title("Choose"));
        let keys = ListDigits { free: keyboard, ..keys };
        let mut pointed = None;
        for (index, (action, choice)) in open.choices.iter().enumerate() {
            let response = theme::wide_button(ui, &keys.of(index), &words::pictured(&words::capital(choice)), false);
            if response.hovered() {
                pointed = Some(action.clone());
            }
            if response.clicked() {
                cx.commands.push(PlayerCommand::Act(action.clone()));
            }
        }
        // The table previews the choice under the pointer.
        cx.selection.preview = pointed;
    }
    if let Some(most) = open.counts.last() {
        counts(ui, &open.counts, *most, cx);
    }
    // A long reserve must not hide a pass.
    if !open.without_piece.is_empty() {
        let scenes = list.boards.get(cx.history.revision(), BTreeMap::new);
        without_piece(ui, (&open, scenes), (running.game(), room), keys, cx);
    }
    if !open.reserve.is_empty() {
        reserve(ui, &open.reserve, &running.game().pieces(), keys, cx);
    }
}

/// The digits of a list.
#[derive(Clone, Copy)]
struct ListDigits {
    /// The first item with a digit.
    first: usize,
    /// Whether there is a keyboard, and its digits are not used by another list.
    free: bool,
}

impl ListDigits {
    /// The digit of the item at `index`, if it has one.
    fn of(self, index: usize) -> String {
        let digit = index.checked_sub(self.first).filter(|digit| self.free && *digit < DIGITS);
        digit.map(|digit| (digit + 1).to_string()).unwrap_or_default()
    }
}

fn counts(ui: &mut Ui, counts: &[u8], most: u8, cx: &mut UiContext) {
    ui.label(theme::title("Number of chips to lift"));
    let now = cx.selection.count.unwrap_or(most);
    ui.horizontal_wrapped(|ui| {
        for count in counts {
            if ui.add(Button::selectable(*count == now, format!(" {count} ")).frame_when_inactive(true)).clicked() {
                cx.selection.count = Some(*count);
                cx.selection.choices.clear();
            }
        }
    });
}

fn reserve(ui: &mut Ui, reserve: &[Place], pieces: &[Piece], keys: ListDigits, cx: &mut UiContext) {
    ui.label(theme::title(match cx.pointing {
        Pointing::Mouse => format!("From the reserve ({}: next)", cx.keys.key(InputCommand::Reserve)),
        Pointing::Touch => "From the reserve".to_string(),
    }));
    ui.horizontal_wrapped(|ui| {
        for (index, place) in reserve.iter().enumerate() {
            let there: Vec<_> = pieces.iter().filter(|piece| piece.place == *place).collect();
            let Some(name) = there.first().and_then(|piece| words::piece(&piece.look).pop()) else { continue };
            let mut text = words::pictured(&name.0);
            if there.len() > 1 {
                text = format!("{text} ×{}", there.len());
            }
            let held = cx.selection.held == Some(*place);
            if theme::key_button(ui, &keys.of(index), &text, held, 0.0).clicked() {
                cx.point(*place);
            }
        }
    });
}

/// The next or previous board change to preview.
pub fn next_board(selection: &Selection, gestures: &[(ActionText, Gesture)], forward: bool) -> Option<ActionText> {
    let boards: Vec<_> = boards(gestures).collect();
    let now = selection.preview.as_ref().and_then(|now| boards.iter().position(|own| *own == now));
    let next = match (now, forward) {
        (None, true) => 0,
        (None, false) => boards.len().checked_sub(1)?,
        (Some(now), true) => (now + 1) % boards.len(),
        (Some(now), false) => (now + boards.len() - 1) % boards.len(),
    };
    boards.get(next).copied().cloned()
}

/// The changes of the board to choose from.
pub fn boards(gestures: &[(ActionText, Gesture)]) -> impl Iterator<Item = &ActionText> {
    gestures.iter().filter(|(_, gesture)| is_board(gesture)).map(|(action, _)| action)
}

fn is_board(gesture: &Gesture) -> bool {
    gesture.from.is_none() && matches!(gesture.kind, GestureKind::Rearrange(_))
}

/// Draws the actions that move no piece: as text, or as pictures of the resulting boards.
fn without_piece(
    ui: &mut Ui,
    (open, scenes): (&OpenChoices, &mut BTreeMap<ActionText, Option<TableScene>>),
    (game, room): (&dyn DynGame, f32),
    keys: ListDigits,
    cx: &mut UiContext,
) {
    let (boards, plain): (Vec<_>, Vec<_>) =
        open.without_piece.iter().enumerate().partition(|(_, (_, gesture))| is_board(gesture));
    // A lesson has no sentence bar.
    let in_bar = boards.is_empty() && plain.len() <= MAX_IN_BAR && cx.session.exercise().is_none();
    for (at, (action, gesture)) in plain.into_iter().filter(|_| !in_bar) {
        let words = gesture.choice.as_deref().unwrap_or(match gesture.kind {
            GestureKind::Pass => "Pass",
            _ => action,
        });
        if theme::wide_button(ui, &keys.of(open.reserve.len() + at), &words::capital(words), false).clicked() {
            cx.commands.push(PlayerCommand::Act(action.clone()));
        }
    }
    if boards.is_empty() {
        return;
    }
    let top = ui.cursor().top();
    if cx.session.exercise().is_some() {
        let next = match cx.pointing {
            Pointing::Mouse => format!(" ({}: next)", cx.keys.key(InputCommand::Board { forward: true })),
            Pointing::Touch => String::new(),
        };
        ui.label(theme::title(format!("Choose a board: {}{next}", boards.len())));
    }
    let (gap, across) = (ui.spacing().item_spacing.y, ui.available_width() - ui.spacing().scroll.allocated_width());
    let width = |columns: usize| ((across + gap) / columns as f32 - gap).floor();
    let room = room - (ui.cursor().top() - top);
    let rows = |columns: usize| boards.len().div_ceil(columns);
    let needed = |columns: usize| rows(columns) as f32 * (diagram::height(width(columns)) + gap);
    let columns = if needed(COLUMNS[0]) <= room { COLUMNS[0] } else { COLUMNS[1] };
    let (width, rows) = (width(columns), rows(columns));
    let height = diagram::height(width);
    // A new list starts scrolled to its top.
    let mut area = ScrollArea::vertical().id_salt(("boards", game.hash())).auto_shrink([false, true]);
    area = area.max_height(needed(columns).min(room));
    let previewed = |(_, (action, _)): &(usize, &&(ActionText, Gesture))| cx.selection.preview.as_ref() == Some(action);
    let looked_at = boards.iter().position(previewed);
    // Pointing at a picture does not scroll; only keys may choose boards out of sight.
    let by_pointer = Id::new("board under the pointer");
    let chosen_by_pointer = ui.data(|data| data.get_temp(by_pointer)) == Some(cx.selection.preview.clone());
    let mut pointed = None;
    let still = ui.input(|input| input.pointer.delta() == egui::Vec2::ZERO);
    let on_page = boards.iter().position(|(at, _)| keys.first > 0 && open.reserve.len() + at == keys.first);
    if let (Some(at), true) = (looked_at.filter(|_| !chosen_by_pointer).or(on_page), still) {
        let above = (at / columns) as f32 * (height + gap);
        area = area.vertical_scroll_offset((above - 0.7 * height).max(0.0));
    }
    area.show_rows(ui, height, rows, |ui, shown| {
        for row in shown {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                for (index, (at, (action, gesture))) in boards.iter().enumerate().skip(columns * row).take(columns) {
                    let digit = keys.of(open.reserve.len() + at);
                    let GestureKind::Rearrange(moved) = &gesture.kind else { continue };
                    let after =
                        scenes.entry((*action).clone()).or_insert_with(|| session::after_change(game, action, moved));
                    let Some(after) = after else { continue };
                    let chosen = looked_at == Some(index);
                    let response = diagram::button(ui, width, (game.info(), after), moved, cx.view_yaw, &digit, chosen);
                    if response.hovered() {
                        pointed = Some(action.clone());
                    }
                    if response.clicked() {
                        cx.commands.push(PlayerCommand::Act(action.clone()));
                    }
                    response.on_hover_ui(|ui| {
                        ui.add(Label::new(game.describe(action).unwrap_or_default()).wrap());
                    });
                }
            });
        }
    });
    // A preview chosen by key stays until the mouse moves over the gallery. Elsewhere, the table
    // chooses the preview.
    let gallery = ui.clip_rect();
    let over_gallery = ui.input(|input| input.pointer.latest_pos().is_some_and(|at| gallery.contains(at)));
    if !still && over_gallery {
        ui.data_mut(|data| data.insert_temp(by_pointer, pointed.clone()));
        cx.selection.preview = pointed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, Side};

    fn gesture(from: Option<Place>, count: Option<u8>) -> Gesture {
        Gesture { from, count, ..Gesture::bare(GestureKind::Pass) }
    }

    #[test]
    fn digits_go_to_the_first_list_that_there_is() {
        let stack = Place::Cell(Cell(3));
        let knight = Place::Reserve(Side::White, 1);
        let gestures = [
            ("split".into(), gesture(Some(stack), Some(2))),
            ("whole".into(), gesture(Some(stack), Some(5))),
            ("drop".into(), gesture(Some(knight), None)),
            ("pass".into(), gesture(None, None)),
        ];
        let mut selection = Selection::default();
        assert_eq!(by_digit(1, 0, &selection, &gestures), Some(DigitChoice::Take(knight)));
        assert_eq!(by_digit(2, 0, &selection, &gestures), Some(DigitChoice::Act("pass".into())));
        assert_eq!(by_digit(3, 0, &selection, &gestures), None);
        assert_eq!(by_digit(0, 0, &selection, &gestures), None);
        assert_eq!(next_reserve(&selection, &gestures), Some(knight));
        selection.held = Some(stack);
        assert_eq!(by_digit(5, 0, &selection, &gestures), Some(DigitChoice::Count(5)));
        assert_eq!(by_digit(4, 0, &selection, &gestures), None);
        selection.choices = vec![("e8q".into(), "becomes a queen".into())];
        assert_eq!(by_digit(1, 0, &selection, &gestures), Some(DigitChoice::Act("e8q".into())));
    }

    #[test]
    fn a_long_list_has_its_digits_page_by_page() {
        let gestures: Vec<_> = (1..=20).map(|nth| (format!("loose {nth}").into(), gesture(None, None))).collect();
        let picked = |digit, page| match by_digit(digit, page, &Selection::default(), &gestures) {
            Some(DigitChoice::Act(action)) => action,
            _ => "".into(),
        };
        assert_eq!(
            [picked(9, 0), picked(1, 1), picked(2, 2), picked(1, 3)],
            ["loose 9", "loose 10", "loose 20", "loose 1"]
        );
        assert_eq!(picked(3, 2), "");
    }

    #[test]
    fn boards_are_looked_at_one_after_the_other() {
        let board = |action: &str| {
            let gesture = Gesture { kind: GestureKind::Rearrange(Vec::new()), ..gesture(None, None) };
            (action.into(), gesture)
        };
        let gestures = [board("=a"), ("--".into(), gesture(None, None)), board("=b")];
        let mut selection = Selection::default();
        let mut seen = Vec::new();
        for forward in [true, true, true, false] {
            selection.preview = next_board(&selection, &gestures, forward);
            seen.extend(selection.preview.clone());
        }
        assert_eq!(seen, ["=a", "=b", "=a", "=b"]);
        assert_eq!(next_board(&selection, &gestures[1..2], true), None);
        assert_eq!(next_board(&Selection::default(), &[], false), None);
    }
}
