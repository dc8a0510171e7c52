use super::hands::By::{Button, Clicks, Digit, Drag, Keys, Typed};
use super::hands::{all_kinds, play};
use super::player::Player;

#[test]
fn tactical_by_hand() {
    // The phases, with all ways to take pieces of the reserve, which is beside the picture.
    let Some(mut phases) = Player::both("tactical", None, 1) else { return };
    play(
        &mut phases,
        &[
            ("O@a1", Button),
            // Two passes end a phase.
            ("--", Clicks),
            ("--", Keys),
            ("K@e8", Button),
            ("K@e1", Keys),
            ("Q@d7", Button),
            ("T@d2", Digit),
            ("P@a7", Button),
            ("--", Typed),
            ("--", Clicks),
            ("d2d4", Clicks),
        ],
    );
    let phases = phases.close();
    let Some(mut battle) = Player::both("tactical", Some("8/P2V4/1Nn1k3/p7/1pCf4/1Fp4b/1D5H/K2Q2r1 Rp w 4 00 - 0"), 1)
    else {
        return;
    };
    play(
        &mut battle,
        &[
            // A piece that captures a fanatic is removed with it.
            ("d1d4", Drag),
            ("e6e5", Keys),
            ("c4*c6", Clicks),
            ("--", Clicks),
            ("b2*c3", Keys),
            // The king is captured, a rook promoted, and the prince becomes king.
            ("g1a1", Clicks),
            // An explosion.
            ("b3b4", Clicks),
            ("h3f1", Drag),
            ("a7a8", Clicks),
            ("P@e7", Button),
            ("d7d8", Clicks),
            ("e5e6", Clicks),
            ("b6c8", Clicks),
        ],
    );
    all_kinds("tactical", &[phases, battle.close()]);
}
