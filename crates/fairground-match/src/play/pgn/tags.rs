//! PGN tags. Some have a field in match files; the header keeps the others unchanged.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;

use crate::record::{Pgn, RecordError};
use fairground_rules::engine::Reason;

/// The maximum size of all tags of a game, bytes.
const MAX_SIZE: usize = 1 << 20;

/// The tags with fields in match files.
const UNDERSTOOD: [&str; 12] = [
    "Event",
    "White",
    "Black",
    "Result",
    "Variant",
    "Options",
    "SetUp",
    "FEN",
    "WhiteType",
    "BlackType",
    "WhiteBot",
    "BlackBot",
];

/// The values of the tag `Termination` for external reasons.
const TERMINATIONS: [(Reason, &str); 8] = [
    (Reason::Time, "time forfeit"),
    (Reason::TimeWithoutWinner, "time forfeit"),
    (Reason::Abandonment, "abandoned"),
    (Reason::Adjudication, "adjudication"),
    (Reason::RulesInfraction, "rules infraction"),
    (Reason::Death, "death"),
    (Reason::Emergency, "emergency"),
    (Reason::Unterminated, "unterminated"),
];

/// Keywords of other programs in the tag `Termination`, with their meaning.
const WORDS: [(&str, Reason); 14] = [
    ("timeforfeit", Reason::Time),
    ("ontime", Reason::Time),
    ("timeout", Reason::Time),
    ("abandon", Reason::Abandonment),
    ("adjudicat", Reason::Adjudication),
    ("rulesinfraction", Reason::RulesInfraction),
    ("illegalmove", Reason::RulesInfraction),
    ("death", Reason::Death),
    ("emergency", Reason::Emergency),
    ("unterminated", Reason::Unterminated),
    ("resign", Reason::Resignation),
    ("agree", Reason::Agreement),
    ("forfeit", Reason::RulesInfraction),
    ("stalled", Reason::Abandonment),
];

/// Refuses tags that the header of a match file could not hold.
pub(super) fn check_size(file: &Path, pgn: &Pgn) -> Result<(), RecordError> {
    let bytes: usize = pgn.tags.iter().map(|(name, value)| name.len() + value.len()).sum();
    if bytes <= MAX_SIZE {
        return Ok(());
    }
    let field = format!("line {}, tags", pgn.tag_lines.first().copied().unwrap_or_default());
    Err(RecordError::field(file, field, format!("at most {MAX_SIZE} bytes"), &bytes.to_string()))
}

/// The value of the tag `Termination` for this reason; `None` is an unfinished match.
pub(super) fn termination(reason: Option<Reason>) -> &'static str {
    let Some(reason) = reason else { return "unterminated" };
    TERMINATIONS.iter().find(|(own, _)| *own == reason).map_or("normal", |(_, value)| value)
}

/// The reason in the tag `Termination`, in any program's wording: `time forfeit`,
/// `Ann won on time`, `game abandoned`. `None` if it has no external reason that fits `won`.
pub(super) fn reason_of_termination(pgn: &Pgn, won: bool) -> Option<Reason> {
    let letters: String = pgn.tag("Termination")?.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    let named = WORDS.iter().filter(|(word, reason)| letters.contains(word) && reason.is_external(won));
    named.map(|(_, reason)| *reason).next()
}

/// The tags that the header keeps unchanged: those without a field in match files, and those in
/// `unread`, which have unreadable values.
pub(super) fn kept(pgn: &Pgn, unread: &[&str]) -> BTreeMap<String, String> {
    let read = ["WhiteElo", "BlackElo", "Date", "UTCDate", "UTCTime", "TimeControl", "Termination"];
    let is_kept = |name: &str| !UNDERSTOOD.contains(&name) && (!read.contains(&name) || unread.contains(&name));
    let (mut kept, mut seen) = (BTreeMap::new(), BTreeSet::new());
    for (name, value) in pgn.tags.iter().filter(|(name, _)| seen.insert(name)) {
        let name = symbol(name);
        if let Some(value) = known_value(value).filter(|_| is_kept(&name)) {
            kept.entry(name).or_insert_with(|| value.to_string());
        }
    }
    kept
}

/// Adds the tags kept in a header. They replace existing ones, since they are more precise.
pub(super) fn add_kept(tags: &mut Vec<(String, String)>, kept: &BTreeMap<String, String>) {
    let mut kept: BTreeMap<_, _> = kept.iter().map(|(name, value)| (symbol(name), value)).collect();
    kept.retain(|name, _| !UNDERSTOOD.contains(&name.as_str()));
    for (name, old) in &mut *tags {
        if let Some(value) = kept.remove(name) {
            old.clone_from(value);
        }
    }
    tags.extend(kept.into_iter().map(|(name, value)| (name, value.clone())));
}

