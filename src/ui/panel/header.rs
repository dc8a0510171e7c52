//! The upper part of the panel: the game and the players. Its rows stay the same throughout a
//! match.

use bevy_egui::egui::{Align, Label, Layout, RichText, Ui};

use crate::engine::Side;
use crate::play::{Match, Setup};
use crate::session::Session;
use crate::ui::online::links;
use crate::ui::panel::online::people;
use crate::ui::panel::player_box;
use crate::ui::state::form::StartPosition;
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// Draws the header. `branch` is the starting position of a match that branched off another one.
pub fn show(ui: &mut Ui, branch: Option<&StartPosition>, cx: &mut UiContext) {
    let Some(game) = cx.session.game() else { return };
    let name = game.info().name;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            links::menu(ui, cx);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(name).heading().color(theme::BRASS)).truncate());
            });
        });
    });
    match (cx.session.match_on_table(), cx.room.on_table()) {
        (Some(running), Some(_)) => people::players(ui, running, cx),
        _ => players(ui, cx),
    }
    if let Some(words) = occasion(cx.session) {
        ui.add(Label::new(theme::muted(words)).wrap());
    }
    if let Some(running) = cx.session.match_on_table()
        && let Some(branch) = branch
        && running.setup().start.as_ref() == Some(&branch.text)
    {
        ui.add(Label::new(theme::muted(&branch.words)).wrap());
    }
}

/// Draws the names of the players with their clocks.
fn players(ui: &mut Ui, cx: &UiContext) {
    let Some((setup, _)) = match_or_replay(cx.session) else { return };
    let live: Option<&Match> = cx.session.live_match();
    for (side, name) in Side::BOTH.into_iter().zip(words::names(setup.seats, &setup.names)) {
        let left = live.and_then(|running| cx.clock.remaining(running, side));
        let due = live.is_some_and(|running| running.pending().side() == Some(side));
        player_box::show(ui, setup.info, side, due, RichText::new(name), |ui| {
            if let Some(left) = left {
                ui.label(player_box::time(left));
            }
        });
    }
}

/// The setup of the match or replay on the table, and the date of the replay.
fn match_or_replay(session: &Session) -> Option<(&Setup, Option<&str>)> {
    let replay = session.replay().map(|replay| (replay.setup(), replay.header().date.as_deref()));
    replay.or_else(|| session.match_on_table().map(|running| (running.setup(), None)))
}

/// The event of the match; for a replay, also its date.
fn occasion(session: &Session) -> Option<String> {
    let (setup, date) = match_or_replay(session)?;
    let day = date.and_then(|date| date.split('T').next()).map(str::to_string);
    let words: Vec<_> = setup.event.clone().into_iter().chain(day).collect();
    (!words.is_empty()).then(|| words.join(", "))
}
