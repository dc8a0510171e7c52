//! The card about the piece under the pointer: its name and measure, and how it moves.

use bevy::prelude::ResMut;
use bevy_egui::egui::{Area, CornerRadius, Frame, Margin, Order, RichText, Stroke};

use crate::engine::{DynGame, Piece, Place};
use crate::session::Selection;
use crate::ui::overlay::corner::{in_corner, settle};
use crate::ui::overlay::evaluation_bar;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::ui_params::UiParams;
use crate::ui::{theme, words};

/// The maximum width of the card, logical pixels.
const WIDTH: f32 = 380.0;

/// The piece described by the card, on the board or in reserve: the one under the pointer, or else
/// the held one.
fn subject(game: &dyn DynGame, selection: &Selection) -> Option<Piece> {
    let on = |place: Place| game.pieces().into_iter().find(|piece| piece.place == place);
    selection.pointed().and_then(on).or_else(|| selection.held.and_then(on))
}

/// The heading and the text of the card.
fn lines(game: &dyn DynGame, selection: &Selection, piece: &Piece) -> (String, &'static str) {
    let held = selection.held == Some(piece.place);
    if let Some((stays, lifted)) = selection.count.filter(|_| held).and_then(|count| piece.look.split(count)) {
        let [stay, lift] = [&stays, &lifted].map(|look| game.piece_info(look));
        let heading = format!("{} in hand: {}; {} stay: {}", lifted.height(), lift.name, stays.height(), stay.name);
        return (heading, lift.moves);
    }
    (words::piece_heading(game, piece.side, &piece.look), game.piece_info(&piece.look).moves)
}

/// Draws the card in the lower corner of the table where it covers less of the board.
pub fn show(mut frame: ResMut<UiFrame>, mut params: UiParams) {
    let (ctx, free, cx) = (frame.ctx(), frame.free(), &params.context());
    let Some(game) = cx.session.game() else { return };
    let loose = cx.selection.hover_loose.as_ref();
    let loose = loose.map(|(side, look)| (words::piece_heading(game, *side, look), game.piece_info(look).moves));
    let on_its_place = || subject(game, cx.selection).map(|piece| lines(game, cx.selection, &piece));
    let Some((heading, moves)) = loose.or_else(on_its_place) else { return };
    let (pivot, at) = in_corner(free, cx.free_corner, cx);
    let area = Area::new("piece".into()).order(Order::Middle).interactable(false);
    let card = area.pivot(pivot).fixed_pos(at).show(ctx, |ui| {
        ui.set_max_width(WIDTH.min(free.width() - 24.0 - evaluation_bar::room(cx)));
        let frame = Frame::new().fill(theme::RAISED).stroke(Stroke::new(1.0, theme::EDGE));
        frame.corner_radius(CornerRadius::same(8)).inner_margin(Margin::symmetric(10, 7)).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.label(RichText::new(heading).color(theme::BRASS));
            if !moves.is_empty() {
                ui.label(RichText::new(moves).size(theme::SMALL).color(theme::TEXT));
            }
        });
    });
    settle(&card.response);
    frame.card = card.response.rect.height();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Options, Side};
    use crate::games;

    fn card(id: &str, place: impl Fn(&dyn DynGame) -> Place, count: Option<u8>) -> (String, &'static str) {
        let game = games::begin(games::info(id).unwrap(), Options::default(), None).unwrap();
        let place = place(&*game);
        let selection = match place {
            Place::Cell(cell) => Selection { hover: Some(cell), ..Selection::default() },
            Place::Reserve(..) => Selection { hover_reserve: Some(place), ..Selection::default() },
        };
        let selection = Selection { held: count.map(|_| place), count, ..selection };
        lines(&*game, &selection, &subject(&*game, &selection).unwrap())
    }

    #[test]
    fn any_piece_tells_its_name_and_how_it_moves() {
        let on = |name: &'static str| move |game: &dyn DynGame| Place::Cell(game.layout().cell_named(name).unwrap());
        assert_eq!(card("makarenko", on("c1"), None).0, "White's bishop (5 chips)");
        assert_eq!(card("makarenko", on("d1"), Some(3)).0, "3 in hand: rook; 4 stay: knight");
        let (name, moves) = card("fluky", on("a1"), None);
        assert!(name.starts_with("White's pawn") && moves.contains("forward"), "{name}: {moves}");
        assert!(card("chess", on("g8"), None).1.contains("Leaps"));
        let (name, moves) = card("tactical", |_| Place::Reserve(Side::Black, 12), None);
        assert!(name == "Black's dragon" && moves.contains("Shoots"), "{name}: {moves}");
    }

    #[test]
    fn no_piece_of_any_game_is_left_without_words() {
        for info in games::ALL {
            let mut game = games::begin(info, Options::default(), None).unwrap();
            for step in 0..60_usize {
                for piece in game.pieces() {
                    let told = game.piece_info(&piece.look);
                    assert!(told.moves.ends_with('.'), "{}: {:?}", info.id, piece.look);
                }
                let actions = game.actions();
                let Some(action) = actions.get(step * 7919 % actions.len().max(1)).cloned() else { break };
                game.apply(&action).unwrap();
            }
        }
    }
}
