//! The card below the table with the task of a lesson or puzzle. It covers no part of the board.

use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{
    Align, Button, Color32, CornerRadius, FontId, Frame, Label, Layout, Margin, Panel, Rect, RichText, ScrollArea,
    Sense, Stroke, Ui, UiBuilder, vec2,
};

use crate::puzzles::Kind;
use crate::session::{
    Exercise, ExerciseCommand, Feedback, InputCommand, LessonTask, Notification, PuzzleEnd, PuzzleTask,
};
use crate::ui::learning::next_step::{NextStep, ask_for_help, send};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::learning_view::LearningView;
use crate::ui::state::messages::UiMessages;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;

/// The height, logical pixels, and its maximum share of the window. It is constant, so that the
/// table does not move.
const HEIGHT: f32 = 172.0;
const SHARE: f32 = 0.42;

/// The width of the buttons, logical pixels.
const BUTTONS: f32 = 250.0;

/// The text size of the task, logical pixels.
const TELLING: f32 = 20.0;

/// The colour of correct answers.
const RIGHT: Color32 = Color32::from_rgb(0x9f, 0xd4, 0x8a);

/// Draws the card, with the latest notification.
pub fn show(
    mut frame: ResMut<UiFrame>,
    mut learning: ResMut<LearningView>,
    messages: Res<UiMessages>,
    mut params: UiParams,
) {
    let (root, cx) = (&mut frame.root, &mut params.context());
    let (learning, notification) = (&mut *learning, messages.notification.as_ref());
    let Some(exercise) = cx.session.exercise() else { return };
    let height = HEIGHT.min(SHARE * root.max_rect().height());
    let margin = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(8, 6));
    Panel::bottom("exercise").frame(margin).resizable(false).exact_size(height).show(root, |ui| {
        let card = Frame::new().fill(theme::RAISED).stroke(Stroke::new(1.5, theme::BRASS));
        card.corner_radius(CornerRadius::same(12)).inner_margin(Margin::symmetric(18, 10)).show(ui, |ui| {
            let room = ui.available_rect_before_wrap();
            let at = (room.right() - BUTTONS).max(room.left() + 0.45 * room.width());
            // In a small area, the latest message is scrolled into view.
            let has_message = exercise.feedback().is_some() || notification.is_some();
            part(ui, "message", room.with_max_x(at - 14.0), has_message, |ui| {
                message(ui, exercise, learning, notification, cx);
            });
            part(ui, "buttons", room.with_min_x(at), false, |ui| {
                ui.with_layout(Layout::top_down(Align::Max), |ui| buttons(ui, exercise, learning, cx));
            });
        });
    });
}

/// Draws a part of the card. It scrolls in a small area.
fn part(ui: &mut Ui, name: &str, room: Rect, to_end: bool, contents: impl FnOnce(&mut Ui)) {
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
        ScrollArea::vertical().id_salt(name).auto_shrink(false).stick_to_bottom(to_end).show(ui, contents);
    });
}

fn message(
    ui: &mut Ui,
    exercise: &Exercise,
    learning: &mut LearningView,
    notification: Option<&Notification>,
    cx: &mut UiContext,
) {
    ui.spacing_mut().item_spacing.y = 4.0;
    match (exercise.as_lesson(), exercise.as_puzzle()) {
        (Some(task), _) => lesson(ui, task, learning, exercise),
        (_, Some(task)) => puzzle(ui, task, exercise, cx),
        _ => {}
    }
    if let Some(notification) = notification {
        return refusal(ui, exercise, notification, cx);
    }
    let (sign, words, colour) = match exercise.feedback() {
        None => return,
        Some(Feedback::Right(words)) => ("✔", words, RIGHT),
        Some(Feedback::Wrong(words)) => ("✖", words, theme::ALARM),
        Some(Feedback::Laid(words)) => ("✋", words, theme::BRASS),
        Some(Feedback::Hint(words)) => ("➡", words, theme::BRASS),
    };
    ui.add(Label::new(RichText::new(format!("{sign}  {}", words.trim())).color(colour)).wrap());
}

/// Explains the refusal of the last action.
fn refusal(ui: &mut Ui, exercise: &Exercise, notification: &Notification, cx: &mut UiContext) {
    let expected = notification.action.as_deref().and_then(|action| exercise.as_lesson()?.expected(action));
    // Other notifications confirm a setting, for example.
    let refused = notification.rule.is_some() || notification.action.is_some();
    let (sign, colour) = if refused { ("✖  ", theme::ALARM) } else { ("", theme::TEXT) };
    let words = match expected {
        Some(said) => format!("{sign}{} {}", said.trim(), notification.text),
        None => format!("{sign}{}", notification.text),
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(words).color(colour));
        if let Some(rule) = notification.rule.as_deref()
            && ui.link(format!("Rules: {}", rule.split_once(", ").map_or(rule, |(_, section)| section))).clicked()
        {
            cx.open_rules(RulesView::at(rule, exercise.running().game().info()));
        }
    });
}

fn lesson(ui: &mut Ui, task: &LessonTask, learning: &mut LearningView, exercise: &Exercise) {
    let (at, count) = task.at();
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::title(&task.lesson().title));
        dots(ui, at, count);
    });
    match task.step() {
        Some(step) => say(ui, step.say.get_ref()),
        None => match NextStep::of(exercise, learning) {
            Some(NextStep::Match) => {
                let name = exercise.running().game().info().name;
                say(ui, &format!("Congratulations! You have completed the {name} course."));
                ui.label("Now play a match: Pebble, level 1, captures what it sees, and sees little.");
            }
            _ => say(ui, "Well done! Lesson complete."),
        },
    }
}

