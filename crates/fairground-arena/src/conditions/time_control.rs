use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The time control of a player: `10+0.1` is 10 s and an increment of 0.1 s per turn; `40/60+0.5`
/// adds another 60 s after every 40 turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The number of turns after which a player gets `time` again; `None` if `time` is for the
    /// whole match.
    pub moves: Option<u32>,
    /// The initial time; at least 1 ms.
    pub time: Duration,
    /// The increment per turn.
    pub increment: Duration,
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// The error for an invalid [`TimeControl`]: the expected content, with an example.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected [MOVES/]SECONDS[+INCREMENT], up to 1000000 s and in steps of 0.001 s, such as 10+0.1 or 40/60")]
pub struct TimeControlError;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let (moves, rest) = text.split_once('/').map_or((None, text), |(moves, rest)| (Some(moves), rest));
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let seconds = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let seconds: f64 = text.parse().ok().filter(|seconds| digits && *seconds <= 1e6)?;
            Some(Duration::from_millis((1000.0 * seconds).round() as u64))
        };
        let moves = match moves {
            Some(moves) => Some(moves.parse().ok().filter(|moves| *moves > 0).ok_or(TimeControlError)?),
            None => None,
        };
        let time = seconds(time).filter(|time| !time.is_zero()).ok_or(TimeControlError)?;
        Ok(TimeControl { moves, time, increment: seconds(increment).ok_or(TimeControlError)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_survive_a_round_trip() {
        let ms = Duration::from_millis;
        let control = |moves, time, increment| TimeControl { moves, time: ms(time), increment: ms(increment) };
        for (text, read) in [
            ("10+0.1", control(None, 10_000, 100)),
            ("0.25", control(None, 250, 0)),
            ("40/60+0.5", control(Some(40), 60_000, 500)),
            ("1/1", control(Some(1), 1_000, 0)),
        ] {
            assert_eq!(text.parse(), Ok(read));
            assert_eq!(read.to_string(), text);
        }
        for text in ["", "0", "x", "-1", "1e3", "inf", "nan", "0/10", "/10", "10+", "10+x", "40/", "2000000", "1+-1"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
