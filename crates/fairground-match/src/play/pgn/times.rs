//! Clocks in PGN: the time of a decision, `[%emt 0:00:01.5]`, and the remaining time after it,
//! `[%clk 0:04:58.5]`.

use std::time::Duration;

use super::commands::{commands, first};
use crate::play::Clock;
use crate::record::{Clocks, Pgn, PgnToken, clock_text};
use fairground_rules::engine::Side;

/// The commands in comments for the time of a decision and the remaining time after it.
pub(super) const ELAPSED: &str = "emt";
pub(super) const LEFT: &str = "clk";

/// The maximum difference between two times due to rounding, ms.
const ROUNDING_MS: u64 = 1000;

/// Writes the time of a decision.
pub(super) fn elapsed(used_ms: u64) -> String {
    let (seconds, ms) = (used_ms / 1000, used_ms % 1000);
    format!("[%{ELAPSED} {}:{:02}:{:02}.{ms:03}]", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Writes the remaining time after a decision.
pub(super) fn left(left_ms: u64) -> String {
    format!("[%{LEFT} {}]", clock_text(left_ms))
}

/// The tag `TimeControl`: seconds and increment.
pub(super) fn time_control(clock: Clock) -> String {
    let seconds = |time: Duration| time.as_secs_f64();
    format!("{}+{}", seconds(clock.start), seconds(clock.increment))
}

/// Parses the tag `TimeControl`. `None` for several periods, for correspondence games and for no
/// time control.
pub(super) fn read_time_control(text: &str) -> Option<Clocks> {
    let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
    Some(Clocks { start_ms: seconds(start)?, increment_ms: seconds(increment)? })
}

/// The initial time of the clocks, ms. Also reads controls with several periods (`40/7200:3600`).
fn first_period(text: &str) -> Option<u64> {
    let first = text.split(':').next()?;
    let first = first.split_once('/').map_or(first, |(_, time)| time);
    seconds(first.split('+').next()?)
}

/// Parses seconds into ms.
fn seconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..1e9).contains(&seconds).then_some((1000.0 * seconds).round() as u64)
}

/// The meaning of a time of two parts, such as `1:30`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TwoParts {
    /// Hours and minutes.
    HoursAndMinutes,
    /// Minutes and seconds.
    #[default]
    MinutesAndSeconds,
}

impl TwoParts {
    /// Guesses the meaning from the clock times of a game: hours and minutes if all have two parts
    /// and this puts the first nearer to the initial time; minutes and seconds without a time
    /// control.
    pub fn of(pgn: &Pgn) -> TwoParts {
        let comments = pgn.items.iter().filter_map(|item| match &item.token {
            PgnToken::Comment(text) => Some(text),
            _ => None,
        });
        let commands = comments.flat_map(|text| commands(text)).filter(|command| command.name == LEFT);
        let times: Vec<&str> = commands.map(|command| command.argument).collect();
        let Some(first) = times.iter().find(|text| text.matches(':').count() == 1) else { return TwoParts::default() };
        let start = pgn.tag("TimeControl").and_then(first_period);
        let (Some(start), Some(hours), Some(minutes)) =
            (start, time(first, TwoParts::HoursAndMinutes), time(first, TwoParts::MinutesAndSeconds))
        else {
            return TwoParts::default();
        };
        // If some have three parts, the others have no hours.
        let whole = times.iter().all(|text| text.matches(':').count() == 1);
        match whole && hours.abs_diff(start) < minutes.abs_diff(start) {
            true => TwoParts::HoursAndMinutes,
            false => TwoParts::MinutesAndSeconds,
        }
    }
}

/// The times of a decision in a comment, ms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Times {
    /// The time that the decision took.
    pub elapsed: Option<u64>,
    /// The remaining time after it.
    pub left: Option<u64>,
}

impl Times {
    /// Reads the times in a comment.
    pub fn of(comment: &str, two_parts: TwoParts) -> Times {
        // Decisions rarely take hours.
        let elapsed = first(comment, ELAPSED, |text| time(text, TwoParts::MinutesAndSeconds));
        let left = first(comment, LEFT, |text| time(text, two_parts));
        Times { elapsed, left }
    }

    pub fn is_known(self) -> bool {
        self.elapsed.is_some() || self.left.is_some()
    }
}

/// Both players' clocks while a game is read. Converts remaining times into times used.
pub(super) struct ClockReader {
    control: Option<Clocks>,
    /// The remaining time of each player, ms.
    left: [u64; 2],
    /// Whether each player has made a decision.
    begun: [bool; 2],
}

impl ClockReader {
    pub fn new(control: Option<Clocks>) -> Self {
        let start = control.map_or(0, |control| control.start_ms);
        ClockReader { control, left: [start; 2], begun: [false; 2] }
    }

    /// Adds the increment after a turn of this side.
    pub fn end_turn(&mut self, side: Side) {
        let increment = self.control.map_or(0, |control| control.increment_ms);
        let own = &mut self.left[side.index()];
        *own = own.saturating_add(increment);
    }

