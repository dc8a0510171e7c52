use fairground::engine::{GestureKind, Turn};
use fairground::record;

use super::hands::By::{Clicks, Drag, Keys};
use super::hands::{all_kinds, play};
use super::player::Player;

#[test]
fn fluky_by_hand() {
    let position = "k3p/2PPP/5/p3P/4K w - 0";
    let seats = ["--white", "human", "--black", "human", "--seed", "7", "--position", position];
    let Some(mut player) = Player::open("fluky", &seats) else { return };
    play(
        &mut player,
        &[
            // The pawn's promotion on its last rank is a choice; no roll is due.
            ("c4c5n", Clicks),
            ("a2a1b", Keys),
            ("d4d5r", Drag),
            ("a5b4", Clicks),
            ("d5e5", Clicks),
        ],
    );
    // Uses all ways to throw dice, regardless of the results.
    type Throw = fn(&Player);
    let mut throws: Vec<(&str, Throw)> = vec![
        ("by the key", |player| player.key("space")),
        ("by a flick", |player| player.flick(&*player.game())),
        ("by the button", |player| player.press(&mut player.panels(), "🎲 Throw (Space)")),
        ("by a click on the tray", |player| player.click_tray(&*player.game())),
    ];
    throws.reverse();
    while let Some((how, throw)) = throws.last() {
        let game = player.game();
        match game.turn() {
            Turn::Over(outcome) => panic!("over before a throw {how}: {outcome}"),
            Turn::Chance(..) => {
                let symbol = player.once_played(&format!("a throw {how}"), throw);
                assert!(symbol.is_roll(), "{symbol} by a throw {how}");
                throws.pop();
            }
            Turn::Decide(_) => {
                // A move that leads to a roll, if there is one; leaps first.
                let gestures = game.gestures();
                let rolls = |action: &str| {
                    let mut after = game.boxed();
                    after.apply(action).unwrap();
                    matches!(after.turn(), Turn::Chance(..))
                };
                let plain = gestures.iter().filter(|(_, gesture)| gesture.choice.is_none());
                let quiet = |gesture: &GestureKind| *gesture == GestureKind::Quiet;
                let best = plain.max_by_key(|(action, gesture)| (rolls(action), quiet(&gesture.kind)));
                play(&mut player, &[(&best.unwrap().0, Clicks)]);
            }
        }
    }
    let closed = player.close();
    let record = record::read(&closed.file()).unwrap();
    assert!(record.actions().iter().filter_map(|entry| entry.throw.as_ref()).all(|throw| !throw.attempts.is_empty()));
    all_kinds("fluky", &[closed]);
}
