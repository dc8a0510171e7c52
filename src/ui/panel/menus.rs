//! The menus of the panel.

use bevy_egui::egui::{Button, Slider, Ui};

use crate::engine::{Reason, Side};
use crate::play::Match;
use crate::rooms::OfferKind;
use crate::session::{
    Filming, InputCommand, OverlayLevel, PlayerCommand, ResetView, RoomCommand, Settings, View, can_be_paused,
};
use crate::ui::library::LibraryView;
use crate::ui::panel::{bookmarks, home, moves, permissions};
use crate::ui::state::learning_view::LearningPage;
use crate::ui::state::position_draft::PositionDraft;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::text_view::TextView;
use crate::ui::state::ui_command::{UiCommand, UiWindow};
use crate::ui::state::ui_context::UiContext;
use crate::ui::windows::help;
use crate::ui::{theme, words};

/// The minimum width of a menu, logical pixels.
const WIDTH: f32 = 190.0;

fn item(ui: &mut Ui, words: &str, key: &str) -> bool {
    ui.add(Button::new(words).shortcut_text(key)).clicked()
}

/// Draws the menu of everything that does not concern the position.
pub fn menu(ui: &mut Ui, cx: &mut UiContext) {
    ui.set_min_width(WIDTH);
    let key = |cx: &UiContext, command| cx.hints().key(command);
    if item(ui, "🏠 Start screen", &key(cx, InputCommand::Home)) {
        home::go(cx);
    }
    if item(ui, "New match", &key(cx, InputCommand::NewMatch)) {
        cx.ui_commands.push(UiCommand::NewMatch);
    }
    for (words, page) in [("Lessons", LearningPage::Course), ("Puzzles", LearningPage::Puzzles)] {
        if item(ui, words, "") {
            if let Some(game) = cx.session.game() {
                cx.ui_commands.push(UiCommand::ChooseGame(game.info()));
            }
            cx.ui_commands.push(UiCommand::Learning(page));
        }
    }
    if LibraryView::IS_POSSIBLE && cx.recorder.folder.is_some() && item(ui, "Library", "") {
        cx.ui_commands.push(UiCommand::Library);
    }
    ui.separator();
    if item(ui, "Rules", &key(cx, InputCommand::Rules))
        && let Some(game) = cx.session.game()
    {
        cx.open_rules(RulesView::of(game.info()));
    }
    if item(ui, help::title(cx.hints()), &key(cx, InputCommand::Help)) {
        cx.ui_commands.push(UiCommand::Toggle(UiWindow::Help));
    }
    if item(ui, "Options", &key(cx, InputCommand::Options)) {
        cx.ui_commands.push(UiCommand::Toggle(UiWindow::Options));
    }
    if TextView::IS_POSSIBLE && item(ui, "Text view", "") {
        cx.ui_commands.push(UiCommand::Toggle(UiWindow::Text));
    }
    ui.separator();
    save(ui, cx);
    ui.separator();
    if let Some(game) = cx.session.game()
        && item(ui, "Edit the position", "")
    {
        cx.ui_commands.push(UiCommand::Edit(Box::new(PositionDraft::of(game))));
    }
    if item(ui, "Free hands", &key(cx, InputCommand::FreeHands)) {
        cx.request(InputCommand::FreeHands);
    }
}

/// Saving the position and the match.
fn save(ui: &mut Ui, cx: &mut UiContext) {
    if item(ui, "Save a picture", &cx.hints().key(InputCommand::Picture)) {
        cx.request(InputCommand::Picture);
    }
    let words = if cx.filming { "Stop filming" } else { "Film the table" };
    if Filming::IS_POSSIBLE && item(ui, words, &cx.hints().key(InputCommand::Film)) {
        cx.request(InputCommand::Film);
    }
    if Filming::IS_POSSIBLE && cx.session.is_of_match() && item(ui, "Film …", "") {
        cx.ui_commands.push(UiCommand::Open(UiWindow::Film));
    }
    if item(ui, "Save as PGN", "") {
        cx.commands.push(PlayerCommand::SavePgn(Vec::new()));
    }
    if item(ui, "Copy position", &cx.hints().key(InputCommand::Copy)) {
        cx.ui_commands.push(UiCommand::Copy);
    }
}

