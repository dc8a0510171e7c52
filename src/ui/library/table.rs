//! The list of matches.

use std::collections::BTreeSet;

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Popup, Rect, ScrollArea, Sense, TextWrapMode, Ui, WidgetText, vec2,
};
use jiff::tz::TimeZone;

use crate::engine::{GameInfo, Side};
use crate::games;
use crate::library::{ListedMatch, local_minute};
use crate::play::Seat;
use crate::session::Filming;
use crate::ui::state::ui_command::Export;
use crate::ui::{theme, words};

/// The user's request for a match in the list.
pub enum TableRequest {
    /// Replay the match.
    Replay(usize),
    /// Open the match on the analysis board.
    Analyse(usize),
    /// Continue the match.
    Continue(usize),
    /// Save the match as Portable Game Notation.
    Pgn(usize),
    /// Export the match as a picture or a film.
    Export(usize, Export),
    /// Delete the match.
    Delete(usize),
    /// Save all selected matches in one PGN file.
    PgnOfChosen,
    /// Delete all selected matches.
    DeleteChosen,
}

/// The height of a row, logical pixels.
const ROW: f32 = 30.0;

/// The height of the column headings, and the width of the boxes that select matches, logical
/// pixels.
const HEAD: f32 = 24.0;
const CHOICE: f32 = 32.0;

/// The width of the buttons at the end of a row, logical pixels.
const BUTTONS: f32 = 160.0;

/// The width of the scroll bar, logical pixels.
const SCROLL: f32 = 12.0;

/// The columns, and their shares of the width.
const COLUMNS: [(&str, f32); 5] =
    [("Date", 0.19), ("Game", 0.21), ("Players", 0.27), ("Result", 0.21), ("Moves", 0.12)];

/// The order of the list: its column, and whether it is descending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListOrder {
    column: usize,
    downwards: bool,
}

impl Default for ListOrder {
    /// Newest first.
    fn default() -> ListOrder {
        ListOrder { column: 0, downwards: true }
    }
}

impl ListOrder {
    /// The order after a click on a column heading: dates and lengths begin with the largest.
    fn after_click(self, column: usize) -> ListOrder {
        match self.column == column {
            true => ListOrder { downwards: !self.downwards, ..self },
            false => ListOrder { column, downwards: matches!(column, 0 | 4) },
        }
    }

    /// Sorts matches; equal ones keep their order.
    pub fn sort(self, matches: &mut [ListedMatch]) {
        let name = |own: &ListedMatch| games::info(&own.game).map_or(own.game.clone(), |info| info.name.to_string());
        match self.column {
            0 => matches.sort_by_key(|own| own.changed),
            1 => matches.sort_by_cached_key(name),
            2 => matches.sort_by_cached_key(|own| players(own).to_lowercase()),
            3 => matches.sort_by_cached_key(|own| result(own, games::info(&own.game).ok())),
            _ => matches.sort_by_key(|own| own.plies),
        }
        if self.downwards {
            matches.reverse();
        }
    }
}

/// Draws the column headings. A click sorts by the column. Returns whether the order changed.
pub fn heads(ui: &mut Ui, order: &mut ListOrder) -> bool {
    let width = ui.available_width() - SCROLL;
    let (head, _) = ui.allocate_exact_size(vec2(width, HEAD), Sense::hover());
    let mut clicked = None;
    let mut left = head.left() + CHOICE;
    for (column, (name, part)) in COLUMNS.into_iter().enumerate() {
        let wide = part * (head.width() - BUTTONS - CHOICE);
        let rect = Rect::from_x_y_ranges(left - ui.spacing().button_padding.x..=left + wide - 8.0, head.y_range());
        let sign = match (order.column == column, order.downwards) {
            (false, _) => "",
            (true, true) => " ⏷",
            (true, false) => " ⏶",
        };
        let text = egui::RichText::new(format!("{name}{sign}")).size(theme::SMALL).color(theme::BRASS);
        // Flush left, like the cells below.
        let button = egui::Button::new((text, egui::Atom::grow())).frame_when_inactive(false).truncate();
        let hint = format!("Sorts by {}", name.to_lowercase());
        if ui.put(rect, button).on_hover_text(hint).clicked() {
            clicked = Some(column);
        }
        left += wide;
    }
    if let Some(column) = clicked {
        *order = order.after_click(column);
    }
    clicked.is_some()
}

