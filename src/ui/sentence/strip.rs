//! The strip beside the sentence: questions, offers, refusals and other messages. If it needs more
//! than a line, it extends over the table, so that it neither moves nor covers a button.

use bevy_egui::egui::{Align2, Area, Button, Context, Frame, Label, Margin, Order, RichText, Ui, vec2};

use crate::engine::Side;
use crate::play::{Match, Seat};
use crate::session::{InputCommand, Notification, PlayerCommand, local_player};
use crate::ui::panel::online::people;
use crate::ui::screen::is_below;
use crate::ui::state::leave::answer;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::{Question, UiState};
use crate::ui::{theme, words};

/// The time for which a message is shown, s: at least, and for each letter.
const SHOWN: f64 = 4.0;
const SHOWN_FOR_LETTER: f64 = 0.06;

/// The margin of the text, logical pixels.
const MARGIN: f32 = 6.0;

/// Whether there is anything to show.
pub fn is_needed(state: &UiState, cx: &UiContext) -> bool {
    let asks = matches!(state.question, Some(Question::Resign(_) | Question::OfferDraw(_)));
    asks || state.notification.is_some()
        || cx.free_hands
        || cx.session.match_on_table().is_some_and(|running| {
            running.draw_offer().is_some()
                || people::has_messages(running, cx)
                || running.claim_open().is_some() && local_player(running).is_some()
        })
}

/// Removes a message that has been shown for long enough. Refusals stay until the next command.
pub fn expire(ctx: &Context, state: &mut UiState) {
    let Some(notification) = state.notification.as_ref().filter(|notification| !is_refusal(notification)) else {
        state.message_since = None;
        return;
    };
    let now = ctx.input(|input| input.time);
    let since = match &state.message_since {
        Some((text, since)) if *text == notification.text => *since,
        _ => {
            state.message_since = Some((notification.text.clone(), now));
            now
        }
    };
    if now - since > SHOWN + SHOWN_FOR_LETTER * notification.text.chars().count() as f64 {
        (state.notification, state.message_since) = (None, None);
    }
}

fn is_refusal(notification: &Notification) -> bool {
    notification.rule.is_some() || notification.action.is_some() || !notification.cells.is_empty()
}

/// Draws the strip in the room that the bar has left for it.
pub fn show(ctx: &Context, state: &mut UiState, cx: &mut UiContext) {
    let Some(place) = state.strip.filter(|_| is_needed(state, cx)) else { return };
    let area = Area::new("strip".into()).order(Order::Middle).constrain(false);
    let (pivot, corner) = match is_below(ctx.viewport_rect()) {
        true => (Align2::LEFT_BOTTOM, place.left_bottom()),
        false => (Align2::LEFT_TOP, place.left_top()),
    };
    area.pivot(pivot).fixed_pos(corner - vec2(MARGIN, 0.0)).show(ctx, |ui| {
        let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(MARGIN as i8, 0));
        frame.show(ui, |ui| {
            ui.set_width(place.width());
            ui.set_min_height(place.height());
            let spacing = ui.spacing_mut();
            (spacing.item_spacing, spacing.button_padding) = (vec2(8.0, 2.0), vec2(9.0, 1.0));
            spacing.interact_size.y = place.height() - 2.0;
            lines(ui, state, cx);
        });
    });
}

fn lines(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    question(ui, state, cx);
    if let Some(running) = cx.session.match_on_table() {
        people::messages(ui, running, cx);
        offer(ui, running, cx);
        claim(ui, running, cx);
    }
    if cx.free_hands {
        line(ui, "Free hands: grab, drag and throw anything.", |ui| {
            if ui.button(cx.keyed("Tidy up", InputCommand::FreeHands)).clicked() {
                cx.commands.push(PlayerCommand::TidyUp);
            }
        });
    }
    message(ui, state, cx);
}

/// A text with its buttons, which wrap together.
fn line(ui: &mut Ui, text: &str, buttons: impl FnOnce(&mut Ui)) {
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(text).wrap());
        buttons(ui);
    });
}

/// Asks for confirmation.
fn question(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let (side, does, yes) = match state.question {
        Some(Question::Resign(side)) => (side, "resigns", "Resign"),
        Some(Question::OfferDraw(side)) => (side, "offers a draw", "Offer draw"),
        Some(Question::Leave(_)) | None => return,
    };
    let Some(running) = cx.session.match_on_table() else { return };
    let info = running.game().info();
    let red = |words: &str| Button::new(RichText::new(words).color(theme::ALARM));
    // At one table, either of two people may resign.
    let either = matches!(state.question, Some(Question::Resign(_))) && running.setup().seats == [Seat::Human; 2];
    if either {
        line(ui, "Who resigns?", |ui| {
            for side in Side::BOTH {
                if ui.add(red(&format!("{} resigns", info.side(side)))).clicked() {
                    state.question = Some(Question::Resign(side));
                    answer(true, state, cx);
                }
            }
            play_on(ui, state, cx);
        });
        return;
    }
    line(ui, &format!("{} {does}. Sure?", info.side(side)), |ui| {
        if ui.add(red(yes)).on_hover_text(cx.keyed("Confirms it", InputCommand::Yes)).clicked() {
            answer(true, state, cx);
        }
        play_on(ui, state, cx);
    });
}

fn play_on(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    if ui.button("Play on").on_hover_text(cx.hints().with_key("Continues the match", "Escape")).clicked() {
        answer(false, state, cx);
    }
}

/// Draws the offer of a draw made at this table.
fn offer(ui: &mut Ui, running: &Match, cx: &mut UiContext) {
    let Some(by) = running.draw_offer() else { return };
    let info = running.game().info();
    line(ui, &format!("{} offers a draw. Does {} accept?", info.side(by), info.side(by.other())), |ui| {
        for (words, command) in [("Accept", PlayerCommand::AcceptDraw), ("Decline", PlayerCommand::DeclineDraw)] {
            if ui.button(words).clicked() {
                cx.commands.push(command);
            }
        }
    });
}

/// Draws the draw that can be claimed.
fn claim(ui: &mut Ui, running: &Match, cx: &mut UiContext) {
    let Some(claim) = running.claim_open().filter(|_| local_player(running).is_some()) else { return };
    let hint = cx.keyed("The match is drawn immediately", InputCommand::ClaimDraw);
    if ui.button(format!("Claim draw: {claim}")).on_hover_text(hint).clicked() {
        cx.commands.push(PlayerCommand::ClaimDraw);
    }
}

/// Draws the latest message, with a link to the cited rule.
fn message(ui: &mut Ui, state: &mut UiState, cx: &UiContext) {
    let Some(notification) = &state.notification else { return };
    let colour = if is_refusal(notification) { theme::ALARM } else { theme::TEXT };
    let (mut opened, mut closed) = (None, false);
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(RichText::new(words::capital(&notification.text)).color(colour)).wrap());
        if let Some(rule) = notification.rule.as_deref() {
            let section = rule.split_once(", ").map_or(rule, |(_, section)| section);
            if ui.link(format!("Rules: {section}")).clicked() {
                opened = cx.session.game().map(|game| RulesView::at(rule, game.info()));
            }
        }
        closed = theme::named(ui.small_button("×"), cx.hints().with_key("Close", "Escape")).clicked();
    });
    state.rules = opened.or(state.rules.take());
    if closed {
        state.notification = None;
    }
}
