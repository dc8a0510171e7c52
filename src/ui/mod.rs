//! The panels: status, controls, move list, start screen, position editor, library, options, rules,
//! lessons, and keyboard input.
//!
//! They are independent of the games and of the table: they read the session and write player
//! commands.

mod analysis_board;
pub mod broadcast;
mod drawing;
mod editor;
mod export;
mod hints;
mod keyboard;
mod layout;
mod learning;
#[cfg_attr(all(target_arch = "wasm32", target_os = "unknown"), path = "no_library.rs")]
mod library;
mod move_history;
mod online;
mod overlay;
mod panel;
mod pointer_buttons;
mod screen;
mod sentence;
mod shell;
mod start;
mod state;
pub mod table_text;
mod text;
pub mod theme;
mod windows;
pub mod words;

#[cfg(test)]
mod tests;

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use bevy_egui::egui::{self, Modifiers};
use bevy_egui::{EguiInput, EguiPostUpdateSet, EguiPreUpdateSet};

use crate::engine::Place;
use crate::session::{GameSet, Lobby, Notification, Panels, PlayerCommand, Selection, Session, Settings};
use export::PendingExport;
use keyboard::{egui_keys, keys, viewer};
use library::LibraryView;
use panel::panel_state::PanelState;
use shell::clipboard::Clipboard;
use state::cached::Notices;
use state::form::Form;
use state::frame::FrameState;
use state::kept_matches::KeptMatches;
use state::learning_view::LearningView;
use state::messages::UiMessages;
use state::new_match::NewMatch;
use state::online_form::OnlineForm;
use state::position_draft::OpenEditor;
use state::rules_view::OpenRules;
use state::ui_command::UiCommands;
use windows::film::FilmWindow;
use windows::help::HelpWindow;
use windows::ledger::LedgerWindow;
use windows::options::OptionsWindow;

pub(crate) use move_history::MoveHistory;
pub use screen::WIDTH;

/// The area covered by the panels during a match, for a window of this size, logical pixels, with
/// text at 100 % and the panel not folded or unfolded by the user.
#[must_use]
pub fn covered_in_match(window: Vec2) -> Panels {
    let whole = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(window.x, window.y));
    let place = screen::place(whole);
    let right = if screen::folds(whole, 1.0) || screen::is_below(whole) { 0.0 } else { place.width() };
    let bar = screen::bar_height(whole, whole.width() - right);
    match screen::is_below(whole) {
        true => Panels { bottom: place.height() + bar, ..default() },
        false => Panels { top: bar, right, ..default() },
    }
}

/// Adds the panels, drawn on the primary egui context, and the keyboard.
pub fn plugin(app: &mut App) {
    app.add_plugins((egui_keys::plugin, pointer_buttons::plugin, text::plugin, layout::plugin))
        .init_resource::<NewMatch>()
        .init_resource::<KeptMatches>()
        .init_resource::<OnlineForm>()
        .init_resource::<LibraryView>()
        .init_resource::<LearningView>()
        .init_resource::<OpenEditor>()
        .init_resource::<OpenRules>()
        .init_resource::<HelpWindow>()
        .init_resource::<OptionsWindow>()
        .init_resource::<LedgerWindow>()
        .init_resource::<FilmWindow>()
        .init_resource::<PanelState>()
        .init_resource::<UiMessages>()
        .init_resource::<Notices>()
        .init_resource::<Clipboard>()
        .init_resource::<PendingExport>()
        .init_resource::<FrameState>()
        .init_resource::<UiCommands>()
        .init_resource::<MoveHistory>()
        .add_message::<FileDragAndDrop>()
        .add_systems(Startup, restore_form)
        .add_systems(
            Update,
            ((keys::press, viewer::press).chain().in_set(GameSet::Input), receive_notifications.after(GameSet::Update)),
        )
        .add_systems(PreUpdate, filter_input.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass))
        // Otherwise the renderer receives the glyphs of new text one frame late, and an idle window
        // draws no other frame.
        .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
}

/// Restores the form from the settings, and the link with which the program was started.
fn restore_form(
    settings: Res<Settings>,
    lobby: Res<Lobby>,
    mut online: ResMut<OnlineForm>,
    mut new_match: ResMut<NewMatch>,
) {
    if let Some(link) = lobby.proposed() {
        (online.open, online.link) = (true, link.to_string());
    }
    if let Some(last) = &settings.last_match {
        new_match.form = Form::of(last);
    }
    new_match.form.people.clone_from(&settings.people);
}

/// Removes events that egui should not see. bevy_egui 0.42 reports the state of Shift, Control and
/// Alt in every frame, and egui redraws after every event, so the window would never rest. Tab
/// folds the panel unless something in the panel has the focus.
fn filter_input(
    mut inputs: Query<&mut EguiInput>,
    (panels, session): (Res<Panels>, Res<Session>),
    mut last: Local<Modifiers>,
) {
    let folds = !panels.keyboard && session.game().is_some();
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *last, *now) != *now,
            egui::Event::Key { key: egui::Key::Tab, modifiers, .. } => !folds || modifiers.shift,
            _ => true,
        });
    }
}

/// Keeps the latest notification until the player's next command or the next selection of a piece.
fn receive_notifications(
    mut commands: MessageReader<PlayerCommand>,
    selection: Res<Selection>,
    mut held: Local<Option<Place>>,
    mut notifications: MessageReader<Notification>,
    (mut messages, mut panel, mut export): (ResMut<UiMessages>, ResMut<PanelState>, ResMut<PendingExport>),
    mut history: ResMut<MoveHistory>,
    session: Res<Session>,
) {
    let acts = commands.read().filter(|command| !matches!(command, PlayerCommand::Skip)).count() > 0;
    let taken = std::mem::replace(&mut *held, selection.held) != selection.held && selection.held.is_some();
    if (acts || taken) && messages.notification.is_some() {
        messages.notification = None;
    }
    if session.is_changed() && history.update(&session) {
        messages.notification = None;
        messages.question = None;
        panel.choices.page = 0;
        panel.move_field.clear_played();
    }
    if let Some(words) = Notification::merged(notifications.read()) {
        // The match to be exported may have failed to open.
        if session.replay().is_none() {
            export.0 = None;
        }
        messages.notification = Some(words);
        if std::mem::take(&mut panel.move_field.submitted) {
            panel.move_field.refuse();
        }
    }
}
