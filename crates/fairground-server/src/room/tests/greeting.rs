//! The greeting: all lines, once and in order, from one shared copy.

use super::*;
use crate::room::Messages;

impl Kept {
    /// The greeting of a spectator with this many lines; `None` if refused. Each pair of numbers
    /// shares an address.
    fn watch(&mut self, number: u8, have: u64, limits: &Limits, now: Instant) -> Option<Vec<Messages>> {
        let (outlet, received) = mpsc::channel(100);
        let hello = Hello { protocol: 1, token: Some("s".to_string()), have, ..Hello::default() };
        self.room.enter((10 + u64::from(number), [10, 0, 0, number / 2].into()), &hello, outlet, limits, now);
        self.outlets.push(received);
        match self.outlets.last_mut().unwrap().try_recv().unwrap() {
            Outgoing::Greeting(greeting) => Some(greeting),
            Outgoing::One(_) | Outgoing::Bye(_) => None,
        }
    }
}

/// The numbers of the lines in a greeting.
fn lines(greeting: &[Messages]) -> Vec<u64> {
    let texts = greeting.iter().flat_map(Messages::all);
    let messages = texts.map(|text| serde_json::from_str::<Value>(text.as_str()).unwrap());
    messages.filter_map(|message| message["line"]["n"].as_u64()).collect()
}

#[test]
fn newcomers_share_one_copy_of_a_long_match() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    kept.play(&["e2e4"], begun);
    kept.take_back(Side::White, begun);
    let round: String = kept.log.record.lines().skip(1).flat_map(|line| [line, "\n"]).collect();
    kept.log.record.push_str(&round.repeat(500));
    let mut kept = kept.again(begun);
    assert_eq!(kept.room.lines(), 1003);
    let limits = Limits::default();
    for (number, have) in (0..).zip([0, 1, 255, 256, 257, 1000, 1003, 5000, u64::MAX]) {
        let greeting = kept.watch(number, have, &limits, begun).unwrap();
        assert_eq!(lines(&greeting), (have.saturating_add(1)..=1003).collect::<Vec<_>>(), "{have}");
    }
    let address = |text: &axum::extract::ws::Utf8Bytes| text.as_str().as_ptr();
    let greetings: Vec<_> = (20..24).map(|number| kept.watch(number, 0, &limits, begun).unwrap()).collect();
    let own = |greeting: &[Messages]| {
        let shared: Vec<_> = greetings[0].iter().flat_map(Messages::all).map(address).collect();
        greeting.iter().flat_map(Messages::all).filter(|text| !shared.contains(&address(text))).count()
    };
    for greeting in &greetings[1..] {
        assert!(own(greeting) < 256 + 10, "{}", own(greeting));
    }
}

#[test]
fn spectators_are_limited_by_address_too() {
    let begun = Instant::now();
    let mut kept = Kept::begun(CreateRoom::of_game("chess"), begun);
    let limits = Limits { spectators: 3, spectators_per_address: 1, ..Limits::default() };
    let mut comes = |number| kept.watch(number, 0, &limits, begun).is_some();
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(&mut comes), [true, false, true, false, true, false, false]);
}
