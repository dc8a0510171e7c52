//! What can be heard of what moves: when, where and how hard. Whether anybody plays it is not the table's business.

use bevy::prelude::*;

use super::motion::Stagehand;
use super::places::Places;
use super::tween::{Tween, Way};
use crate::dice;
use crate::engine::Look;
use crate::stage::{Noise, Sound};

/// How hard a piece lands that comes through the air, and one that was slid, 0 to 1.
const LANDING: [f32; 2] = [0.6, 0.25];

/// How loud a slide is, 0 to 1.
const SLIDE: f32 = 0.6;

/// An impact of a die, m/s, that is as loud as any.
const HARD: f32 = 3.0;

/// What this sounds like when it is set down.
fn set_down(look: &Look) -> Sound {
    match look {
        Look::Man(_) => Sound::Wood,
        Look::Die(..) => Sound::Die,
        Look::Chips(_) => Sound::Chip,
        Look::Pyramids(_) => Sound::Glass,
    }
}

/// What is heard of a die that flies so, each hit with the time when it is heard, s.
pub(super) fn hits(attempts: &[Vec<dice::Frame>], places: &Places) -> Vec<(f32, Noise)> {
    let mut begun = 0.0;
    let mut heard = Vec::new();
    for frames in attempts {
        for hit in dice::impacts(frames) {
            let [x, y, z] = hit.position;
            let at = places.in_tray(&dice::Frame { position: [x, y, z], rotation: [0.0, 0.0, 0.0, 1.0] });
            heard.push((begun + hit.seconds, Noise::new(Sound::Die, at.translation, (hit.speed / HARD).min(1.0))));
        }
        begun += dice::STEP * frames.len() as f32;
    }
    heard
}

/// What of a movement is heard now. `speed` is that of all motion; `None` if it was skipped, and then nothing is heard
/// that takes time.
pub(super) fn due(tween: &mut Tween, speed: Option<f32>) -> impl Iterator<Item = Noise> {
    tween.heard().into_iter().filter_map(move |noise| match speed {
        Some(speed) => Some(Noise { seconds: noise.seconds / speed, ..noise }),
        None => (noise.seconds == 0.0).then_some(noise),
    })
}

impl Stagehand<'_, '_> {
    /// Moves a piece and lets it be heard: it slides, and is set down.
    pub(super) fn move_piece(&mut self, tween: Tween) {
        let Some(sound) = self.pieces.look(tween.entity).map(set_down) else {
            self.motion.start(tween);
            return;
        };
        let (from, to) = tween.ends();
        let seconds = tween.left();
        let slides = tween.way() == Way::Straight && (from.y - to.y).abs() < 1e-3;
        let landing = Noise::new(sound, to, LANDING[usize::from(slides)]);
        let tween = if slides { tween.sounding(0.0, Noise::slide(from, SLIDE, seconds)) } else { tween };
        self.motion.start(tween.sounding(seconds, landing));
    }
}
