//! The state of the match in words: the side to move, the pending action, notices, and the result.

use std::time::Duration;

use bevy_egui::egui::{Align, Button, Color32, CornerRadius, Frame, Label, Layout, Margin, RichText, Stroke, Ui};

use crate::engine::{Info, Outcome, Side, Turn};
use crate::play::{Match, Pending, Replay, Seat};
use crate::session::{InputCommand, PlayerCommand, Showing, TurnClock};
use crate::ui::online::links;
use crate::ui::panel::room::people;
use crate::ui::panel::{faces, odds};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::{theme, words};

/// A clock below this time is shown in the alarm colour.
const SHORT: Duration = Duration::from_secs(20);

/// After this thinking time, the search of a bot is shown, s.
const LONG: f32 = 0.5;

/// Draws the upper part of the panel.
pub fn show(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let Some(game) = cx.session.game() else { return };
    let name = game.info().name;
    ui.horizontal(|ui| {
        ui.heading(RichText::new(name).color(theme::BRASS));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if can_pause(cx) {
                pause(ui, cx);
            }
            links::menu(ui, state, cx);
        });
    });
    // In a room, each player has a card instead.
    if cx.room.on_table().is_none() {
        players(ui, cx);
    }
    if let Some(words) = occasion(&cx.session.showing) {
        ui.add(Label::new(theme::muted(words)).wrap());
    }
    let Some(game) = cx.session.game() else { return };
    match &cx.session.showing {
        Showing::Nothing | Showing::Exercise(_) | Showing::Analysis(_) => {}
        Showing::Match(running) => {
            match cx.room.on_table() {
                Some(_) => people::show(ui, running, cx),
                None => clocks(ui, running, cx.clock),
            }
            due(ui, running, state, cx);
            faces::show(ui, cx);
            offer(ui, running, cx);
            let branch = state.branch.as_ref().filter(|branch| running.setup().start.as_ref() == Some(&branch.text));
            if let Some(branch) = branch {
                ui.add(Label::new(theme::muted(&branch.words)).wrap());
            }
        }
        Showing::Replay(replay) => show_replay(ui, replay, cx),
    }
    if !matches!(&cx.session.showing, Showing::Match(running) if running.outcome().is_some()) {
        for notice in state.notices.get(cx.history.revision(), || game.notices()) {
            if notice.urgent {
                boxed(ui, theme::ALARM_BACK, theme::ALARM, |ui| {
                    ui.label(RichText::new(&notice.text).color(theme::TEXT));
                });
            } else {
                ui.label(RichText::new(&notice.text).color(theme::MUTED));
            }
        }
    }
    odds::show(ui, cx);
}

/// Draws the names of the players.
fn players(ui: &mut Ui, cx: &UiContext) {
    let setup = match &cx.session.showing {
        Showing::Nothing | Showing::Exercise(_) | Showing::Analysis(_) => return,
        Showing::Match(running) => running.setup(),
        Showing::Replay(replay) => replay.setup(),
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for (side, name) in Side::BOTH.into_iter().zip(words::names(setup.seats, &setup.names)) {
            if side == Side::Black {
                ui.label(theme::muted("–"));
            }
            theme::disc(ui, setup.info, side);
            ui.label(RichText::new(name).size(theme::SMALL));
        }
    });
}

/// Whether a bot or program plays in the unfinished match on the table.
fn can_pause(cx: &UiContext) -> bool {
    let goes_on = cx.session.running().filter(|running| running.outcome().is_none());
    goes_on.is_some_and(|running| !running.is_remote() && running.setup().seats != [Seat::Human; 2])
}

/// The button that pauses and resumes a match.
fn pause(ui: &mut Ui, cx: &mut UiContext) {
    let (sign, words) =
        if cx.paused { ("▶", "The match goes on") } else { ("⏸", "Pauses the match and its clocks") };
    let button = Button::selectable(cx.paused, sign).frame_when_inactive(true).small();
    let words = format!("{words} ({})", cx.keys.key(InputCommand::Pause));
    if ui.add(button).on_hover_text(words).clicked() {
        cx.commands.push(PlayerCommand::Pause(!cx.paused));
    }
}

