//! Another program as a player: `fairground uci`.

use super::hands::By::{Clicks, Typed};
use super::hands::play;
use super::player::{PATIENCE, Player, wait};

/// A person plays and throws, and the program answers every move.
#[test]
fn another_program_answers_at_the_table() {
    let program = format!("uci:nodes=100 '{}' uci", env!("CARGO_BIN_EXE_fairground"));
    for (game, first, second, by) in [("makarenko", "e2e4", "d2d4", Clicks), ("chess", "e2e4", "g1f3", Typed)] {
        let Some(mut player) = Player::open(game, &["--black", &program, "--dice", "instant", "--seed", "1"]) else {
            return;
        };
        for (action, most) in [(first, 2), (second, 4)] {
            play(&mut player, &[(action, by)]);
            wait("an answer", PATIENCE, || (player.played().len() == most).then_some(()));
            player.rest();
        }
        player.close();
    }
}
