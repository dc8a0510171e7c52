//! Produces the text of a broadcast: the players with clocks and captures, the last action or roll,
//! the opening card and the result.

use std::time::Duration;

use super::caption::{Caption, Headline, PlayerCaption};
use super::cards::{end_card, luck_words, occasion, opening_card};
use crate::bots::Limits;
use crate::engine::{DynGame, Outcome, Side, Turn};
use crate::play::{self, Replay, Seat, Setup};
use crate::presentation::Presentation;
use crate::session::{self, Screen, Session, TurnClock};
use crate::ui::{MoveHistory, words};

/// Produces the text of a match.
#[derive(Default)]
pub struct Captions {
    /// The clocks of a replay, indexed by the number of actions played.
    clocks: Option<Vec<[Duration; 2]>>,
    /// The event and the date.
    occasion: String,
    /// Whether the end card has the luck of the dice, which takes a search of each throw.
    counts_luck: bool,
    /// Whether each position is evaluated, which takes a search.
    evaluates: bool,
    /// The number of actions at which a film begins with the opening card.
    opens_at: Option<usize>,
    /// White's expected score in the last position at rest.
    evaluation: Option<f64>,
    /// The text of the last action that has come to rest, with the number of actions up to it and the
    /// hash of the position.
    rested: Option<(usize, u64, Caption)>,
}

/// The text of whatever match or replay is on the table.
#[derive(Default)]
pub struct LiveCaptions {
    captions: Captions,
    /// The match of the captions: its kind, seed, players, and the length of a replay.
    shown: Option<(Screen, u64, [Option<String>; 2], usize)>,
}

impl LiveCaptions {
    /// The text of the match on the table, begun anew for another match.
    pub fn follow(&mut self, session: &Session) -> &mut Captions {
        let length = session.replay().map_or(0, Replay::len);
        let shown = session.setup().map(|setup| (session.screen(), setup.seed, setup.names.clone(), length));
        if self.shown != shown {
            (self.captions, self.shown) = (Captions::new(session), shown);
        }
        &mut self.captions
    }
}

impl Captions {
    /// Prepares the text of a match or replay.
    #[must_use]
    pub fn new(session: &Session) -> Captions {
        let (clocks, occasion) = match session.replay() {
            Some(replay) => (replay.clocks(), occasion(replay)),
            None => (None, session.setup().and_then(|setup| setup.event.clone()).unwrap_or_default()),
        };
        Captions { clocks, occasion, ..Captions::default() }
    }

    /// Adds the luck of the dice to the end card.
    #[must_use]
    pub fn counting_luck(self) -> Captions {
        Captions { counts_luck: true, ..self }
    }

    /// Begins with the opening card, even in the middle of a match.
    #[must_use]
    pub fn opening(self, session: &Session) -> Captions {
        Captions { opens_at: session.game().map(|game| game.action_count()), ..self }
    }

    /// Adds an evaluation of each position.
    #[must_use]
    pub fn evaluating(self) -> Captions {
        Captions { evaluates: true, ..self }
    }

    /// Sets the evaluation to one computed elsewhere: none if it is not `wanted`, the previous one
    /// during motion and while `known` is `None`.
    pub fn set_evaluation(&mut self, wanted: bool, known: Option<f64>, moving: bool) {
        if !wanted {
            self.evaluation = None;
        } else if !moving {
            self.evaluation = known.or(self.evaluation);
        }
    }

    /// Returns the text of a frame; `None` if the table is empty. The text does not change during
    /// motion, so results follow the motion. A roll appears once the die has been read.
    pub fn of(&mut self, session: &Session, clock: TurnClock, moving: bool) -> Option<Caption> {
        let game = session.game()?;
        let setup = session.setup()?;
        let actions = game.played();
        let at = actions.len();
        let is_read = actions.last().is_some_and(|action| action.is_roll())
            && self.rested.as_ref().is_some_and(|(before, ..)| before + 1 == at);
        if !moving || is_read || self.rested.is_none() {
            let outcome = session.outcome().filter(|_| !moving);
            let hash = game.hash();
            let is_new = self.rested.as_ref().is_none_or(|(before, position, caption)| {
                (*before, *position) != (at, hash) || outcome.is_some() && !caption.action.is_card
            });
            if is_new {
                if self.evaluates {
                    self.evaluation = evaluation(game, outcome);
                }
                self.opens_at = self.opens_at.filter(|first| *first == at);
                self.rested = Some((at, hash, self.at_rest(session, game, setup, outcome)));
            }
        }
        let mut caption = self.rested.as_ref()?.2.clone();
        caption.evaluation = self.evaluation;
        for (player, side) in caption.players.iter_mut().zip(Side::BOTH) {
            player.clock = self.clock(session, clock, side, at);
        }
        Some(caption)
    }

