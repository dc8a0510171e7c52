//! The start screen, and its form in a window over a match.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Align, CentralPanel, Color32, CornerRadius, FontId, Frame, Galley, Image, Layout, Margin, Rect, Response,
    RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, vec2,
};

use crate::engine::GameInfo;
use crate::games;
use crate::session::InputCommand;
use crate::ui::drawing::pictures::{ASPECT, Pictures};
use crate::ui::start::{match_form, next_up};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::theme;
use crate::ui::windows::help;

/// The maximum width of the page, logical pixels.
const PAGE: f32 = 1500.0;

/// The width of the form, logical pixels.
const FORM: f32 = 330.0;

/// In an area lower than this, everything scrolls together, logical pixels.
const HIGH: f32 = 480.0;

/// The minimum width of a card, logical pixels.
const CARD: f32 = 180.0;

/// The minimum width of a card on a phone, logical pixels.
const CARD_ON_PHONE: f32 = 140.0;

/// The gap between cards, logical pixels.
const GAP: f32 = 12.0;

/// The maximum number of cards per row.
const COLUMNS: usize = 3;

/// Draws the start screen.
pub fn page(root: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(24, 14));
    CentralPanel::default().frame(frame).show(root, |ui| {
        let room = ui.available_rect_before_wrap();
        let page = room.shrink2(vec2(((room.width() - PAGE) / 2.0).max(0.0), 0.0));
        ui.scope_builder(UiBuilder::new().max_rect(page), |ui| {
            if fits_beside(page.size()) {
                head(ui, state, cx);
                next_up::show(ui, state, cx);
                ui.add_space(GAP);
                columns(ui, state, cx);
                return;
            }
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                head(ui, state, cx);
                next_up::show(ui, state, cx);
                ui.add_space(GAP);
                column(ui, state, cx);
            });
        });
    });
}

/// Whether the form fits beside the games, each with its own scroll bar.
fn fits_beside(room: egui::Vec2) -> bool {
    room.x - FORM - 2.0 * GAP >= 2.0 * CARD + GAP && room.y >= HIGH
}

fn head(ui: &mut Ui, state: &mut UiState, cx: &UiContext) {
    ui.horizontal(|ui| {
        let narrow = ui.available_width() < 1.5 * FORM;
        ui.label(RichText::new("Fairground").size(if narrow { 28.0 } else { 36.0 }).color(theme::BRASS));
        if ui.available_width() > FORM {
            ui.label(RichText::new("Fairy chess on one table").size(18.0).color(theme::MUTED));
        }
        let named = |name: &str, command| match narrow {
            true => name.to_string(),
            false => cx.keyed(name, command),
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(named("Options", InputCommand::Options)).clicked() {
                state.options = !state.options;
            }
            if ui.button(named(help::title(cx.hints()), InputCommand::Help)).clicked() {
                state.help = !state.help;
            }
        });
    });
    if let Some(notification) = &state.notification {
        ui.add(egui::Label::new(RichText::new(&notification.text).color(theme::ALARM)).wrap());
    }
    ui.add_space(8.0);
}

/// Draws the form over a match if it is open.
pub fn window(ctx: &egui::Context, free: Rect, state: &mut UiState, cx: &mut UiContext) {
    if !state.form_open {
        return;
    }
    let mut open = true;
    let (window, room) = theme::window(ctx, "New match", &mut open, free);
    let size = room.min(vec2(860.0, 720.0));
    window.resizable(false).default_pos(free.center() - size / 2.0).default_size(size).show(ctx, |ui| {
        let at_top = std::mem::take(&mut state.form_at_top);
        if fits_beside(size) {
            ui.set_min_size(ui.available_size());
            return columns(ui, state, cx);
        }
        let mut area = ScrollArea::vertical().auto_shrink([false, true]);
        if at_top {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| column(ui, state, cx));
    });
    // The start of a match has already closed the form.
    state.form_open &= open;
}

/// Draws the games, and the form below them, for a small window.
fn column(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    games(ui, state, cx);
    ui.add_space(GAP);
    match_form::start(ui, state, cx);
    match_form::show(ui, state, cx);
}

