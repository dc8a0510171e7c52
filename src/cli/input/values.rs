//! Parsers for the values of arguments. Each error shows a valid example.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use crate::engine::text::did_you_mean;
use crate::engine::{Die, GameInfo};
use crate::games;
use crate::play::Setup;

pub(in crate::cli) fn game(id: &str) -> Result<&'static GameInfo, games::UnknownGame> {
    games::info(id)
}

pub(in crate::cli) fn die(id: &str) -> Result<&'static Die, String> {
    let ids = games::DICE.map(|die| die.id);
    let unknown = || format!("unknown die{}; available dice: {}", did_you_mean(id, ids), ids.join(", "));
    games::DICE.into_iter().find(|die| die.id == id).ok_or_else(unknown)
}

/// An option of a game.
pub(in crate::cli) fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text
        .split_once('=')
        .filter(|(key, _)| !key.is_empty())
        .ok_or("expected an option and its value, K=V, such as values=kostyor")?;
    Ok((key.to_string(), value.to_string()))
}

/// A whole number in `range`; `example` is shown in errors.
pub(in crate::cli) fn whole<N>(
    range: RangeInclusive<N>,
    example: N,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let (least, most) = (range.start(), range.end());
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}, such as {example}"))
    }
}

/// The name of a player or an event.
pub(in crate::cli) fn name(text: &str) -> Result<String, String> {
    let max = Setup::MAX_NAME;
    let name =
        Setup::normalised_name(text).filter(|_| !text.contains(char::is_control) && text.trim().chars().count() <= max);
    name.ok_or_else(|| format!("expected 1 to {max} characters in one line, such as 'Ann Lee'"))
}

/// A seed: any 64-bit number.
pub(in crate::cli) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}, such as 42", u64::MAX))
}

/// A commitment, as `fairground commit` prints it.
pub(in crate::cli) fn hash(text: &str) -> Result<blake3::Hash, String> {
    blake3::Hash::from_hex(text).map_err(|_| "expected 64 hex digits, as printed by `fairground commit`".to_string())
}

/// A number of actions, plies and so on.
pub(in crate::cli) fn count<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "expected a whole number, 0 or more, such as 10".to_string())
}

pub(in crate::cli) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| (0.001..=1e6).contains(seconds));
    seconds.ok_or_else(|| "expected seconds from 0.001 to 1000000, such as 2.5".to_string())
}

/// The range of the edges of a picture, pixels.
const PICTURE_EDGE: RangeInclusive<u32> = 16..=3840;

pub(in crate::cli) fn size(text: &str) -> Result<(u32, u32), String> {
    let edge = |text: &str| text.parse().ok().filter(|edge| PICTURE_EDGE.contains(edge));
    let (width, height) = text.split_once('x').unwrap_or_default();
    let (least, most) = (PICTURE_EDGE.start(), PICTURE_EDGE.end());
    let wrong = || format!("expected WxH, both from {least} to {most} pixels, such as 1280x720");
    edge(width).zip(edge(height)).ok_or_else(wrong)
}

/// A number in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Hundredths(pub u32);

pub(in crate::cli) fn speed(text: &str) -> Result<Hundredths, String> {
    let speed = text.parse().ok().filter(|speed: &f64| (0.25..=8.0).contains(speed));
    let hundredths = speed.map(|speed| Hundredths((100.0 * speed).round() as u32));
    hundredths.ok_or_else(|| "expected a number from 0.25 to 8, such as 1.5".to_string())
}

/// The columns and rows of a sheet of pictures.
pub(in crate::cli) fn grid(text: &str) -> Result<(u32, u32), String> {
    let count = |text: &str| text.parse().ok().filter(|count| (1..=100).contains(count));
    let (columns, rows) = text.split_once('x').unwrap_or_default();
    count(columns).zip(count(rows)).ok_or_else(|| "expected COLSxROWS, both from 1 to 100, such as 4x3".to_string())
}

/// A retention time; `None` is forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct KeptFor(pub Option<Duration>);

pub(in crate::cli) fn kept_for(text: &str) -> Result<KeptFor, String> {
    if text == "forever" {
        return Ok(KeptFor(None));
    }
    let wrong = || "expected a time from 1h to 5000d, or forever, such as 12h, 30d or 2w".to_string();
    let unit = text.chars().next_back().ok_or_else(wrong)?;
    let hours: u32 = match unit {
        'h' => 1,
        'd' => 24,
        'w' => 7 * 24,
        _ => return Err(wrong()),
    };
    let number = text
        .strip_suffix(unit)
        .and_then(|number| number.parse::<u32>().ok())
        .and_then(|number| number.checked_mul(hours));
    let hours = number.filter(|hours| (1..=5000 * 24).contains(hours)).ok_or_else(wrong)?;
    Ok(KeptFor(Some(Duration::from_secs(3600 * u64::from(hours)))))
}

/// The name of a server in a cluster.
pub(in crate::cli) fn node(text: &str) -> Result<String, String> {
    let allowed = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let fits = (1..=16).contains(&text.len()) && text.chars().all(allowed);
    fits.then(|| text.to_string())
        .ok_or_else(|| "expected 1 to 16 lowercase letters and digits, such as a or eu1".to_string())
}
