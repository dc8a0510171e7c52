//! Positions of chess in the notation of other programs.

use std::borrow::Cow;

/// The index of the fullmove number in a FEN.
const FULLMOVE: usize = 5;

/// The opcodes of an Extended Position Description that files use without a semicolon.
const OPCODES: [&str; 10] = ["am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "pm", "pv"];

/// Completes a FEN without its counters, or an Extended Position Description, whose operations are
/// dropped except for the counters (`hmvc`, `fmvn`), to a FEN of six fields. A fullmove number of 0
/// becomes 1; surrounding and repeated spaces are removed. Other text is returned unchanged.
pub(super) fn complete(text: &str) -> Cow<'_, str> {
    let words: Vec<_> = text.split_whitespace().collect();
    let Some((fields, rest)) = words.split_at_checked(4) else { return Cow::Borrowed(text.trim()) };
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let operand = |name: &str, other| {
        let found = rest.iter().skip_while(|word| **word != name).nth(1);
        found.map_or(other, |word| word.trim_end_matches(';'))
    };
    let are_operations = |words: &[&str]| {
        let [opcode, ..] = words else { return true };
        OPCODES.contains(opcode)
            || words.last().is_some_and(|word| word.ends_with(';'))
                && opcode.starts_with(|letter: char| letter.is_ascii_alphabetic())
    };
    let counters = match rest {
        [] => ["0", "1"],
        [halfmoves] if is_number(halfmoves) => [*halfmoves, "1"],
        [halfmoves, moves, operations @ ..] if is_number(halfmoves) && is_number(moves) => {
            if !are_operations(operations) {
                return Cow::Borrowed(text.trim());
            }
            [*halfmoves, *moves]
        }
        operations if are_operations(operations) => [operand("hmvc", "0"), operand("fmvn", "1")],
        _ => return Cow::Borrowed(text.trim()),
    };
    let mut all = [fields, &counters].concat();
    if all[FULLMOVE] == "0" {
        all[FULLMOVE] = "1";
    }
    Cow::Owned(all.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_counters_are_completed() {
        let board = "8/8/8/8/8/8/k7/7K w - -";
        for (more, counters) in [
            ("", "0 1"),
            (" 7", "7 1"),
            (" 3 40", "3 40"),
            (" 0 0", "0 1"),
            (" 3 40\r\n", "3 40"),
            ("  3  40 ", "3 40"),
            (" bm Kg1; id \"a b\";", "0 1"),
            (" fmvn 9; hmvc 4; bm Kg1;", "4 9"),
            (" 3 40 bm Kg1;", "3 40"),
            (" bm Kg1", "0 1"),
        ] {
            assert_eq!(complete(&format!("{board}{more}")), format!("{board} {counters}"), "{more}");
        }
        for other in [
            "",
            "no position",
            "8/8 w -",
            "8/8 w - - - 1",
            "8/8 w - - 0 1 2",
            "8/8 w - - O 1",
            "8/8 w - - x y",
            "8/8 w - - 0 1 moves a2a1",
        ] {
            assert_eq!(complete(other), other);
        }
        assert_eq!(complete(" 8/8 "), "8/8");
    }
}
