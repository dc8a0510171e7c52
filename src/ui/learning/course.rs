//! The lessons of a game.

use bevy_egui::egui::{Label, RichText, Ui};

use crate::engine::GameInfo;
use crate::session::{ExerciseCommand, InputCommand};
use crate::ui::learning::next_step::{NextStep, begin};
use crate::ui::state::learning_view::LearningView;
use crate::ui::state::ui_context::UiContext;
use crate::ui::theme;

/// Draws the list of lessons, with ticks for the finished ones.
pub fn show(ui: &mut Ui, info: &'static GameInfo, learning: &mut LearningView, cx: &mut UiContext) {
    ui.label(RichText::new(info.name).size(22.0).color(theme::BRASS));
    let course = learning.course(info.id).to_vec();
    let (done, count) = (cx.progress.lessons().count(&course), course.len());
    let words = "Each takes a minute or two, on the real table. Marks show the move, and a wrong one is taken back.";
    ui.add(Label::new(words).wrap());
    ui.label(theme::muted(format!("{done} of {count} lessons done")));
    ui.add_space(4.0);
    let next = cx.progress.lessons().next(&course).cloned();
    let mut wanted = None;
    for (number, lesson) in (1..).zip(&course) {
        let tick = if cx.progress.lessons().has(lesson) { "✔" } else { " " };
        if theme::wide_button(ui, tick, &format!("{number}. {}", lesson.title), false).clicked() {
            wanted = Some(lesson.clone());
        }
    }
    ui.add_space(6.0);
    let words = match next {
        Some(lesson) => format!("{}: {}", if done == 0 { "Begin" } else { "Continue" }, lesson.title),
        None => NextStep::Match.words().to_string(),
    };
    if theme::main_button(ui, &cx.keyed(&words, InputCommand::Enter)).clicked() {
        go_on(info, learning, cx);
    } else if let Some(lesson) = wanted {
        begin(ExerciseCommand::Lesson(Box::new(lesson)), learning, cx);
    }
}

/// Begins the next lesson, or a match after the last one.
pub fn go_on(info: &'static GameInfo, learning: &mut LearningView, cx: &mut UiContext) {
    match cx.progress.lessons().next(learning.course(info.id)).cloned() {
        Some(lesson) => begin(ExerciseCommand::Lesson(Box::new(lesson)), learning, cx),
        None => {
            learning.close();
            NextStep::Match.carry_out(info, learning, cx);
        }
    }
}
