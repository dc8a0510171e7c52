//! The list of matches.

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, FontId, Popup, Rect, ScrollArea, Sense, Ui, vec2};
use jiff::tz::TimeZone;

use crate::engine::{Info, Side};
use crate::games;
use crate::library::{ListedMatch, local_minute};
use crate::play::Seat;
use crate::session::Filming;
use crate::ui::keepsake::Keepsake;
use crate::ui::{theme, words};

/// The user's request for a match in the list.
pub enum Wanted {
    /// Replay the match.
    Replay(usize),
    /// Open the match on the analysis board.
    Analyse(usize),
    /// Continue the match.
    Continue(usize),
    /// Save the match as Portable Game Notation.
    Pgn(usize),
    /// Export the match as a picture or a film.
    Keepsake(usize, Keepsake),
    /// Delete the match.
    Delete(usize),
}

/// The height of a row, logical pixels.
const ROW: f32 = 30.0;

/// The width of the buttons at the end of a row, logical pixels.
const BUTTONS: f32 = 160.0;

/// The width of the scroll bar, logical pixels.
const SCROLL: f32 = 12.0;

/// The columns, and their shares of the width.
const COLUMNS: [(&str, f32); 5] =
    [("Date", 0.19), ("Game", 0.21), ("Players", 0.27), ("Result", 0.21), ("Plies", 0.12)];

/// Draws the list, and returns the user's request. Only visible rows are drawn. `playing` is the
/// file of the match on the table.
pub fn show(ui: &mut Ui, matches: &[ListedMatch], playing: Option<&str>, height: f32) -> Option<Wanted> {
    let width = ui.available_width() - SCROLL;
    let (head, _) = ui.allocate_exact_size(vec2(width, 22.0), Sense::hover());
    cells(ui, head, COLUMNS.map(|(name, _)| (name.to_string(), theme::BRASS)));
    let mut wanted = None;
    let zone = TimeZone::system();
    let area = ScrollArea::vertical().auto_shrink(false).max_height(height).id_salt("matches");
    area.show_rows(ui, ROW, matches.len(), |ui, rows| {
        for index in rows {
            if let Some(own) = matches.get(index) {
                wanted = row(ui, width, index, own, playing == Some(&own.file), &zone).or(wanted.take());
            }
        }
    });
    wanted
}

fn row(ui: &mut Ui, width: f32, index: usize, own: &ListedMatch, playing: bool, zone: &TimeZone) -> Option<Wanted> {
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::click());
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
    let plies = own.ply.map_or_else(|| own.plies.to_string(), |ply| format!("{ply} of {}", own.plies));
    let told = |text: &str| (text.to_string(), theme::TEXT);
    cells(ui, rect, [(date, theme::MUTED), told(name), told(&players), told(&result), told(&plies)]);
    let what = format!("{name}, {players}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &what));
    let reason = own.reason.as_ref().map_or_else(String::new, |reason| format!("\n{reason}"));
    let event = own.event.as_ref().map_or_else(String::new, |event| format!("\n{event}"));
    let at = own.ply.map_or_else(String::new, |ply| format!("\nThe position stands after ply {ply}"));
    let clicked = response.clicked();
    let (does, opened) = match own.analysis {
        true => ("Click to open it on the analysis board", Wanted::Analyse(index)),
        false => ("Click to replay it", Wanted::Replay(index)),
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
        (true, _) => Some(("Open", Wanted::Analyse(index))),
        (false, None) => Some(("Continue", Wanted::Continue(index))),
        (false, Some(_)) => None,
    };
    if let Some((words, does)) = button
        && ui.put(left.with_max_x(left.right() - 4.0), small(words)).clicked()
    {
        wanted = Some(does);
    }
    let menu = ui.put(menu.with_max_x(menu.right() - 4.0), small("…")).on_hover_text("Save it …");
    Popup::menu(&menu).show(|ui| wanted = save(ui, index).or(wanted.take()));
    if ui.put(right, small("🗑")).on_hover_text("Move it to the trash …").clicked() {
        wanted = Some(Wanted::Delete(index));
    }
    wanted
}

/// Draws the menu of export formats.
fn save(ui: &mut Ui, index: usize) -> Option<Wanted> {
    let picture =
        ui.button("Save a picture of its end").clicked().then_some(Wanted::Keepsake(index, Keepsake::Picture));
    let pgn = ui.button("Save it as PGN").clicked().then_some(Wanted::Pgn(index));
    let films = Filming::IS_POSSIBLE && ui.button("Film it").clicked();
    picture.or(pgn).or(films.then_some(Wanted::Keepsake(index, Keepsake::Film(false))))
}

fn small(text: &str) -> egui::Button<'_> {
    egui::Button::new(egui::RichText::new(text).size(theme::SMALL))
}

/// Draws the texts of a row, each clipped to its column.
fn cells(ui: &Ui, row: Rect, texts: [(String, Color32); 5]) {
    let width = row.width() - BUTTONS;
    let mut left = row.left() + 6.0;
    for ((text, colour), (_, part)) in texts.into_iter().zip(COLUMNS) {
        let room = Rect::from_x_y_ranges(left..=left + part * width - 8.0, row.y_range());
        let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
        painter.text(room.left_center(), Align2::LEFT_CENTER, text, FontId::proportional(theme::SMALL), colour);
        left += part * width;
    }
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

fn result(own: &ListedMatch, info: Option<&Info>) -> String {
    let side = |side: Side| info.map_or_else(|| words::capital(&side.to_string()), |info| info.side(side).to_string());
    match own.outcome.as_deref() {
        _ if own.analysis => "Analysis".into(),
        Some("white") => format!("{} wins", side(Side::White)),
        Some("black") => format!("{} wins", side(Side::Black)),
        Some(_) => "Draw".into(),
        None => "Not over".into(),
    }
}
