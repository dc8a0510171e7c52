//! Layout of formatted lines.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Color32, FontFamily, FontId, TextFormat};

use super::markdown::{Span, spans};
use crate::ui::theme;

/// Lays out a line of text, with its Markdown spans as colours and fonts.
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
