//! The bar itself. Its height depends only on the window, so that nothing moves during a match.

use bevy::prelude::ResMut;
use bevy_egui::egui::{
    Align, Color32, FontId, Frame, Label, Layout, Margin, Panel, Rect, RichText, Ui, UiBuilder, vec2,
};

use super::wording::Wording;
use super::{actions, strip, wording};
use crate::ui::screen::{ABOVE, BUTTONS, DETAIL, LOW, SENTENCE, WIDE, bar_height, is_below};
use crate::ui::state::cached::Notices;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::messages::UiMessages;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;

/// The margin at the left and right, logical pixels.
const ASIDE: f32 = 14.0;

/// The font sizes of a sentence too long for the bar, relative to the usual one.
const SHRINKING: [f32; 4] = [1.0, 0.9, 0.8, 0.7];

/// The parts of the bar.
struct BarPlaces {
    sentence: Rect,
    /// `None` in a low window.
    detail: Option<Rect>,
    buttons: Rect,
}

/// `below`: whether the bar is below the table, where the thumb of a hand that holds a phone reaches
/// the buttons.
fn places(bar: Rect, low: bool, below: bool, needed: f32) -> BarPlaces {
    let inner = bar.shrink2(vec2(ASIDE, ABOVE));
    let wide = bar.width() >= WIDE;
    if !wide && below {
        // The text below comes first: the strip that takes its place may grow over the table.
        let top = if low { inner.top() } else { inner.top() + DETAIL };
        return BarPlaces {
            sentence: inner.with_min_y(top).with_max_y(top + SENTENCE),
            detail: (!low).then(|| inner.with_max_y(top)),
            buttons: inner.with_min_y(top + SENTENCE),
        };
    }
    if !wide {
        // The text comes last, because the strip that takes its place may grow over the table.
        let [top, bottom] = [inner.top() + SENTENCE, inner.top() + SENTENCE + BUTTONS + 2.0];
        return BarPlaces {
            sentence: inner.with_max_y(top),
            detail: (!low).then(|| inner.with_min_y(bottom)),
            buttons: inner.with_min_y(top).with_max_y(bottom - 2.0),
        };
    }
    let at = inner.right() - needed;
    let text = inner.with_max_x(at - if needed > 0.0 { ASIDE } else { 0.0 });
    let below = if low { text.bottom() } else { text.top() + SENTENCE };
    let detail = (!low).then(|| text.with_min_y(below));
    BarPlaces { sentence: text.with_max_y(below), detail, buttons: inner.with_min_x(at) }
}

/// Draws the bar above the table, or below it if the panel is there.
pub fn show(
    mut frame: ResMut<UiFrame>,
    mut messages: ResMut<UiMessages>,
    mut notices: ResMut<Notices>,
    mut params: UiParams,
) {
    let (root, cx) = (&mut frame.root, &mut params.context());
    let room = root.available_rect_before_wrap();
    let window = root.ctx().viewport_rect();
    let margin = Frame::new().fill(theme::PANEL).inner_margin(Margin::ZERO);
    let below = is_below(window);
    let panel = if below { Panel::bottom("sentence") } else { Panel::top("sentence") };
    let panel = panel.frame(margin).resizable(false).show_separator_line(false);
    panel.exact_size(bar_height(window, room.width())).show(root, |ui| {
        let bar = ui.max_rect();
        let said = wording::of(&mut notices, cx);
        let most = if bar.width() >= WIDE { 0.62 } else { 1.0 } * (bar.width() - 2.0 * ASIDE);
        let buttons = actions::of(most, &mut notices, cx);
        let low = window.height() < LOW;
        let places = places(bar, low, below, actions::width(&buttons));
        sentence(ui, places.sentence, &said, low, cx);
        let edge = if below { bar.left_top() - vec2(0.0, DETAIL) } else { bar.left_bottom() };
        let at = places.detail.map_or_else(|| edge + vec2(ASIDE, 0.0), |rect| rect.min);
        messages.strip = Some(Rect::from_min_size(at, vec2(places.sentence.width().max(240.0), DETAIL)));
        if let Some(rect) = places.detail.filter(|_| !strip::is_needed(&messages, cx)) {
            detail(ui, rect, &said, cx);
        }
        within(ui, places.buttons, |ui| {
            let height = places.buttons.height().min(44.0);
            actions::show(ui, buttons, height, cx);
        });
    });
}

/// Centres `contents` in a line of a rectangle.
fn within(ui: &mut Ui, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    let layout = Layout::left_to_right(Align::Center);
    ui.scope_builder(UiBuilder::new().max_rect(rect).layout(layout), |ui| {
        ui.set_clip_rect(rect.expand(1.0).intersect(ui.clip_rect()));
        contents(ui);
    });
}

fn sentence(ui: &mut Ui, rect: Rect, said: &Wording, low: bool, cx: &UiContext) {
    let Some(info) = cx.session.game().map(|game| game.info()) else { return };
    within(ui, rect, |ui| {
        if let Some(side) = said.side {
            theme::disc(ui, info, side);
        }
        let size = if rect.width() < 0.5 * WIDE { theme::BODY } else { 19.0 };
        let mut text = said.sentence.clone();
        // Nothing else has room for dangers and the reason for the end.
        let over = cx.session.outcome().is_some();
        for detail in said.details.iter().filter(|detail| low && (over || detail.alarm)) {
            text = format!("{text}. {}", detail.text);
        }
        let size = fitting_size(ui, &text, size);
        ui.add(Label::new(RichText::new(text).size(size).strong()).truncate());
    });
}

/// The largest of a few font sizes at which a line fits into the rest of the row.
fn fitting_size(ui: &Ui, text: &str, size: f32) -> f32 {
    let width =
        |size: f32| ui.painter().layout_no_wrap(text.to_string(), FontId::proportional(size), Color32::WHITE).size().x;
    let sizes = SHRINKING.map(|share| share * size);
    sizes.into_iter().find(|size| width(*size) <= ui.available_width()).unwrap_or(sizes[SHRINKING.len() - 1])
}

fn detail(ui: &mut Ui, rect: Rect, said: &Wording, cx: &UiContext) {
    let Some(info) = cx.session.game().map(|game| game.info()) else { return };
    within(ui, rect, |ui| {
        for detail in &said.details {
            if let Some(side) = detail.side {
                theme::disc(ui, info, side);
            }
            let colour = if detail.alarm { theme::ALARM } else { theme::MUTED };
            ui.add(Label::new(RichText::new(&detail.text).size(theme::SMALL).color(colour)).truncate());
        }
    });
}
