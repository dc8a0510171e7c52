//! The tree of a match and its variations.

use super::model::{MatchEvent, Record, RecordedAction};
use super::notes::{Branch, Note, Variation};
use fairground_rules::engine::{ActionText, DynGame, Refusal};

/// The points of a match and its variations, with the action that leads to each. The first child of
/// a point is the main line.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Removed nodes stay here, unreachable.
    nodes: Vec<TreeNode>,
}

/// A point in a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

/// The state of a part of a [`Tree`] before a change, for undo.
#[derive(Clone, Debug)]
pub struct TreePart {
    at: NodeId,
    saved: SavedPart,
}

#[derive(Clone, Debug)]
enum SavedPart {
    Children(Vec<NodeId>),
    Note(Box<Note>),
}

#[derive(Clone, Debug)]
struct TreeNode {
    /// `None` at the start.
    action: Option<ActionText>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// Holds the number of actions before this point.
    note: Note,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: vec![TreeNode { action: None, parent: None, children: Vec::new(), note: Note::new(0, false, "") }],
        }
    }
}

impl Tree {
    /// The start.
    pub const ROOT: NodeId = NodeId(0);

    /// Builds the tree of a record: its actions that stand, notes and variations.
    #[must_use]
    pub fn of(record: &Record) -> Tree {
        let mut tree = Tree::default();
        let mut line = vec![Tree::ROOT];
        for entry in record.actions() {
            line.push(tree.add(line[line.len() - 1], &entry.action));
        }
        for (after, note) in record.notes() {
            if let Some(id) = line.get(*after) {
                tree.set_note(*id, note.clone());
            }
        }
        for variation in record.variations() {
            if let Some(id) = line.get(variation.after) {
                tree.add_line(*id, &variation.line);
            }
        }
        tree
    }

    /// Adds a line of actions after `from`, with all its variations.
    pub fn add_line(&mut self, from: NodeId, line: &[Branch]) {
        let mut at = from;
        for branch in line {
            let before = at;
            at = self.add(before, &branch.action);
            let note = branch.note(0);
            if !note.is_empty() {
                self.set_note(at, note);
            }
            for other in &branch.instead {
                self.add_line(before, other);
            }
        }
    }

    /// Returns the child of `at` after this action. A new one is added as the last variation.
    pub fn add(&mut self, at: NodeId, action: &str) -> NodeId {
        if let Some(there) = self.child(at, action) {
            return there;
        }
        let new = NodeId(self.nodes.len());
        let note = Note::new(self.depth(at) + 1, false, "");
        self.nodes.push(TreeNode { action: Some(action.into()), parent: Some(at), children: Vec::new(), note });
        self.nodes[at.0].children.push(new);
        new
    }

    /// The child of `at` after this action, if known.
    #[must_use]
    pub fn child(&self, at: NodeId, action: &str) -> Option<NodeId> {
        self.children(at).iter().copied().find(|child| self.action(*child).is_some_and(|own| *own == *action))
    }

    /// Removes a point and all its descendants. Returns its parent; `None` at the start, which
    /// cannot be removed.
    pub fn remove(&mut self, id: NodeId) -> Option<NodeId> {
        let parent = self.parent(id)?;
        self.nodes[parent.0].children.retain(|child| *child != id);
        Some(parent)
    }

