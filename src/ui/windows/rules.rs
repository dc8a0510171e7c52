//! The window with the rules.

use bevy::prelude::{Res, ResMut};

use crate::ui::drawing::markdown::MarkdownBlock;
use crate::ui::drawing::{figure, rich_text};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::rules_view::{ALL_GAMES, OpenRules, RulesView};
use crate::ui::theme;
use bevy_egui::egui::style::ScrollAnimation;
use bevy_egui::egui::{self, Align, CornerRadius, Frame, Margin, Order, RichText, ScrollArea, Sense, Ui, vec2};

/// Draws the rules if they are open.
pub fn window(frame: Res<UiFrame>, mut rules: ResMut<OpenRules>) {
    let Some(view) = &mut rules.0 else { return };
    let (ctx, free) = (frame.ctx(), frame.room());
    let (mut open, mut common) = (true, false);
    let (window, room) = theme::window(ctx, format!("Rules: {}", view.name), &mut open, free);
    let size = room.min(vec2(720.0, 1000.0));
    let window = window.order(Order::Foreground);
    window.default_pos(free.center() - size / 2.0).default_size(size).show(ctx, |ui| {
        let mut area = ScrollArea::vertical().auto_shrink(false);
        let opening = view.opening > 0;
        if opening {
            view.opening -= 1;
            ctx.request_repaint();
            if view.wanted.is_none() {
                area = area.vertical_scroll_offset(0.0);
            }
        }
        if view.name != ALL_GAMES && ui.link("The rules of all games").clicked() {
            common = true;
        }
        area.show(ui, |ui| {
            let wanted = view.wanted.as_deref().filter(|_| opening);
            for (index, block) in view.blocks.iter().enumerate() {
                draw(ui, block, wanted);
                if index == 0 {
                    ui.label(theme::muted(RULING));
                }
            }
        });
    });
    if common {
        rules.0 = Some(RulesView::common());
    }
    if !open {
        rules.0 = None;
    }
}

/// The explanation of a term of the rules.
const RULING: &str = "(Ruling) marks decisions of this program, where the source leaves a point open.";

fn draw(ui: &mut Ui, block: &MarkdownBlock, wanted: Option<&str>) {
    match block {
        MarkdownBlock::Heading(level, words) => {
            ui.add_space(if *level == 1 { 0.0 } else { 12.0 });
            let size = match level {
                1 => 26.0,
                2 => 20.0,
                _ => 17.0,
            };
            let response = ui.label(rich_text::job(words, size, theme::BRASS));
            if wanted == Some(words) {
                // Jumps there, because smooth scrolling would be a blur.
                response.scroll_to_me_animation(Some(Align::TOP), ScrollAnimation::none());
            }
        }
        MarkdownBlock::Paragraph(words) => {
            ui.label(rich_text::job(words, theme::BODY, theme::TEXT));
        }
        MarkdownBlock::Item(mark, words) => {
            ui.horizontal_top(|ui| {
                ui.add_space(6.0);
                ui.label(RichText::new(mark).color(theme::BRASS));
                ui.vertical(|ui| ui.label(rich_text::job(words, theme::BODY, theme::TEXT)));
            });
        }
        MarkdownBlock::Table(rows) => table(ui, rows),
        MarkdownBlock::Diagram(kind, lines) => figure::show(ui, kind, lines),
        MarkdownBlock::Code(lines) => {
            let frame =
                Frame::new().fill(theme::SUNK).corner_radius(CornerRadius::same(6)).inner_margin(Margin::same(10));
            frame.show(ui, |ui| {
                ScrollArea::horizontal().id_salt(lines).show(ui, |ui| {
                    ui.add(egui::Label::new(RichText::new(lines).monospace()).extend());
                });
            });
        }
    }
}

/// The padding of a table column, logical pixels.
const CELL: f32 = 12.0;

