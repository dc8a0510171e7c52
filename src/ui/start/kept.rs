//! Earlier matches, to continue or to replay.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{Align, Align2, Button, Label, Layout, Rect, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::session::{BoardCommand, KeptMatch, PlayerCommand};
use crate::ui::library::LibraryView;
use crate::ui::state::file_choice::FileChoice;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::kept_matches::KeptMatches;
use crate::ui::state::ui_command::UiCommand;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::{theme, words};

/// Draws the buttons that continue the last unfinished match, open the list of matches, and open
/// the library.
pub fn buttons(ui: &mut Ui, matches: &mut KeptMatches, cx: &mut UiContext) {
    matches.update(cx.session, cx.recorder, cx.wake);
    if cx.session.game().is_some() {
        left(ui, matches, cx);
    }
    let has_library = LibraryView::IS_POSSIBLE && cx.recorder.folder.is_some();
    theme::row(ui, 1 + usize::from(has_library), |ui, size| {
        if ui.add_sized(size, Button::new("Open a replay …")).clicked() {
            matches.refresh();
            matches.open = !matches.open;
        }
        if has_library && ui.add_sized(size, Button::new("Library …")).clicked() {
            cx.ui_commands.push(UiCommand::Library);
        }
    });
}

/// Draws the button that continues the last unfinished match. The start screen has a tile instead.
fn left(ui: &mut Ui, matches: &mut KeptMatches, cx: &mut UiContext) {
    let left = matches.left(cx.settings.last_file.as_deref()).cloned();
    // The button is there even before the folder has been read, so that the buttons below do not
    // move.
    let words = left.as_ref().map_or_else(
        || "Continue a match".to_string(),
        |kept| format!("Continue {}, {}", kept.info.name, players(kept)),
    );
    let clicked = ui.add_enabled_ui(left.is_some(), |ui| theme::wide_button(ui, "", &words, false).clicked()).inner;
    if let Some(kept) = left.filter(|_| clicked) {
        cx.leave_by(PlayerCommand::Continue(kept.file));
    }
}

/// Draws the window with all matches if it is open.
pub fn window(frame: Res<UiFrame>, mut matches: ResMut<KeptMatches>, mut params: UiParams) {
    if !matches.open {
        return;
    }
    let (ctx, free, cx) = (frame.ctx(), frame.room(), &mut params.context());
    matches.update(cx.session, cx.recorder, cx.wake);
    let mut open = true;
    let (window, room) = theme::window(ctx, "Matches", &mut open, free);
    let size = vec2(room.x.min(760.0), room.y);
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center()).default_size(size);
    let wanted = window.show(ctx, |ui| {
        let area = ScrollArea::vertical().auto_shrink([false, true]);
        area.show(ui, |ui| contents(ui, free, &mut matches, cx)).inner
    });
    let chosen = matches.choice.show(ctx).map(PlayerCommand::OpenFile);
    let wanted = wanted.and_then(|shown| shown.inner.flatten()).or(chosen);
    matches.open &= open;
    if let Some(command) = wanted {
        matches.open = false;
        cx.leave_by(command);
    }
}

fn contents(ui: &mut Ui, free: Rect, matches: &mut KeptMatches, cx: &UiContext) -> Option<PlayerCommand> {
    let width = ui.available_width();
    let place = cx.recorder.folder.as_ref().map(|folder| format!("All matches are saved in {}", folder.display()));
    ui.add(Label::new(theme::muted(place.unwrap_or_else(|| "Matches are not saved".into()))).wrap());
    let mut wanted = None;
    ui.horizontal_wrapped(|ui| {
        let field =
            TextEdit::singleline(&mut matches.file).hint_text(theme::muted("The path of a match file or a PGN"));
        let buttons = if FileChoice::IS_POSSIBLE { 200.0 } else { 110.0 };
        ui.add(field.desired_width((width - buttons).max(80.0)));
        if FileChoice::IS_POSSIBLE && ui.button("Browse …").clicked() {
            matches.choice.open(cx.recorder.folder.as_deref(), free);
        }
        if ui.button("Open").clicked() && !matches.file.trim().is_empty() {
            wanted = Some(PlayerCommand::OpenFile(PathBuf::from(matches.file.trim())));
        }
    });
    ui.separator();
    for error in matches.errors() {
        ui.add(Label::new(theme::muted(error)).wrap());
    }
    match matches.list() {
        None => drop(ui.label("Reading …")),
        Some([]) => drop(ui.label("No match has been played yet.")),
        Some(_) => {}
    }
    for kept in matches.list().unwrap_or_default() {
        wanted = row(ui, kept).or(wanted.take());
    }
    wanted
}

/// Draws a match with its buttons at the right, on one line.
fn row(ui: &mut Ui, kept: &KeptMatch) -> Option<PlayerCommand> {
    let mut wanted = None;
    let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let analyse = if kept.analysis { "Open" } else { "Analyse" };
        if !kept.goes_on() && ui.button(analyse).clicked() {
            wanted = Some(PlayerCommand::Board(BoardCommand::OpenFile(kept.file.clone())));
        }
        if kept.goes_on() && ui.button("Continue").clicked() {
            wanted = Some(PlayerCommand::Continue(kept.file.clone()));
        }
        if !kept.analysis && ui.button("Replay").clicked() {
            wanted = Some(PlayerCommand::OpenReplay(kept.file.clone()));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(RichText::new(kept.info.name).color(theme::BRASS));
            ui.label(players(kept));
            ui.add(Label::new(theme::muted(description(kept))).truncate());
        });
    });
    wanted
}

/// The result, length and age of a match.
fn description(kept: &KeptMatch) -> String {
    let open = if kept.analysis { "analysis" } else { "unfinished" };
    let end = kept.outcome.map_or_else(|| open.to_string(), |outcome| words::result(outcome, kept.info));
    // In games with dice a turn has several actions, so actions are counted instead of moves.
    let (count, unit) = if kept.info.dice { (kept.actions, "action") } else { (kept.actions.div_ceil(2), "move") };
    let plural = if count == 1 { "" } else { "s" };
    format!("{end}, {count} {unit}{plural}, {}", ago(kept.age))
}

fn players(kept: &KeptMatch) -> String {
    if kept.analysis && kept.names == [None, None] {
        return String::new();
    }
    words::players(kept.seats, &kept.names)
}

fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    match minutes {
        0 => "just now".into(),
        1..60 => format!("{minutes} min ago"),
        60..1440 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}
