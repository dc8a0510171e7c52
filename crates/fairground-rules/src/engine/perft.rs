use super::Rules;

/// Counts the sequences of `depth` actions from a position, each distinct chance outcome once;
/// draws by repetition and by the halfmove clock are ignored (assets/rules/common.md, Perft).
///
/// Actions of the last ply are counted without being played.
///
/// ```
/// use fairground_rules::engine::{Options, Rules, perft};
/// use fairground_rules::games::chess::Chess;
///
/// assert_eq!(perft(&Chess::start(&Options::default()), 3), 8_902);
/// ```
#[must_use]
pub fn perft<P: Rules>(position: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth.saturating_sub(1) as usize];
    count(position, depth, &mut lists)
}

/// [`perft`] of each legal action, sorted by text. Empty at depth 0.
///
/// ```
/// use fairground_rules::engine::{Options, Rules, divide};
/// use fairground_rules::games::chess::Chess;
///
/// let parts = divide(&Chess::start(&Options::default()), 2);
/// assert_eq!(parts.len(), 20);
/// assert!(parts.iter().all(|(_, count)| *count == 20));
/// ```
#[must_use]
pub fn divide<P: Rules>(position: &P, depth: u32) -> Vec<(P::Action, u64)> {
    let mut actions = Vec::new();
    if depth > 0 {
        position.generate(&mut actions);
    }
    actions.sort_by_cached_key(ToString::to_string);
    let after = |action| {
        let mut next = position.clone();
        next.play(action);
        (action, perft(&next, depth - 1))
    };
    actions.into_iter().map(after).collect()
}

/// `lists` holds one action list for each ply above the last, so that each list is allocated only
/// once.
fn count<P: Rules>(position: &P, depth: u32, lists: &mut [Vec<P::Action>]) -> u64 {
    match (depth, lists.split_first_mut()) {
        (0, _) => 1,
        (1, _) | (_, None) => position.count(),
        (_, Some((actions, deeper))) => {
            actions.clear();
            position.generate(actions);
            let mut sum = 0;
            for &action in &*actions {
                let mut next = position.clone();
                next.play(action);
                sum += count(&next, depth - 1, deeper);
            }
            sum
        }
    }
}
