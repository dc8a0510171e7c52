//! The command `go` with its limits.

use std::time::Duration;

use crate::bots::time::TimeBudget;
use crate::engine::Side;

/// Time reserved for communication with the GUI.
const OVERHEAD: Duration = Duration::from_millis(20);

/// The minimum time for a move on a clock.
const MIN_TIME: Duration = Duration::from_millis(5);

/// The parameters of `go`.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Go {
    pub search_moves: Vec<String>,
    pub ponder: bool,
    pub infinite: bool,
    /// The clocks of White and Black, ms.
    clocks: [Option<u64>; 2],
    increments: [Option<u64>; 2],
    moves_to_go: Option<u64>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Search for a win in this number of moves.
    pub mate: Option<u32>,
    move_time: Option<u64>,
}

const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Go {
    /// Parses the words after `go`. Returns the unknown words, and those without their number; the
    /// protocol says to ignore both.
    pub fn parse<'a>(words: &[&'a str]) -> (Go, Vec<&'a str>) {
        let (mut go, mut unknown) = (Go::default(), Vec::new());
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(action) = words.next_if(|word| !WORDS.contains(word)) {
                        go.search_moves.push(action.to_string());
                    }
                }
                _ => match words.peek().and_then(|word| number(word)) {
                    Some(number) if WORDS.contains(&word) => {
                        go.set(word, number);
                        words.next();
                    }
                    _ => unknown.push(word),
                },
            }
        }
        (go, unknown)
    }

    fn set(&mut self, word: &str, number: u64) {
        match word {
            "wtime" => self.clocks[0] = Some(number),
            "btime" => self.clocks[1] = Some(number),
            "winc" => self.increments[0] = Some(number),
            "binc" => self.increments[1] = Some(number),
            "movestogo" => self.moves_to_go = Some(number),
            "depth" => self.depth = Some(number.clamp(1, 100) as u32),
            "nodes" => self.nodes = Some(number.max(1)),
            "mate" => self.mate = Some(number.clamp(1, 40) as u32),
            _ => self.move_time = Some(number),
        }
    }

    /// The maximum time for this move; `None` without a time limit.
    pub fn time(&self, side: Option<Side>) -> Option<Duration> {
        if self.infinite {
            return None;
        }
        if let Some(time) = self.move_time {
            return Some(Duration::from_millis(time).saturating_sub(OVERHEAD / 4).max(Duration::from_millis(1)));
        }
        self.clock(side).map(|budget| budget.hard)
    }

    /// The time for this move from the clock of this side, if it has one.
    fn clock(&self, side: Option<Side>) -> Option<TimeBudget> {
        let side = side.unwrap_or(Side::White).index();
        let left = Duration::from_millis(self.clocks[side]?);
        let increment = Duration::from_millis(self.increments[side].unwrap_or(0));
        let moves = self.moves_to_go.map(|moves| moves.min(1_000) as u32);
        Some(TimeBudget::on_clock(left, increment, moves).without(OVERHEAD, MIN_TIME))
    }

    /// Whether this side's search, apart from pondering, ends only by `stop`.
    pub fn is_endless(&self, side: Option<Side>) -> bool {
        self.infinite || self.time(side).is_none() && self.depth().is_none() && self.nodes.is_none()
    }

    /// The time for this move, if a clock alone limits the search. A forced move is then played
    /// immediately.
    pub fn managed_time(&self, side: Option<Side>) -> Option<TimeBudget> {
        let fixed = self.infinite || self.move_time.is_some() || self.depth.is_some() || self.nodes.is_some();
        if fixed || self.mate.is_some() { None } else { self.clock(side) }
    }

    /// The depth limit, in decisions. It exceeds the distance to a mate, because late moves are
    /// searched less deeply.
    pub fn depth(&self) -> Option<u32> {
        let for_mate = self.mate.map(|moves| 4 * moves + 4);
        self.depth.into_iter().chain(for_mate).min()
    }
}

