//! Colours and sizes: dark wood, brass, and legible text.

use std::collections::BTreeMap;

use bevy_egui::egui::style::{ScrollStyle, WidgetVisuals};
use bevy_egui::egui::{
    self, Button, Color32, CornerRadius, FontFamily, FontId, Frame, Id, Margin, Rect, Response, RichText, Sense,
    Stroke, TextStyle, Ui, Vec2, WidgetText, vec2,
};

use crate::engine::{GameInfo, Side};

/// Walnut: the panel.
pub const PANEL: Color32 = Color32::from_rgb(0x24, 0x1a, 0x14);
/// A shade lighter: windows, cards.
pub const RAISED: Color32 = Color32::from_rgb(0x2e, 0x22, 0x1a);
/// A shade darker: fields, code.
pub const SUNK: Color32 = Color32::from_rgb(0x19, 0x12, 0x0d);
/// Clickable elements.
pub const BUTTON: Color32 = Color32::from_rgb(0x42, 0x30, 0x24);
/// The element under the pointer.
pub const HOVER: Color32 = Color32::from_rgb(0x56, 0x40, 0x30);
/// Pressed or chosen elements.
pub const CHOSEN: Color32 = Color32::from_rgb(0x5a, 0x42, 0x24);
/// Borders.
pub const EDGE: Color32 = Color32::from_rgb(0x5c, 0x46, 0x36);
/// Ivory: text.
pub const TEXT: Color32 = Color32::from_rgb(0xf2, 0xe8, 0xd8);
/// Secondary text.
pub const MUTED: Color32 = Color32::from_rgb(0xc9, 0xb8, 0xa2);
/// Brass: headings, links, the main button.
pub const BRASS: Color32 = Color32::from_rgb(0xe6, 0xb8, 0x6a);
/// Text on brass.
pub const BRASS_TEXT: Color32 = Color32::from_rgb(0x20, 0x16, 0x0e);
/// Warnings: text colour.
pub const ALARM: Color32 = Color32::from_rgb(0xff, 0xa0, 0x88);
/// Warnings: background colour.
pub const ALARM_BACK: Color32 = Color32::from_rgb(0x55, 0x1f, 0x18);

/// Size of ordinary text, logical pixels.
pub const BODY: f32 = 16.0;
/// Size of small text, logical pixels.
pub const SMALL: f32 = 14.0;

const ROUND: CornerRadius = CornerRadius::same(8);

/// Applies the colours and sizes to a context.
pub fn apply(ctx: &egui::Context) {
    ctx.set_theme(egui::Theme::Dark);
    // Zoom is one of the program's settings.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    ctx.all_styles_mut(|style| {
        style.text_styles = sizes();
        style.animation_time = 0.08;
        style.interaction.selectable_labels = false;
        let spacing = &mut style.spacing;
        spacing.item_spacing = vec2(8.0, 7.0);
        spacing.button_padding = vec2(10.0, 5.0);
        spacing.window_margin = Margin::same(16);
        spacing.interact_size.y = 28.0;
        spacing.slider_width = 150.0;
        (spacing.icon_width, spacing.icon_width_inner) = (20.0, 13.0);
        spacing.scroll = ScrollStyle {
            floating_allocated_width: 9.0,
            // Visible even without the pointer, to show that there is more to scroll to.
            dormant_handle_opacity: 0.5,
            ..ScrollStyle::floating()
        };
        colour(&mut style.visuals);
    });
}

fn sizes() -> BTreeMap<TextStyle, FontId> {
    let font = |size, family| FontId::new(size, family);
    BTreeMap::from([
        (TextStyle::Heading, font(22.0, FontFamily::Proportional)),
        (TextStyle::Body, font(BODY, FontFamily::Proportional)),
        (TextStyle::Button, font(BODY, FontFamily::Proportional)),
        (TextStyle::Small, font(SMALL, FontFamily::Proportional)),
        (TextStyle::Monospace, font(15.0, FontFamily::Monospace)),
    ])
}

fn colour(visuals: &mut egui::Visuals) {
    *visuals = egui::Visuals::dark();
    visuals.panel_fill = PANEL;
    visuals.window_fill = RAISED;
    visuals.window_stroke = Stroke::new(1.0, EDGE);
    visuals.window_corner_radius = CornerRadius::same(12);
    visuals.menu_corner_radius = ROUND;
    visuals.extreme_bg_color = SUNK;
    visuals.faint_bg_color = RAISED;
    visuals.code_bg_color = SUNK;
    visuals.hyperlink_color = BRASS;
    visuals.warn_fg_color = BRASS;
    visuals.error_fg_color = ALARM;
    visuals.weak_text_color = Some(MUTED);
    visuals.selection.bg_fill = CHOSEN;
    visuals.selection.stroke = Stroke::new(1.0, TEXT);
    visuals.slider_trailing_fill = true;
    // `bevy_egui` redraws immediately instead of when the cursor should blink, so that a window
    // with a focused field would never rest.
    visuals.text_cursor.blink = false;
    let widget = |fill, edge, text| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, edge),
        corner_radius: ROUND,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let widgets = &mut visuals.widgets;
    widgets.noninteractive = widget(PANEL, EDGE, TEXT);
    widgets.inactive = widget(BUTTON, EDGE, TEXT);
    widgets.hovered = widget(HOVER, BRASS, TEXT);
    widgets.active = widget(CHOSEN, BRASS, TEXT);
    widgets.open = widget(HOVER, EDGE, TEXT);
}

