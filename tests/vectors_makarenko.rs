//! Makarenko's Chess against golden data, and its events against its pieces.

#[path = "common/story.rs"]
mod story;
#[path = "common/vectors.rs"]
mod vectors;

use fairground::engine::{Options, Rules};
use fairground::games::makarenko::Makarenko;

#[test]
fn golden_data() {
    vectors::check::<Makarenko>(include_str!("vectors/makarenko.jsonl"));
}

#[test]
fn events_tell_all_that_happens() -> Result<(), Box<dyn std::error::Error>> {
    for (seed, values) in [(1, "nowak"), (2, "kostyor")] {
        let options = Options::new(Makarenko::INFO.options, [("values", values)])?;
        story::check::<Makarenko>(&options, seed, 50, 200);
    }
    Ok(())
}
