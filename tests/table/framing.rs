//! The sizes of boards, pieces and names in the picture beside the panel.

use bevy::prelude::*;
use fairground::engine::{DynGame, Look, Options, Piece, Turn};
use fairground::games;
use fairground::session::{Seating, View};
use fairground::table::camera::{self, Orbit, Subject};
use fairground::table::layout::Places;
use fairground::table::marks::cell_names;
use fairground::table::mesh::badge;
use fairground::table::mesh::pyramid;
use fairground::table::piece::model::model;
use fairground::ui;

/// A common laptop screen, pixels.
const WINDOW: UVec2 = UVec2::new(1366, 768);

/// Half the width of a pyramid's blunt tip, m.
const TIP: f32 = 0.0034;

/// The size of the picture beside the panel, in a window of this size.
fn picture(window: UVec2) -> Vec2 {
    camera::picture(window, &ui::covered_in_match(window.as_vec2()), 1.0).as_vec2()
}

/// The positions of a match in which no throw is due.
fn positions(id: &str, seed: usize) -> Vec<Box<dyn DynGame>> {
    let mut game = games::begin(games::info(id).unwrap(), Options::default(), None).unwrap();
    let mut seen = Vec::new();
    for step in 0..100 {
        if !matches!(game.turn(), Turn::Chance(..)) {
            seen.push(game.boxed());
        }
        let actions = game.actions();
        let Some(action) = actions.get((step * 7919 + 1) * seed % actions.len().max(1)).cloned() else { break };
        game.apply(&action).unwrap();
    }
    seen
}

/// The size of the bounding rectangle of these points in the picture, pixels.
fn extent(orbit: &Orbit, points: impl IntoIterator<Item = Vec3>, size: Vec2) -> Vec2 {
    let pixels = points.into_iter().map(|point| orbit.pixel(point, size).unwrap());
    let (low, high) = pixels.fold((Vec2::MAX, Vec2::MIN), |(low, high), at| (low.min(at), high.max(at)));
    high - low
}

fn views() -> impl Iterator<Item = (View, &'static str)> {
    View::ALL.into_iter().filter(|(view, _)| *view != View::Side)
}

/// The outline of the board touches 92 % of the picture's width or height; in any arrangement of
/// sections, 85 %.
#[test]
fn the_board_fills_the_picture() {
    let size = picture(WINDOW);
    for info in games::ALL {
        let mut least = (f32::MAX, String::new());
        for game in (1..=5).flat_map(|seed| positions(info.id, seed)) {
            let places = Places { layout: game.layout() };
            for (view, name) in views() {
                let orbit = Subject::of(&*game).orbit(view, size.x / size.y);
                let share = (extent(&orbit, places.outline(), size) / size).max_element();
                if share < least.0 {
                    least = (share, format!("{name}: {}", game.text()));
                }
            }
        }
        let (share, context) = least;
        println!("{}: {share:.3} of the picture, {context}", info.id);
        let wanted = if info.id == "whack" { 0.85 } else { 0.92 };
        assert!(share >= wanted && share <= 1.0, "{}: {share}, {context}", info.id);
    }
}

/// The corners of a piece that stands at `foot`.
fn outline(piece: &Piece, foot: Vec3) -> Vec<Vec3> {
    let ring = |half: f32, y: f32| {
        let sides = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z];
        sides.map(|side| foot + side * half + side.cross(Vec3::Y) * half + Vec3::Y * y)
    };
    let Look::Pyramids(sizes) = &piece.look else {
        let made = model(&piece.look, piece.side, 1);
        return ring(0.5 * made.radius, made.height).to_vec();
    };
    let mut below = 0.0;
    let mut points = Vec::new();
    for &size in sizes {
        points.extend(ring(pyramid::half_base(size), below));
        points.extend(ring(TIP, below + pyramid::height(size)));
        below += pyramid::rise(size);
        points.extend(ring(pyramid::half_shoulder(size), below));
    }
    points
}

/// No part of the board and its pieces is cut off, in windows of any shape.
#[test]
fn all_pieces_on_the_board_are_in_the_picture() {
    let phone = Vec2::new(390.0, 480.0);
    for size in [picture(WINDOW), picture(UVec2::new(900, 600)), picture(UVec2::new(2560, 1440)), phone] {
        for info in games::ALL {
            let mut least = f32::MAX;
            for game in positions(info.id, 3) {
                let places = Places { layout: game.layout() };
                for (view, name) in View::ALL {
                    let orbit = Subject::of(&*game).orbit(view, size.x / size.y);
                    let mut points = places.outline();
                    let cells = game.pieces().into_iter().filter(|piece| piece.place.cell().is_some());
                    points.extend(cells.flat_map(|piece| outline(&piece, places.place(piece.place, 0))));
                    assert!(orbit.shows(&points, size.x / size.y), "{}, {name}, {size}: {}", info.id, game.text());
                    if view == View::White {
                        least = least.min((extent(&orbit, places.outline(), size) / size).max_element());
                    }
                }
            }
            println!("{}, {size}: the board takes at least {least:.2}", info.id);
            assert!(least > 0.8, "{}, {size}: {least}", info.id);
        }
    }
}

