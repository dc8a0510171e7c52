//! Orthodox chess against published perft counts.
//!
//! The positions and counts are from the page "Perft Results" of the Chess Programming Wiki,
//! <https://www.chessprogramming.org/Perft_Results>: the start and test positions 2 ("Kiwipete") to
//! 6.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use fairground_rules::engine::{Notation, Options, perft};
use fairground_rules::games::chess::Chess;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const THIRD: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const FOURTH: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
const FOURTH_MIRRORED: &str = "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1";
const FIFTH: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
const SIXTH: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

fn check(table: &[(&str, &[u64])]) {
    for (text, counts) in table {
        let position = Chess::parse(text, &Options::default()).unwrap();
        for (depth, &expected) in (1..).zip(*counts) {
            if expected > 0 {
                assert_eq!(perft(&position, depth), expected, "{text}, depth {depth}");
            }
        }
    }
}

#[test]
fn published_counts() {
    check(&[
        (START, &[20, 400, 8_902, 197_281, 4_865_609]),
        (KIWIPETE, &[48, 2_039, 97_862, 4_085_603]),
        (THIRD, &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
        (FOURTH, &[6, 264, 9_467, 422_333, 15_833_292]),
        (FOURTH_MIRRORED, &[6, 264, 9_467, 422_333]),
        (FIFTH, &[44, 1_486, 62_379, 2_103_487]),
        (SIXTH, &[46, 2_079, 89_890, 3_894_594]),
    ]);
}

#[test]
#[ignore = "over a thousand million positions, some 10 s with --release"]
fn published_counts_deep() {
    check(&[
        (START, &[0, 0, 0, 0, 0, 119_060_324]),
        (KIWIPETE, &[0, 0, 0, 0, 193_690_690]),
        (THIRD, &[0, 0, 0, 0, 0, 0, 178_633_661]),
        (FOURTH, &[0, 0, 0, 0, 0, 706_045_033]),
        (FIFTH, &[0, 0, 0, 0, 89_941_194]),
        (SIXTH, &[0, 0, 0, 0, 164_075_551]),
    ]);
}
