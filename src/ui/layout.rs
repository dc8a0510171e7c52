//! The panels in the order of drawing, and the area of the window that they cover.

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy::window::{CursorOptions, PrimaryWindow};
use bevy_egui::egui::{self, LayerId, Ui, UiBuilder};
use bevy_egui::{EguiClipboard, EguiContexts, EguiPrimaryContextPass};

use super::library::LibraryView;
use super::online::{links, play_online, waiting};
use super::overlay::{announcement, choice, evaluation_bar, filming, graph, inset, piece_card, standings};
use super::panel::panel_state::PanelState;
use super::panel::{note, side_panel};
use super::sentence::{bar, strip};
use super::shell::clipboard::Clipboard;
use super::shell::ui_state::asks;
use super::shell::{clipboard, commands, dropped};
use super::start::{kept, start_screen};
use super::state::frame::{FrameState, UiFrame};
use super::state::kept_matches::KeptMatches;
use super::state::messages::UiMessages;
use super::state::ui_params::UiParams;
use super::windows::{film, help, ledger, options, question, rules};
use super::{analysis_board, broadcast, editor, export, learning, library, screen, text, theme};
use crate::play::Match;
use crate::session::{OverlayLevel, Panels, Screen};

/// Without a panel, a pointer that rests for longer than this is hidden, s.
const POINTER: f32 = 2.0;

/// A touch held for this long opens a menu, s.
const LONG_PRESS: f64 = 0.8;

/// Adds the panels, in the order of drawing.
pub fn plugin(app: &mut App) {
    let before = (dropped::open, clipboard::use_pasted, export::advance, commands::of_panels);
    let beside_table = (
        strip::expire,
        start_screen::page.run_if(shows(Screen::Start)),
        learning::panel::show.run_if(shows(Screen::Exercise).and_then(is_unfolded)),
        learning::card::show.run_if(shows(Screen::Exercise)),
        analysis_board::panel::show.run_if(shows(Screen::Analysis).and_then(is_unfolded)),
        side_panel::show.run_if(shows_match.and_then(has_panel).and_then(is_unfolded)),
        bar::show.run_if(shows_match.or_else(shows(Screen::Analysis)).and_then(has_panel)),
        broadcast::show.run_if(is_broadcast),
        strip::place.run_if(not(has_panel)),
    );
    let over_table = (
        side_panel::fold_button,
        graph::window.run_if(has_overlays),
        evaluation_bar::show.run_if(has_overlays),
        note::watch.run_if(has_overlays),
        strip::show.run_if(not(shows(Screen::Exercise))),
        standings::show.run_if(has_overlays),
        piece_card::show,
        choice::show,
        start_screen::window.run_if(is_settled),
        ledger::window.run_if(is_settled.and_then(not(shows(Screen::Exercise)))),
        announcement::show.run_if(has_panel),
    );
    let over_everything = (
        commands::of_panels,
        editor::window,
        rules::window,
        kept::window,
        play_online::window,
        waiting::window,
        links::window,
        library::window,
        learning::window,
        text::window,
        options::window,
        help::window,
        film::window,
        question::window,
    );
    let panels = (
        beside_table.chain(),
        commands::of_panels,
        over_table.chain().run_if(not(shows(Screen::Start)).and_then(not(is_bare))),
        over_everything.chain().run_if(is_settled.and_then(not(is_bare))),
        (commands::of_panels, clipboard::copy, end).chain(),
    );
    app.edit_schedule(EguiPrimaryContextPass, |schedule| {
        // One panel is drawn after the other.
        schedule.set_executor(SingleThreadedExecutor::new());
    });
    app.add_systems(
        EguiPrimaryContextPass,
        (
            before.chain(),
            begin,
            panels.chain().run_if(resource_exists::<UiFrame>),
            (filming::draw, inset::draw).chain(),
        )
            .chain(),
    );
}

fn shows(screen: Screen) -> impl Fn(Res<UiFrame>) -> bool + Clone {
    move |frame| frame.screen == screen
}

fn shows_match(frame: Res<UiFrame>) -> bool {
    matches!(frame.screen, Screen::Match | Screen::Replay)
}

fn has_panel(frame: Res<UiFrame>) -> bool {
    frame.level == OverlayLevel::Panel
}

fn is_broadcast(frame: Res<UiFrame>) -> bool {
    frame.level == OverlayLevel::Broadcast
}

/// Whether the graph, the evaluation bar and the standings may be drawn over the table.
fn has_overlays(frame: Res<UiFrame>) -> bool {
    frame.screen != Screen::Exercise && frame.level != OverlayLevel::Clean
}

fn is_unfolded(frame: Res<UiFrame>) -> bool {
    !frame.folded
}

fn is_settled(frame: Res<UiFrame>) -> bool {
    frame.settled
}

fn is_bare(frame: Res<UiFrame>) -> bool {
    frame.bare
}