/// In Whack Chess, a pawn is at least 34 pixels high on any cell, and names at least 12.
#[test]
fn the_smallest_piece_is_large_enough() {
    let size = picture(WINDOW);
    let [mut pawn, mut letters] = [f32::MAX; 2];
    for game in (1..=12).flat_map(|seed| positions("whack", seed)) {
        let places = Places { layout: game.layout() };
        for view in [View::White, View::Black, View::Close] {
            let orbit = Subject::of(&*game).orbit(view, size.x / size.y);
            let up = orbit.transform().rotation * Vec3::Y;
            for shape in places.layout.cells.iter().filter(|cell| cell.is_placed()) {
                let foot = places.cell(places.layout.cell_named(&shape.name).unwrap());
                let right = orbit.transform().rotation * Vec3::X;
                let ring = |half: f32, y: f32| {
                    let away = right.cross(Vec3::Y);
                    [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
                        .map(|(x, z)| foot + half * (x * right + z * away) + Vec3::Y * y)
                };
                // The outline is smallest if a wall faces the viewer.
                let (base, top) = (ring(pyramid::half_base(1), 0.0), ring(TIP, pyramid::height(1)));
                pawn = pawn.min(extent(&orbit, base.into_iter().chain(top), size).y);
                let height = badge::letters("Bc3") * cell_names::SCALE;
                letters = letters.min(extent(&orbit, [foot, foot + up * height], size).y);
            }
        }
    }
    println!("a pawn has {pawn:.1} pixels, a name {letters:.1}");
    assert!(pawn >= 34.0, "{pawn} pixels");
    assert!(letters >= 12.0, "{letters} pixels");
}

/// A stack of chips is at least 30 pixels wide.
#[test]
fn a_stack_of_chips_is_wide_enough() {
    let size = picture(WINDOW);
    let game = games::begin(games::info("makarenko").unwrap(), Options::default(), None).unwrap();
    let places = Places { layout: game.layout() };
    for (view, name) in views() {
        let orbit = Subject::of(&*game).orbit(view, size.x / size.y);
        for piece in game.pieces() {
            assert!(matches!(piece.look, Look::Chips(_)));
            let (foot, radius) = (places.place(piece.place, 0), model(&piece.look, piece.side, 1).radius);
            let right = orbit.transform().rotation * Vec3::X * radius;
            let width = extent(&orbit, [foot - right, foot + right], size).x;
            assert!(width >= 30.0, "{name}: {width} pixels");
        }
    }
}

/// The camera is low enough for silhouettes, and has a long lens.
#[test]
fn a_seat_is_at_a_table() {
    let game = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap();
    for view in [View::White, View::Black] {
        let orbit = Subject::of(&*game).orbit(view, 1.4);
        assert!((35.0..=40.0).contains(&orbit.pitch.to_degrees()), "{}", orbit.pitch.to_degrees());
        assert!(orbit.distance > 1.2, "{}", orbit.distance);
    }
}

/// After each change of the board, the player's own army is in the lower half of the picture.
#[test]
fn the_players_army_stays_below() {
    let size = picture(WINDOW);
    let mut boards = 0;
    for game in (1..=5).flat_map(|seed| positions("whack", seed)) {
        let (places, pieces) = (Places { layout: game.layout() }, game.pieces());
        for view in [View::White, View::Black] {
            let orbit = Subject::of(&*game).orbit(view, size.x / size.y);
            let below = Seating::of(&*game).below(view);
            let height = |own: bool| {
                let army = pieces.iter().filter(|piece| (piece.side == Some(below)) == own);
                let at: Vec<_> = army.map(|it| orbit.pixel(places.place(it.place, 0), size).unwrap().y).collect();
                at.iter().sum::<f32>() / at.len() as f32
            };
            if !pieces.is_empty() {
                boards += 1;
                assert!(height(true) > height(false) + 20.0, "{}", game.text());
            }
        }
    }
    assert!(boards > 50, "{boards} boards");
}
