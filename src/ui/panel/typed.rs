//! Parses a typed move: action text, or the short notation of the move list, as people write it.

use crate::engine::{ActionText, Cell, DynGame, Gesture, Piece, Place, Refusal, Turn};
use crate::session::moving_both;
use crate::ui::words;

/// The meaning of a typed text.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// A single action. If no meaning is legal, the action with the most informative refusal.
    Action(ActionText),
    /// Any of several legal actions.
    Ambiguous(Vec<ActionText>),
}

/// Parses a typed text.
pub fn read(typed: &str, game: &dyn DynGame, legal: &[(ActionText, Gesture)]) -> Reading {
    if legal.iter().any(|(action, _)| action == typed) {
        return Reading::Action(typed.into());
    }
    // From the strictest reading to the loosest: capitals matter at first, because `b4` may be a
    // pawn move and `Bb4` a bishop move.
    let notations: [fn(&str) -> String; 3] = [bare, plain, |text| plain(text).to_lowercase()];
    for written in notations {
        let wanted = written(typed);
        let mut same = legal.iter().filter(|(action, _)| {
            !wanted.is_empty() && (written(&words::short(game, action)) == wanted || written(action) == wanted)
        });
        if let (Some((action, _)), None) = (same.next(), same.next()) {
            return Reading::Action(action.clone());
        }
    }
    if let Some(action) = onto_own_piece(typed, game, legal) {
        return Reading::Action(action);
    }
    // If the game itself can parse the text, its refusal gives the reason.
    let known = game.check(typed).is_err_and(|refusal| matches!(refusal, Refusal::Illegal(_)));
    attempted(typed, game).filter(|_| !known).unwrap_or_else(|| Reading::Action(typed.into()))
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

/// Removes the symbols for check, mate and annotations, which people often omit.
fn bare(text: &str) -> String {
    text.trim_end_matches(['+', '#', '!', '?']).to_string()
}

/// Removes everything that people may omit, and writes castling with letters.
fn plain(text: &str) -> String {
    let kept = text.chars().filter(|sign| !matches!(sign, 'x' | '-' | '=' | ' ' | ':' | '+' | '#' | '!' | '?'));
    kept.map(|sign| if sign == '0' { 'O' } else { sign }).collect()
}

/// The actions that algebraic notation may mean, legal or not: the letter of a piece, the typed
/// part of its origin, and its target.
fn attempted(typed: &str, game: &dyn DynGame) -> Option<Reading> {
    let Turn::Decide(side) = game.turn() else { return None };
    let text = bare(typed.split('=').next().unwrap_or_default());
    let layout = game.layout();
    let named = layout.cells.iter().enumerate().filter(|(_, cell)| !cell.name.is_empty());
    let (to, target) = named.filter(|(_, cell)| text.ends_with(&cell.name)).max_by_key(|(_, cell)| cell.name.len())?;
    let to = Cell(u16::try_from(to).ok()?);
    let before = text[..text.len() - target.name.len()].trim_end_matches(['x', '-', '>', '*']);
    let letter = before.chars().next().filter(char::is_ascii_uppercase);
    let origin = &before[letter.map_or(0, char::len_utf8)..];
    let is_kind = |name: &str| match letter {
        None => name == "pawn",
        Some('N') => name == "knight",
        Some(letter) => name.starts_with(letter.to_ascii_lowercase()) && name != "knight",
    };
    let attempt = |piece: &Piece| {
        let Place::Cell(from) = piece.place else { return None };
        let name = &layout.cells.get(from.index())?.name;
        let fits = piece.side == Some(side) && is_kind(game.piece_info(&piece.look).name);
        let from_there = origin.chars().all(|sign| name.contains(sign));
        let action = game.intended_action(piece.place, to, None).filter(|_| fits && from_there && from != to)?;
        let legal = game.check(&action).is_ok();
        // Pawns usually move straight ahead.
        let ahead = letter.is_none() && name.chars().next() == target.name.chars().next();
        Some((legal, ahead, action))
    };
    let attempts: Vec<_> = game.pieces().iter().filter_map(attempt).collect();
    let legal: Vec<_> = attempts.iter().filter(|(legal, ..)| *legal).map(|(.., action)| action.clone()).collect();
    if legal.len() > 1 {
        return Some(Reading::Ambiguous(legal));
    }
    // The first of equally good ones.
    let best = attempts.into_iter().rev().max_by_key(|(legal, ahead, _)| (*legal, *ahead));
    best.map(|(.., action)| Reading::Action(action))
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
        match read(typed, game, legal) {
            Reading::Action(action) => action,
            Reading::Ambiguous(actions) => panic!("{typed}: {actions:?}"),
        }
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
                    let short = words::short(&*game, action);
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
        let start = game("chess", None);
        let legal = start.gestures();
        for (typed, action) in [("nf3", "g1f3"), ("E4", "e2e4"), ("e2-e4", "e2e4"), ("Ng1f3", "g1f3"), ("Nf3!", "g1f3")]
        {
            assert_eq!(meant(typed, &*start, &legal), action, "{typed}");
        }
    }

    #[test]
    fn an_illegal_action_in_short_notation_is_refused_by_its_rule() {
        for (id, position, typed, action) in [
            ("chess", None, "Nf6", "b1f6"),
            ("chess", None, "Bc4", "c1c4"),
            ("chess", None, "e5", "e2e5"),
            ("chess", None, "exd3", "e2d3"),
            ("chess", Some("4k3/8/8/4r3/8/8/4B3/4K3 w - - 0 1"), "Bd3", "e2d3"),
            ("fluky", None, "Kc3", "e1c3"),
        ] {
            let game = game(id, position);
            assert_eq!(meant(typed, &*game, &game.gestures()), action, "{typed}");
            assert!(matches!(game.check(action), Err(Refusal::Illegal(_))));
        }
        let start = game("chess", None);
        for typed in ["", "hello", "z9", "Qq", "💥"] {
            assert_eq!(meant(typed, &*start, &start.gestures()), typed);
        }
    }

    #[test]
    fn moves_of_two_pieces_are_distinguished() {
        let rooks = game("chess", Some("4k3/8/8/8/8/8/4K3/R6R w - - 0 1"));
        let legal = rooks.gestures();
        let either = Reading::Ambiguous(vec!["a1f1".into(), "h1f1".into()]);
        assert_eq!(read("Rf1", &*rooks, &legal), either);
        assert_eq!(meant("Rhf1", &*rooks, &legal), "h1f1");
    }
}
