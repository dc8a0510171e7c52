//! Measures frame times.

use crate::platform::clock::{Duration, Instant};

use bevy::render::renderer::RenderAdapterInfo;
use serde::Serialize;

use super::offscreen::CaptureError;
use super::shot::set_table;
use crate::play::Match;
use crate::session::{PlayerCommand, Session, TableUpdate, View};
use crate::table::material::Quality;

/// Simulated time between two frames.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// The number of uncounted frames at the start, in which one-time work happens.
const WARM_UP: usize = 30;

/// Statistics of the frame times.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrameTimes {
    /// The graphics adapter.
    pub adapter: String,
    /// The number of frames timed.
    pub frames: usize,
    /// The median frame time, ms.
    pub median_ms: f64,
    /// The 99th percentile of the frame time, ms.
    pub slow_ms: f64,
    /// Mean frames per second.
    pub frames_per_second: f64,
}

/// Times `count` frames of a bot match, drawn without a window as fast as possible. A frame lasts
/// from its first system until the adapter has drawn it. A finished match is followed by another
/// one with the next seed. Panels are not drawn.
///
/// # Errors
/// If a size is out of range, or no graphics adapter is found.
pub fn frame_times(
    running: Match,
    size: (u32, u32),
    quality: Quality,
    count: usize,
) -> Result<FrameTimes, CaptureError> {
    let mut again = running.setup().clone();
    let mut offscreen = set_table(running.game(), size, View::White, quality, FRAME)?;
    let world = offscreen.app().world_mut();
    world.write_message(TableUpdate::reset(running.game()));
    world.insert_resource(Session::from(running));
    let mut times = Vec::with_capacity(count);
    for frame in 0..count + WARM_UP {
        let world = offscreen.app().world_mut();
        if world.resource::<Session>().running().is_some_and(|running| running.outcome().is_some()) {
            again.seed = again.seed.wrapping_add(1);
            world.write_message(PlayerCommand::Begin(Box::new(again.clone())));
        }
        let begun = Instant::now();
        offscreen.step();
        if frame >= WARM_UP {
            times.push(begun.elapsed());
        }
    }
    let adapter = offscreen.app().world().get_resource::<RenderAdapterInfo>().map(|info| info.name.clone());
    Ok(FrameTimes::of(adapter.unwrap_or_default(), times))
}

impl FrameTimes {
    fn of(adapter: String, mut times: Vec<Duration>) -> FrameTimes {
        times.sort_unstable();
        let at = |share: f64| {
            let index = (times.len() as f64 * share).ceil() as usize;
            times.get(index.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        let (median_ms, slow_ms) = (at(0.5), at(0.99));
        let total: Duration = times.iter().sum();
        let frames_per_second = times.len() as f64 / total.as_secs_f64().max(1e-9);
        FrameTimes { adapter, frames: times.len(), median_ms, slow_ms, frames_per_second }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_all_frames() {
        let times = (1..=200).rev().map(Duration::from_millis).collect();
        let figures = FrameTimes::of(String::new(), times);
        assert_eq!((figures.median_ms, figures.slow_ms, figures.frames), (100.0, 198.0, 200));
        assert!((figures.frames_per_second - 200.0 / 20.1).abs() < 1e-9);
    }
}
