//! Data of a match's actions besides their texts.

use std::sync::Arc;
use std::time::Duration;

use fairground_rules::engine::Side;

/// The number of steps in a block. Copies share full blocks, so that copying costs little even for
/// a long match.
const BLOCK: usize = 512;

/// Data of an action besides its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The side that acted.
    pub side: Side,
    /// Whether it was a decision rather than a roll.
    pub decision: bool,
    /// Whether the turn passed to the other side, or the match ended.
    pub ends_turn: bool,
    /// The time taken from the clock.
    pub used: Duration,
}

/// A step for each action that stands.
#[derive(Clone, Default)]
pub(super) struct Steps {
    full: Vec<Arc<Vec<Step>>>,
    last: Vec<Step>,
}

impl Steps {
    pub fn len(&self) -> usize {
        self.full.len() * BLOCK + self.last.len()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Step> + ExactSizeIterator {
        (0..self.len()).map(|index| &self.full.get(index / BLOCK).map_or(&self.last, |full| &**full)[index % BLOCK])
    }

    pub fn push(&mut self, step: Step) {
        self.last.push(step);
        if self.last.len() == BLOCK {
            self.full.push(Arc::new(std::mem::take(&mut self.last)));
        }
    }

    pub fn pop(&mut self) -> Option<Step> {
        if self.last.is_empty() {
            self.last = Arc::unwrap_or_clone(self.full.pop()?);
        }
        self.last.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_and_go_across_blocks() {
        let step = |ms: usize| {
            let used = Duration::from_millis(ms as u64);
            Step { side: Side::White, decision: true, ends_turn: false, used }
        };
        let mut steps = Steps::default();
        (0..2 * BLOCK + 1).for_each(|ms| steps.push(step(ms)));
        let copy = steps.clone();
        assert!(Arc::ptr_eq(&steps.full[1], &copy.full[1]), "a copy shares the full blocks");
        assert_eq!((steps.pop(), steps.pop()), (Some(step(2 * BLOCK)), Some(step(2 * BLOCK - 1))));
        assert_eq!((steps.len(), copy.len()), (2 * BLOCK - 1, 2 * BLOCK + 1));
        assert!(steps.iter().copied().eq((0..2 * BLOCK - 1).map(step)));
        assert_eq!(copy.iter().rposition(|own| *own == step(BLOCK)), Some(BLOCK));
        while steps.pop().is_some() {}
        assert_eq!((steps.len(), steps.pop()), (0, None));
    }
}