/// Converts a tag name to the specification's character set: ASCII letters, digits and a few signs.
fn symbol(name: &str) -> String {
    let sign = |sign: char| if sign.is_ascii_alphanumeric() || "_+#=:-".contains(sign) { sign } else { '_' };
    name.chars().map(sign).collect()
}

/// The value of a tag, unless it is empty or unknown.
pub(super) fn known(pgn: &Pgn, tag: &str) -> Option<String> {
    known_value(pgn.tag(tag)?).map(str::to_string)
}

fn known_value(value: &str) -> Option<&str> {
    Some(value.trim()).filter(|value| !["", "?", "-"].contains(value))
}

/// The start of the match, as precisely as known: `2026`, `2026-11`, `2026-11-22` or
/// `2026-11-22T18:30:00Z`.
pub(super) fn date(pgn: &Pgn) -> Option<String> {
    // The more precise of the two; of equals, `max_by_key` returns the last. `EventDate` is only
    // the first day of the event.
    let dates = ["UTCDate", "Date"].into_iter().filter_map(|tag| day(pgn.tag(tag)?));
    moment(pgn).or_else(|| dates.max_by_key(String::len)).or_else(|| day(pgn.tag("EventDate")?))
}

/// The start of the match with its time, from `UTCDate` and `UTCTime`.
pub(super) fn moment(pgn: &Pgn) -> Option<String> {
    parse_moment(pgn.tag("UTCDate")?, pgn.tag("UTCTime")?)
}

/// Joins a full date and a time, both valid: `2026-11-22T18:30:00Z`.
fn parse_moment(date: &str, time: &str) -> Option<String> {
    let day = day(date).filter(|day| day.len() == "2026-11-22".len())?;
    let time: Vec<&str> = time.trim().split(':').collect();
    let [hour, minute, second] = time[..] else { return None };
    let [hour, minute, second] = [number(hour, 2, 0..=23)?, number(minute, 2, 0..=59)?, number(second, 2, 0..=59)?];
    Some(format!("{day}T{hour}:{minute}:{second}Z"))
}

/// Whether the tag `Date` differs from this date.
pub(super) fn differs(pgn: &Pgn, date: Option<&str>) -> bool {
    let told = pgn.tag("Date").unwrap_or_default();
    let known = date.map(|date| date.split('T').next().unwrap_or_default());
    told.contains(char::is_alphanumeric) && day(told).as_deref() != known
}

/// Parses year, month and day, up to the first invalid part.
fn day(text: &str) -> Option<String> {
    let mut parts = text.trim().split(['.', '-', '/']);
    let year = number(parts.next().filter(|year| year.len() == 4)?, 4, 1..=9999)?;
    let Some(month) = parts.next().and_then(|month| number(month, 2, 1..=12)) else { return Some(year) };
    let days = match month.as_str() {
        "02" => 29,
        "04" | "06" | "09" | "11" => 30,
        _ => 31,
    };
    let day = parts.next().and_then(|day| number(day, 2, 1..=days));
    Some(day.map_or_else(|| format!("{year}-{month}"), |day| format!("{year}-{month}-{day}")))
}

/// Parses a number of at most `digits` digits, and pads it to that width.
fn number(text: &str, digits: usize, range: RangeInclusive<u32>) -> Option<String> {
    let is_number = (1..=digits).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| is_number && range.contains(number))?;
    Some(format!("{number:0>digits$}"))
}

/// Formats a date of a match file for the tag `Date`, with question marks for unknown and invalid
/// parts.
pub(super) fn date_tag(date: Option<&str>) -> String {
    let day = day(date.unwrap_or_default().split('T').next().unwrap_or_default()).unwrap_or_default();
    let mut parts = day.split('-').filter(|part| !part.is_empty());
    ["????", "??", "??"].map(|unknown| parts.next().unwrap_or(unknown)).join(".")
}

/// The values of the tags `UTCDate` and `UTCTime` for a date of a match file that has a valid time.
pub(super) fn utc_tags(date: &str) -> Option<(String, String)> {
    let (date, time) = date.strip_suffix('Z')?.split_once('T')?;
    let moment = parse_moment(date, time.split('.').next().unwrap_or_default())?;
    let (date, time) = moment.strip_suffix('Z')?.split_once('T')?;
    Some((date.replace('-', "."), time.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Match files are also written by hand and by other programs.
    #[test]
    fn invalid_parts_of_a_date_are_not_exported() {
        for (date, day, time) in [
            ("2026-02-30T18:30:00Z", "2026.02.??", None),
            ("2026-11", "2026.11.??", None),
            ("today", "????.??.??", None),
            ("2026-11-22T25:30:00Z", "2026.11.22", None),
            ("2026-11-22T18:30:00.25Z", "2026.11.22", Some("18:30:00")),
        ] {
            assert_eq!(date_tag(Some(date)), day, "{date}");
            let utc = utc_tags(date);
            assert_eq!(utc, time.map(|time| (day.to_string(), time.to_string())), "{date}");
        }
        assert_eq!(date_tag(None), "????.??.??");
    }
}
