//! The captured pieces, counted by kind.

use bevy_egui::egui::{RichText, Ui};

use crate::engine::{Piece, PieceKind, Side};
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// Lists the captured pieces of a side in words, or those of neither side for `None`; empty without
/// captures.
fn counted(captured: &[Piece], side: Option<Side>) -> String {
    // By kind, the strongest first.
    let rank = |name: &str| PieceKind::ALL.iter().position(|kind| kind.name() == name).unwrap_or(PieceKind::ALL.len());
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for (name, count) in captured.iter().filter(|piece| piece.side == side).flat_map(|piece| words::piece(&piece.look))
    {
        match kinds.iter_mut().find(|(own, _)| *own == name) {
            Some((_, total)) => *total += count,
            None => kinds.push((name, count)),
        }
    }
    kinds.sort_by(|(a, _), (b, _)| rank(a).cmp(&rank(b)).then_with(|| b.cmp(a)));
    let parts = kinds.into_iter().map(|(name, count)| if count > 1 { format!("{name} ×{count}") } else { name });
    parts.collect::<Vec<_>>().join(", ")
}

/// Draws the captured pieces.
pub fn show(ui: &mut Ui, cx: &UiContext) {
    let captured = cx.history.captured();
    let Some(game) = cx.session.game().filter(|_| !captured.is_empty()) else { return };
    ui.label(theme::title("Captured"));
    for side in Side::BOTH.into_iter().map(Some).chain([None]) {
        let words = counted(captured, side);
        if !words.is_empty() {
            ui.horizontal_wrapped(|ui| {
                if let Some(side) = side {
                    theme::disc(ui, game.info(), side);
                }
                ui.label(RichText::new(words).size(theme::SMALL));
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, Look, Place};

    #[test]
    fn counted_by_side_and_kind() {
        let piece = |side, look| Piece { place: Place::Cell(Cell(0)), side: Some(side), look };
        let captured = [
            piece(Side::White, Look::Chessman(PieceKind::Pawn)),
            piece(Side::Black, Look::Chips(3)),
            piece(Side::White, Look::Chessman(PieceKind::Bishop)),
            piece(Side::White, Look::Chessman(PieceKind::Pawn)),
            piece(Side::Black, Look::Chips(2)),
        ];
        assert_eq!(counted(&captured, Some(Side::White)), "bishop, pawn ×2");
        assert_eq!(counted(&captured, Some(Side::Black)), "chip ×5");
        assert_eq!(counted(&captured, None), "");
    }
}
