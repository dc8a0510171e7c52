//! The people in the room on the table: players, clocks, spectators and the unanswered message. For
//! the sentence bar: the connection and the offers.

use std::time::Duration;

use bevy_egui::egui::{Label, RichText, Ui};

use crate::engine::{GameInfo, Side};
use crate::platform::clock::Instant;
use crate::play::{Match, Pending, Seat};
use crate::rooms::{Attendance, CLAIM_IDLE, ClientMessage, OfferKind, Offered};
use crate::session::{ConnectionState, Joined, RoomCommand};
use crate::ui::panel::player_box;
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// Draws the players with their clocks.
pub fn players(ui: &mut Ui, running: &Match, cx: &UiContext) {
    let Some(joined) = cx.room.on_table() else { return };
    let clocks = joined.clocks().filter(|_| running.clock().is_some() && !joined.connection().is_over());
    for side in Side::BOTH {
        player(ui, joined, running.game().info(), side, clocks.map(|clocks| clocks[side.index()]), running);
    }
}

/// Draws the number of spectators and the unanswered message.
pub fn others(ui: &mut Ui, running: &Match, cx: &UiContext) {
    let Some(joined) = cx.room.on_table() else { return };
    match joined.state().presence().watching {
        _ if *joined.connection() != ConnectionState::Here => {}
        0 => {}
        1 => drop(ui.label(theme::muted("One spectator"))),
        many => drop(ui.label(theme::muted(format!("{many} spectators")))),
    }
    sent(ui, joined, running);
}

/// Whether there is an offer or claim to answer, or a problem with the connection.
pub fn has_messages(running: &Match, cx: &UiContext) -> bool {
    cx.room.on_table().is_some_and(|joined| {
        *joined.connection() != ConnectionState::Here
            || joined.silence().is_some()
            || !joined.state().offers().is_empty()
            || claimable(joined, running).is_some()
    })
}

/// Draws the state of the connection, the offers, and the button that claims the match.
pub fn messages(ui: &mut Ui, running: &Match, cx: &mut UiContext) {
    let Some(joined) = cx.room.on_table() else { return };
    let info = running.game().info();
    let mut wanted = Vec::from_iter(connection(ui, joined));
    for offered in joined.state().offers() {
        wanted.extend(offer(ui, joined, info, offered));
    }
    wanted.extend(claim(ui, joined, running));
    cx.room_commands.extend(wanted);
}

/// Draws the state of the connection if there is a problem, and the button that takes a seat back
/// from another device.
fn connection(ui: &mut Ui, joined: &Joined) -> Option<RoomCommand> {
    let mut wanted = None;
    let response = ui.horizontal_wrapped(|ui| match joined.connection() {
        ConnectionState::Here => {
            if let Some(silence) = joined.silence() {
                ui.spinner();
                let words =
                    format!("No answer from the server for {} s. The match may have moved on.", silence.as_secs());
                ui.add(Label::new(words).wrap());
            }
        }
        ConnectionState::Connecting | ConnectionState::Lost(_) => {
            ui.spinner();
            ui.add(Label::new("Connection lost. Reconnecting …").wrap());
        }
        ConnectionState::Elsewhere => {
            let words = "You are now playing on another device. This window shows an earlier state of the match.";
            ui.add(Label::new(words).wrap());
            if ui.button("Play here again").clicked() {
                wanted = Some(RoomCommand::Join(joined.state().link().clone()));
            }
        }
        ConnectionState::Closed(why) => {
            ui.add(Label::new(RichText::new(words::capital(why)).color(theme::ALARM)).wrap());
        }
    });
    if let ConnectionState::Lost(why) = joined.connection() {
        response.response.on_hover_text(why);
    }
    wanted
}

fn player(ui: &mut Ui, joined: &Joined, info: &GameInfo, side: Side, left: Option<f64>, running: &Match) {
    let presence = joined.state().presence();
    let there = [presence.white, presence.black][side.index()];
    let connected = *joined.connection() == ConnectionState::Here;
    let you = joined.state().side() == Some(side);
    let told = match there {
        _ if you => Some("you"),
        // Without a connection, attendance is unknown.
        _ if !connected => None,
        Attendance::Here => None,
        Attendance::Open => Some("not here yet"),
        Attendance::Away => Some("away"),
        Attendance::Gone => Some("gone"),
    };
    let mut name = joined.name(side).unwrap_or_else(|| info.side(side)).to_string();
    if let Some(told) = told {
        name.push_str(&format!(" ({told})"));
    }
    let colour = if there == Attendance::Here && connected || you { theme::TEXT } else { theme::MUTED };
    let due = running.pending().side() == Some(side);
    player_box::show(ui, info, side, due, RichText::new(name).color(colour), |ui| {
        if left.is_some() && joined.is_in_doubt() {
            let unknown = RichText::new("?:??").monospace().size(18.0).color(theme::MUTED);
            ui.label(unknown).on_hover_text("Unknown until the server answers");
        } else if let Some(left) = left {
            ui.label(player_box::time(Duration::from_secs_f64(left.max(0.0))));
        }
    });
}

