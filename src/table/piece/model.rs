//! Converts a look of the engine to shapes with materials.

use std::f32::consts::PI;

use bevy::math::{Quat, Vec2, Vec3};
use bevy::prelude::*;

use crate::dice::EDGE as DIE_EDGE;
use crate::engine::{Look, PieceKind, Side};
use crate::table::material::{MaterialKind, MeshKey};
use crate::table::mesh::{MM, chip, die, pyramid, tactical};

/// A shape with its material and pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelPart {
    /// The shape.
    pub solid: MeshKey,
    /// The material.
    pub material: MaterialKind,
    /// Pose in model space: x right, y up, the centre of the foot at the origin, metres.
    pub place: Transform,
}

/// All parts of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceModel {
    /// From the bottom up. The contact shadow, if any, comes first.
    pub parts: Vec<ModelPart>,
    /// From the foot to the top, m.
    pub height: f32,
    /// Radius of the foot, m.
    pub radius: f32,
}

/// The parts of a piece or stack. `seed` selects a rock, and the rotation of chips.
#[must_use]
pub fn model(look: &Look, side: Option<Side>, seed: u16) -> PieceModel {
    let owner = side.unwrap_or(Side::White);
    let mut parts = Vec::new();
    let up = |y: f32| Transform::from_translation(Vec3::Y * y);
    let (height, radius) = match look {
        Look::Chessman(PieceKind::Obstacle) => {
            let rock = MeshKey::Rock((seed % u16::from(tactical::ROCKS)) as u8);
            parts.push(ModelPart { solid: rock, material: MaterialKind::Rock, place: Transform::IDENTITY });
            (0.018, 0.0175)
        }
        Look::Chessman(man) => {
            let place = Transform::from_rotation(facing(owner));
            parts.push(ModelPart { solid: MeshKey::PieceKind(*man), material: MaterialKind::Wood(owner), place });
            if let Some(material) = trim_material(*man) {
                parts.push(ModelPart { solid: MeshKey::Trim(*man), material, place });
            }
            size(*man)
        }
        Look::Die(die, symbol) => {
            let place = up(DIE_EDGE / 2.0).with_rotation(die::showing(die, symbol));
            parts.push(ModelPart { solid: MeshKey::Die(owner, die), material: MaterialKind::Die(owner), place });
            (DIE_EDGE, 0.6 * DIE_EDGE)
        }
        Look::Chips(count) => {
            for i in 0..*count {
                // No real tower of chips is perfectly straight.
                let turn = f32::from(i) * 2.4 + f32::from(seed);
                let off = 0.0003 * Vec2::from_angle(turn);
                let place = Transform::from_xyz(off.x, f32::from(i) * chip::HEIGHT, off.y)
                    .with_rotation(Quat::from_rotation_y(turn));
                parts.push(ModelPart { solid: MeshKey::Chip, material: MaterialKind::Wood(owner), place });
            }
            (f32::from(*count) * chip::HEIGHT, chip::RADIUS)
        }
        Look::Pyramids(sizes) => {
            let mut y = 0.0;
            let mut top = 0.0;
            for &size in sizes {
                let size = size.clamp(1, 3);
                parts.push(ModelPart {
                    solid: MeshKey::Pyramid(owner, size),
                    material: MaterialKind::Pyramid(owner, size),
                    place: up(y),
                });
                top = y + pyramid::height(size);
                y += pyramid::rise(size);
            }
            (top, sizes.first().map_or(0.0, |&size| pyramid::half_base(size)))
        }
    };
    if !parts.is_empty() {
        // The contact shadow has 1.5 times the radius of the foot.
        let reach = MeshKey::Contact((1.5 * radius / MM) as u8);
        parts.insert(0, ModelPart { solid: reach, material: MaterialKind::Contact, place: up(0.25 * MM) });
    }
    PieceModel { parts, height, radius }
}

/// Chessmen with a face look past the centre of the enemy's rank, so that they are seen partly from
/// the side.
fn facing(side: Side) -> Quat {
    match side {
        Side::White => Quat::from_rotation_y(0.90 * PI),
        Side::Black => Quat::from_rotation_y(-0.88 * PI),
    }
}

/// The metal of a chessman's trim.
fn trim_material(man: PieceKind) -> Option<MaterialKind> {
    match man {
        PieceKind::RoyalRook
        | PieceKind::RoyalBishop
        | PieceKind::RoyalKnight
        | PieceKind::Veteran
        | PieceKind::Fanatic
        | PieceKind::Killer => Some(MaterialKind::Gold),
        PieceKind::Cannon => Some(MaterialKind::Bronze),
        _ => None,
    }
}

/// Height and foot radius of a chessman, m.
#[must_use]
pub fn size(man: PieceKind) -> (f32, f32) {
    let (height, radius) = match man {
        PieceKind::King => (81.4, 17.4),
        PieceKind::Queen => (73.9, 16.4),
        PieceKind::Rook => (44.5, 15.0),
        PieceKind::Bishop => (63.5, 14.6),
        PieceKind::Knight => (56.7, 15.0),
        PieceKind::Pawn => (42.1, 13.2),
        PieceKind::Chancellor => (69.0, 16.2),
        PieceKind::RoyalRook => (49.0, 15.0),
        PieceKind::RoyalBishop => (63.5, 14.6),
        PieceKind::RoyalKnight => (59.1, 15.0),
        PieceKind::Veteran => (46.5, 13.2),
        PieceKind::Cannon => (30.8, 15.6),
        PieceKind::Dragon => (56.2, 16.0),
        PieceKind::Prince => (63.6, 14.6),
        PieceKind::Fanatic => (51.2, 13.2),
        PieceKind::Killer => (48.4, 14.2),
        PieceKind::Obstacle => (18.0, 17.5),
    };
    (height * MM, radius * MM)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fluky;
    use crate::table::material::TableStyle;
    use crate::table::mesh::Detail;

    #[test]
    fn chessmen_are_as_high_as_they_say() {
        let height = |solid: MeshKey| solid.shape(TableStyle::default(), Detail::FULL).height();
        let mut wrong = Vec::new();
        for man in PieceKind::ALL.into_iter().filter(|&man| man != PieceKind::Obstacle) {
            let made = height(MeshKey::PieceKind(man)).max(height(MeshKey::Trim(man)));
            let (said, _) = size(man);
            if (made - said).abs() > 0.5 * MM {
                wrong.push(format!("{}: {:.1} mm made, {:.1} mm said", man.name(), made / MM, said / MM));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn every_look_has_parts() {
        for side in Side::BOTH {
            let looks =
                PieceKind::ALL.map(Look::Chessman).into_iter().chain([Look::Chips(8), Look::Die(fluky::DIE, "N")]);
            for look in looks {
                let model = model(&look, Some(side), 1);
                assert!(model.parts.len() > 1 && model.height > 0.01 && model.radius < 0.025, "{look:?}");
            }
        }
    }
}
