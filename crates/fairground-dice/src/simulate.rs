//! Simulation of a single attempt.

use rapier3d::prelude::*;
use serde::{Deserialize, Serialize};

use super::sides::top;
use super::throw::ThrowState;
use super::tray;
use fairground_rules::engine::finite;

/// The version of the physics in match files: the physics engine, and the revision of die, tray and
/// time step. Increase the revision when changing any of them.
pub const PHYSICS: &str = "rapier3d 0.31.0, die 1";

/// Edge length of the die, m.
pub const EDGE: f32 = 0.026;

/// Radius of the die's rounded edges and corners, m. [`EDGE`] includes them.
pub const ROUNDING: f32 = 0.0025;

/// Time step, s.
pub const STEP: f32 = 1.0 / 240.0;

/// The largest tilt of a die that is not cocked, degrees.
pub const MAX_TILT: f32 = 5.0;

/// Gravity, m/s².
pub(super) const GRAVITY: f32 = 9.81;

/// Density of the die, kg/m³: acrylic glass.
const DENSITY: f32 = 1180.0;

/// Speeds, m/s and rad/s. A die rests if it stays below both for [`REST_STEPS`].
const SLOW: (f32, f32) = (0.01, 0.5);

/// Number of steps in a tenth of a second.
const REST_STEPS: u32 = 24;

/// The maximum number of steps of an attempt: 8 seconds. Longer attempts are given up.
pub(super) const MAX_STEPS: usize = 8 * 240;

/// The end of an attempt.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct Rest {
    /// The side on top, 0 to 5: an index into [`fairground_rules::engine::Die::sides`].
    pub side: usize,
    /// The tilt of that side, degrees.
    #[serde(serialize_with = "finite")]
    pub tilt: f32,
    /// Simulated time until rest, s.
    #[serde(serialize_with = "finite")]
    pub seconds: f32,
    /// Whether the attempt counts: the die came to rest in time and lies flat to within
    /// [`MAX_TILT`]. Otherwise the side is meaningless and the die is thrown again.
    pub flat: bool,
}

impl Rest {
    /// The end of an attempt that cannot be simulated.
    const LOST: Rest = Rest { side: 0, tilt: 180.0, seconds: 0.0, flat: false };
}

/// The pose of the die at one moment, in the tray frame.
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

/// Simulates an attempt until the die rests. An impossible start ([`ThrowState::is_possible`]) is
/// not simulated and does not end flat.
#[must_use]
pub fn simulate(start: &ThrowState) -> Rest {
    run(start, Vector::zeros(), |_| ()).0
}

/// Like [`simulate`], but also returns the poses: the start and one after each [`STEP`]. All are
/// finite. An impossible start has none.
#[must_use]
pub fn trace(start: &ThrowState) -> (Rest, Vec<Frame>) {
    if !start.is_possible() {
        return (Rest::LOST, Vec::new());
    }
    let mut frames = vec![Frame { position: start.position, rotation: start.rotation }];
    let (rest, _) = run(start, Vector::zeros(), |frame| frames.push(frame));
    (rest, frames)
}

/// Simulates an attempt and returns its end and its number of steps. `load` is the offset of the
/// centre of mass, m, which is not zero only in tests of loaded dice. `see` receives each pose.
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

/// The physics world of one attempt. A reused world would give different results.
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
                // Stiff contacts push a penetrating body out within a step or two, invisibly.
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
        // Predicts contacts 1 mm ahead. The engine lets a contact bounce only in its first step.
        // With a longer distance, most impacts would not bounce; with none, the die would sink in
        // by 4 mm.
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
