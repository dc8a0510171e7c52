//! What can be asked for at any time: take back, draw, another match, another view, and the steps of a replay.

use bevy_egui::egui::{Button, FontId, Key, RichText, Slider, TextEdit, TextStyle, Ui, Vec2, vec2};

use super::rules::Reading;
use super::ui_state::{Stage, UiState, speaker};
use super::{theme, words};
use crate::play::{Match, Replay};
use crate::session::{PlayerCommand, Settings, Showing, View};

/// Draws the lower part of the panel.
pub fn show(ui: &mut Ui, desk: &mut UiState, stage: &mut Stage) {
    match &stage.session.showing {
        Showing::Nothing => {}
        Showing::Match(running) => of_match(ui, running, desk, stage),
        Showing::Replay(replay) => of_replay(ui, replay, stage),
    }
    row(ui, 4, |ui, size| {
        if ui.add_sized(size, Button::new("New")).on_hover_text("Another match: key N").clicked() {
            desk.open_form(stage.session);
        }
        if ui.add_sized(size, Button::new("Rules")).on_hover_text("Key R").clicked() {
            desk.rules = stage.session.game().map(|game| Reading::of(game.info()));
        }
        if ui.add_sized(size, Button::new("Keys")).on_hover_text("Key H").clicked() {
            desk.help = !desk.help;
        }
        if ui.add_sized(size, Button::new("Options")).on_hover_text("Key O").clicked() {
            desk.options = !desk.options;
        }
    });
    views(ui, stage);
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 190.0;
        ui.label(theme::quiet("Speed"));
        let [slowest, fastest] = Settings::SPEEDS;
        let slider = Slider::new(&mut stage.settings.speed, slowest..=fastest).logarithmic(true).show_value(false);
        ui.add(slider).on_hover_text("Keys + and -");
    });
}

/// Buttons of the same size side by side.
fn row(ui: &mut Ui, count: usize, contents: impl FnOnce(&mut Ui, Vec2)) {
    let gap = 6.0;
    let width = (ui.available_width() - gap * (count - 1) as f32) / count as f32;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        ui.spacing_mut().button_padding.x = 2.0;
        ui.style_mut().text_styles.insert(TextStyle::Button, FontId::proportional(15.0));
        contents(ui, vec2(width, 30.0));
    });
}

fn of_match(ui: &mut Ui, running: &Match, desk: &mut UiState, stage: &mut Stage) {
    let speaker = speaker(running);
    if let Some(side) = desk.resigning {
        ui.label(format!("{} resigns. Sure?", running.game().info().side(side)));
        row(ui, 2, |ui, size| {
            if ui.add_sized(size, Button::new(RichText::new("Resign").color(theme::ALARM))).clicked() {
                stage.asks.push(PlayerCommand::Resign(side));
                desk.resigning = None;
            }
            if ui.add_sized(size, Button::new("Play on")).clicked() {
                desk.resigning = None;
            }
        });
    } else if running.outcome().is_none() {
        row(ui, 3, |ui, size| {
            ui.add_enabled_ui(running.can_take_back(), |ui| {
                if ui.add_sized(size, Button::new("Take back")).on_hover_text("Key U").clicked() {
                    stage.asks.push(PlayerCommand::Takeback);
                }
            });
            ui.add_enabled_ui(speaker.is_some() && running.draw_offer().is_none(), |ui| {
                if let (true, Some(side)) = (ui.add_sized(size, Button::new("Offer draw")).clicked(), speaker) {
                    stage.asks.push(PlayerCommand::OfferDraw(side));
                }
            });
            ui.add_enabled_ui(speaker.is_some(), |ui| {
                if ui.add_sized(size, Button::new("Resign")).clicked() {
                    desk.resigning = speaker;
                }
            });
        });
    }
    if speaker.is_some() {
        typing(ui, desk, stage);
    }
}

fn typing(ui: &mut Ui, desk: &mut UiState, stage: &mut Stage) {
    let hint = theme::quiet("Type an action (M), e.g. e2e4");
    let field = TextEdit::singleline(&mut desk.typed).hint_text(hint).desired_width(f32::INFINITY).char_limit(200);
    let response = ui.add(field);
    if std::mem::take(&mut desk.typing_wanted) {
        response.request_focus();
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        let action = std::mem::take(&mut desk.typed).trim().to_string();
        if !action.is_empty() {
            stage.asks.push(PlayerCommand::Act(action));
        }
    }
}

fn of_replay(ui: &mut Ui, replay: &Replay, stage: &mut Stage) {
    let (at, end) = (replay.at(), replay.len());
    let (sign, words) = if stage.running { ("⏸", "Pause (Space)") } else { ("▶", "Play (Space)") };
    let buttons = [
        ("⏮", "To the start (Home)", PlayerCommand::Seek(0)),
        ("⏴", "Back (Left)", PlayerCommand::Seek(at.saturating_sub(1))),
        (sign, words, PlayerCommand::Run(!stage.running)),
        ("⏵", "On (Right)", PlayerCommand::Seek((at + 1).min(end))),
        ("⏭", "To the end (End)", PlayerCommand::Seek(end)),
    ];
    row(ui, buttons.len(), |ui, size| {
        for (sign, words, ask) in buttons {
            let useless = matches!(ask, PlayerCommand::Seek(to) if to == at);
            let clicked =
                ui.add_enabled_ui(!useless, |ui| ui.add_sized(size, Button::new(sign)).on_hover_text(words).clicked());
            if clicked.inner {
                stage.asks.push(ask);
            }
        }
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 170.0;
        let mut to = at;
        if ui.add(Slider::new(&mut to, 0..=end).show_value(false)).changed() && to != at {
            stage.asks.push(PlayerCommand::Seek(to));
        }
        ui.label(theme::quiet(format!("{at} of {end}")));
    });
}

fn views(ui: &mut Ui, stage: &mut Stage) {
    ui.label(theme::title("View (V, F flips, T from above)"));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding.x = 6.0;
        for (view, name) in View::ALL {
            let text = RichText::new(words::capital(name)).size(theme::SMALL);
            let button = Button::selectable(stage.settings.view == view, text).frame_when_inactive(true);
            if ui.add(button).clicked() {
                stage.settings.view = view;
            }
        }
    });
}
