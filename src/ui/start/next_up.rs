//! The tiles of suggested next activities: at most eight.

use bevy_egui::egui::{
    self, CornerRadius, FontId, RichText, Sense, Stroke, StrokeKind, TextWrapMode, Ui, WidgetText, vec2,
};

use crate::bots::Bot;
use crate::engine::GameInfo;
use crate::library::GameRecord;
use crate::rooms::RoomLink;
use crate::session::{ExerciseCommand, PlayerCommand, RoomCommand};
use crate::ui::learning::next_step::begin;
use crate::ui::learning::record::next_bot;
use crate::ui::online::play_online;
use crate::ui::state::form::Form;
use crate::ui::state::kept_matches::KeptMatches;
use crate::ui::state::learning_view::{LearningPage, LearningView, RecordView, today};
use crate::ui::state::ui_command::{UiCommand, UiWindow};
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// The minimum width of a tile with its height, and the gap between tiles, logical pixels.
const TILE: egui::Vec2 = vec2(158.0, 54.0);
const GAP: f32 = 8.0;

/// The maximum width that a tile's texts are given, logical pixels; longer ones are truncated.
const WIDEST: f32 = 210.0;

/// The margin at the left and right of a tile, logical pixels.
const MARGIN: f32 = 10.0;

/// A suggested activity.
struct Tile {
    title: String,
    words: String,
    action: TileAction,
    /// Whether the tile is highlighted as the first choice: an opponent is waiting, or a newcomer
    /// should learn the game.
    first: bool,
}

enum TileAction {
    Command(PlayerCommand),
    Exercise(ExerciseCommand),
    Open(LearningPage),
    Online,
    Room(RoomLink),
}

/// Draws the tiles, for the chosen game.
pub fn show(
    ui: &mut Ui,
    info: &'static GameInfo,
    kept: &mut KeptMatches,
    learning: &mut LearningView,
    cx: &mut UiContext,
) {
    kept.update(cx.session, cx.recorder, cx.wake);
    learning.record.update(cx.recorder.folder.as_deref(), cx.wake);
    if kept.list().is_none() {
        // Keeps the space free until the folder has been read, so that nothing moves.
        ui.add_space(TILE.y);
        return;
    }
    let mut tiles = Vec::new();
    tiles.extend(left_online(cx));
    tiles.extend(left(kept, cx));
    let waited_for = tiles.iter().any(|tile| tile.first);
    let learn = learn(info, kept, learning, cx);
    tiles.push(Tile { first: learn.first && !waited_for, ..learn });
    tiles.extend(daily(info, learning, cx));
    tiles.push(puzzles(info, learning, cx));
    tiles.extend(bot(info, &learning.record, cx));
    tiles.push(Tile::new("Play online …", "With a friend, by a link", TileAction::Online));
    tiles.push(Tile::new("Your record", &record(&learning.record), TileAction::Open(LearningPage::Record)));
    let widths: Vec<f32> = tiles.iter().map(|tile| tile.width(ui)).collect();
    let rows = rows(&widths, ui.available_width());
    let mut chosen = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        let mut tiles = tiles.into_iter();
        for row in rows {
            ui.horizontal(|ui| {
                for (width, tile) in row.into_iter().zip(&mut tiles) {
                    if tile.draw(ui, width) {
                        chosen = Some(tile.action);
                    }
                }
            });
        }
    });
    match chosen {
        None => {}
        Some(TileAction::Command(command)) => cx.leave_by(command),
        Some(TileAction::Exercise(command)) => begin(command, learning, cx),
        Some(TileAction::Open(page)) => {
            if page == LearningPage::Record {
                learning.record.refresh();
            }
            learning.page = Some(page);
        }
        Some(TileAction::Online) => cx.ui_commands.push(UiCommand::Open(UiWindow::Online)),
        Some(TileAction::Room(link)) => cx.leave_by(RoomCommand::Join(link)),
    }
}

/// The widths of the tiles in each row. Tiles are equally wide if that takes no more rows than the
/// widths that their texts need.
fn rows(needed: &[f32], available: f32) -> Vec<Vec<f32>> {
    let gaps = |columns: usize| GAP * columns.saturating_sub(1) as f32;
    let spare = available - needed.iter().sum::<f32>() - gaps(needed.len());
    let widest = needed.iter().copied().fold(TILE.x, f32::max);
    let columns = (((available + GAP) / (widest + GAP)) as usize).clamp(1, needed.len().max(1));
    if columns < needed.len() && spare >= 0.0 {
        let share = spare / needed.len() as f32;
        return vec![needed.iter().map(|width| width + share).collect()];
    }
    // Rows differ by at most one tile, and each fills the width.
    let rows = needed.len().div_ceil(columns);
    let row = |number: usize| {
        let tiles = needed.len() / rows + usize::from(number < needed.len() % rows);
        vec![(available - gaps(tiles)) / tiles as f32; tiles]
    };
    (0..rows).map(row).collect()
}

impl Tile {
    fn new(title: &str, words: &str, action: TileAction) -> Tile {
        Tile { title: title.to_string(), words: words.to_string(), action, first: false }
    }

    /// The width that its texts need, logical pixels.
    fn width(&self, ui: &Ui) -> f32 {
        let width = |words: &str, size| {
            ui.painter().layout_no_wrap(words.to_string(), FontId::proportional(size), theme::TEXT).size().x
        };
        (width(&self.title, 16.0).max(width(&self.words, theme::SMALL)) + 2.0 * MARGIN + 1.0).ceil().min(WIDEST)
    }

