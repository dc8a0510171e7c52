//! The pieces as figures about the origin in a box of 40 units, y downward.

use std::fmt::Write;

use super::name;
use super::symbol::{Symbol, is_unusual};
use fairground_rules::engine::{Look, PieceKind, Side};

/// The colours of a figure: body and lines.
#[derive(Clone, Copy)]
struct Ink {
    body: &'static str,
    line: &'static str,
}

const WHITE: Ink = Ink { body: "#fff", line: "#000" };
const BLACK: Ink = Ink { body: "#000", line: "#fff" };
/// For neutral pieces.
const STONE: Ink = Ink { body: "#888", line: "#000" };

/// Draws a piece.
pub(super) fn figure(side: Option<Side>, look: &Look) -> String {
    let ink = if side == Some(Side::Black) { BLACK } else { WHITE };
    let mut out = String::new();
    match look {
        Look::Chessman(kind) => man(&mut out, *kind, ink),
        Look::Die(_, symbol) => {
            shape(
                &mut out,
                "M-11,-16H11A5,5 0 0 1 16,-11V11A5,5 0 0 1 11,16H-11A5,5 0 0 1 -16,11V-11A5,5 0 0 1 -11,-16Z",
                ink,
            );
            // Inverted, since the die's colour shows its owner.
            let drawn = Ink { body: ink.line, line: ink.body };
            out.push_str("<g transform=\"scale(.68)\">");
            match PieceKind::marked(symbol) {
                Some(kind) => man(&mut out, kind, drawn),
                None => letters(&mut out, symbol, 28, ink.line, 10.0),
            }
            out.push_str("</g>");
        }
        Look::Chips(count) => {
            circle(&mut out, 17.0, ink.body, "#000", 1.6);
            circle(&mut out, 13.5, "none", ink.line, 0.8);
            letters(&mut out, &count.to_string(), 19, ink.line, 6.7);
        }
        Look::Pyramids(sizes) => {
            let step = 24.0 / (sizes.len() as f32 + 1.0);
            let step = step.min(8.0);
            for (index, size) in sizes.iter().enumerate() {
                let (half, foot) = (4.5 + 4.0 * f32::from(*size), 9.0 - step * index as f32);
                let _ = write!(
                    out,
                    "<path d=\"M{:.1},{foot:.1}H{half:.1}L0,{:.1}Z\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1\" stroke-linejoin=\"round\"/>",
                    -half,
                    foot - 5.0 - 4.0 * f32::from(*size),
                    ink.body,
                    ink.line
                );
            }
            letters(&mut out, &name(look), 9, "#000", 18.0);
        }
    }
    out
}

fn man(out: &mut String, kind: PieceKind, ink: Ink) {
    let Symbol { outlines, lines } = Symbol::of(kind);
    let ink = if kind == PieceKind::Obstacle { STONE } else { ink };
    for path in outlines {
        shape(out, path, ink);
    }
    let _ = write!(
        out,
        "<path d=\"{lines}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\" stroke-linecap=\"round\"/>",
        ink.line
    );
    if is_unusual(kind) {
        letters(out, kind.mark(), 8, "#000", 20.5);
    }
}

/// An outline that is visible on light and dark cells.
fn shape(out: &mut String, path: &str, ink: Ink) {
    let edge = if ink.body == "#000" { "#fff" } else { "#000" };
    let _ = write!(
        out,
        "<path d=\"{path}\" fill=\"{}\" stroke=\"{edge}\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/>",
        ink.body
    );
}

fn circle(out: &mut String, radius: f32, fill: &str, stroke: &str, width: f32) {
    let _ = write!(out, "<circle r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>");
}

/// Centred letters with their baseline at `y`.
fn letters(out: &mut String, text: &str, size: u32, fill: &str, y: f32) {
    let _ = write!(
        out,
        "<text y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{fill}\">{text}</text>"
    );
}
