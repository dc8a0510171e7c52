//! The library: a list of the stored matches, to search, replay, continue, delete and count them.

mod fields;
mod plots;
mod search;
mod table;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bevy::prelude::{Res, ResMut, Resource};
use bevy_egui::egui::{self, Align2, Label, RichText, Ui, vec2};

use crate::library::ListedMatch;
use crate::platform::storage::canonical;
use crate::play::Match;
use crate::session::{BoardCommand, InputCommand, PlayerCommand};
use crate::ui::hints::Hints;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::ui_command::UiCommand;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;
use fields::Fields;
use search::LibrarySearch;
use table::{ListOrder, TableRequest};

/// The state of the library between frames.
#[derive(Resource, Default)]
pub struct LibraryView {
    /// Whether the window is open.
    pub open: bool,
    fields: Fields,
    search: LibrarySearch,
    /// Whether the statistics are shown instead of the list.
    statistics: bool,
    /// The game whose statistics are shown in detail.
    game: Option<String>,
    /// The order of the list.
    order: ListOrder,
    /// The files of the selected matches.
    chosen: BTreeSet<String>,
    /// The files to delete, until confirmed.
    to_delete: Vec<PathBuf>,
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

    /// Deletes the matches that the open question is about; `false` without a question.
    pub fn confirm(&mut self) -> bool {
        let to_delete = std::mem::take(&mut self.to_delete);
        let asked = !to_delete.is_empty();
        if asked {
            self.chosen.clear();
            self.search.delete(to_delete);
        }
        asked
    }

    /// Whether a question about a match is open.
    pub fn asks(&self) -> bool {
        !self.to_delete.is_empty()
    }

    /// Closes the question, or else the window; `false` if neither was open.
    pub fn close(&mut self) -> bool {
        let asked = self.asks();
        self.to_delete.clear();
        asked || std::mem::take(&mut self.open)
    }
}

/// Draws the window if it is open.
pub fn window(frame: Res<UiFrame>, mut view: ResMut<LibraryView>, mut params: UiParams) {
    if !view.open {
        return;
    }
    let (ctx, free, cx) = (frame.ctx(), frame.room(), &mut params.context());
    let (view, hints) = (&mut *view, cx.hints());
    let Some(folder) = cx.recorder.folder.as_deref() else { return };
    if view.search.update(folder, &view.fields, cx.wake) {
        // The start screen offers to continue unfinished matches.
        cx.ui_commands.push(UiCommand::RefreshMatches);
    }
    if std::mem::take(&mut view.search.fresh) {
        view.order.sort(&mut view.search.answer.matches);
    }
    let mut open = true;
    let (window, room) = theme::window(ctx, "Library", &mut open, free);
    let size = vec2(room.x.min(1000.0), room.y.min(760.0));
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center()).fixed_size(size);
    let playing = cx.session.live_match().and_then(Match::recorded_in);
    let playing = playing.filter(|file| file.parent() == Some(&canonical(folder)));
    let playing = playing.and_then(|file| file.file_name()?.to_str());
    let wanted = window.show(ctx, |ui| contents(ui, view, playing)).and_then(|shown| shown.inner.flatten());
    view.open &= open;
    let file = |index: usize| view.search.answer.matches.get(index).map(|own| folder.join(&own.file));
    let chosen = || view.chosen.iter().map(|name| folder.join(name)).collect();
    let leaving = match wanted {
        None => None,
        // The match stays on the table.
        Some(TableRequest::Pgn(index)) => {
            return cx.commands.extend(file(index).map(|file| PlayerCommand::SavePgn(vec![file])));
        }
        Some(TableRequest::PgnOfChosen) => return cx.commands.push(PlayerCommand::SavePgn(chosen())),
        Some(TableRequest::Delete(index)) => {
            view.to_delete = Vec::from_iter(file(index));
            None
        }
        Some(TableRequest::DeleteChosen) => {
            view.to_delete = chosen();
            None
        }
        Some(TableRequest::Replay(index)) => file(index).map(PlayerCommand::OpenReplay),
        Some(TableRequest::Export(index, export)) => {
            let file = file(index);
            cx.ui_commands.extend(file.clone().map(|file| UiCommand::Export(export, file)));
            file.map(PlayerCommand::OpenReplay)
        }
        Some(TableRequest::Analyse(index)) => {
            file(index).map(|file| PlayerCommand::Board(BoardCommand::OpenFile(file)))
        }
        Some(TableRequest::Continue(index)) => file(index).map(PlayerCommand::Continue),
    };
    if let Some(command) = leaving {
        view.open = false;
        cx.leave_by(command);
    } else {
        ask(ctx, view, hints);
    }
}

