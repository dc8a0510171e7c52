//! Pictures of every game at the start, in the middle and at the end of a recorded match (`tests/matches`), compared with
//! approved ones (`tests/approved`).
//!
//! When looks have changed on purpose, `cargo test --release --test approved -- --ignored approve` draws all of them anew;
//! they are then to be looked at.
#![cfg(feature = "view")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/tiles.rs"]
mod tiles;

use std::fs;
use std::path::{Path, PathBuf};

use fairground::capture;
use fairground::games;
use fairground::play::Replay;
use fairground::session::View;
use image::{GrayImage, RgbImage, imageops};
use tiles::{difference, differences};

/// Of an approved picture, pixels.
const SIZE: (u32, u32) = (400, 225);

/// A picture is drawn so many times larger and made smaller: drivers smooth edges differently.
const FINER: u32 = 2;

/// The edge of a tile, the mean colours of which are compared, pixels: about a third of a cell.
const TILE: u32 = 5;

/// How far the mean colours of a tile may be apart, of 255 in the mean of red, green and blue.
const TOLERANCE: f32 = 20.0;

/// The command that draws the approved pictures anew.
const APPROVE: &str = "cargo test --release --test approved -- --ignored approve";

/// A point of a match that is pictured.
#[derive(Clone, Copy, Debug)]
struct Point {
    name: &'static str,
    /// The ply.
    at: fn(plies: usize) -> usize,
    /// A ply that is the neighbour of that one.
    beside: fn(plies: usize) -> usize,
}

const POINTS: [Point; 3] = [
    Point { name: "start", at: |_| 0, beside: |_| 1 },
    Point { name: "middle", at: |plies| plies / 2, beside: |plies| plies / 2 + 1 },
    Point { name: "end", at: |plies| plies, beside: |plies| plies - 1 },
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn approved(game: &str, point: Point) -> PathBuf {
    folder().join("approved").join(format!("{game}-{}.png", point.name))
}

/// The recorded match of a game, which is a whole one.
fn recorded(game: &str) -> Replay {
    let replay = Replay::open(&folder().join("matches").join(format!("{game}.json"))).unwrap();
    assert!(replay.outcome().is_some(), "the recorded match of {game} has no end");
    replay
}

fn draw(replay: &mut Replay, ply: usize) -> RgbImage {
    assert!(replay.go_to_ply(ply));
    let large = capture::picture(replay.game(), (FINER * SIZE.0, FINER * SIZE.1), View::White);
    let large = large.unwrap_or_else(|error| panic!("tests/approved.rs needs something to draw with: {error}"));
    let picture = image::DynamicImage::ImageRgba8(large).to_rgb8();
    imageops::resize(&picture, SIZE.0, SIZE.1, imageops::FilterType::Triangle)
}

fn read(file: &Path) -> RgbImage {
    let picture = image::open(file);
    picture.unwrap_or_else(|error| panic!("{}: {error}; to draw it: {APPROVE}", file.display())).to_rgb8()
}

#[test]
fn every_game_looks_as_approved() {
    let failed = Path::new(env!("CARGO_TARGET_TMPDIR")).join("approved");
    let _ = fs::remove_dir_all(&failed);
    let mut wrong = Vec::new();
    for info in games::ALL {
        let mut replay = recorded(info.id);
        for point in POINTS {
            let ply = (point.at)(replay.plies());
            let (is, should) = (draw(&mut replay, ply), read(&approved(info.id, point)));
            let apart = difference(&is, &should, TILE);
            println!("{} {}: {apart:.1}", info.id, point.name);
            if apart > TOLERANCE {
                let name = format!("{}-{}", info.id, point.name);
                fs::create_dir_all(&failed).unwrap();
                is.save(failed.join(format!("{name}.png"))).unwrap();
                shown(&differences(&is, &should, TILE)).save(failed.join(format!("{name}-difference.png"))).unwrap();
                wrong.push(format!("{name} by {apart:.1}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "other than approved: {}. What was drawn, and where it differs, is in {}. If it is as it should be: {APPROVE}",
        wrong.join(", "),
        failed.display()
    );
}

/// Where pictures differ, bright.
fn shown(differences: &[f32]) -> GrayImage {
    let columns = SIZE.0 / TILE;
    let bright = |difference: f32| image::Luma([(difference * 255.0 / (4.0 * TOLERANCE)) as u8]);
    let small = GrayImage::from_fn(columns, SIZE.1 / TILE, |x, y| bright(differences[(y * columns + x) as usize]));
    imageops::resize(&small, SIZE.0, SIZE.1, imageops::FilterType::Nearest)
}

#[test]
fn a_picture_of_another_ply_is_not_taken_for_the_approved_one() {
    for info in games::ALL {
        let mut replay = recorded(info.id);
        for point in POINTS {
            let ply = (point.beside)(replay.plies());
            let apart = difference(&draw(&mut replay, ply), &read(&approved(info.id, point)), TILE);
            println!("{} {} a ply apart: {apart:.1}", info.id, point.name);
            assert!(apart > 1.5 * TOLERANCE, "{} {}: {apart:.1} only", info.id, point.name);
        }
    }
}

#[test]
#[ignore = "draws the approved pictures anew, which are then to be looked at"]
fn approve() {
    fs::create_dir_all(folder().join("approved")).unwrap();
    for info in games::ALL {
        let mut replay = recorded(info.id);
        for point in POINTS {
            let ply = (point.at)(replay.plies());
            draw(&mut replay, ply).save(approved(info.id, point)).unwrap();
        }
    }
}
