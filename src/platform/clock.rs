//! The clock. `std::time` panics in a browser; these are the same types elsewhere.

pub use web_time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Seconds of a day, leap seconds left out, as in Unix time.
const DAY: u64 = 86_400;

/// The present time in UTC, in the form of RFC 3339 and to the second: `2026-11-22T21:45:15Z`.
#[must_use]
pub fn now_text() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    text_of(since.as_secs())
}

/// So many seconds after the beginning of 1970 in UTC.
fn text_of(seconds: u64) -> String {
    let (year, month, day) = date_of(seconds / DAY);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The Gregorian year, month and day so many days after 1970-01-01.
///
/// Years are counted from March, so that the leap day is the last of its year; the months from March on have 153 days in every five.
fn date_of(days: u64) -> (u64, u64, u64) {
    /// Days of 400, 100 and 4 years.
    const PERIODS: [u64; 3] = [146_097, 36_524, 1_461];
    // From 0000-03-01.
    let days = days + 719_468;
    let (cycle, rest) = (days / PERIODS[0], days % PERIODS[0]);
    // The last day of each period is a leap day of the year before.
    let century = (rest / PERIODS[1]).min(3);
    let rest = rest - century * PERIODS[1];
    let (four, rest) = (rest / PERIODS[2], rest % PERIODS[2]);
    let year = (rest / 365).min(3);
    let rest = rest - year * 365;
    let month = (5 * rest + 2) / 153;
    let day = rest - (153 * month + 2) / 5 + 1;
    let year = cycle * 400 + century * 100 + four * 4 + year;
    if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `date -u -d @SECONDS` prints them.
    #[test]
    fn times_are_written_as_rfc_3339_has_them() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_795_383_915, "2026-11-22T21:45:15Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(text_of(seconds), text);
        }
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let length = |year: u64, month| match month {
            2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        for day in 0..400 * 366 {
            let (year, month, date) = date_of(day);
            let next = match (month, date) {
                (12, 31) => (year + 1, 1, 1),
                (_, date) if date == length(year, month) => (year, month + 1, 1),
                _ => (year, month, date + 1),
            };
            assert_eq!(date_of(day + 1), next);
        }
    }
}