/// Begins the frame: determines its contents and scale.
fn begin(
    mut commands: Commands,
    mut contexts: EguiContexts,
    mut state: ResMut<FrameState>,
    mut panel: ResMut<PanelState>,
    // The number of frames until sizes have adapted to the current scale.
    (mut themed, mut resizing): (Local<bool>, Local<u8>),
    mut params: UiParams,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let cx = &mut params.context();
    if !std::mem::replace(&mut *themed, true) {
        theme::apply(ctx);
    }
    let scale = cx.settings.text_scale(ctx.viewport_rect().size() * ctx.zoom_factor());
    if ctx.zoom_factor() != scale {
        ctx.set_zoom_factor(scale);
        // In this frame, sizes still have the old scale; in the next, they are wrong.
        *resizing = 2;
    }
    let settled = *resizing == 0;
    let bare = std::mem::take(&mut state.bare);
    *resizing = resizing.saturating_sub(1);
    if !settled || bare {
        ctx.request_repaint();
    }
    // Only a touch can be a long press; a press of the mouse is a click, however long.
    let longest = if ctx.input(|input| input.any_touches()) { LONG_PRESS } else { f64::INFINITY };
    ctx.options_mut(|options| options.input_options.max_click_duration = longest);
    // Settings are text.
    let current = cx.session.live_match().and_then(Match::recorded_in).filter(|file| file.to_str().is_some());
    if let Some(file) = current.filter(|file| cx.settings.last_file.as_deref() != Some(*file)) {
        cx.settings.last_file = Some(file.to_path_buf());
    }
    let whole = ctx.viewport_rect();
    // The panel unfolds for a choice that is not listed beside its cell.
    let chooses = !cx.selection.choices.is_empty() && cx.selection.spot.is_none();
    let level = if cx.session.is_of_match() && !chooses { cx.settings.overlay } else { OverlayLevel::Panel };
    let wants_fold = panel.fold.unwrap_or_else(|| screen::folds(whole, ctx.zoom_factor()));
    let folded = wants_fold && !cx.session.is_empty() && !chooses;
    panel.folded = folded || level != OverlayLevel::Panel;
    let beside = match level {
        OverlayLevel::Broadcast => broadcast::table(whole),
        OverlayLevel::Panel if !folded && screen::is_below(whole) => whole.with_max_y(screen::place(whole).top()),
        OverlayLevel::Panel if !folded => whole.with_max_x(screen::place(whole).left()),
        OverlayLevel::Clean | OverlayLevel::Panel => whole,
    };
    let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(whole);
    let root = Ui::new(ctx.clone(), "fairground".into(), builder);
    let screen = cx.session.screen();
    commands.insert_resource(UiFrame { root, screen, level, folded, settled, bare, beside, graph: None, card: 0.0 });
    Ok(())
}

/// Ends the frame: tells the table its free area, and the system its pointer and clipboard.
fn end(
    mut commands: Commands,
    frame: Res<UiFrame>,
    mut state: ResMut<FrameState>,
    (messages, library, kept): (Res<UiMessages>, Res<LibraryView>, Res<KeptMatches>),
    mut panels: ResMut<Panels>,
    (mut requests, mut clipboard): (ResMut<Clipboard>, Option<ResMut<EguiClipboard>>),
    mut pointers: Query<&mut CursorOptions, With<PrimaryWindow>>,
) {
    let (ctx, whole, free, zoom) = (frame.ctx(), frame.whole(), frame.free(), frame.ctx().zoom_factor());
    let asks = asks(&messages, &library, &kept);
    let covers_all = frame.screen == Screen::Start;
    let moved = ctx.input(|input| input.pointer.time_since_last_movement().min(input.pointer.time_since_last_click()));
    let has_panel = frame.level == OverlayLevel::Panel;
    state.hides_pointer = !has_panel && moved > POINTER;
    for mut pointer in pointers.iter_mut().filter(|pointer| pointer.visible == state.hides_pointer) {
        pointer.visible = !state.hides_pointer;
    }
    let pointer = ctx.input(|input| input.pointer.latest_pos());
    let over = pointer.is_some_and(|at| {
        !free.contains(at) || ctx.layer_id_at(at).is_some_and(|layer| layer.order != egui::Order::Background)
    });
    let covered = match covers_all || asks {
        true => [whole; 3],
        false => [whole.with_min_x(free.right()), whole.with_min_y(free.bottom()), whole.with_max_y(free.top())],
    };
    state.popup_open = egui::Popup::is_any_open(ctx);
    let now = Panels {
        top: (frame.graph.unwrap_or(free.top()) - whole.top()) * zoom,
        right: (whole.right() - free.right()) * zoom,
        bottom: (whole.bottom() - free.bottom()) * zoom,
        covered: covered.into_iter().chain(windows(ctx)).map(|rect| in_window(rect, zoom)).collect(),
        pointer: covers_all || asks || over || ctx.egui_is_using_pointer(),
        keyboard: ctx.egui_wants_keyboard_input(),
        asks,
        ticks: messages.since.is_some() || !has_panel && !state.hides_pointer,
    };
    let pastes = std::mem::take(&mut requests.wants_paste);
    if pastes {
        let text = clipboard.as_mut().and_then(|clipboard| clipboard.get_text());
        requests.pasted = Some(text.unwrap_or_default());
    }
    // In the next frame, the table uses the new free area, and the panels use the pasted text.
    if panels.set_if_neq(now) || pastes {
        ctx.request_repaint();
    }
    commands.remove_resource::<UiFrame>();
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
