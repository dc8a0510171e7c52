//! Renders the pieces of all games into PNG files: `cargo run --release --example gallery -- FOLDER
//! [WIDTH HEIGHT] [low|high]`.

use std::f32::consts::PI;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use fairground::capture::offscreen::Offscreen;
use fairground::dice::tray as dice_tray;
use fairground::engine::{CellShape, Layout, Look, PieceKind, Point, Pose, Section, Side};
use fairground::games::{fluky, whack};
use fairground::table::look_plugin;
use fairground::table::material::{Glow, MaterialKind, MeshAssets, Quality, lighting, tag};
use fairground::table::mesh::{TriangleMesh, board, tray};
use fairground::table::piece::model::model;

/// A picture: the board, the pieces with their places, and the camera.
struct Scene {
    name: &'static str,
    layout: Layout,
    pieces: Vec<(Look, Side, Vec2)>,
    eye: Vec3,
    at: Vec3,
}

/// The centre of a cell.
fn on(layout: &Layout, name: &str) -> Vec2 {
    let cell = layout.cell_named(name).map(|cell| layout.cells[cell.index()].centre()).unwrap_or_default();
    Vec2::new(cell.x, cell.y)
}

/// Four wedges of 4x4 cells in a row. Their corners are in the order of assets/rules/whack.md,
/// Wedges: narrow, side, wide, side.
fn wedges() -> Layout {
    let unit = 0.2;
    let kite = [(0.0, 0.0), (1.732, 0.0), (1.732, 1.0), (0.866, 1.5)].map(|(x, y)| Point::new(x * unit, y * unit));
    let mut layout = Layout::default();
    let poses = [
        Pose { at: Point::new(-0.35, -0.1), turn: 0.0 },
        Pose { at: Point::new(0.3464, 0.1), turn: PI },
        Pose { at: Point::new(-0.35, -0.1), turn: -PI / 3.0 },
    ];
    for (section, (pose, name)) in (0_u8..).zip(poses.into_iter().zip(['A', 'B', 'C'])) {
        let at = |i: usize, j: usize| {
            let (u, v) = (i as f32 / 4.0, j as f32 / 4.0);
            let mix = |a: Point, b: Point, t: f32| Point::new(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
            pose.place(mix(mix(kite[0], kite[1], u), mix(kite[3], kite[2], u), v))
        };
        for j in 0..4 {
            for (i, file) in "abcd".chars().enumerate() {
                layout.cells.push(CellShape {
                    name: format!("{name}{file}{}", j + 1),
                    corners: [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)],
                    dark: (i + j) % 2 == 1,
                    section: Some(section),
                });
            }
        }
        layout.sections.push(Section { name, pose, outline: kite.to_vec() });
    }
    layout
}

