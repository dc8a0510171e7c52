//! Draws the whole user interface, and measures the area that it covers.

use bevy::prelude::*;
use bevy_egui::egui::{self, LayerId, Ui, UiBuilder};

use super::export::Export;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use super::library::{self, LibraryView};
use super::online::{links, play_online, waiting};
use super::overlay::{announcement, choice, evaluation_bar, graph, piece_card, standings};
use super::panel::note;
use super::panel::side_panel::{self, SidePanel};
use super::screen::DETAIL;
use super::sentence::messages::Messages;
use super::sentence::{bar, strip};
use super::shell::ui_state::UiState;
use super::shell::{clipboard, commands, dropped};
use super::start::kept;
use super::start::start_screen::{self, StartForm};
use super::state::position_draft::PositionDraft;
use super::state::ui_command::{UiCommand, Window};
use super::state::ui_context::UiContext;
use super::text;
use super::windows::{film, help, ledger, options, question, rules};
use super::{analysis_board, broadcast, editor, learning, screen, theme};
use crate::play::AnalysedGame;
use crate::session::{BoardCommand, OverlayLevel, Panels, PlayerCommand};

/// Windows open beside the panel if there is this much width, logical pixels; otherwise over it.
const WINDOW: f32 = 420.0;

/// The width of messages without the sentence bar, and their distance from the edges of the table,
/// logical pixels.
const MESSAGE: f32 = 420.0;
const ASIDE: f32 = 14.0;

/// Without a panel, a pointer that rests for longer than this is hidden, s.
const POINTER: f32 = 2.0;

/// A touch held for this long opens a menu, s.
const LONG_PRESS: f64 = 0.8;

