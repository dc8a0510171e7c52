//! The window of a room whose match is not on the table yet: the invitation, and the opponent's
//! attendance.

use bevy::prelude::Res;
use bevy_egui::egui::{Align2, Label, RichText, Ui};

use crate::games;
use crate::rooms::{Attendance, Welcome};
use crate::session::{ConnectionState, Joined, RoomCommand};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::ui_params::UiParams;
use crate::ui::{theme, words};

/// Draws the window if there is such a room.
pub fn window(frame: Res<UiFrame>, mut params: UiParams) {
    let (ctx, free, cx) = (frame.ctx(), frame.room(), &mut params.context());
    let Some(joined) = cx.room.joined().filter(|_| cx.room.on_table().is_none()) else { return };
    let mut open = true;
    let (window, _) = theme::window(ctx, "Your room", &mut open, free);
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center());
    let left = window.show(ctx, |ui| {
        ui.set_width(440.0_f32.min(free.width() - 60.0));
        contents(ui, joined);
        ui.add_space(8.0);
        ui.button("Leave the room").on_hover_text("You keep the seat: see Your online matches").clicked()
    });
    let left = left.and_then(|shown| shown.inner).unwrap_or_default();
    if left || !open {
        cx.room_commands.push(RoomCommand::Leave);
    }
}

fn contents(ui: &mut Ui, joined: &Joined) {
    let server = &joined.state().link().server;
    match joined.connection() {
        ConnectionState::Connecting => {
            ui.label(format!("Connecting to {server} …"));
            ui.spinner();
        }
        ConnectionState::Lost(why) => {
            ui.add(Label::new(format!("{server} does not answer ({why}). Trying again …")).wrap());
            ui.spinner();
        }
        ConnectionState::Elsewhere => {
            ui.label("You are now playing on another device.");
        }
        ConnectionState::Closed(why) => {
            ui.add(Label::new(RichText::new(words::capital(why)).color(theme::ALARM)).wrap());
        }
        ConnectionState::Here => {
            if let Some(welcome) = joined.state().welcome() {
                here(ui, joined, welcome);
            }
        }
    }
}

fn here(ui: &mut Ui, joined: &Joined, welcome: &Welcome) {
    let info = games::info(&welcome.game).ok();
    let name = info.map_or(&*welcome.game, |info| info.name);
    ui.label(RichText::new(name).size(24.0).color(theme::BRASS));
    let side = joined.state().side();
    let seat = match (side, info) {
        (Some(side), Some(info)) => format!("You play {}", info.side(side)),
        (Some(side), None) => format!("You play {side}"),
        (None, _) => "You are watching".to_string(),
    };
    let clock = welcome.clock.as_deref().map_or_else(|| "without clocks".to_string(), clock_words);
    ui.label(format!("{seat}, {clock}."));
    ui.add_space(6.0);
    let Some(side) = side else {
        ui.label("The match has not started.");
        return;
    };
    let there = [joined.state().presence().white, joined.state().presence().black][side.other().index()];
    match joined.invitation().filter(|_| there == Attendance::Open) {
        Some(link) => {
            ui.add(Label::new("Send this link to your opponent. Anyone who has it can take the seat.").wrap());
            let link = link.to_string();
            ui.add(Label::new(RichText::new(&link).monospace().size(theme::SMALL)).wrap());
            if theme::main_button(ui, "Copy the invitation").clicked() {
                ui.ctx().copy_text(link);
            }
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label("Waiting for your opponent …");
            });
        }
        None => {
            let name = joined.name(side.other()).unwrap_or("Your opponent");
            ui.label(match there {
                Attendance::Open => "Waiting for your opponent …".to_string(),
                Attendance::Here => format!("{name} is here. The match begins …"),
                Attendance::Away | Attendance::Gone => format!("{name} has left. Waiting …"),
            });
        }
    }
    if let Some(watch) = joined.watch_link()
        && ui.button("Copy a link for spectators").clicked()
    {
        ui.ctx().copy_text(watch.to_string());
    }
    if info.is_some_and(|info| info.dice) {
        ui.add_space(6.0);
        let words = "The server has committed to its dice. You and your opponent each add a secret text, so that nobody can choose the throws; \
                     the match file proves it. The commitment:";
        ui.add(Label::new(theme::muted(words)).wrap());
        ui.add(Label::new(theme::muted(&welcome.commitment).monospace()).wrap());
    }
}

/// Formats a clock such as `300+5` for players.
fn clock_words(clock: &str) -> String {
    let (start, increment) = clock.split_once('+').unwrap_or((clock, "0"));
    let (Ok(start), Ok(increment)) = (start.parse::<u64>(), increment.parse::<u64>()) else { return clock.to_string() };
    let start = if start % 60 == 0 { format!("{} min", start / 60) } else { format!("{start} s") };
    format!("{start} + {increment} s per move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_shown_in_minutes() {
        let told = ["300+5", "90", "90+1", "600+0", "soon"].map(clock_words);
        assert_eq!(
            told,
            ["5 min + 5 s per move", "90 s + 0 s per move", "90 s + 1 s per move", "10 min + 0 s per move", "soon"]
        );
    }
}
