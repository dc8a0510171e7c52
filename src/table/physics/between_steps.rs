//! Extrapolates loose bodies between steps, for smooth flight at any speed of the match and any
//! refresh rate.

use bevy::prelude::*;
use bevy_rapier3d::prelude::RigidBody;

use crate::table::schedule::{STEP, StepSet};

/// The last step of a loose body.
#[derive(Component, Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct LastStep {
    /// Pose before that step; `None` until the body has been loose for a whole step.
    before: Option<Transform>,
    /// The simulated pose, while the extrapolated one is drawn.
    simulated: Option<Transform>,
}

/// Changes only the drawn poses: all other systems see the simulated ones.
pub fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, remember.in_set(StepSet::Begin)).add_systems(
        PostUpdate,
        (draw_ahead.before(TransformSystems::Propagate), return_to_step.after(TransformSystems::Propagate)),
    );
}

fn remember(mut loose: Query<(&Transform, &mut LastStep)>) {
    for (transform, mut last) in &mut loose {
        last.bypass_change_detection().before = Some(*transform);
    }
}

fn draw_ahead(
    fixed: Res<Time<Fixed>>,
    mut loose: Query<(&RigidBody, &mut Transform, &mut LastStep), Without<ChildOf>>,
) {
    let part = fixed.overstep().as_secs_f32() / STEP;
    for (body, mut transform, mut last) in &mut loose {
        let now = *transform;
        let Some(before) = last.before.filter(|before| *body == RigidBody::Dynamic && *before != now) else { continue };
        last.bypass_change_detection().simulated = Some(now);
        transform.translation += (now.translation - before.translation) * part;
        let turn = (now.rotation * before.rotation.inverse()).to_scaled_axis();
        transform.rotation = Quat::from_scaled_axis(turn * part) * now.rotation;
    }
}

fn return_to_step(mut loose: Query<(&mut Transform, &mut LastStep)>) {
    for (mut transform, mut last) in &mut loose {
        if let Some(pose) = last.bypass_change_detection().simulated.take() {
            *transform = pose;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::transform::TransformPlugin;

    use super::*;

    #[test]
    fn a_loose_body_is_drawn_ahead_of_the_last_step_and_simulated_from_it() {
        let mut app = App::new();
        app.add_plugins((TransformPlugin, plugin));
        let mut fixed = Time::<Fixed>::from_hz(120.0);
        fixed.accumulate_overstep(Duration::from_secs_f32(STEP / 2.0));
        app.insert_resource(fixed);
        let now = Transform::from_xyz(0.1, 0.0, 0.0);
        let mut loose = |before| {
            let last = LastStep { before: Some(before), simulated: None };
            app.world_mut().spawn((RigidBody::Dynamic, last, now)).id()
        };
        let earlier = Transform::from_xyz(0.08, 0.0, 0.0).with_rotation(Quat::from_rotation_y(-0.2));
        let [flying, lying] = [earlier, now].map(&mut loose);
        app.update();
        let drawn = |entity| app.world().get::<GlobalTransform>(entity).unwrap().compute_transform();
        assert!((drawn(flying).translation.x - 0.11).abs() < 1e-6);
        assert!(drawn(flying).rotation.angle_between(Quat::from_rotation_y(0.1)) < 1e-3);
        assert_eq!(drawn(lying), now);
        for entity in [flying, lying] {
            assert_eq!(*app.world().get::<Transform>(entity).unwrap(), now);
        }
        app.world_mut().run_schedule(FixedUpdate);
        app.update();
        let drawn = app.world().get::<GlobalTransform>(flying).unwrap().compute_transform();
        assert_eq!(drawn, now, "it has not moved since");
    }
}