fn scenes() -> Vec<Scene> {
    use PieceKind::*;
    let square = Layout::squares(8, 8);
    let back = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
    let mut orthodox = Vec::new();
    for (file, man) in "abcdefgh".chars().zip(back) {
        for (side, rank, pawn) in [(Side::White, '1', '2'), (Side::Black, '8', '7')] {
            orthodox.push((Look::Chessman(man), side, on(&square, &format!("{file}{rank}"))));
            orthodox.push((Look::Chessman(Pawn), side, on(&square, &format!("{file}{pawn}"))));
        }
    }
    let mut all = Vec::new();
    for (i, man) in PieceKind::ALL.into_iter().enumerate() {
        let at = Vec2::new((i % 6) as f32 - 2.5, 1.0 - (i / 6) as f32) * 0.05;
        all.push((Look::Chessman(man), Side::White, at + Vec2::new(0.0, -0.05)));
        all.push((Look::Chessman(man), Side::Black, at + Vec2::new(0.0, 0.10)));
    }
    let men = |list: &[PieceKind], side: Side, y: f32| -> Vec<(Look, Side, Vec2)> {
        let x0 = (list.len() as f32 - 1.0) / 2.0;
        list.iter()
            .enumerate()
            .map(|(i, &man)| (Look::Chessman(man), side, Vec2::new((i as f32 - x0) * 0.05, y)))
            .collect()
    };
    let mut close = men(&[Knight, King, Queen, Bishop, Rook, Pawn], Side::White, -0.025);
    close.extend(men(&[Knight, King, Queen, Bishop, Rook, Pawn], Side::Black, 0.025));
    let mut odd = men(&[Chancellor, RoyalRook, RoyalBishop, RoyalKnight, Veteran, Prince], Side::White, 0.025);
    odd.extend(men(&[Cannon, Dragon, Fanatic, Killer, Obstacle, Knight], Side::White, -0.025));
    let beasts = men(&[Cannon, Dragon, Fanatic, Killer], Side::White, -0.025);
    let royals = men(&[Chancellor, RoyalRook, RoyalBishop, RoyalKnight, Veteran, Prince], Side::Black, -0.025);
    let five = Layout::squares(5, 5);
    let mut men_on_five = men(&[Rook, Knight, King, Bishop, Queen], Side::White, -0.1);
    men_on_five.extend(men(&[Rook, Knight, King, Bishop, Queen], Side::Black, 0.1));
    men_on_five.extend(men(&[Pawn, Pawn], Side::White, -0.05));
    let mut dice = Vec::new();
    for (i, symbol) in ["P", "N", "B", "R", "P", "N"].into_iter().enumerate() {
        let file = "abcdea".chars().nth(i).unwrap_or('a');
        let rank = if i < 5 { 1 } else { 2 };
        dice.push((Look::Die(fluky::DIE, symbol), Side::White, on(&five, &format!("{file}{rank}"))));
        dice.push((Look::Die(fluky::DIE, symbol), Side::Black, on(&five, &format!("{file}{}", 6 - rank))));
    }
    let stack = |sizes: &[u8]| Look::Pyramids(sizes.iter().copied().collect());
    let mixed = vec![
        (Look::Chips(1), Side::White, on(&five, "a1")),
        (Look::Chips(3), Side::White, on(&five, "b1")),
        (Look::Chips(8), Side::White, on(&five, "c1")),
        (Look::Chips(2), Side::Black, on(&five, "d1")),
        (Look::Chips(5), Side::Black, on(&five, "e1")),
        (stack(&[1]), Side::White, on(&five, "a2")),
        (stack(&[2]), Side::White, on(&five, "b2")),
        (stack(&[3]), Side::White, on(&five, "c2")),
        (stack(&[3, 2, 1]), Side::White, on(&five, "d2")),
        (stack(&[2, 2, 2]), Side::White, on(&five, "e2")),
        (stack(&[1, 1]), Side::Black, on(&five, "a3")),
        (stack(&[2]), Side::Black, on(&five, "b3")),
        (stack(&[3, 1, 1]), Side::Black, on(&five, "c3")),
        (stack(&[3, 3]), Side::Black, on(&five, "d3")),
        (stack(&[1, 1, 1, 1, 1, 1]), Side::Black, on(&five, "e3")),
        (Look::Die(whack::DIE, "1"), Side::White, on(&five, "a4")),
        (Look::Die(whack::DIE, "2"), Side::White, on(&five, "b4")),
        (Look::Die(whack::DIE, "3"), Side::White, on(&five, "c4")),
        (Look::Die(whack::DIE, "5"), Side::Black, on(&five, "d4")),
        (Look::Die(whack::DIE, "6"), Side::Black, on(&five, "e4")),
    ];
    let kites = wedges();
    let setup: [&[u8]; 12] =
        [&[1], &[2], &[3], &[3, 1, 1], &[3, 2, 1], &[2, 2, 2], &[2, 2], &[1], &[3], &[3, 2], &[1, 1, 1, 1, 1], &[1]];
    let mut pyramids = Vec::new();
    for (i, sizes) in setup.into_iter().enumerate() {
        let cell = format!("{}{}", "abcd".chars().nth(i % 4).unwrap_or('a'), i / 4 + 1);
        pyramids.push((stack(sizes), Side::White, on(&kites, &format!("A{cell}"))));
        pyramids.push((stack(sizes), Side::Black, on(&kites, &format!("B{cell}"))));
    }
    let scene = |name, layout: &Layout, pieces, eye, at| Scene { name, layout: layout.clone(), pieces, eye, at };
    vec![
        scene("knight", &square, close.clone(), Vec3::new(-0.16, 0.10, 0.16), Vec3::new(-0.115, 0.032, 0.02)),
        scene("close", &square, close, Vec3::new(0.0, 0.20, 0.36), Vec3::new(0.0, 0.025, 0.0)),
        scene("beasts", &square, beasts, Vec3::new(0.0, 0.12, 0.20), Vec3::new(0.0, 0.022, 0.02)),
        scene("royals", &square, royals, Vec3::new(0.0, 0.12, 0.26), Vec3::new(0.0, 0.028, 0.02)),
        scene("odd", &square, odd, Vec3::new(0.0, 0.22, 0.34), Vec3::new(0.0, 0.022, 0.0)),
        scene("orthodox", &square, orthodox, Vec3::new(0.0, 0.55, 0.62), Vec3::new(0.0, 0.0, 0.02)),
        scene("all", &square, all, Vec3::new(0.0, 0.48, 0.50), Vec3::new(0.0, 0.0, 0.0)),
        scene("five", &five, men_on_five, Vec3::new(0.0, 0.34, 0.36), Vec3::new(0.0, 0.0, 0.01)),
        scene("dice", &five, dice, Vec3::new(0.0, 0.46, 0.30), Vec3::new(0.02, 0.0, 0.0)),
        scene("wedges", &kites, pyramids.clone(), Vec3::new(0.0, 0.55, 0.62), Vec3::new(0.0, 0.0, 0.03)),
        scene("fire", &kites, pyramids, Vec3::new(-0.20, 0.22, 0.34), Vec3::new(-0.12, 0.01, 0.02)),
        scene("mixed", &five, mixed, Vec3::new(0.0, 0.30, 0.40), Vec3::new(0.0, 0.01, 0.01)),
    ]
}

