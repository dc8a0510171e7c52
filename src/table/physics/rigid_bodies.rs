//! What is knocked about for show: a fresh physics world of its own for each blow, simulated at once into a film of poses.
//! A film can be skipped, slowed down and shown again, and the same blow gives the same one.

use bevy::prelude::*;
use rapier3d::prelude::{
    Collider, ColliderBuilder, IntegrationParameters, PhysicsWorld, Pose, RigidBody, RigidBodyBuilder, Rotation,
    SharedShape, Vector,
};

use crate::table::mesh::board::TABLE;
use crate::table::piece::collider::{PieceShape, hull};

/// Time from one pose of a film to the next, s.
pub(in crate::table) const STEP: f32 = 1.0 / 120.0;

/// m/s²; less than there is, or small things fall too quickly to be seen.
const GRAVITY: f32 = 6.5;

/// Coulomb friction and the speed after a bounce over that before, without unit: wood on wood, and a little on felt.
const FRICTION: f32 = 0.45;
const RESTITUTION: f32 = 0.25;

/// Mass over volume of everything, kg/m³: that of wood.
const DENSITY: f32 = 700.0;

/// What slows a body that rolls and spins, 1/s.
const DAMPING: (f32, f32) = (0.6, 2.5);

/// A body slower than this, m/s and rad/s, lies still.
const SLOW: (f32, f32) = (0.02, 0.6);

/// A body that is struck.
#[derive(Clone, Copy, Debug)]
pub(in crate::table) struct Loose {
    pub hull: PieceShape,
    /// Where its foot stands.
    pub start: Transform,
    /// m/s
    pub velocity: Vec3,
    /// rad/s
    pub spin: Vec3,
}

/// A body that goes its way whatever it meets.
#[derive(Clone, Debug)]
pub(in crate::table) struct Driven {
    pub hull: PieceShape,
    /// A pose for each [`STEP`], the first when the film begins.
    pub film: Vec<Transform>,
}

/// What does not move: the table top is always there.
#[derive(Clone, Debug, Default)]
pub(in crate::table) struct Still {
    /// Pieces.
    pub bodies: Vec<(PieceShape, Transform)>,
    /// Convex outlines seen from above, counter-clockwise, and how high each reaches from the table, m: boards and walls.
    pub slabs: Vec<(Vec<Vec3>, f32)>,
}

/// The films of bodies that begin to move at the same time, until all lie still, or for this long, s.
pub(in crate::table) fn tumble(
    loose: &[Loose],
    driven: Option<&Driven>,
    still: &Still,
    longest: f32,
) -> Vec<Vec<Transform>> {
    let mut world = PhysicsWorld { gravity: Vector::Y * -GRAVITY, ..PhysicsWorld::default() };
    world.integration_parameters = IntegrationParameters { dt: STEP, length_unit: 0.02, ..Default::default() };
    world.insert_collider(ground(), None);
    for (outline, top) in &still.slabs {
        let ends = [TABLE - 0.02, *top];
        let points = outline.iter().flat_map(|corner| ends.map(|y| corner.with_y(y)));
        world.insert_collider(hull(points).friction(FRICTION).restitution(RESTITUTION).build(), None);
    }
    for (hull, at) in &still.bodies {
        world.insert(RigidBodyBuilder::fixed().pose(pose(at)).build(), material(*hull));
    }
    let driver = driven.map(|driven| {
        let start = driven.film.first().copied().unwrap_or_default();
        let body = RigidBodyBuilder::kinematic_position_based().pose(pose(&start)).build();
        (world.insert(body, material(driven.hull)).0, driven)
    });
    let bodies: Vec<_> = loose.iter().map(|it| world.insert(body(it), material(it.hull)).0).collect();
    let mut films: Vec<_> = loose.iter().map(|it| vec![it.start]).collect();
    let steps = (longest / STEP) as usize;
    for step in 1..=steps {
        if let Some((handle, driven)) = driver
            && let Some(next) = driven.film.get(step)
        {
            world.bodies[handle].set_next_kinematic_position(pose(next));
        }
        world.step();
        let mut moving = driven.is_some_and(|driven| step < driven.film.len());
        for (film, handle) in films.iter_mut().zip(&bodies) {
            let body = &world.bodies[*handle];
            film.push(Transform {
                translation: Vec3::from_array(body.translation().to_array()),
                rotation: Quat::from_array(body.rotation().to_array()).normalize(),
                scale: Vec3::ONE,
            });
            moving |= body.linvel().length() > SLOW.0 || body.angvel().length() > SLOW.1;
        }
        if !moving {
            break;
        }
    }
    films
}