    fn at_rest(&self, session: &Session, game: &dyn DynGame, setup: &Setup, outcome: Option<Outcome>) -> Caption {
        let info = game.info();
        let pieces = session::captured(game);
        let players = Side::BOTH.map(|side| {
            let (seat, name) = (setup.seats[side.index()], setup.names[side.index()].as_ref());
            let name = words::name(seat, name);
            let level = match seat {
                Seat::Bot(bot) if bot.title() != name => {
                    let title = bot.title();
                    format!(", {}", title.strip_suffix(&format!(", {name}")).unwrap_or(&title))
                }
                _ => String::new(),
            };
            PlayerCaption {
                name,
                detail: format!("{}{level}", info.side(side)),
                colour: Presentation::of(info).colour(side),
                clock: None,
                score: None,
                captured: captured(pieces.iter().filter(|piece| piece.side == Some(side.other()))),
                due: outcome.is_none() && game.turn().side() == Some(side),
            }
        });
        let action = match outcome {
            Some(outcome) => {
                let mut card = end_card(outcome, &players, MoveHistory::of(session).moves(), decisive(game));
                if let Some(luck) = self.counts_luck.then(|| luck(game)).flatten() {
                    card.words += &luck_words(&players, luck);
                }
                card
            }
            None => {
                let played = last(game).filter(|_| self.opens_at.is_none());
                played.unwrap_or_else(|| opening_card(&self.occasion, info))
            }
        };
        Caption { players, action, evaluation: None, die: None }
    }

    fn clock(&self, session: &Session, clock: TurnClock, side: Side, at: usize) -> Option<String> {
        let left = match session.match_on_table() {
            Some(running) => clock.remaining(running, side),
            None => self.clocks.as_ref()?.get(at).map(|clocks| clocks[side.index()]),
        };
        left.map(words::clock)
    }
}

/// The symbol of a pyramid.
const PYRAMID: &str = "\u{1f53a}";

/// The captured pieces: the symbol or name of each kind with its number.
fn captured<'a>(pieces: impl Iterator<Item = &'a crate::engine::Piece>) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for (name, count) in pieces.flat_map(|piece| words::piece(&piece.look)) {
        let name = words::sign(&name).map_or(name, |sign| sign.to_string()).replace("pyramid ", PYRAMID);
        match kinds.iter_mut().find(|(own, _)| *own == name) {
            Some((_, total)) => *total += count,
            None => kinds.push((name, count)),
        }
    }
    kinds.sort();
    let parts = kinds.into_iter().map(|(name, count)| match count {
        1 => name,
        _ if name.starts_with(char::is_alphabetic) => format!("{count} {name}s"),
        _ => format!("{name}×{count}"),
    });
    parts.collect::<Vec<_>>().join(" ")
}

fn last(game: &dyn DynGame) -> Option<Headline> {
    let mut before = game.boxed();
    let action = before.undo()?;
    let short = words::short(&*before, &action);
    let words = before.describe(&action).unwrap_or_default();
    Some(Headline { side: before.turn().side(), short, words, is_card: false })
}

/// The notation of the last action, if it ended the match by the rules.
fn decisive(game: &dyn DynGame) -> Option<String> {
    matches!(game.turn(), Turn::Over(_)).then(|| last(game).map(|action| action.short)).flatten()
}

/// The positions searched for an evaluation.
const EVALUATION_NODES: u64 = 20_000;