    /// The time of a decision of this side, ms, and the remaining time if it cannot be derived from
    /// that. Some programs start the clocks at the second move: a clock still at its initial time
    /// after the first has not run.
    pub fn used(&mut self, side: Side, times: Times) -> Option<(u64, Option<u64>)> {
        let control = self.control?;
        let first = !std::mem::replace(&mut self.begun[side.index()], true);
        let own = &mut self.left[side.index()];
        let before = *own;
        let (used, left) = match (times.elapsed, times.left) {
            (None, None) => return None,
            (Some(used), None) => (used, before.saturating_sub(used)),
            (None | Some(0), Some(left)) if first && left == control.start_ms => (0, left),
            (None, Some(left)) => (before.saturating_sub(left), left),
            (Some(used), Some(left)) => {
                let difference = before.saturating_sub(used).abs_diff(left);
                let rounded = difference > 0 && difference < ROUNDING_MS && left <= before;
                (if rounded { before - left } else { used }, left)
            }
        };
        *own = left;
        Some((used, (before.saturating_sub(used) != left).then_some(left)))
    }
}

/// Whether the argument of a command is a time.
pub(super) fn is_time(text: &str) -> bool {
    time(text, TwoParts::default()).is_some()
}

/// Parses a time of one to three parts into ms.
fn time(text: &str, two_parts: TwoParts) -> Option<u64> {
    let parts: Vec<&str> = text.split(':').collect();
    let (seconds, whole) = parts.split_last().filter(|(_, whole)| whole.len() <= 2)?;
    let seconds: f64 = seconds.parse().ok().filter(|seconds| (0.0..1e6).contains(seconds))?;
    let minutes = whole.iter().try_fold(0_u64, |sum, part| Some(60 * sum + u64::from(part.parse::<u32>().ok()?)))?;
    let ms = 60_000 * minutes + (1000.0 * seconds).round() as u64;
    Some(if whole.len() == 1 && two_parts == TwoParts::HoursAndMinutes { 60 * ms } else { ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str) -> Times {
        Times::of(comment, TwoParts::default())
    }

    #[test]
    fn times_survive_a_round_trip() {
        assert_eq!(elapsed(3_723_045), "[%emt 1:02:03.045]");
        assert_eq!(read(&elapsed(3_723_045)).elapsed, Some(3_723_045));
        assert_eq!((left(598_300), left(180_000)), ("[%clk 0:09:58.3]".into(), "[%clk 0:03:00]".into()));
        assert_eq!(read("a [%eval 0.2] [%clk 0:09:58.3] b").left, Some(598_300));
        assert_eq!(read("[%emt 0:05]").elapsed, Some(5_000));
        for wrong in ["", "[%clk]", "[%clk 0:05", "[%clk x]", "[%clk 1:2:3:4]", "[%clk -1:00]", "[%clk 0:0:nan]"] {
            assert_eq!(read(wrong), Times::default(), "{wrong}");
        }
        // Sixty to the power of the number of parts exceeds every integer.
        assert_eq!(read(&format!("[%clk {}9]", "9:".repeat(17))), Times::default());
        assert_eq!(read("[%clk 4294967295:4294967295:9]").left, Some(15_719_580_299_709_000));
    }

    #[test]
    fn time_left_becomes_time_used() {
        let control = read_time_control("180+2");
        assert_eq!(control, Some(Clocks { start_ms: 180_000, increment_ms: 2_000 }));
        let mut clocks = ClockReader::new(control);
        let mut used = |side: Side, comment: &str| {
            clocks.end_turn(side);
            clocks.used(side, read(comment))
        };
        assert_eq!(used(Side::White, "[%clk 0:03:00]"), Some((0, Some(180_000))), "its clock did not run");
        assert_eq!(used(Side::Black, "[%clk 0:02:59.5]"), Some((2_500, None)));
        assert_eq!(used(Side::White, "[%emt 0:00:10]"), Some((10_000, None)));
        assert_eq!(used(Side::White, "[%clk 0:02:50]"), Some((4_000, None)));
        assert_eq!(used(Side::White, "[%emt 0:00:03] [%clk 0:02:48.2]"), Some((3_800, None)), "rounded");
        assert_eq!(used(Side::White, "[%clk 0:03:05]"), Some((0, Some(185_000))), "time was added");
        assert_eq!(used(Side::White, "no time"), None);
        assert_eq!(ClockReader::new(None).used(Side::White, read("[%clk 0:02:50]")), None);
        for other in ["-", "?", "40/7200:3600", "1/259200", "*60", ""] {
            assert_eq!(read_time_control(other), None, "{other}");
        }
    }

    #[test]
    fn two_part_times_are_read_by_the_time_control() {
        use TwoParts::{HoursAndMinutes, MinutesAndSeconds};
        for (control, times, expected) in [
            ("5400+30", "1:30 1:30 1:29", HoursAndMinutes),
            ("90", "1:30 1:30 1:29", MinutesAndSeconds),
            ("90+30", "1:30 1:30 1:29", MinutesAndSeconds),
            ("40/7200:3600", "2:00 1:59", HoursAndMinutes),
            ("5400+30", "1:30:00 59:58", MinutesAndSeconds),
            ("300", "4:59 0:10", MinutesAndSeconds),
            ("-", "1:30 1:30", MinutesAndSeconds),
            ("", "", MinutesAndSeconds),
        ] {
            let moves: String = times.split(' ').map(|time| format!("e4 {{[%clk {time}]}} ")).collect();
            let [pgn] = Pgn::parse(&format!("[TimeControl \"{control}\"]\n\n{moves}*")).unwrap().try_into().unwrap();
            assert_eq!(TwoParts::of(&pgn), expected, "{control}: {times}");
        }
    }
}
