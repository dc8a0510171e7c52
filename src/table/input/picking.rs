//! What the mouse points at, by rays cast against the bodies on the table.

use bevy::ecs::system::SystemParam;
use bevy::picking::backend::HitData;
use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::{PointerId, PointerLocation};
use bevy::prelude::*;
use bevy_rapier3d::picking_backend::{RapierCastVisibility, RapierPickingPlugin, RapierPickingSettings};
use bevy_rapier3d::plugin::ReadRapierContext;
use bevy_rapier3d::prelude::QueryFilter;

use crate::engine::{Cell, Look, Place};
use crate::session::{GameSet, LegalActions, Panels, Selection};
use crate::table::layout::{Places, on_table};
use crate::table::piece::{Boxed, InReserve, OnCell, Piece, StackedOn, Supports};

/// Farther than this nothing is pointed at, m.
const FAR: f32 = 20.0;

/// What is pointed at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aimed {
    /// The piece, if it is one.
    pub piece: Option<Entity>,
    /// The place where it belongs, or the cell that is hit.
    pub place: Option<Place>,
    /// Of a stack of chips: how many lie from the one that is hit on; `None` if the stack is hit from above.
    pub lifted: Option<u8>,
    /// Where, m.
    pub point: Option<Vec3>,
}

/// Where a ray meets the plane of the cells.
#[must_use]
pub fn on_plane(ray: Ray3d) -> Option<Vec3> {
    ray.intersect_plane(Vec3::ZERO, InfinitePlane3d::new(Vec3::Y)).map(|distance| ray.get_point(distance))
}

/// Finds out what is pointed at.
#[derive(SystemParam)]
pub struct Aim<'w, 's> {
    physics: ReadRapierContext<'w, 's>,
    parents: Query<'w, 's, &'static ChildOf>,
    pieces: Query<'w, 's, &'static Piece, Without<Boxed>>,
    lower: Query<'w, 's, &'static StackedOn>,
    upper: Query<'w, 's, &'static Supports>,
    cells: Query<'w, 's, &'static OnCell>,
    reserves: Query<'w, 's, &'static InReserve>,
    places: Res<'w, Places>,
    eyes: Query<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera3d>>,
}

impl Aim<'_, '_> {
    /// The ray through a point of the window, logical pixels.
    #[must_use]
    pub fn ray(&self, at: Vec2) -> Option<Ray3d> {
        let (camera, transform) = self.eyes.iter().next()?;
        camera.viewport_to_world(transform, at).ok()
    }

    /// What a ray meets first.
    #[must_use]
    pub fn along(&self, ray: Ray3d) -> Aimed {
        let Ok(physics) = self.physics.single() else { return Aimed::default() };
        let all = QueryFilter::default();
        let hit = physics.cast_ray_and_get_normal(ray.origin, *ray.direction, FAR, true, all);
        hit.map(|(entity, hit)| self.at(entity, Some(hit.point), Some(hit.normal))).unwrap_or_default()
    }

    /// What a pointer event at this point of the window, logical pixels, means: what the pointer was over when it moved last need not be
    /// what it is over now. Without a camera, it is what the event says it hit.
    #[must_use]
    pub fn of_event(&self, at: Vec2, entity: Entity, hit: &HitData) -> Aimed {
        self.ray(at).map_or_else(|| self.at(entity, hit.position, hit.normal), |ray| self.along(ray))
    }

    /// What a hit of this entity means, at this point of it, on a face that looks this way.
    #[must_use]
    pub fn at(&self, entity: Entity, point: Option<Vec3>, normal: Option<Vec3>) -> Aimed {
        let whole = self.parents.get(entity).map_or(entity, ChildOf::parent);
        let Ok(piece) = self.pieces.get(whole) else {
            let cell = point.and_then(|point| self.places.layout.cell_at(on_table(point)));
            return Aimed { place: cell.map(Place::Cell), point, ..default() };
        };
        let up = |it: &Entity| self.upper.get(*it).ok().and_then(|upper| upper.iter().next());
        let above = std::iter::successors(Some(whole), up).count() as u8;
        let from_above = normal.is_some_and(|normal| normal.y > 0.9);
        let lifted = (matches!(piece.look, Look::Chips(_)) && !from_above).then_some(above);
        Aimed { piece: Some(whole), place: self.base_place(whole), lifted, point }
    }