/// White's expected score, from a search or the outcome; `None` if the position cannot be searched.
fn evaluation(game: &dyn DynGame, outcome: Option<Outcome>) -> Option<f64> {
    match outcome {
        Some(outcome) => Some(outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::White)))),
        None => {
            let found = play::analyse(game, Limits::nodes(EVALUATION_NODES), 1, &|| false).ok()?;
            Some(found.win_for(Side::White))
        }
    }
}

/// The positions searched for the luck of each throw.
const LUCK_NODES: u64 = 4000;

/// The luck of the sides in a match, in expected score; `None` without dice.
fn luck(game: &dyn DynGame) -> Option<[f64; 2]> {
    let of = |side: Side| -> Option<f64> {
        let throws = play::luck_of_throws(game, side, LUCK_NODES, &|| false).ok()??;
        Some(throws.iter().map(|throw| throw.luck).sum())
    };
    let [white, black] = if game.info().dice { Side::BOTH.map(of) } else { [None; 2] };
    Some([white?, black?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, Look, Piece, PieceKind, Place};
    use crate::games;
    use crate::play::{Dice, Match};

    fn watched(game: &str, event: Option<&str>) -> Session {
        let seats = ["4", "5"].map(|bot| Seat::Bot(bot.parse().unwrap()));
        let names = [Some("Ada".to_string()), None];
        let event = event.map(str::to_string);
        let setup = Setup { names, event, ..Setup::new(games::info(game).unwrap(), seats, 1) };
        Session::from(Match::new(setup).unwrap())
    }

    /// Acts in the match on the table.
    fn act(session: &mut Session, action: &str) {
        let Some(running) = session.match_on_table_mut() else { panic!() };
        running.act(action).unwrap();
    }

    #[test]
    fn captures_are_symbols_with_numbers() {
        let piece = |look: Look| Piece { place: Place::Cell(Cell(0)), side: None, look };
        let pyramids = |sizes: &[u8]| piece(Look::Pyramids(sizes.iter().copied().collect()));
        let pieces = [pyramids(&[3, 1]), pyramids(&[1]), piece(Look::Chessman(PieceKind::Queen))];
        assert_eq!(captured(pieces.iter()), "\u{265b} \u{1f53a}1×2 \u{1f53a}3");
        let chips = [3, 23].map(|count| piece(Look::Chips(count)));
        assert_eq!(captured(chips.iter()), "26 chips");
    }

    #[test]
    fn the_opening_card_names_event_game_and_levels() {
        let session = watched("chess", Some("Streamers Cup"));
        let caption = Captions::new(&session).of(&session, TurnClock::default(), false).unwrap();
        assert!(caption.action.is_card && caption.action.short.starts_with("Streamers Cup: "), "{caption:?}");
        assert!(caption.action.words.contains("FIDE"), "{caption:?}");
        let [white, black] = &caption.players;
        assert_eq!((&*white.name, &*white.detail), ("Ada", "White, Level 4, Fox"));
        assert_eq!((&*black.name, &*black.detail), ("Badger", "Black, Level 5"));
        assert!(white.due && !black.due);
    }

    /// A film of the end of a match also begins with the card.
    #[test]
    fn a_film_opens_with_the_card() {
        let mut session = watched("chess", None);
        act(&mut session, "f2f3");
        let mut captions = Captions::new(&session).opening(&session);
        let mut told = |session: &Session, moving| captions.of(session, TurnClock::default(), moving).unwrap().action;
        assert!(told(&session, false).is_card);
        act(&mut session, "e7e5");
        assert!(told(&session, true).is_card);
        assert_eq!(told(&session, false).short, "e5");
        // A scene that begins there once more.
        let mut earlier = watched("chess", None);
        act(&mut earlier, "f2f3");
        assert_eq!(told(&earlier, false).short, "f3");
    }

    /// A film evaluates each position at rest; the window passes the evaluation of its analysis.
    #[test]
    fn evaluations_follow_the_motion() {
        let mut session = watched("chess", None);
        let mut captions = Captions::new(&session).evaluating();
        let mut told =
            |session: &Session, moving| captions.of(session, TurnClock::default(), moving).unwrap().evaluation;
        let even = told(&session, false).unwrap();
        assert!((0.3..0.7).contains(&even), "{even}");
        for action in ["f2f3", "e7e5", "g2g4"] {
            act(&mut session, action);
            assert!(told(&session, false).is_some());
        }
        let lost = told(&session, false).unwrap();
        act(&mut session, "d8h4");
        assert_eq!((told(&session, true), told(&session, false)), (Some(lost), Some(0.0)));

        let mut captions = Captions::new(&session);
        let mut told = |wanted, known, moving| {
            captions.set_evaluation(wanted, known, moving);
            captions.of(&session, TurnClock::default(), moving).unwrap().evaluation
        };
        assert_eq!(told(true, None, false), None);
        assert_eq!(told(true, Some(0.7), false), Some(0.7));
        assert_eq!(told(true, None, false), Some(0.7), "until the next one is known");
        assert_eq!(told(true, Some(0.9), true), Some(0.7), "not during motion");
        assert_eq!(told(false, Some(0.9), false), None);
    }

    /// An action, a capture and the result appear when the table is at rest again.
    #[test]
    fn results_follow_the_motion() {
        let mut session = watched("chess", None);
        let mut captions = Captions::new(&session);
        let mut told = |session: &Session, moving| captions.of(session, TurnClock::default(), moving).unwrap();
        told(&session, false);
        for action in ["e2e4", "d7d5"] {
            act(&mut session, action);
            told(&session, false);
        }
        act(&mut session, "e4d5");
        let before = told(&session, true);
        assert!(before.action.short.contains("d5") && !before.action.short.contains('x'), "{before:?}");
        assert_eq!(before.players[0].captured, "");
        let after = told(&session, false);
        assert!(after.action.short.contains('x'), "{after:?}");
        assert_eq!(after.players[0].captured, "\u{265f}");
    }

    #[test]
    fn the_end_card_has_the_luck_of_the_dice() {
        let seats = [Seat::Bot("greedy".parse().unwrap()); 2];
        let setup = Setup { dice: Dice::Instant, ..Setup::new(games::info("fluky").unwrap(), seats, 3) };
        let mut running = Match::new(setup).unwrap();
        while running.outcome().is_none() {
            match running.throw(None) {
                Some(roll) => drop(running.apply_roll(&roll).unwrap()),
                None => {
                    let action = running.game().actions()[0].clone();
                    running.act(&action).unwrap();
                }
            }
        }
        let session = Session::from(running);
        let card = |captions: Captions| {
            let mut captions = captions;
            captions.of(&session, TurnClock::default(), false).unwrap().action.words
        };
        let plain = Captions::new(&session);
        assert!(!card(plain).contains("Luck"));
        let words = card(Captions::new(&session).counting_luck());
        // Both players have the same name.
        assert!(words.contains(". Luck of the dice: White ") && words.ends_with(" %"), "{words}");
    }

    #[test]
    fn the_end_card_names_the_winner_and_the_number_of_moves() {
        let mut session = watched("chess", None);
        let mut captions = Captions::new(&session);
        for action in ["f2f3", "e7e5", "g2g4"] {
            act(&mut session, action);
            captions.of(&session, TurnClock::default(), false).unwrap();
        }
        act(&mut session, "d8h4");
        assert!(!captions.of(&session, TurnClock::default(), true).unwrap().action.is_card, "before the mate is seen");
        let end = captions.of(&session, TurnClock::default(), false).unwrap().action;
        assert_eq!((&*end.short, &*end.words, end.is_card), ("Badger wins", "Qh4#: checkmate, after 2 moves", true));
    }

    /// An action is named as decisive only if it ended the match.
    #[test]
    fn the_end_card_of_a_resigned_match_names_no_action() {
        let mut session = watched("chess", None);
        act(&mut session, "f2f3");
        let Some(running) = session.match_on_table_mut() else { panic!() };
        running.resign(Side::White).unwrap();
        let end = Captions::new(&session).of(&session, TurnClock::default(), false).unwrap().action;
        assert_eq!((&*end.short, &*end.words), ("Badger wins", "Resignation, after 1 move"));
    }
}
