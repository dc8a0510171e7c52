//! The puzzles of a game: the puzzle of the day, the puzzles by theme, and the user's rating.

use std::collections::BTreeMap;

use bevy_egui::egui::{Button, Label, RichText, Ui};

use crate::engine::GameInfo;
use crate::puzzles::Theme;
use crate::session::{ExerciseCommand, InputCommand};
use crate::ui::learning::next_step::{begin, next_puzzle};
use crate::ui::state::learning_view::{LearningView, today};
use crate::ui::state::ui_context::UiContext;
use crate::ui::theme;

/// Draws the list.
pub fn show(ui: &mut Ui, info: &'static GameInfo, learning: &mut LearningView, cx: &mut UiContext) {
    let known = cx.progress.puzzles();
    ui.label(RichText::new(info.name).size(22.0).color(theme::BRASS));
    let rating = known.rating(info.id);
    let (solved, count) = (known.solved_of(learning.list(info.id)), learning.list(info.id).len());
    let sure = if rating.is_provisional() { ", provisional" } else { "" };
    let streak = known.streak;
    ui.add(Label::new(format!("Your rating: {:.0}{sure}. {solved} of {count} puzzles solved.", rating.rating)).wrap());
    let days = |days: u32| if days == 1 { "1 day".to_string() } else { format!("{days} days") };
    let words = format!("Streak: {}, longest {}.", days(streak.on(today())), days(streak.best));
    ui.add(Label::new(theme::muted(words)).wrap());
    ui.add_space(6.0);
    let mut wanted = None;
    if let Some(daily) = learning.daily(info.id) {
        let done = known.tried.get(&daily.id).is_some_and(|tried| tried.solved);
        let words = if done { "Puzzle of the day, solved ✔" } else { "Puzzle of the day" };
        if theme::main_button(ui, words).clicked() {
            wanted = Some(daily.clone());
        }
    }
    ui.add_space(6.0);
    ui.label(theme::title("Theme"));
    themes(ui, learning, info.id);
    ui.add_space(6.0);
    let fitting = learning.wanted(info.id);
    let left = known.next(&fitting).is_some();
    if fitting.is_empty() {
        ui.label("No puzzles with this theme.");
    } else if !left {
        ui.label("You have solved all of these.");
    }
    let words = cx.keyed("Next puzzle", InputCommand::Enter);
    let clicked = ui.add_enabled_ui(left, |ui| theme::main_button(ui, &words).clicked()).inner;
    if let Some(puzzle) = wanted {
        begin(ExerciseCommand::Puzzle(Box::new(puzzle)), learning, cx);
    } else if clicked {
        next_puzzle(info, learning, cx);
    }
}

/// The themes of this game's puzzles, with the number of puzzles of each.
fn themes(ui: &mut Ui, learning: &mut LearningView, game: &'static str) {
    let mut counts: BTreeMap<Theme, usize> = BTreeMap::new();
    for theme in learning.list(game).iter().flat_map(|puzzle| &puzzle.themes) {
        *counts.entry(*theme).or_default() += 1;
    }
    let mut chosen = learning.theme.filter(|theme| counts.contains_key(theme));
    ui.horizontal_wrapped(|ui| {
        theme::choice(ui, &mut chosen, None, "everything");
        for (theme, count) in &counts {
            let words = format!("{} ({count})", theme.name().replace('-', " "));
            let button = Button::selectable(chosen == Some(*theme), words).frame_when_inactive(true);
            if ui.add(button).on_hover_text(theme.help()).clicked() {
                chosen = Some(*theme);
            }
        }
    });
    learning.theme = chosen;
}
