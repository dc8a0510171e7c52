//! The start screen, and the same form in a window beside a match.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Align, Button, CentralPanel, Color32, ComboBox, CornerRadius, DragValue, FontId, Frame, Galley, Image,
    Layout, Margin, Rect, Response, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, vec2,
};

use crate::engine::{Info, Side};
use crate::games;
use crate::play::{Dice, Seat};
use crate::session::{InputCommand, Notification, PlayerCommand};
use crate::ui::drawing::pictures::{ASPECT, Pictures};
use crate::ui::start::kept;
use crate::ui::state::form::{Form, Proof};
use crate::ui::state::leave::leave_by;
use crate::ui::state::position_draft::PositionDraft;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::{theme, words};

/// The greatest width of the page, logical pixels.
const PAGE: f32 = 1500.0;

/// The width of the form, logical pixels.
const FORM: f32 = 330.0;

/// The least width of a card, logical pixels.
const CARD: f32 = 180.0;

/// The gap between two cards, logical pixels.
const GAP: f32 = 12.0;

/// The greatest number of cards side by side.
const COLUMNS: usize = 3;

/// The width of a list of players, points.
const SEAT_WIDTH: f32 = 150.0;

/// Draws the start screen.
pub fn page(root: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(24, 14));
    CentralPanel::default().frame(frame).show(root, |ui| {
        let aside = ((ui.available_width() - PAGE) / 2.0).max(0.0);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.add_space(aside);
                ui.vertical(|ui| {
                    ui.set_max_width(PAGE.min(ui.available_width()));
                    head(ui, state, cx);
                    fill_in(ui, state, cx);
                });
            });
        });
    });
}

fn head(ui: &mut Ui, state: &mut UiState, cx: &UiContext) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Fairground").size(36.0).color(theme::BRASS));
        if ui.available_width() > FORM {
            ui.label(RichText::new("Fairy chess on one table").size(18.0).color(theme::MUTED));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(format!("Options ({})", cx.keys.key(InputCommand::Options))).clicked() {
                state.options = !state.options;
            }
            if ui.button(format!("Keys ({})", cx.keys.key(InputCommand::Help))).clicked() {
                state.help = !state.help;
            }
        });
    });
    if let Some(notification) = &state.notification {
        ui.add(egui::Label::new(RichText::new(&notification.text).color(theme::ALARM)).wrap());
    }
    ui.add_space(8.0);
}

/// Draws the form beside a match, if it is open.
pub fn window(ctx: &egui::Context, free: Rect, state: &mut UiState, cx: &mut UiContext) {
    if !state.form_open {
        return;
    }
    let mut open = true;
    let (window, room) = theme::window("New match", &mut open, free);
    let size = room.min(vec2(860.0, 720.0));
    window.resizable(false).default_pos(free.center() - size / 2.0).default_size(size).show(ctx, |ui| {
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| fill_in(ui, state, cx));
    });
    // It closes itself when the match begins.
    state.form_open &= open;
}

/// Draws the games, and the form beside them, or below if the window is narrow.
fn fill_in(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let cards = ui.available_width() - FORM - 2.0 * GAP;
    // A single column of cards would be much longer than the form beside it.
    if cards < 2.0 * CARD + GAP {
        games(ui, state);
        ui.add_space(GAP);
        form(ui, state, cx);
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0 * GAP;
        ui.vertical(|ui| {
            ui.set_width(cards);
            games(ui, state);
        });
        ui.vertical(|ui| {
            ui.set_width(FORM);
            ui.spacing_mut().item_spacing.x = 8.0;
            form(ui, state, cx);
        });
    });
}

fn games(ui: &mut Ui, state: &mut UiState) {
    let width = ui.available_width();
    let columns = (((width + GAP) / (CARD + GAP)) as usize).clamp(1, COLUMNS);
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
                if info.id == chosen && state.scrolled_to.replace(chosen) != Some(chosen) {
                    response.scroll_to_me(None);
                }
            }
        });
    }
}

/// The text of a card, laid out.
struct Words {
    name: Arc<Galley>,
    summary: Arc<Galley>,
}

impl Words {
    /// Left, right and below, logical pixels.
    const MARGIN: f32 = 10.0;

    fn of(ui: &Ui, info: &Info, width: f32) -> Words {
        let laid = |text: &str, size, colour| {
            ui.painter().layout(text.into(), FontId::proportional(size), colour, width - 2.0 * Words::MARGIN)
        };
        Words { name: laid(info.name, 18.0, theme::BRASS), summary: laid(info.summary, theme::SMALL, theme::TEXT) }
    }

    fn height(&self) -> f32 {
        self.name.size().y + self.summary.size().y + 1.8 * Words::MARGIN
    }
}

