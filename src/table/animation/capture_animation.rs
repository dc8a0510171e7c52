//! What becomes of a piece that is taken: it is knocked about where it stood, as the physics has it, and then taken up and put
//! with the others that were taken. A stack falls apart and is stacked again.

use bevy::prelude::*;

use super::moving::{Tween, Way};
use crate::dice::tray;
use crate::engine::Side;
use crate::table::animation::queue::Stagehand;
use crate::table::layout::{MAT_FLOOR, TRAY_FLOOR, world};
use crate::table::mesh::board::TABLE;
use crate::table::physics::rigid_bodies::{Driven, Loose, STEP, Still, tumble};
use crate::table::piece::collider::PieceShape;

/// How long pieces tumble at most, s.
const TUMBLE: f32 = 0.65;

/// How long it takes to carry a piece to where it is put, and how much longer each further one of a blow, s.
const CARRY: [f32; 2] = [0.42, 0.035];

/// How high a piece is carried over what stands on the table, m.
const LIFT: f32 = 0.1;

/// What stands further from a blow takes no part in it, m.
const NEAR: f32 = 0.22;

/// What strikes pieces, and when.
pub(in crate::table) struct Blow {
    /// s
    pub after: f32,
    pub push: Push,
    /// The piece that strikes them and goes on its way from then on.
    pub driven: Option<(Entity, Driven)>,
}

/// In which direction pieces are knocked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::table) enum Push {
    /// That of the one that strikes, which is so fast, m/s, level; to the left if it does not move.
    Along(Vec3),
    /// Away from a point of the world, and up.
    From(Vec3),
}

/// One thing that moves as a rigid body: a piece, or a part of a stack.
struct Lump {
    entity: Entity,
    /// If it is a part of a stack: of which, and where on it it belongs.
    part: Option<(Entity, Transform)>,
    /// Its share of the height of its stack, up to 1.
    share: f32,
    hull: PieceShape,
    start: Transform,
    end: Transform,
}

impl Stagehand<'_, '_> {
    /// Shows how pieces are struck and go where each is to lie.
    pub(in crate::table) fn knock(&mut self, victims: &[(Entity, Transform)], blow: &Blow) {
        if self.motion.is_brief() {
            let off = |&(entity, end): &(Entity, Transform)| {
                self.voiced(Tween::new(entity, Way::Straight, vec![self.transform(entity), end], CARRY[0]))
            };
            let tweens = victims.iter().map(off).collect();
            self.motion.start_leaving(tweens);
            return;
        }
        let lumps: Vec<_> = victims.iter().flat_map(|&(entity, end)| self.lumps(entity, end)).collect();
        let loose: Vec<_> = (0..).zip(&lumps).map(|(nth, lump)| blow.push.on(lump, nth)).collect();
        let still = self.still(victims, blow);
        let films = tumble(&loose, blow.driven.as_ref().map(|(_, driven)| driven), &still, TUMBLE);
        let knocked = films.first().map_or(0.0, |film| STEP * (film.len() - 1) as f32);
        let mut tweens = Vec::new();
        let mut total = 0.0_f32;
        for ((lump, mut film), nth) in lumps.iter().zip(films).zip(0_u8..) {
            let seconds = CARRY[0] + CARRY[1] * f32::from(nth);
            carry(&mut film, lump.end, seconds);
            let seconds = STEP * (film.len() - 1) as f32;
            let tween = Tween::new(lump.entity, Way::Film, film, seconds).after(blow.after).bouncing();
            total = total.max(tween.whole());
            tweens.push(match lump.part {
                Some((stack, rest)) => tween.apart(lump.entity, stack, rest),
                None => self.voiced(tween),
            });
        }
        for stack in victims.iter().filter(|(victim, _)| lumps.iter().all(|lump| lump.entity != *victim)) {
            // The stack itself goes first: where its parts are on it depends on where it is.
            tweens.splice(0..0, self.follow(stack, blow.after, knocked, total));
        }
        self.motion.start_leaving(tweens);
    }

    /// A stack whose parts are on their way goes along; where it stood it is no longer dark.
    fn follow(&self, &(stack, end): &(Entity, Transform), after: f32, knocked: f32, total: f32) -> Vec<Tween> {
        let start = self.transform(stack);
        let way = Tween::new(stack, Way::Arc(LIFT), vec![start, end], CARRY[0]).after(after + knocked);
        let gone = self.pieces.contact(stack).map(|(contact, rest)| {
            let gone = Tween::new(contact, Way::Film, vec![start.with_scale(Vec3::splat(0.001))], total - after);
            gone.after(after).apart(contact, stack, rest)
        });
        std::iter::once(self.voiced(way)).chain(gone).collect()
    }

    /// What was taken by nothing that moves falls over.
    pub(in crate::table) fn fall_by_themselves(&mut self) {
        let victims = std::mem::take(&mut self.motion.struck);
        self.knock(&victims, &Blow { after: 0.0, push: Push::Along(Vec3::ZERO), driven: None });
    }

    fn lumps(&self, entity: Entity, end: Transform) -> Vec<Lump> {
        let start = self.transform(entity);
        let stack = self.pieces.stack(entity);
        if stack.is_empty() {
            let lump = |hull| Lump { entity, part: None, share: 1.0, hull, start, end };
            return self.pieces.hull(entity).map(lump).into_iter().collect();
        }
        let count = stack.len() as f32;
        let lump = |(nth, (part, place, hull)): (usize, (Entity, Transform, PieceShape))| Lump {
            entity: part,
            part: Some((entity, place)),
            share: (nth + 1) as f32 / count,
            hull,
            start: start * place,
            end: end * place,
        };
        stack.into_iter().enumerate().map(lump).collect()
    }