/// Parses a whole number, at least 0. Some programs write decimals, or negative clocks.
fn number(text: &str) -> Option<u64> {
    // Excludes the words `inf` and `nan`.
    let numeric = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
    let number: f64 = text.parse().ok().filter(|number: &f64| numeric && number.is_finite())?;
    Some(number.max(0.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        let (go, unknown) = Go::parse(&text.split_whitespace().collect::<Vec<_>>());
        assert!(unknown.is_empty(), "{unknown:?}");
        go
    }

    #[test]
    fn words_are_read_in_any_order() {
        let found = go("searchmoves e2e4 d2d4 wtime 60000 btime -5 mate 2 ponder");
        assert_eq!(found.search_moves, ["e2e4", "d2d4"]);
        assert!(found.ponder && !found.infinite && found.mate == Some(2));
        assert_eq!(found.time(Some(Side::White)), Some(Duration::from_millis(7_980)));
        assert_eq!(found.time(Some(Side::Black)), Some(MIN_TIME));
        assert_eq!(go("infinite").time(None), None);
        assert_eq!(go("movetime 500").time(None), Some(Duration::from_millis(495)));
        for (words, unknown) in [("perft 2", 2), ("depth", 1), ("nodes many", 2), ("e2e4 depth 3", 1)] {
            let (found, ignored) = Go::parse(&words.split(' ').collect::<Vec<_>>());
            assert_eq!((ignored.len(), found.depth.is_some()), (unknown, words.ends_with('3')), "{words}");
        }
    }

    #[test]
    fn numbers_of_any_size_and_with_decimals_are_read() {
        let side = Some(Side::White);
        let exact = go("wtime 3000 winc 40").time(side);
        for clock in ["3000.5", "3000.0", "+3000", "3e3"] {
            assert_eq!(go(&format!("wtime {clock} btime {clock} winc 40.9")).time(side), exact, "{clock}");
        }
        for clock in ["-5", "-5.5", "-99999999999999999999999", "0.4"] {
            assert_eq!(go(&format!("wtime {clock}")).time(side), Some(MIN_TIME), "{clock}");
        }
        for huge in ["99999999999999999999999", "1e300", "18446744073709551615"] {
            assert!(go(&format!("wtime {huge} winc {huge}")).time(side) > Some(Duration::from_secs(1 << 30)), "{huge}");
            assert!(go(&format!("movetime {huge}")).time(side) > Some(Duration::from_secs(1 << 30)), "{huge}");
            assert_eq!(go(&format!("depth {huge}")).depth(), Some(100), "{huge}");
        }
        for word in ["nan", "inf", "infinity", "1e400", "-", "3,5"] {
            assert_eq!(number(word), None, "{word}");
        }
    }

    #[test]
    fn only_a_limit_ends_a_search() {
        for (words, endless) in [
            ("", true),
            ("infinite depth 3", true),
            ("ponder movetime 9", false),
            ("btime 1000", true),
            ("wtime 1000", false),
            ("depth 3", false),
            ("nodes 5", false),
            ("mate 2", false),
            ("movetime 5", false),
        ] {
            assert_eq!(go(words).is_endless(Some(Side::White)), endless, "{words}");
        }
    }

    #[test]
    fn only_the_time_of_a_clock_is_managed() {
        let managed = |words| go(words).managed_time(Some(Side::White)).map(|budget| [budget.soft, budget.hard]);
        let ms = |[soft, hard]: [u64; 2]| Some([soft, hard].map(Duration::from_millis));
        assert_eq!(managed("wtime 60000 btime 1000"), ms([1_980, 7_980]));
        assert_eq!(managed("ponder wtime 9 btime 9"), ms([5, 5]));
        assert_eq!(managed("wtime 60000 movestogo 2"), ms([29_980, 29_980]));
        for fixed in ["", "infinite", "movetime 50", "depth 3", "nodes 9 wtime 1000", "mate 1", "btime 1000"] {
            assert_eq!(managed(fixed), None, "{fixed}");
        }
    }
}
