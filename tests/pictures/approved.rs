//! Compares pictures of every game with approved ones (`tests/approved`): the start, the middle and
//! the end of a recorded match (`tests/matches`), a piece in hand and a piece on its way, at low
//! quality; and the middle at high quality.
//!
//! After an intended change of appearance,
//! `cargo test --release --test pictures -- --ignored approve` renders all of them again, for
//! review.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::tiles::{difference, differences};
use bevy::prelude::*;
use fairground::capture::offscreen::Offscreen;
use fairground::capture::{self, OffscreenPlugins, Style};
use fairground::engine::{ActionText, Place};
use fairground::games;
use fairground::play::{Match, Replay, Seat, Setup};
use fairground::session::{
    Animating, Badges, LegalActions, PlayerCommand, Quality, Selection, Session, Settings, TableUpdate, View,
};
use fairground::table::camera::Subject;
use fairground::table::material::{MeshAssets, lighting};
use image::{GrayImage, RgbImage, RgbaImage, imageops};

/// Size of an approved picture, pixels.
const SIZE: (u32, u32) = (400, 225);

/// Pictures are drawn larger by this factor and scaled down, because drivers smooth edges
/// differently.
const SUPERSAMPLING: u32 = 2;

/// Edge of a tile, pixels: about a third of a cell. Mean colours of tiles are compared.
const TILE: u32 = 5;

/// Maximum difference of a tile's mean colours, 0 to 255, the mean of red, green and blue. It lies
/// well above the difference between two drivers (0 to 6, at the edges of shadows) and well below
/// the change by one ply (70 and more).
const TOLERANCE: f32 = 20.0;

/// Frames until a moving piece is on its way, at 60 a second.
const ON_ITS_WAY: u32 = 14;

/// Maximum number of frames until the table comes to rest.
const PATIENCE: u32 = 3_000;

/// Message if there is no graphics adapter.
const NEEDS: &str = "tests/pictures needs a graphics adapter";

/// The command that draws the approved pictures again.
const APPROVE: &str = "cargo test --release --test pictures -- --ignored approve";

/// A point of a match to picture.
#[derive(Clone, Copy, Debug)]
struct Point {
    name: &'static str,
    /// The ply.
    at: fn(plies: usize) -> usize,
    /// A neighbouring ply.
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

fn approved(game: &str, name: &str) -> PathBuf {
    folder().join("approved").join(format!("{game}-{name}.png"))
}

/// The recorded match of a game, played to its end.
fn recorded(game: &str) -> Replay {
    let replay = Replay::open(&folder().join("matches").join(format!("{game}.json"))).unwrap();
    assert!(replay.outcome().is_some(), "the recorded match of {game} has no end");
    replay
}

fn draw(replay: &mut Replay, ply: usize, quality: Quality) -> RgbImage {
    assert!(replay.go_to_ply(ply));
    // High quality already smooths edges.
    let finer = if quality == Quality::High { 1 } else { SUPERSAMPLING };
    let style = Style { size: (finer * SIZE.0, finer * SIZE.1), view: View::White, quality, transparent: false };
    small(capture::picture(replay.game(), style).unwrap_or_else(|error| panic!("{NEEDS}: {error}")))
}

fn small(picture: RgbaImage) -> RgbImage {
    let picture = image::DynamicImage::ImageRgba8(picture).to_rgb8();
    imageops::resize(&picture, SIZE.0, SIZE.1, imageops::FilterType::Triangle)
}

/// The table of two people, in the middle of a recorded match.
struct Live(Offscreen);

impl Live {
    fn new(game: &str) -> Live {
        let mut replay = recorded(game);
        replay.go_to_ply(replay.plies() / 2);
        let start = Some(replay.game().text());
        let setup = Setup { start, seats: [Seat::Human; 2], ..replay.setup().clone() };
        let running = Match::new(setup).unwrap();
        let (width, height) = (SUPERSAMPLING * SIZE.0, SUPERSAMPLING * SIZE.1);
        let mut offscreen = Offscreen::new(width, height, Duration::from_secs_f32(1.0 / 60.0), |app| {
            app.add_plugins(OffscreenPlugins).insert_resource(Quality::Low);
        })
        .unwrap_or_else(|error| panic!("{NEEDS}: {error}"));
        let orbit = Subject::of(running.game()).orbit(View::White, width as f32 / height as f32);
        let target = offscreen.target();
        let world = offscreen.app().world_mut();
        world.spawn((lighting::camera(true), target, orbit.transform(), orbit.projection()));
        world.run_system_cached(|mut meshes: MeshAssets| meshes.wait()).unwrap();
        world.write_message(TableUpdate::reset(running.game()));
        world.insert_resource(Session::from(running));
        let mut live = Live(offscreen);
        live.rest();
        live
    }

    fn world(&mut self) -> &mut World {
        self.0.app().world_mut()
    }

    fn frames(&mut self, count: u32) {
        (0..count).for_each(|_| self.0.app().update());
    }

    /// Draws frames until nothing moves.
    fn rest(&mut self) {
        self.frames(3);
        for _ in 0..PATIENCE {
            self.frames(1);
            if !self.world().resource::<Animating>().0 {
                return self.frames(3);
            }
        }
        panic!("the table does not come to rest");
    }

    /// The first action that moves a piece from place to place, and the place it leaves.
    fn action(&mut self) -> (ActionText, Place) {
        let legal = &self.world().resource::<LegalActions>().0;
        let moves = legal.iter().filter(|(_, gesture)| gesture.to.is_some());
        moves.filter_map(|(action, gesture)| Some((action.clone(), gesture.from?))).min().unwrap()
    }

