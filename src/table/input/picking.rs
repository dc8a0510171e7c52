//! Finds the object under the pointer, by casting rays against the colliders on the table.

use bevy::ecs::system::SystemParam;
use bevy::picking::backend::HitData;
use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::{PointerId, PointerLocation};
use bevy::prelude::*;
use bevy_rapier3d::picking_backend::{RapierCastVisibility, RapierPickingPlugin, RapierPickingSettings};
use bevy_rapier3d::plugin::ReadRapierContext;
use bevy_rapier3d::prelude::{ColliderDisabled, QueryFilter};

use super::drawn::{DrawnShapes, Meeting};
use crate::engine::{Cell, Look, Place, Side};
use crate::session::{FreeHands, GameSet, LegalActions, MainCamera, Panels, Selection, Session};
use crate::table::layout::{Places, on_table};
use crate::table::piece::collider::PieceShape;
use crate::table::piece::{Boxed, Spot, StackedOn, Supports, TablePiece};
use crate::table::schedule::frame_seconds;

/// The length of rays, m.
const FAR: f32 = 20.0;

/// The heights at which a piece is tested for being hidden, as fractions of its own.
const SAMPLES: [f32; 6] = [0.05, 0.25, 0.45, 0.65, 0.85, 0.99];

/// The object under the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Picked {
    /// The piece.
    pub piece: Option<Entity>,
    /// The home of the piece, or the cell.
    pub place: Option<Place>,
    /// For a stack of chips, the number of chips from the one hit upwards; `None` if the stack was
    /// hit from above.
    pub lifted: Option<u8>,
    /// The point of the hit, m.
    pub point: Option<Vec3>,
}

/// The intersection of a ray with the horizontal plane at a height, m; the cells are at height 0.
#[must_use]
pub fn at_height(ray: Ray3d, height: f32) -> Option<Vec3> {
    let distance = ray.intersect_plane(Vec3::Y * height, InfinitePlane3d::new(Vec3::Y))?;
    Some(ray.get_point(distance))
}

/// Finds the object hit by a ray or pointer.
#[derive(SystemParam)]
pub struct Picker<'w, 's> {
    physics: ReadRapierContext<'w, 's>,
    parents: Query<'w, 's, &'static ChildOf>,
    pieces: Query<'w, 's, &'static TablePiece, Without<Boxed>>,
    lower: Query<'w, 's, &'static StackedOn>,
    upper: Query<'w, 's, &'static Supports>,
    spots: Query<'w, 's, &'static Spot>,
    places: Res<'w, Places>,
    disabled: Query<'w, 's, (), With<ColliderDisabled>>,
    shapes: DrawnShapes<'w, 's>,
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform), MainCamera>,
}

impl Picker<'_, '_> {
    /// The ray through a point of the window, logical pixels.
    #[must_use]
    pub fn ray(&self, at: Vec2) -> Option<Ray3d> {
        let (camera, transform) = self.cameras.iter().next()?;
        camera.viewport_to_world(transform, at).ok()
    }

