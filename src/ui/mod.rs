//! The panels: status, controls, list of moves, start screen, options, rules, notes for beginners, and keys.
//!
//! They know neither the games nor the table: they read the session and write the players' commands.

mod announcement;
mod captured;
mod choices;
mod controls;
mod cursor;
mod diagram;
mod evaluation_bar;
mod figure;
mod form;
mod graph;
mod help;
mod kept;
mod keys;
mod markdown;
mod move_history;
mod moves;
mod note;
mod notification;
mod odds;
mod options;
mod panel;
mod pictures;
mod piece_card;
mod question;
mod result_card;
mod rules;
mod start;
mod status;
mod theme;
mod ui_state;
mod viewer;
mod words;

#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::egui::{self, Modifiers};
use bevy_egui::{EguiContexts, EguiInput, EguiPreUpdateSet, EguiPrimaryContextPass};

use crate::engine::Place;
use crate::session::{GameSet, Notification, Panels, PlayerCommand, Selection, Session, Settings};
use form::Form;
use move_history::MoveHistory;
use ui_state::{Typing, UiParams, UiState};

pub use panel::WIDTH;

/// The panels, drawn on the primary egui context, and the keyboard.
pub fn plugin(app: &mut App) {
    app.init_resource::<UiState>()
        .init_resource::<MoveHistory>()
        .add_systems(Startup, restore_form)
        .add_systems(
            Update,
            ((keys::press, viewer::press).chain().in_set(GameSet::Input), receive_notifications.after(GameSet::Update)),
        )
        .add_systems(
            PreUpdate,
            dedupe_modifiers.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(EguiPrimaryContextPass, draw);
}

/// Fills in the form like the last match.
fn restore_form(settings: Res<Settings>, mut state: ResMut<UiState>) {
    if let Some(last) = &settings.last_match {
        state.form = Form::of(last);
    }
}

/// Drops repeated events about Shift, Control and Alt, which bevy_egui 0.42 sends in every frame. egui redraws after every event, so
/// the window would never rest.
fn dedupe_modifiers(mut inputs: Query<&mut EguiInput>, mut last: Local<Modifiers>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *last, *now) != *now,
            _ => true,
        });
    }
}

/// Keeps the last notification until the next act of a player, be it that a piece is picked up.
fn receive_notifications(
    mut commands: MessageReader<PlayerCommand>,
    selection: Res<Selection>,
    mut held: Local<Option<Place>>,
    mut notifications: MessageReader<Notification>,
    mut state: ResMut<UiState>,
    mut history: ResMut<MoveHistory>,
    session: Res<Session>,
) {
    let acts = commands.read().filter(|command| !matches!(command, PlayerCommand::Skip)).count() > 0;
    let taken = std::mem::replace(&mut *held, selection.held) != selection.held && selection.held.is_some();
    if (acts || taken) && state.notification.is_some() {
        state.notification = None;
    }
    if history.update(&session.showing) {
        state.notification = None;
        state.question = None;
        state.page = 0;
        if std::mem::take(&mut state.submitted) {
            state.typed.clear();
            state.typing = Typing::End;
        }
    }
    if let Some(words) = notifications.read().last() {
        state.notification = Some(words.clone());
        state.submitted = false;
    }
}

fn draw(mut contexts: EguiContexts, mut params: UiParams, mut panels: ResMut<Panels>) -> Result {
    let ctx = contexts.ctx_mut()?;
    panels.set_if_neq(params.with_ui(|state, cx| ui_state::draw(ctx, state, cx)));
    Ok(())
}
