//! The start screen, and its form in a window over a match.

use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{
    self, Align, CentralPanel, Color32, CornerRadius, FontId, Frame, Galley, Image, Layout, Margin, Rect, Response,
    RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, vec2,
};

use crate::engine::GameInfo;
use crate::games;
use crate::session::{InputCommand, Notification};
use crate::ui::drawing::pictures::{ASPECT, Pictures};
use crate::ui::start::{match_form, next_up};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::kept_matches::KeptMatches;
use crate::ui::state::learning_view::LearningView;
use crate::ui::state::messages::UiMessages;
use crate::ui::state::new_match::NewMatch;
use crate::ui::state::online_form::OnlineForm;
use crate::ui::state::ui_command::{UiCommand, UiWindow};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
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

/// The minimum height of a picture relative to its whole height.
const LEAST_PICTURE: f32 = 0.6;

/// The maximum number of cards per row.
const COLUMNS: usize = 3;

/// The form, and the buttons for other ways to begin.
#[derive(SystemParam)]
pub struct StartForm<'w> {
    new_match: ResMut<'w, NewMatch>,
    kept: ResMut<'w, KeptMatches>,
    online: Res<'w, OnlineForm>,
}

/// Draws the start screen, with the latest notification.
pub fn page(
    mut frame: ResMut<UiFrame>,
    mut form: StartForm,
    mut learning: ResMut<LearningView>,
    messages: Res<UiMessages>,
    mut params: UiParams,
) {
    let (form, notification, cx) = (&mut form, messages.notification.as_ref(), &mut params.context());
    let margin = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(24, 14));
    CentralPanel::default().frame(margin).show(&mut frame.root, |ui| {
        let room = ui.available_rect_before_wrap();
        let page = room.shrink2(vec2(((room.width() - PAGE) / 2.0).max(0.0), 0.0));
        ui.scope_builder(UiBuilder::new().max_rect(page), |ui| {
            if fits_beside(page.size()) {
                head(ui, notification, cx);
                next_up::show(ui, form.new_match.form.info(), &mut form.kept, &mut learning, cx);
                ui.add_space(GAP);
                columns(ui, form, cx);
                return;
            }
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                head(ui, notification, cx);
                next_up::show(ui, form.new_match.form.info(), &mut form.kept, &mut learning, cx);
                ui.add_space(GAP);
                column(ui, form, cx);
            });
        });
    });
}

/// Whether the form fits beside the games, each with its own scroll bar.
fn fits_beside(room: egui::Vec2) -> bool {
    room.x - FORM - 2.0 * GAP >= 2.0 * CARD + GAP && room.y >= HIGH
}

fn head(ui: &mut Ui, notification: Option<&Notification>, cx: &mut UiContext) {
    ui.horizontal(|ui| {
        let narrow = ui.available_width() < 1.5 * FORM;
        ui.label(RichText::new("Fairground").size(if narrow { 28.0 } else { 36.0 }).color(theme::BRASS));
        if ui.available_width() > FORM {
            ui.label(RichText::new("Fairy chess on one table").size(18.0).color(theme::MUTED));
        }
        let hints = cx.hints();
        let named = |name: &str, command| match narrow {
            true => name.to_string(),
            false => hints.keyed(name, command),
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(named("Options", InputCommand::Options)).clicked() {
                cx.ui_commands.push(UiCommand::Toggle(UiWindow::Options));
            }
            if ui.button(named(help::title(hints), InputCommand::Help)).clicked() {
                cx.ui_commands.push(UiCommand::Toggle(UiWindow::Help));
            }
        });
    });
    if let Some(notification) = notification {
        ui.add(egui::Label::new(RichText::new(&notification.text).color(theme::ALARM)).wrap());
    }
    ui.add_space(8.0);
}

/// Draws the form over a match if it is open.
pub fn window(frame: Res<UiFrame>, mut form: StartForm, mut params: UiParams) {
    if !form.new_match.open {
        return;
    }
    let (ctx, free, cx) = (frame.ctx(), frame.room(), &mut params.context());
    let form = &mut form;
    let mut open = true;
    let (window, room) = theme::window(ctx, "New match", &mut open, free);
    let size = room.min(vec2(860.0, 720.0));
    window.resizable(false).default_pos(free.center() - size / 2.0).default_size(size).show(ctx, |ui| {
        let at_top = std::mem::take(&mut form.new_match.at_top);
        if fits_beside(size) {
            ui.set_min_size(ui.available_size());
            return columns(ui, form, cx);
        }
        let mut area = ScrollArea::vertical().auto_shrink([false, true]);
        if at_top {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| column(ui, form, cx));
    });
    form.new_match.open &= open;
}