    /// The first object on a ray, except the dragged piece. Rays hit pieces as drawn, and a label
    /// counts as its stack. A slim piece can also be hit beside its neck if no other piece is there.
    #[must_use]
    pub fn along(&self, ray: Ray3d) -> Picked {
        let Ok(physics) = self.physics.single() else { return Picked::default() };
        let mut hits = Vec::new();
        physics.intersect_ray(ray.origin, *ray.direction, FAR, true, QueryFilter::default(), |entity, hit| {
            // A dragged piece stays in the physics until its next step.
            if !self.disabled.contains(self.whole(entity)) {
                hits.push((entity, hit));
            }
            true
        });
        hits.sort_by(|(_, a), (_, b)| a.time_of_impact.total_cmp(&b.time_of_impact));
        let piece = |entity: Entity| Some(self.whole(entity)).filter(|whole| self.pieces.contains(*whole));
        let ground = hits.iter().find(|(entity, _)| piece(*entity).is_none());
        let farthest = ground.map_or(FAR, |(_, hit)| hit.time_of_impact);
        let before = || hits.iter().filter(|(_, hit)| hit.time_of_impact <= farthest);
        let drawn = before().filter_map(|(entity, hit)| {
            let (whole, body) = (piece(*entity)?, hit.time_of_impact);
            let distance = match self.shapes.meeting(whole, ray, body) {
                Meeting::Hits(distance) => distance,
                Meeting::AsBody => body,
                Meeting::Misses => return None,
            };
            (distance <= farthest).then_some((distance, whole, hit))
        });
        let drawn = drawn.min_by(|(a, ..), (b, ..)| a.total_cmp(b));
        let first = drawn.as_ref().map_or(farthest, |(distance, ..)| *distance);
        if let Some((distance, on)) = self.shapes.plate(ray).filter(|(distance, _)| *distance < first)
            && let Some(place) = self.base_place(on)
        {
            return Picked { piece: Some(on), place: Some(place), lifted: None, point: Some(ray.get_point(distance)) };
        }
        if let Some((distance, whole, hit)) = drawn {
            return self.at(whole, Some(ray.get_point(distance)), Some(hit.normal));
        }
        let beside = before().find(|(entity, _)| piece(*entity).is_some());
        let nearest = beside.or(ground);
        nearest.map(|(entity, hit)| self.at(*entity, Some(hit.point), Some(hit.normal))).unwrap_or_default()
    }

    /// The object of a pointer event at this point of the window, logical pixels. The ray is cast
    /// again, because the table may have changed since the pointer moved. Without a camera, it is
    /// the event's own target.
    #[must_use]
    pub fn of_event(&self, at: Vec2, entity: Entity, hit: &HitData) -> Picked {
        self.ray(at).map_or_else(|| self.at(entity, hit.position, hit.normal), |ray| self.along(ray))
    }

    /// The piece or cell of this entity, hit at this point on a face with this normal.
    #[must_use]
    pub fn at(&self, entity: Entity, point: Option<Vec3>, normal: Option<Vec3>) -> Picked {
        let whole = self.whole(entity);
        let Ok(piece) = self.pieces.get(whole) else {
            let cell = point.and_then(|point| self.places.layout.cell_at(on_table(point)));
            return Picked { place: cell.map(Place::Cell), point, ..default() };
        };
        let up = |it: &Entity| self.upper.get(*it).ok().and_then(|upper| upper.iter().next());
        let above = std::iter::successors(Some(whole), up).count() as u8;
        let from_above = normal.is_some_and(|normal| normal.y > 0.9);
        let lifted = (matches!(piece.look, Look::Chips(_)) && !from_above).then_some(above);
        Picked { piece: Some(whole), place: self.base_place(whole), lifted, point }
    }

    /// The piece of a collider, or of the wider collider for picking.
    fn whole(&self, entity: Entity) -> Entity {
        self.parents.get(entity).map_or(entity, ChildOf::parent)
    }

    /// The cell at this point of the window, logical pixels, ignoring pieces.
    fn cell_behind(&self, at: Vec2) -> Option<Cell> {
        self.cell(at_height(self.ray(at)?, 0.0)?)
    }

    /// All pieces between the camera and the centre of a cell, except those on that cell.
    #[must_use]
    pub fn hiding(&self, cell: Cell) -> Vec<Entity> {
        let (Some((_, eye)), Ok(physics)) = (self.cameras.iter().next(), self.physics.single()) else {
            return Vec::new();
        };
        let middle = self.places.cell(cell);
        let (origin, direction) = (eye.translation(), middle - eye.translation());
        let mut hiding = Vec::new();
        // The wider collider for picking a slim piece hides nothing.
        let bodies = QueryFilter::default().exclude_sensors();
        physics.intersect_ray(origin, direction, 1.0, true, bodies, |entity, _| {
            if self.pieces.contains(entity) {
                hiding.push(entity);
            }
            true
        });
        hiding.retain(|entity| self.base_place(*entity) != Some(Place::Cell(cell)));
        hiding
    }

