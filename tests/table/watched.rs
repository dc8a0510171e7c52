//! The camera of watched matches: the whole board is in the picture and the camera rests, except
//! for short close-ups. A thrown die has its own inset.

use std::path::Path;

use bevy::camera::Viewport;
use bevy::prelude::*;
use fairground::engine::Turn;
use fairground::games;
use fairground::play::{Dice, Match, Pending, Replay, Seat, Setup};
use fairground::session::{Animating, MatchProgress, Session, TableUpdate, View};
use fairground::table::animation::RidesOn;
use fairground::table::camera::{self, CameraTarget, CinematicCamera, DieInset, Orbit, Subject};
use fairground::table::layout::{self, BoardPart, Places};
use fairground::table::piece::TablePiece;
use fairground::table::piece::collider::PieceShape;

use crate::rig::Table;

/// Frames per second.
const FPS: f32 = 30.0;

/// A film's picture of the table, pixels.
const WIDE: UVec2 = UVec2::new(1280, 582);

/// An invisible movement, pixels per frame.
const STILL: f32 = 0.5;

/// The largest movement in a frame, as a fraction of the picture's width: the peak speed of a
/// movement across the whole picture is 5 / e of it per second.
const JUMP: f32 = 0.065;

/// The height above which a section is lifted, m.
const LIFTED: f32 = 1e-3;

/// The frames of the pause before the first action.
const START: usize = 20;

/// The smallest share of frames with all lifted sections in the picture, among those with any.
const FLOWN: f32 = 0.98;

/// The frames at the end with the whole board in the picture: 2.9 s.
const END: usize = 87;

/// A frame of a match.
#[derive(Clone, Copy)]
struct Shown {
    /// Whether the outline of the board is in the picture.
    whole: bool,
    /// The largest movement of a visible point of the board, pixels.
    moved: f32,
    close_up: bool,
    /// Whether the inset with the die is shown.
    die: bool,
    /// Whether all lifted sections are in the picture, with the pieces on them; `None` if no section
    /// is lifted.
    flight: Option<bool>,
}

/// The corners of the lifted sections and the tops of the pieces on them.
fn lifted(world: &mut World) -> Vec<Vec3> {
    let layout = world.resource::<Places>().layout.clone();
    let mut points = Vec::new();
    let mut flying = Vec::new();
    for (entity, board, at) in world.query::<(Entity, &BoardPart, &Transform)>().iter(world) {
        let BoardPart::Section(section) = *board else { continue };
        if at.translation.y > LIFTED {
            let outline = &layout.sections[usize::from(section)].outline;
            points.extend(outline.iter().map(|point| at.transform_point(layout::world(Vec2::new(point.x, point.y)))));
            flying.push(entity);
        }
    }
    let mut pieces = world.query::<(&TablePiece, &Transform, &RidesOn)>();
    let riding = pieces.iter(world).filter(|(.., rides)| flying.contains(&rides.carrier));
    points.extend(riding.map(|(piece, at, _)| {
        let shape = PieceShape::of(&piece.look);
        at.transform_point(Vec3::Y * (shape.height() - shape.lift()))
    }));
    points
}

/// Plays a replay to its end and for another 5.5 s.
fn watch(replay: Replay, size: UVec2) -> Vec<Shown> {
    let mut table = Table::empty(1.0 / FPS, |app| {
        app.add_plugins(camera::plugin);
    });
    let aspect = size.x as f32 / size.y as f32;
    let world = table.app.world_mut();
    let orbit = Subject::of(replay.game()).orbit(View::White, aspect);
    let viewport = Some(Viewport { physical_size: size, ..default() });
    let viewer = Camera { viewport, ..default() };
    let viewer = world.spawn((viewer, orbit, CameraTarget(orbit), orbit.transform(), orbit.projection())).id();
    let place = URect::new(size.x - 160, 0, size.x, 160);
    world.spawn((DieInset::new(vec![place]), DieInset::camera(), Transform::default(), Projection::default()));
    world.write_message(TableUpdate::reset(replay.game()));
    world.insert_resource(Session::from(replay));
    world.resource_mut::<MatchProgress>().replay_playing = true;
    let (mut frames, mut before, mut rested) = (Vec::new(), orbit, 0.0);
    while rested < 5.5 {
        table.frame();
        let world = table.app.world_mut();
        let orbit = *world.get::<Orbit>(viewer).unwrap();
        let places = world.resource::<Places>();
        let (outline, board) = (places.outline(), places.on_board(0.0));
        let pixels = |orbit: &Orbit| board.iter().map(|p| orbit.pixel(*p, size.as_vec2())).collect::<Vec<_>>();
        let inside = |at: &Vec2| at.cmpge(Vec2::ZERO).all() && at.cmple(size.as_vec2()).all();
        let moved = pixels(&orbit).into_iter().zip(pixels(&before)).filter_map(|(a, b)| {
            let (a, b) = (a.filter(inside)?, b.filter(inside)?);
            Some(a.distance(b))
        });
        let moved = moved.fold(0.0, f32::max);
        let whole = orbit.shows(&outline, aspect);
        let close_up = world.get::<CinematicCamera>(viewer).unwrap().is_close_up();
        let die = world.query::<&DieInset>().single(world).unwrap().shown().is_some();
        let lifted = lifted(world);
        let flight = (!lifted.is_empty()).then(|| orbit.shows(&lifted, aspect));
        frames.push(Shown { whole, moved, close_up, die, flight });
        before = orbit;
        let Some(replay) = world.resource::<Session>().replay() else { panic!() };
        let over = replay.at() == replay.len() && !world.resource::<Animating>().0;
        rested = if over { rested + 1.0 / FPS } else { 0.0 };
        assert!(frames.len() < 100_000, "the replay does not end");
    }
    frames
}

