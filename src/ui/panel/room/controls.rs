//! The buttons of a match in a room. Offers need the opponent's answer.

use bevy_egui::egui::{Button, RichText, Ui};

use crate::play::Match;
use crate::rooms::OfferKind;
use crate::session::{InputCommand, Joined, RoomCommand, local_player};
use crate::ui::panel::moves;
use crate::ui::state::leave::answer;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::{Question, UiState};
use crate::ui::theme::{self, row};

/// Draws the buttons.
pub fn show(ui: &mut Ui, running: &Match, joined: &Joined, state: &mut UiState, cx: &mut UiContext) {
    let side = joined.state().side();
    let offered = |what| joined.state().offers().iter().any(|offer| Some(offer.by) == side && offer.what == what);
    if let (Some(Question::Resign(side)), None) = (&state.question, running.outcome()) {
        ui.label(format!("{} resigns. Sure?", running.game().info().side(*side)));
        row(ui, 2, |ui, size| {
            let yes = Button::new(RichText::new("Resign").color(theme::ALARM));
            if ui.add_sized(size, yes).on_hover_text(format!("Key {}", cx.keys.key(InputCommand::Yes))).clicked() {
                answer(true, state, cx);
            }
            if ui.add_sized(size, Button::new("Play on")).on_hover_text("Escape").clicked() {
                answer(false, state, cx);
            }
        });
        return;
    }
    if running.outcome().is_some() {
        row(ui, 2, |ui, size| {
            ui.add_enabled_ui(joined.may_offer() && !offered(OfferKind::Rematch), |ui| {
                if ui.add_sized(size, Button::new("Rematch")).on_hover_text("With sides swapped").clicked() {
                    cx.room_commands.push(RoomCommand::Offer(OfferKind::Rematch));
                }
            });
            if ui.add_sized(size, Button::new("Look through")).on_hover_text("Left arrow: step by step").clicked() {
                cx.commands.push(moves::review(running, 1));
            }
        });
        return;
    }
    let Some(side) = local_player(running).filter(|_| !joined.connection().is_over()) else { return };
    let taken = running.last_decision_of(side).is_some();
    let timed = running.clock().is_some();
    let take_back = ("Take back", OfferKind::Takeback, taken, "Asks your opponent to let you take back your last move");
    let draw = ("Offer draw", OfferKind::Draw, true, "Asks your opponent to agree to a draw");
    let time = ("More time", OfferKind::MoreTime, timed, "Offers 30 s more for both");
    let mut wanted = Vec::new();
    let mut offer = |ui: &mut Ui, size, (name, what, possible, words): (&str, OfferKind, bool, &str)| {
        ui.add_enabled_ui(possible && !offered(what), |ui| {
            if ui.add_sized(size, Button::new(name)).on_hover_text(words).clicked() {
                wanted.push(RoomCommand::Offer(what));
            }
        });
    };
    let mut resign = |ui: &mut Ui, size| {
        if ui.add_sized(size, Button::new("Resign")).clicked() {
            state.question = Some(Question::Resign(side));
        }
    };
    if timed {
        row(ui, 2, |ui, size| {
            offer(ui, size, take_back);
            offer(ui, size, time);
        });
        row(ui, 2, |ui, size| {
            offer(ui, size, draw);
            resign(ui, size);
        });
    } else {
        row(ui, 3, |ui, size| {
            offer(ui, size, take_back);
            offer(ui, size, draw);
            resign(ui, size);
        });
    }
    cx.room_commands.extend(wanted);
}
