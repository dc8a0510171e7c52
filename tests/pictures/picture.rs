//! Pictures taken without a window: the pieces of the position are read back from the pixels.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use bevy::prelude::{Vec2, Vec3};
use fairground::engine::{Cell, DynGame, Look, Options, Place, Side};
use fairground::games;
use fairground::session::View;
use fairground::table::camera::Subject;
use fairground::table::layout::Places;
use image::RgbImage;

const START: &str = "kpppp/p4/5/4P/PPPPK w - 0";
/// Every symbol of both sides, and pawns twice.
const MIDDLE: &str = "k1nbr/2p2/p2R1/P1N1B/P3K w - 0";
/// [`MIDDLE`] with the symbols of a white rook and a white pawn exchanged.
const EXCHANGED: &str = "k1nbr/2p2/p2P1/P1N1B/R3K w - 0";
/// [`MIDDLE`] with one pawn moved by a square.
const FURTHER: &str = "k1nbr/2p2/p2R1/P1N1B/1P2K w - 0";

const SIZE: (u32, u32) = (1280, 720);

/// The compared part of a cell: a square of this edge around its middle, m. Slightly smaller than a
/// die.
const EDGE: f32 = 0.024;

/// Standard deviation of the brightness, 0 to 255. An empty cell stays below: it has one colour,
/// apart from its grain and the tip of a shadow (at most 17.2).
const PLAIN: f32 = 20.0;

/// The `sRGB` colours of the board's two woods in the studio light.
const LIGHT: [f32; 3] = [226.0, 199.0, 149.0];
const DARK: [f32; 3] = [155.0, 110.0, 86.0];

/// Maximum difference between an empty cell's colour and its wood's, 0 to 255 in each channel.
const TOLERANCE: f32 = 24.0;

/// Mean difference of two pictures of a die's face, 0 to 255: lower if they show the same symbol,
/// higher otherwise.
const ALIKE: f32 = 12.0;

fn shot(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fairground"));
    command.arg("shot").args(args).stdin(Stdio::null());
    command.output().unwrap()
}

fn picture(position: &str) -> RgbImage {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("shot.png");
    let size = format!("{}x{}", SIZE.0, SIZE.1);
    let args = ["fluky", "--position", position, "--camera", "top", "--size", &size, "-o", out.to_str().unwrap()];
    let output = shot(&args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!error.contains("no graphics adapter"), "tests/pictures needs a graphics adapter: {error}");
    assert!(output.status.success(), "{error}");
    let picture = image::open(&out).unwrap().to_rgb8();
    assert_eq!(picture.dimensions(), SIZE);
    picture
}

fn game(position: &str) -> Box<dyn DynGame> {
    games::begin(games::info("fluky").unwrap(), Options::default(), Some(position)).unwrap()
}

fn brightness(colour: [f32; 3]) -> f32 {
    colour.iter().sum::<f32>() / 3.0
}

/// The pixels around the middle of a cell, row by row: the face of a die, if one is there.
struct Patch {
    pixels: Vec<[f32; 3]>,
    /// The edge of the square, pixels.
    width: usize,
}

impl Patch {
    fn of(picture: &RgbImage, game: &dyn DynGame, cell: Cell) -> Patch {
        let places = Places { layout: game.layout() };
        let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
        let orbit = Subject::of(game).orbit(View::Top, size.x / size.y);
        let middle = places.cell(cell);
        let pixel = |x: f32, y: f32| orbit.pixel(middle + Vec3::new(x, 0.0, y), size).unwrap();
        let first = pixel(-EDGE / 2.0, -EDGE / 2.0).round().as_uvec2();
        let width = (EDGE * (pixel(1.0, 0.0).x - pixel(0.0, 0.0).x)) as u32;
        let lines = first.y..first.y + width;
        let points = lines.flat_map(|y| (first.x..first.x + width).map(move |x| (x, y)));
        let pixels = points.map(|(x, y)| picture.get_pixel(x, y).0.map(f32::from)).collect();
        Patch { pixels, width: width as usize }
    }

    fn mean<'a>(pixels: impl Iterator<Item = &'a [f32; 3]>) -> [f32; 3] {
        let (sum, count) = pixels
            .fold(([0.0; 3], 0.0), |(sum, count), pixel| (std::array::from_fn(|i| sum[i] + pixel[i]), count + 1.0));
        sum.map(|part: f32| part / count)
    }

    /// Standard deviation of the brightness.
    fn contrast(&self) -> f32 {
        let mean = brightness(Self::mean(self.pixels.iter()));
        let squares = self.pixels.iter().map(|pixel| (brightness(*pixel) - mean).powi(2));
        (squares.sum::<f32>() / self.pixels.len() as f32).sqrt()
    }

    /// The side of the piece there.
    fn side(&self) -> Option<Side> {
        if self.contrast() < PLAIN {
            return None;
        }
        // The corners of the square, which no symbol covers.
        let edge = self.width / 10;
        let corner = |at: usize| at < edge || at >= self.width - edge;
        let rim = self.pixels.iter().enumerate();
        let rim = rim.filter(|(i, _)| corner(i % self.width) && corner(i / self.width)).map(|(_, pixel)| pixel);
        // White's pieces are as bright as a light cell, Black's darker than the dark ones.
        let middle = (brightness(LIGHT) + brightness(DARK)) / 2.0;
        Some(if brightness(Self::mean(rim)) > middle { Side::White } else { Side::Black })
    }

    fn difference(&self, other: &Patch) -> f32 {
        let pairs = self.pixels.iter().zip(&other.pixels);
        pairs.map(|(a, b)| (brightness(*a) - brightness(*b)).abs()).sum::<f32>() / self.pixels.len() as f32
    }
}

