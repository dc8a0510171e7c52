//! The texts of a frame of panels, with their places.
//!
//! A test includes this with `#[path = "../common/panel_text.rs"] mod panel_text;`.

use bevy_egui::egui::{Pos2, Rect, Shape, epaint::ClippedShape};

/// All texts that are at least partly visible, with their places.
pub fn texts(shapes: &[ClippedShape]) -> Vec<(String, Rect)> {
    let mut texts = Vec::new();
    for clipped in shapes {
        collect(&clipped.shape, clipped.clip_rect, &mut texts);
    }
    texts
}

fn collect(shape: &Shape, clip: Rect, texts: &mut Vec<(String, Rect)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, texts)),
        Shape::Text(text) => {
            let seen = text.visual_bounding_rect().intersect(clip);
            if seen.is_positive() {
                texts.push((text.galley.text().to_string(), seen));
            }
        }
        _ => {}
    }
}

/// The middle of the text whose first line has exactly these words, ignoring a leading digit, symbol
/// and count.
pub fn find(texts: &[(String, Rect)], words: &str) -> Option<Pos2> {
    let digit = |letter: char| letter.is_ascii_digit();
    let says = |text: &str| {
        let line = text.lines().next().unwrap_or_default().trim();
        let sign = |letter: char| ('\u{2654}'..='\u{265f}').contains(&letter);
        let bare = line.trim_start_matches(digit).trim_start().trim_start_matches(sign).trim_start();
        line == words || bare == words || bare.split_once(" ×").is_some_and(|(bare, _)| bare == words)
    };
    texts.iter().find(|(text, _)| says(text)).map(|(_, seen)| seen.center())
}