    fn picture(&mut self) -> RgbImage {
        small(self.0.picture().unwrap())
    }
}

/// The table with a piece in hand, and with a piece on its way, from the middle of the recorded
/// match.
fn held_and_moving(game: &str) -> [RgbImage; 2] {
    let mut live = Live::new(game);
    let (action, from) = live.action();
    live.world().resource_mut::<Selection>().held = Some(from);
    live.rest();
    let held = live.picture();
    live.world().resource_mut::<Selection>().release();
    live.world().write_message(PlayerCommand::Act(action));
    live.frames(ON_ITS_WAY);
    [held, live.picture()]
}

/// All approved pictures, by game and name.
fn all() -> Vec<(&'static str, &'static str, RgbImage)> {
    let mut pictures = Vec::new();
    for info in games::ALL {
        let mut replay = recorded(info.id);
        for point in POINTS {
            let ply = (point.at)(replay.plies());
            pictures.push((info.id, point.name, draw(&mut replay, ply, Quality::Low)));
        }
        let middle = replay.plies() / 2;
        for (name, quality) in [("medium", Quality::Medium), ("high", Quality::High)] {
            pictures.push((info.id, name, draw(&mut replay, middle, quality)));
        }
        let [held, moving] = held_and_moving(info.id);
        pictures.extend([(info.id, "held", held), (info.id, "moving", moving)]);
    }
    pictures
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
    for (game, name, is) in all() {
        let should = read(&approved(game, name));
        let apart = difference(&is, &should, TILE);
        println!("{game} {name}: {apart:.1}");
        if apart > TOLERANCE {
            let name = format!("{game}-{name}");
            fs::create_dir_all(&failed).unwrap();
            is.save(failed.join(format!("{name}.png"))).unwrap();
            shown(&differences(&is, &should, TILE)).save(failed.join(format!("{name}-difference.png"))).unwrap();
            wrong.push(format!("{name} by {apart:.1}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "these pictures differ from the approved ones: {}. The new pictures and the differences are in {}. To approve them: {APPROVE}",
        wrong.join(", "),
        failed.display()
    );
}

/// A picture of the differences, with large ones bright.
fn shown(differences: &[f32]) -> GrayImage {
    let columns = SIZE.0 / TILE;
    let bright = |difference: f32| image::Luma([(difference * 255.0 / (4.0 * TOLERANCE)) as u8]);
    let small = GrayImage::from_fn(columns, SIZE.1 / TILE, |x, y| bright(differences[(y * columns + x) as usize]));
    imageops::resize(&small, SIZE.0, SIZE.1, imageops::FilterType::Nearest)
}

#[test]
fn a_picture_of_another_ply_is_detected() {
    for info in games::ALL {
        let mut replay = recorded(info.id);
        for point in POINTS {
            let ply = (point.beside)(replay.plies());
            let apart = difference(&draw(&mut replay, ply, Quality::Low), &read(&approved(info.id, point.name)), TILE);
            println!("{} {} a ply apart: {apart:.1}", info.id, point.name);
            assert!(apart > 1.5 * TOLERANCE, "{} {}: {apart:.1} only", info.id, point.name);
        }
    }
}

/// Marks are thin and plates are small; the comparison must still detect their absence.
#[test]
fn a_picture_without_marks_is_detected() {
    let mut plates = 0;
    for info in games::ALL {
        let mut live = Live::new(info.id);
        let (_, from) = live.action();
        live.world().resource_mut::<Selection>().held = Some(from);
        live.rest();
        let whole = live.picture();
        let mut without = |change: fn(&mut Settings)| {
            let before = live.world().resource::<Settings>().clone();
            change(&mut live.world().resource_mut::<Settings>());
            live.rest();
            let apart = difference(&live.picture(), &whole, TILE);
            *live.world().resource_mut::<Settings>() = before;
            live.rest();
            apart
        };
        let marks = without(|settings| settings.targets = false);
        let badges = without(|settings| settings.badges = Badges::Never);
        println!("{}: {marks:.1} without marks, {badges:.1} without plates", info.id);
        assert!(marks > TOLERANCE, "{}: {marks:.1} without marks", info.id);
        assert!(!(1.0..=TOLERANCE).contains(&badges), "{}: {badges:.1} without plates", info.id);
        plates += usize::from(badges > TOLERANCE);
    }
    assert!(plates > 0, "no game has plates");
}

#[test]
fn takebacks_leave_no_trace() {
    for info in games::ALL {
        let mut live = Live::new(info.id);
        let (action, _) = live.action();
        let before = live.picture();
        live.world().write_message(PlayerCommand::Act(action));
        live.rest();
        let between = difference(&live.picture(), &before, TILE);
        live.world().write_message(PlayerCommand::Takeback);
        live.rest();
        let after = difference(&live.picture(), &before, TILE);
        println!("{}: {between:.1}, taken back {after:.1}", info.id);
        assert!(between > TOLERANCE && after < TOLERANCE / 4.0, "{}: {between:.1}, {after:.1}", info.id);
    }
}

#[test]
#[ignore = "renders the approved pictures again; check each of them"]
fn approve() {
    fs::create_dir_all(folder().join("approved")).unwrap();
    for (game, name, picture) in all() {
        picture.save(approved(game, name)).unwrap();
    }
}
