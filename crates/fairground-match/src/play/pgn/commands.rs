//! Commands in comments, such as `[%clk 0:01:00]`.

use std::ops::Range;

/// A command in a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command<'a> {
    /// Its bytes in the comment, brackets included.
    pub at: Range<usize>,
    /// The name, such as `clk`.
    pub name: &'a str,
    /// The rest, without outer spaces.
    pub argument: &'a str,
}

/// The commands of a comment, in order. An unclosed command is text; a closing bracket ends the
/// last one opened.
pub(super) fn commands(comment: &str) -> impl Iterator<Item = Command<'_>> {
    let mut from = 0;
    comment.match_indices(']').filter_map(move |(end, _)| {
        let text = &comment[from..end];
        let begin = text.rfind("[%").map(|begin| from + begin);
        from = end + 1;
        let inside = &comment[begin? + 2..end];
        let (name, argument) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        Some(Command { at: begin?..end + 1, name, argument: argument.trim() })
    })
}

/// The first argument of this command that `read` accepts.
pub(super) fn first<T>(comment: &str, name: &str, read: impl FnMut(&str) -> Option<T>) -> Option<T> {
    let own = commands(comment).filter(|command| command.name == name);
    own.map(|command| command.argument).find_map(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_begins_and_ends() {
        let found =
            |comment| commands(comment).map(|command| (&comment[command.at], command.argument)).collect::<Vec<_>>();
        for (comment, expected) in [
            ("", vec![]),
            ("a [%clk 0:01:00] b", vec![("[%clk 0:01:00]", "0:01:00")]),
            ("[%clk 0:01:00][%emt  1 ]", vec![("[%clk 0:01:00]", "0:01:00"), ("[%emt  1 ]", "1")]),
            ("[%clk 0:01:00", vec![]),
            ("[%eval -0.7 [%clk 0:01:00] c]", vec![("[%clk 0:01:00]", "0:01:00")]),
            ("] [%csl] [a] %b]", vec![("[%csl]", "")]),
        ] {
            assert_eq!(found(comment), expected, "{comment}");
        }
        let number = |text: &str| text.parse::<u8>().ok();
        assert_eq!(first("[%a x] [%b 1] [%a 2] [%a 3]", "a", number), Some(2));
    }
}