    /// Of these places with their pieces, the first whose piece is hidden entirely, at least partly
    /// by the piece at `front`.
    #[must_use]
    pub fn hidden_by(&self, front: Place, places: impl IntoIterator<Item = (Place, Look)>) -> Option<Place> {
        let (camera, transform) = self.cameras.iter().next()?;
        let hides = |(place, look): &(Place, Look)| {
            let (shape, foot) = (PieceShape::of(look), self.places.place(*place, 0));
            let points = SAMPLES.iter().flat_map(|up| [-0.8, 0.0, 0.8].map(|side| (*up, side))).map(|(up, side)| {
                let half = shape.reach().lerp(shape.head(), up);
                foot + Vec3::Y * up * shape.height() + transform.right() * side * half
            });
            let seen = points.filter_map(|point| camera.world_to_viewport(transform, point).ok());
            let seen: Vec<_> = seen.filter_map(|at| self.along(self.ray(at)?).place).collect();
            !seen.contains(place) && seen.contains(&front)
        };
        places.into_iter().find(hides).map(|(place, _)| place)
    }

    /// A piece outside all cells and reserves, with its stack; with free hands, any single piece.
    fn loose(&self, picked: &Picked, free: bool) -> Option<(Option<Side>, Look)> {
        let piece = picked.piece.filter(|_| free || picked.place.is_none())?;
        let look = |entity: Entity| self.pieces.get(entity).ok().map(|piece| piece.look.clone());
        let side = self.pieces.get(piece).ok()?.side;
        if free {
            return Some((side, look(piece)?));
        }
        let up = |it: &Entity| self.upper.get(*it).ok().and_then(|upper| upper.iter().next());
        let parts = std::iter::successors(Some(self.base(piece)), up).filter_map(look);
        Some((side, parts.reduce(|whole, upper| whole.with(&upper).unwrap_or(whole))?))
    }

    /// The lowest piece of the stack that contains a piece.
    fn base(&self, piece: Entity) -> Entity {
        let lower = |it: &Entity| self.lower.get(*it).ok().map(|lower| lower.0);
        std::iter::successors(Some(piece), lower).last().unwrap_or(piece)
    }

    /// The place of the stack that contains a piece.
    fn base_place(&self, piece: Entity) -> Option<Place> {
        self.place(self.base(piece))
    }

    /// The cell at a point of the plane of the cells.
    #[must_use]
    pub fn cell(&self, point: Vec3) -> Option<Cell> {
        self.places.layout.cell_at(on_table(point))
    }

    fn place(&self, base: Entity) -> Option<Place> {
        self.spots.get(base).ok()?.place()
    }
}

/// The place that the user means when pointing at `place`; `behind` is the cell that would be
/// visible there without pieces. A target of the held piece, or a piece that it pushes or shoots,
/// takes precedence over every piece in front of it, including the held one. With empty hands, a
/// piece that can move takes precedence over one in front of it that cannot.
#[must_use]
pub fn intended_place(
    place: Option<Place>,
    behind: Option<Cell>,
    selection: &Selection,
    legal: &LegalActions,
) -> Option<Place> {
    let is_target = |place: &Place| place.cell().is_some_and(|cell| !selection.meant(cell, &legal.0).is_empty());
    let target = place.filter(is_target).or_else(|| behind.map(Place::Cell).filter(is_target));
    target.or_else(|| if selection.held.is_none() { movable_place(place, behind, legal) } else { place })
}

/// The place of the piece that the user means to move when pointing at `place`; see
/// [`intended_place`].
#[must_use]
pub fn movable_place(place: Option<Place>, behind: Option<Cell>, legal: &LegalActions) -> Option<Place> {
    let can_move = |place: &Place| legal.0.iter().any(|(_, gesture)| gesture.from == Some(*place));
    place.filter(can_move).or_else(|| behind.map(Place::Cell).filter(can_move)).or(place)
}

