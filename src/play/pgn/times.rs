//! Clocks in Portable Game Notation: the time of a decision, `[%emt 0:00:01.5]`, and the time remaining after it, `[%clk 0:04:58.5]`.

use std::time::Duration;

use crate::engine::Side;
use crate::play::Clock;
use crate::record::Clocks;

/// The time of a decision.
pub(super) fn elapsed(used_ms: u64) -> String {
    let (seconds, ms) = (used_ms / 1000, used_ms % 1000);
    format!("[%emt {}:{:02}:{:02}.{ms:03}]", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The tag `TimeControl`: seconds and increment.
pub(super) fn time_control(clock: Clock) -> String {
    let seconds = |time: Duration| time.as_secs_f64();
    format!("{}+{}", seconds(clock.start), seconds(clock.increment))
}

/// Reads the tag `TimeControl`; `None` for one with several periods, for correspondence, and for none.
pub(super) fn read_time_control(text: &str) -> Option<Clocks> {
    let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
    let ms = |text: &str| {
        let seconds: f64 = text.trim().parse().ok()?;
        (0.0..1e9).contains(&seconds).then_some((1000.0 * seconds).round() as u64)
    };
    Some(Clocks { start_ms: ms(start)?, increment_ms: ms(increment)? })
}

/// The clocks of both players while a game is read, so that times left become times used.
pub(super) struct ClockReader {
    control: Option<Clocks>,
    /// The time each player has left, ms, as last given.
    left: [u64; 2],
}

impl ClockReader {
    pub fn new(control: Option<Clocks>) -> Self {
        ClockReader { control, left: [control.map_or(0, |control| control.start_ms); 2] }
    }

    /// The time of a decision of this side, by the comment after it, ms.
    pub fn used(&mut self, side: Side, comment: &str) -> Option<u64> {
        let (elapsed, left) = (command(comment, "emt"), command(comment, "clk"));
        let own = &mut self.left[side.index()];
        let before = self.control.map(|control| *own + control.increment_ms);
        let used = elapsed.or_else(|| Some(before?.saturating_sub(left?)))?;
        *own = left.unwrap_or_else(|| before.unwrap_or(0).saturating_sub(used));
        Some(used)
    }
}

/// The time that a command in a comment tells, as `[%clk 1:02:03.4]`, ms.
fn command(comment: &str, name: &str) -> Option<u64> {
    let (_, rest) = comment.split_once(&format!("[%{name} "))?;
    let parts: Vec<&str> = rest.split(']').next()?.trim().split(':').collect();
    let (seconds, whole) = parts.split_last()?;
    let seconds: f64 = seconds.parse().ok().filter(|seconds| (0.0..1e6).contains(seconds))?;
    // Hours and minutes, or fewer parts.
    let minutes = whole.iter().try_fold(0_u64, |sum, part| Some(60 * sum + u64::from(part.parse::<u32>().ok()?)))?;
    (whole.len() <= 2).then_some(60_000 * minutes + (1000.0 * seconds).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        assert_eq!(elapsed(3_723_045), "[%emt 1:02:03.045]");
        assert_eq!(command(&elapsed(3_723_045), "emt"), Some(3_723_045));
        assert_eq!(command("a [%eval 0.2] [%clk 0:09:58.3] b", "clk"), Some(598_300));
        assert_eq!(command("[%emt 0:05]", "emt"), Some(5_000));
        for wrong in ["", "[%clk]", "[%clk x]", "[%clk 1:2:3:4]", "[%clk -1:00]", "[%clk 0:0:nan]"] {
            assert_eq!(command(wrong, "clk"), None, "{wrong}");
        }
    }

    #[test]
    fn time_left_becomes_time_used() {
        let control = read_time_control("180+2");
        assert_eq!(control, Some(Clocks { start_ms: 180_000, increment_ms: 2_000 }));
        let mut clocks = ClockReader::new(control);
        assert_eq!(clocks.used(Side::White, "[%clk 0:03:00]"), Some(2_000));
        assert_eq!(clocks.used(Side::Black, "[%clk 0:02:59.5]"), Some(2_500));
        assert_eq!(clocks.used(Side::White, "[%emt 0:00:10]"), Some(10_000));
        assert_eq!(clocks.used(Side::White, "[%clk 0:02:50]"), Some(4_000));
        assert_eq!(clocks.used(Side::White, "no time"), None);
        assert_eq!(ClockReader::new(None).used(Side::White, "[%clk 0:02:50]"), None);
        for other in ["-", "?", "40/7200:3600", "1/259200", "*60", ""] {
            assert_eq!(read_time_control(other), None, "{other}");
        }
    }
}