/// Describes the first difference between a picture and the position.
fn compare(picture: &RgbImage, game: &dyn DynGame) -> Result<(), String> {
    let (layout, pieces) = (game.layout(), game.pieces());
    let mut faces: Vec<(Side, &str, Patch)> = Vec::new();
    for (index, cell) in (0_u16..).map(Cell).zip(&layout.cells) {
        let piece = pieces.iter().find(|piece| piece.place == Place::Cell(index));
        let patch = Patch::of(picture, game, index);
        let (seen, there) = (patch.side(), piece.and_then(|piece| piece.side));
        if seen != there {
            return Err(format!("{}: {seen:?} instead of {there:?}, contrast {}", cell.name, patch.contrast()));
        }
        match piece {
            None => {
                let wood = if cell.dark { DARK } else { LIGHT };
                let mean = Patch::mean(patch.pixels.iter());
                if mean.iter().zip(wood).any(|(is, should)| (is - should).abs() > TOLERANCE) {
                    return Err(format!("{} is {mean:?} instead of {wood:?}", cell.name));
                }
            }
            Some(piece) => {
                if let (Look::Die(_, symbol), Some(side)) = (&piece.look, piece.side) {
                    faces.push((side, symbol, patch));
                }
            }
        }
    }
    for (i, (side, symbol, face)) in faces.iter().enumerate() {
        for (_, other, other_face) in faces[..i].iter().filter(|(other, ..)| other == side) {
            let difference = face.difference(other_face);
            if (difference < ALIKE) != (symbol == other) {
                return Err(format!("{symbol} and {other} of {side} differ by {difference}"));
            }
        }
    }
    Ok(())
}

#[test]
fn the_pieces_can_be_read_from_the_picture() {
    let (start, middle) = (picture(START), picture(MIDDLE));
    assert_eq!(compare(&start, &*game(START)), Ok(()));
    assert_eq!(compare(&middle, &*game(MIDDLE)), Ok(()));
    for (picture, position) in [(&start, MIDDLE), (&middle, START), (&middle, EXCHANGED), (&middle, FURTHER)] {
        let difference = compare(picture, &*game(position));
        assert!(difference.is_err(), "taken for {position}");
    }
    for (picture, position) in [(&start, START), (&middle, MIDDLE)] {
        let game = game(position);
        let cells = (0..game.layout().cells.len() as u16).map(Cell);
        let sides: Vec<_> = cells.filter_map(|cell| Patch::of(picture, &*game, cell).side()).collect();
        let counts = Side::BOTH.map(|side| sides.iter().filter(|seen| **seen == side).count());
        let [white, black] =
            Side::BOTH.map(|side| game.pieces().iter().filter(|piece| piece.side == Some(side)).count());
        assert_eq!(counts, [white, black], "{position}");
    }
}

#[track_caller]
fn fails(args: &[&str], parts: &[&str]) {
    let output = shot(args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    for part in parts {
        assert!(error.contains(part), "{args:?}: {part:?} is missing in: {error}");
    }
    assert!(!error.contains("panicked"), "{args:?}: {error}");
}

#[test]
fn invalid_pictures_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("shot.png");
    let out = out.to_str().unwrap();
    for size in ["15x720", "1280x3841", "1280", "x", "-1x5", "1280x720x3", "99999999999x16"] {
        fails(&["fluky", &format!("--size={size}"), "-o", out], &["--size", "WxH", "16 to 3840"]);
    }
    fails(&["fluky", "--camera", "above", "-o", out], &["above", "white, black, top, side, close"]);
    fails(&["fluky", "--camera", "", "-o", out], &["'--camera <NAME>'", "top"]);
    fails(&["fluky", "--position", "x", "-o", out], &["side", "expected"]);
    assert!(!Path::new(out).exists());
    let nowhere = folder.path().join("no").join("such.png");
    let nowhere = nowhere.to_str().unwrap();
    fails(&["fluky", "--size", "64x64", "-o", nowhere], &["such.png", "cannot be written"]);
}

#[test]
fn a_missing_adapter_is_reported_with_the_package_to_install() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fairground"));
    command.args(["shot", "fluky", "-o", "never.png"]).stdin(Stdio::null());
    // Only Vulkan, with drivers from these empty lists.
    command.envs([("VK_DRIVER_FILES", "/dev/null"), ("VK_ICD_FILENAMES", "/dev/null"), ("WGPU_BACKEND", "vulkan")]);
    let output = command.output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("no graphics adapter") && error.contains("mesa-vulkan-drivers"), "{error}");
}