/// Draws a card to click on: the picture, name and summary of a game.
fn card(
    ui: &mut Ui,
    pictures: &mut Pictures,
    info: &'static Info,
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

fn form(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    ui.label(RichText::new(state.form.info().name).size(22.0).color(theme::BRASS));
    branch(ui, &mut state.form);
    fields(ui, state, cx);
    ui.add_space(6.0);
    let setup = state.form.setup();
    if let Err(reason) = &setup {
        ui.add(egui::Label::new(RichText::new(reason).color(theme::ALARM)).wrap());
    }
    ui.add_enabled_ui(setup.is_ok(), |ui| {
        if theme::main_button(ui, &format!("Start ({})", cx.keys.key(InputCommand::Enter))).clicked() {
            begin(state, cx);
        }
    });
    if theme::wide_button(ui, "", &format!("Rules of {}", state.form.info().name), false).clicked() {
        state.rules = Some(RulesView::of(state.form.info()));
    }
    positions(ui, state, cx);
    kept::buttons(ui, state, cx);
}

/// Says from which position the match begins, if it is not the usual one.
fn branch(ui: &mut Ui, form: &mut Form) {
    let Some(start) = &form.start else { return };
    ui.label(theme::title("Begins from a position"));
    ui.add(egui::Label::new(&start.words).wrap()).on_hover_text(&start.text);
    if ui.button("From the usual start instead").clicked() {
        form.start = None;
    }
}

/// Draws the buttons that choose another position to begin from.
fn positions(ui: &mut Ui, state: &mut UiState, cx: &UiContext) {
    ui.horizontal_wrapped(|ui| {
        if ui.button("Set up a position …").on_hover_text("Put the pieces where you like").clicked() {
            state.editor = PositionDraft::of_form(&state.form);
        }
        if ui
            .button("Paste a position")
            .on_hover_text(format!("From the clipboard, as text: {}", cx.keys.key(InputCommand::Paste)))
            .clicked()
        {
            state.wants_paste = true;
        }
    });
}

/// Begins the match that the form describes, if it is valid.
pub fn begin(state: &mut UiState, cx: &mut UiContext) {
    let Ok(setup) = state.form.setup().map(Box::new) else { return };
    let command = match state.form.proof().cloned() {
        Some(Proof { secret, entropy }) => PlayerCommand::BeginCommitted { setup, secret, entropy },
        None => PlayerCommand::Begin(setup),
    };
    leave_by(command, state, cx);
}

fn fields(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let form = &mut state.form;
    ui.label(theme::title("Players: a human or a bot"));
    let info = form.info();
    for side in Side::BOTH {
        ui.horizontal_wrapped(|ui| {
            theme::disc(ui, info, side);
            ui.label(info.side(side));
            let chosen = &mut form.seats[side.index()];
            // A list that drops down: there are too many bots for a row of buttons.
            let list = ComboBox::from_id_salt(side.index()).selected_text(words::seat(*chosen)).width(SEAT_WIDTH);
            list.show_ui(ui, |ui| {
                for seat in Seat::all() {
                    ui.selectable_value(chosen, seat, words::seat(seat)).on_hover_text(words::character(seat, info));
                }
            });
            ui.label(theme::muted(words::character(*chosen, info)));
        });
    }
    for option in info.options {
        ui.label(theme::title(words::capital(option.key)));
        ui.add(egui::Label::new(theme::muted(option.help)).wrap());
        ui.horizontal_wrapped(|ui| {
            for (value, name) in option.values.iter().zip(option.names) {
                let chosen = form.value(option.key) == Some(*value);
                if ui.add(Button::selectable(chosen, *name).frame_when_inactive(true)).clicked() {
                    form.set(option.key, value);
                }
            }
        });
    }
    if info.dice {
        ui.label(theme::title("Dice"));
        ui.horizontal_wrapped(|ui| {
            theme::choice(ui, &mut form.dice, Dice::Physics, "Thrown");
            theme::choice(ui, &mut form.dice, Dice::Instant, "Instant");
        });
    }
    ui.horizontal_wrapped(|ui| {
        ui.checkbox(&mut form.timed, "Play with clocks");
        if form.timed {
            ui.add(DragValue::new(&mut form.minutes).range(1..=600).suffix(" min"));
            ui.add(DragValue::new(&mut form.increment).range(0..=600).prefix("+ ").suffix(" s a turn"));
        }
    });
    // Without a file there would be nothing to check.
    if info.dice && cx.recorder.folder.is_some() {
        let mut wanted = form.proof().is_some();
        let tick = ui.checkbox(&mut wanted, "Prove that the dice are fair");
        if tick
            .on_hover_text("Nobody knows the throws before the match, and everybody can check them after it.")
            .changed()
            && let Err(error) = form.prove(wanted)
        {
            state.notification = Some(Notification::new(error.to_string()));
        }
    }
    if let Some(proof) = form.proof() {
        commitment(ui, info, proof);
        return;
    }
    ui.label(theme::title("Seed: the same seed gives the same throws and bots"));
    ui.horizontal(|ui| {
        ui.add(TextEdit::singleline(&mut form.seed).desired_width(170.0).char_limit(24));
        if ui.button("Another").clicked() {
            form.reseed();
        }
    });
}

/// Draws the commitment of the dice, and the fields for the players' texts.
fn commitment(ui: &mut Ui, info: &Info, proof: &mut Proof) {
    let hash = proof.secret.hash().to_string();
    ui.label(theme::title("The dice are committed to"));
    ui.add(egui::Label::new(RichText::new(&hash).monospace()).wrap());
    if ui.button("Copy").clicked() {
        ui.copy_text(hash);
    }
    let told = "Let everybody keep this, then add a text of your own, which nobody can foresee. The match file reveals the secret when the match \
                is over; \"fairground verify\" with --commitment checks it.";
    ui.add(egui::Label::new(theme::muted(told)).wrap());
    for (side, text) in Side::BOTH.into_iter().zip(&mut proof.entropy) {
        ui.horizontal(|ui| {
            theme::disc(ui, info, side);
            let hint = format!("{} adds", info.side(side));
            ui.add(TextEdit::singleline(text).hint_text(theme::muted(hint)).desired_width(220.0).char_limit(200));
        });
    }
}
