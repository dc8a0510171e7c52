//! The panel at the right edge during a lesson or puzzle.

use bevy::prelude::ResMut;
use bevy_egui::egui::{Button, CentralPanel, Frame, Grid, Label, Panel, RichText, ScrollArea, Ui, vec2};

use crate::session::{Exercise, ExerciseCommand, InputCommand, PuzzleTask};
use crate::ui::learning::chances;
use crate::ui::learning::next_step::{begin, leave_exercise};
use crate::ui::panel::choices::ChoiceList;
use crate::ui::panel::panel_state::PanelState;
use crate::ui::panel::{choices, controls, faces, home, side_panel};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::learning_view::{LearningView, today};
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_command::{UiCommand, UiWindow};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;
use crate::ui::windows::help;

/// The height for the pictures of boards, logical pixels.
const GALLERY: f32 = 330.0;

/// Draws the panel.
pub fn show(
    mut frame: ResMut<UiFrame>,
    mut learning: ResMut<LearningView>,
    mut panel: ResMut<PanelState>,
    mut params: UiParams,
) {
    let (learning, list, cx) = (&mut *learning, &mut panel.choices, &mut params.context());
    let Some(exercise) = cx.session.exercise() else { return };
    side_panel::panel(&mut frame.root, |ui| {
        Panel::bottom("controls").frame(Frame::new()).resizable(false).show_separator_line(false).show(ui, |ui| {
            ui.add_space(6.0);
            below(ui, exercise, cx);
        });
        CentralPanel::no_frame().show(ui, |ui| {
            ScrollArea::vertical().id_salt("exercise").auto_shrink(false).show(ui, |ui| {
                ui.horizontal(|ui| {
                    home::button(ui, cx);
                    let name = RichText::new(exercise.running().game().info().name).heading();
                    ui.add(Label::new(name.color(theme::BRASS)).truncate());
                });
                match exercise.as_puzzle() {
                    Some(task) => puzzle(ui, task, exercise, learning, list, cx),
                    None => lessons(ui, exercise, learning, list, cx),
                }
            });
        });
    });
}

/// The lessons of the course, and the choices of the current lesson.
fn lessons(ui: &mut Ui, exercise: &Exercise, learning: &mut LearningView, list: &mut ChoiceList, cx: &mut UiContext) {
    let Some(task) = exercise.as_lesson() else { return };
    // Current choices come before later lessons.
    if exercise.takes_input() && !cx.legal.is_empty() {
        choices::show(ui, GALLERY, list, cx);
    }
    if exercise.may_throw() {
        faces::show(ui, cx);
    }
    ui.label(theme::title("Lessons"));
    let mut wanted = None;
    for (number, lesson) in (1..).zip(learning.course(exercise.running().game().info().id)) {
        let tick = if cx.progress.lessons().has(lesson) { "✔" } else { " " };
        let chosen = lesson.id == task.lesson().id;
        if theme::wide_button(ui, tick, &format!("{number}. {}", lesson.title), chosen).clicked() && !chosen {
            wanted = Some(lesson.clone());
        }
    }
    if let Some(lesson) = wanted {
        begin(ExerciseCommand::Lesson(Box::new(lesson)), learning, cx);
    }
}

fn puzzle(
    ui: &mut Ui,
    task: &PuzzleTask,
    exercise: &Exercise,
    learning: &mut LearningView,
    list: &mut ChoiceList,
    cx: &mut UiContext,
) {
    let (puzzle, known) = (task.puzzle(), cx.progress.puzzles());
    let info = exercise.running().game().info();
    let daily = learning.daily(info.id).is_some_and(|daily| daily.id == puzzle.id);
    if daily {
        ui.label(theme::title("Puzzle of the day"));
    }
    Grid::new("puzzle").num_columns(2).spacing(vec2(14.0, 4.0)).show(ui, |ui| {
        let mut row = |name: &str, words: String| {
            ui.label(theme::muted(name));
            ui.label(words);
            ui.end_row();
        };
        row("This puzzle", puzzle.rating.to_string());
        let rating = known.rating(info.id);
        row("Your rating", format!("{:.0} ± {:.0}", rating.rating, rating.margin()));
        let days = known.streak.on(today());
        row("Streak", if days == 1 { "1 day".into() } else { format!("{days} days") });
    });
    if exercise.takes_input() {
        ui.add_space(6.0);
        choices::show(ui, GALLERY, list, cx);
        return;
    }
    if task.end().is_none() {
        return;
    }
    ui.separator();
    // The card shows the question.
    for theme in puzzle.themes.iter().filter(|theme| !theme.help().ends_with('?')) {
        ui.add(Label::new(RichText::new(theme.help()).size(theme::SMALL)).wrap());
    }
    if let Some(table) = task.chances() {
        ui.add_space(6.0);
        chances::show(ui, table, exercise);
    }
}

/// The controls that are always visible.
fn below(ui: &mut Ui, exercise: &Exercise, cx: &mut UiContext) {
    theme::row(ui, 3, |ui, size| {
        if ui.add_sized(size, Button::new("Rules")).clicked() {
            cx.open_rules(RulesView::of(exercise.running().game().info()));
        }
        if ui.add_sized(size, Button::new(help::title(cx.hints()))).clicked() {
            cx.ui_commands.push(UiCommand::Toggle(UiWindow::Help));
        }
        if ui.add_sized(size, Button::new("Options")).clicked() {
            cx.ui_commands.push(UiCommand::Toggle(UiWindow::Options));
        }
    });
    controls::views(ui, cx);
    let words = if exercise.as_lesson().is_some() { "Leave the lesson" } else { "Leave the puzzle" };
    if theme::wide_button(ui, "", &cx.keyed(words, InputCommand::Escape), false).clicked() {
        leave_exercise(exercise, cx);
    }
}