    /// Moves the variation of this point to the front, at the last point where it branches off.
    /// Returns `false` on the main line.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(first) = self.branch_point(id) else { return false };
        if let Some(parent) = self.parent(first) {
            let children = &mut self.nodes[parent.0].children;
            children.retain(|child| *child != first);
            children.insert(0, first);
        }
        true
    }

    /// The nearest point, from this one back, that is not the main child of its parent; `None` on
    /// the main line.
    #[must_use]
    pub fn branch_point(&self, id: NodeId) -> Option<NodeId> {
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            if self.children(parent).first() != Some(&at) {
                return Some(at);
            }
            at = parent;
        }
        None
    }

    /// The children of a point, to be saved before they are added, removed or promoted.
    #[must_use]
    pub fn children_part(&self, at: NodeId) -> TreePart {
        TreePart { at, saved: SavedPart::Children(self.children(at).to_vec()) }
    }

    /// The note at a point, to be saved before it changes.
    #[must_use]
    pub fn note_part(&self, at: NodeId) -> TreePart {
        TreePart { at, saved: SavedPart::Note(Box::new(self.note(at).clone())) }
    }

    /// Restores a part. Returns the state that it replaces.
    #[must_use]
    pub fn swap(&mut self, part: TreePart) -> TreePart {
        let TreePart { at, mut saved } = part;
        let node = &mut self.nodes[at.0];
        match &mut saved {
            SavedPart::Children(children) => std::mem::swap(&mut node.children, children),
            SavedPart::Note(note) => std::mem::swap(&mut node.note, note),
        }
        TreePart { at, saved }
    }

    /// The action that leads to a point; `None` at the start.
    #[must_use]
    pub fn action(&self, id: NodeId) -> Option<&ActionText> {
        self.nodes[id.0].action.as_ref()
    }

    /// The parent of a point; `None` at the start.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.0].parent
    }

    /// The children of a point, the main one first.
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[id.0].children
    }

    /// The number of actions before a point.
    #[must_use]
    pub fn depth(&self, id: NodeId) -> usize {
        self.nodes[id.0].note.after
    }

    /// The number of nested variations that lead to a point, 0 on the main line.
    #[must_use]
    pub fn level(&self, id: NodeId) -> usize {
        let starts = |at: &NodeId| self.parent(*at).is_some_and(|parent| self.children(parent).first() != Some(at));
        std::iter::successors(Some(id), |at| self.parent(*at)).filter(starts).count()
    }

    /// The maximum [`Tree::level`] of all points.
    #[must_use]
    pub fn levels(&self) -> usize {
        let (mut most, mut open) = (0, vec![(Tree::ROOT, 0)]);
        while let Some((at, level)) = open.pop() {
            most = most.max(level);
            open.extend(self.children(at).iter().zip(0..).map(|(child, nth)| (*child, level + nth.min(1))));
        }
        most
    }

    /// The note at a point.
    #[must_use]
    pub fn note(&self, id: NodeId) -> &Note {
        &self.nodes[id.0].note
    }

    /// Replaces the note at a point.
    pub fn set_note(&mut self, id: NodeId, note: Note) {
        let after = self.depth(id);
        self.nodes[id.0].note = Note { after, ..note };
    }

    /// The points from the start to this one, inclusive.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(id), |at| self.parent(*at)).collect();
        path.reverse();
        path
    }

    /// The line from the start through this point and on along the main children.
    #[must_use]
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        line.extend(std::iter::successors(self.children(id).first().copied(), |at| {
            self.children(*at).first().copied()
        }));
        line
    }

    /// The main line, including the start.
    #[must_use]
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_through(Tree::ROOT)
    }

    /// The actions before a point.
    #[must_use]
    pub fn actions_to(&self, id: NodeId) -> Vec<ActionText> {
        self.path(id).into_iter().filter_map(|at| self.action(at).cloned()).collect()
    }

    /// The next or previous variation at the same point, cyclically; `None` if this is the only
    /// one.
    #[must_use]
    pub fn sibling(&self, id: NodeId, forward: bool) -> Option<NodeId> {
        let all = self.children(self.parent(id)?);
        let at = all.iter().position(|own| *own == id)?;
        let next = if forward { at + 1 } else { at + all.len() - 1 };
        (all.len() > 1).then(|| all[next % all.len()])
    }

    /// The line that starts with this point, with its variations.
    fn line_from(&self, first: NodeId) -> Vec<Branch> {
        let mut line = Vec::new();
        let mut at = Some(first);
        while let Some(id) = at {
            let Some(action) = self.action(id) else { break };
            let mut branch = Branch::new(action.clone());
            branch.set_note(self.note(id).clone());
            if id != first {
                branch.instead = self.others(id).map(|other| self.line_from(other)).collect();
            }
            line.push(branch);
            at = self.children(id).first().copied();
        }
        line
    }

    /// The siblings of a main child.
    fn others(&self, main: NodeId) -> impl Iterator<Item = NodeId> {
        let all = self.parent(main).map(|parent| self.children(parent)).unwrap_or_default();
        all.iter().copied().skip(1)
    }

    /// The tree as events of a match file: the actions of the main line, then its notes, then the
    /// variations. Plays the main line on `game`, which is at the start.
    ///
    /// # Errors
    /// If the rules refuse an action of the main line.
    pub fn events(&self, game: &mut dyn DynGame) -> Result<Vec<MatchEvent>, Refusal> {
        let (mut events, mut notes, mut variations) = (Vec::new(), Vec::new(), Vec::new());
        for id in self.main_line() {
            if let Some(action) = self.action(id) {
                game.apply(action)?;
                events.push(MatchEvent::Action(RecordedAction::new(action.clone(), game.hash(), None, None)));
                let after = self.depth(id) - 1;
                let line = |other| MatchEvent::Variation(Variation { after, line: self.line_from(other) });
                variations.extend(self.others(id).map(line));
            }
            if !self.note(id).is_empty() {
                notes.push(MatchEvent::Note(Box::new(self.note(id).clone())));
            }
        }
        events.extend(notes);
        events.extend(variations);
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// e4 e5 (c5 Nf3 (Nc3)) Nf3, with d4 instead of e4.
    fn tree() -> (Tree, [NodeId; 7]) {
        let mut tree = Tree::default();
        let e4 = tree.add(Tree::ROOT, "e2e4");
        let e5 = tree.add(e4, "e7e5");
        let knight = tree.add(e5, "g1f3");
        let c5 = tree.add(e4, "c7c5");
        let open = tree.add(c5, "g1f3");
        let closed = tree.add(c5, "b1c3");
        let d4 = tree.add(Tree::ROOT, "d2d4");
        (tree, [e4, e5, knight, c5, open, closed, d4])
    }

    #[test]
    fn the_same_action_leads_to_the_same_point() {
        let (mut tree, [e4, _, _, c5, _, closed, _]) = tree();
        assert_eq!((tree.add(e4, "c7c5"), tree.children(e4).len()), (c5, 2));
        assert_eq!(tree.actions_to(c5), ["e2e4", "c7c5"]);
        assert_eq!(tree.depth(c5), 2);
        assert_eq!([e4, c5, closed].map(|id| tree.level(id)), [0, 1, 2]);
        assert_eq!(tree.levels(), 2);
    }

    #[test]
    fn a_variation_is_promoted_where_it_begins() {
        let (mut tree, [e4, e5, _, c5, open, closed, _]) = tree();
        assert_eq!(
            (tree.branch_point(closed), tree.branch_point(open), tree.branch_point(e5)),
            (Some(closed), Some(c5), None)
        );
        assert!(tree.promote(closed) && tree.children(c5) == [closed, open]);
        assert!(tree.promote(closed) && tree.children(e4) == [c5, e5]);
        assert!(!tree.promote(closed), "it is the main line");
        assert_eq!(tree.main_line(), tree.path(closed));
    }

    #[test]
    fn parts_are_swapped_for_undo_and_redo() {
        let (mut tree, [e4, e5, _, c5, ..]) = tree();
        let before = tree.children_part(e4);
        tree.remove(c5);
        let after = tree.swap(before);
        assert_eq!(tree.children(e4), [e5, c5]);
        let _ = tree.swap(after);
        assert_eq!(tree.children(e4), [e5]);
        let before = tree.note_part(e5);
        tree.set_note(e5, Note::new(0, true, "open"));
        let _ = tree.swap(before);
        assert!(tree.note(e5).is_empty() && tree.depth(e5) == 2);
    }

    #[test]
    fn variations_are_navigated_and_removed() {
        let (mut tree, [e4, e5, knight, c5, _, _, d4]) = tree();
        assert_eq!(
            (tree.sibling(e5, true), tree.sibling(c5, true), tree.sibling(e5, false)),
            (Some(c5), Some(e5), Some(c5))
        );
        assert_eq!((tree.sibling(knight, true), tree.sibling(Tree::ROOT, true)), (None, None));
        assert_eq!((tree.remove(e4), tree.children(Tree::ROOT)), (Some(Tree::ROOT), &[d4][..]));
        assert_eq!(tree.remove(Tree::ROOT), None);
    }
}