    /// The cell that is seen where this point is, were it not hidden.
    fn cell_behind(&self, point: Vec3) -> Option<Cell> {
        let (_, eye) = self.eyes.iter().next()?;
        let ray = Ray3d::new(eye.translation(), Dir3::new(point - eye.translation()).ok()?);
        self.cell(on_plane(ray)?)
    }

    /// Every piece between the eye and the middle of a cell, but for what stands there.
    #[must_use]
    pub fn hiding(&self, cell: Cell) -> Vec<Entity> {
        let (Some((_, eye)), Ok(physics)) = (self.eyes.iter().next(), self.physics.single()) else { return Vec::new() };
        let middle = self.places.cell(cell);
        let (origin, way) = (eye.translation(), middle - eye.translation());
        let mut hiding = Vec::new();
        // What can be pointed at beside a slim piece hides nothing.
        let bodies = QueryFilter::default().exclude_sensors();
        physics.intersect_ray(origin, way, 1.0, true, bodies, |entity, _| {
            if self.pieces.contains(entity) {
                hiding.push(entity);
            }
            true
        });
        hiding.retain(|entity| self.base_place(*entity) != Some(Place::Cell(cell)));
        hiding
    }

    /// The place of the stack that a piece is in.
    fn base_place(&self, piece: Entity) -> Option<Place> {
        let base = std::iter::successors(Some(piece), |it| self.lower.get(*it).ok().map(|lower| lower.0)).last();
        base.and_then(|base| self.place(base))
    }

    /// The cell at a point of the plane of the cells.
    #[must_use]
    pub fn cell(&self, point: Vec3) -> Option<Cell> {
        self.places.layout.cell_at(on_table(point))
    }

    fn place(&self, base: Entity) -> Option<Place> {
        let cell = self.cells.get(base).map(|OnCell(cell)| Place::Cell(*cell));
        cell.or_else(|_| self.reserves.get(base).map(|&InReserve { side, slot }| Place::Reserve(side, slot))).ok()
    }
}

/// What is meant by pointing at this place with something in hand: what can be gone to wins, though another piece may stand before it.
#[must_use]
pub fn meant(place: Option<Place>, on_board: Option<Cell>, hand: &Selection, legal: &LegalActions) -> Option<Place> {
    let targets = hand.targets(&legal.0);
    let is_target = |place: &Place| targets.iter().any(|(_, gesture)| gesture.to.map(Place::Cell) == Some(*place));
    if place.as_ref().is_some_and(is_target) || place == hand.held {
        return place;
    }
    on_board.map(Place::Cell).filter(is_target).or(place)
}

/// Rays against the bodies tell what the mouse points at.
pub fn plugin(app: &mut App) {
    app.insert_resource(RapierPickingSettings {
        require_markers: false,
        ray_cast_visibility: RapierCastVisibility::Any,
    })
    .add_plugins(RapierPickingPlugin)
    .add_systems(Update, hover.in_set(GameSet::Input));
}

/// The cell that the mouse points at. There is one cursor: where the mouse moves, that of the keyboard comes along.
pub fn hover(
    map: Option<Res<HoverMap>>,
    pointers: Query<(&PointerId, &PointerLocation)>,
    mut last: Local<Option<Vec2>>,
    aim: Aim,
    (panels, legal): (Res<Panels>, Res<LegalActions>),
    mut hand: ResMut<Selection>,
) {
    let Some(map) = map else { return };
    let mouse = pointers.iter().find(|(id, _)| id.is_mouse());
    let at = mouse.and_then(|(_, location)| location.location()).map(|location| location.position);
    let moved = std::mem::replace(&mut *last, at) != at;
    let hits = map.get(&PointerId::Mouse).filter(|_| !panels.pointer);
    let nearest = hits.and_then(|hits| hits.iter().min_by(|(_, a), (_, b)| a.depth.total_cmp(&b.depth)));
    let behind = nearest.and_then(|(_, hit)| aim.cell_behind(hit.position?));
    let place = nearest.and_then(|(entity, hit)| aim.at(*entity, hit.position, hit.normal).place);
    let place = meant(place, behind, &hand, &legal);
    let hover: Option<Cell> = if let Some(Place::Cell(cell)) = place { Some(cell) } else { None };
    let hover_reserve = place.filter(|place| matches!(place, Place::Reserve(..)));
    if (hand.hover, hand.hover_reserve) != (hover, hover_reserve) {
        (hand.hover, hand.hover_reserve) = (hover, hover_reserve);
        // The camera may move, too, while the mouse rests.
        if moved && hand.cursor.is_some() && hover.is_some() {
            hand.cursor = hover;
        }
    }
}
