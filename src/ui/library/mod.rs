//! The library: lists the stored matches, to search, replay, continue, delete and count them.

mod fields;
mod plots;
mod search;
mod table;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use bevy_egui::egui::{self, Align2, Label, Rect, RichText, Ui, vec2};

use crate::session::{BoardCommand, PlayerCommand, WakeUp};
use crate::ui::keepsake::Keepsake;
use crate::ui::theme;
use fields::Fields;
use search::LibrarySearch;
use table::Wanted;

/// The state of the library between frames.
#[derive(Default)]
pub struct LibraryView {
    /// Whether the window is open.
    pub open: bool,
    fields: Fields,
    search: LibrarySearch,
    /// Whether the statistics are shown instead of the list.
    statistics: bool,
    /// The game whose statistics are shown in detail.
    game: Option<String>,
    /// The file to delete, until confirmed.
    doomed: Option<PathBuf>,
    /// Whether the warnings about files are shown.
    notes_open: bool,
}

impl LibraryView {
    /// Whether this build has a library.
    pub const IS_POSSIBLE: bool = true;

    /// Opens the window and re-reads the folder.
    pub fn open(&mut self) {
        self.open = true;
        self.search.refresh();
    }

    /// Deletes the match in question; `false` without a question.
    pub fn confirm(&mut self) -> bool {
        let doomed = self.doomed.take();
        let asked = doomed.is_some();
        if let Some(file) = doomed {
            self.search.delete(file);
        }
        asked
    }

    /// Whether a question about a match is open.
    pub fn asks(&self) -> bool {
        self.doomed.is_some()
    }

    /// Closes the question, else the window; `false` if neither was open.
    pub fn close(&mut self) -> bool {
        self.doomed.take().is_some() || std::mem::take(&mut self.open)
    }
}

/// The result of drawing the window in one frame.
#[derive(Default)]
pub struct LibraryResponse {
    /// Whether a match was deleted.
    pub deleted: bool,
    /// A button's command.
    pub command: Option<PlayerCommand>,
    /// The export to make of the match that the command opens.
    pub keepsake: Option<Keepsake>,
}

/// Draws the window if it is open. `current` is the file of the match on the table.
pub fn window(
    ctx: &egui::Context,
    free: Rect,
    view: &mut LibraryView,
    folder: &Path,
    current: Option<&Path>,
    wake: &WakeUp,
) -> LibraryResponse {
    if !view.open {
        return LibraryResponse::default();
    }
    let deleted = view.search.update(folder, &view.fields, wake);
    let mut open = true;
    let (window, room) = theme::window(ctx, "Library", &mut open, free);
    let size = vec2(room.x.min(1000.0), room.y.min(760.0));
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center()).fixed_size(size);
    let playing = current.filter(|file| file.parent() == Some(folder)).and_then(|file| file.file_name()?.to_str());
    let wanted = window.show(ctx, |ui| contents(ui, view, playing)).and_then(|shown| shown.inner.flatten());
    view.open &= open;
    let file = |index: usize| view.search.answer.matches.get(index).map(|own| folder.join(&own.file));
    let keepsake = if let Some(Wanted::Keepsake(_, keepsake)) = wanted { Some(keepsake) } else { None };
    let command = match wanted {
        None => None,
        Some(Wanted::Pgn(index)) => {
            return LibraryResponse {
                deleted,
                command: file(index).map(|file| PlayerCommand::SavePgn(Some(file))),
                keepsake,
            };
        }
        Some(Wanted::Delete(index)) => {
            view.doomed = file(index);
            None
        }
        Some(Wanted::Replay(index) | Wanted::Keepsake(index, _)) => file(index).map(PlayerCommand::OpenReplay),
        Some(Wanted::Analyse(index)) => file(index).map(|file| PlayerCommand::Board(BoardCommand::OpenFile(file))),
        Some(Wanted::Continue(index)) => file(index).map(PlayerCommand::Continue),
    };
    if command.is_some() {
        view.open = false;
    } else {
        ask(ctx, view);
    }
    LibraryResponse { deleted, command, keepsake }
}

fn contents(ui: &mut Ui, view: &mut LibraryView, playing: Option<&str>) -> Option<Wanted> {
    ui.set_min_size(ui.available_size());
    fields::show(ui, &mut view.fields);
    ui.horizontal_wrapped(|ui| {
        theme::choice(ui, &mut view.statistics, false, "Matches");
        theme::choice(ui, &mut view.statistics, true, "Statistics");
        if ui.button("Read again").clicked() {
            view.search.refresh();
        }
        ui.label(theme::muted(standing(&view.search)));
        let notes = view.search.answer.notes.len();
        if notes > 0 {
            let words = if notes == 1 { "1 note on files".to_string() } else { format!("{notes} notes on files") };
            ui.toggle_value(&mut view.notes_open, words);
        }
    });
    for wrong in view.search.errors() {
        ui.add(Label::new(RichText::new(wrong).color(theme::ALARM)).wrap());
    }
    if view.notes_open && !view.search.answer.notes.is_empty() {
        let area = egui::ScrollArea::vertical().max_height(110.0).id_salt("notes").auto_shrink([false, true]);
        area.show(ui, |ui| {
            for note in &view.search.answer.notes {
                ui.add(Label::new(theme::muted(&note.text)).wrap());
            }
        });
    }
    ui.separator();
    let answer = &view.search.answer;
    if view.statistics {
        plots::show(ui, &answer.statistics, &mut view.game);
        return None;
    }
    if answer.matches.is_empty() && !view.search.is_busy() {
        ui.label(if view.fields.is_filter() { "No match is like that." } else { "No match has been played yet." });
        return None;
    }
    let height = ui.available_height() - 30.0;
    table::show(ui, &answer.matches, playing, height)
}

/// The progress of the search.
fn standing(search: &LibrarySearch) -> String {
    match (search.progress(), search.answer.matches.len()) {
        (Some((read, all)), _) => format!("{read} of {all} files read …"),
        (None, _) if search.is_busy() => "looking …".into(),
        (None, 1) => "1 match".into(),
        (None, count) => format!("{count} matches"),
    }
}

/// Asks whether to delete a match.
fn ask(ctx: &egui::Context, view: &mut LibraryView) {
    let Some(doomed) = &view.doomed else { return };
    let name = doomed.file_name().unwrap_or_default().display();
    let words = format!("{name} is moved to the trash, from where it can be taken back.");
    match theme::ask(ctx, "Delete this match?", &words, ["Move it to the trash (Y)", "Keep it (Escape)"]) {
        Some(true) => drop(view.confirm()),
        Some(false) => view.doomed = None,
        None => {}
    }
}
