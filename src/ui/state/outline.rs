//! The points of an analysis board as rows of moves: the main line, with each variation below the
//! move that it replaces.

use crate::engine::{DynGame, Side};
use crate::play::{NodeId, Note, Tree, first_move_number};
use crate::ui::words;

/// The rows of the tree.
#[derive(Debug, Default)]
pub struct TreeOutline {
    /// The rows from top to bottom.
    pub rows: Vec<OutlineRow>,
}

/// Consecutive moves and comments.
#[derive(Debug)]
pub struct OutlineRow {
    /// The nesting depth of the variation.
    pub depth: usize,
    /// The contents.
    pub items: Vec<OutlineItem>,
}

/// A part of a row.
#[derive(Debug, PartialEq, Eq)]
pub enum OutlineItem {
    /// A move number.
    Number(String),
    /// An action.
    Move {
        /// The point after the action.
        id: NodeId,
        /// The notation of the action.
        text: String,
        /// The action in words.
        words: String,
    },
    /// The comment at a point.
    Comment(String),
}

impl TreeOutline {
    /// Lays out a tree that begins with the position `start`.
    pub fn of(tree: &Tree, start: &dyn DynGame) -> TreeOutline {
        let mut outline = TreeOutline::default();
        outline.new_row(0);
        outline.comment(tree.note(Tree::ROOT));
        outline.line(tree, start.boxed(), Tree::ROOT, None, MoveNumbers::of(start), 0);
        outline.rows.retain(|row| !row.items.is_empty());
        outline
    }

    fn new_row(&mut self, depth: usize) {
        self.rows.push(OutlineRow { depth, items: Vec::new() });
    }

    fn push(&mut self, item: OutlineItem) {
        if let Some(row) = self.rows.last_mut() {
            row.items.push(item);
        }
    }

    fn comment(&mut self, note: &Note) {
        let sign = if note.bookmark { "★ " } else { "" };
        let words = format!("{sign}{}", note.text());
        if !words.is_empty() {
            self.push(OutlineItem::Comment(words));
        }
    }

    /// Adds the moves after `from`: the main line, or `first` and its main line.
    fn line(
        &mut self,
        tree: &Tree,
        mut game: Box<dyn DynGame>,
        from: NodeId,
        first: Option<NodeId>,
        mut numbers: MoveNumbers,
        depth: usize,
    ) {
        let (mut at, mut next) = (from, first.or(tree.children(from).first().copied()));
        numbers.repeat = true;
        while let Some(id) = next {
            let Some(action) = tree.action(id) else { break };
            let before = numbers;
            if let Some(number) = game.turn().side().and_then(|side| numbers.before(side)) {
                self.push(OutlineItem::Number(number));
            }
            let (text, words) = (words::short(&*game, action), game.describe(action).unwrap_or_default());
            self.push(OutlineItem::Move { id, text, words });
            self.comment(tree.note(id));
            let others: Vec<_> = match (first == Some(id), tree.children(at)) {
                // Listed with the main move instead.
                (true, _) => Vec::new(),
                (false, all) => all.iter().copied().filter(|other| *other != id).collect(),
            };
            for other in &others {
                self.new_row(depth + 1);
                self.line(tree, game.boxed(), at, Some(*other), before, depth + 1);
            }
            if !others.is_empty() {
                self.new_row(depth);
                numbers.repeat = true;
            }
            if game.apply(action).is_err() {
                break;
            }
            (at, next) = (id, tree.children(id).first().copied());
        }
    }
}

/// Move numbers. The turns of both sides share a number.
#[derive(Clone, Copy)]
struct MoveNumbers {
    number: usize,
    last: Option<Side>,
    /// Whether to repeat the previous number.
    repeat: bool,
}

impl MoveNumbers {
    /// Numbers from a position on.
    fn of(start: &dyn DynGame) -> MoveNumbers {
        let first = usize::try_from(first_move_number(start)).unwrap_or(usize::MAX);
        MoveNumbers { number: first.saturating_sub(1), last: None, repeat: false }
    }

    fn before(&mut self, side: Side) -> Option<String> {
        let same = self.last == Some(side);
        if self.last.is_none() || side == Side::White && !same {
            self.number += 1;
        }
        self.last = Some(side);
        let repeat = std::mem::take(&mut self.repeat);
        match side {
            _ if same && !repeat => None,
            Side::White => Some(format!("{}.", self.number)),
            Side::Black => repeat.then(|| format!("{}…", self.number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;
    use crate::play::BoardLink;

    fn rows(link: &str) -> Vec<String> {
        let analysed = BoardLink::read(link).unwrap();
        let start = analysed.to_replay().unwrap().game().boxed();
        let outline = TreeOutline::of(&analysed.tree, &*start);
        let text = |item: &OutlineItem| match item {
            OutlineItem::Number(text) | OutlineItem::Comment(text) => text.clone(),
            OutlineItem::Move { text, .. } => text.clone(),
        };
        let row = |row: &OutlineRow| {
            format!("{}{}", "> ".repeat(row.depth), row.items.iter().map(text).collect::<Vec<_>>().join(" "))
        };
        outline.rows.iter().map(row).collect()
    }

    #[test]
    fn variations_stand_below_the_move_that_they_are_instead_of() {
        let link = "#game=chess&moves=e4+e5+(c5+%7BSicilian%7D+Nf3+(Nc3+Nc6)+d6)+(e6)+Nf3+Nc6";
        let expected = ["1. e4 e5", "> 1… c5 Sicilian 2. Nf3", "> > 2. Nc3 Nc6", "> 2… d6", "> 1… e6", "2. Nf3 Nc6"];
        assert_eq!(rows(link), expected);
    }

    #[test]
    fn moves_have_the_numbers_of_the_position() {
        let start = "rnbqkbnr/ppp1pppp/8/8/2pP4/8/PP2PPPP/RNBQKBNR b KQkq d3 0 3";
        let game = games::begin(games::info("chess").unwrap(), Options::default(), Some(start)).unwrap();
        let link = BoardLink::write(&crate::play::AnalysedGame::of_game(&*game).unwrap()).unwrap();
        assert_eq!(rows(&format!("{link}&moves=Nf6+d5")), ["3… Nf6 4. d5"]);
    }

    #[test]
    fn faces_are_variations() {
        let link = "#game=fluky&moves=c1c2+%7B~N%7D+(%7B~R%7D+b5b4)+b5b4";
        assert_eq!(rows(link), ["1. c2 🎲N", "> 1. 🎲R b4", "1… b4"]);
    }
}
