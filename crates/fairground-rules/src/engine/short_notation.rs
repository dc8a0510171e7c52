//! Short notation as people write it, in all games: algebraic notation with signs left out.

/// Finds actions by their spellings, with or without the signs that people often leave out. Several
/// if the text is ambiguous.
pub fn matching<A: Copy>(spelled: &[(A, [String; 2])], text: &str) -> Vec<A> {
    let without_promotion = |text: &str| plain(text.split('=').next().unwrap_or_default());
    // From the strictest reading to the loosest. Capitals distinguish `b4`, which may be a pawn
    // move, from `Bb4`, a bishop move.
    let mixed = text.contains(char::is_uppercase) && text.contains(char::is_lowercase);
    let readings: [(bool, &dyn Fn(&str) -> String); 5] = [
        (true, &bare),
        (true, &plain),
        (!text.contains('='), &without_promotion),
        (!mixed, &|text| plain(text).to_lowercase()),
        (!mixed && !text.contains('='), &|text| without_promotion(text).to_lowercase()),
    ];
    for (applies, read) in readings {
        let wanted = read(text);
        if !applies || wanted.is_empty() {
            continue;
        }
        let same = |spellings: &[String; 2]| spellings.iter().any(|spelling| read(spelling) == wanted);
        let found: Vec<_> =
            spelled.iter().filter(|(_, spellings)| same(spellings)).map(|(action, _)| *action).collect();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Removes the signs of check, mate and comment.
pub fn bare(text: &str) -> String {
    text.trim().trim_end_matches(['+', '#', '!', '?']).to_string()
}

/// Removes everything that people may leave out, and writes castling with letters.
fn plain(text: &str) -> String {
    let kept = text.chars().filter(|sign| !matches!(sign, 'x' | '-' | '=' | ' ' | ':' | '+' | '#' | '!' | '?'));
    kept.map(|sign| if sign == '0' { 'O' } else { sign }).collect()
}
