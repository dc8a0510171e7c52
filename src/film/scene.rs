//! The parts of a match that a film shows: one part, or the highlights.

use crate::play::MatchReport;

/// The maximum number of turning points among the highlights.
const MAX_TURNING_POINTS: usize = 5;

/// A part of a match, by numbers of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The number of actions before it.
    pub from: usize,
    /// The number of actions up to its end. The scene ends earlier if the match does.
    pub to: usize,
    /// Whether it is shown in slow motion.
    pub is_slow: bool,
}

impl Scene {
    /// A part at normal speed.
    #[must_use]
    pub fn new(from: usize, to: usize) -> Scene {
        Scene { from, to, is_slow: false }
    }

    /// The highlights of a match: the turning points and the last ply, each with the ply before it.
    /// The greatest turning point and the last ply are then repeated in slow motion. Empty for a
    /// match without plies.
    #[must_use]
    pub fn highlights(report: &MatchReport) -> Vec<Scene> {
        // The number of actions up to the end of each ply.
        let mut ends = vec![0];
        ends.extend(report.plies.iter().scan(0, |actions, ply| {
            *actions += ply.actions.len();
            Some(*actions)
        }));
        let last = report.plies.len();
        if last == 0 {
            return Vec::new();
        }
        let mut plies: Vec<_> = report.turning_points.iter().take(MAX_TURNING_POINTS).copied().chain([last]).collect();
        plies.sort_unstable();
        plies.dedup();
        let repeated = [report.turning_points.first().copied().unwrap_or(last), last];
        let mut scenes: Vec<Scene> = Vec::new();
        for ply in plies.into_iter().filter(|ply| (1..=last).contains(ply)) {
            let (from, to) = (ends[ply.saturating_sub(2)], ends[ply]);
            match scenes.last_mut().filter(|before| !before.is_slow && from <= before.to) {
                Some(before) => before.to = to,
                None => scenes.push(Scene::new(from, to)),
            }
            if repeated.contains(&ply) {
                scenes.push(Scene { from: ends[ply - 1], to, is_slow: true });
            }
        }
        scenes
    }

    /// The number of its actions.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.to.saturating_sub(self.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Side;
    use crate::play::AnalysedPly;

    #[test]
    fn highlights_are_turning_points_and_the_end() {
        let ply = |number: usize| AnalysedPly {
            ply: number,
            side: Side::White,
            actions: vec![String::new(); 2],
            value: 0,
            win: 0.5,
            luck: 0.0,
            lost: 0.0,
            better: None,
        };
        let plies = (1..=20).map(ply).collect();
        let report = MatchReport { plies, turning_points: vec![9, 4, 5], ..MatchReport::default() };
        let slow = |from, to| Scene { from, to, is_slow: true };
        let scenes = [Scene::new(4, 10), Scene::new(14, 18), slow(16, 18), Scene::new(36, 40), slow(38, 40)];
        assert_eq!(Scene::highlights(&report), scenes);
        assert_eq!(Scene::highlights(&MatchReport::default()), []);
    }
}
