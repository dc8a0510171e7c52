//! The start screen, and the same form in a window beside a match.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    self, Button, CentralPanel, DragValue, FontId, Frame, Margin, Rect, RichText, ScrollArea, TextEdit, TextFormat, Ui,
    vec2,
};

use super::desk::{Desk, Stage};
use super::form::Form;
use super::rules::Reading;
use super::{theme, words};
use crate::engine::Side;
use crate::games;
use crate::play::Seat;
use crate::stage::Ask;

/// The widest that the page gets, logical pixels.
const PAGE: f32 = 1000.0;

/// Draws the start screen.
pub fn page(root: &mut Ui, desk: &mut Desk, stage: &mut Stage) {
    let margin = ((root.available_width() - PAGE) / 2.0).max(28.0);
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(margin.min(120.0) as i8, 20));
    CentralPanel::default().frame(frame).show(root, |ui| {
        let aside = ((ui.available_width() - PAGE) / 2.0).max(0.0);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.add_space(aside);
                ui.vertical(|ui| {
                    ui.set_max_width(PAGE.min(ui.available_width()));
                    ui.label(RichText::new("Fairground").size(38.0).color(theme::BRASS));
                    ui.label(RichText::new("Fairy chess on one table").size(18.0).color(theme::QUIET));
                    if let Some(told) = &desk.said {
                        ui.label(RichText::new(&told.text).color(theme::ALARM));
                    }
                    ui.add_space(10.0);
                    fill_in(ui, desk, stage);
                });
            });
        });
    });
}

/// Draws the form beside a match, if it is open.
pub fn window(ctx: &egui::Context, free: Rect, desk: &mut Desk, stage: &mut Stage) {
    if !desk.form_open {
        return;
    }
    let room = free.shrink2(vec2(36.0, 48.0)).size().max(vec2(240.0, 200.0));
    let size = room.min(vec2(760.0, 620.0));
    let mut open = true;
    egui::Window::new("New match")
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .constrain_to(free)
        .default_pos(free.center() - size / 2.0)
        .default_size(size)
        .max_size(room)
        .show(ctx, |ui| {
            ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| fill_in(ui, desk, stage));
        });
    // It closes itself when the match begins.
    desk.form_open &= open;
}

fn fill_in(ui: &mut Ui, desk: &mut Desk, stage: &mut Stage) {
    ui.columns_const(|[left, right]: &mut [Ui; 2]| {
        left.label(theme::title("Game (arrow keys)"));
        for (index, info) in games::ALL.iter().enumerate() {
            if card(left, info.name, info.summary, desk.form.info().id == info.id) {
                desk.form.choose(index);
            }
        }
        ask(right, &mut desk.form);
        right.add_space(6.0);
        let setup = desk.form.setup();
        if let Err(reason) = &setup {
            right.label(RichText::new(reason).color(theme::ALARM));
        }
        right.add_enabled_ui(setup.is_ok(), |ui| {
            if theme::main_button(ui, "Start (Enter)").clicked() {
                begin(desk, &mut stage.asks);
            }
        });
        if theme::wide_button(right, "", &format!("Rules of {}", desk.form.info().name), false).clicked() {
            desk.rules = Some(Reading::of(desk.form.info()));
        }
    });
}

/// Asks for the match that is filled in, if that is possible.
pub fn begin(desk: &mut Desk, asks: &mut Vec<Ask>) {
    if let Ok(setup) = desk.form.setup() {
        asks.push(Ask::Begin(Box::new(setup)));
        desk.form.reseed();
        desk.form_open = false;
        desk.rules = None;
        desk.said = None;
    }
}

fn card(ui: &mut Ui, name: &str, summary: &str, chosen: bool) -> bool {
    let mut job = LayoutJob::default();
    let format = |size, color| TextFormat { font_id: FontId::proportional(size), color, ..TextFormat::default() };
    job.append(name, 0.0, format(18.0, theme::BRASS));
    job.append("\n", 0.0, format(18.0, theme::TEXT));
    job.append(summary, 0.0, format(15.0, theme::TEXT));
    let size = vec2(ui.available_width(), 0.0);
    ui.add(Button::selectable(chosen, job).frame_when_inactive(true).wrap().min_size(size)).clicked()
}

fn ask(ui: &mut Ui, form: &mut Form) {
    ui.label(theme::title("Players: a human or a bot"));
    for side in Side::BOTH {
        ui.horizontal_wrapped(|ui| {
            theme::disc(ui, side);
            ui.label(words::side(side));
            for seat in Seat::all() {
                let seat_now = &mut form.seats[side.index()];
                let button = Button::selectable(*seat_now == seat, words::seat(seat)).frame_when_inactive(true);
                if ui.add(button).clicked() {
                    *seat_now = seat;
                }
            }
        });
    }
    for option in form.info().options {
        ui.label(theme::title(words::capital(option.key)));
        ui.label(theme::quiet(option.help));
        ui.horizontal_wrapped(|ui| {
            for value in option.values {
                let chosen = form.value(option.key) == Some(*value);
                if ui.add(Button::selectable(chosen, *value).frame_when_inactive(true)).clicked() {
                    form.set(option.key, value);
                }
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        ui.checkbox(&mut form.timed, "Play with clocks");
        if form.timed {
            ui.add(DragValue::new(&mut form.minutes).range(1..=600).suffix(" min"));
            ui.add(DragValue::new(&mut form.increment).range(0..=600).prefix("+ ").suffix(" s a turn"));
        }
    });
    ui.label(theme::title("Seed: the same gives the same throws and bots"));
    ui.horizontal(|ui| {
        ui.add(TextEdit::singleline(&mut form.seed).desired_width(170.0).char_limit(24));
        if ui.button("Another").clicked() {
            form.reseed();
        }
    });
}
