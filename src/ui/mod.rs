//! The panels: what is going on in words, everything that can be asked of a match, the start screen, the
//! options, the rules, the notes for beginners, and the keys.
//!
//! They know no game and not the table: they read the match on the stage, and write what people ask for.

mod captured;
mod choices;
mod controls;
mod cursor;
mod diagram;
mod form;
mod help;
mod keys;
mod markdown;
mod move_history;
mod moves;
mod note;
mod options;
mod panel;
mod pictures;
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

use crate::session::{GameSet, Notification, Panels, Session, Settings};
use form::Form;
use move_history::MoveHistory;
use ui_state::{UiParams, UiState};

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

/// Fills in the form as the last match was begun.
fn restore_form(settings: Res<Settings>, mut state: ResMut<UiState>) {
    if let Some(last) = &settings.last_match {
        state.form = Form::of(last);
    }
}

/// Takes out what bevy_egui 0.42 hands over with every frame, whether it is new or not: which of Shift, Control and Alt are
/// down. To egui every input is a reason to draw once more, and so the window would never rest.
fn dedupe_modifiers(mut inputs: Query<&mut EguiInput>, mut last: Local<Modifiers>) {
    for mut input in &mut inputs {
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(now) => std::mem::replace(&mut *last, *now) != *now,
            _ => true,
        });
    }
}

/// Keeps the last words for the players, until the next action makes them old.
fn receive_notifications(
    mut notifications: MessageReader<Notification>,
    mut state: ResMut<UiState>,
    mut history: ResMut<MoveHistory>,
    session: Res<Session>,
) {
    if history.update(&session.showing) {
        state.notification = None;
        state.resigning = None;
        state.page = 0;
    }
    if let Some(words) = notifications.read().last() {
        state.notification = Some(words.clone());
    }
}

fn draw(mut contexts: EguiContexts, mut params: UiParams, mut panels: ResMut<Panels>) -> Result {
    let ctx = contexts.ctx_mut()?;
    panels.set_if_neq(params.with_ui(|state, cx| ui_state::draw(ctx, state, cx)));
    Ok(())
}
