//! The simulation of a single throw.

use rapier3d::prelude::*;
use serde::{Deserialize, Serialize};

use super::sides::top;
use super::throw::ThrowState;
use super::tray;
use crate::engine::finite;

/// What decides a throw besides its starting state, as match files name it: the physics engine, and the revision of the die, the
/// tray and the time step. Increase the revision when changing any of them.
pub const PHYSICS: &str = "rapier3d 0.31.0, die 1";

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
    #[serde(serialize_with = "finite")]
    pub tilt: f32,
    /// Simulated time until it rested, s.
    #[serde(serialize_with = "finite")]
    pub seconds: f32,
    /// Whether it counts: it came to rest in time and lies flat to within [`MAX_TILT`]. Else the side means nothing, and the die is
    /// thrown again.
    pub flat: bool,
}

impl Rest {
    /// Of a throw that the physics could not follow.
    const LOST: Rest = Rest { side: 0, tilt: 180.0, seconds: 0.0, flat: false };
}

/// Where the die is at one moment, in the tray frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// The middle of the die, m.
    pub position: [f32; 3],
    /// From the die's own axes to the tray's: a unit quaternion, x y z w.
    pub rotation: [f32; 4],
}

impl Frame {
    fn is_finite(&self) -> bool {
        self.position.iter().chain(&self.rotation).all(|number| number.is_finite())
    }
}

/// Simulates a throw until the die rests. A start that is not possible ([`ThrowState::is_possible`]) is not simulated, and does not
/// end flat.
#[must_use]
pub fn simulate(start: &ThrowState) -> Rest {
    run(start, Vector::zeros(), |_| ()).0
}

/// The same computation as [`simulate`], with the poses on the way: the start and one after each [`STEP`]. All are finite; a start that
/// is not possible has none.
#[must_use]
pub fn trace(start: &ThrowState) -> (Rest, Vec<Frame>) {
    if !start.is_possible() {
        return (Rest::LOST, Vec::new());
    }
    let mut frames = vec![Frame { position: start.position, rotation: start.rotation }];
    let (rest, _) = run(start, Vector::zeros(), |frame| frames.push(frame));
    (rest, frames)
}

/// Simulates a throw of a die whose centre of mass lies off its middle by `load`, m: zero but for the tests that show that
/// a loaded die is found out. Returns the steps it took, too.
pub(super) fn run(start: &ThrowState, load: Vector<f32>, mut see: impl FnMut(Frame)) -> (Rest, usize) {
    if !start.is_possible() {
        return (Rest::LOST, 0);
    }
    let mut world = World::new();
    for plane in tray::colliders() {
        world.colliders.insert(plane);
    }
    let die = world.bodies.insert(body(start));
    world.colliders.insert_with_parent(cube(load), die, &mut world.bodies);
    let mut steps = 0;
    let mut slow = 0;
    while slow < REST_STEPS && steps < MAX_STEPS {
        world.step();
        steps += 1;
        let body = &world.bodies[die];
        let frame = Frame { position: (*body.translation()).into(), rotation: body.rotation().coords.into() };
        if !frame.is_finite() {
            return (Rest { seconds: steps as f32 * STEP, ..Rest::LOST }, steps);
        }
        see(frame);
        let is_slow = body.linvel().norm() < SLOW.0 && body.angvel().norm() < SLOW.1;
        slow = if is_slow { slow + 1 } else { 0 };
    }
    let (side, tilt) = top(world.bodies[die].rotation().coords.into());
    let rest = Rest { side, tilt, seconds: steps as f32 * STEP, flat: slow >= REST_STEPS && tilt <= MAX_TILT };
    (rest, steps)
}

/// The physics world of a throw. A reused world gives other results than a fresh one.
struct World {
    parameters: IntegrationParameters,
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    ccd: CCDSolver,
}

impl World {
    fn new() -> World {
        World {
            parameters: IntegrationParameters {
                dt: STEP,
                length_unit: EDGE,
                // Hard: a sunken body comes out within a step or two, not visibly.
                contact_softness: SpringCoefficients { natural_frequency: 240.0, damping_ratio: 2.0 },
                normalized_max_corrective_velocity: 50.0,
                ..IntegrationParameters::default()
            },
            pipeline: PhysicsPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: BroadPhaseBvh::new(),
            narrow_phase: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            joints: ImpulseJointSet::new(),
            multibody_joints: MultibodyJointSet::new(),
            ccd: CCDSolver::new(),
        }
    }

    fn step(&mut self) {
        self.pipeline.step(
            &vector![0.0, 0.0, -GRAVITY],
            &self.parameters,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibody_joints,
            &mut self.ccd,
            &(),
            &(),
        );
    }
}

fn body(start: &ThrowState) -> RigidBody {
    let rotation = Rotation::new_normalize(start.rotation.into());
    RigidBodyBuilder::dynamic()
        .pose(Isometry::from_parts(Vector::from(start.position).into(), rotation))
        .linvel(start.velocity.into())
        .angvel(start.spin.into())
        .can_sleep(false)
        // Sees a floor or wall a millimetre before the die touches it. The engine lets a contact bounce only in the step in which it
        // is new: seen from further away, most impacts would not bounce; not seen at all before, the die would sink in by 4 mm.
        .soft_ccd_prediction(0.001)
        .build()
}

fn cube(load: Vector<f32>) -> Collider {
    let half = EDGE / 2.0 - ROUNDING;
    let mut mass = MassProperties::from_cuboid(DENSITY, Vector::repeat(EDGE / 2.0));
    mass.local_com = load.into();
    ColliderBuilder::round_cuboid(half, half, half, ROUNDING)
        .mass_properties(mass)
        .friction(tray::FRICTION)
        .restitution(tray::RESTITUTION)
        .build()
}