/// The views of the table.
pub fn views(ui: &mut Ui, cx: &mut UiContext) {
    ui.set_min_width(WIDTH);
    let info = cx.session.game().map(|game| game.info());
    for (view, name) in View::ALL {
        let name = match (view, info) {
            (View::White, Some(info)) => format!("From {}'s side", info.side(Side::White)),
            (View::Black, Some(info)) => format!("From {}'s side", info.side(Side::Black)),
            (View::Close, _) => "Close-up".to_string(),
            _ => words::capital(name),
        };
        if ui.add(Button::selectable(cx.shown_view == Some(view), name)).clicked() {
            cx.show_view(view);
        }
    }
    ui.separator();
    if item(ui, "Reset", "") {
        cx.view_resets.push(ResetView);
    }
    ui.separator();
    for (level, name) in OverlayLevel::ALL {
        let key = if level == cx.settings.overlay { cx.keys.key(InputCommand::Overlay) } else { String::new() };
        let button = Button::selectable(level == cx.settings.overlay, format!("Overlay: {name}")).shortcut_text(key);
        if ui.add(button).clicked() {
            cx.settings.overlay = level;
        }
    }
}

/// Everything else about the position and the match. `ledger`: whether the ledger of the dice is
/// open.
pub fn more(ui: &mut Ui, ledger: bool, cx: &mut UiContext) {
    ui.set_min_width(WIDTH);
    if let Some(running) = cx.session.match_on_table() {
        of_match(ui, running, cx);
    }
    if item(ui, "Bookmark", &cx.hints().key(InputCommand::Bookmark)) {
        bookmarks::toggle_bookmark(cx);
        ui.close();
    }
    if item(ui, "Comment …", "") {
        bookmarks::open_comment(cx);
        ui.close();
    }
    if item(ui, "Analyse", &cx.hints().key(InputCommand::AnalysisBoard)) {
        cx.request(InputCommand::AnalysisBoard);
        ui.close();
    }
    ui.separator();
    if cx.session.allows_assistance() {
        assistance(ui, cx);
    }
    let dice = cx.session.game().is_some_and(|game| game.info().dice);
    if dice {
        let mut open = ledger;
        if ui.checkbox(&mut open, cx.keyed("Table of throws", InputCommand::Ledger)).changed() {
            cx.ui_commands.push(UiCommand::Toggle(UiWindow::Ledger));
        }
    }
    let [slowest, fastest] = Settings::SPEEDS;
    let [faster, slower] =
        [("Faster", InputCommand::Faster), ("slower", InputCommand::Slower)].map(|(words, key)| cx.keyed(words, key));
    let hint = format!("{faster}, {slower}");
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 90.0;
        ui.label(theme::muted("Speed"));
        let slider = Slider::new(&mut cx.settings.speed, slowest..=fastest).logarithmic(true).show_value(false);
        let slider = ui.add(slider).on_hover_text(hint);
        theme::label(&slider, "Speed");
    });
}

fn of_match(ui: &mut Ui, running: &Match, cx: &mut UiContext) {
    if can_be_paused(running) && running.outcome().is_none() {
        let words = if cx.paused { "Resume" } else { "Pause" };
        if item(ui, words, &cx.hints().key(InputCommand::Pause)) {
            cx.commands.push(PlayerCommand::Pause(!cx.paused));
            ui.close();
        }
    }
    if permissions::may_offer(OfferKind::MoreTime, running, cx)
        && running.clock().is_some()
        && item(ui, "More time", "")
    {
        cx.room_commands.push(RoomCommand::Offer(OfferKind::MoreTime));
        ui.close();
    }
    let resigned = running.outcome().is_some_and(|outcome| outcome.reason == Reason::Resignation);
    if resigned && !cx.free_hands && item(ui, "Flip the table", &cx.hints().key(InputCommand::FlipBoard)) {
        cx.commands.push(PlayerCommand::Flip);
        ui.close();
    }
    if running.outcome().is_some() && item(ui, "Replay the match", "") {
        cx.commands.push(PlayerCommand::Review { actions: 0, run: true });
        ui.close();
    }
    if running.last_action().is_some() {
        if item(ui, "Look back", &cx.hints().key(InputCommand::Step { forward: false })) {
            cx.commands.push(moves::review(running, 1));
            ui.close();
        }
        if item(ui, "Show the last move", &cx.hints().key(InputCommand::ShowAgain)) {
            cx.commands.push(PlayerCommand::ShowAgain);
            ui.close();
        }
    }
}

/// Help from the engine, off by default.
fn assistance(ui: &mut Ui, cx: &mut UiContext) {
    let dice = cx.session.game().is_some_and(|game| game.info().dice);
    let bar = cx.keyed("Evaluation bar", InputCommand::EvaluationBar);
    let graph = cx.keyed("Evaluation graph", InputCommand::Graph);
    ui.checkbox(&mut cx.settings.evaluation_bar, bar);
    ui.checkbox(&mut cx.settings.graph, graph);
    if dice {
        let words = "The chance and value of each face, before the throw";
        ui.checkbox(&mut cx.settings.odds, "Chances of a throw").on_hover_text(words);
    }
}
