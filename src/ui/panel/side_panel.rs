//! The panel at the right edge: status at the top, moves in the middle, controls at the bottom. In
//! a narrow upright window, as on a phone, the panel is below the table.

use bevy_egui::egui::{self, Align2, Area, CentralPanel, Frame, Margin, Order, Panel, Rect, ScrollArea, Ui, vec2};

use crate::engine::{Info, Turn};
use crate::session::Showing;
use crate::ui::panel::{captured, choices, controls, moves, note, replay_controls, status};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::theme;

/// The width, logical pixels.
pub const WIDTH: f32 = 300.0;

/// An upright window narrower than this has the panel at its lower edge, logical pixels.
const NARROW: f32 = 720.0;

/// The minimum and maximum share of such a window's height for the panel. Within these limits, the
/// table gets a square.
const BELOW: [f32; 2] = [0.36, 0.54];

/// The minimum height of the move list, logical pixels.
const MOVES: f32 = 134.0;

/// The minimum height of the move list while a die or an answer to an offer is pending, which come
/// first.
const MOVES_ASIDE: f32 = 60.0;

/// The preferred height of the note for beginners, logical pixels, and its minimum share of the
/// space.
const NOTE: f32 = 250.0;
const NOTE_SHARE: f32 = 0.36;

/// The height of the latest move in words, logical pixels.
const LAST: f32 = 60.0;

/// The minimum height of the status, logical pixels. With less space than for all of these, the
/// panel scrolls as a whole.
const STATUS: f32 = 110.0;

/// The part of the window that the panel takes unless it is folded.
pub fn place(whole: Rect) -> Rect {
    if whole.width() < NARROW && whole.height() > whole.width() {
        let height = (whole.height() - whole.width()).clamp(BELOW[0] * whole.height(), BELOW[1] * whole.height());
        whole.with_min_y(whole.bottom() - height.round())
    } else {
        whole.with_min_x((whole.right() - WIDTH).max(whole.left()))
    }
}

/// Whether the panel is below the table.
pub fn is_below(whole: Rect) -> bool {
    place(whole).width() == whole.width() && whole.width() < NARROW
}

/// Draws the panel's frame around the contents of `add`.
pub fn panel(root: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(14, 12));
    let whole = root.ctx().viewport_rect();
    let place = place(whole);
    let panel = if is_below(whole) {
        Panel::bottom("panel").exact_size(place.height())
    } else {
        Panel::right("panel").exact_size(WIDTH)
    };
    panel.frame(frame).resizable(false).show(root, add);
}

/// Draws the panel.
pub fn show(root: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    panel(root, |ui| {
        if ui.available_height() < state.controls_height + MOVES + LAST + STATUS {
            ScrollArea::vertical().id_salt("panel").auto_shrink(false).show(ui, |ui| whole(ui, state, cx));
            return;
        }
        Panel::bottom("controls").frame(Frame::new()).resizable(false).show_separator_line(false).show(ui, |ui| {
            ui.add_space(6.0);
            measured(ui, state, cx);
        });
        CentralPanel::no_frame().show(ui, |ui| {
            let last = if cx.history.last().is_some() { LAST } else { 0.0 };
            let room = ui.available_height() - last;
            // The note takes the space left by the status, but at least its share.
            let note = (room - state.status_height).clamp(NOTE_SHARE * room, NOTE.max(NOTE_SHARE * room)).max(MOVES);
            let least = match note_now(cx) {
                Some(_) => note,
                None if throw_is_due(cx) || is_offered(cx) => MOVES_ASIDE,
                None => MOVES,
            };
            let height = (room - least).max(STATUS);
            let shown =
                ScrollArea::vertical().id_salt("status").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                    status::looking_back(ui, cx);
                    above(ui, state, cx);
                });
            state.status_height = shown.content_size.y;
            status::last(ui, cx);
            ui.separator();
            below(ui, state, cx);
        });
    });
}

/// Draws everything in one column. A replay's controls keep their place, above the parts that
/// change with each step.
fn whole(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let replay = matches!(cx.session.showing, Showing::Replay(_));
    status::looking_back(ui, cx);
    if replay {
        measured(ui, state, cx);
        ui.separator();
    }
    above(ui, state, cx);
    status::last(ui, cx);
    if !replay {
        measured(ui, state, cx);
    }
    ui.separator();
    ui.scope(|ui| {
        ui.set_max_height(if note_now(cx).is_some() { NOTE } else { MOVES });
        below(ui, state, cx);
    });
}

/// Draws the controls and records their height.
fn measured(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let top = ui.cursor().top();
    controls::show(ui, state, cx);
    state.controls_height = ui.cursor().top() - top;
}

/// Draws the button at the corner of the table that folds and unfolds the panel.
pub fn fold_button(ctx: &egui::Context, free: Rect, state: &mut UiState) {
    let words = if state.folded { "Show the panel (Tab)" } else { "Fold the panel away (Tab)" };
    let below = is_below(ctx.viewport_rect());
    let sign = match (state.folded, below) {
        (true, false) => "«",
        (false, false) => "»",
        (true, true) => "⏶",
        (false, true) => "⏷",
    };
    let (corner, pivot, inset) = if below {
        (free.right_bottom(), Align2::RIGHT_BOTTOM, vec2(-6.0, -6.0))
    } else {
        (free.right_top(), Align2::RIGHT_TOP, vec2(-6.0, 6.0))
    };
    let area = Area::new("fold".into()).order(Order::Middle).pivot(pivot);
    area.fixed_pos(corner + inset).show(ctx, |ui| {
        if ui.small_button(sign).on_hover_text(words).clicked() {
            state.folded = !state.folded;
        }
    });
}

fn throw_is_due(cx: &UiContext) -> bool {
    cx.session.game().is_some_and(|game| matches!(game.turn(), Turn::Chance(..)))
}

/// Whether an offer in a room is open.
fn is_offered(cx: &UiContext) -> bool {
    cx.room.on_table().is_some_and(|joined| !joined.state().offers().is_empty())
}

/// The game whose note to show now. While a die is due, its faces replace the note.
fn note_now(cx: &UiContext) -> Option<&'static Info> {
    note::wanted(cx).filter(|_| !throw_is_due(cx))
}

fn above(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    status::show(ui, state, cx);
    choices::show(ui, state, cx);
    if let Showing::Replay(replay) = &cx.session.showing {
        replay_controls::branches(ui, replay, state, cx);
    }
    captured::show(ui, cx);
}

/// Draws the note for beginners, or the moves once the note is closed.
fn below(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    match note_now(cx) {
        Some(info) => {
            ScrollArea::vertical().id_salt("note").auto_shrink(false).show(ui, |ui| note::show(ui, info));
        }
        None => moves::show(ui, state, cx),
    }
}
