//! The bar itself. Its height depends on the window alone, so that nothing moves during a match.

use bevy_egui::egui::{Align, Frame, Label, Layout, Margin, Panel, Rect, RichText, Ui, UiBuilder, vec2};

use super::wording::Wording;
use super::{actions, strip, wording};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::theme;

/// The heights of the sentence, of the text below, and of the buttons, logical pixels.
const SENTENCE: f32 = 25.0;
const DETAIL: f32 = 25.0;
const BUTTONS: f32 = 32.0;

/// The margins, logical pixels.
const ASIDE: f32 = 14.0;
const ABOVE: f32 = 4.0;

/// From this width on, the buttons stand beside the sentence, logical pixels.
const WIDE: f32 = 640.0;

/// A window lower than this has no line below the sentence, logical pixels.
const LOW: f32 = 480.0;

/// The parts of the bar.
struct Places {
    sentence: Rect,
    /// `None` in a low window.
    detail: Option<Rect>,
    buttons: Rect,
}

/// The height of the bar in a window, logical pixels.
pub fn height(window: Rect, width: f32) -> f32 {
    let detail = if window.height() < LOW { 0.0 } else { DETAIL };
    let buttons = if width < WIDE { BUTTONS + 2.0 } else { 0.0 };
    (SENTENCE + detail + buttons).max(BUTTONS) + 2.0 * ABOVE
}

fn places(bar: Rect, low: bool, needed: f32) -> Places {
    let inner = bar.shrink2(vec2(ASIDE, ABOVE));
    let wide = bar.width() >= WIDE;
    let (text, buttons) = if wide {
        let at = inner.right() - needed;
        (inner.with_max_x(at - if needed > 0.0 { ASIDE } else { 0.0 }), inner.with_min_x(at))
    } else {
        let at = inner.bottom() - BUTTONS;
        (inner.with_max_y(at - 2.0), inner.with_min_y(at))
    };
    let below = text.top() + if low && wide { text.height() } else { SENTENCE };
    Places { sentence: text.with_max_y(below), detail: (!low).then(|| text.with_min_y(below)), buttons }
}

/// Draws the bar into the upper part of `root`.
pub fn show(root: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let room = root.available_rect_before_wrap();
    let window = root.ctx().viewport_rect();
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::ZERO);
    let panel = Panel::top("sentence").frame(frame).resizable(false).show_separator_line(false);
    panel.exact_size(height(window, room.width())).show(root, |ui| {
        let bar = ui.max_rect();
        let said = wording::of(state, cx);
        let most = if bar.width() >= WIDE { 0.62 } else { 1.0 } * (bar.width() - 2.0 * ASIDE);
        let buttons = actions::of(most, state, cx);
        let low = window.height() < LOW;
        let places = places(bar, low, actions::width(&buttons));
        sentence(ui, places.sentence, &said, low, cx);
        let at = places.detail.map_or_else(|| bar.left_bottom() + vec2(ASIDE, 0.0), |rect| rect.min);
        state.strip = Some(Rect::from_min_size(at, vec2(places.sentence.width().max(240.0), DETAIL)));
        if let Some(rect) = places.detail.filter(|_| !strip::is_needed(state, cx)) {
            detail(ui, rect, &said, cx);
        }
        within(ui, places.buttons, |ui| {
            let height = places.buttons.height().min(44.0);
            actions::show(ui, buttons, height, state, cx);
        });
    });
}

/// Lays out `contents` in a line in the middle of a rectangle.
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
        // There is no room for them elsewhere.
        for danger in said.details.iter().filter(|detail| low && detail.alarm) {
            text = format!("{text}. {}", danger.text);
        }
        ui.add(Label::new(RichText::new(text).size(size).strong()).truncate());
    });
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
