//! Pointing through a real camera, as in a window, and the piece in hand.

use bevy::camera::{NormalizedRenderTarget, RenderTargetInfo};
use bevy::input::touch::{TouchInput, TouchPhase, Touches, touch_screen_input_system};
use bevy::picking::backend::HitData;
use bevy::picking::events::{Cancel, Pointer, Press, Release};
use bevy::picking::pointer::{Location, PointerButton, PointerId};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowFocused};
use fairground::bots::Bot;
use fairground::engine::{Place, Turn};
use fairground::games;
use fairground::play::Dice;
use fairground::session::{Panels, PlayerCommand, Selection, Settings, View};
use fairground::table::camera::{self, CameraTarget, Orbit};
use fairground::table::input::{Picked, Picker};
use fairground::table::layout::{BoardPart, HEADROOM, Places};
use fairground::table::piece::stacks;

use super::picking::table;
use super::rig::Table;
use super::setup;

const WINDOW: UVec2 = UVec2::new(1280, 720);

/// A camera that draws a picture of this size.
fn camera(orbit: Orbit, size: UVec2) -> impl Bundle {
    let mut projection = orbit.projection();
    projection.update(size.x as f32, size.y as f32);
    let mut camera = Camera::default();
    camera.computed.clip_from_view = projection.get_clip_from_view();
    camera.computed.target_info = Some(RenderTargetInfo { physical_size: size, scale_factor: 1.0 });
    (Camera3d::default(), camera, projection, orbit, orbit.transform())
}

/// A table seen from White's seat in a window.
struct Seen {
    table: Table,
    orbit: Orbit,
}

impl Seen {
    fn new(game: &str, start: Option<&str>) -> Seen {
        let mut table = table(game, start);
        table.meshes_made();
        let aspect = WINDOW.x as f32 / WINDOW.y as f32;
        let orbit = Orbit::framing(View::White, table.get::<Places>().on_board(HEADROOM), aspect);
        table.app.world_mut().spawn(camera(orbit, WINDOW));
        let mut window = Window::default();
        window.resolution.set_physical_resolution(WINDOW.x, WINDOW.y);
        table.app.world_mut().spawn((window, PrimaryWindow));
        let mut seen = Seen { table, orbit };
        seen.frames(3);
        seen
    }

    fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.table.frame());
    }

    fn cell(&self, name: &str) -> Vec3 {
        let places = self.table.get::<Places>();
        places.cell(places.layout.cell_named(name).unwrap())
    }

    /// Moves the mouse to the pixel of a point of the table, and returns the pixel.
    fn point_at(&mut self, point: Vec3) -> Vec2 {
        let at = self.orbit.pixel(point, WINDOW.as_vec2()).unwrap();
        let mut windows = self.table.app.world_mut().query::<&mut Window>();
        let mut window = windows.single_mut(self.table.app.world_mut()).unwrap();
        window.set_cursor_position(Some(at));
        at
    }

    fn picked(&mut self, point: Vec3) -> Picked {
        let at = self.point_at(point);
        let pick = |In(at): In<Vec2>, picker: Picker| picker.along(picker.ray(at).unwrap());
        self.table.app.world_mut().run_system_cached_with(pick, at).unwrap()
    }

    fn button(&mut self, point: Vec3, pressed: bool) {
        let at = self.point_at(point);
        let world = self.table.app.world_mut();
        let board = world.query_filtered::<Entity, With<BoardPart>>().iter(world).next().unwrap();
        let target = NormalizedRenderTarget::None { width: WINDOW.x, height: WINDOW.y };
        let location = Location { target, position: at };
        let button = PointerButton::Primary;
        let hit = HitData { camera: Entity::PLACEHOLDER, depth: 1.0, position: None, normal: None, extra: None };
        if pressed {
            world.trigger(Pointer::new(PointerId::Mouse, location, Press { button, hit, count: 1 }, board));
        } else {
            world.trigger(Pointer::new(PointerId::Mouse, location, Release { button, hit }, board));
        }
    }

    /// Cancels the touch, as a system does for its own gesture.
    fn cancel(&mut self, point: Vec3) {
        let position = self.orbit.pixel(point, WINDOW.as_vec2()).unwrap();
        let world = self.table.app.world_mut();
        let board = world.query_filtered::<Entity, With<BoardPart>>().iter(world).next().unwrap();
        let target = NormalizedRenderTarget::None { width: WINDOW.x, height: WINDOW.y };
        let location = Location { target, position };
        let hit = HitData { camera: Entity::PLACEHOLDER, depth: 1.0, position: None, normal: None, extra: None };
        world.trigger(Pointer::new(PointerId::Touch(0), location, Cancel { hit }, board));
    }

    /// Moves the finger to the pixel of a point of the table.
    fn touch(&mut self, phase: TouchPhase, point: Vec3) {
        let position = self.orbit.pixel(point, WINDOW.as_vec2()).unwrap();
        let window = Entity::PLACEHOLDER;
        self.table.app.world_mut().write_message(TouchInput { phase, position, window, force: None, id: 0 });
    }

    fn click(&mut self, point: Vec3) {
        self.button(point, true);
        self.button(point, false);
        self.frames(2);
    }

    fn held(&self) -> Option<Place> {
        self.table.get::<Selection>().held
    }

    fn place(&self, name: &str) -> Option<Place> {
        self.table.get::<Places>().layout.cell_named(name).map(Place::Cell)
    }
}