/// Draws the games, and the form below them, for a small window.
fn column(ui: &mut Ui, form: &mut StartForm, cx: &mut UiContext) {
    games(ui, &mut form.new_match, f32::INFINITY, cx);
    ui.add_space(GAP);
    match_form::start(ui, &mut form.new_match.form, cx);
    match_form::show(ui, &mut form.new_match.form, &mut form.kept, form.online.open, cx);
}

/// Draws the games, and the form beside them. The columns scroll separately, and the button that
/// begins the match never moves.
fn columns(ui: &mut Ui, form: &mut StartForm, cx: &mut UiContext) {
    let room = ui.available_rect_before_wrap();
    let at = room.right() - FORM;
    ui.scope_builder(UiBuilder::new().max_rect(room.with_max_x(at - 2.0 * GAP)), |ui| {
        let area = ScrollArea::vertical().id_salt("games").auto_shrink(false);
        area.show(ui, |ui| games(ui, &mut form.new_match, room.height(), cx));
    });
    ui.scope_builder(UiBuilder::new().max_rect(room.with_min_x(at)), |ui| {
        match_form::start(ui, &mut form.new_match.form, cx);
        ScrollArea::vertical().id_salt(("form", form.new_match.form.info().id)).auto_shrink(false).show(ui, |ui| {
            match_form::show(ui, &mut form.new_match.form, &mut form.kept, form.online.open, cx);
        });
    });
}

/// Draws the cards. Their pictures are cropped if all cards then fit into this height, logical
/// pixels.
fn games(ui: &mut Ui, new_match: &mut NewMatch, height: f32, cx: &mut UiContext) {
    let width = ui.available_width();
    // On a phone, two narrower cards fit side by side.
    let least = CARD.min((width - GAP) / 2.0).max(CARD_ON_PHONE);
    let columns = (((width + GAP) / (least + GAP)) as usize).clamp(1, COLUMNS);
    new_match.columns = columns;
    let width = (width - GAP * (columns - 1) as f32) / columns as f32;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    let chosen = new_match.form.info().id;
    let laid_out = |infos: &[&GameInfo]| infos.iter().map(|info| Words::of(ui, info, width)).collect::<Vec<_>>();
    let rows: Vec<_> = games::ALL.chunks(columns).map(laid_out).collect();
    let heights: Vec<_> = rows.iter().map(|words| words.iter().map(Words::height).fold(0.0, f32::max)).collect();
    let whole = (width * ASPECT).round();
    let texts = heights.iter().sum::<f32>() + GAP * (rows.len() - 1) as f32;
    let fitting = ((height - texts) / rows.len() as f32).floor();
    let picture = vec2(width, if fitting >= LEAST_PICTURE * whole { whole.min(fitting) } else { whole });
    for (row, (words, height)) in rows.into_iter().zip(heights).enumerate() {
        ui.horizontal_top(|ui| {
            for (index, words) in (row * columns..).zip(words) {
                let info = games::ALL[index];
                let response = card(ui, &mut new_match.pictures, info, words, (picture, height), info.id == chosen);
                if response.clicked() {
                    new_match.form.choose(index);
                }
                if response.double_clicked() {
                    match_form::begin(&mut new_match.form, cx);
                }
                if info.id == chosen && new_match.scrolled_to.replace(chosen).is_some_and(|before| before != chosen) {
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

/// Draws a clickable card: the picture, name and summary of a game. `below`: the height of the text.
fn card(
    ui: &mut Ui,
    pictures: &mut Pictures,
    info: &'static GameInfo,
    words: Words,
    (picture, below): (egui::Vec2, f32),
    chosen: bool,
) -> Response {
    const ROUND: u8 = 10;
    let (rect, response) = ui.allocate_exact_size(picture + vec2(0.0, below), Sense::click());
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
            let cropped = (1.0 - picture.y / (picture.x * ASPECT)).max(0.0) / 2.0;
            let shown = Rect::from_x_y_ranges(0.0..=1.0, cropped..=1.0 - cropped);
            let image = Image::from_texture((texture, picture)).uv(shown);
            image.corner_radius(corners).tint(tint).paint_at(ui, top);
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