/// Builds a scene in a fresh app.
fn stage(scene: &Scene, width: u32, height: u32, quality: Quality) -> Result<Offscreen, Box<dyn std::error::Error>> {
    let mut offscreen = Offscreen::new(width, height, Duration::from_millis(16), |app| {
        app.add_plugins(look_plugin).insert_resource(quality);
    })?;
    let target = offscreen.target();
    let world = offscreen.app().world_mut();
    world.spawn(lighting::sun(1.2 * scene.eye.length() + 0.1));
    world.spawn((
        lighting::camera(true),
        Projection::Perspective(PerspectiveProjection { fov: 0.62, near: 0.02, far: 20.0, ..default() }),
        target,
        Transform::from_translation(scene.eye).looking_at(scene.at, Vec3::Y),
    ));
    let half = scene.layout.cells.iter().flat_map(|cell| cell.corners).map(|p| p.x).fold(0.0, f32::max);
    let beside = Transform::from_xyz(half + 0.175, board::TABLE + 0.004, 0.0);
    let (walls, lining) =
        tray::tray(dice_tray::LENGTH, dice_tray::WIDTH, dice_tray::WALL_HEIGHT, dice_tray::WALL_THICKNESS, 0.004);
    let mut fixed: Vec<(TriangleMesh, MaterialKind, Transform)> = vec![
        (board::table(3.0), MaterialKind::Table, Transform::IDENTITY),
        (walls, MaterialKind::Frame, beside),
        (lining, MaterialKind::Felt, beside),
    ];
    let mut lay = |shapes: board::BoardShapes, place: Transform| {
        fixed.push((shapes.light, MaterialKind::Light, place));
        fixed.push((shapes.dark, MaterialKind::Dark, place));
        fixed.push((shapes.frame, MaterialKind::Frame, place));
        fixed.push((shapes.letters, MaterialKind::Inlay, place));
    };
    if scene.layout.sections.is_empty() {
        lay(board::board(&scene.layout), Transform::IDENTITY);
    }
    for (index, section) in scene.layout.sections.iter().enumerate() {
        let place = Transform::from_xyz(section.pose.at.x, 0.0, -section.pose.at.y)
            .with_rotation(Quat::from_rotation_y(section.pose.turn));
        lay(board::section(&scene.layout, index), place);
    }
    let pieces = scene.pieces.clone();
    world.run_system_cached_with(
        |In((fixed, pieces)): In<(Vec<(TriangleMesh, MaterialKind, Transform)>, Vec<(Look, Side, Vec2)>)>,
         mut commands: Commands,
         mut assets: MeshAssets| {
            assets.wait();
            for (shape, finish, at) in fixed {
                let look = (Mesh3d(assets.own_mesh(shape)), MeshMaterial3d(assets.surface(finish)));
                commands.spawn((look, at));
            }
            for ((look, side, at), seed) in pieces.into_iter().zip(0_u16..) {
                let model = model(&look, Some(side), seed);
                for (part, nth) in model.parts.iter().zip(0_u16..) {
                    let look = (Mesh3d(assets.mesh(part.solid)), MeshMaterial3d(assets.surface(part.material)));
                    let place = Transform::from_xyz(at.x, 0.0, -at.y) * part.place;
                    commands.spawn((look, place, tag(seed * 37 + nth * 977, Glow::None, 0.0)));
                }
            }
        },
        (fixed, pieces),
    )?;
    Ok(offscreen)
}

/// The processor time used by this process, from `/proc` in ticks of 10 ms; zero on other systems
/// than Linux.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Fields 14 and 15; counting starts after the name in parentheses, which may contain spaces.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let folder = PathBuf::from(args.first().map_or("gallery", String::as_str));
    let number = |i: usize, otherwise: u32| args.get(i).and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (width, height) = (number(1, 1280), number(2, 720));
    let named = |name: &&str| args.iter().any(|arg| arg == name);
    let quality = Quality::ALL.into_iter().find(|(_, name)| named(name)).map_or(Quality::High, |(quality, _)| quality);
    let only = args.iter().skip(1).find_map(|arg| arg.strip_prefix("only="));
    std::fs::create_dir_all(&folder)?;
    for scene in scenes().iter().filter(|scene| only.is_none_or(|name| name.split(',').any(|one| one == scene.name))) {
        let begun = Instant::now();
        let mut offscreen = stage(scene, width, height, quality)?;
        offscreen.step();
        let made = begun.elapsed();
        let path = folder.join(format!("{}.png", scene.name));
        offscreen.picture()?.save(&path)?;
        let (frames, cpu, begun) = (4, cpu_time(), Instant::now());
        for _ in 0..frames {
            offscreen.step();
        }
        println!(
            "{}: first frame after {:.1} s; a frame takes {} ms, {} ms of processor time",
            path.display(),
            made.as_secs_f32(),
            begun.elapsed().as_millis() / frames,
            (cpu_time() - cpu).as_millis() / frames,
        );
    }
    Ok(())
}