/// A window constrained to `free`, and its largest size there. Its id depends on the text size, so
/// that it returns to its default size when the text size changes.
pub fn window<'open>(
    ctx: &egui::Context,
    title: impl Into<String>,
    open: &'open mut bool,
    free: Rect,
) -> (egui::Window<'open>, Vec2) {
    let title = title.into();
    let id = Id::new(("window", &title, ctx.zoom_factor().to_bits()));
    // A window takes all of a small area.
    let small = free.height() < SMALL_ROOM;
    let (aside, margin) = if small { (vec2(18.0, 30.0), 8) } else { (vec2(36.0, 48.0), 16) };
    let frame = Frame::window(&ctx.global_style()).inner_margin(Margin::same(margin));
    let room = free.shrink2(aside).size().max(vec2(240.0, 200.0));
    let window = egui::Window::new(title).id(id).open(open).collapsible(false).frame(frame);
    (window.constrain_to(free).max_size(room), room)
}

/// Windows have narrow margins in areas lower than this, logical pixels.
const SMALL_ROOM: f32 = 500.0;

/// Asks a question in a modal window; `Some(true)` means yes. Clicks outside do not answer it.
pub fn ask(ctx: &egui::Context, title: &str, words: &str, [yes, no]: [&str; 2]) -> Option<bool> {
    let frame = Frame::window(&ctx.global_style()).inner_margin(Margin::same(16));
    let modal = egui::Modal::new(Id::new(("question", title))).frame(frame);
    let shown = modal.show(ctx, |ui| {
        ui.set_max_width(380.0_f32.min(ctx.content_rect().width() - 60.0));
        ui.label(RichText::new(title).size(18.0).color(BRASS));
        ui.add(egui::Label::new(words).wrap());
        ui.horizontal_wrapped(|ui| {
            let agreed = ui.button(yes).clicked().then_some(true);
            agreed.or(ui.button(no).clicked().then_some(false))
        })
        .inner
    });
    shown.inner
}

/// Names a widget for screen readers.
pub fn label(response: &Response, name: &str) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name));
}

/// Names a button whose text is a sign: on hover, and for screen readers.
pub fn named(response: Response, name: impl Into<String>) -> Response {
    let name = name.into();
    label(&response, &name);
    response.on_hover_text(name)
}

/// The main button, as wide as the panel.
pub fn main_button(ui: &mut Ui, text: &str) -> Response {
    let text = RichText::new(text).size(19.0).strong().color(BRASS_TEXT);
    let size = vec2(ui.available_width(), 44.0);
    ui.add_sized(size, Button::new(text).fill(BRASS).stroke(Stroke::NONE).corner_radius(ROUND).wrap())
}

/// The size of a keycap, logical pixels.
const KEYCAP: Vec2 = vec2(20.0, 20.0);

/// Draws a key like a keycap, so that it is not mistaken for a number of things.
pub fn keycap(painter: &egui::Painter, at: egui::Pos2, key: &str) {
    let rect = Rect::from_min_size(at, KEYCAP);
    painter.rect_filled(rect.translate(vec2(0.0, 2.0)), CornerRadius::same(4), EDGE);
    painter.rect(rect, CornerRadius::same(4), SUNK, Stroke::new(1.0, MUTED), egui::StrokeKind::Inside);
    painter.text(rect.center(), egui::Align2::CENTER_CENTER, key, FontId::proportional(13.0), MUTED);
}

