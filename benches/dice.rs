//! Speed of throwing a die, from the hand to rest, including repeated throws of cocked dice.
#![allow(missing_docs, reason = "criterion's macros make functions without any")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairground::dice;

fn throws(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("die");
    group.throughput(Throughput::Elements(1));
    group.bench_function("throw", |bencher| {
        let mut seeds = 0..;
        bencher.iter(|| seeds.next().map(|seed| dice::roll(seed, None, None)));
    });
    group.finish();
}

criterion_group!(benches, throws);
criterion_main!(benches);
