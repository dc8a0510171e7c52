//! Shots and explosions: what flies and flames, and whom it strikes.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::capture_animation::{Blow, Push};
use super::moving::{Tween, Way};
use crate::engine::{Cause, Cell, Event};
use crate::session::{PlaySound, Sound};
use crate::table::animation::queue::Stagehand;
use crate::table::material::MaterialKind;

/// How fast a shot flies, m/s, and how high above the cells, m.
const SHOT: (f32, f32) = (0.9, 0.025);

/// How many sparks follow a shot, and from one to the next, s.
const TRAIL: (u8, f32) = (6, 0.018);

/// How hard a shot strikes: as what moves so fast, m/s.
const STRIKE: f32 = 0.6;

/// When an explosion has grown so that pieces fly, s.
const BURST: f32 = 0.08;

/// How many embers an explosion throws.
const EMBERS: u8 = 12;

impl Stagehand<'_, '_> {
    pub(in crate::table) fn shoot(&mut self, from: Cell, path: &[Cell]) {
        let Some(&to) = path.last() else { return };
        self.take_all(Cause::Shot);
        let up = Vec3::Y * SHOT.1;
        let (muzzle, target) = (self.places.cell(from) + up, self.places.cell(to) + up);
        let flight = (target - muzzle).with_y(0.0);
        let muzzle = muzzle + flight.normalize_or_zero() * SHOT.1;
        let seconds = muzzle.distance(target) / SHOT.0;
        let flash = self.flame(MaterialKind::Flash, 12, [muzzle; 2], 0.0, 0.14);
        self.motion.start(flash.sounding(0.0, PlaySound::new(Sound::Shot, muzzle, 1.0)));
        let flame = self.flame(MaterialKind::Smoke, 16, [muzzle, muzzle + 1.2 * up], 0.03, 0.5);
        self.motion.start(flame);
        for spark in 0..=TRAIL.0 {
            let (finish, radius) =
                if spark == 0 { (MaterialKind::Flash, 6) } else { (MaterialKind::Fire, 6 - spark.min(5)) };
            let after = f32::from(spark) * TRAIL.1;
            self.spark(finish, radius, 0.0, [muzzle, target], after, seconds);
        }
        for victim in std::mem::take(&mut self.motion.struck) {
            let way = (self.transform(victim.0).translation - muzzle).with_y(0.0);
            let push = Push::Along(way.normalize_or_zero() * STRIKE);
            self.knock(&[victim], &Blow { after: way.length() / SHOT.0, push, driven: None });
        }
    }

    pub(in crate::table) fn explode(&mut self, at: Cell) {
        self.take_all(Cause::Exploded);
        let centre = self.places.cell(at) + Vec3::Y * 0.012;
        let flash = self.flame(MaterialKind::Flash, 34, [centre; 2], 0.0, 0.22);
        self.motion.start(flash.sounding(0.0, PlaySound::new(Sound::Blast, centre, 1.0)));
        let flame = self.flame(MaterialKind::Fire, 62, [centre; 2], 0.02, 0.42);
        self.motion.start(flame);
        let flame = self.flame(MaterialKind::Fire, 48, [centre, centre + Vec3::Y * 0.03], 0.05, 0.5);
        self.motion.start(flame);
        for ember in 0..EMBERS {
            let (sin, cos) = (TAU * f32::from(ember) / f32::from(EMBERS)).sin_cos();
            let far = 0.07 + 0.03 * (f32::from(ember) * 2.4).sin();
            let out = Vec3::new(cos, 0.0, sin);
            let finish = if ember % 2 == 0 { MaterialKind::Flash } else { MaterialKind::Fire };
            let seconds = 0.45 + 0.1 * (f32::from(ember) * 1.7).sin();
            self.spark(finish, 3, 0.06, [centre, centre + out * far], 0.0, seconds);
        }
        for puff in 0..4_u8 {
            let (sin, cos) = (2.4 * f32::from(puff)).sin_cos();
            let out = Vec3::new(0.025 * cos, 0.05 + 0.01 * f32::from(puff), 0.025 * sin);
            let flame = self.flame(
                MaterialKind::Smoke,
                34,
                [centre + 0.3 * out, centre + out],
                0.1 + 0.05 * f32::from(puff),
                0.8,
            );
            self.motion.start(flame);
        }
        let victims = std::mem::take(&mut self.motion.struck);
        self.knock(&victims, &Blow { after: BURST, push: Push::From(centre), driven: None });
    }

    /// Takes all that the next events say was taken so.
    fn take_all(&mut self, by: Cause) {
        let taken = |event: &Event| match event {
            Event::Taken { at, cause } if *cause == by => Some(*at),
            _ => None,
        };
        while let Some(at) = self.motion.follows(taken) {
            self.take_off(at);
        }
    }

    /// Something that grows and shrinks again on its way.
    fn flame(&mut self, finish: MaterialKind, radius: u8, [from, to]: [Vec3; 2], after: f32, seconds: f32) -> Tween {
        let ball = self.models.ball(&mut self.commands, radius, finish);
        let sized = |at: Vec3, scale: f32| Transform::from_translation(at).with_scale(Vec3::splat(scale));
        let way = vec![sized(from, 0.02), sized(from.lerp(to, 0.4), 1.0), sized(to, 0.9), sized(to, 0.02)];
        self.motion.show_until_rest(ball);
        Tween::new(ball, Way::Straight, way, seconds).evenly().after(after)
    }

    /// Something small that flies, `rise` above the straight line at the highest, and goes out where it gets to.
    fn spark(&mut self, finish: MaterialKind, radius: u8, rise: f32, [from, to]: [Vec3; 2], after: f32, seconds: f32) {
        let ball = self.models.ball(&mut self.commands, radius, finish);
        let sized = |at: Vec3, scale: f32| Transform::from_translation(at).with_scale(Vec3::splat(scale));
        let way =
            vec![sized(from, 0.02), sized(from.lerp(to, 0.05), 1.0), sized(from.lerp(to, 0.95), 0.9), sized(to, 0.02)];
        let by = if rise > 0.0 { Way::Arc(rise) } else { Way::Straight };
        self.motion.start(Tween::new(ball, by, way, seconds).after(after));
        self.motion.show_until_rest(ball);
    }
}
