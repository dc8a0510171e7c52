//! The panel at the right edge: players at the top, buttons at the bottom, moves and choices in
//! between. In a narrow upright window, as on a phone, the panel is below the table. Rows keep
//! their places throughout a match.

use bevy::ecs::system::SystemParam;
use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{
    Align2, Area, CentralPanel, Frame, Label, Margin, Order, Panel, Rect, ScrollArea, Ui, UiBuilder,
    scroll_area::ScrollBarVisibility, vec2,
};

use crate::engine::DynGame;
use crate::session::OverlayLevel;
use crate::ui::drawing::diagram;
use crate::ui::panel::online::{chat, people};
use crate::ui::panel::panel_state::PanelState;
use crate::ui::panel::{
    bookmarks, captured, choices, controls, faces, header, moves, note, odds, replay_controls, tools,
};
use crate::ui::screen::{self, is_below, place};
use crate::ui::state::cached::Notices;
use crate::ui::state::frame::{FrameState, UiFrame};
use crate::ui::state::new_match::NewMatch;
use crate::ui::state::online_form::OnlineForm;
use crate::ui::state::ui_command::UiCommand;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;
use crate::ui::windows::ledger::LedgerWindow;

/// The minimum height of the move list: six rows and their heading, logical pixels.
const MOVES: f32 = 188.0;

/// The heights of the choices and captured pieces, logical pixels: minimum, usual, and in games
/// with dice or a reserve. The usual height shows the four choices of a promotion.
const CONTEXT: [f32; 3] = [60.0, 190.0, 300.0];

/// The preferred height of the note for beginners beside the pictures of boards, logical pixels and
/// relative to the room for both; the greater counts.
const NOTE: f32 = 250.0;
const NOTE_SHARE: f32 = 0.4;

/// The minimum height of the pictures of boards: two rows, logical pixels.
const GALLERY: f32 = 2.0 * diagram::SIZE.y + 44.0;

/// The states that the panel shows.
#[derive(SystemParam)]
pub struct SidePanel<'w> {
    panel: ResMut<'w, PanelState>,
    notices: ResMut<'w, Notices>,
    online: ResMut<'w, OnlineForm>,
    new_match: Res<'w, NewMatch>,
    ledger: Res<'w, LedgerWindow>,
}

/// Draws the panel's frame around the contents of `add`.
pub fn panel(root: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let whole = root.ctx().viewport_rect();
    let place = place(whole);
    // In a small window, the rows of buttons need most of the margin.
    let margin = if place.width() < screen::WIDTH { 6 } else { 14 };
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(margin, 12));
    let panel = if is_below(whole) {
        Panel::bottom("panel").exact_size(place.height())
    } else {
        Panel::right("panel").exact_size(place.width())
    };
    panel.frame(frame).resizable(false).show(root, add);
}

/// Draws the panel.
pub fn show(mut frame: ResMut<UiFrame>, mut state: SidePanel, mut params: UiParams) {
    let (state, cx) = (&mut state, &mut params.context());
    panel(&mut frame.root, |ui| {
        if ui.available_height() < state.panel.header_height + state.panel.controls_height + MOVES + CONTEXT[0] {
            let area = ScrollArea::vertical().id_salt("panel").auto_shrink(false);
            // Otherwise everything would become narrower when the bar appears.
            let area = area.scroll_bar_visibility(ScrollBarVisibility::AlwaysVisible);
            area.show(ui, |ui| whole(ui, state, cx));
            return;
        }
        Panel::bottom("controls").frame(Frame::new()).resizable(false).show_separator_line(false).show(ui, |ui| {
            ui.add_space(6.0);
            controls(ui, state, cx);
        });
        CentralPanel::no_frame().show(ui, |ui| {
            upper(ui, state, cx);
            let room = ui.available_height();
            match choices::boards_are_due(cx) {
                true => gallery(ui, room, state, cx),
                false => middle(ui, room, state, cx),
            }
        });
    });
}

/// Draws everything in one column. The controls keep their place, above the parts that change with
/// each step.
fn whole(ui: &mut Ui, state: &mut SidePanel, cx: &mut UiContext) {
    upper(ui, state, cx);
    controls(ui, state, cx);
    ui.separator();
    if choices::boards_are_due(cx) {
        choices::show(ui, GALLERY, &mut state.panel.choices, cx);
    } else {
        context(ui, state, cx);
    }
    ui.separator();
    ui.scope(|ui| match note::wanted(cx) {
        Some(info) => note::show(ui, info, cx.hints()),
        None => {
            ui.set_max_height(MOVES);
            moves::show(ui, cx);
        }
    });
}

/// Draws the header and records its height.
fn upper(ui: &mut Ui, state: &mut SidePanel, cx: &mut UiContext) {
    let top = ui.cursor().top();
    header::show(ui, state.new_match.branch.as_ref(), cx);
    state.panel.header_height = ui.cursor().top() - top;
}