/// Draws the visible rows of the list, and returns the user's request. `playing` is the file of the
/// match on the table; `chosen` contains the selected files.
pub fn show(
    ui: &mut Ui,
    matches: &[ListedMatch],
    playing: Option<&str>,
    chosen: &mut BTreeSet<String>,
    height: f32,
) -> Option<TableRequest> {
    let width = ui.available_width() - SCROLL;
    let mut wanted = None;
    let zone = TimeZone::system();
    let area = ScrollArea::vertical().auto_shrink(false).max_height(height).id_salt("matches");
    area.show_rows(ui, ROW, matches.len(), |ui, rows| {
        for index in rows {
            if let Some(own) = matches.get(index) {
                let (rect, line) = ui.allocate_exact_size(vec2(width, ROW), Sense::click());
                let playing = playing == Some(&own.file);
                wanted = row(ui, (rect, line), index, own, playing, &zone).or(wanted.take());
                if !playing {
                    tick(ui, rect, own, chosen);
                }
            }
        }
    });
    wanted
}

/// The box that selects a match.
fn tick(ui: &mut Ui, row: Rect, own: &ListedMatch, chosen: &mut BTreeSet<String>) {
    let mut ticked = chosen.contains(&own.file);
    let place = row.with_max_x(row.left() + CHOICE).shrink2(vec2(4.0, 4.0));
    if ui.put(place, egui::Checkbox::without_text(&mut ticked)).on_hover_text("Selects this match").changed() {
        match ticked {
            true => chosen.insert(own.file.clone()),
            false => chosen.remove(&own.file),
        };
    }
}

fn row(
    ui: &mut Ui,
    (rect, response): (Rect, egui::Response),
    index: usize,
    own: &ListedMatch,
    playing: bool,
    zone: &TimeZone,
) -> Option<TableRequest> {
    let fill = match (response.hovered(), index % 2) {
        (true, _) => theme::HOVER,
        (_, 0) => theme::PANEL,
        _ => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, CornerRadius::same(4), fill);
    let info = games::info(&own.game).ok();
    let date = local_minute(own.changed, zone);
    let (players, result) = (players(own), result(own, info));
    let name = info.map_or(own.game.as_str(), |info| info.name);
    let moves = own.plies.div_ceil(2);
    let length = own.ply.map_or_else(|| moves.to_string(), |ply| format!("{} of {moves}", ply.div_ceil(2)));
    let told = |text: &str| (text.to_string(), theme::TEXT);
    cells(ui, rect, [(date, theme::MUTED), told(name), told(&players), told(&result), told(&length)]);
    let what = format!("{name}, {players}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &what));
    let reason = own.reason.as_ref().map_or_else(String::new, |reason| format!("\n{}", words::recorded_reason(reason)));
    let event = own.event.as_ref().map_or_else(String::new, |event| format!("\n{event}"));
    let at = own.ply.map_or_else(String::new, |ply| format!("\nThe position occurs after move {}", ply.div_ceil(2)));
    let clicked = response.clicked();
    let (does, opened) = match own.analysis {
        true => ("Opens it on the analysis board", TableRequest::Analyse(index)),
        false => ("Replays it", TableRequest::Replay(index)),
    };
    response.on_hover_text(format!("{does}\n{}{event}{reason}{at}", own.file));
    let mut wanted = clicked.then_some(opened);
    if playing {
        return wanted;
    }
    let room = Rect::from_min_max(rect.right_top() - vec2(BUTTONS - 4.0, -2.0), rect.right_bottom() - vec2(12.0, 2.0));
    let (left, right) = room.split_left_right_at_x(room.right() - 30.0);
    let (left, menu) = left.split_left_right_at_x(left.right() - 32.0);
    let button = match (own.analysis, &own.outcome) {
        (true, _) => Some(("Open", TableRequest::Analyse(index))),
        (false, None) => Some(("Continue", TableRequest::Continue(index))),
        (false, Some(_)) => None,
    };
    if let Some((words, does)) = button
        && ui.put(left.with_max_x(left.right() - 4.0), small(words)).clicked()
    {
        wanted = Some(does);
    }
    let menu = theme::named(ui.put(menu.with_max_x(menu.right() - 4.0), small("…")), "Save …");
    Popup::menu(&menu).show(|ui| wanted = save(ui, index).or(wanted.take()));
    if theme::named(ui.put(right, small("🗑")), "Move it to the trash …").clicked() {
        wanted = Some(TableRequest::Delete(index));
    }
    wanted
}

/// Draws the menu of export formats.
fn save(ui: &mut Ui, index: usize) -> Option<TableRequest> {
    let picture = ui
        .button("Save a picture of the final position")
        .clicked()
        .then_some(TableRequest::Export(index, Export::Picture));
    let pgn = ui.button("Save it as PGN").clicked().then_some(TableRequest::Pgn(index));
    let films = Filming::IS_POSSIBLE && ui.button("Film the match").clicked();
    picture.or(pgn).or(films.then_some(TableRequest::Export(index, Export::Film)))
}

fn small(text: &str) -> egui::Button<'_> {
    egui::Button::new(egui::RichText::new(text).size(theme::SMALL))
}