fn pose(at: &Transform) -> Pose {
    let place = Vector::from_array(at.translation.to_array());
    Pose::from_parts(place, Rotation::from_array(at.rotation.to_array()))
}

fn body(it: &Loose) -> RigidBody {
    RigidBodyBuilder::dynamic()
        .pose(pose(&it.start))
        .linvel(Vector::from_array(it.velocity.to_array()))
        .angvel(Vector::from_array(it.spin.to_array()))
        .linear_damping(DAMPING.0)
        .angular_damping(DAMPING.1)
        .can_sleep(false)
        // Chips are thin: what a body will meet within a step or two is seen before it is passed through.
        .soft_ccd_prediction(0.02)
        .build()
}

fn material(hull: PieceShape) -> Collider {
    hull.collider().friction(FRICTION).restitution(RESTITUTION).density(DENSITY).build()
}

/// A half-space has no far side, so that nothing can fall through.
fn ground() -> Collider {
    ColliderBuilder::new(SharedShape::halfspace(Vector::Y))
        .translation(Vector::Y * TABLE)
        .friction(FRICTION)
        .restitution(RESTITUTION)
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Look, PieceKind};

    fn board() -> Still {
        let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
        let outline = corners.map(|(x, z)| Vec3::new(0.2 * x, 0.0, 0.2 * z)).to_vec();
        Still { slabs: vec![(outline, 0.0)], ..default() }
    }

    fn struck(man: PieceKind, velocity: Vec3) -> Loose {
        let hull = PieceShape::of(&Look::Man(man));
        Loose { hull, start: Transform::IDENTITY, velocity, spin: Vec3::Y.cross(velocity) * 20.0 }
    }

    #[test]
    fn what_is_not_struck_stands() {
        for look in
            [Look::Man(PieceKind::King), Look::Chips(1), Look::Chips(8), Look::Pyramids([3, 1].into_iter().collect())]
        {
            let loose = Loose {
                hull: PieceShape::of(&look),
                start: Transform::IDENTITY,
                velocity: Vec3::ZERO,
                spin: Vec3::ZERO,
            };
            let film = tumble(&[loose], None, &board(), 1.0).remove(0);
            let end = film.last().unwrap();
            assert!(end.translation.length() < 0.001 && (end.rotation * Vec3::Y).y > 0.999, "{look:?} ends {end:?}");
        }
    }

    #[test]
    fn what_is_struck_topples_and_stays_on_top_of_the_board() {
        for man in [PieceKind::King, PieceKind::Pawn, PieceKind::Rook] {
            let film = tumble(&[struck(man, Vec3::X * 0.6)], None, &board(), 1.5).remove(0);
            let end = film.last().unwrap();
            assert!((end.rotation * Vec3::Y).y < 0.5, "{man:?} ends {end:?}");
            assert!(film.iter().all(|pose| pose.translation.y > -0.002), "{man:?} sinks into the board");
            assert!(film.len() <= 181);
        }
    }

    #[test]
    fn what_goes_beyond_the_edge_falls_to_the_table() {
        let start = Transform::from_xyz(0.19, 0.0, 0.0);
        let film = tumble(&[Loose { start, ..struck(PieceKind::Pawn, Vec3::X * 0.8) }], None, &board(), 2.0).remove(0);
        assert!(film.last().unwrap().translation.y < TABLE + 0.03);
    }

    #[test]
    fn a_driven_body_pushes_and_a_still_one_stops() {
        let hull = PieceShape::of(&Look::Man(PieceKind::Rook));
        let film = (0..120_u8).map(|i| Transform::from_xyz(-0.06 + 0.001 * f32::from(i), 0.0, 0.0)).collect();
        let wall = (hull, Transform::from_xyz(0.12, 0.0, 0.0));
        let still = Still { bodies: vec![wall], ..board() };
        let loose = struck(PieceKind::Rook, Vec3::ZERO);
        let end = tumble(&[loose], Some(&Driven { hull, film }), &still, 0.9).remove(0).pop().unwrap();
        let far = end.translation.xz().length();
        assert!(far > 0.03 && far < 0.2, "{end:?}");
    }

    #[test]
    fn the_same_blow_gives_the_same_film() {
        let blow = || {
            let chips = [0.0, 0.0075, 0.015].map(|y| Loose {
                hull: PieceShape::of(&Look::Chips(1)),
                start: Transform::from_xyz(0.0, y, 0.0),
                velocity: Vec3::new(0.5, 0.3, 10.0 * y),
                spin: Vec3::new(3.0, 0.0, 100.0 * y),
            });
            tumble(&chips, None, &board(), 1.0)
        };
        assert_eq!(blow(), blow());
    }
}
