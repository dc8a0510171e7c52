//! Parses a typed move: action text, short notation, or castling by two cells.

use crate::engine::{ActionText, Cell, DynGame, Gesture, Place, Refusal};
use crate::session::moving_both;

/// Reads a typed text.
///
/// # Errors
/// Why the text is not a legal action.
pub fn read(typed: &str, game: &dyn DynGame, legal: &[(ActionText, Gesture)]) -> Result<ActionText, Refusal> {
    game.read_action(typed).or_else(|refusal| onto_own_piece(typed, game, legal).ok_or(refusal))
}

/// The action given by two cells that also moves the piece on the second: castling as `e1h1`.
fn onto_own_piece(typed: &str, game: &dyn DynGame, legal: &[(ActionText, Gesture)]) -> Option<ActionText> {
    let layout = game.layout();
    let cells: Vec<_> = (0_u16..).zip(&layout.cells).filter(|(_, cell)| !cell.name.is_empty()).collect();
    let typed = typed.to_lowercase();
    let pair = cells.iter().find_map(|(from, cell)| {
        let rest = typed.strip_prefix(&cell.name)?.trim_start_matches(['-', 'x']);
        let (to, _) = cells.iter().find(|(_, cell)| cell.name == rest)?;
        Some((Place::Cell(Cell(*from)), Cell(*to)))
    });
    pair.and_then(|(from, to)| moving_both(from, to, game, legal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;

    fn game(id: &str, position: Option<&str>) -> Box<dyn DynGame> {
        games::begin(games::info(id).unwrap(), Options::default(), position).unwrap()
    }

    fn meant(typed: &str, game: &dyn DynGame, legal: &[(ActionText, Gesture)]) -> ActionText {
        read(typed, game, legal).unwrap_or_else(|refusal| panic!("{typed}: {refusal}"))
    }

    /// Every legal action of every game can be typed as action text and as in the move list.
    #[test]
    fn every_action_is_understood_in_both_notations() {
        for info in games::ALL {
            let mut game = game(info.id, None);
            for step in 0..40_usize {
                let legal = game.gestures();
                for (action, _) in &legal {
                    assert_eq!(meant(action, &*game, &legal), *action, "{}", info.id);
                    let short = crate::ui::words::short(&*game, action);
                    assert_eq!(meant(&short, &*game, &legal), *action, "{}: {short}", info.id);
                }
                let actions = game.actions();
                let Some(action) = actions.get(step * 7919 % actions.len().max(1)).cloned() else { break };
                game.apply(&action).unwrap();
            }
        }
    }

    #[test]
    fn people_may_leave_signs_out_and_write_them_otherwise() {
        let castling = game("chess", Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
        let legal = castling.gestures();
        for (typed, action) in [
            ("O-O", "e1g1"),
            ("0-0", "e1g1"),
            ("o-o-o", "e1c1"),
            ("Rxa8", "a1a8"),
            ("Ra8", "a1a8"),
            ("e1h1", "e1g1"),
            ("E1-A1", "e1c1"),
        ] {
            assert_eq!(meant(typed, &*castling, &legal), action, "{typed}");
        }
        let queen = game("makarenko", Some("c3h2c/aaa1gaaa/8/8/8/8/AAAEDAAA/1G2HC1C w 1"));
        for typed in ["e1e1", "d2d2"] {
            assert!(read(typed, &*queen, &queen.gestures()).is_err(), "{typed} ends where it starts");
        }
        let start = game("chess", None);
        let legal = start.gestures();
        for (typed, action) in [("nf3", "g1f3"), ("E4", "e2e4"), ("e2-e4", "e2e4"), ("Ng1f3", "g1f3"), ("Nf3!", "g1f3")]
        {
            assert_eq!(meant(typed, &*start, &legal), action, "{typed}");
        }
    }
}