/// Draws the games, and the form beside them. The columns scroll separately, and the button that
/// begins the match never moves.
fn columns(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let room = ui.available_rect_before_wrap();
    let at = room.right() - FORM;
    ui.scope_builder(UiBuilder::new().max_rect(room.with_max_x(at - 2.0 * GAP)), |ui| {
        ScrollArea::vertical().id_salt("games").auto_shrink(false).show(ui, |ui| games(ui, state, cx));
    });
    ui.scope_builder(UiBuilder::new().max_rect(room.with_min_x(at)), |ui| {
        match_form::start(ui, state, cx);
        ScrollArea::vertical().id_salt(("form", state.form.info().id)).auto_shrink(false).show(ui, |ui| {
            match_form::show(ui, state, cx);
        });
    });
}

fn games(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let width = ui.available_width();
    // On a phone, two narrower cards fit side by side.
    let least = CARD.min((width - GAP) / 2.0).max(CARD_ON_PHONE);
    let columns = (((width + GAP) / (least + GAP)) as usize).clamp(1, COLUMNS);
    state.columns = columns;
    let width = (width - GAP * (columns - 1) as f32) / columns as f32;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    let chosen = state.form.info().id;
    for (row, infos) in games::ALL.chunks(columns).enumerate() {
        let words: Vec<_> = infos.iter().map(|info| Words::of(ui, info, width)).collect();
        let height = words.iter().map(Words::height).fold(0.0, f32::max);
        ui.horizontal_top(|ui| {
            for (column, (info, words)) in infos.iter().zip(words).enumerate() {
                let response = card(ui, &mut state.pictures, info, words, vec2(width, height), info.id == chosen);
                if response.clicked() {
                    state.form.choose(row * columns + column);
                }
                if response.double_clicked() {
                    match_form::begin(state, cx);
                }
                if info.id == chosen && state.scrolled_to.replace(chosen) != Some(chosen) {
                    response.scroll_to_me(None);
                }
            }
        });
    }
}

/// The laid-out text of a card.
struct Words {
    name: Arc<Galley>,
    summary: Arc<Galley>,
}

impl Words {
    /// The margin at the left, right and bottom, logical pixels.
    const MARGIN: f32 = 10.0;

    fn of(ui: &Ui, info: &GameInfo, width: f32) -> Words {
        let laid = |text: &str, size, colour| {
            ui.painter().layout(text.into(), FontId::proportional(size), colour, width - 2.0 * Words::MARGIN)
        };
        Words { name: laid(info.name, 18.0, theme::BRASS), summary: laid(info.summary, theme::SMALL, theme::TEXT) }
    }

    fn height(&self) -> f32 {
        self.name.size().y + self.summary.size().y + 1.8 * Words::MARGIN
    }
}

/// Draws a clickable card: the picture, name and summary of a game.
fn card(
    ui: &mut Ui,
    pictures: &mut Pictures,
    info: &'static GameInfo,
    words: Words,
    below: egui::Vec2,
    chosen: bool,
) -> Response {
    const ROUND: u8 = 10;
    let picture = vec2(below.x, (below.x * ASPECT).round());
    let (rect, response) = ui.allocate_exact_size(vec2(below.x, picture.y + below.y), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, chosen, info.name));
    let bright = chosen || response.hovered() || response.has_focus();
    let fill = if chosen { theme::CHOSEN } else { theme::RAISED };
    let edge = match (chosen, bright) {
        (true, _) => Stroke::new(3.0, theme::BRASS),
        (_, true) => Stroke::new(1.5, theme::BRASS),
        _ => Stroke::new(1.0, theme::EDGE),
    };
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(ROUND), fill);
    let top = Rect::from_min_size(rect.min, picture);
    let corners = CornerRadius { nw: ROUND, ne: ROUND, sw: 0, se: 0 };
    match pictures.get(ui.ctx(), info) {
        Some(texture) => {
            let tint = if bright { Color32::WHITE } else { Color32::from_gray(205) };
            Image::from_texture((texture, picture)).corner_radius(corners).tint(tint).paint_at(ui, top);
        }
        None => {
            painter.rect_filled(top, corners, theme::SUNK);
        }
    }
    let at = top.left_bottom() + vec2(Words::MARGIN, 0.6 * Words::MARGIN);
    let below = at + vec2(0.0, words.name.size().y + 0.2 * Words::MARGIN);
    painter.galley(at, words.name, theme::TEXT);
    painter.galley(below, words.summary, theme::TEXT);
    painter.rect_stroke(rect, CornerRadius::same(ROUND), edge, StrokeKind::Inside);
    response
}
