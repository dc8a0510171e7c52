//! A random match of each game from a fixed seed, for human readers. Any change of the rules
//! changes a snapshot. `INSTA_UPDATE=always cargo test --test golden` writes the snapshot of a new
//! game.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fmt::Write;

use fairground_match::play::playout;
use fairground_rules::engine::{Game, Options, Turn, TypedGame};
use fairground_rules::games::{self, Visitor};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The maximum number of actions in a match.
const MAX_ACTIONS: u64 = 300;

struct Golden;

impl Visitor for Golden {
    type Output = String;

    fn visit<P: Game>(self) -> String {
        let mut text = String::new();
        let start = TypedGame::<P>::new(Options::default());
        let _ = writeln!(text, "start\t{}", start.position());
        let mut rng = ChaCha8Rng::seed_from_u64(2026);
        let each = |action: P::Action, position: &P| writeln!(text, "{action}\t{position}");
        let end = playout(start, &mut rng, MAX_ACTIONS, each).unwrap();
        let _ = match end.turn() {
            Turn::Over(outcome) => writeln!(text, "outcome: {outcome} ({})", outcome.reason),
            _ => writeln!(text, "outcome: ongoing"),
        };
        text
    }
}

#[test]
fn playouts_are_as_they_were() {
    for info in games::ALL {
        let text = games::visit(info.id, Golden).unwrap();
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("playout_{}", info.id), text);
        });
    }
}
