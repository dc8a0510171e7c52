//! Timed paths.

use bevy::prelude::*;

use crate::session::PlaySound;
use crate::table::material::MaterialKind;
use crate::table::schedule::STEP;

/// The interpolation between the poses of a movement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MotionPath {
    /// In straight lines.
    Straight,
    /// In straight lines, decelerating: a pushed piece.
    Pushed,
    /// Through the air from the first pose to the last, with this largest height above the line, m.
    Arc(f32),
    /// In straight lines, with one full turn about the vertical.
    Turn,
    /// Through poses at equal time intervals, without easing: a die in the air.
    Sampled,
    /// Fades out at the first pose and in at the last.
    Fade,
}

/// Duration of a fade, s.
const FADE: f32 = 0.22;

/// Duration of the bounce of an object that is set down, s.
const BOUNCE_SECONDS: f32 = 0.13;
/// Height of that bounce, m.
const BOUNCE_HEIGHT: f32 = 0.003;

/// An object moving along a path.
#[derive(Component, Debug, Clone)]
pub struct MovingAlong {
    path: MotionPath,
    poses: Vec<Transform>,
    /// Position of each pose along the path, 0 to 1.
    marks: Vec<f32>,
    /// Delay before the movement begins, s.
    delay: f32,
    /// Duration without delay and bounce, s.
    duration: f32,
    /// Whether it bounces at the end.
    bounces: bool,
    /// Whether the next event waits for its end.
    pub blocks_next: bool,
    /// Time since the start of the delay, s.
    elapsed: f32,
    /// The sounds and their times, s, in order.
    sounds: Vec<(f32, PlaySound)>,
}

/// A ball shown only during its movement: shots, flames.
#[derive(Component, Debug, Clone, Copy)]
pub struct EffectBall {
    /// In mm.
    pub radius: u8,
    /// The material.
    pub material: MaterialKind,
}

impl MovingAlong {
    /// A movement through at least one pose, in `duration` seconds.
    #[must_use]
    pub fn new(path: MotionPath, poses: Vec<Transform>, duration: f32) -> MovingAlong {
        let length = |pair: &[Transform]| match path {
            MotionPath::Sampled => 1.0,
            _ => pair[0].translation.distance(pair[1].translation).max(1e-4),
        };
        let lengths: Vec<f32> = poses.windows(2).map(length).collect();
        let total: f32 = lengths.iter().sum();
        let mut sum = 0.0;
        let mut marks = vec![0.0];
        for length in lengths {
            sum += length;
            marks.push(sum / total);
        }
        MovingAlong {
            path,
            poses,
            marks,
            delay: 0.0,
            duration,
            bounces: false,
            blocks_next: true,
            elapsed: 0.0,
            sounds: Vec::new(),
        }
    }

    /// Spaces the poses evenly in time, but keeps the easing.
    #[must_use]
    pub fn evenly(mut self) -> MovingAlong {
        let last = (self.marks.len() - 1).max(1) as f32;
        self.marks.iter_mut().enumerate().for_each(|(i, mark)| *mark = i as f32 / last);
        self
    }

    /// Starts later by `delay` seconds.
    #[must_use]
    pub fn after(mut self, delay: f32) -> MovingAlong {
        self.delay += delay;
        self
    }

    /// Adds a small bounce at the end.
    #[must_use]
    pub fn bouncing(mut self) -> MovingAlong {
        self.bounces = true;
        self
    }

    /// Lets the next event begin without waiting for this movement.
    #[must_use]
    pub fn not_blocking(mut self) -> MovingAlong {
        self.blocks_next = false;
        self
    }

    /// The reversed path, without sound, from the current pose to the home of the object.
    #[must_use]
    pub fn reversed(&self, here: Transform, home: Transform) -> MovingAlong {
        let path = if self.path == MotionPath::Pushed { MotionPath::Straight } else { self.path };
        let mut poses: Vec<_> = self.poses.iter().rev().copied().collect();
        if let [first, .., last] = &mut poses[..] {
            (*first, *last) = (here, home);
        }
        MovingAlong { bounces: self.bounces, ..MovingAlong::new(path, poses, self.duration) }
    }

    /// Changes the end: the rest of the path bends towards it.
    pub fn redirect(&mut self, end: Transform) {
        let Some(last) = self.poses.last().copied() else { return };
        let gone = (self.elapsed - self.delay).max(0.0) / self.duration.max(1e-4);
        let turn = end.rotation * last.rotation.inverse();
        for (pose, mark) in self.poses.iter_mut().zip(&self.marks) {
            let share = ((mark - gone) / (1.0 - gone).max(1e-4)).clamp(0.0, 1.0);
            pose.translation += (end.translation - last.translation) * share;
            pose.rotation = Quat::IDENTITY.slerp(turn, share) * pose.rotation;
        }
        if let Some(last) = self.poses.last_mut() {
            *last = end;
        }
    }

