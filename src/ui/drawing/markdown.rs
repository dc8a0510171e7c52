//! The subset of Markdown used by the rules: headings, paragraphs, lists, tables, code and
//! diagrams.

/// A block of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MarkdownBlock {
    /// A heading: its level from 1, and its text with inline marks unparsed.
    Heading(u8, String),
    /// A paragraph.
    Paragraph(String),
    /// A list item: its number or bullet, and its text.
    Item(String, String),
    /// A table by rows; the first row is the header.
    Table(Vec<Vec<String>>),
    /// Preformatted lines.
    Code(String),
    /// A diagram: its kind, and its lines as typed.
    Diagram(String, Vec<String>),
}

/// An inline span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span<'a> {
    /// Unmarked text.
    Plain(&'a str),
    /// Enclosed in double asterisks.
    Bold(&'a str),
    /// Enclosed in single asterisks.
    Italic(&'a str),
    /// Enclosed in backquotes.
    Code(&'a str),
}

/// Parses a text into blocks.
pub fn parse(text: &str) -> Vec<MarkdownBlock> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    // Whether the next line continues the last block.
    let mut open = false;
    while let Some(line) = lines.next() {
        let bare = line.trim();
        if let Some(kind) = bare.strip_prefix("```") {
            let code: Vec<_> = lines.by_ref().take_while(|line| !line.trim_start().starts_with("```")).collect();
            blocks.push(match kind {
                "board" | "wedge" | "corners" => {
                    MarkdownBlock::Diagram(kind.into(), code.into_iter().map(String::from).collect())
                }
                _ => MarkdownBlock::Code(code.join("\n")),
            });
            open = false;
        } else if bare.is_empty() {
            open = false;
        } else if let Some((level, words)) = heading(line) {
            blocks.push(MarkdownBlock::Heading(level, words.into()));
            open = false;
        } else if bare.starts_with('|') {
            add_row(&mut blocks, open, cells(bare));
            open = true;
        } else if let Some((mark, words)) = item(bare) {
            blocks.push(MarkdownBlock::Item(mark, words.into()));
            open = true;
        } else {
            match blocks.last_mut() {
                Some(MarkdownBlock::Paragraph(words) | MarkdownBlock::Item(_, words)) if open => {
                    words.push(' ');
                    words.push_str(bare);
                }
                _ => blocks.push(MarkdownBlock::Paragraph(bare.into())),
            }
            open = true;
        }
    }
    blocks
}

fn heading(line: &str) -> Option<(u8, &str)> {
    let words = line.trim_start_matches('#');
    let level = line.len() - words.len();
    (1..=6).contains(&level).then_some((level as u8, words.strip_prefix(' ')?.trim()))
}

fn item(line: &str) -> Option<(String, &str)> {
    if let Some(words) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return Some(("•".into(), words));
    }
    let (number, words) = line.split_once(". ")?;
    let counts = !number.is_empty() && number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    counts.then(|| (format!("{number}."), words))
}

fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
}

fn add_row(blocks: &mut Vec<MarkdownBlock>, open: bool, row: Vec<String>) {
    let rules = |cell: &String| cell.contains('-') && cell.chars().all(|letter| matches!(letter, '-' | ':'));
    match blocks.last_mut() {
        Some(MarkdownBlock::Table(_)) if open && row.iter().all(rules) => {}
        Some(MarkdownBlock::Table(rows)) if open => rows.push(row),
        _ => blocks.push(MarkdownBlock::Table(vec![row])),
    }
}

/// Splits a line into spans; unpaired marks are left as text.
pub fn spans(line: &str) -> Vec<Span<'_>> {
    let mut found = Vec::new();
    let (mut plain, mut at) = (0, 0);
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let mark = ["`", "**", "*"].into_iter().find(|mark| rest.starts_with(mark));
        let inner = mark.and_then(|mark| rest[mark.len()..].split_once(mark).map(|(inner, _)| (mark, inner)));
        // An asterisk with a space on its inner side is literal.
        let inner = inner.filter(|(mark, inner)| *mark != "*" || inner.trim() == *inner);
        match inner {
            Some((mark, inner)) if !inner.is_empty() => {
                if plain < at {
                    found.push(Span::Plain(&line[plain..at]));
                }
                found.push(match mark {
                    "`" => Span::Code(inner),
                    "**" => Span::Bold(inner),
                    _ => Span::Italic(inner),
                });
                at += inner.len() + 2 * mark.len();
                plain = at;
            }
            _ => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    if plain < line.len() {
        found.push(Span::Plain(&line[plain..]));
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games;

    #[test]
    fn every_kind_of_block() {
        let board = MarkdownBlock::Diagram("board".into(), vec!["a b c".into()]);
        assert_eq!(parse("```board\na b c\n```"), [board]);
        let text = "# A game\n\nTwo\nlines.\n- one\n  and more\n1. first\n\n| a | b |\n| --- | :-: |\n| `1` | 2 |\n\n```text\nx  y\n\nz\n```\n";
        assert_eq!(
            parse(text),
            [
                MarkdownBlock::Heading(1, "A game".into()),
                MarkdownBlock::Paragraph("Two lines.".into()),
                MarkdownBlock::Item("•".into(), "one and more".into()),
                MarkdownBlock::Item("1.".into(), "first".into()),
                MarkdownBlock::Table(vec![vec!["a".into(), "b".into()], vec!["`1`".into(), "2".into()]]),
                MarkdownBlock::Code("x  y\n\nz".into()),
            ]
        );
    }

    #[test]
    fn marks_within_a_line() {
        let expected =
            [Span::Plain("a "), Span::Bold("b"), Span::Plain(" "), Span::Code("c3*c5"), Span::Plain(" 2 * 3 `")];
        assert_eq!(spans("a **b** `c3*c5` 2 * 3 `"), expected);
        assert_eq!(spans("it *shoots* on"), [Span::Plain("it "), Span::Italic("shoots"), Span::Plain(" on")]);
        assert_eq!(spans("**"), [Span::Plain("**")]);
        assert_eq!(spans(""), []);
    }

    /// Unparsed marks would appear as asterisks and backquotes.
    #[test]
    fn nothing_of_the_rules_is_left_unread() {
        for info in games::ALL {
            let blocks = parse(crate::presentation::Presentation::of(info).rules);
            assert!(matches!(&blocks[0], MarkdownBlock::Heading(1, _)), "{}", info.id);
            assert!(blocks.len() > 10, "{}", info.id);
            for block in blocks {
                let lines = match block {
                    MarkdownBlock::Heading(_, words)
                    | MarkdownBlock::Paragraph(words)
                    | MarkdownBlock::Item(_, words) => vec![words],
                    MarkdownBlock::Table(rows) => rows.concat(),
                    MarkdownBlock::Code(_) | MarkdownBlock::Diagram(..) => vec![],
                };
                for line in lines {
                    for span in spans(&line) {
                        assert!(
                            !matches!(span, Span::Plain(words) if words.contains('*') || words.contains('`')),
                            "{line}"
                        );
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[#|`*\\-0-9. a-zä🎲\n]{0,80}") {
            parse(&text);
            for line in text.lines() {
                let kept: usize = spans(line).iter().map(|span| match span {
                    Span::Plain(words) => words.len(),
                    Span::Bold(words) => words.len() + 4,
                    Span::Italic(words) => words.len() + 2,
                    Span::Code(words) => words.len() + 2,
                }).sum();
                prop_assert_eq!(kept, line.len());
            }
        }
    }
}