/// The event of the match; for a replay, also its date.
fn occasion(showing: &Showing) -> Option<String> {
    let (setup, date) = match showing {
        Showing::Nothing | Showing::Exercise(_) | Showing::Analysis(_) => return None,
        Showing::Match(running) => (running.setup(), None),
        Showing::Replay(replay) => (replay.setup(), replay.header().date.as_deref()),
    };
    let day = date.and_then(|date| date.split('T').next()).map(str::to_string);
    let words: Vec<_> = setup.event.clone().into_iter().chain(day).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn due(ui: &mut Ui, running: &Match, state: &mut UiState, cx: &mut UiContext) {
    let info = running.game().info();
    match running.pending() {
        _ if cx.paused => drop(ui.label(RichText::new("The match is paused").size(18.0).strong())),
        Pending::Decide { side, seat: Seat::Human } => of_side(ui, info, side, "to move"),
        Pending::Decide { side, seat: Seat::Bot(bot) } => {
            let name = bot.name();
            of_side(ui, info, side, &format!("to move: {name} …"));
            thought(ui, &name, cx);
        }
        Pending::Decide { side, seat: Seat::Program } => {
            let name = words::name(Seat::Program, running.setup().names[side.index()].as_ref());
            of_side(ui, info, side, &format!("to move: {name} …"));
            thought(ui, &name, cx);
        }
        Pending::Decide { side, seat: Seat::Remote } => of_side(ui, info, side, "to move …"),
        Pending::Throw { side, seat: Seat::Remote, .. } if !cx.active => {
            of_side(ui, info, side, "to throw the die …");
        }
        Pending::Throw { side, seat: Seat::Human, .. } if !cx.active => {
            of_side(ui, info, side, "to throw the die");
            if theme::main_button(ui, &format!("{} Throw ({})", words::DIE, cx.keys.key(InputCommand::Space))).clicked()
            {
                cx.commands.push(PlayerCommand::Throw(None));
            }
        }
        Pending::Throw { side, .. } => of_side(ui, info, side, "throws the die …"),
        Pending::Over(outcome) => {
            banner(ui, words::result_for(outcome, running), outcome);
            // In a room, a rematch is offered instead.
            if cx.room.on_table().is_none()
                && theme::main_button(ui, &format!("New match ({})", cx.keys.key(InputCommand::NewMatch))).clicked()
            {
                state.open_form(cx.session);
            }
        }
    }
}

/// Says that the match goes on during its replay, and how to return to it.
pub fn looking_back(ui: &mut Ui, cx: &mut UiContext) {
    let Showing::Replay(replay) = &cx.session.showing else { return };
    let Some(behind) = &cx.session.background_match else { return };
    let (ply, plies) = (cx.history.plies_at(replay.at()), cx.history.plies().len());
    let state = match behind.outcome() {
        Some(outcome) => format!("the match is over: {}", words::result_for(outcome, behind)),
        None => "the match goes on".into(),
    };
    boxed(ui, theme::CHOSEN, theme::BRASS, |ui| {
        ui.add(Label::new(format!("Looking at ply {ply} of {plies}; {state}.")).wrap());
        if theme::main_button(ui, &format!("Return to the match ({})", cx.keys.key(InputCommand::ToEnd))).clicked() {
            cx.commands.push(PlayerCommand::Seek(replay.len()));
        }
    });
    clocks(ui, behind, cx.clock);
}

fn show_replay(ui: &mut Ui, replay: &Replay, cx: &UiContext) {
    let info = replay.game().info();
    if cx.session.background_match.is_none() {
        ui.label(theme::title("Replay"));
    }
    match (replay.shown_outcome(), replay.game().turn()) {
        (Some(outcome), _) | (None, Turn::Over(outcome)) => banner(ui, words::result(outcome, info), outcome),
        (None, Turn::Decide(side)) => of_side(ui, info, side, "to move"),
        (None, Turn::Chance(side, _)) => of_side(ui, info, side, "to throw the die"),
    }
}

/// Draws the latest move in words.
pub fn last(ui: &mut Ui, cx: &UiContext) {
    if let (Some(ply), Some(game)) = (cx.history.last(), cx.session.game()) {
        ui.horizontal_top(|ui| {
            theme::disc(ui, game.info(), ply.side);
            ui.add(Label::new(theme::muted(ply.sentence())).wrap());
        });
    }
}

/// Draws the search results of a bot that thinks long, and the button that stops it.
fn thought(ui: &mut Ui, name: &str, cx: &mut UiContext) {
    let Some(thinking) = cx.thought.as_ref().filter(|thinking| thinking.seconds >= LONG) else { return };
    let found = thinking.thought.as_ref().map_or_else(String::new, |thought| {
        format!(", depth {}, {} positions", thought.depth, words::count(thought.nodes))
    });
    ui.label(theme::muted(format!("{name} thinks for {:.0} s{found}", thinking.seconds)));
    if theme::wide_button(ui, &cx.keys.key(InputCommand::MoveNow), "Move now", false).clicked() {
        cx.commands.push(PlayerCommand::MoveNow);
    }
}

fn of_side(ui: &mut Ui, info: &Info, side: Side, does: &str) {
    ui.horizontal_wrapped(|ui| {
        theme::disc(ui, info, side);
        ui.label(RichText::new(format!("{} {does}", info.side(side))).size(18.0).strong());
    });
}

fn banner(ui: &mut Ui, result: String, outcome: Outcome) {
    boxed(ui, theme::CHOSEN, theme::BRASS, |ui| {
        ui.label(RichText::new(result).size(24.0).color(theme::TEXT));
        ui.label(RichText::new(words::capital(outcome.reason.words())).color(theme::TEXT));
    });
}

fn clocks(ui: &mut Ui, running: &Match, clock: TurnClock) {
    let info = running.game().info();
    let left = Side::BOTH.map(|side| clock.remaining(running, side));
    let [Some(white), Some(black)] = left else { return };
    ui.columns_const(|columns: &mut [Ui; 2]| {
        for ((ui, side), left) in columns.iter_mut().zip(Side::BOTH).zip([white, black]) {
            let ticks = running.pending().side() == Some(side);
            let edge = if ticks { theme::BRASS } else { theme::EDGE };
            boxed(ui, theme::SUNK, edge, |ui| {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 5.0;
                    theme::disc(ui, info, side);
                    let colour = if left < SHORT { theme::ALARM } else { theme::TEXT };
                    ui.label(RichText::new(words::clock(left)).monospace().size(18.0).color(colour));
                });
            });
        }
    });
}

fn offer(ui: &mut Ui, running: &Match, cx: &mut UiContext) {
    let Some(by) = running.draw_offer() else { return };
    let info = running.game().info();
    boxed(ui, theme::RAISED, theme::BRASS, |ui| {
        ui.label(format!("{} offers a draw. {}?", info.side(by), info.side(by.other())));
        ui.horizontal(|ui| {
            if ui.button("Accept").clicked() {
                cx.commands.push(PlayerCommand::AcceptDraw);
            }
            if ui.button("Decline").clicked() {
                cx.commands.push(PlayerCommand::DeclineDraw);
            }
        });
    });
}

fn boxed(ui: &mut Ui, fill: Color32, edge: Color32, contents: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(fill).stroke(Stroke::new(1.0, edge)).corner_radius(CornerRadius::same(8));
    frame.inner_margin(Margin::symmetric(10, 8)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        contents(ui);
    });
}