/// Draws everything, and returns the covered areas.
pub fn draw(ctx: &egui::Context, state: &mut UiState, cx: &mut UiContext) -> Panels {
    if !std::mem::replace(&mut state.frame.themed, true) {
        theme::apply(ctx);
    }
    let window = ctx.viewport_rect().size() * ctx.zoom_factor();
    let scale = cx.settings.text_scale(window);
    if ctx.zoom_factor() != scale {
        ctx.set_zoom_factor(scale);
        // In this frame, sizes still have the old scale; in the next, they are wrong.
        state.frame.resizing = 2;
    }
    let settled = state.frame.resizing == 0;
    if !settled {
        state.frame.resizing -= 1;
        ctx.request_repaint();
    }
    // Only a touch can be a long press; a press of the mouse is a click, however long.
    let longest = if ctx.input(|input| input.any_touches()) { LONG_PRESS } else { f64::INFINITY };
    ctx.options_mut(|options| options.input_options.max_click_duration = longest);
    dropped::open(state, cx);
    clipboard::use_pasted(state, cx);
    advance_export(&mut state.export, cx);
    let whole = ctx.viewport_rect();
    let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(whole);
    let mut root = Ui::new(ctx.clone(), "fairground".into(), builder);
    let covers_all = cx.session.is_empty();
    let exercise = cx.session.exercise().is_some();
    // The panel unfolds for a choice that is not listed beside its cell.
    let chooses = !cx.selection.choices.is_empty() && cx.selection.spot.is_none();
    let level = if cx.session.is_of_match() && !chooses { cx.settings.overlay } else { OverlayLevel::Panel };
    let folded = state.panel.fold.unwrap_or_else(|| screen::folds(whole, ctx.zoom_factor())) && !covers_all && !chooses;
    let has_panel = level == OverlayLevel::Panel;
    state.panel.folded = folded || !has_panel;
    strip::expire(ctx, &mut state.messages);
    let current = cx.recorder.current().filter(|_| cx.session.live_match().is_some());
    if let Some(file) = current.filter(|file| cx.settings.last_file.as_deref() != Some(*file)) {
        cx.settings.last_file = Some(file.to_path_buf());
    }
    let (panel, below) = (screen::place(whole), screen::is_below(whole));
    let mut free = match (folded, below) {
        _ if level == OverlayLevel::Broadcast => broadcast::table(whole),
        _ if level == OverlayLevel::Clean => whole,
        (true, _) => whole,
        (false, true) => whole.with_max_y(panel.top()),
        (false, false) => whole.with_max_x(panel.left()),
    };
    if covers_all {
        let mut form = StartForm { new_match: &mut state.new_match, kept: &mut state.kept, online: state.online.open };
        let notification = state.messages.notification.as_ref();
        start_screen::page(&mut root, &mut form, &mut state.learning, notification, cx);
    } else if exercise {
        if !folded {
            learning::panel::show(&mut root, &mut state.learning, &mut state.panel.choices, cx);
        }
        learning::card::show(&mut root, &mut state.learning, state.messages.notification.as_ref(), cx);
        free.max.y = free.max.y.min(root.available_rect_before_wrap().bottom());
    } else if cx.session.board().is_some() {
        if !folded {
            analysis_board::panel::show(&mut root, &mut state.analysis, &mut state.panel, cx);
        }
        bar::show(&mut root, &mut state.messages, &mut state.notices, cx);
        free = free.intersect(root.available_rect_before_wrap());
    } else if !has_panel {
        if level == OverlayLevel::Broadcast {
            let time = (cx.clock, cx.animating);
            let known = (cx.series, cx.analysis, cx.settings.evaluation_bar);
            state.broadcast.show((&root, whole), cx.session, time, known);
        }
        let width = MESSAGE.min(free.width() - 2.0 * ASIDE);
        state.messages.strip =
            Some(egui::Rect::from_min_size(free.min + egui::vec2(ASIDE, ASIDE), egui::vec2(width, DETAIL)));
    } else {
        if !folded {
            let mut shown = SidePanel {
                panel: &mut state.panel,
                notices: &mut state.notices,
                message: &mut state.online.message,
                branch: state.new_match.branch.as_ref(),
                ledger: state.windows.ledger,
            };
            side_panel::show(&mut root, &mut shown, cx);
        }
        bar::show(&mut root, &mut state.messages, &mut state.notices, cx);
        free = free.intersect(root.available_rect_before_wrap());
    }
    // Everything drawn from here on shows the changes in this frame; the panels, in the next.
    let mut changed = commands::carry_out(state, cx);
    let room = if covers_all || free.width() < WINDOW { whole } else { free };
    // A picture of the window shows only the table.
    let bare = std::mem::take(&mut state.frame.bare);
    let mut top = free.top();
    if bare {
        ctx.request_repaint();
    } else if !covers_all {
        if has_panel || !state.frame.hides_pointer {
            side_panel::fold_button(ctx, free, state.panel.folded, cx);
        }
        match level {
            _ if exercise => {}
            OverlayLevel::Clean => strip::show(ctx, &mut state.messages, cx),
            OverlayLevel::Panel | OverlayLevel::Broadcast => {
                top = of_match(ctx, &root, free, (&mut state.messages, &mut state.white_wins), cx).unwrap_or(top);
            }
        }
        piece_card::show(ctx, free, cx);
        choice::show(ctx, free, cx);
        if settled {
            let mut form =
                StartForm { new_match: &mut state.new_match, kept: &mut state.kept, online: state.online.open };
            start_screen::window(ctx, room, &mut form, cx);
        }
        if settled && !exercise {
            ledger::window(ctx, room, &mut state.windows.ledger, cx);
        }
        if has_panel {
            announcement::show(ctx, free, cx);
        }
    }
    if settled && !bare {
        changed |= commands::carry_out(state, cx);
        windows_over(ctx, room, state, cx);
    }
    changed |= commands::carry_out(state, cx);
    clipboard::copy(ctx, state, cx);
    if changed {
        ctx.request_repaint();
    }
    let asks = state.asks();
    let moved = ctx.input(|input| input.pointer.time_since_last_movement().min(input.pointer.time_since_last_click()));
    state.frame.hides_pointer = !has_panel && moved > POINTER;
    let pointer = ctx.input(|input| input.pointer.latest_pos());
    let over = pointer.is_some_and(|at| {
        !free.contains(at) || ctx.layer_id_at(at).is_some_and(|layer| layer.order != egui::Order::Background)
    });
    let panels = match covers_all || asks {
        true => [whole; 3],
        false => [whole.with_min_x(free.right()), whole.with_min_y(free.bottom()), whole.with_max_y(free.top())],
    };
    state.frame.popup_open = egui::Popup::is_any_open(ctx);
    let zoom = ctx.zoom_factor();
    Panels {
        top: (top - whole.top()) * zoom,
        right: (whole.right() - free.right()) * zoom,
        bottom: (whole.bottom() - free.bottom()) * zoom,
        covered: panels.into_iter().chain(windows(ctx)).map(|rect| in_window(rect, zoom)).collect(),
        pointer: covers_all || asks || over || ctx.egui_is_using_pointer(),
        keyboard: ctx.egui_wants_keyboard_input(),
        asks,
        ticks: state.messages.since.is_some() || !has_panel && !state.frame.hides_pointer,
    }
}

/// Draws the overlays of matches and replays. Returns the lower edge of the graph above the board.
fn of_match(
    ctx: &egui::Context,
    root: &Ui,
    free: egui::Rect,
    (messages, white_wins): (&mut Messages, &mut Option<f64>),
    cx: &mut UiContext,
) -> Option<f32> {
    let bottom = graph::window(ctx, free, cx);
    // Nothing is drawn there but the graph.
    if let Some(bottom) = bottom {
        root.painter().rect_filled(free.with_max_y(bottom), 0.0, theme::PANEL);
    }
    if cx.settings.overlay == OverlayLevel::Panel {
        evaluation_bar::show(root, free.with_min_y(bottom.unwrap_or(free.top())), white_wins, cx);
    }
    note::watch(cx);
    strip::show(ctx, messages, cx);
    standings::show(ctx, free, cx.series);
    bottom
}

