//! Splits words of movetext into numbers, moves, glyphs and results.

use super::glyph;

/// The spellings of results at the end of the movetext, and their standard forms.
const RESULTS: [(&str, &str); 6] =
    [("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("*", "*")];

/// A word of movetext, such as `12.Nf3+!?`, in its parts.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// The move number with its dots, or empty.
    pub number: &'a str,
    /// The move, or empty. Parsed on its own, it has no other parts.
    pub action: &'a str,
    /// The glyphs, in order.
    pub nags: Vec<u8>,
    /// A glyph whose number is missing or too large, or empty.
    pub unread: &'a str,
    /// The result, instead of a move.
    pub result: Option<&'static str>,
}

impl Word<'_> {
    /// Removes numbers from the beginning and glyphs from the end until a move, a result or nothing
    /// remains. A written move is therefore read back as the same move, whatever word it came from.
    pub fn parse(word: &str) -> Word<'_> {
        let (mut rest, mut nags, mut unread, mut result) = (word, Vec::new(), "", None);
        while let Some(behind) = after_number(rest) {
            rest = behind;
        }
        let mut number = &word[..word.len() - rest.len()];
        while !rest.is_empty() {
            result = self::result(rest);
            if result.is_some() {
                rest = "";
            } else if let Some(nag) = glyph::annotation(rest) {
                nags.extend(nag);
                rest = "";
            } else if let Some((before, nag)) = glyph::split(rest) {
                nags.extend(nag);
                rest = before;
            } else {
                break;
            }
        }
        if let Some(nag) = glyph::numeric(rest) {
            if nag.is_none() {
                unread = rest;
            }
            nags.extend(nag);
            rest = "";
        }
        // The number of a glyph without a move.
        if after_number(rest).is_some() {
            number = &word[..number.len() + rest.len()];
            rest = "";
        }
        // Check signs on their own are the rest of a damaged move.
        let action = if rest.trim_matches(['+', '#']).is_empty() { "" } else { rest };
        nags.reverse();
        Word { number, action, nags, unread, result }
    }
}

/// The result that a word spells.
pub(super) fn result(word: &str) -> Option<&'static str> {
    RESULTS.into_iter().find(|(spelled, _)| *spelled == word).map(|(_, result)| result)
}

/// The text after the move number at the beginning: `12.e4`, `12...`, `12…`, `12`. `None` without a
/// number, also for an empty word.
fn after_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let behind = rest.trim_start_matches(['.', '…']);
    (behind.len() < rest.len() || (rest.is_empty() && !word.is_empty())).then_some(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split() {
        for (word, number, action, nags, result) in [
            ("e4", "", "e4", vec![], None),
            ("12.e4", "12.", "e4", vec![], None),
            ("12...", "12...", "", vec![], None),
            ("12…Nf6!?", "12…", "Nf6", vec![5], None),
            ("Nf6=?!", "", "Nf6", vec![10, 6], None),
            ("1.5.e4", "1.5.", "e4", vec![], None),
            ("e.p.!", "", "", vec![1], None),
            ("$14", "", "", vec![14], None),
            ("3.$14", "3.", "", vec![14], None),
            ("a8=Q+", "", "a8=Q+", vec![], None),
            ("0-0-0", "", "0-0-0", vec![], None),
            ("1-0", "", "", vec![], Some("1-0")),
            ("34.½-½", "34.", "", vec![], Some("1/2-1/2")),
            ("1/2!", "", "", vec![1], Some("1/2-1/2")),
        ] {
            assert_eq!(Word::parse(word), Word { number, action, nags, result, unread: "" }, "{word}");
        }
    }

    /// Damaged words whose remainder would be read as something else.
    #[test]
    fn a_move_stays_the_same_when_it_is_read_again() {
        for (word, number, action, nags) in [
            ("3+-", "3", "", vec![18]),
            ("3!", "3", "", vec![1]),
            ("1.5+-", "1.5", "", vec![18]),
            ("N!", "", "", vec![146, 1]),
            ("$14!", "", "", vec![14, 1]),
            ("+-?!", "", "", vec![18, 6]),
            ("Nf3=+=+", "", "Nf3", vec![15, 15]),
            ("Nf3±=", "", "Nf3±=", vec![]),
            ("e4e.p.=", "", "e4e.p.", vec![10]),
            ("12.+#?", "12.", "", vec![2]),
        ] {
            assert_eq!(Word::parse(word), Word { number, action, nags, ..Word::default() }, "{word}");
        }
    }

    #[test]
    fn a_glyph_without_a_valid_number_is_reported() {
        for (word, nags, unread) in [("$256", vec![], "$256"), ("$", vec![], "$"), ("$x!", vec![1], "$x")] {
            assert_eq!(Word::parse(word), Word { nags, unread, ..Word::default() }, "{word}");
        }
    }

    /// Tries all words of up to five of these pieces.
    #[test]
    fn the_parts_of_every_word_are_words_of_their_own() {
        const PIECES: [&str; 14] = ["1", ".", "…", "-", "0", "/2", "+", "#", "=", "!", "$", "N", "e4", "*"];
        let mut words = vec![String::new()];
        let mut begin = 0;
        for _ in 0..5 {
            let end = words.len();
            for at in begin..end {
                words.extend(PIECES.map(|piece| format!("{}{piece}", words[at])));
            }
            begin = end;
        }
        for word in &words {
            let Word { number, action, .. } = Word::parse(word);
            assert_eq!(Word::parse(action), Word { action, ..Word::default() }, "{word}");
            assert_eq!(Word::parse(number), Word { number, ..Word::default() }, "{word}");
        }
    }
}