fn contents(ui: &mut Ui, view: &mut LibraryView, playing: Option<&str>) -> Option<TableRequest> {
    ui.set_min_size(ui.available_size());
    fields::show(ui, &mut view.fields);
    ui.horizontal_wrapped(|ui| {
        theme::choice(ui, &mut view.statistics, false, "Matches");
        theme::choice(ui, &mut view.statistics, true, "Statistics");
        if ui.button("Refresh").clicked() {
            view.search.refresh();
        }
        ui.label(theme::muted(standing(&view.search)));
        let restorable = view.search.restorable();
        if restorable > 0 {
            let what = if restorable == 1 { "1 match".to_string() } else { format!("{restorable} matches") };
            ui.label(format!("Deleted {what}"));
            if ui.button("Undo").clicked() {
                view.search.undo();
            }
        }
        let notes = view.search.answer.notes.len();
        if notes > 0 {
            let words = if notes == 1 { "1 file warning".to_string() } else { format!("{notes} file warnings") };
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
        ui.label(if view.fields.is_filter() { "No matches found." } else { "No match has been played yet." });
        return None;
    }
    let of_chosen = many(ui, &view.search.answer.matches, &mut view.chosen);
    if table::heads(ui, &mut view.order) {
        view.order.sort(&mut view.search.answer.matches);
    }
    let height = ui.available_height();
    table::show(ui, &view.search.answer.matches, playing, &mut view.chosen, height).or(of_chosen)
}

/// The buttons for all selected matches.
fn many(ui: &mut Ui, matches: &[ListedMatch], chosen: &mut BTreeSet<String>) -> Option<TableRequest> {
    chosen.retain(|name| matches.iter().any(|own| own.file == *name));
    let mut wanted = None;
    ui.horizontal_wrapped(|ui| {
        let all = chosen.len() == matches.len();
        if ui.button(if all { "Select none" } else { "Select all" }).clicked() {
            let names = matches.iter().map(|own| own.file.clone());
            *chosen = if all { BTreeSet::new() } else { names.collect() };
        }
        ui.add_enabled_ui(!chosen.is_empty(), |ui| {
            if ui.button("Save as one PGN").clicked() {
                wanted = Some(TableRequest::PgnOfChosen);
            }
            if ui.button("Move to the trash …").clicked() {
                wanted = Some(TableRequest::DeleteChosen);
            }
        });
        ui.label(theme::muted(format!("{} selected", chosen.len())));
    });
    wanted
}

/// The progress of the search.
fn standing(search: &LibrarySearch) -> String {
    match (search.progress(), search.answer.matches.len()) {
        (Some((read, all)), _) => format!("{read} of {all} files read …"),
        (None, _) if search.is_busy() => "searching …".into(),
        (None, 1) => "1 match".into(),
        (None, count) => format!("{count} matches"),
    }
}

/// Asks whether to delete a match.
fn ask(ctx: &egui::Context, view: &mut LibraryView, hints: Hints) {
    let [first, others @ ..] = &view.to_delete[..] else { return };
    let of = |file: &Path| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let listed = view.search.answer.matches.iter().find(|own| own.file == name);
        listed.map_or_else(|| name.to_string(), table::title)
    };
    let (title, what) = match others.len() {
        0 => ("Delete this match?", of(first)),
        1 => ("Delete these matches?", format!("{} and another match", of(first))),
        many => ("Delete these matches?", format!("{} and {many} other matches", of(first))),
    };
    let words = format!("{what}. The trash keeps moved files until it is emptied.");
    let [yes, no] = [hints.keyed("Move to the trash", InputCommand::Yes), hints.with_key("Keep", "Escape")];
    match theme::ask(ctx, title, &words, [&yes, &no]) {
        Some(true) => drop(view.confirm()),
        Some(false) => view.to_delete.clear(),
        None => {}
    }
}