/// A dot for each step, filled when the step is done.
fn dots(ui: &mut Ui, at: usize, count: usize) {
    let (rect, response) = ui.allocate_exact_size(vec2(14.0 * count as f32, 16.0), Sense::hover());
    for step in 0..count {
        let centre = rect.left_center() + vec2(7.0 + 14.0 * step as f32, 0.0);
        let (fill, edge) = match step.cmp(&at) {
            std::cmp::Ordering::Less => (theme::BRASS, theme::BRASS),
            std::cmp::Ordering::Equal => (theme::CHOSEN, theme::BRASS),
            std::cmp::Ordering::Greater => (theme::SUNK, theme::EDGE),
        };
        ui.painter().circle(centre, 4.0, fill, Stroke::new(1.5, edge));
    }
    response.on_hover_text(format!("{} of {count} steps done", at.min(count)));
}

/// Draws the lines as given if each of them fits, otherwise joined into one paragraph.
fn say(ui: &mut Ui, words: &str) {
    let font = FontId::proportional(TELLING);
    let width = |line: &str| ui.painter().layout_no_wrap(line.into(), font.clone(), theme::TEXT).size().x;
    let fits = words.trim().lines().all(|line| width(line) <= ui.available_width());
    let words = if fits { words.trim().to_string() } else { words.trim().replace('\n', " ") };
    ui.add(Label::new(RichText::new(words).size(TELLING).color(theme::TEXT)).wrap());
}

fn puzzle(ui: &mut Ui, task: &PuzzleTask, exercise: &Exercise, cx: &UiContext) {
    let info = exercise.running().game().info();
    ui.horizontal_wrapped(|ui| {
        theme::disc(ui, info, exercise.side());
        ui.label(theme::title(format!("You play {}", info.side(exercise.side()))));
    });
    match task.end() {
        None => say(ui, question(task.puzzle().kind)),
        Some(PuzzleEnd::Shown) => say(ui, "This is the solution."),
        Some(PuzzleEnd::Solved) if task.result() == Some(true) => {
            let gain = cx.progress.gain(task.puzzle()).filter(|gain| *gain >= 0.5);
            say(
                ui,
                &gain.map_or_else(|| "Solved!".to_string(), |gain| format!("Solved! Your rating rises by {gain:.0}.")),
            );
        }
        Some(PuzzleEnd::Solved) => say(ui, "Solved with help, or not at the first try."),
    }
}

/// The task of a kind of puzzle.
fn question(kind: Kind) -> &'static str {
    match kind {
        Kind::Win => "Forced win: find every move against the best defence.",
        Kind::Save => "You are in danger. Find the only move that does not lose.",
        Kind::Gain => "Find the move that wins a decisive advantage.",
        Kind::Chance => "A throw follows. Which move gives the best chance of winning?",
    }
}

fn buttons(ui: &mut Ui, exercise: &Exercise, learning: &mut LearningView, cx: &mut UiContext) {
    let info = exercise.running().game().info();
    if let Some(next) = NextStep::of(exercise, learning) {
        let words = cx.keyed(next.words(), InputCommand::Enter);
        // It appears where help was, and must not take a second click on that.
        let ready = exercise.as_puzzle().is_none() || exercise.is_idle();
        if ui.add_enabled_ui(ready, |ui| theme::main_button(ui, &words)).inner.clicked() {
            next.carry_out(info, learning, cx);
        }
    } else if exercise.may_throw() {
        let words = cx.keyed("Throw the die", InputCommand::Space);
        if theme::main_button(ui, &words).clicked() {
            cx.commands.push(crate::session::PlayerCommand::Throw(None));
        }
    }
    let button = |ui: &mut Ui, enabled: bool, words: &str, hover: &str| {
        ui.add_enabled(enabled, Button::new(words)).on_hover_text(hover).clicked()
    };
    ui.with_layout(Layout::right_to_left(Align::Min).with_main_wrap(true), |ui| {
        if let Some(task) = exercise.as_puzzle() {
            let going = task.end().is_none();
            if !going && button(ui, exercise.is_idle(), "Again", "Restarts the puzzle") {
                send(ExerciseCommand::Restart, cx);
            }
            if going && button(ui, exercise.takes_input(), "Show the solution", "The puzzle then counts as failed") {
                ask_for_help(ExerciseCommand::ShowSolution, learning, cx);
            }
            let hint = cx.keyed("Hint", InputCommand::Hint);
            let words = "Shows the piece, then its target. The puzzle then counts as failed.";
            if going && button(ui, exercise.takes_input() && task.has_hints(), &hint, words) {
                ask_for_help(ExerciseCommand::Hint, learning, cx);
            }
        }
        if let Some(task) = exercise.as_lesson() {
            let (at, _) = task.at();
            if button(ui, at > 0, "Again", "Restarts the lesson") {
                send(ExerciseCommand::Restart, cx);
            }
            if button(ui, at > 0, "Back", "Previous step") {
                send(ExerciseCommand::Back, cx);
            }
            let asks = exercise.takes_input() && !exercise.may_throw();
            let hint = cx.keyed("Show me", InputCommand::Hint);
            if asks && button(ui, true, &hint, "Shows the right move") {
                send(ExerciseCommand::Hint, cx);
            }
        }
    });
}