    /// Extends the duration by `by` seconds.
    #[must_use]
    pub fn slower(mut self, by: f32) -> MovingAlong {
        self.duration += by;
        self
    }

    /// The path of an object carried at this pose relative to the moving one.
    #[must_use]
    pub fn carrying(mut self, place: Transform) -> MovingAlong {
        self.poses.iter_mut().for_each(|pose| *pose = *pose * place);
        self
    }

    /// The delay before the movement begins, s.
    #[must_use]
    pub fn delay(&self) -> f32 {
        self.delay
    }

    /// Whether the last pose differs from the first.
    #[must_use]
    pub fn leads_away(&self) -> bool {
        self.poses.first() != self.poses.last()
    }

    /// Whether the path leads through the air.
    #[must_use]
    pub fn flies(&self) -> bool {
        matches!(self.path, MotionPath::Arc(_))
    }

    /// Replaces the path with a short fade from the first pose to the last. A path of a single pose
    /// is kept.
    #[must_use]
    pub fn faded(self) -> MovingAlong {
        let (Some(first), Some(last)) = (self.poses.first(), self.poses.last()) else { return self };
        if self.poses.len() == 1 {
            return self;
        }
        let fade = MovingAlong::new(MotionPath::Fade, vec![*first, *last], FADE);
        // Without the path, only instantaneous sounds make sense.
        let sounds = self.sounds.into_iter().filter(|(_, noise)| noise.seconds == 0.0);
        MovingAlong {
            sounds: sounds.map(|(at, noise)| (at.min(FADE), noise)).collect(),
            blocks_next: self.blocks_next,
            ..fade
        }
    }

    /// Adds a sound at `at` seconds after the start. Sounds must be added in order of time.
    #[must_use]
    pub fn sounding(mut self, at: f32, noise: PlaySound) -> MovingAlong {
        self.sounds.push((at, noise));
        self
    }

    /// Removes and returns the sounds that are due.
    pub fn take_due_sounds(&mut self) -> Vec<PlaySound> {
        let due = self.sounds.partition_point(|(at, _)| *at <= self.elapsed);
        self.sounds.drain(..due).map(|(_, noise)| noise).collect()
    }

    /// The kind of path.
    #[must_use]
    pub fn path(&self) -> MotionPath {
        self.path
    }

    /// The first and last pose.
    #[must_use]
    pub fn ends(&self) -> (Transform, Transform) {
        (self.poses[0], self.poses[self.poses.len() - 1])
    }

    /// Remaining time, s.
    #[must_use]
    pub fn left(&self) -> f32 {
        (self.total_duration() - self.elapsed).max(0.0)
    }

    /// Total duration including delay and bounce, s.
    #[must_use]
    pub fn total_duration(&self) -> f32 {
        self.delay + self.duration + if self.bounces { BOUNCE_SECONDS } else { 0.0 }
    }

    /// Advances time, s, and returns the pose.
    pub fn advance(&mut self, seconds: f32) -> Transform {
        self.elapsed += seconds;
        self.at(self.elapsed)
    }

    /// The pose at this time after the last step, s.
    #[must_use]
    pub fn after_step(&self, seconds: f32) -> Transform {
        self.at(self.elapsed + seconds)
    }

    /// The pose at this time after the start of the delay, s.
    #[must_use]
    pub fn at(&self, seconds: f32) -> Transform {
        let since = seconds - self.delay;
        let done = if self.duration > 0.0 { (since / self.duration).clamp(0.0, 1.0) } else { 1.0 };
        let mut pose = self.pose(done);
        if self.bounces && since > self.duration {
            let share = ((since - self.duration) / BOUNCE_SECONDS).min(1.0);
            pose.translation.y += BOUNCE_HEIGHT * 4.0 * share * (1.0 - share);
        }
        pose
    }

    /// The time at which `meets` first holds for the position, s; the end if it never holds.
    #[must_use]
    pub fn contact(&self, meets: impl Fn(Vec3) -> bool) -> f32 {
        let steps = (self.total_duration() / STEP) as u32;
        let mut times = (0..=steps).map(|step| step as f32 * STEP);
        times.find(|time| meets(self.at(*time).translation)).unwrap_or(self.total_duration())
    }

