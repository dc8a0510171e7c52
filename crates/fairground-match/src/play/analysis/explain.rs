use fairground_rules::bots::{self, Explanation};
use fairground_rules::engine::{DynGame, Side, Tabletop, TypedGame};
use fairground_rules::games::{self, GameVisitor};

/// The terms of the hand-written evaluation of the current position, for White; `None` if the match
/// is over.
#[must_use]
pub fn explain(game: &dyn DynGame) -> Option<Explanation> {
    struct Explain;
    impl GameVisitor for Explain {
        type Output = Explanation;
        fn visit<P: Tabletop>(self, game: &TypedGame<P>) -> Explanation {
            bots::explain(game.position()).of_side(Side::White)
        }
    }
    if game.turn().outcome().is_some() {
        return None;
    }
    games::visit_game(game, Explain).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_rules::engine::{ActionText, Options, Turn, split_mix_64};

    /// Checked in random matches of every game.
    #[test]
    fn the_terms_add_up_to_the_evaluation() {
        for info in games::ALL {
            let mut explained = 0;
            for seed in 0..6 {
                let mut game = games::begin(info, Options::default(), None).unwrap();
                for step in 0..150 {
                    let choose = |number: usize| split_mix_64(1_000 * seed + step) as usize % number;
                    let action = match game.turn() {
                        Turn::Over(_) => break,
                        Turn::Chance(_, die) => ActionText::roll(die.sides[choose(die.sides.len())]),
                        Turn::Decide(_) => {
                            let actions = game.actions();
                            actions[choose(actions.len())].clone()
                        }
                    };
                    let found = explain(&*game).unwrap();
                    assert_eq!(found.hand(), game.evaluate(Side::White), "{}: {}", info.id, game.text());
                    assert_eq!(found.clone().of_side(Side::Black).hand(), game.evaluate(Side::Black), "{}", info.id);
                    assert!(found.terms.is_sorted_by_key(|term| -term.value().abs()));
                    explained += usize::from(!found.terms.is_empty());
                    game.apply(&action).unwrap();
                }
            }
            assert!(explained > 50, "{}: {explained}", info.id);
        }
    }
}
