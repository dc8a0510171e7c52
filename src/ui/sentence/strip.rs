//! The strip beside the sentence: questions, offers, refusals and other messages. If it needs more
//! than a line, it extends over the table, so that it neither moves nor covers a button.

use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{Align2, Area, Button, Frame, Label, Margin, Order, Rect, RichText, Ui, vec2};

use crate::engine::Side;
use crate::play::{Match, Seat};
use crate::session::{InputCommand, Notification, OverlayLevel, PlayerCommand, local_player};
use crate::ui::panel::online::people;
use crate::ui::screen::{DETAIL, is_below};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::messages::UiMessages;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_command::{Question, UiCommand};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::{theme, words};

/// The time for which a message is shown, s: at least, and for each letter.
const SHOWN: f64 = 4.0;
const SHOWN_FOR_LETTER: f64 = 0.06;

/// The margin of the text, logical pixels.
const MARGIN: f32 = 6.0;

/// The maximum width of the strip without the sentence bar, and its distance from the edges of the
/// table, logical pixels.
const WIDTH: f32 = 420.0;
const ASIDE: f32 = 14.0;

/// Whether there is anything to show.
pub fn is_needed(messages: &UiMessages, cx: &UiContext) -> bool {
    let asks = matches!(messages.question, Some(Question::Resign(_) | Question::OfferDraw(_)));
    asks || messages.notification.is_some()
        || cx.free_hands
        || cx.session.match_on_table().is_some_and(|running| {
            running.draw_offer().is_some()
                || people::has_messages(running, cx)
                || running.claim_open().is_some() && local_player(running).is_some()
        })
}

/// Removes a message that has been shown for long enough. Refusals stay until the next command.
pub fn expire(frame: Res<UiFrame>, mut messages: ResMut<UiMessages>) {
    let messages = &mut *messages;
    let Some(notification) = messages.notification.as_ref().filter(|notification| !is_refusal(notification)) else {
        messages.since = None;
        return;
    };
    let now = frame.ctx().input(|input| input.time);
    let since = match &messages.since {
        Some((text, since)) if *text == notification.text => *since,
        _ => {
            messages.since = Some((notification.text.clone(), now));
            now
        }
    };
    if now - since > SHOWN + SHOWN_FOR_LETTER * notification.text.chars().count() as f64 {
        (messages.notification, messages.since) = (None, None);
    }
}

fn is_refusal(notification: &Notification) -> bool {
    notification.rule.is_some() || notification.action.is_some() || !notification.cells.is_empty()
}

/// Places the strip at the corner of the table, without the sentence bar.
pub fn place(frame: Res<UiFrame>, mut messages: ResMut<UiMessages>) {
    let free = frame.free();
    let width = WIDTH.min(free.width() - 2.0 * ASIDE);
    messages.strip = Some(Rect::from_min_size(free.min + vec2(ASIDE, ASIDE), vec2(width, DETAIL)));
}

/// Draws the strip in its place.
pub fn show(frame: Res<UiFrame>, mut messages: ResMut<UiMessages>, mut params: UiParams) {
    let (ctx, cx) = (frame.ctx(), &mut params.context());
    let Some(place) = messages.strip.filter(|_| is_needed(&messages, cx)) else { return };
    let area = Area::new("strip".into()).order(Order::Middle).constrain(false);
    let (pivot, corner) = match is_below(ctx.viewport_rect()) {
        true => (Align2::LEFT_BOTTOM, place.left_bottom()),
        false => (Align2::LEFT_TOP, place.left_top()),
    };
    let level = frame.level;
    area.pivot(pivot).fixed_pos(corner - vec2(MARGIN, 0.0)).show(ctx, |ui| {
        let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(MARGIN as i8, 0));
        frame.show(ui, |ui| {
            match level {
                OverlayLevel::Panel => ui.set_width(place.width()),
                OverlayLevel::Clean | OverlayLevel::Broadcast => ui.set_max_width(place.width()),
            }
            ui.set_min_height(place.height());
            let spacing = ui.spacing_mut();
            (spacing.item_spacing, spacing.button_padding) = (vec2(8.0, 2.0), vec2(9.0, 1.0));
            spacing.interact_size.y = place.height() - 2.0;
            lines(ui, &mut messages, cx);
        });
    });
}

fn lines(ui: &mut Ui, messages: &mut UiMessages, cx: &mut UiContext) {
    question(ui, messages.question.as_ref(), cx);
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
    message(ui, messages, cx);
}

/// A text with its buttons, which wrap together.
fn line(ui: &mut Ui, text: &str, buttons: impl FnOnce(&mut Ui)) {
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(text).wrap());
        buttons(ui);
    });
}

/// Asks for confirmation.
fn question(ui: &mut Ui, question: Option<&Question>, cx: &mut UiContext) {
    let (side, does, yes) = match question {
        Some(Question::Resign(side)) => (*side, "Resign", "Resign"),
        Some(Question::OfferDraw(side)) => (*side, "Offer a draw", "Offer draw"),
        Some(Question::Leave(_)) | None => return,
    };
    let Some(running) = cx.session.match_on_table() else { return };
    let info = running.game().info();
    let red = |words: &str| Button::new(RichText::new(words).color(theme::ALARM));
    // At one table, either of two people may resign.
    let either = matches!(question, Some(Question::Resign(_))) && running.setup().seats == [Seat::Human; 2];
    if either {
        line(ui, "Who resigns?", |ui| {
            for side in Side::BOTH {
                if ui.add(red(&format!("{} resigns", info.side(side)))).clicked() {
                    cx.ui_commands.extend([UiCommand::Ask(Question::Resign(side)), UiCommand::Answer(true)]);
                }
            }
            play_on(ui, cx);
        });
        return;
    }
    line(ui, &format!("{does} as {}?", info.side(side)), |ui| {
        if ui.add(red(yes)).on_hover_text(cx.keyed("Confirm", InputCommand::Yes)).clicked() {
            cx.ui_commands.push(UiCommand::Answer(true));
        }
        play_on(ui, cx);
    });
}

fn play_on(ui: &mut Ui, cx: &mut UiContext) {
    if ui.button("Play on").on_hover_text(cx.hints().with_key("Continues the match", "Escape")).clicked() {
        cx.ui_commands.push(UiCommand::Answer(false));
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
    if ui.button(format!("Claim draw: {}", words::reason(claim.reason()))).on_hover_text(hint).clicked() {
        cx.commands.push(PlayerCommand::ClaimDraw);
    }
}

/// Draws the latest message, with a link to the cited rule.
fn message(ui: &mut Ui, messages: &mut UiMessages, cx: &mut UiContext) {
    let Some(notification) = &messages.notification else { return };
    let colour = if is_refusal(notification) { theme::ALARM } else { theme::TEXT };
    let mut closed = false;
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(RichText::new(words::capital(&notification.text)).color(colour)).wrap());
        if let Some(rule) = notification.rule.as_deref() {
            let section = rule.split_once(", ").map_or(rule, |(_, section)| section);
            if ui.link(format!("Rules: {section}")).clicked()
                && let Some(game) = cx.session.game()
            {
                cx.open_rules(RulesView::at(rule, game.info()));
            }
        }
        closed = theme::named(ui.small_button("×"), cx.hints().with_key("Close", "Escape")).clicked();
    });
    if closed {
        messages.notification = None;
    }
}