/// A button that shows its key on a keycap before the text.
pub fn key_button(ui: &mut Ui, key: &str, text: &str, chosen: bool, width: f32) -> Response {
    let room = if key.is_empty() { 0.0 } else { KEYCAP.x + 8.0 };
    let padding = ui.spacing().button_padding;
    let inner = (ui.max_rect().width() - room - 2.0 * padding.x).max(20.0);
    let galley = WidgetText::from(text).into_galley(ui, Some(egui::TextWrapMode::Wrap), inner, TextStyle::Button);
    let size = vec2(room + galley.size().x, galley.size().y.max(KEYCAP.y + 2.0)) + 2.0 * padding;
    let (rect, response) = ui.allocate_exact_size(size.max(vec2(width, 0.0)), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, chosen, text));
    let visuals = ui.style().interact_selectable(&response, chosen);
    let painter = ui.painter();
    painter.rect(rect, visuals.corner_radius, visuals.weak_bg_fill, visuals.bg_stroke, egui::StrokeKind::Inside);
    let left = rect.left() + padding.x;
    if !key.is_empty() {
        keycap(painter, egui::pos2(left, rect.center().y - KEYCAP.y / 2.0 - 1.0), key);
    }
    painter.galley(egui::pos2(left + room, rect.center().y - galley.size().y / 2.0), galley, visuals.text_color());
    response
}

/// A button as wide as the panel, with its key on a keycap.
pub fn wide_button(ui: &mut Ui, key: &str, text: &str, chosen: bool) -> Response {
    key_button(ui, key, text, chosen, ui.available_width())
}

/// A button that selects one of several values.
pub fn choice<T: PartialEq>(ui: &mut Ui, now: &mut T, value: T, words: &str) {
    if ui.add(Button::selectable(*now == value, words).frame_when_inactive(true)).clicked() {
        *now = value;
    }
}

/// Lets the arrow keys change the value of the drop-down list that has the focus, open or not.
pub fn arrow_keys<T: PartialEq + Copy>(ui: &Ui, list: &Response, now: &mut T, values: &[T]) {
    if !list.has_focus() {
        return;
    }
    let filter = egui::EventFilter { vertical_arrows: true, ..egui::EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(list.id, filter));
    let presses = |key| ui.input(|input| input.num_presses(key));
    let [up, down] = [presses(egui::Key::ArrowUp), presses(egui::Key::ArrowDown)];
    let at = values.iter().position(|own| own == now).unwrap_or_default();
    let to = (at + down).saturating_sub(up).min(values.len().saturating_sub(1));
    if let Some(value) = values.get(to).filter(|_| to != at) {
        *now = *value;
    }
}

/// Secondary text, such as a label.
pub fn muted(text: impl Into<String>) -> RichText {
    RichText::new(text).size(SMALL).color(MUTED)
}

/// The heading of a part of the panel.
pub fn title(text: impl Into<String>) -> RichText {
    RichText::new(text).size(SMALL).color(BRASS)
}

/// The colour of a side.
pub fn team(info: &GameInfo, side: Side) -> Color32 {
    let [red, green, blue] = crate::presentation::Presentation::of(info).colour(side);
    Color32::from_rgb(red, green, blue)
}

/// A disc in the colour of a side. The second side's disc has a hole, so that it is recognisable
/// without colours.
pub fn disc(ui: &mut Ui, info: &GameInfo, side: Side) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 18.0), Sense::hover());
    let painter = ui.painter();
    painter.circle(rect.center(), 6.0, team(info, side), Stroke::new(1.5, MUTED));
    if side == Side::Black {
        painter.circle_filled(rect.center(), 2.0, MUTED);
    }
}

/// Buttons narrower than this have smaller text, logical pixels.
const NARROW_BUTTON: f32 = 60.0;

/// Lays out `count` buttons of equal size in a row. If a text is too wide, the last buttons go to
/// another row.
pub fn row(ui: &mut Ui, count: usize, contents: impl FnOnce(&mut Ui, Vec2)) {
    let gap = 6.0;
    // Slightly less than the available width, so that rounding wraps nothing.
    let width = (ui.available_width() - gap * (count - 1) as f32 - 0.5) / count as f32;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        ui.spacing_mut().button_padding.x = 2.0;
        let size = if width < NARROW_BUTTON { 12.5 } else { 15.0 };
        ui.style_mut().text_styles.insert(TextStyle::Button, FontId::proportional(size));
        contents(ui, vec2(width, 30.0));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2.2, relative luminance.
    fn luminance(colour: Color32) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// WCAG 2.2, success criterion 1.4.3, asks for 4.5.
    #[test]
    fn text_stands_out() {
        assert!((contrast(Color32::WHITE, Color32::BLACK) - 21.0).abs() < 1e-9);
        let pairs = [(BRASS_TEXT, BRASS), (ALARM, PANEL), (TEXT, ALARM_BACK), (ALARM, ALARM_BACK), (BRASS, CHOSEN)];
        let on_wood = [PANEL, RAISED, SUNK, BUTTON, HOVER, CHOSEN].map(|back| [(TEXT, back), (MUTED, back)]);
        for (text, back) in pairs.into_iter().chain(on_wood.into_iter().flatten()) {
            assert!(contrast(text, back) >= 4.5, "{text:?} on {back:?}: {}", contrast(text, back));
        }
    }
}