    /// Draws the tile; returns whether it was clicked.
    fn draw(&self, ui: &mut Ui, width: f32) -> bool {
        let (rect, response) = ui.allocate_exact_size(vec2(width, TILE.y), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &self.title));
        let bright = response.hovered() || response.has_focus();
        let fill = if self.first || bright { theme::CHOSEN } else { theme::RAISED };
        let edge = match (self.first, bright) {
            (true, _) => Stroke::new(2.0, theme::BRASS),
            (false, true) => Stroke::new(1.5, theme::BRASS),
            (false, false) => Stroke::new(1.0, theme::EDGE),
        };
        ui.painter().rect(rect, CornerRadius::same(10), fill, edge, StrokeKind::Inside);
        let inner = rect.shrink2(vec2(MARGIN, 7.0));
        let laid = |words: &str, size, colour, wrap| {
            let text = WidgetText::from(RichText::new(words).size(size).color(colour));
            text.into_galley(ui, Some(wrap), inner.width(), FontId::proportional(size))
        };
        let title = laid(&self.title, 16.0, theme::BRASS, TextWrapMode::Truncate);
        let below = inner.min + vec2(0.0, title.size().y + 2.0);
        ui.painter().galley(inner.min, title, theme::BRASS);
        let words = laid(&self.words, theme::SMALL, theme::TEXT, TextWrapMode::Truncate);
        ui.painter().galley(below, words, theme::TEXT);
        response.on_hover_text(&self.words).clicked()
    }
}

/// The last unfinished match in a room, where the opponent may be waiting.
fn left_online(cx: &UiContext) -> Option<Tile> {
    let kept = play_online::left(cx)?;
    let tile = Tile::new("Continue online", &play_online::summary(kept), TileAction::Room(kept.link()?));
    Some(Tile { first: true, ..tile })
}

/// The last unfinished match on this table.
fn left(kept: &KeptMatches, cx: &UiContext) -> Option<Tile> {
    let kept = kept.left(cx.settings.last_file.as_deref())?;
    let words = format!("{}, {}", kept.info.name, words::players(kept.seats, &kept.names));
    Some(Tile::new("Continue", &words, TileAction::Command(PlayerCommand::Continue(kept.file.clone()))))
}

/// The next lesson. Users who have never played the game are offered its course first.
fn learn(info: &'static GameInfo, kept: &KeptMatches, learning: &mut LearningView, cx: &UiContext) -> Tile {
    let played = kept.list().is_some_and(|kept| kept.iter().any(|kept| kept.info.id == info.id));
    let known = cx.progress.lessons();
    let first = known.offers(info.id) && !played;
    let course = learning.course(info.id);
    let (done, count) = (known.count(course), course.len());
    let title = if first { "New here? Learn it" } else { "Learn" };
    let words = match known.next(course) {
        Some(_) if done == 0 => format!("{count} short lessons"),
        Some(lesson) => format!("{done} of {count} done. Next: {}", lesson.title),
        None => format!("All {count} lessons done ✔"),
    };
    Tile { first, ..Tile::new(title, &words, TileAction::Open(LearningPage::Course)) }
}

fn daily(info: &'static GameInfo, learning: &mut LearningView, cx: &UiContext) -> Option<Tile> {
    let daily = learning.daily(info.id)?;
    let known = cx.progress.puzzles();
    let days = known.streak.on(today());
    let words = match (known.tried.get(&daily.id).is_some_and(|tried| tried.solved), days) {
        (true, days) => format!("Solved ✔ Streak: {days}"),
        (false, 0) => "A new one each day".to_string(),
        (false, days) => format!("Streak: {days}"),
    };
    let command = ExerciseCommand::Puzzle(Box::new(daily.clone()));
    Some(Tile::new("Puzzle of the day", &words, TileAction::Exercise(command)))
}

fn puzzles(info: &'static GameInfo, learning: &mut LearningView, cx: &UiContext) -> Tile {
    let known = cx.progress.puzzles();
    let list = learning.list(info.id);
    let words = match known.solved_of(list) {
        0 => format!("{} to solve", list.len()),
        solved => format!("{solved} solved, rating {:.0}", known.rating(info.id).rating),
    };
    Tile::new("Puzzles", &words, TileAction::Open(LearningPage::Puzzles))
}

/// The next bot to beat.
fn bot(info: &'static GameInfo, record: &RecordView, cx: &UiContext) -> Option<Tile> {
    let records = record.records().unwrap_or_default();
    let record = records.iter().find(|record| record.game == info.id).cloned().unwrap_or_default();
    let bot = next_bot(&record)?;
    let setup = Form::against(info, bot, &cx.settings.people).setup().ok()?;
    let words = if bot == Bot::Level(1) { "The weakest of eight levels" } else { "The next bot to beat" };
    let title = format!("Play {}, level {bot}", bot.name());
    Some(Tile::new(&title, words, TileAction::Command(PlayerCommand::Begin(Box::new(setup)))))
}

fn record(record: &RecordView) -> String {
    let records: &[GameRecord] = record.records().unwrap_or_default();
    let sum = |part: fn(&GameRecord) -> u32| records.iter().map(part).sum::<u32>();
    let [won, drawn, lost] = [sum(|own| own.all.won), sum(|own| own.all.drawn), sum(|own| own.all.lost)];
    match won + drawn + lost {
        0 => "Against the bots".to_string(),
        _ => format!("Won {won}, drawn {drawn}, lost {lost}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_fill_every_row() {
        for (available, columns) in
            [(752.0, vec![3, 2, 2]), (900.0, vec![4, 3]), (1_600.0, vec![7]), (300.0, vec![1; 7])]
        {
            let rows = rows(&[200.0; 7], available);
            assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), columns);
            for row in rows {
                let width = row.iter().sum::<f32>() + GAP * (row.len() - 1) as f32;
                assert!((width - available).abs() < 0.1, "{width} of {available}");
            }
        }
    }
}
