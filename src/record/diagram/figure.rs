//! The figures of the pieces, drawn about the origin in a box of 40 units, y downward.

use std::fmt::Write;

use super::name;
use crate::engine::{Look, PieceKind, Side};

/// The colours of a figure: the body, and the lines on it.
#[derive(Clone, Copy)]
struct Ink {
    body: &'static str,
    line: &'static str,
}

const WHITE: Ink = Ink { body: "#fff", line: "#000" };
const BLACK: Ink = Ink { body: "#000", line: "#fff" };

/// Outlines of the chessmen.
const KING: &str =
    "M-11,16H11L9,10 12,-3C10,-8 4,-8 1.5,-5V-10H5V-13H1.5V-17H-1.5V-13H-5V-10H-1.5V-5C-4,-8 -10,-8 -12,-3L-9,10Z";
const QUEEN: &str = "M-12,16H12L9,8 14,-10 6.5,-1 5.5,-14 0,-3 -5.5,-14 -6.5,-1 -14,-10 -9,8Z";
const ROOK: &str = "M-12,16H12V11L8,9 7,-5 11,-8V-16H6V-12H2.5V-16H-2.5V-12H-6V-16H-11V-8L-7,-5 -8,9 -12,11Z";
const BISHOP: &str = "M-12,16H12L10,11 4,9 5,4C12,0 9,-9 2,-13A2.5,2.5 0 1 0 -2,-13C-9,-9 -12,0 -5,4L-4,9 -10,11Z";
const KNIGHT: &str =
    "M-7,16H12C13,3 12,-10 3,-13L1,-17 -2,-13C-7,-11 -9,-5 -13,1C-14,4 -11,7 -8,5L-4,2C-1,3 1,1 2,-1C2,5 -7,8 -7,16Z";
const PAWN: &str = "M-11,16H11L8,10 4,8 2.5,-1A6.5,6.5 0 1 0 -2.5,-1L-4,8 -8,10Z";

/// Men that have no outline of their own: a body with letters on it.
const TOKEN: &str = "M-14,16H14L12,11V-6A12,11 0 0 0 -12,-6V11Z";

/// A crown in the upper right corner, for royal pieces.
const CROWN: &str = "M9,-10H19L21,-18 17,-14.5 14,-19 11,-14.5 7,-18Z";

/// The outline of a kind, and whether it wears a crown; `None` for a body with letters.
const fn outline(kind: PieceKind) -> Option<(&'static str, bool)> {
    match kind {
        PieceKind::King => Some((KING, false)),
        PieceKind::Queen => Some((QUEEN, false)),
        PieceKind::Rook => Some((ROOK, false)),
        PieceKind::Bishop => Some((BISHOP, false)),
        PieceKind::Knight => Some((KNIGHT, false)),
        PieceKind::Pawn => Some((PAWN, false)),
        PieceKind::RoyalRook => Some((ROOK, true)),
        PieceKind::RoyalBishop => Some((BISHOP, true)),
        PieceKind::RoyalKnight => Some((KNIGHT, true)),
        _ => None,
    }
}

/// Whether a kind is drawn with letters, which a legend has to explain.
pub(super) const fn is_lettered(kind: PieceKind) -> bool {
    outline(kind).is_none() && !matches!(kind, PieceKind::Obstacle)
}

/// The figure of a piece.
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
            // Dark on light and light on dark, as the die's colour already tells whose it is.
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
    if kind == PieceKind::Obstacle {
        out.push_str("<path d=\"M-15,-15H15V15H-15Z\" fill=\"#888\" stroke=\"#000\" stroke-width=\"1.6\"/>");
        out.push_str("<path d=\"M-15,-15L15,15M-15,15L15,-15\" stroke=\"#000\" stroke-width=\"1.6\"/>");
        return;
    }
    let Some((path, crowned)) = outline(kind) else {
        shape(out, TOKEN, ink);
        letters(out, kind.mark(), 15, ink.line, 6.0);
        return;
    };
    shape(out, path, ink);
    let details = match kind {
        PieceKind::Bishop | PieceKind::RoyalBishop => "M-8.5,12H8.5M0,-8V1M-3.5,-4H3.5",
        PieceKind::Knight | PieceKind::RoyalKnight => "M-5,-7L-4.5,-6.5M-4,12.5H10",
        _ => "M-8.5,12H8.5",
    };
    let _ = write!(
        out,
        "<path d=\"{details}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\" stroke-linecap=\"round\"/>",
        ink.line
    );
    if crowned {
        shape(out, CROWN, ink);
    }
}

/// An outline, which stands out from light and from dark cells alike.
fn shape(out: &mut String, path: &str, ink: Ink) {
    let edge = if ink.body == "#fff" { "#000" } else { "#fff" };
    let _ = write!(
        out,
        "<path d=\"{path}\" fill=\"{}\" stroke=\"{edge}\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/>",
        ink.body
    );
}

fn circle(out: &mut String, radius: f32, fill: &str, stroke: &str, width: f32) {
    let _ = write!(out, "<circle r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>");
}

/// Letters in the middle, their foot at `y`.
fn letters(out: &mut String, text: &str, size: u32, fill: &str, y: f32) {
    let _ = write!(
        out,
        "<text y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{fill}\">{text}</text>"
    );
}
