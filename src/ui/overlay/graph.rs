//! The graph of the match: the evaluation after each move, and the luck of the dice.

use std::ops::RangeInclusive;

use bevy::prelude::ResMut;
use bevy_egui::egui::{self, Color32, Frame, Id, Margin, RichText, Ui, vec2};
use egui_plot::{Bar, BarChart, HLine, Line, Plot, PlotPoints, VLine, uniform_grid_spacer};

use crate::engine::{GameInfo, Side};
use crate::play::{AnalysedPly, MatchReport, SideSummary};
use crate::session::PlayerCommand;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;

/// The height of the plot, logical pixels.
const HEIGHT: f32 = 58.0;

/// The visible range of chances, %: room for the labels of 0 and 100.
const RANGE: RangeInclusive<f64> = -12.0..=112.0;

/// The maximum width, logical pixels.
const WIDTH: f32 = 640.0;

/// The colours of White's luck and of Black's.
const LUCK: [Color32; 2] = [Color32::from_rgb(0x56, 0xb4, 0xe9), Color32::from_rgb(0xd5, 0x5e, 0x00)];

/// The distance from the upper edge of the table, logical pixels.
const ASIDE: f32 = 6.0;

/// Draws the window above the board, if it is enabled. It can be collapsed. The board is below it,
/// unless it has been moved down or is too high for this area.
pub fn window(mut frame: ResMut<UiFrame>, mut params: UiParams) {
    let (ctx, free, cx) = (frame.ctx(), frame.free(), &mut params.context());
    let is_shown = cx.settings.graph && cx.session.allows_assistance();
    let Some(info) = cx.session.game().map(|game| game.info()).filter(|_| is_shown) else { return };
    let mut open = true;
    let title = RichText::new("Evaluation graph").size(theme::BODY);
    let margin = Frame::window(&ctx.global_style()).inner_margin(Margin::symmetric(10, 6));
    // Each overlay has its own place for the graph, because the table is elsewhere.
    let id = Id::new(("graph", cx.settings.overlay.name()));
    let window = egui::Window::new(title).id(id).open(&mut open).frame(margin).resizable(false);
    let shown = window.constrain_to(free).default_pos(free.left_top() + vec2(60.0, ASIDE)).show(ctx, |ui| {
        ui.set_width((free.width() - 120.0).clamp(200.0, WIDTH));
        ui.spacing_mut().item_spacing.y = 3.0;
        contents(ui, info, cx);
    });
    cx.settings.graph = open;
    let Some(place) = shown.map(|shown| shown.response.rect) else { return };
    let is_above = place.top() <= free.top() + 2.0 * ASIDE && place.height() < 0.3 * free.height();
    if open && is_above {
        // Nothing is drawn there but the graph.
        frame.root.painter().rect_filled(free.with_max_y(place.bottom()), 0.0, theme::PANEL);
        frame.graph = Some(place.bottom());
    }
}

fn contents(ui: &mut Ui, info: &GameInfo, cx: &mut UiContext) {
    let report = cx.analysis.report();
    let (known, all) = cx.analysis.known();
    if let Some(ply) = plot(ui, info, report, cx) {
        jump(ply, cx);
    }
    let words = if known < all {
        format!("{known} of {all} positions searched")
    } else {
        let share = |(side, share): (Side, SideSummary)| {
            let luck = if info.dice { format!("luck worth {:+.1} wins, ", share.luck) } else { String::new() };
            format!("{}: {luck}mistakes cost {:.1} wins", info.side(side), share.lost)
        };
        [(Side::White, report.white), (Side::Black, report.black)].map(share).join("; ")
    };
    let dice =
        format!("; bars: luck of the dice for {} (up) and {} (down)", info.side(Side::White), info.side(Side::Black));
    let what = format!("{}'s chance of winning, %{}", info.side(Side::White), if info.dice { &dice } else { "" });
    ui.add(egui::Label::new(theme::muted(words)).truncate()).on_hover_text(what);
}

/// Draws the plot, and returns the clicked ply, from 0.
fn plot(ui: &mut Ui, info: &GameInfo, report: &MatchReport, cx: &UiContext) -> Option<usize> {
    let plies = &report.plies;
    let end = cx.history.plies().len().max(10) as f64;
    let wins = std::iter::once([0.0, 50.0]).chain(plies.iter().map(|ply| [ply.ply as f64, 100.0 * ply.win]));
    let wins: Vec<_> = wins.collect();
    let current = cx.history.current().map_or(0.0, |ply| (ply + 1) as f64);
    let hint = |ply: &AnalysedPly| {
        let better = ply.better.as_ref().map_or_else(String::new, |better| format!("\nbetter: {better}"));
        let luck = if info.dice { format!("\nluck {:+.0} %", 100.0 * ply.luck) } else { String::new() };
        let (number, dots) = (cx.history.move_number(ply.ply), if ply.side == Side::White { "." } else { "…" });
        format!("{number}{dots} {}\n{:.0} %{luck}{better}", ply.actions.join(" "), 100.0 * ply.win)
    };
    let plot = Plot::new("graph")
        .height(HEIGHT)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_axes([false, true])
        .show_x(false)
        .show_y(false)
        .default_x_bounds(0.0, end)
        .default_y_bounds(*RANGE.start(), *RANGE.end())
        .y_grid_spacer(uniform_grid_spacer(|_| [100.0, 50.0, 25.0]))
        .label_formatter(|_| None);
    let shown = plot.show(ui, |plot| {
        plot.set_plot_bounds_x(0.0..=end);
        plot.set_plot_bounds_y(RANGE);
        plot.hline(HLine::new("even", 50.0).color(theme::EDGE));
        plot.vline(VLine::new("now", current).color(theme::MUTED));
        if info.dice {
            for side in Side::BOTH {
                let bars = plies.iter().filter(|ply| ply.side == side && ply.luck != 0.0).map(|ply| {
                    let luck = if side == Side::White { ply.luck } else { -ply.luck };
                    Bar::new(ply.ply as f64, 100.0 * luck).base_offset(50.0).width(0.8)
                });
                let chart = BarChart::new("luck", bars.collect()).color(LUCK[side.index()]);
                plot.bar_chart(chart.allow_hover(false));
            }
        }
        plot.line(Line::new("wins", PlotPoints::new(wins)).color(theme::BRASS).width(2.0).allow_hover(false));
        plot.pointer_coordinate()
    });
    let at = shown.inner.map(|at| at.x.round().clamp(0.0, end) as usize)?.checked_sub(1)?;
    let clicked = shown.response.clicked();
    if let Some(ply) = plies.get(at) {
        shown.response.on_hover_text(hint(ply));
    }
    clicked.then_some(at)
}

/// Goes to the end of a ply.
fn jump(ply: usize, cx: &mut UiContext) {
    let end = cx.history.plies().get(ply).map(|ply| ply.end);
    let Some(end) = end else { return };
    cx.commands.push(match cx.session.match_on_table() {
        Some(_) => PlayerCommand::Review { actions: end, run: false },
        None => PlayerCommand::Seek(end),
    });
}