    /// What stands about the victims of a blow.
    fn still(&self, victims: &[(Entity, Transform)], blow: &Blow) -> Still {
        let middles: Vec<_> = victims.iter().map(|(entity, _)| self.transform(*entity).translation).collect();
        let striker = blow.driven.as_ref().map(|(entity, _)| *entity);
        let taken =
            self.pieces.taken(&self.places).filter(|(piece, _)| victims.iter().all(|(victim, _)| victim != piece));
        let standing = self.pieces.iter().map(|(piece, _)| (piece, self.transform(piece)));
        let others = standing.filter(|(piece, _)| Some(*piece) != striker).chain(taken);
        let near = others.filter(|(_, at)| middles.iter().any(|middle| middle.distance(at.translation) < NEAR));
        let bodies = near.filter_map(|(piece, at)| Some((self.pieces.hull(piece)?, at))).collect();
        let places = &self.places;
        let mut slabs: Vec<_> = if places.layout.sections.is_empty() {
            vec![(places.board().corners().map(world).to_vec(), 0.0)]
        } else {
            let rim = |section: &crate::engine::Section| {
                let points = section.outline.iter().map(|point| section.pose.place(*point));
                points.map(|point| world(Vec2::new(point.x, point.y))).collect()
            };
            places.layout.sections.iter().map(|section| (rim(section), 0.0)).collect()
        };
        slabs.extend(Side::BOTH.map(|side| (places.mat(side).corners().map(world).to_vec(), MAT_FLOOR)));
        if places.layout.die.is_some() {
            let (half, wall) = (Vec2::new(tray::WIDTH, tray::LENGTH) / 2.0, tray::WALL_THICKNESS / 2.0);
            let middle = places.tray();
            for out in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
                let centre = middle + out * (half + wall);
                let along = out.perp().abs() * (half + 2.0 * wall) + out.abs() * wall;
                let corners = [along, along * Vec2::new(-1.0, 1.0), -along, along * Vec2::new(1.0, -1.0)];
                slabs.push((corners.map(|corner| world(centre + corner)).to_vec(), TRAY_FLOOR + tray::GLASS_HEIGHT));
            }
        }
        slabs.retain(|(_, top)| *top > TABLE);
        Still { bodies, slabs }
    }
}

impl Push {
    /// How a lump, the `nth` of a blow, begins to move. No two do so alike, and each does so every time.
    fn on(self, lump: &Lump, nth: u16) -> Loose {
        let at = lump.start.translation;
        let chance = 2.4 * f32::from(nth) + 40.0 * (at.x + 0.7 * at.z);
        let (sin, cos) = chance.sin_cos();
        let (velocity, spin) = match self {
            Push::Along(strike) => {
                let along = strike.normalize_or(Vec3::NEG_X);
                let (over, aside) = (Vec3::Y.cross(along), along.cross(Vec3::Y));
                let speed = (1.1 * strike.length() + 0.25).clamp(0.45, 0.9);
                if lump.part.is_none() {
                    let up = Vec3::Y * 0.35;
                    (along * speed + aside * 0.08 * sin + up, over * (13.0 + 2.0 * sin) + Vec3::new(sin, cos, cos))
                } else {
                    // The upper parts of a stack fly further than the lower ones.
                    let up = Vec3::Y * (0.15 + 0.45 * lump.share);
                    let along = along * speed * (0.35 + 0.65 * lump.share);
                    (along + aside * 0.28 * sin + up, over * 9.0 * cos + along * 30.0 * sin)
                }
            }
            Push::From(centre) => {
                let out = (at - centre).with_y(0.0).normalize_or(Vec3::new(cos, 0.0, sin));
                let velocity = out * (0.5 + 0.1 * sin) + Vec3::Y * (0.95 + 0.2 * cos);
                (velocity, Vec3::Y.cross(out) * (9.0 + 3.0 * sin) + Vec3::new(sin, cos, cos) * 3.0)
            }
        };
        Loose { hull: lump.hull, start: lump.start, velocity, spin }
    }
}

/// Goes on from where a film ends, without a stop, to where a thing is put.
fn carry(film: &mut Vec<Transform>, end: Transform, seconds: f32) {
    let [.., before, start] = film[..] else {
        film.push(end);
        return;
    };
    let velocity = (start.translation - before.translation) / STEP;
    let spin = (start.rotation * before.rotation.inverse()).to_scaled_axis() / STEP;
    let steps = (seconds / STEP).ceil().max(1.0) as u16;
    for step in 1..=steps {
        let time = f32::from(step) / f32::from(steps);
        let share = time * time * (3.0 - 2.0 * time);
        // How far it would still go as it moved when it was taken hold of.
        let still = seconds * time * (1.0 - time) * (1.0 - time);
        let mut translation = start.translation.lerp(end.translation, share) + velocity * still;
        // Up at once and down at last: it comes over what stands in between.
        translation.y = translation.y.max(TABLE) + LIFT * (1.0 - (2.0 * share - 1.0).powi(4));
        let rotation = (Quat::from_scaled_axis(spin * still) * start.rotation).slerp(end.rotation, share);
        film.push(Transform { translation, rotation, scale: Vec3::ONE });
    }
    film.pop();
    film.push(end);
}
