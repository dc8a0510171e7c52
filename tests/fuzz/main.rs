//! Damaged texts from outside the program: games in PGN, books of openings, links, messages of
//! rooms, puzzles, lessons, values on the command line, and a UCI dialogue. Each is read or refused
//! in a sentence, without a panic or a hang; readable texts survive printing and reading.
//! Positions, actions and match files are in `tests/bad_text.rs`.
//!
//! The normal run tries a few hundred of each. Many more take a few minutes: `cargo test --release
//! --no-default-features --features server --test fuzz -- --ignored --nocapture`. `FUZZ_SEED=2`
//! tries others.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "../common/damage.rs"]
mod damage;
mod engine;
mod files;
mod texts;

use damage::damaged;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Damages random seeds of a corpus `cases` times. `read` is the reader under test; it returns an
/// error for an unreadable text. A panic in it is reported with its text.
fn fuzz(name: &str, cases: u64, corpus: &[String], mut read: impl FnMut(&str) -> Result<(), String>) {
    let mut rng = seeded(cases);
    let mut refused = 0;
    for text in corpus {
        read(text).unwrap_or_else(|error| panic!("{name}: an undamaged text is refused: {text:?}: {error}"));
    }
    for _ in 0..cases {
        let text = if rng.random_ratio(1, 50) {
            random_text(&mut rng)
        } else {
            damaged(corpus.choose(&mut rng).unwrap(), corpus.choose(&mut rng).unwrap(), &mut rng)
        };
        let _reported = Reported { name, text: &text };
        if let Err(error) = read(&text) {
            refused += 1;
            assert!(!error.trim().is_empty(), "refused without a reason");
            assert!(error.chars().count() <= 1000, "the reason is as long as the text: {error}");
        }
    }
    eprintln!("{name}: {cases} damaged, {} still read", cases - refused);
    assert!(refused > 0, "{name}: nothing was refused");
}

/// Random numbers for a run of `cases` cases.
fn seeded(cases: u64) -> ChaCha8Rng {
    let seed = std::env::var("FUZZ_SEED").map_or(0, |seed| seed.parse().expect("FUZZ_SEED is a number"));
    let mut rng = ChaCha8Rng::seed_from_u64(cases);
    rng.set_stream(seed);
    rng
}

/// Up to 60 characters from all of Unicode, ASCII more often.
fn random_text(rng: &mut ChaCha8Rng) -> String {
    let letters = 0..rng.random_range(0..60);
    letters.map(|_| if rng.random_bool(0.8) { rng.random_range(' '..='~') } else { rng.random() }).collect()
}

/// Prints the text if its reader panics.
struct Reported<'a> {
    name: &'a str,
    text: &'a str,
}

impl Drop for Reported<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}: {:?}", self.name, self.text);
        }
    }
}

/// Two tests of each target: an everyday one, and an ignored one with `$many` cases.
macro_rules! targets {
    ($($target:ident: $few:literal, $many:ident: $cases:literal;)*) => {
        $(
            #[test]
            fn $target() {
                super::$target($few);
            }

            #[test]
            #[ignore = "takes minutes"]
            fn $many() {
                super::$target($cases);
            }
        )*
    };
}
use targets;
