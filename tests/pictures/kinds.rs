//! The kinds of Tactical Chess are distinguishable in a small grey picture at the default view.

use bevy::prelude::Vec2;
use fairground::capture::{Photographer, Style};
use fairground::engine::{Cell, DynGame, Options};
use fairground::games;
use fairground::session::{Quality, View};
use fairground::table::camera::Subject;
use fairground::table::layout::Places;
use image::{GrayImage, imageops};

const SIZE: (u32, u32) = (640, 360);

/// The letters of White's kinds.
const KINDS: [char; 16] = ['O', 'K', 'Q', 'R', 'B', 'N', 'P', 'T', 'A', 'G', 'V', 'C', 'D', 'H', 'F', 'J'];

/// The cell of the piece.
const CELL: &str = "d4";

/// The compared part of a piece: pixels to each side of its cell's middle, above and below.
const REACH: (u32, u32, u32) = (19, 60, 12);

/// Pictures are compared at shifts of up to this many pixels.
const SHIFT: i64 = 2;

/// Mean difference of brightness, 0 to 255, that is visible at a glance: a tenth of the difference
/// between a white and a black king.
const SEEN: f32 = 4.0;

/// A position with a piece of this kind on the cell, and the kings it needs.
fn game(kind: char) -> Box<dyn DynGame> {
    let piece = if kind.eq_ignore_ascii_case(&'O') { '*' } else { kind };
    let kings = match kind {
        'K' => "7k",
        'k' => "K7",
        _ => "K6k",
    };
    let text = format!("8/8/8/8/3{piece}4/8/8/{kings} - w 4 00 - 0");
    let info = games::info("tactical").unwrap();
    games::begin(info, Options::default(), Some(&text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The compared part of such a piece.
fn seen(photographer: &mut Photographer, kind: char) -> GrayImage {
    let game = game(kind);
    let picture = photographer.picture(&*game).unwrap();
    let places = Places { layout: game.layout() };
    let cell = places.layout.cells.iter().position(|it| it.name == CELL).unwrap();
    let middle = places.cell(Cell(u16::try_from(cell).unwrap()));
    let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
    let orbit = Subject::of(&*game).orbit(View::White, size.x / size.y);
    let at = orbit.pixel(middle, size).unwrap().round().as_uvec2();
    let (side, above, below) = REACH;
    let picture = image::DynamicImage::ImageRgba8(picture).to_luma8();
    imageops::crop_imm(&picture, at.x - side, at.y - above, 2 * side, above + below).to_image()
}

/// Mean difference of brightness, 0 to 255, at the shift with the smallest difference.
fn apart(a: &GrayImage, b: &GrayImage) -> f32 {
    let shifted = |across: i64, down: i64| {
        let pairs = a.enumerate_pixels().filter_map(|(x, y, pixel)| {
            let x = u32::try_from(i64::from(x) + across).ok()?;
            let y = u32::try_from(i64::from(y) + down).ok()?;
            Some(f32::from(pixel[0].abs_diff(b.get_pixel_checked(x, y)?[0])))
        });
        let pairs: Vec<f32> = pairs.collect();
        pairs.iter().sum::<f32>() / pairs.len() as f32
    };
    let shifts = (-SHIFT..=SHIFT).flat_map(|across| (-SHIFT..=SHIFT).map(move |down| (across, down)));
    shifts.map(|(across, down)| shifted(across, down)).fold(f32::MAX, f32::min)
}

#[test]
fn kinds_are_distinct_in_a_small_grey_picture() {
    let style = Style { size: SIZE, view: View::White, quality: Quality::Low, transparent: false };
    let mut photographer = Photographer::new(&*game('Q'), style).expect("a graphics adapter");
    for black in [false, true] {
        let letter = |kind: char| if black { kind.to_ascii_lowercase() } else { kind };
        let pictures: Vec<_> = KINDS.map(|kind| seen(&mut photographer, letter(kind))).into();
        let mut pairs = Vec::new();
        for (i, a) in pictures.iter().enumerate() {
            pairs.extend((0..i).map(|j| (apart(a, &pictures[j]), letter(KINDS[i]), letter(KINDS[j]))));
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        println!("nearest: {:?}", &pairs[..8]);
        let (nearest, one, other) = pairs[0];
        assert!(nearest > SEEN, "{one} and {other} are {nearest:.1} apart");
    }
}
