//! Clock types that also work in a browser, where `std::time` panics; elsewhere, the types of std.

pub use web_time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Returns the Unix time, s.
#[must_use]
pub fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Returns the current UTC time as RFC 3339, to the second: `2026-11-22T21:45:15Z`.
#[must_use]
pub fn now_text() -> String {
    text_of(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// Formats a Unix time as RFC 3339, truncated to the second.
fn text_of(since: Duration) -> String {
    let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    jiff::Timestamp::from_second(seconds).unwrap_or(jiff::Timestamp::MAX).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected texts from `date -u -d @SECONDS`.
    #[test]
    fn times_are_formatted_as_rfc_3339() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (1_795_383_915, "2026-11-22T21:45:15Z"),
        ] {
            assert_eq!(text_of(Duration::from_millis(seconds * 1000 + 999)), text);
        }
    }
}