/// Enables picking of the colliders on the table.
pub fn plugin(app: &mut App) {
    app.insert_resource(RapierPickingSettings {
        require_markers: false,
        ray_cast_visibility: RapierCastVisibility::Any,
    })
    .add_plugins(RapierPickingPlugin)
    .add_systems(Update, hover.in_set(GameSet::Input));
}

/// In a match that is only watched, a mouse at rest for this time points at nothing, s: the camera
/// may move the table under it.
const POINTS: f32 = 2.5;

/// Tracks the cell under the mouse. Mouse and keyboard share one cursor.
pub fn hover(
    map: Option<Res<HoverMap>>,
    pointers: Query<(&PointerId, &PointerLocation)>,
    (mut last, mut rested): (Local<Option<Vec2>>, Local<f32>),
    picker: Picker,
    (panels, legal, free): (Res<Panels>, Res<LegalActions>, Res<FreeHands>),
    (time, session): (Res<Time<Real>>, Res<Session>),
    mut selection: ResMut<Selection>,
) {
    let Some(map) = map else { return };
    let mouse = pointers.iter().find(|(id, _)| id.is_mouse());
    let at = mouse.and_then(|(_, location)| location.location()).map(|location| location.position);
    let moved = std::mem::replace(&mut *last, at) != at;
    *rested = if moved { 0.0 } else { *rested + frame_seconds(&time) };
    let points = !panels.pointer && (*rested < POINTS || !session.is_watched());
    let hits = map.get(&PointerId::Mouse).filter(|_| points);
    let nearest = hits.and_then(|hits| hits.iter().min_by(|(_, a), (_, b)| a.depth.total_cmp(&b.depth)));
    let behind = nearest.and(at).and_then(|at| picker.cell_behind(at));
    let picked = nearest.zip(at).map(|((entity, hit), at)| picker.of_event(at, *entity, hit)).unwrap_or_default();
    let loose = picker.loose(&picked, free.0);
    if selection.hover_loose != loose {
        selection.hover_loose = loose;
    }
    let place = match session.awaits_person() {
        true => intended_place(picked.place, behind, &selection, &legal),
        false => picked.place,
    };
    let hover: Option<Cell> = if let Some(Place::Cell(cell)) = place { Some(cell) } else { None };
    let hover_reserve = place.filter(|place| matches!(place, Place::Reserve(..)));
    if (selection.hover, selection.hover_reserve) != (hover, hover_reserve) {
        (selection.hover, selection.hover_reserve) = (hover, hover_reserve);
        // The camera may move while the mouse is still.
        if moved && selection.cursor.is_some() && (hover.is_some() || hover_reserve.is_some()) {
            selection.cursor = hover;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;

    /// At the start of chess, the king stands in front of its pawn.
    #[test]
    fn a_piece_that_cannot_move_gives_way_to_one_behind_it() {
        let game = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap();
        let cell = |name: &str| game.layout().cell_named(name).unwrap();
        let (legal, mut selection) = (LegalActions(game.gestures()), Selection::default());
        for (front, behind, meant) in
            [("e1", "e2", "e2"), ("e1", "e3", "e1"), ("b1", "b2", "b1"), ("e2", "e3", "e2"), ("e1", "e1", "e1")]
        {
            let place = intended_place(Some(Place::Cell(cell(front))), Some(cell(behind)), &selection, &legal);
            assert_eq!(place, Some(Place::Cell(cell(meant))), "{front} in front of {behind}");
        }
        // With a piece in hand, the king is refused as a target.
        selection.held = Some(Place::Cell(cell("d2")));
        let place = intended_place(Some(Place::Cell(cell("e1"))), Some(cell("e2")), &selection, &legal);
        assert_eq!(place, Some(Place::Cell(cell("e1"))));
    }
}
