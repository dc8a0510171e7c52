//! Lessons and puzzles: the windows that list them, the card and panel beside the table, and the
//! user's record.

pub mod card;
mod chances;
mod course;
pub mod next_step;
pub mod panel;
mod puzzle_list;
pub mod record;

use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{self, Align2, ScrollArea, Ui, vec2};

use crate::engine::GameInfo;
use crate::games;
use crate::ui::state::form::Form;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::learning_view::{LearningPage, LearningView};
use crate::ui::state::new_match::NewMatch;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;

/// The maximum size of the window, logical pixels.
const SIZE: egui::Vec2 = vec2(720.0, 620.0);

/// Draws the window if it is open. It is about the game of the form for a new match, and changes it.
pub fn window(
    frame: Res<UiFrame>,
    mut learning: ResMut<LearningView>,
    mut new_match: ResMut<NewMatch>,
    mut params: UiParams,
) {
    let Some(page) = learning.page else { return };
    let (learning, form) = (&mut *learning, &mut new_match.form);
    let (ctx, room, cx) = (frame.ctx(), frame.room(), &mut params.context());
    let title = match page {
        LearningPage::Course => "Learn",
        LearningPage::Puzzles => "Puzzles",
        LearningPage::Record => "Your record",
    };
    let mut open = true;
    let (window, most) = theme::window(ctx, title, &mut open, room);
    let size = vec2(most.x.min(SIZE.x), most.y.min(SIZE.y));
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(room.center()).default_size(size);
    window.show(ctx, |ui| {
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
            if page != LearningPage::Record {
                choose_game(ui, form);
                ui.separator();
            }
            match page {
                LearningPage::Course => course::show(ui, form.info(), learning, cx),
                LearningPage::Puzzles => puzzle_list::show(ui, form.info(), learning, cx),
                LearningPage::Record => record::show(ui, learning, cx),
            }
        });
    });
    if !open {
        learning.close();
    }
}

/// Presses the main button of the open window.
pub fn press_main(info: &'static GameInfo, learning: &mut LearningView, cx: &mut UiContext) {
    let page = learning.page;
    match page {
        Some(LearningPage::Course) => course::go_on(info, learning, cx),
        Some(LearningPage::Puzzles) if cx.progress.puzzles().next(&learning.wanted(info.id)).is_some() => {
            next_step::next_puzzle(info, learning, cx);
        }
        Some(LearningPage::Puzzles | LearningPage::Record) | None => {}
    }
}

fn choose_game(ui: &mut Ui, form: &mut Form) {
    let mut chosen = games::ALL.iter().position(|info| info.id == form.info().id).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        for (index, info) in games::ALL.iter().enumerate() {
            theme::choice(ui, &mut chosen, index, info.name);
        }
    });
    form.choose(chosen);
}