/// Draws the texts of a row, each clipped to its column.
fn cells(ui: &Ui, row: Rect, texts: [(String, Color32); 5]) {
    let width = row.width() - BUTTONS - CHOICE;
    let mut left = row.left() + CHOICE;
    for ((text, colour), (_, part)) in texts.into_iter().zip(COLUMNS) {
        let room = Rect::from_x_y_ranges(left..=left + part * width - 8.0, row.y_range());
        let text = WidgetText::from(egui::RichText::new(text).size(theme::SMALL).color(colour));
        let style = FontId::proportional(theme::SMALL);
        let galley = text.into_galley(ui, Some(TextWrapMode::Truncate), room.width(), style);
        ui.painter().galley(Align2::LEFT_CENTER.align_size_within_rect(galley.size(), room).min, galley, colour);
        left += part * width;
    }
}

/// The game and the players, as a title.
pub fn title(own: &ListedMatch) -> String {
    let name = games::info(&own.game).map_or(own.game.as_str(), |info| info.name);
    let players = players(own);
    format!("{name}, {}", if players.is_empty() { "analysis" } else { &players })
}

/// The players; empty for an analysis without names.
pub fn players(own: &ListedMatch) -> String {
    if own.analysis && own.names == [None, None] {
        return String::new();
    }
    let [white, black] = [(&own.white, &own.names[0]), (&own.black, &own.names[1])]
        .map(|(seat, name)| name.clone().unwrap_or_else(|| player(seat)));
    format!("{white} – {black}")
}

/// The player's display name, given the name in the match file.
pub fn player(name: &str) -> String {
    name.parse::<Seat>().map_or_else(|_| name.to_string(), words::player)
}

fn result(own: &ListedMatch, info: Option<&GameInfo>) -> String {
    let side = |side: Side| info.map_or_else(|| words::capital(&side.to_string()), |info| info.side(side).to_string());
    match own.outcome.as_deref() {
        _ if own.analysis => "Analysis".into(),
        Some("white") => format!("{} wins", side(Side::White)),
        Some("black") => format!("{} wins", side(Side::Black)),
        Some(_) => "Draw".into(),
        None => "Unfinished".into(),
    }
}
