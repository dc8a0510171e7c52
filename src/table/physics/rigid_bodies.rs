//! The physics world, for show only. It runs in steps of fixed length, and only while it has
//! something to do.

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy_rapier3d::plugin::{
    NoUserData, PhysicsSet, RapierConfiguration, RapierContextInitialization, RapierPhysicsPlugin, TimestepMode,
    systems,
};
use bevy_rapier3d::prelude::{Collider, RapierRigidBodyHandle, RigidBody, Velocity};
use bevy_rapier3d::rapier::prelude::{IntegrationParameters, SpringCoefficients};

use crate::session::{GameSet, request_frame};
use crate::table::layout::TABLE_RADIUS;
use crate::table::schedule::{STEP, StepSet};

/// Gravity, m/s²: weaker than on Earth, because small objects would fall too quickly to be seen.
const GRAVITY: f32 = 6.5;

/// Typical size of objects on the table, m, which sets the precision of the physics.
const SCALE: f32 = 0.02;

/// The number of solver iterations. With these parameters, a tower of eight chips stands still to a
/// millimetre.
const ITERATIONS: usize = 8;
/// Natural frequency of contacts, Hz.
const STIFFNESS: f32 = 120.0;

/// Smallest distance of bodies from the edge of the table, m.
const EDGE_MARGIN: f32 = 0.05;
/// Fraction of its speed with which a body bounces off the edge.
const BOUNCE: f32 = 0.3;

/// The number of steps for which the physics continues after the last movement.
const LINGER: u8 = 4;

/// The number of remaining steps in which the physics has something to do.
#[derive(Resource, Debug, Default)]
pub struct Awake(u8);

impl Awake {
    /// Whether anything moves or might move.
    #[must_use]
    pub fn is_awake(&self) -> bool {
        self.0 > 0
    }
}

/// Runs the physics in the fixed schedule.
pub fn plugin(app: &mut App) {
    let start = RapierContextInitialization::InitializeDefaultRapierContext {
        integration_parameters: IntegrationParameters {
            dt: STEP,
            length_unit: SCALE,
            num_solver_iterations: ITERATIONS,
            contact_softness: SpringCoefficients { natural_frequency: STIFFNESS, damping_ratio: 5.0 },
            static_contact_softness: SpringCoefficients { natural_frequency: 2.0 * STIFFNESS, damping_ratio: 5.0 },
            ..default()
        },
        rapier_configuration: RapierConfiguration { gravity: Vec3::Y * -GRAVITY, ..RapierConfiguration::new(1.0) },
    };
    let physics = RapierPhysicsPlugin::<NoUserData>::default().with_custom_initialization(start).in_fixed_schedule();
    app.insert_resource(TimestepMode::Fixed { dt: STEP, substeps: 1 })
        .init_resource::<Awake>()
        .add_plugins(physics)
        // A step is too short to be worth running in parallel, and must be deterministic.
        .edit_schedule(FixedUpdate, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        })
        .configure_sets(
            FixedUpdate,
            (
                PhysicsSet::SyncBackend.run_if(is_awake),
                PhysicsSet::StepSimulation.run_if(is_awake),
                PhysicsSet::Writeback.run_if(is_awake),
            ),
        )
        .add_systems(Update, request_frame(0.0).run_if(is_awake).in_set(GameSet::Rest))
        .add_systems(
            FixedUpdate,
            (turn_back, wake, place, enter_in_order.run_if(is_awake))
                .chain()
                .after(StepSet::Move)
                .before(PhysicsSet::SyncBackend),
        );
}

fn is_awake(awake: Res<Awake>) -> bool {
    awake.is_awake()
}

type ChangedCollider =
    (With<Collider>, Or<(Changed<Transform>, Changed<Velocity>, Changed<RigidBody>, Added<Collider>)>);

/// Keeps the physics awake while any body moves, appears or disappears.
fn wake(mut awake: ResMut<Awake>, moved: Query<(), ChangedCollider>, mut gone: RemovedComponents<Collider>) {
    let gone = gone.read().count() > 0;
    if gone || !moved.is_empty() {
        awake.0 = LINGER;
    } else if awake.0 > 0 {
        awake.0 -= 1;
    }
}

/// Keeps everything on the table: a thrown body bounces off the edge as off a wall.
fn turn_back(mut bodies: Query<(&Transform, &mut Velocity), (Without<ChildOf>, Changed<Transform>)>) {
    for (transform, mut velocity) in &mut bodies {
        let at = transform.translation.with_y(0.0);
        let outwards = at.normalize_or_zero();
        let speed = velocity.linear.dot(outwards);
        if at.length() > TABLE_RADIUS - EDGE_MARGIN && speed > 0.0 {
            velocity.linear -= outwards * speed * (1.0 + BOUNCE);
        }
    }
}

type NewBody = (With<RigidBody>, With<Collider>, Without<RapierRigidBodyHandle>);

/// Adds new bodies to the physics in the order of their spawning. The plugin would use query order,
/// which differs between runs of the program and changes how struck pieces fall.
fn enter_in_order(world: &mut World, new: &mut QueryState<Entity, NewBody>) -> Result {
    let mut new: Vec<_> = new.iter(world).collect();
    if new.len() < 2 {
        return Ok(());
    }
    new.sort_unstable();
    let taken: Vec<_> = new
        .into_iter()
        .filter_map(|entity| Some((entity, world.entity_mut(entity).take::<(RigidBody, Collider)>()?)))
        .collect();
    for (entity, body) in taken {
        world.entity_mut(entity).insert(body);
        world.run_system_cached(systems::init_rigid_bodies)?;
        world.run_system_cached(systems::init_colliders)?;
    }
    Ok(())
}

type MovedRigidBody = (With<RigidBody>, Without<ChildOf>, Changed<Transform>);

/// The physics reads the global transforms of bodies, which Bevy updates only once per frame.
fn place(mut bodies: Query<(&Transform, &mut GlobalTransform), MovedRigidBody>) {
    for (transform, mut global) in &mut bodies {
        global.set_if_neq(GlobalTransform::from(*transform));
    }
}
