use super::hands::By::{Button, Chip, Clicks, Digit, Drag, Keys, Typed, Wheel};
use super::hands::{all_kinds, play};
use super::player::Player;

#[test]
fn makarenko_by_hand() {
    let Some(mut player) = Player::both("makarenko", Some("4h3/1a6/4e3/3g4/8/2D3D1/AB2g3/C3H2D w 0"), 1) else {
        return;
    };
    play(
        &mut player,
        &[
            // Uses every way to choose the part of a stack to lift.
            ("c3c5/3", Digit),
            ("b7b6", Drag),
            ("c5b6/1", Wheel),
            // The king is captured, and a new one made.
            ("e2e1", Clicks),
            ("h1g3", Drag),
            ("d5d4/1", Button),
            ("a1b2/1", Chip),
            ("e6f4/4", Digit),
            ("b2b3/2", Keys),
            ("e8e7", Typed),
        ],
    );
    all_kinds("makarenko", &[player.close()]);
}
