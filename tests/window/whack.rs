use super::hands::By::{Clicks, Digit, Drag, Keys, Typed};
use super::hands::{all_kinds, play};
use super::player::Player;

/// Pieces are close together here: with seed 49 the captures roll every number.
const CLOSE: &str = "A1B2+A3C3+C2D2 Aa1:b2,Ab2:w31,Ac4:w2,Bc1:w2,Bd1:w1,Ba2:w111,Bb2:w311,Bc2:w31,Ba3:w22,Bc3:w221,Bd3:w1,\
                     Cc1:w222,Ca3:b1,Da1:b11,Da2:b3,Db2:b22,Dc2:b311,Dd2:b3,Da3:b2,Da4:b11,Db4:b222,Dc4:b1,Dd4:b2211 \
                     w move 26";

#[test]
fn whack_by_hand() {
    // The set-up, with boards chosen by clicking a picture, by previews, and by digits.
    let Some(mut opening) = Player::both("whack", None, 3) else { return };
    play(
        &mut opening,
        &[
            ("=A0B3", Clicks),
            ("=A0B3+A1C1", Keys),
            ("=A0B3+A1C1+B0D0", Digit),
            ("~2", Keys),
            ("=A1C1+A2B2+B0D0", Clicks),
            ("Cc1Cb3", Drag),
            ("Da1Da2", Clicks),
            ("Cc4Ad2", Typed),
        ],
    );
    let opening = opening.close();
    let Some(mut close) = Player::both("whack", Some(CLOSE), 49) else { return };
    play(
        &mut close,
        &[
            ("Ab2Ca3", Clicks),
            ("~4", Keys),
            ("=A1B2+A3D3+C2D2", Clicks),
            ("Db4Ca3", Clicks),
            ("~1", Keys),
            ("=A0B3+A3D3+C2D2", Keys),
            ("Ba2Aa1", Clicks),
            ("~2", Keys),
            ("=A0B3+A2C1+C2D2", Digit),
            ("Ca3Ac4", Drag),
            ("~3", Keys),
            ("=A0B3+A1D2+A2C1+C2D1", Typed),
            ("Cc1Ac4", Clicks),
            ("~6", Keys),
            ("=A0B0+A1D2+A2C1+C2D1", Clicks),
            ("Dd2Bc2", Clicks),
            // HOP changes nothing.
            ("~5", Keys),
        ],
    );
    all_kinds("whack", &[opening, close.close()]);
}
