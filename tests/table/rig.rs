//! A table without a window, and the checks after every action.

use std::f32::consts::FRAC_PI_2;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use fairground::dice::{self, EDGE, tray};
use fairground::engine::{ActionText, Die, Event, Look, Side, roll_symbol};
use fairground::play::{Match, Pending, Setup};
use fairground::session::{self, Animating, PlayerCommand, Session, TableUpdate};
use fairground::table::TablePlugins;
use fairground::table::animation::Corrected;
use fairground::table::layout::{Bounds, Places, TRAY_FLOOR, world};
use fairground::table::material::{MeshCache, Surface};
use fairground::table::piece::{Boxed, PieceIndex, TablePiece, Toppled, TrayDie, stacks};

/// Maximum number of frames for an action.
const PATIENCE: u32 = 3000;

/// Distance within which the table considers an object at its place, m.
pub const NEAR: f32 = 1e-4;

/// All updates of the table, in order.
#[derive(Resource, Default)]
pub struct Heard(pub Vec<Event>);

fn hear(mut shown: MessageReader<TableUpdate>, mut heard: ResMut<Heard>) {
    for message in shown.read() {
        if let TableUpdate::Events(events, _) = message {
            heard.0.extend(events.iter().cloned());
        }
    }
}

/// The number of actions whose events did not lead to the position.
#[derive(Resource, Default)]
pub struct Corrections(u32);

/// A table with a match, and frames of `seconds`.
pub struct Table {
    pub app: App,
}

impl Table {
    pub fn with(setup: Setup, seconds: f32) -> Table {
        Table::built(setup, seconds, |_| ())
    }

    /// A table with additional plugins.
    pub fn built(setup: Setup, seconds: f32, more: impl FnOnce(&mut App)) -> Table {
        let mut table = Table::empty(seconds, more);
        let running = Match::new(setup).unwrap();
        table.app.world_mut().write_message(TableUpdate::reset(running.game()));
        table.app.insert_resource(Session::from(running));
        table.frame();
        table
    }

