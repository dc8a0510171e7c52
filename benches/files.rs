//! Speed of reading files: import of games in PGN, and verification of match files, with and
//! without dice.
#![allow(missing_docs, reason = "criterion's macros generate undocumented functions")]
#![allow(clippy::unwrap_used, reason = "the files are parts of the project")]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fairground::play;
use fairground::record::{Pgn, Reader};

fn tests(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

fn pgn(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pgn");
    for name in ["lichess.pgn", "twic.pgn", "chess_com.pgn"] {
        let file = tests("pgn").join(name);
        let text = fs::read_to_string(&file).unwrap();
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(format!("parse {name}"), |bencher| {
            bencher.iter(|| Pgn::parse(black_box(&text)).map(|games| games.len()));
        });
        let games = Pgn::parse(&text).unwrap();
        group.throughput(Throughput::Elements(games.len() as u64));
        group.sample_size(20).bench_function(format!("import {name}"), |bencher| {
            bencher.iter(|| games.iter().filter(|game| play::import(&file, game).is_ok()).count());
        });
    }
    group.finish();
}

fn verify(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("verify");
    for name in ["chess.jsonl", "fluky.jsonl", "whack.jsonl", "takebacks.jsonl"] {
        let file = tests("matches").join(name);
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        group.throughput(Throughput::Elements(lines as u64));
        group.sample_size(10).bench_function(name, |bencher| {
            bencher.iter(|| play::verify_file(Reader::open(&file).unwrap()).map(|(verified, _)| verified.actions));
        });
    }
    group.finish();
}

criterion_group!(benches, pgn, verify);
criterion_main!(benches);
