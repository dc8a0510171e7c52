use std::f32::consts::FRAC_1_SQRT_2;

use rapier3d::prelude::*;
use serde::{Deserialize, Serialize};

use super::{ThrowState, tray};

/// Edge of the die, m.
pub const EDGE: f32 = 0.026;

/// Radius of the die's rounded edges and corners, m; [`EDGE`] is measured over them.
pub const ROUNDING: f32 = 0.0025;

/// Time step, s.
pub const STEP: f32 = 1.0 / 240.0;

/// A die that lies askew by more than this is cocked, degrees.
pub const MAX_TILT: f32 = 5.0;

/// Gravity, m/s².
pub(super) const GRAVITY: f32 = 9.81;

/// Mass of the die over its volume, kg/m³: that of acrylic glass.
const DENSITY: f32 = 1180.0;

/// A die slower than this, m/s and rad/s, for [`REST_STEPS`] rests.
const SLOW: (f32, f32) = (0.01, 0.5);

/// A tenth of a second.
const REST_STEPS: u32 = 24;

/// A throw that takes longer, 8 seconds, is given up.
pub(super) const MAX_STEPS: usize = 8 * 240;

/// What came of a throw.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct Rest {
    /// The side on top, 0 to 5: an index into [`crate::engine::Die::sides`].
    pub side: usize,
    /// How far that side is from level, degrees.
    pub tilt: f32,
    /// Simulated time until it rested, s.
    pub seconds: f32,
    /// Whether it counts: it came to rest in time and lies flat to within [`MAX_TILT`]. Else it is thrown again.
    pub flat: bool,
}

/// Where the die is at one moment, in the tray frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// The middle of the die, m.
    pub position: [f32; 3],
    /// From the die's own axes to the tray's: a unit quaternion, x y z w.
    pub rotation: [f32; 4],
}

/// Simulates a throw until the die rests.
#[must_use]
pub fn simulate(start: &ThrowState) -> Rest {
    run(start, Vector::ZERO, |_| ()).0
}

/// The same computation as [`simulate`], with the poses on the way: the start and one after each [`STEP`].
#[must_use]
pub fn trace(start: &ThrowState) -> (Rest, Vec<Frame>) {
    let mut frames = vec![Frame { position: start.position, rotation: start.rotation }];
    let (rest, _) = run(start, Vector::ZERO, |frame| frames.push(frame));
    (rest, frames)
}

/// Simulates a throw of a die whose centre of mass lies off its middle by `load`, m: zero but for the tests that show that
/// a loaded die is found out. Returns the steps it took, too.
pub(super) fn run(start: &ThrowState, load: Vector, mut see: impl FnMut(Frame)) -> (Rest, usize) {
    let mut world = PhysicsWorld { gravity: Vector::Z * -GRAVITY, ..PhysicsWorld::default() };
    world.integration_parameters = IntegrationParameters {
        dt: STEP,
        length_unit: EDGE,
        // Recycled contacts miss the small motions by which a die settles.
        contact_recycling: false,
        // Hard: what has sunk in comes out within a step or two, not in plain sight.
        static_contact_softness: SpringCoefficients { natural_frequency: 240.0, damping_ratio: 2.0 },
        normalized_max_corrective_velocity: 50.0,
        ..IntegrationParameters::default()
    };
    for plane in tray::colliders() {
        world.insert_collider(plane, None);
    }
    let (die, _) = world.insert(body(start), cube(load));
    let mut steps = 0;
    let mut slow = 0;
    while slow < REST_STEPS && steps < MAX_STEPS {
        world.step();
        steps += 1;
        let body = &world.bodies[die];
        see(Frame { position: body.translation().to_array(), rotation: body.rotation().to_array() });
        let is_slow = body.linvel().length() < SLOW.0 && body.angvel().length() < SLOW.1;
        slow = if is_slow { slow + 1 } else { 0 };
    }
    let (side, tilt) = top(world.bodies[die].rotation().to_array());
    let rest = Rest { side, tilt, seconds: steps as f32 * STEP, flat: slow >= REST_STEPS && tilt <= MAX_TILT };
    (rest, steps)
}

fn body(start: &ThrowState) -> RigidBody {
    let pose = Pose::from_parts(Vector::from_array(start.position), Rotation::from_array(start.rotation));
    RigidBodyBuilder::dynamic()
        .pose(pose)
        .linvel(Vector::from_array(start.velocity))
        .angvel(Vector::from_array(start.spin))
        .can_sleep(false)
        // Sees a floor or wall before the die has sunk into it; more than the way of a step.
        .soft_ccd_prediction(0.02)
        .build()
}

fn cube(load: Vector) -> Collider {
    let half = EDGE / 2.0 - ROUNDING;
    let mut mass = MassProperties::from_cuboid(DENSITY, Vector::splat(EDGE / 2.0));
    mass.local_com = load;
    ColliderBuilder::round_cuboid(half, half, half, ROUNDING)
        .mass_properties(mass)
        .friction(tray::FRICTION)
        .restitution(tray::RESTITUTION)
        .build()
}

/// The side on top of a die turned like this, and how far it is from level, degrees.
#[must_use]
pub fn top(rotation: [f32; 4]) -> (usize, f32) {
    let up = (Rotation::from_array(rotation).inverse() * Vector::Z).to_array();
    let mut axis = 0;
    for other in 1..3 {
        if up[other].abs() > up[axis].abs() {
            axis = other;
        }
    }
    let side = 2 * axis + usize::from(up[axis] < 0.0);
    let askew = up[(axis + 1) % 3].hypot(up[(axis + 2) % 3]);
    (side, askew.atan2(up[axis].abs()).to_degrees())
}

/// The rotation of a die that lies flat with this side, 0 to 5, on top: a unit quaternion, x y z w. Higher numbers count as 5.
#[must_use]
pub const fn with_side_up(side: usize) -> [f32; 4] {
    const H: f32 = FRAC_1_SQRT_2;
    match side {
        0 => [0.0, -H, 0.0, H],
        1 => [0.0, H, 0.0, H],
        2 => [H, 0.0, 0.0, H],
        3 => [-H, 0.0, 0.0, H],
        4 => [0.0, 0.0, 0.0, 1.0],
        _ => [1.0, 0.0, 0.0, 0.0],
    }
}
