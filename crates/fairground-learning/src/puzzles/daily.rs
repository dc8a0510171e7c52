use jiff::civil::Date;

use super::Puzzle;
use fairground_rules::engine::{fnv1a, split_mix_64};

/// The puzzle of a day, the same for all players with the same list. Each round shows every puzzle
/// once, in a new order. `None` if the list is empty.
///
/// ```
/// use fairground_learning::puzzles;
/// use jiff::civil::date;
///
/// let list = puzzles::shipped("fluky")?;
/// let day = date(2026, 11, 23);
/// assert_eq!(puzzles::of_the_day(&list, day), puzzles::of_the_day(&list, day));
/// assert_ne!(puzzles::of_the_day(&list, day), puzzles::of_the_day(&list, date(2026, 11, 24)));
/// # Ok::<(), fairground_rules::games::UnknownGame>(())
/// ```
#[must_use]
pub fn of_the_day(list: &[Puzzle], day: Date) -> Option<&Puzzle> {
    let count = i64::try_from(list.len()).ok().filter(|count| *count > 0)?;
    let number = (day - jiff::civil::date(1970, 1, 1)).get_days();
    let (round, nth) = (i64::from(number).div_euclid(count), i64::from(number).rem_euclid(count));
    let mut order: Vec<_> = list.iter().collect();
    let place = |puzzle: &Puzzle| split_mix_64(fnv1a(puzzle.id.as_bytes()) ^ round.cast_unsigned());
    order.sort_by_key(|puzzle| (place(puzzle), &puzzle.id));
    order.get(usize::try_from(nth).ok()?).copied()
}