/// The shares of four kinds of frames: with the whole board (among those without a close-up), at
/// rest, close-ups, and with all lifted sections in the picture (among those with any).
fn shares(name: &str, frames: &[Shown]) -> [f32; 4] {
    let share = |count: usize, of: usize| count as f32 / of.max(1) as f32;
    let plain: Vec<_> = frames.iter().filter(|frame| !frame.close_up).collect();
    let whole = share(plain.iter().filter(|frame| frame.whole).count(), plain.len());
    let rest = share(frames.iter().filter(|frame| frame.moved < STILL).count(), frames.len());
    let close = share(frames.len() - plain.len(), frames.len());
    let largest = frames.iter().map(|frame| frame.moved).fold(0.0, f32::max);
    let flights: Vec<_> = frames.iter().filter_map(|frame| frame.flight).collect();
    let seen = flights.iter().filter(|seen| **seen).count();
    let flown = if flights.is_empty() { 1.0 } else { share(seen, flights.len()) };
    println!(
        "{name}: {:.0} s, whole board {:.1} %, at rest {:.1} %, close-ups {:.1} %, largest movement {largest:.1} px, \
         lifted sections in the picture in {seen} of {} frames",
        frames.len() as f32 / FPS,
        100.0 * whole,
        100.0 * rest,
        100.0 * close,
        flights.len()
    );
    [whole, rest, close, flown]
}

fn check(name: &str, frames: &[Shown], size: UVec2) {
    let [whole, rest, close, flown] = shares(name, frames);
    assert!(whole >= 0.95, "{name}: {whole} with the whole board");
    assert!(rest >= 0.7, "{name}: {rest} at rest");
    assert!(flown >= FLOWN, "{name}: {flown} with the lifted sections");
    assert!(close <= 0.25, "{name}: {close} close-ups");
    let jump = frames.iter().map(|frame| frame.moved).fold(0.0, f32::max);
    assert!(jump <= JUMP * size.x as f32, "{name}: a jump of {jump} pixels");
    let (first, last) = (&frames[..START], &frames[frames.len() - END..]);
    assert!(first.iter().chain(last).all(|frame| frame.whole), "{name}: the start and the end");
}

fn golden(name: &str) -> Replay {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/matches/{name}.jsonl"));
    let mut replay = Replay::open(&file).unwrap();
    replay.go_to(0);
    replay
}

/// The first actions of a match with thrown dice.
fn thrown(id: &str, actions: usize) -> Replay {
    let setup = Setup { dice: Dice::Physics, ..Setup::new(games::info(id).unwrap(), [Seat::Human; 2], 4) };
    let mut running = Match::new(setup).unwrap();
    for step in 0..actions {
        match running.pending() {
            Pending::Throw { .. } => {
                let roll = running.throw(None).unwrap();
                running.apply_roll(&roll).unwrap();
            }
            Pending::Decide { .. } => {
                let legal = running.game().actions();
                running.act(&legal[step * 7919 % legal.len()].clone()).unwrap();
            }
            Pending::Over(_) => break,
        }
    }
    let mut replay = Replay::of_match(&running);
    replay.go_to(0);
    replay
}

/// Outside close-ups, the whole board is in the picture in 95 % of the frames. The camera rests in
/// 70 %.
#[test]
fn golden_matches_show_the_whole_board() {
    for info in games::ALL {
        check(info.id, &watch(golden(info.id), WIDE), WIDE);
    }
}

/// The same in square and upright films.
#[test]
fn other_formats_show_the_whole_board() {
    for size in [UVec2::new(720, 430), UVec2::new(720, 619)] {
        for id in ["whack", "tactical"] {
            check(&format!("{id}, {size}"), &watch(golden(id), size), size);
        }
    }
}

/// A thrown die has its own inset, beside the whole board.
#[test]
fn board_and_die_are_both_seen() {
    for id in ["fluky", "whack"] {
        let mut replay = thrown(id, 40);
        replay.go_to(replay.len());
        let mut rolls = 0;
        while replay.back() {
            rolls += usize::from(matches!(replay.game().turn(), Turn::Chance(..)));
        }
        let frames = watch(replay, WIDE);
        check(&format!("{id} with thrown dice"), &frames, WIDE);
        let shown = frames.windows(2).filter(|two| !two[0].die && two[1].die).count();
        assert_eq!(shown, rolls, "{id}: a picture for each throw");
        let both = frames.iter().filter(|frame| frame.die && frame.whole).count();
        let die = frames.iter().filter(|frame| frame.die).count();
        assert!(both as f32 >= 0.95 * die as f32, "{id}: {both} of {die}");
    }
}