    /// The horizontal velocity at a time, m/s.
    #[must_use]
    pub fn velocity(&self, at: f32) -> Vec3 {
        const SPAN: f32 = 0.02;
        let [before, after] = [at - SPAN, at].map(|time| self.at(time.max(0.0)).translation);
        ((after - before) / SPAN).with_y(0.0)
    }

    fn pose(&self, done: f32) -> Transform {
        let share = match self.path {
            MotionPath::Sampled | MotionPath::Fade => done,
            MotionPath::Pushed => done * (2.0 - done),
            MotionPath::Straight | MotionPath::Arc(_) | MotionPath::Turn => done * done * (3.0 - 2.0 * done),
        };
        let last = self.poses.len() - 1;
        if last == 0 || done >= 1.0 {
            return self.poses[last];
        }
        if self.path == MotionPath::Fade {
            let (pose, size) = if !self.leads_away() {
                // The object was not there before.
                (self.poses[last], share)
            } else if share < 0.5 {
                (self.poses[0], 1.0 - 2.0 * share)
            } else {
                (self.poses[last], 2.0 * share - 1.0)
            };
            return pose.with_scale(pose.scale * size.max(0.01));
        }
        let next = self.marks.iter().position(|mark| *mark >= share).unwrap_or(last).max(1).min(last);
        let (from, to) = (&self.poses[next - 1], &self.poses[next]);
        let part = (share - self.marks[next - 1]) / (self.marks[next] - self.marks[next - 1]).max(1e-6);
        let mut pose = Transform {
            translation: from.translation.lerp(to.translation, part),
            rotation: from.rotation.slerp(to.rotation, part),
            scale: from.scale.lerp(to.scale, part),
        };
        match self.path {
            MotionPath::Arc(height) => pose.translation.y += height * 4.0 * share * (1.0 - share),
            MotionPath::Turn => pose.rotate_y(std::f32::consts::TAU * share),
            MotionPath::Straight | MotionPath::Pushed | MotionPath::Sampled | MotionPath::Fade => {}
        }
        pose
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begins_and_ends_where_it_should() {
        let poses = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Z].map(Transform::from_translation).to_vec();
        for path in [
            MotionPath::Straight,
            MotionPath::Pushed,
            MotionPath::Arc(1.0),
            MotionPath::Turn,
            MotionPath::Sampled,
            MotionPath::Fade,
        ] {
            for tween in [0.0, 0.5].map(|delay| MovingAlong::new(path, poses.clone(), 2.0).after(delay)) {
                let mut tween = tween.bouncing();
                assert_eq!(tween.advance(0.0).translation, Vec3::ZERO);
                assert!((tween.left() - tween.total_duration()).abs() < 1e-6);
                tween.advance(1.0);
                assert_eq!(tween.advance(5.0), poses[2]);
                assert_eq!(tween.left(), 0.0);
            }
        }
    }

    #[test]
    fn sounds_play_once_and_on_time() {
        let noise = |strength| PlaySound::new(crate::session::Sound::Wood, Vec3::ZERO, strength);
        let tween = MovingAlong::new(MotionPath::Straight, vec![Transform::default(); 2], 2.0);
        let mut tween = tween.sounding(0.0, noise(0.1)).sounding(1.0, noise(0.2)).sounding(2.0, noise(0.3));
        for (seconds, heard) in
            [(0.0, vec![noise(0.1)]), (0.5, vec![]), (5.0, vec![noise(0.2), noise(0.3)]), (1.0, vec![])]
        {
            tween.advance(seconds);
            assert_eq!(tween.take_due_sounds(), heard);
        }
    }

    #[test]
    fn an_arc_rises_in_the_middle() {
        let poses = vec![Transform::default(), Transform::from_translation(Vec3::X)];
        let mut tween = MovingAlong::new(MotionPath::Arc(0.5), poses, 1.0);
        let middle = tween.advance(0.5).translation;
        assert!((middle.y - 0.5).abs() < 1e-5 && (middle.x - 0.5).abs() < 1e-5);
    }

    #[test]
    fn fading_pieces_are_never_between_places() {
        let poses =
            vec![Transform::default(), Transform::from_translation(Vec3::Y), Transform::from_translation(Vec3::X)];
        let tween = MovingAlong::new(MotionPath::Arc(0.5), poses.clone(), 1.0).after(3.0).faded();
        assert!(tween.total_duration() <= 0.25);
        for step in 0..=20_u8 {
            let pose = tween.at(tween.total_duration() * f32::from(step) / 20.0);
            assert!(pose.translation == poses[0].translation || pose.translation == poses[2].translation);
        }
        assert!(tween.at(tween.total_duration() / 2.0).scale.x < 0.05);
        assert_eq!(tween.at(tween.total_duration()), poses[2]);
    }
}
