//! Pictures of every game at the start, in the middle and at the end of a recorded match (`tests/matches`), compared with
//! approved ones (`tests/approved`).
//!
//! When looks have changed on purpose, `cargo test --release --test approved -- --ignored approve` draws all of them anew; they are then to
//! be looked at.
#![cfg(feature = "view")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use fairground::capture;
use fairground::games;
use fairground::play::Replay;
use fairground::stage::View;
use image::{GrayImage, RgbImage, imageops};

/// Of an approved picture, pixels.
const SIZE: (u32, u32) = (400, 225);

/// A picture is drawn so many times larger and made smaller: drivers smooth edges differently.
const FINER: u32 = 2;

/// The edge of a tile, the mean colours of which are compared, pixels: about a third of a cell.
const TILE: u32 = 5;

/// How far the mean colours of a tile may be apart, of 255 in the mean of red, green and blue.
const TOLERANCE: f32 = 12.0;

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

/// The mean colours of the tiles of a picture, line by line.
fn tiles(picture: &RgbImage) -> Vec<[f32; 3]> {
    let mean = |left: u32, top: u32| {
        let mut sum = [0.0; 3];
        for (x, y) in (0..TILE).flat_map(|y| (0..TILE).map(move |x| (left + x, top + y))) {
            let colour = picture.get_pixel(x, y).0;
            sum = std::array::from_fn(|part| sum[part] + f32::from(colour[part]));
        }
        sum.map(|part| part / (TILE * TILE) as f32)
    };
    let (columns, rows) = (picture.width() / TILE, picture.height() / TILE);
    (0..rows).flat_map(|row| (0..columns).map(move |column| mean(TILE * column, TILE * row))).collect()
}

/// How far each tile of two pictures is apart, line by line.
fn differences(a: &RgbImage, b: &RgbImage) -> Vec<f32> {
    assert_eq!(a.dimensions(), b.dimensions(), "pictures of another size");
    let apart = |(a, b): (&[f32; 3], &[f32; 3])| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f32>() / 3.0;
    tiles(a).iter().zip(&tiles(b)).map(apart).collect()
}

/// How far the worst tile is apart.
fn difference(a: &RgbImage, b: &RgbImage) -> f32 {
    differences(a, b).into_iter().fold(0.0, f32::max)
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
            let difference = difference(&is, &should);
            println!("{} {}: {difference:.1}", info.id, point.name);
            if difference > TOLERANCE {
                let name = format!("{}-{}", info.id, point.name);
                fs::create_dir_all(&failed).unwrap();
                is.save(failed.join(format!("{name}.png"))).unwrap();
                shown(&differences(&is, &should)).save(failed.join(format!("{name}-difference.png"))).unwrap();
                wrong.push(format!("{name} by {difference:.1}"));
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
            let difference = difference(&draw(&mut replay, ply), &read(&approved(info.id, point)));
            println!("{} {} a ply apart: {difference:.1}", info.id, point.name);
            assert!(difference > 1.5 * TOLERANCE, "{} {}: {difference:.1} only", info.id, point.name);
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