/// Draws a table. Every column is at least as wide as its longest word; the remaining width is
/// shared by need.
fn table(ui: &mut Ui, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |ui: &Ui, text: &str| ui.painter().layout_job(rich_text::job(text, TABLE, theme::TEXT)).size().x + CELL;
    let widest = |column: usize, part: &dyn Fn(&str) -> f32| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| part(cell)).fold(0.0, f32::max)
    };
    let least: Vec<f32> = (0..columns)
        .map(|column| widest(column, &|cell| cell.split(' ').map(|word| width(ui, word)).fold(0.0, f32::max)))
        .collect();
    let whole: Vec<f32> = (0..columns).map(|column| widest(column, &|cell| width(ui, cell))).collect();
    let widths = shared(&least, &whole, ui.available_width());
    // In a narrow window with large text, long words may need more than the available width.
    ScrollArea::horizontal().id_salt(rows).show(ui, |ui| draw_rows(ui, rows, &widths));
}

fn draw_rows(ui: &mut Ui, rows: &[Vec<String>], widths: &[f32]) {
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.iter().any(|cell| !cell.is_empty())) {
        let colour = if index == 0 { theme::BRASS } else { theme::TEXT };
        let galleys: Vec<_> = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| {
                let mut job = rich_text::job(cell, TABLE, colour);
                // Rounding must not break the longest word.
                job.wrap.max_width = width - CELL + 1.0;
                ui.painter().layout_job(job)
            })
            .collect();
        let height = galleys.iter().map(|galley| galley.size().y).fold(0.0, f32::max) + 6.0;
        let (rect, _) = ui.allocate_exact_size(vec2(widths.iter().sum::<f32>(), height), Sense::empty());
        if index % 2 == 1 {
            ui.painter().rect_filled(rect, CornerRadius::same(4), theme::PANEL);
        }
        let mut x = rect.left() + CELL / 2.0;
        for (galley, width) in galleys.into_iter().zip(widths) {
            ui.painter().galley(egui::pos2(x, rect.top() + 3.0), galley, theme::TEXT);
            x += width;
        }
    }
}

/// The text size of tables, logical pixels.
const TABLE: f32 = 15.0;

/// Divides `room` between columns with the minimum widths `least` and the single-line widths
/// `whole`.
fn shared(least: &[f32], whole: &[f32], room: f32) -> Vec<f32> {
    let (least_sum, whole_sum) = (least.iter().sum::<f32>(), whole.iter().sum::<f32>());
    if whole_sum <= room {
        return whole.to_vec();
    }
    let share = ((room - least_sum) / (whole_sum - least_sum).max(1.0)).clamp(0.0, 1.0);
    least.iter().zip(whole).map(|(least, whole)| least + (whole - least) * share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::presentation::COMMON_RULES;
    use crate::ui::drawing::markdown::parse;

    #[test]
    fn a_refusal_opens_its_section() {
        let shown = games::info("tactical").unwrap();
        let opened = |file: &str, heading: &str| {
            let view = RulesView::at(&[file, heading].join(", "), shown);
            (view.name, view.wanted)
        };
        assert_eq!(opened("fluky.md", "A turn"), ("Fluky Chess", Some("A turn".into())));
        assert_eq!(opened("common.md", "Draws"), ("all games", Some("Draws".into())));
        assert_eq!(opened("fluky.md", "No such heading"), ("Fluky Chess", None));
        assert_eq!(opened("README.md", "Limits"), ("Tactical Chess", None));
        assert_eq!(opened("", ""), ("Tactical Chess", None));
    }

    #[test]
    fn columns_are_as_wide_as_their_longest_word() {
        assert_eq!(shared(&[40.0, 60.0], &[50.0, 90.0], 200.0), [50.0, 90.0]);
        assert_eq!(shared(&[40.0, 60.0], &[40.0, 460.0], 300.0), [40.0, 260.0]);
        assert_eq!(shared(&[140.0, 260.0], &[140.0, 460.0], 300.0), [140.0, 260.0]);
    }

    #[test]
    fn the_common_rules_are_drawn_as_those_of_the_games() {
        let blocks = parse(COMMON_RULES);
        assert!(matches!(&blocks[0], MarkdownBlock::Heading(1, _)) && blocks.len() > 10);
        assert!(!blocks.iter().any(|block| matches!(block, MarkdownBlock::Paragraph(words) if words.starts_with('#'))));
    }
}
