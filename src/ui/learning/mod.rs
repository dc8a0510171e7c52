//! Lessons and puzzles: the windows that list them, the card and panel beside the table, and the
//! user's record.

pub mod card;
mod chances;
mod course;
pub mod go_on;
pub mod panel;
mod puzzle_list;
pub mod record;

use bevy_egui::egui::{self, Align2, Rect, ScrollArea, Ui, vec2};

use crate::games;
use crate::ui::state::learning_view::Page;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::theme;

/// The maximum size of the window, logical pixels.
const SIZE: egui::Vec2 = vec2(720.0, 620.0);

/// Draws the window if it is open.
pub fn window(ctx: &egui::Context, room: Rect, state: &mut UiState, cx: &mut UiContext) {
    let Some(page) = state.learning.page else { return };
    let title = match page {
        Page::Course => "Learn",
        Page::Puzzles => "Puzzles",
        Page::Record => "Your record",
    };
    let mut open = true;
    let (window, most) = theme::window(ctx, title, &mut open, room);
    let size = vec2(most.x.min(SIZE.x), most.y.min(SIZE.y));
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(room.center()).default_size(size);
    window.show(ctx, |ui| {
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            if page != Page::Record {
                choose_game(ui, state);
                ui.separator();
            }
            match page {
                Page::Course => course::show(ui, state, cx),
                Page::Puzzles => puzzle_list::show(ui, state, cx),
                Page::Record => record::show(ui, state, cx),
            }
        });
    });
    if !open {
        state.learning.close();
    }
}

fn choose_game(ui: &mut Ui, state: &mut UiState) {
    let mut chosen = games::ALL.iter().position(|info| info.id == state.form.info().id).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        for (index, info) in games::ALL.iter().enumerate() {
            theme::choice(ui, &mut chosen, index, info.name);
        }
    });
    state.form.choose(chosen);
}
