//! The window with the rules.

use bevy_egui::egui::style::ScrollAnimation;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, FontFamily, FontId, Frame, Margin, Order, Rect, RichText, ScrollArea, Sense,
    TextFormat, Ui, vec2,
};

use super::markdown::{Block, Span, parse, spans};
use super::ui_state::UiState;
use super::{figure, theme};
use crate::engine::Info;
use crate::games;

/// What all games share, in the same form as the rules of each.
const COMMON: &str = include_str!("../../assets/rules/common.md");

/// Rules that are open.
pub struct RulesView {
    /// Whose rules they are.
    name: &'static str,
    blocks: Vec<Block>,
    /// The heading to open at; `None` is the top.
    wanted: Option<String>,
    /// In how many frames more to go there: the first ones find out sizes.
    opening: u8,
}

/// In how many frames a window finds out its sizes.
const OPENING: u8 = 3;

impl RulesView {
    /// The rules of a game, from the top.
    pub fn of(info: &'static Info) -> RulesView {
        RulesView {
            name: info.name,
            blocks: parse(crate::games::presentation::Presentation::of(info).rules),
            wanted: None,
            opening: OPENING,
        }
    }

    /// What a refusal cites, such as `fluky.md, A turn` or `common.md, Draws`: that file at that heading. If there is no such file,
    /// the rules of `shown`, the game on the table.
    pub fn at(rule: &str, shown: &'static Info) -> RulesView {
        let (file, heading) = rule.split_once(", ").unwrap_or((rule, ""));
        let mut view = match (file, games::info(file.strip_suffix(".md").unwrap_or(file))) {
            ("common.md", _) => RulesView { name: "all games", blocks: parse(COMMON), wanted: None, opening: OPENING },
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
    let window = window.id("rules".into()).order(Order::Foreground);
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
    if !open {
        state.rules = None;
    }
}

/// What a word in the rules means.
const RULING: &str = "(Ruling) marks what the source of the game leaves open, and is decided here.";

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
        Block::Diagram(kind, lines) => figure::show(ui, kind, lines),
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

/// The least room of a table's column beside its words, logical pixels.
const CELL: f32 = 12.0;

/// Draws a table. No column is narrower than its longest word; what room is left, goes to those with more to say.
fn table(ui: &mut Ui, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |ui: &Ui, text: &str| ui.painter().layout_job(job(text, TABLE, theme::TEXT)).size().x + CELL;
    let widest = |column: usize, part: &dyn Fn(&str) -> f32| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| part(cell)).fold(0.0, f32::max)
    };
    let least: Vec<f32> = (0..columns)
        .map(|column| widest(column, &|cell| cell.split(' ').map(|word| width(ui, word)).fold(0.0, f32::max)))
        .collect();
    let whole: Vec<f32> = (0..columns).map(|column| widest(column, &|cell| width(ui, cell))).collect();
    let widths = shared(&least, &whole, ui.available_width());
    // In a narrow window with large text, long words need more room than there is.
    ScrollArea::horizontal().id_salt(rows).show(ui, |ui| draw_rows(ui, rows, &widths));
}

fn draw_rows(ui: &mut Ui, rows: &[Vec<String>], widths: &[f32]) {
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.iter().any(|cell| !cell.is_empty())) {
        let colour = if index == 0 { theme::BRASS } else { theme::TEXT };
        let galleys: Vec<_> = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| {
                let mut job = job(cell, TABLE, colour);
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

/// The size of text in tables, logical pixels.
const TABLE: f32 = 15.0;

/// The widths of columns that need at least so much each, and so much to be on one line, in this room.
fn shared(least: &[f32], whole: &[f32], room: f32) -> Vec<f32> {
    let (least_sum, whole_sum) = (least.iter().sum::<f32>(), whole.iter().sum::<f32>());
    if whole_sum <= room {
        return whole.to_vec();
    }
    let share = ((room - least_sum) / (whole_sum - least_sum).max(1.0)).clamp(0.0, 1.0);
    least.iter().zip(whole).map(|(least, whole)| least + (whole - least) * share).collect()
}

/// A line of text with its Markdown spans as colours and fonts.
pub fn job(line: &str, size: f32, colour: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for span in spans(line) {
        let (words, family, colour, background) = match span {
            Span::Plain(words) => (words, FontFamily::Proportional, colour, Color32::TRANSPARENT),
            Span::Bold(words) => (words, FontFamily::Proportional, theme::BRASS, Color32::TRANSPARENT),
            Span::Italic(words) => (words, FontFamily::Proportional, colour, Color32::TRANSPARENT),
            Span::Code(words) => (words, FontFamily::Monospace, colour, theme::SUNK),
        };
        let size = if family == FontFamily::Monospace { size - 1.0 } else { size };
        let italics = matches!(span, Span::Italic(_));
        let format = TextFormat {
            font_id: FontId::new(size, family),
            color: colour,
            background,
            italics,
            ..TextFormat::default()
        };
        job.append(words, 0.0, format);
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
    fn columns_are_as_wide_as_their_longest_word() {
        assert_eq!(shared(&[40.0, 60.0], &[50.0, 90.0], 200.0), [50.0, 90.0]);
        assert_eq!(shared(&[40.0, 60.0], &[40.0, 460.0], 300.0), [40.0, 260.0]);
        assert_eq!(shared(&[140.0, 260.0], &[140.0, 460.0], 300.0), [140.0, 260.0]);
    }

    #[test]
    fn the_common_rules_are_drawn_as_those_of_the_games() {
        let blocks = parse(COMMON);
        assert!(matches!(&blocks[0], Block::Heading(1, _)) && blocks.len() > 10);
        assert!(!blocks.iter().any(|block| matches!(block, Block::Paragraph(words) if words.starts_with('#'))));
    }
}
