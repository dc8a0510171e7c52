//! Speed of the search and of its parts, for every game: the hand-written evaluation and the net,
//! nodes a second with an empty table and with one kept between searches.
#![allow(missing_docs, reason = "criterion's macros generate undocumented functions")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairground::bots::{Limits, SearchControl, SearchMemory, SearchRequest, analyse, analyse_ongoing, value_by_net};
use fairground::engine::{Game, Options, Turn, TypedGame};
use fairground::games::{self, Visitor};
use fairground::play;

/// Nodes of each search: enough to fill a part of the table, few enough for ten samples a game.
const NODES: u64 = 50_000;

struct Bench<'a>(&'a mut Criterion);

impl Visitor for Bench<'_> {
    type Output = ();

    fn visit<P: Game>(self) {
        let start = TypedGame::<P>::new(Options::default());
        let positions: Vec<_> = (0..16)
            .map(|seed| play::random_match(&start, seed, 8 + 3 * seed).position().clone())
            .filter(|position| matches!(position.turn(), Turn::Decide(_)))
            .collect();
        let mut group = self.0.benchmark_group(P::INFO.id);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("evaluation by hand", |bencher| {
            bencher.iter(|| positions.iter().map(|position| black_box(position).evaluate()).sum::<i32>());
        });
        if let Some(net) = start.position().net().and_then(|slot| slot.get()) {
            group.bench_function("evaluation by the net", |bencher| {
                bencher.iter(|| positions.iter().map(|position| value_by_net(black_box(position), net)).sum::<i32>());
            });
        }
        group.bench_function("keys", |bencher| {
            bencher.iter(|| positions.iter().fold(0, |sum, position| sum ^ black_box(position).key()));
        });
        group.sample_size(10).throughput(Throughput::Elements(NODES));
        for (name, plies) in [("start", 0), ("middle", 30)] {
            let game = play::random_match(&start, 0, plies);
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            group.bench_function(format!("{NODES} nodes from the {name}"), |bencher| {
                bencher.iter(|| {
                    let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
                    analyse(&game, limits, 1, &mut control).report.nodes
                });
            });
            let request = SearchRequest { memory: Some(SearchMemory::default()), ..SearchRequest::new(limits) };
            group.bench_function(format!("{NODES} nodes from the {name} with a kept table"), |bencher| {
                bencher.iter(|| {
                    let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
                    analyse_ongoing(&game, &request, &mut control, &mut || {}).report.nodes
                });
            });
        }
        group.finish();
    }
}

fn search(criterion: &mut Criterion) {
    for info in games::ALL {
        if let Err(error) = games::visit(info.id, Bench(criterion)) {
            eprintln!("{error}");
        }
    }
}

criterion_group!(benches, search);
criterion_main!(benches);
