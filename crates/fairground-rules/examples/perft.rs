//! Runs perft on each game and prints the speed: `cargo run --release -p fairground-rules --example
//! perft [GAME [DEPTH]]`.

use std::error::Error;
use std::time::Instant;

use fairground_rules::engine::{Game, Options, perft};
use fairground_rules::games::{self, Visitor};

/// Counts positions from the start of a game. A visitor is a generic computation, compiled for the
/// position type of each game.
struct Count {
    depth: u32,
}

impl Visitor for Count {
    type Output = u64;

    fn visit<P: Game>(self) -> u64 {
        perft(&P::start(&Options::default()), self.depth)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let only = args.next();
    let depth = args.next().map_or(Ok(3), |depth| depth.parse())?;
    let chosen = |id: &str| only.as_deref().is_none_or(|only| only == id);
    for info in games::ALL.iter().filter(|info| chosen(info.id)) {
        let begun = Instant::now();
        let count = games::visit(info.id, Count { depth })?;
        let per_second = count as f64 / begun.elapsed().as_secs_f64();
        println!("{:<10} depth {depth}: {count}, {:.1} million a second", info.id, per_second / 1e6);
    }
    Ok(())
}
