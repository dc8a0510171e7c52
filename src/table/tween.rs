//! Movement between poses in a given time.

use bevy::prelude::*;

use crate::stage::Noise;

/// How something moves between its poses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Way {
    /// On straight lines.
    Straight,
    /// From the first pose to the last through the air, this much above the line at its highest, m.
    Arc(f32),
    /// On straight lines, turning once about the vertical.
    Turn,
    /// Through poses that are equally far apart in time, without easing: a die in the air.
    Film,
}

/// One thing on its way.
#[derive(Debug, Clone)]
pub struct Tween {
    /// What moves.
    pub entity: Entity,
    way: Way,
    poses: Vec<Transform>,
    /// Where along the way each pose is, 0 to 1.
    marks: Vec<f32>,
    /// s
    duration: f32,
    /// Since it began, s.
    elapsed: f32,
    /// What is heard of it, and when, s; in order.
    score: Vec<(f32, Noise)>,
}

impl Tween {
    /// A movement through these poses, at least one, in so many seconds.
    #[must_use]
    pub fn new(entity: Entity, way: Way, poses: Vec<Transform>, duration: f32) -> Tween {
        let length = |pair: &[Transform]| match way {
            Way::Film => 1.0,
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
        Tween { entity, way, poses, marks, duration, elapsed: 0.0, score: Vec::new() }
    }

    /// With poses that are equally far apart in time, eased all the same.
    #[must_use]
    pub fn evenly(mut self) -> Tween {
        let last = (self.marks.len() - 1).max(1) as f32;
        self.marks.iter_mut().enumerate().for_each(|(i, mark)| *mark = i as f32 / last);
        self
    }

    /// With something that is heard so long after it begins, s; what is heard later is added later.
    #[must_use]
    pub fn sounding(mut self, at: f32, noise: Noise) -> Tween {
        self.score.push((at, noise));
        self
    }

    /// What is heard by now and was not asked for before.
    pub fn heard(&mut self) -> Vec<Noise> {
        let due = self.score.partition_point(|(at, _)| *at <= self.elapsed);
        self.score.drain(..due).map(|(_, noise)| noise).collect()
    }

    /// How it moves.
    #[must_use]
    pub fn way(&self) -> Way {
        self.way
    }

    /// Where it begins and ends.
    #[must_use]
    pub fn ends(&self) -> (Vec3, Vec3) {
        (self.poses[0].translation, self.poses[self.poses.len() - 1].translation)
    }

    /// Time left, s.
    #[must_use]
    pub fn left(&self) -> f32 {
        (self.duration - self.elapsed).max(0.0)
    }

    /// Lets time pass, s, and gives the pose.
    pub fn advance(&mut self, seconds: f32) -> Transform {
        self.elapsed += seconds;
        let done = if self.duration > 0.0 { (self.elapsed / self.duration).min(1.0) } else { 1.0 };
        self.pose(done)
    }

    fn pose(&self, done: f32) -> Transform {
        let share = if self.way == Way::Film { done } else { done * done * (3.0 - 2.0 * done) };
        let last = self.poses.len() - 1;
        let next = self.marks.iter().position(|mark| *mark >= share).unwrap_or(last).max(1).min(last);
        if last == 0 || done >= 1.0 {
            return self.poses[last];
        }
        let (from, to) = (&self.poses[next - 1], &self.poses[next]);
        let part = (share - self.marks[next - 1]) / (self.marks[next] - self.marks[next - 1]).max(1e-6);
        let mut pose = Transform {
            translation: from.translation.lerp(to.translation, part),
            rotation: from.rotation.slerp(to.rotation, part),
            scale: from.scale.lerp(to.scale, part),
        };
        match self.way {
            Way::Arc(height) => pose.translation.y += height * 4.0 * share * (1.0 - share),
            Way::Turn => pose.rotate_y(std::f32::consts::TAU * share),
            Way::Straight | Way::Film => {}
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
        for way in [Way::Straight, Way::Arc(1.0), Way::Turn, Way::Film] {
            let mut tween = Tween::new(Entity::PLACEHOLDER, way, poses.clone(), 2.0);
            assert_eq!(tween.advance(0.0).translation, Vec3::ZERO);
            assert!((tween.left() - 2.0).abs() < 1e-6);
            tween.advance(1.0);
            assert_eq!(tween.advance(5.0).translation, poses[2].translation);
            assert_eq!(tween.left(), 0.0);
        }
    }

    #[test]
    fn what_is_heard_is_heard_once_and_at_its_time() {
        let noise = |strength| Noise::new(crate::stage::Sound::Wood, Vec3::ZERO, strength);
        let tween = Tween::new(Entity::PLACEHOLDER, Way::Straight, vec![Transform::default(); 2], 2.0);
        let mut tween = tween.sounding(0.0, noise(0.1)).sounding(1.0, noise(0.2)).sounding(2.0, noise(0.3));
        for (seconds, heard) in
            [(0.0, vec![noise(0.1)]), (0.5, vec![]), (5.0, vec![noise(0.2), noise(0.3)]), (1.0, vec![])]
        {
            tween.advance(seconds);
            assert_eq!(tween.heard(), heard);
        }
    }

    #[test]
    fn an_arc_rises_in_the_middle() {
        let poses = vec![Transform::default(), Transform::from_translation(Vec3::X)];
        let mut tween = Tween::new(Entity::PLACEHOLDER, Way::Arc(0.5), poses, 1.0);
        let middle = tween.advance(0.5).translation;
        assert!((middle.y - 0.5).abs() < 1e-5 && (middle.x - 0.5).abs() < 1e-5);
    }
}