/// A tall piece is picked by its drawn shape, not by the wider body around it.
#[test]
fn a_toppling_king_does_not_touch_the_piece_behind_it() {
    let mut seen = Seen::new("chess", Some("k7/8/8/8/8/8/4R3/4K3 w - - 0 1"));
    let [king, rook] = ["e1", "e2"].map(|cell| seen.table.stack(cell)[0]);
    // Beside the cross, in front of the battlements of the rook.
    let beside = seen.cell("e2") + Vec3::new(0.009, 0.040, 0.0);
    assert_eq!(seen.picked(beside).piece, Some(rook));
    let crown = seen.table.transform(king).translation + Vec3::Y * 0.070;
    assert_eq!(seen.picked(crown).piece, Some(king));
    seen.click(beside);
    assert_eq!(seen.held(), seen.place("e2"));
}

/// The piece in hand covers the cell behind it, but a click there still moves it.
#[test]
fn a_target_wins_over_the_piece_in_hand() {
    let mut seen = Seen::new("chess", Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    let king = seen.table.stack("e1")[0];
    let foot = seen.cell("e1") + Vec3::Y * 0.005;
    seen.click(foot);
    assert_eq!(seen.held(), seen.place("e1"));
    seen.frames(40);
    let covered = seen.cell("e2") + Vec3::Z * 0.015;
    assert_eq!(seen.picked(covered).piece, Some(king), "nothing covers the target");
    seen.click(covered);
    seen.frames(2);
    assert_eq!(seen.table.played(), ["e1e2"]);
}

/// A stack that a taller one hides entirely is picked up by a second click on the taller one,
/// whether that one can move or not.
#[test]
fn a_hidden_stack_is_picked_up_by_the_one_in_front() {
    for (position, first) in [("4h3/8/8/8/8/3A4/3H4/8 w 0", "d2"), ("8/8/8/8/8/3A4/3h4/H7 w 0", "")] {
        let mut seen = Seen::new("makarenko", Some(position));
        let low = seen.cell("d3");
        for (side, up) in [(-0.01, 0.0), (0.0, 0.002), (0.01, 0.004), (0.0, 0.006)] {
            let picked = seen.picked(low + Vec3::new(side, up, 0.0));
            assert_ne!(picked.place, seen.place("d3"), "{position}: the stack is visible");
        }
        let front = seen.cell("d2") + Vec3::Y * 0.02;
        for held in [first, "d3"] {
            seen.click(front);
            assert_eq!(seen.held(), seen.place(held), "{position}");
            seen.frames(40);
        }
    }
}

/// The label in front of a piece belongs to the stack below the label.
#[test]
fn a_label_picks_up_its_stack() {
    let mut seen = Seen::new("makarenko", None);
    for (cell, behind) in [("b1", "b2"), ("d1", "d2")] {
        let stack = seen.table.stack(cell);
        let top = seen.table.transform(stack[stack.len() - 1]).translation;
        let label = top + Vec3::new(-0.008, 0.014, 0.0);
        assert_eq!(seen.picked(label).place, seen.place(cell), "in front of {behind}");
        seen.click(label);
        assert_eq!(seen.held(), seen.place(cell));
        seen.table.app.world_mut().resource_mut::<Selection>().release();
        seen.frames(40);
    }
}

/// A click waits for the end of an animation, but not beyond the end of the match.
#[test]
fn a_click_does_not_reach_the_next_match() {
    let mut seen = Seen::new("chess", None);
    seen.table.app.world_mut().write_message(PlayerCommand::Act("e2e4".into()));
    seen.frames(2);
    assert!(seen.table.busy());
    let knight = seen.cell("b1") + Vec3::Y * 0.02;
    seen.button(knight, true);
    seen.button(knight, false);
    let setup = Box::new(seen.table.running().setup().clone());
    seen.table.app.world_mut().write_message(PlayerCommand::Begin(setup));
    seen.frames(200);
    assert!(seen.table.played().is_empty() && !seen.table.busy());
    assert_eq!(seen.held(), None);
}

/// A second click on a piece that hides nothing puts it down.
#[test]
fn a_second_click_puts_a_piece_down() {
    let mut seen = Seen::new("makarenko", Some("4h3/8/8/8/8/2A5/3H4/8 w 0"));
    let front = seen.cell("d2") + Vec3::Y * 0.02;
    for held in ["d2", ""] {
        seen.click(front);
        seen.frames(40);
        assert_eq!(seen.held(), seen.place(held));
    }
}

/// Twice at the same point, even where the piece stands in front of its target. The queen hides the
/// pawn behind it, which is picked up instead.
#[test]
fn a_double_click_plays_nothing() {
    let pawn = Some("4k3/8/8/8/8/8/4P3/K7 w - - 0 1");
    for (game, start, cell, height, twice) in [("makarenko", None, "d1", 0.05, "d2"), ("chess", pawn, "e2", 0.03, "")] {
        let mut seen = Seen::new(game, start);
        let piece = seen.cell(cell) + Vec3::Y * height;
        for held in [cell, twice] {
            seen.click(piece);
            seen.frames(40);
            assert_eq!(seen.held(), seen.place(held), "{game}");
        }
        assert!(seen.table.played().is_empty(), "{game}");
    }
}

/// A pawn that can be pushed is meant wherever it is clicked, also where it covers a target.
#[test]
fn a_piece_to_push_wins_over_the_cell_behind_it() {
    let mut seen = Seen::new("abalonian", None);
    seen.click(seen.cell("b1") + Vec3::Y * 0.03);
    assert_eq!(seen.held(), seen.place("b1"));
    seen.frames(40);
    let pawn = seen.table.stack("c2")[0];
    let head = seen.table.transform(pawn).translation + Vec3::Y * 0.035;
    assert_eq!(seen.picked(head).place, seen.place("c2"));
    seen.click(head);
    assert!(seen.table.played().is_empty());
    assert_eq!(seen.table.get::<Selection>().choices.len(), 1);
}

/// A dragon's shot at the next square is also aimed by a click on the piece that it hits behind it.
#[test]
fn a_shot_is_aimed_at_its_victim() {
    let mut seen = Seen::new("tactical", Some("4k3/8/8/8/8/7D/8/4Kn2 - w 4 00 - 0"));
    for cell in ["h3", "f1"] {
        let place = seen.cell(cell) + Vec3::Y * 0.02;
        seen.click(place);
        seen.frames(40);
    }
    assert_eq!(seen.table.played(), ["h3*g2"]);
}

#[test]
fn a_panel_keeps_its_clicks() {
    let mut seen = Seen::new("chess", None);
    let (pawn, knight) = (seen.cell("e2") + Vec3::Y * 0.02, seen.cell("g1") + Vec3::Y * 0.03);
    let at = seen.point_at(pawn);
    seen.table.app.world_mut().resource_mut::<Panels>().covered = vec![Rect::from_center_size(at, Vec2::splat(30.0))];
    seen.click(pawn);
    assert_eq!(seen.held(), None);
    seen.click(knight);
    assert_eq!(seen.held(), seen.place("g1"));
}

/// Presses on a piece and drags it over a cell.
fn drag(seen: &mut Seen, from: &str, to: &str) {
    let (from, to) = (seen.cell(from) + Vec3::Y * 0.02, seen.cell(to));
    seen.button(from, true);
    seen.frames(1);
    seen.point_at(to);
}

#[test]
fn a_dragged_piece_hangs_from_the_cursor() {
    let mut seen = Seen::new("chess", None);
    let pawn = seen.table.stack("a2")[0];
    drag(&mut seen, "a2", "a4");
    seen.frames(60);
    assert_eq!(seen.held(), seen.place("a2"));
    let at = seen.table.transform(pawn).translation;
    let pixels = [at, seen.cell("a4")].map(|point| seen.orbit.pixel(point, WINDOW.as_vec2()).unwrap());
    assert!(pixels[0].distance(pixels[1]) < 3.0, "{pixels:?}");
    let a4 = seen.cell("a4");
    seen.button(a4, false);
    seen.frames(2);
    assert_eq!(seen.table.played(), ["a2a4"]);
}

/// The dragged piece covers nothing, even in a drag that is faster than a step of the physics.
#[test]
fn a_piece_is_dragged_onto_the_one_that_it_pushes() {
    let mut seen = Seen::new("abalonian", None);
    let from = seen.cell("b1") + Vec3::Y * 0.03;
    let pawn = seen.table.stack("c2")[0];
    let head = seen.table.transform(pawn).translation + Vec3::Y * 0.035;
    seen.button(from, true);
    for share in [0.5, 1.0] {
        seen.point_at(from.lerp(head, share));
        seen.frames(1);
    }
    assert_eq!(seen.picked(head).place, seen.place("c2"));
    seen.button(head, false);
    seen.frames(2);
    assert_eq!(seen.table.get::<Selection>().choices.len(), 1);
}

/// The piece follows the finger, not the mouse, and goes back if the system cancels the touch.
#[test]
fn a_piece_follows_a_finger() {
    let mut seen = Seen::new("chess", None);
    let app = &mut seen.table.app;
    app.add_message::<TouchInput>().init_resource::<Touches>().add_systems(PreUpdate, touch_screen_input_system);
    let pawn = seen.table.stack("a2")[0];
    let (from, to) = (seen.cell("a2") + Vec3::Y * 0.02, seen.cell("a4"));
    seen.touch(TouchPhase::Started, from);
    seen.button(from, true);
    seen.frames(1);
    seen.touch(TouchPhase::Moved, to);
    seen.frames(60);
    assert_eq!(seen.held(), seen.place("a2"));
    let at = seen.table.transform(pawn).translation;
    let pixels = [at, to].map(|point| seen.orbit.pixel(point, WINDOW.as_vec2()).unwrap());
    assert!(pixels[0].distance(pixels[1]) < 3.0, "{pixels:?}");
    seen.touch(TouchPhase::Canceled, to);
    seen.cancel(to);
    seen.frames(120);
    assert_eq!(seen.held(), None);
    let home = stacks::home(seen.table.app.world(), pawn).unwrap();
    assert!(seen.table.transform(pawn).translation.distance(home.translation) < 1e-4);
    assert!(seen.table.played().is_empty());
}

/// The button is released outside the window, without an event.
#[test]
fn losing_the_focus_ends_a_drag() {
    let mut seen = Seen::new("chess", None);
    let pawn = seen.table.stack("a2")[0];
    drag(&mut seen, "a2", "a4");
    seen.frames(20);
    assert_eq!(seen.held(), seen.place("a2"));
    seen.table.app.world_mut().write_message(WindowFocused { window: Entity::PLACEHOLDER, focused: false });
    seen.frames(120);
    assert_eq!(seen.held(), None);
    let home = stacks::home(seen.table.app.world(), pawn).unwrap();
    assert!(seen.table.transform(pawn).translation.distance(home.translation) < 1e-4);
    // Nothing is dragged when the pointer comes back.
    let far = seen.cell("a5");
    seen.point_at(far);
    seen.frames(20);
    assert_eq!(seen.held(), None);
    assert!(seen.table.played().is_empty());
}

/// A piece in hand follows the hand in real time, regardless of the speed of the match.
#[test]
fn the_hand_moves_in_real_time() {
    let rise = |speed: f32| -> Vec<f32> {
        let mut table = table("chess", None);
        table.app.world_mut().resource_mut::<Settings>().speed = speed;
        table.frame();
        let knight = table.stack("g1")[0];
        let held = table.get::<Places>().layout.cell_named("g1").map(Place::Cell);
        table.app.world_mut().insert_resource(Selection { held, ..default() });
        let height = |table: &mut Table| {
            table.frame();
            table.transform(knight).translation.y
        };
        (0..20).map(|_| height(&mut table)).collect()
    };
    let normal = rise(1.0);
    assert!(normal[1] > normal[0] && normal[19] > 0.017, "{normal:?}");
    for speed in [0.25, 8.0] {
        assert_eq!(rise(speed), normal, "at speed {speed}");
    }
}

/// The targets of one camera do not depend on other cameras.
#[test]
fn camera_targets_are_independent() {
    let followed = |sizes: &[UVec2]| -> Vec<CameraTarget> {
        let bots = setup("chess", Bot::Random, 1, Dice::Instant);
        let mut table = Table::built(bots, 1.0 / 30.0, |app| {
            app.add_plugins(camera::plugin);
        });
        let points = table.get::<Places>().outline();
        let orbit = Orbit::framing(View::White, points, 1.4);
        let cameras: Vec<_> = sizes
            .iter()
            .map(|size| table.app.world_mut().spawn((camera(orbit, *size), CameraTarget(orbit))).id())
            .collect();
        for _ in 0..90 {
            table.frame();
        }
        cameras.iter().map(|camera| *table.app.world().get::<CameraTarget>(*camera).unwrap()).collect()
    };
    let (wide, tall) = (UVec2::new(1280, 720), UVec2::new(600, 900));
    let (both, one, other) = (followed(&[wide, tall]), followed(&[wide]), followed(&[tall]));
    assert_eq!(both, [one, other].concat());
    assert_ne!(both[0], both[1]);
}

/// The camera does not move during a match on a board of squares, except for throws.
#[test]
fn the_camera_rests_while_pieces_are_captured() {
    for info in games::ALL {
        let bots = setup(info.id, Bot::Greedy, 1, Dice::Instant);
        let mut table = Table::built(bots, 1.0 / 30.0, |app| {
            app.add_plugins(camera::plugin).insert_resource(Settings { director: false, ..default() });
        });
        if !table.get::<Places>().layout.sections.is_empty() {
            continue;
        }
        let start = Orbit::framing(View::White, table.get::<Places>().outline(), 1.4);
        let camera = table.app.world_mut().spawn((camera(start, UVec2::new(980, 720)), CameraTarget(start))).id();
        let target = |table: &Table| *table.app.world().get::<CameraTarget>(camera).unwrap();
        (0..3).for_each(|_| table.frame());
        let framed = target(&table);
        for _ in 0..40 {
            if table.next_action(true, |_| ()).is_none() {
                break;
            }
            if matches!(table.running().game().turn(), Turn::Chance(..)) {
                continue;
            }
            assert_eq!(target(&table), framed, "{} after {}", info.id, table.played().join(" "));
        }
        assert!(!table.captured().is_empty(), "{}: nothing was captured", info.id);
    }
}