/// Draws the windows that open over everything.
fn windows_over(ctx: &egui::Context, room: egui::Rect, state: &mut UiState, cx: &mut UiContext) {
    show_editor(ctx, room, &mut state.editor, cx);
    rules::window(ctx, room, &mut state.windows.rules);
    kept::window(ctx, room, &mut state.kept, cx);
    play_online::window(ctx, room, &mut state.online, &state.new_match.form, cx);
    waiting::window(ctx, room, cx);
    links::window(ctx, room, &mut state.online, cx);
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    show_library(ctx, room, &mut state.library, cx);
    learning::window(ctx, room, &mut state.learning, &mut state.new_match.form, cx);
    text::window(ctx, room, &mut state.text, state.messages.notification.as_ref(), cx);
    options::window(ctx, room, &mut state.windows.options, cx);
    help::window(ctx, room, &mut state.windows.help, cx);
    film::window(ctx, room, &mut state.windows.film, cx);
    question::window(ctx, state.messages.question.as_ref(), cx);
}

/// Takes the next step of an export started by a button.
fn advance_export(pending: &mut Option<Export>, cx: &mut UiContext) {
    let (Some(export), Some(replay)) = (*pending, cx.session.replay()) else { return };
    if !cx.animating {
        let step = export.step(replay, cx.running);
        cx.commands.extend(step.command);
        cx.requests.extend(step.request);
        *pending = step.remains;
        if step.films {
            cx.ui_commands.push(UiCommand::Open(Window::Film));
        }
    }
}

/// Draws the editor, and carries out the request of its buttons.
fn show_editor(ctx: &egui::Context, free: egui::Rect, draft: &mut Option<PositionDraft>, cx: &mut UiContext) {
    match editor::window(ctx, free, draft, cx.hints()) {
        Some(editor::EditorRequest::Copy) => cx.ui_commands.push(UiCommand::Copy),
        Some(editor::EditorRequest::Paste) => cx.ui_commands.push(UiCommand::Paste),
        Some(editor::EditorRequest::Play) => {
            cx.ui_commands.extend(draft.take().map(Box::new).map(UiCommand::PlayFrom));
        }
        Some(editor::EditorRequest::Analyse) => {
            if let Some(draft) = draft.take()
                && let Ok(game) = draft.checked()
            {
                match AnalysedGame::of_game(game) {
                    Ok(analysed) => cx.leave_by(PlayerCommand::Board(BoardCommand::Open(Box::new(analysed)))),
                    Err(error) => cx.notifications.push(error.into()),
                }
            }
        }
        None => {}
    }
}

/// Draws the library, and carries out the request of its buttons.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn show_library(ctx: &egui::Context, free: egui::Rect, view: &mut LibraryView, cx: &mut UiContext) {
    let Some(folder) = cx.recorder.folder.clone() else { return };
    // A replay may have opened in the meantime.
    let current = cx.recorder.current().filter(|_| cx.session.live_match().is_some());
    let response = library::window(ctx, free, view, &folder, current, cx.wake, cx.hints());
    if response.deleted {
        // The start screen offers to continue unfinished matches.
        cx.ui_commands.push(UiCommand::RefreshMatches);
    }
    cx.ui_commands.extend(response.export.map(UiCommand::Export));
    match response.command {
        // The match stays on the table.
        Some(command @ PlayerCommand::SavePgn(_)) => cx.commands.push(command),
        Some(command) => cx.leave_by(command),
        None => {}
    }
}

/// The rectangles of windows, menus and other areas that take clicks, in points.
fn windows(ctx: &egui::Context) -> Vec<egui::Rect> {
    let layers: Vec<_> = ctx.memory(|memory| {
        let shown = memory.layer_ids().filter(|layer| memory.areas().is_visible(layer));
        shown.filter(|layer| layer.order != egui::Order::Background).collect()
    });
    let areas = layers.into_iter().filter_map(|layer| egui::AreaState::load(ctx, layer.id));
    areas.filter(|area| area.interactable).map(|area| area.rect()).collect()
}

/// Converts points to logical pixels.
fn in_window(rect: egui::Rect, zoom: f32) -> bevy::math::Rect {
    let corner = |at: egui::Pos2| Vec2::new(at.x, at.y) * zoom;
    bevy::math::Rect::from_corners(corner(rect.min), corner(rect.max))
}
