//! The window with the rules.

use bevy_egui::egui::style::ScrollAnimation;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, FontFamily, FontId, Frame, Margin, Rect, RichText, ScrollArea, Sense,
    TextFormat, Ui, vec2,
};

use super::markdown::{Block, Span, parse, spans};
use super::theme;
use super::ui_state::UiState;
use crate::engine::Info;
use crate::games;

/// What all games share, in the same form as the rules of each.
const COMMON: &str = include_str!("../../assets/rules/common.md");

/// Rules that are open.
pub struct RulesView {
    /// Whose rules they are.
    name: &'static str,
    blocks: Vec<Block>,
    /// The heading to scroll to next.
    wanted: Option<String>,
}

impl RulesView {
    /// The rules of a game, from the top.
    pub fn of(info: &'static Info) -> RulesView {
        RulesView { name: info.name, blocks: parse(info.rules), wanted: None }
    }

    /// What a refusal cites, such as `fluky.md, A turn` or `common.md, Draws`: that file at that heading. If there is no such file,
    /// the rules of `shown`, the game on the table.
    pub fn at(rule: &str, shown: &'static Info) -> RulesView {
        let (file, heading) = rule.split_once(", ").unwrap_or((rule, ""));
        let mut view = match (file, games::info(file.strip_suffix(".md").unwrap_or(file))) {
            ("common.md", _) => RulesView { name: "all games", blocks: parse(COMMON), wanted: None },
            (_, Ok(info)) => RulesView::of(info),
            (_, Err(_)) => return RulesView::of(shown),
        };
        view.wanted = view.has(heading).then(|| heading.to_string());
        view
    }

    fn has(&self, heading: &str) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Heading(_, own) if own == heading))
    }
}

/// Draws the rules, if they are open.
pub fn window(ctx: &egui::Context, free: Rect, state: &mut UiState) {
    let Some(view) = &mut state.rules else { return };
    let mut open = true;
    let (window, room) = theme::window(format!("Rules: {}", view.name), &mut open, free);
    let size = room.min(vec2(720.0, 1000.0));
    window.id("rules".into()).default_pos(free.center() - size / 2.0).default_size(size).show(ctx, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let wanted = view.wanted.take();
            for block in &view.blocks {
                draw(ui, block, wanted.as_deref());
            }
        });
    });
    if !open {
        state.rules = None;
    }
}

fn draw(ui: &mut Ui, block: &Block, wanted: Option<&str>) {
    match block {
        Block::Heading(level, words) => {
            ui.add_space(if *level == 1 { 0.0 } else { 12.0 });
            let size = match level {
                1 => 26.0,
                2 => 20.0,
                _ => 17.0,
            };
            let response = ui.label(job(words, size, theme::BRASS));
            if wanted == Some(words) {
                // At once: the way there would be a blur.
                response.scroll_to_me_animation(Some(Align::TOP), ScrollAnimation::none());
            }
        }
        Block::Paragraph(words) => {
            ui.label(job(words, theme::BODY, theme::TEXT));
        }
        Block::Item(mark, words) => {
            ui.horizontal_top(|ui| {
                ui.add_space(6.0);
                ui.label(RichText::new(mark).color(theme::BRASS));
                ui.vertical(|ui| ui.label(job(words, theme::BODY, theme::TEXT)));
            });
        }
        Block::Table(rows) => table(ui, rows),
        Block::Code(lines) => {
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

/// Draws a table, with columns in proportion to their longest cells.
fn table(ui: &mut Ui, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let longest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let weights: Vec<_> = (0..columns).map(|column| longest(column).unwrap_or_default().clamp(4, 40) as f32).collect();
    let width = ui.available_width();
    let unit = (width / weights.iter().sum::<f32>().max(1.0)).min(12.0);
    for (index, row) in rows.iter().enumerate() {
        let colour = if index == 0 { theme::BRASS } else { theme::TEXT };
        let galleys: Vec<_> = row
            .iter()
            .zip(&weights)
            .map(|(cell, weight)| {
                let mut job = job(cell, 15.0, colour);
                job.wrap.max_width = (weight * unit - 12.0).max(20.0);
                ui.painter().layout_job(job)
            })
            .collect();
        let height = galleys.iter().map(|galley| galley.size().y).fold(0.0, f32::max) + 6.0;
        let (rect, _) = ui.allocate_exact_size(vec2(unit * weights.iter().sum::<f32>(), height), Sense::hover());
        if index % 2 == 1 {
            ui.painter().rect_filled(rect, CornerRadius::same(4), theme::PANEL);
        }
        let mut x = rect.left() + 6.0;
        for (galley, weight) in galleys.into_iter().zip(&weights) {
            ui.painter().galley(egui::pos2(x, rect.top() + 3.0), galley, theme::TEXT);
            x += weight * unit;
        }
    }
}

/// A line of text with its Markdown spans as colours and fonts.
pub fn job(line: &str, size: f32, colour: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for span in spans(line) {
        let (words, family, colour, background) = match span {
            Span::Plain(words) => (words, FontFamily::Proportional, colour, Color32::TRANSPARENT),
            Span::Bold(words) => (words, FontFamily::Proportional, theme::BRASS, Color32::TRANSPARENT),
            Span::Code(words) => (words, FontFamily::Monospace, colour, theme::SUNK),
        };
        let size = if family == FontFamily::Monospace { size - 1.0 } else { size };
        job.append(
            words,
            0.0,
            TextFormat { font_id: FontId::new(size, family), color: colour, background, ..TextFormat::default() },
        );
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_common_rules_are_drawn_as_those_of_the_games() {
        let blocks = parse(COMMON);
        assert!(matches!(&blocks[0], Block::Heading(1, _)) && blocks.len() > 10);
        assert!(!blocks.iter().any(|block| matches!(block, Block::Paragraph(words) if words.starts_with('#'))));
    }
}
