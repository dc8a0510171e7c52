//! The physics that is only for show: one world, stepped at a fixed rate, and only while it has anything to do.

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy_rapier3d::plugin::{
    NoUserData, PhysicsSet, RapierConfiguration, RapierContextInitialization, RapierPhysicsPlugin, TimestepMode,
    systems,
};
use bevy_rapier3d::prelude::{Collider, RapierRigidBodyHandle, RigidBody, Velocity};
use bevy_rapier3d::rapier::prelude::{IntegrationParameters, SpringCoefficients};

use crate::table::layout::TABLE_RADIUS;
use crate::table::schedule::{STEP, StepSet};

/// m/s²; less than there is, or small things fall too quickly to be seen.
const GRAVITY: f32 = 6.5;

/// The size of the things on the table, m: how exact the physics has to be.
const SCALE: f32 = 0.02;

/// How carefully contacts are solved, and how stiff they are, Hz: by these a tower of eight chips stands still to a millimetre.
const ITERATIONS: usize = 8;
const STIFFNESS: f32 = 120.0;

/// How near to the edge of the table a body may come, m, and the part of its speed with which it comes back.
const EDGE: f32 = 0.05;
const BOUNCE: f32 = 0.3;

/// For how many steps the physics goes on when nothing has moved any more.
const LINGER: u8 = 4;

/// For how many more steps the physics has something to do.
#[derive(Resource, Debug, Default)]
pub struct Awake(u8);

impl Awake {
    /// Whether anything moves, or may.
    #[must_use]
    pub fn is_awake(&self) -> bool {
        self.0 > 0
    }
}

/// The physics, in the fixed schedule.
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
        // A step is too short to be shared among processors, and must go the same way every time.
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

type Moved = (With<Collider>, Or<(Changed<Transform>, Changed<Velocity>, Changed<RigidBody>, Added<Collider>)>);

/// Bodies have something to do while any of them moves, comes or goes.
fn wake(mut awake: ResMut<Awake>, moved: Query<(), Moved>, mut gone: RemovedComponents<Collider>) {
    let gone = gone.read().count() > 0;
    if gone || !moved.is_empty() {
        awake.0 = LINGER;
    } else if awake.0 > 0 {
        awake.0 -= 1;
    }
}

/// Nothing leaves the table: a thrown body turns back before its edge, as if it met a wall.
fn turn_back(mut bodies: Query<(&Transform, &mut Velocity), (Without<ChildOf>, Changed<Transform>)>) {
    for (transform, mut velocity) in &mut bodies {
        let at = transform.translation.with_y(0.0);
        let outwards = at.normalize_or_zero();
        let speed = velocity.linear.dot(outwards);
        if at.length() > TABLE_RADIUS - EDGE && speed > 0.0 {
            velocity.linear -= outwards * speed * (1.0 + BOUNCE);
        }
    }
}

type NewBody = (With<RigidBody>, With<Collider>, Without<RapierRigidBodyHandle>);

/// New bodies enter the physics in the order in which they were spawned. By itself it takes them in the order in which queries find them, which
/// differs from one run of the program to the next, and struck pieces fall in another way then.
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

type Placed = (With<RigidBody>, Without<ChildOf>, Changed<Transform>);

/// The physics reads the global transforms of bodies, which Bevy brings up to date only once a frame.
fn place(mut bodies: Query<(&Transform, &mut GlobalTransform), Placed>) {
    for (transform, mut global) in &mut bodies {
        global.set_if_neq(GlobalTransform::from(*transform));
    }
}