/// Draws the message that the server has not answered.
fn sent(ui: &mut Ui, joined: &Joined, running: &Match) {
    let words = match joined.sent() {
        Some(ClientMessage::Act(act)) => format!("Sent: {} …", words::short(running.game(), &act.text)),
        Some(ClientMessage::Throw(_)) => "Thrown: waiting for the server …".to_string(),
        _ => return,
    };
    ui.label(theme::muted(words));
}

fn offer(ui: &mut Ui, joined: &Joined, info: &GameInfo, offered: &Offered) -> Option<RoomCommand> {
    let own = joined.state().side() == Some(offered.by);
    let name = joined.name(offered.by).unwrap_or_else(|| info.side(offered.by));
    let mut wanted = None;
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(offer_words(offered.what, (!own).then_some(name))).wrap());
        if own && ui.button("Withdraw").clicked() {
            wanted = Some(RoomCommand::Withdraw(offered.offer));
        }
        if !own && joined.state().side().is_some() {
            for (yes, words) in [(true, "Accept"), (false, "Decline")] {
                if ui.button(words).clicked() {
                    wanted = Some(RoomCommand::Answer(offered.offer, yes));
                }
            }
        }
    });
    wanted
}

/// An offer in words. `name` is the offering player; `None` means this one.
fn offer_words(what: OfferKind, name: Option<&str>) -> String {
    let (offers, asks) = match name {
        Some(name) => (format!("{name} offers"), format!("{name} asks")),
        None => ("You offer".to_string(), "You ask".to_string()),
    };
    match what {
        OfferKind::Draw => format!("{offers} a draw."),
        OfferKind::Takeback => format!("{asks} to take back the last move."),
        OfferKind::Rematch => format!("{offers} a rematch, with sides swapped."),
        OfferKind::MoreTime => format!("{offers} 30 s more for both."),
    }
}

/// The text about an opponent who has left or does not move, and whether the match can be claimed.
fn claimable(joined: &Joined, running: &Match) -> Option<(&'static str, bool)> {
    let side = joined.state().side()?;
    let presence = joined.state().presence();
    let gone = [presence.white, presence.black][side.other().index()] == Attendance::Gone;
    let idle = is_idle(joined, running, side.other());
    if !(gone || idle) || *joined.connection() != ConnectionState::Here || running.outcome().is_some() {
        return None;
    }
    match (joined.state().welcome()?.casual, gone) {
        (true, true) => Some(("Your opponent is gone. The match is kept; you can leave and return.", false)),
        (true, false) => None,
        (false, true) => Some(("Your opponent is gone. You can claim the match after two minutes.", true)),
        (false, false) => Some(("Your opponent has not moved for ten minutes. You can claim the match.", true)),
    }
}

fn claim(ui: &mut Ui, joined: &Joined, running: &Match) -> Option<RoomCommand> {
    let (words, may) = claimable(joined, running)?;
    let shown = ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(words).wrap());
        may && ui.button("Claim the match").clicked()
    });
    shown.inner.then_some(RoomCommand::Claim)
}

/// Whether a person has not moved for [`CLAIM_IDLE`] and has no running clock.
fn is_idle(joined: &Joined, running: &Match, side: Side) -> bool {
    let now = Instant::now();
    let decides = matches!(running.pending(), Pending::Decide { side: due, .. } if due == side);
    let clock_runs = joined.state().clocks(now).is_some_and(|clocks| clocks.running.is_some());
    let is_human = joined.state().welcome().is_some_and(|welcome| welcome.seats.of(side) == Seat::HUMAN);
    let idle = joined.state().idle_for(now).is_some_and(|idle| idle >= CLAIM_IDLE);
    decides && !clock_runs && is_human && idle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_are_worded_for_both_sides() {
        assert_eq!(offer_words(OfferKind::Draw, Some("Ada")), "Ada offers a draw.");
        assert_eq!(offer_words(OfferKind::Takeback, Some("Ada")), "Ada asks to take back the last move.");
        assert_eq!(offer_words(OfferKind::Rematch, None), "You offer a rematch, with sides swapped.");
        assert_eq!(offer_words(OfferKind::MoreTime, None), "You offer 30 s more for both.");
    }
}
