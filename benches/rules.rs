//! Speed of the rules of every game: perft (nodes a second), random matches, and lists of board
//! changes. `fairground bench` measures the same positions without statistics.
#![allow(missing_docs, reason = "criterion's macros make functions without any")]

use std::hint::black_box;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use fairground::engine::{Game, GestureKind, Options, TypedGame, perft};
use fairground::games::{self, Visitor};
use fairground::play;

/// Minimum number of nodes of a perft that is long enough to measure.
const NODES: u64 = 20_000;

/// Number of random matches searched for board changes.
const SEARCHED: u64 = 4;

struct Bench<'a>(&'a mut Criterion);

impl Visitor for Bench<'_> {
    type Output = ();

    fn visit<P: Game>(self) {
        let start = TypedGame::<P>::new(Options::default());
        let mut group = self.0.benchmark_group(P::INFO.id);
        for (name, position) in play::measured_positions(&start) {
            let counts = (1..64).map(|depth| (depth, perft(&position, depth)));
            let Some((depth, nodes)) = { counts }.find(|(_, nodes)| *nodes >= NODES) else { continue };
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(format!("perft {depth} of the {name}"), |bencher| {
                bencher.iter(|| perft(black_box(&position), depth));
            });
        }
        group.throughput(Throughput::Elements(1));
        group.sample_size(20).bench_function("random match", |bencher| {
            let mut seeds = 0..;
            bencher.iter(|| seeds.next().map(|seed| play::random_match(&start, seed, u64::MAX)));
        });
        board_changes(&mut group, &start);
        group.finish();
    }
}

/// Lists the board changes of every position of a few matches in which sections of the board may
/// move.
fn board_changes<P: Game>(group: &mut BenchmarkGroup<WallTime>, start: &TypedGame<P>) {
    let (mut changing, mut changes, mut actions) = (Vec::new(), 0, Vec::new());
    for seed in 0..SEARCHED {
        let mut game = play::random_match(start, seed, u64::MAX);
        while game.undo().is_some() {
            let position = game.position();
            actions.clear();
            position.generate(&mut actions);
            let gesture = actions.first().and_then(|&action| position.gesture(action));
            if gesture.is_some_and(|gesture| matches!(gesture.kind, GestureKind::Rearrange(_))) {
                changes += actions.len() as u64;
                changing.push(position.clone());
            }
        }
    }
    if changing.is_empty() {
        return;
    }
    group.throughput(Throughput::Elements(changes));
    group.bench_function(format!("board changes of {} positions", changing.len()), |bencher| {
        bencher.iter(|| {
            for position in &changing {
                actions.clear();
                black_box(position).generate(&mut actions);
            }
            actions.len()
        });
    });
}

fn rules(criterion: &mut Criterion) {
    for info in games::ALL {
        if let Err(error) = games::visit(info.id, Bench(criterion)) {
            eprintln!("{error}");
        }
    }
}

criterion_group!(benches, rules);
criterion_main!(benches);
