//! User-friendly dates in local time.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};

/// Parses the lower bound of a time range: the start of a day, month or year (`2026-11-05`,
/// `2026-11`, `2026`), or an age (`12h`, `7d`, `2w`).
///
/// # Errors
/// For any other text; the error is the expected format.
pub fn since(text: &str) -> Result<Timestamp, String> {
    parse(text, &Zoned::now()).map(|(first, _)| first)
}

/// Parses the exclusive upper bound of a time range: the end of a day, month or year, or an age;
/// see [`since`].
///
/// # Errors
/// For any other text; the error is the expected format.
pub fn until(text: &str) -> Result<Timestamp, String> {
    parse(text, &Zoned::now()).map(|(_, end)| end)
}

/// Formats a moment to the minute, as `2026-11-05 18:30`.
#[must_use]
pub fn local_minute(moment: Timestamp, zone: &TimeZone) -> String {
    let at = zone.to_datetime(moment);
    format!("{:04}-{:02}-{:02} {:02}:{:02}", at.year(), at.month(), at.day(), at.hour(), at.minute())
}

/// Parses the date in the header of a match file: an RFC 3339 time, or the start of a day, month or
/// year in local time.
pub(super) fn of_header(text: &str) -> Option<Timestamp> {
    let is_date = text.chars().all(|letter| letter.is_ascii_digit() || letter == '-');
    let date = || parse(text, &Zoned::now()).ok().filter(|_| is_date);
    text.parse().ok().or_else(|| date().map(|(first, _)| first))
}

/// Parses a text into its first moment and the first one after it; both are the same for an age.
fn parse(text: &str, now: &Zoned) -> Result<(Timestamp, Timestamp), String> {
    let expected =
        || "expected a date such as 2026-11-05, 2026-11 or 2026, or an age such as 12h, 7d or 2w".to_string();
    let text = text.trim();
    let ago = text.char_indices().next_back().and_then(|(at, unit)| {
        let number: i32 = text[..at].parse().ok().filter(|number| (0..=100_000).contains(number))?;
        let span = match unit {
            'h' => number.hours(),
            'd' => number.days(),
            'w' => number.weeks(),
            _ => return None,
        };
        Some(now.checked_sub(span).ok()?.timestamp())
    });
    if let Some(moment) = ago {
        return Ok((moment, moment));
    }
    let (first, length) = match text.split('-').count() {
        1 => (format!("{text}-01-01"), 1.year()),
        2 => (format!("{text}-01"), 1.month()),
        _ => (text.to_string(), 1.day()),
    };
    // jiff's own parser would also accept a time of day.
    let first: Date =
        Some(&first).filter(|text| text.len() == 10).and_then(|text| text.parse().ok()).ok_or_else(expected)?;
    let moment = |date: Date| date.to_zoned(TimeZone::clone(now.time_zone())).map(|zoned| zoned.timestamp());
    let end = first.checked_add(length).map_err(|_| expected())?;
    Ok((moment(first).map_err(|_| expected())?, moment(end).map_err(|_| expected())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, String)> {
        let now: Zoned = "2026-11-22T12:00:00+01:00[Europe/Berlin]".parse().unwrap();
        parse(text, &now).ok().map(|(first, end)| (first.to_string(), end.to_string()))
    }

    #[test]
    fn dates_begin_and_end_at_local_midnight() {
        let told = |first: &str, end: &str| Some((first.to_string(), end.to_string()));
        assert_eq!(read("2026-11-05"), told("2026-11-04T23:00:00Z", "2026-11-05T23:00:00Z"));
        // Daylight saving time ends in this month.
        assert_eq!(read("2026-10"), told("2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z"));
        assert_eq!(read("2025"), told("2024-12-31T23:00:00Z", "2025-12-31T23:00:00Z"));
        assert_eq!(read("7d"), told("2026-11-15T11:00:00Z", "2026-11-15T11:00:00Z"));
        assert_eq!(read(" 2w"), told("2026-11-08T11:00:00Z", "2026-11-08T11:00:00Z"));
        assert_eq!(read("12h"), told("2026-11-21T23:00:00Z", "2026-11-21T23:00:00Z"));
    }

    #[test]
    fn dates_of_headers_are_read() {
        let exact = of_header("2026-11-05T18:30:00Z").unwrap();
        assert_eq!(exact.to_string(), "2026-11-05T18:30:00Z");
        assert_eq!(of_header("2026-11-05"), since("2026-11-05").ok());
        assert_eq!(of_header("2026"), since("2026").ok());
        for text in ["", "yesterday", "7d", "2026-13"] {
            assert_eq!(of_header(text), None, "{text}");
        }
    }

    #[test]
    fn invalid_dates_are_refused() {
        for text in
            ["", "d", "-3d", "7x", "2026-13", "2026-02-30", "yesterday", "2026-11-05T10:00", "9999-12-31", "5.11.2026"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(since("soon").unwrap_err().contains("2026-11-05"));
    }
}