    /// A table without a match.
    pub fn empty(seconds: f32, more: impl FnOnce(&mut App)) -> Table {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default(), TransformPlugin))
            .init_asset::<Mesh>()
            .init_asset::<Surface>()
            .init_resource::<Heard>()
            .init_resource::<Corrections>()
            .add_observer(|_: On<Corrected>, mut corrections: ResMut<Corrections>| corrections.0 += 1)
            .add_plugins(TablePlugins)
            .add_systems(Last, hear)
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(seconds)));
        more(&mut app);
        app.finish();
        app.cleanup();
        Table { app }
    }

    /// Runs frames until every drawn entity has its mesh.
    pub fn meshes_made(&mut self) {
        for _ in 0..60_000 {
            if !self.get::<MeshCache>().is_making() {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
            self.frame();
        }
        panic!("the meshes are not made");
    }

    pub fn frame(&mut self) {
        self.app.update();
    }

    /// Requests an action; a roll is made by throwing the die.
    pub fn ask(&mut self, action: &str) {
        let roll = roll_symbol(action).is_some();
        let ask = if roll { PlayerCommand::Throw(None) } else { PlayerCommand::Act(action.into()) };
        self.app.world_mut().write_message(ask);
    }

    pub fn get<R: Resource>(&self) -> &R {
        self.app.world().resource::<R>()
    }

    pub fn running(&self) -> &Match {
        self.get::<Session>().running().unwrap()
    }

    pub fn played(&self) -> Vec<ActionText> {
        self.running().game().played()
    }

    pub fn busy(&self) -> bool {
        self.get::<Animating>().0
    }

    pub fn transform(&self, entity: Entity) -> Transform {
        *self.app.world().get::<Transform>(entity).unwrap()
    }

    /// All visible pieces, including captured ones, and the die in the tray; each chip of a stack
    /// separately.
    pub fn men(&mut self) -> Vec<Entity> {
        let mut query = self.app.world_mut().query_filtered::<Entity, (With<TablePiece>, Without<Boxed>)>();
        query.iter(self.app.world()).collect()
    }

    /// The pieces on a cell, from the bottom up.
    pub fn stack(&self, cell: &str) -> Vec<Entity> {
        let cell = self.get::<Places>().layout.cell_named(cell).unwrap();
        let base = self.get::<PieceIndex>().on(cell);
        base.map(|base| stacks::stack(self.app.world(), base)).unwrap_or_default()
    }

    /// Runs frames until the table rests and one more action has been played; `None` at the end of
    /// the match. Calls `each` in every frame at rest; `skip` skips all motion.
    pub fn next_action(&mut self, skip: bool, mut each: impl FnMut(&mut Table)) -> Option<ActionText> {
        let before = self.played().len();
        for frame in 0..PATIENCE {
            if !self.busy() {
                if self.played().len() > before {
                    return self.running().last_action();
                }
                if self.running().outcome().is_some() {
                    return None;
                }
                each(self);
                if frame > PATIENCE / 10 {
                    // A bot's thinking takes processor time, not frames.
                    std::thread::sleep(Duration::from_millis(1));
                }
            } else if skip {
                self.app.world_mut().write_message(PlayerCommand::Skip);
            }
            self.frame();
        }
        panic!("after {} the table does not come to rest", self.played().join(" "));
    }

    /// Asserts that the entities are the pieces of the position, each at its place and right side
    /// up.
    pub fn agrees(&mut self, context: &str) {
        let world = self.app.world();
        let (index, places) = (self.get::<PieceIndex>(), self.get::<Places>());
        let game = self.running().game();
        assert_eq!(places.layout, game.layout(), "{context}: the board");
        assert!(
            stacks::agree_with(world, &game.pieces()),
            "{context}: the pieces on the table differ from {}",
            game.text()
        );
        let mut on_board = 0;
        for (base, place) in index.iter() {
            let piece = game.pieces().into_iter().find(|piece| piece.place == place).unwrap();
            for entity in stacks::stack(world, base) {
                on_board += 1;
                let (is, should) = (self.transform(entity), stacks::home(world, entity).unwrap());
                let off = is.translation.distance(should.translation);
                assert!(off < NEAR, "{context}: {place:?} lies {off} m beside its place");
                assert!(is.scale.distance(Vec3::ONE) < 1e-4, "{context}: {place:?} is scaled by {}", is.scale);
                if world.get::<Toppled>(entity).is_some() {
                    continue;
                }
                if let Look::Die(die, symbol) = piece.look {
                    let (shown, tilt) = self.top(die, entity);
                    assert!(shown == symbol && tilt < 0.1, "{context}: {place:?} shows {shown}, not {symbol}");
                } else {
                    let up = is.rotation * Vec3::Y;
                    assert!(up.y > 0.9999, "{context}: {place:?} does not stand upright: {up}");
                }
            }
        }
        let captured = self.captures_lie_in_their_trays(context);
        let loose = usize::from(self.loose_die().is_some());
        assert_eq!(self.men().len(), on_board + captured + loose, "{context}: a piece is left over or missing");
        assert_eq!(
            self.get::<Corrections>().0,
            0,
            "{context}: the events did not lead to {}",
            self.running().game().text()
        );
    }

    /// All captured pieces, each chip separately.
    pub fn captured(&self) -> Vec<Entity> {
        let bases = self.get::<PieceIndex>().captured();
        bases.flat_map(|(base, ..)| stacks::stack(self.app.world(), base)).collect()
    }

    /// Asserts that captured pieces are whole and in the trays beside the board, none inside
    /// another. Returns their number.
    pub fn captures_lie_in_their_trays(&mut self, context: &str) -> usize {
        let (world, places) = (self.app.world(), self.get::<Places>());
        let game = self.running().game();
        let captured = self.captured();
        let count: u8 = session::captured(game).iter().map(|piece| piece.look.height()).sum();
        assert_eq!(captured.len(), usize::from(count), "{context}: the captured pieces");
        let trays = Side::BOTH.map(|side| places.capture_tray(side));
        for (i, entity) in captured.iter().enumerate() {
            let (is, lies) = (self.transform(*entity), stacks::home(world, *entity).unwrap());
            assert!(is.translation.distance(lies.translation) < NEAR, "{context}: {is:?} is to lie at {lies:?}");
            let at = Vec2::new(is.translation.x, -is.translation.z);
            let inside = |tray: &Bounds| (at - 0.017).cmpge(tray.min).all() && (at + 0.017).cmple(tray.max).all();
            assert!(trays.iter().any(inside), "{context}: {at} is in no tray");
            for other in &captured[..i] {
                let there = self.transform(*other);
                let apart = is.translation.xz().distance(there.translation.xz());
                let (low, high) = if is.translation.y < there.translation.y { (entity, there) } else { (other, is) };
                let above = high.translation.y - self.transform(*low).translation.y;
                assert!(
                    apart > 0.03 || above > stacks::shape(world, *low).height() - NEAR,
                    "{context}: {entity} and {other} are in one another"
                );
            }
        }
        captured.len()
    }

    /// The poses of everything that moves.
    pub fn poses(&mut self) -> Vec<Transform> {
        let mut query = self.app.world_mut().query::<&Transform>();
        query.iter(self.app.world()).copied().collect()
    }

    /// The symbol on top of a die, and its tilt in degrees.
    pub fn top(&self, die: &Die, entity: Entity) -> (&'static str, f32) {
        let rotation = self.transform(entity).rotation;
        let (side, tilt) = dice::top((Quat::from_rotation_x(FRAC_PI_2) * rotation).to_array());
        (die.sides[side], tilt)
    }

    /// The die that is not a piece.
    pub fn loose_die(&mut self) -> Option<Entity> {
        let mut query = self.app.world_mut().query_filtered::<Entity, With<TrayDie>>();
        query.iter(self.app.world()).next()
    }

    /// The side shown by the due die, if it lies in the tray.
    pub fn in_tray(&mut self) -> Option<&'static str> {
        let Pending::Throw { die, cell, .. } = self.running().pending() else { return None };
        let entity = match cell {
            Some(cell) => self.get::<PieceIndex>().on(cell),
            None => self.loose_die(),
        }?;
        let middle = self.transform(entity).translation;
        let places = self.get::<Places>();
        let from = places.to_tray(middle - world(places.tray()));
        let inside = from.x.abs() < tray::LENGTH / 2.0 && from.y.abs() < tray::WIDTH / 2.0;
        if !inside {
            return None;
        }
        let height = middle.y - TRAY_FLOOR;
        assert!((height - EDGE / 2.0).abs() < 0.001, "the die rests {height} m above the floor");
        let (symbol, tilt) = self.top(die, entity);
        assert!(tilt < dice::MAX_TILT, "the die lies {tilt} degrees from level");
        Some(symbol)
    }
}
