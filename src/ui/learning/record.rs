//! The user's matches against bots: wins, draws and losses, streaks, the luckiest and unluckiest
//! throws, and the next bot to beat.

use bevy_egui::egui::{Grid, Label, RichText, Ui, vec2};

use crate::bots::Bot;
use crate::engine::{ActionText, GameInfo};
use crate::games;
use crate::library::{self, GameRecord, Score};
use crate::session::PlayerCommand;
use crate::ui::state::form::Form;
use crate::ui::state::learning_view::{JudgedThrow, LearningView, RecordView};
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// Draws the record.
pub fn show(ui: &mut Ui, learning: &mut LearningView, cx: &mut UiContext) {
    let folder = cx.recorder.folder.as_deref();
    learning.record.update(folder, cx.wake);
    learning.record.judge(folder, cx.wake);
    if let Some(error) = &learning.record.error {
        ui.add(Label::new(RichText::new(error).color(theme::ALARM)).wrap());
    }
    let Some(records) = learning.record.records() else {
        ui.label("Reading …");
        return;
    };
    if records.is_empty() {
        ui.add(
            Label::new("You have not finished a match against a bot yet. Choose a game, and begin with level 1.")
                .wrap(),
        );
    }
    let mut command = None;
    for record in records {
        let Ok(info) = games::info(&record.game) else { continue };
        command = of_game(ui, info, record, &learning.record, &cx.settings.people).or(command);
        ui.separator();
    }
    if let Some(command) = command {
        learning.close();
        cx.leave_by(command);
    }
}

fn of_game(
    ui: &mut Ui,
    info: &'static GameInfo,
    record: &GameRecord,
    view: &RecordView,
    people: &[String; 2],
) -> Option<PlayerCommand> {
    ui.label(RichText::new(info.name).size(20.0).color(theme::BRASS));
    Grid::new(("record", info.id)).num_columns(4).spacing(vec2(18.0, 3.0)).striped(true).show(ui, |ui| {
        for heading in ["Against", "Won", "Drawn", "Lost"] {
            ui.label(theme::muted(heading));
        }
        ui.end_row();
        for (bot, score) in &record.bots {
            let name = bot.parse::<Bot>().map_or_else(|_| bot.clone(), Bot::title);
            row(ui, &name, *score, false);
        }
        row(ui, "All", record.all, true);
    });
    let GameRecord { longest_wins, longest_unbeaten, wins_now, .. } = record;
    let words =
        format!("Longest streaks: {longest_wins} won, {longest_unbeaten} unbeaten. Current streak: {wins_now} won.");
    ui.add(Label::new(theme::muted(words)).wrap());
    let mut command = if info.dice { throws(ui, info, view) } else { None };
    match next_bot(record) {
        Some(bot) => {
            let words = format!("Next to beat: {}", bot.title());
            if theme::wide_button(ui, "", &words, false).clicked()
                && let Ok(setup) = Form::against(info, bot, people).setup()
            {
                command = Some(PlayerCommand::Begin(Box::new(setup)));
            }
        }
        None => drop(ui.label("You have beaten every bot.")),
    }
    command
}

/// The next bot to beat.
pub fn next_bot(record: &GameRecord) -> Option<Bot> {
    let ladder: Vec<_> = Bot::ALL.iter().skip(2).map(ToString::to_string).collect();
    let names: Vec<_> = ladder.iter().map(String::as_str).collect();
    library::next_to_beat(record, &names)?.parse().ok()
}

fn row(ui: &mut Ui, name: &str, score: Score, strong: bool) {
    let text = |words: String| if strong { RichText::new(words).strong() } else { RichText::new(words) };
    ui.label(text(name.to_string()));
    for count in [score.won, score.drawn, score.lost] {
        ui.label(text(count.to_string()));
    }
    ui.end_row();
}

/// The luckiest and the unluckiest throw, with buttons to replay them.
fn throws(ui: &mut Ui, info: &GameInfo, view: &RecordView) -> Option<PlayerCommand> {
    let throws = view.throws();
    if let left @ 1.. = view.to_judge() {
        let words = format!("Analysing throws: {left} {} left …", if left == 1 { "match" } else { "matches" });
        ui.label(theme::muted(words));
    }
    let own: Vec<_> = throws.iter().filter(|throw| throw.game == info.id).collect();
    let lucky = own.first().filter(|throw| throw.luck.luck > 0.0);
    let unlucky = own.last().filter(|throw| throw.luck.luck < 0.0);
    let mut command = None;
    for (name, throw) in [("Luckiest throw", lucky), ("Unluckiest throw", unlucky)] {
        let Some(JudgedThrow { file, luck, .. }) = throw else { continue };
        ui.horizontal_wrapped(|ui| {
            let face = words::roll(&ActionText::roll(&luck.symbol));
            ui.label(format!("{name}: {face}, {:+.0} %", 100.0 * luck.luck));
            if ui.button("Replay").on_hover_text(format!("Replays the match from action {}", luck.after)).clicked() {
                command = Some(PlayerCommand::OpenReplayAt { file: file.clone(), actions: luck.after });
            }
        });
    }
    command
}
