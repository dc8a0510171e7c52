//! Names of cells on plates that face the viewer: the cell under the pointer or the keyboard
//! cursor, and all cells while the user types. A board in one piece has coordinates on its frame
//! instead.

use std::collections::BTreeSet;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::badges::{PlateMeshes, facing};
use crate::engine::{Cell, Place};
use crate::session::{Animating, FreeHands, MainCamera, Panels, Selection, Session};
use crate::table::layout::Places;
use crate::table::material::{MaterialKind, MeshAssets};
use crate::table::schedule::FrameSet;

/// Scale of the plates: letters of 12 pixels on the widest board in a window of 1366x768.
pub const SCALE: f32 = 1.85;

/// Distance of a plate from the centre of its cell towards the viewer, m.
const ASIDE: f32 = 0.020;

/// The plate with the name of a cell.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellPlate(pub Cell);

/// Maintains the plates.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (name_cells, face).chain().in_set(FrameSet::Mark));
}

/// The cells whose names are shown.
fn named(places: &Places, selection: &Selection, types: bool) -> BTreeSet<Cell> {
    if places.layout.sections.is_empty() {
        return BTreeSet::new();
    }
    let placed = |cell: &Cell| places.layout.cells.get(cell.index()).is_some_and(|shape| shape.is_placed());
    let all = (0..).map(Cell).take(if types { places.layout.cells.len() } else { 0 });
    all.chain(selection.pointed().and_then(Place::cell)).filter(placed).collect()
}

fn name_cells(
    mut commands: Commands,
    (mut assets, mut meshes): (MeshAssets, ResMut<PlateMeshes>),
    (places, selection, panels): (Res<Places>, Res<Selection>, Res<Panels>),
    (session, animating, free): (Res<Session>, Res<Animating>, Res<FreeHands>),
    plates: Query<(Entity, &CellPlate)>,
) {
    let shown = session.game().is_some() && !animating.0 && !free.0;
    let mut missing = if shown { named(&places, &selection, panels.keyboard) } else { BTreeSet::new() };
    for (entity, CellPlate(cell)) in &plates {
        if !missing.remove(cell) {
            commands.entity(entity).despawn();
        }
    }
    for cell in missing {
        let Some(shape) = places.layout.cells.get(cell.index()) else { continue };
        let look = (Mesh3d(meshes.mesh(&mut assets, &shape.name)), MeshMaterial3d(assets.surface(MaterialKind::Badge)));
        commands.spawn((CellPlate(cell), look, Transform::default(), Visibility::Hidden, NotShadowCaster));
    }
}

/// Places each plate in front of the centre of its cell, facing the viewer.
fn face(
    cameras: Query<&Transform, MainCamera>,
    places: Res<Places>,
    mut plates: Query<(&CellPlate, &mut Transform, &mut Visibility), Without<Camera3d>>,
) {
    let Some(camera) = cameras.iter().next() else { return };
    let up = camera.rotation * Vec3::Y;
    let away = up.with_y(0.0).normalize_or_zero();
    for (CellPlate(cell), mut transform, mut visibility) in &mut plates {
        transform.set_if_neq(facing(places.cell(*cell) - away * ASIDE, camera.rotation, SCALE));
        visibility.set_if_neq(Visibility::Inherited);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;

    #[test]
    fn names_are_shown_when_they_help() {
        let layout = |id: &str| games::begin(games::info(id).unwrap(), Options::default(), None).unwrap().layout();
        let (sections, squares) = (Places { layout: layout("whack") }, Places { layout: layout("chess") });
        let away = Selection::default();
        let [mouse, keys] = [
            Selection { hover: Some(Cell(3)), ..Selection::default() },
            Selection { cursor: Some(Cell(5)), ..Selection::default() },
        ];
        assert!(named(&sections, &away, false).is_empty());
        assert_eq!(named(&sections, &mouse, false), [Cell(3)].into());
        assert_eq!(named(&sections, &keys, false), [Cell(5)].into());
        // Only section A is on the table yet.
        assert_eq!(named(&sections, &away, true).len(), 16);
        assert!(named(&squares, &mouse, true).is_empty());
    }
}