/// Draws the controls and records their height.
fn controls(ui: &mut Ui, state: &mut SidePanel, cx: &mut UiContext) {
    let top = ui.cursor().top();
    if cx.session.match_on_table().is_some() && cx.room.on_table().is_some() {
        chat::show(ui, &mut state.online.message, cx);
    }
    if let Some(replay) = cx.session.replay() {
        replay_controls::show(ui, replay, cx);
    }
    match state.panel.comment.open {
        true => bookmarks::field(ui, &mut state.panel.comment, cx),
        false => controls::typing_row(ui, &mut state.panel.move_field, cx),
    }
    tools::show(ui, state.ledger.open, cx);
    state.panel.controls_height = ui.cursor().top() - top;
}

/// The pictures of the boards to choose from, with the note for beginners below them.
fn gallery(ui: &mut Ui, room: f32, state: &mut SidePanel, cx: &mut UiContext) {
    let note = note::wanted(cx);
    let below = if note.is_some() { NOTE.max(NOTE_SHARE * room).min(room - GALLERY).max(0.0) } else { 0.0 };
    let (above, note_place) = split(ui, room - below);
    ui.scope_builder(UiBuilder::new().max_rect(above), |ui| {
        ScrollArea::vertical().id_salt("choices").auto_shrink(false).show(ui, |ui| {
            choices::show(ui, above.height() - 4.0, &mut state.panel.choices, cx);
        });
    });
    if let Some(info) = note {
        ui.scope_builder(UiBuilder::new().max_rect(note_place), |ui| {
            ScrollArea::vertical().id_salt("note").auto_shrink(false).show(ui, |ui| note::show(ui, info, cx.hints()));
        });
    }
}

/// The moves or the note for beginners, with the choices and captured pieces below them.
fn middle(ui: &mut Ui, room: f32, state: &mut SidePanel, cx: &mut UiContext) {
    if let Some(info) = note::wanted(cx) {
        let area = ScrollArea::vertical().id_salt("note").max_height(room - CONTEXT[0]).auto_shrink([false, true]);
        area.show(ui, |ui| note::show(ui, info, cx.hints()));
    } else {
        let dice = cx.session.game().is_some_and(|game| game.info().dice);
        let wanted = if dice || cx.history.begins_with_reserve() { CONTEXT[2] } else { CONTEXT[1] };
        let (above, below) = split(ui, room - wanted.min(room - MOVES));
        ui.scope_builder(UiBuilder::new().max_rect(above), |ui| moves::show(ui, cx));
        ui.advance_cursor_after_rect(above.with_max_y(below.top()));
    }
    ScrollArea::vertical().id_salt("context").auto_shrink(false).show(ui, |ui| context(ui, state, cx));
}

/// Divides the remaining room into two parts, the upper one of this height.
fn split(ui: &Ui, height: f32) -> (Rect, Rect) {
    let room = ui.available_rect_before_wrap();
    let at = room.top() + height;
    (room.with_max_y(at - 4.0), room.with_min_y(at))
}

/// Draws the parts that are only shown at times.
fn context(ui: &mut Ui, state: &mut SidePanel, cx: &mut UiContext) {
    if let Some(running) = cx.session.match_on_table() {
        people::others(ui, running, cx);
        notices(ui, running.game(), &mut state.notices, cx);
    }
    choices::show(ui, GALLERY, &mut state.panel.choices, cx);
    faces::show(ui, cx);
    odds::show(ui, cx);
    if let Some(replay) = cx.session.replay() {
        replay_controls::branches(ui, replay, &mut state.panel.rolls, cx);
    }
    captured::show(ui, cx);
}

/// Draws the state of a phase, and similar notices. Dangers are in the sentence bar.
fn notices(ui: &mut Ui, game: &dyn DynGame, notices: &mut Notices, cx: &UiContext) {
    if cx.session.outcome().is_none() {
        let notices = notices.get(cx.history.revision(), || game.notices());
        for notice in notices.iter().filter(|notice| !notice.urgent) {
            ui.add(Label::new(theme::muted(&*notice.text)).wrap());
        }
    }
}

/// Draws the button at the corner of the table that folds and unfolds the panel.
pub fn fold_button(frame: Res<UiFrame>, state: Res<FrameState>, panel: Res<PanelState>, mut params: UiParams) {
    if frame.level != OverlayLevel::Panel && state.hides_pointer {
        return;
    }
    let (ctx, free, folded, cx) = (frame.ctx(), frame.free(), panel.folded, &mut params.context());
    let words = cx.hints().with_key(if folded { "Show the panel" } else { "Hide the panel" }, "Tab");
    let below = is_below(ctx.viewport_rect());
    let sign = match (folded, below) {
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
        if theme::named(ui.small_button(sign), words).clicked() {
            cx.ui_commands.push(UiCommand::TogglePanel);
        }
    });
}
