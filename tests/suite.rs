//! Invariants of every game, checked for all in the registry, with every value of their options.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use fairground::bots::{self, Bot};
use fairground::engine::{
    Cell, DynGame, Event, Info, Look, Options, Outcome, Piece, PieceKind, Place, Reason, Side, Tabletop, Turn,
    TypedGame,
};
use fairground::games::{self, Visitor};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random matches of each game and option, and the most actions of each.
const MATCHES: u64 = 6;
const LONGEST: usize = 250;

/// Names the game and the position when a check panics.
struct Named(String);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("at {}", self.0);
        }
    }
}

/// Every game with every value of its options, one at a time.
fn settings() -> Vec<(&'static Info, Options)> {
    assert!(!games::ALL.is_empty());
    let mut settings = Vec::new();
    for &info in games::ALL {
        settings.push((info, Options::default()));
        for option in info.options {
            let other = option.values.iter().skip(1);
            settings.extend(other.map(|value| (info, Options::new(info.options, [(option.key, *value)]).unwrap())));
        }
    }
    settings
}

#[test]
fn every_game_keeps_to_the_habits() {
    for (info, options) in settings() {
        games::visit(info.id, Check(options)).unwrap();
    }
}

#[test]
fn ids_are_unique_and_found() {
    let ids: BTreeSet<_> = games::ALL.iter().map(|info| info.id).collect();
    assert_eq!(ids.len(), games::ALL.len());
    for info in games::ALL {
        assert_eq!(games::info(info.id).unwrap().id, info.id);
        assert!(!info.name.is_empty() && !info.summary.is_empty(), "{}", info.id);
    }
    assert!(games::info("no such game").is_err());
}

#[test]
fn dice_are_thrown_where_a_game_says_so() {
    struct Thrown;
    impl Visitor for Thrown {
        type Output = bool;
        fn visit<P: Tabletop>(self) -> bool {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let mut game = TypedGame::<P>::new(Options::default());
            for _ in 0..LONGEST {
                if matches!(game.turn(), Turn::Chance(..)) {
                    return true;
                }
                let Some(action) = draw(&game, &mut rng) else { break };
                game.play(action);
            }
            false
        }
    }
    for info in games::ALL {
        assert_eq!(games::visit(info.id, Thrown).unwrap(), info.dice, "{}", info.id);
    }
}

struct Check(Options);

impl Visitor for Check {
    type Output = ();

    fn visit<P: Tabletop>(self) {
        for seed in 0..MATCHES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut game = TypedGame::<P>::new(self.0.clone());
            for _ in 0..LONGEST {
                let _named = Named(format!("{} {}", P::INFO.id, game.position()));
                check_position(&game);
                let Some(action) = draw(&game, &mut rng) else { break };
                check_action(&game, action);
                check_refusals(&mut game, &mut rng);
                game.play(action);
            }
        }
    }
}

/// A legal action, a roll with the chance of the die.
fn draw<P: Tabletop>(game: &TypedGame<P>, rng: &mut impl Rng) -> Option<P::Action> {
    match game.turn() {
        Turn::Over(_) => None,
        Turn::Chance(_, die) => game.position().parse_action(&format!("~{}", die.sides[rng.random_range(0..6)])).ok(),
        Turn::Decide(_) => {
            let mut actions = Vec::new();
            game.position().generate(&mut actions);
            (!actions.is_empty()).then(|| actions[rng.random_range(0..actions.len())])
        }
    }
}

fn check_position<P: Tabletop>(game: &TypedGame<P>) {
    let position = game.position();
    let text = position.to_string();
    let read = P::parse(&text, game.options()).unwrap();
    assert_eq!(&read, position, "parse of print is identity");
    assert_eq!(read.to_string(), text);

    let mut actions = Vec::new();
    position.generate(&mut actions);
    let texts: BTreeSet<_> = actions.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), actions.len(), "action texts are unique");
    assert_eq!(position.count(), actions.len() as u64, "count and list agree");
    assert_eq!(actions.is_empty(), matches!(position.turn(), Turn::Over(_)), "over exactly if no action is offered");
    for (action, text) in actions.iter().map(|action| (*action, action.to_string())) {
        assert!(!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic()), "one token of ASCII: {text:?}");
        assert_eq!(position.parse_action(&text).as_ref(), Ok(&action), "{text}");
        assert_eq!(position.check(action), Ok(()), "{text}");
        let chance = matches!(position.turn(), Turn::Chance(..));
        assert_eq!(text.starts_with('~'), chance, "{text}: rolls, and only they, start with ~");
        assert_eq!(position.gesture(action).is_none(), chance, "{text}: a person makes decisions, and only them");
    }
    match position.turn() {
        Turn::Chance(_, die) => {
            let symbols: BTreeSet<_> = die.outcomes().map(|(symbol, _)| format!("~{symbol}")).collect();
            assert_eq!(texts, symbols, "every symbol of the die, and no other, may come");
            let sum: f64 = die.outcomes().map(|(symbol, _)| die.chance(symbol)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "chances sum to 1");
            let mut weights = Vec::new();
            position.chance(&mut weights);
            let weights: BTreeMap<_, _> =
                weights.iter().map(|(roll, weight)| (roll.to_string(), u32::from(*weight))).collect();
            let of_die = die.outcomes().map(|(symbol, sides)| (format!("~{symbol}"), sides));
            assert_eq!(weights, of_die.collect(), "each outcome weighs as many sides as show it");
            assert_eq!(position.repetition_key(), None, "a position with a roll due is not counted");
        }
        Turn::Decide(_) => {
            let mut counts = vec![0; P::FEATURES.len()];
            position.tally(counts.as_mut_slice());
            let weighed: i32 = P::FEATURES.iter().zip(&counts).map(|(feature, count)| feature.weight * count).sum();
            assert_eq!(position.evaluate(), weighed, "the evaluation weighs what it counts");
            assert_eq!(
                game.evaluate(Side::White),
                -game.evaluate(Side::Black),
                "what is good for one is bad for the other"
            );
            check_words(position, &actions);
        }
        Turn::Over(_) => {}
    }
    check_search(position, &actions);
    check_table(position);
}

/// The typed position used by a search agrees with the table's game.
fn check_search<P: Tabletop>(position: &P, actions: &[P::Action]) {
    let expected = match position.pending() {
        Turn::Decide(_) if actions.is_empty() => Turn::Over(position.outcome_without_actions()),
        pending => pending,
    };
    assert_eq!(position.turn(), expected, "pending, the actions and their lack make the turn");
    if matches!(position.pending(), Turn::Decide(_)) {
        assert_eq!(position.has_actions(), !actions.is_empty());
    }
    let chance = matches!(position.turn(), Turn::Chance(..));
    let (mut noisy, mut rolls) = (Vec::new(), Vec::new());
    position.generate_noisy(&mut noisy);
    position.chance(&mut rolls);
    assert!(noisy.iter().all(|action| actions.contains(action)), "noisy actions are legal: {noisy:?}");
    assert_eq!(noisy.iter().collect::<BTreeSet<_>>().len(), noisy.len(), "noisy actions come once: {noisy:?}");
    assert!(noisy.is_empty() || !chance, "a roll is not noisy");
    assert_eq!(rolls.is_empty(), !chance, "outcomes of a die exactly where one is due");
    if let Some(passed) = position.null_move() {
        assert!(!position.in_danger() && !chance, "no null move in danger or before a roll");
        assert_eq!(passed.pending().side(), position.pending().side().map(Side::other), "the other side acts");
        assert_eq!(passed.pieces(), position.pieces(), "a null move moves nothing");
    }
}

/// Actions in words and in short notation.
fn check_words<P: Tabletop>(position: &P, actions: &[P::Action]) {
    let mut notations = BTreeMap::new();
    for &action in actions {
        let (words, notation) = (position.describe(action), position.notation(action));
        assert!(!words.is_empty() && !words.ends_with('.') && !words.contains('\n'), "{action}: {words:?}");
        assert!(!notation.is_empty() && !notation.contains('\n'), "{action}: {notation:?}");
        if let Some(other) = notations.insert(notation.clone(), action) {
            panic!("{action} and {other} are both written {notation}");
        }
    }
}

/// Cells exist, and hold at most one piece each.
fn check_table<P: Tabletop>(position: &P) {
    let cells = position.layout().cells.len();
    let mut places = BTreeSet::new();
    for piece in position.pieces() {
        if let Place::Cell(cell) = piece.place {
            assert!(cell.index() < cells, "{piece:?} stands on the board");
            assert!(places.insert(cell), "{piece:?} stands alone");
        }
    }
}

/// Positions that are set up by hand: the same pieces give the same position, one piece moved gives a position with it moved, and whatever
/// can be put on the board stands there or is refused by name.
#[test]
fn positions_are_set_up_by_hand() {
    struct SetUp(Options);
    impl Visitor for SetUp {
        type Output = ();
        fn visit<P: Tabletop>(self) {
            let mut read = 0;
            for seed in 0..MATCHES {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut game = TypedGame::<P>::new(self.0.clone());
                for _ in 0..LONGEST {
                    let _named = Named(format!("{} {}", P::INFO.id, game.position()));
                    read += set_up_like(game.position(), &self.0, &mut rng);
                    let Some(action) = draw(&game, &mut rng) else { break };
                    game.play(action);
                }
            }
            assert!(read > 100, "{}: only {read} edited positions could be read", P::INFO.id);
        }
    }
    for (info, options) in settings() {
        games::visit(info.id, SetUp(options)).unwrap();
    }
}

/// Sets up positions like this one; how many of those that differ from it can be read.
fn set_up_like<P: Tabletop>(position: &P, options: &Options, rng: &mut impl Rng) -> u32 {
    let laid = position.editor_base();
    let on_board = |position: &P| {
        let mut pieces: Vec<_> = position.pieces().into_iter().filter(|piece| piece.place.cell().is_some()).collect();
        pieces.sort_by_key(|piece| piece.place);
        pieces
    };
    let pieces = on_board(&laid);
    let editor_pieces = position.editor_pieces();
    let known = |piece: &&Piece| editor_pieces.contains(&(piece.side, piece.look.clone()));
    assert_eq!(pieces.iter().find(|piece| !known(piece)), None, "what stands on the board can be put there");
    if let Turn::Decide(side) = position.turn()
        && position.with_side_to_move(side).as_ref() == Some(position)
    {
        assert_eq!(&laid, position, "a board on which a move is due is laid");
        let again = P::parse(&position.text_from_pieces(&pieces, side), options).unwrap();
        assert_eq!((on_board(&again), again.turn().side()), (pieces.clone(), Some(side)));
        let reserve = |position: &P| position.pieces().iter().filter(|piece| piece.place.cell().is_none()).count();
        assert_eq!(reserve(&again), reserve(position));
    }
    let taken: BTreeSet<_> = pieces.iter().filter_map(|piece| piece.place.cell()).collect();
    let cells = (0..laid.layout().cells.len() as u16).map(Cell);
    let empty: Vec<_> = cells.filter(|cell| !taken.contains(cell)).collect();
    let mut read = 0;
    let mut try_with = |pieces: Vec<Piece>, side: Side| match P::parse(&laid.text_from_pieces(&pieces, side), options) {
        Ok(edited) => {
            let mut expected = pieces;
            expected.sort_by_key(|piece| piece.place);
            assert_eq!(on_board(&edited), expected);
            assert_eq!(edited.editor_base(), edited);
            read += 1;
        }
        Err(error) => assert!(!error.field.is_empty() && !error.expected.is_empty(), "{error}"),
    };
    for side in Side::BOTH {
        let Some(&to) = empty.get(rng.random_range(0..empty.len().max(1))) else { break };
        if !pieces.is_empty() {
            let mut moved = pieces.clone();
            moved[rng.random_range(0..pieces.len())].place = Place::Cell(to);
            try_with(moved, side);
        }
        let (owner, look) = editor_pieces[rng.random_range(0..editor_pieces.len())].clone();
        let mut more = pieces.clone();
        more.push(Piece { place: Place::Cell(to), side: owner, look });
        try_with(more, side);
    }
    try_with(Vec::new(), Side::White);
    read
}

/// What stays of a position when its pieces are put where they are by hand, and what is wrong with it then.
#[test]
fn what_does_not_fit_the_pieces_is_left_out() {
    let edited = |id: &str, text: &str, side: Side, edit: &dyn Fn(&mut Vec<Piece>)| {
        let info = games::info(id).unwrap();
        let game = games::begin(info, Options::default(), Some(text)).unwrap();
        let mut pieces = game.pieces();
        edit(&mut pieces);
        let text = game.text_from_pieces(&pieces, side);
        let error = games::begin(info, Options::default(), Some(&text)).err();
        (text, error.map_or_else(String::new, |error| format!("{}: {}", error.field, error.expected)))
    };
    let carry = |from: u16, to: u16| {
        move |pieces: &mut Vec<Piece>| {
            for piece in pieces.iter_mut().filter(|piece| piece.place == Place::Cell(Cell(from))) {
                piece.place = Place::Cell(Cell(to));
            }
        }
    };
    for (id, text, side, (from, to), expected, wrong) in [
        // The double step is forgotten, and so is the right to castle with the rook that has left.
        ("chess", "4k2r/8/8/4P3/8/8/8/4K2R w Kk - 7 9", Side::White, (7, 15), "4k2r/8/8/4P3/8/8/7R/4K3 w k - 0 9", ""),
        ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", Side::White, (4, 5), "4k3/8/8/3pP3/8/8/8/5K2 w - - 0 9", ""),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 9",
            Side::White,
            (7, 12),
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 9",
            "board: the black king not attacked, as black is not to move",
        ),
        ("abalonian", "4k3/8/8/8/8/8/8/4K2C w - - 3 9", Side::Black, (7, 6), "4k3/8/8/8/8/8/8/4K1C1 b - - 0 9", ""),
        ("makarenko", "7h/8/8/8/8/8/8/HC6 w 12", Side::Black, (1, 2), "7h/8/8/8/8/8/8/H1C5 b 0", ""),
        // The roll is not due any more.
        ("fluky", "kpppp/p4/5/P3P/1PPPK w a2 0", Side::Black, (5, 10), "kpppp/p4/P4/4P/1PPPK b - 0", ""),
        ("fluky", "kpppp/p4/5/P3P/1PPPK w - 0", Side::White, (4, 1), "kpppp/p4/5/P3P/1KPP1 w - 0", ""),
        (
            "whack",
            "A0B3+B2C1+C3D3 Aa1:w311,Da1:b311,Dc2:b222 b roll 0",
            Side::White,
            (0, 1),
            "A0B3+B2C1+C3D3 Ab1:w311,Da1:b311,Dc2:b222 w move 0",
            "",
        ),
        ("tactical", "8/8/*7/8/8/8/8/8 OKQokh w 1 12 - 0", Side::Black, (4, 5), "8/8/*7/8/8/8/8/8 KQkh b 4 00 - 0", ""),
    ] {
        assert_eq!(edited(id, text, side, &carry(from, to)), (expected.into(), wrong.into()), "{id}: {text}");
    }
    // A king that stands on the board is not in the reserve, and a game may be shown two of them.
    let more = |at: u16, side: Side, look: Look| {
        move |pieces: &mut Vec<Piece>| {
            pieces.push(Piece { place: Place::Cell(Cell(at)), side: Some(side), look: look.clone() });
        }
    };
    let king = || Look::Chessman(PieceKind::King);
    let start = "8/8/*7/8/8/8/8/8 OKQHokh w 1 12 - 0";
    assert_eq!(
        edited("tactical", start, Side::White, &more(4, Side::White, king())),
        ("8/8/*7/8/8/8/8/4K3 QHkh w 4 00 - 0".into(), String::new())
    );
    assert_eq!(
        edited("fluky", "kpppp/p4/5/4P/PPPPK w - 0", Side::White, &more(12, Side::White, king())),
        ("kpppp/p4/2K2/4P/PPPPK w - 0".into(), "board: exactly one king of white".into())
    );
    assert_eq!(
        edited("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Side::White, &more(0, Side::White, king())),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1".into(), "board: exactly one white king".into())
    );
    // Features that the game lacks are left out.
    assert_eq!(
        edited("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Side::White, &more(0, Side::White, Look::Chips(3))).0,
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    );
}

fn check_action<P: Tabletop>(game: &TypedGame<P>, action: P::Action) {
    let before = game.position();
    let mut erased = game.boxed();
    let (text, hash) = (erased.text(), erased.hash());
    let events = erased.apply(&action.to_string()).unwrap();
    assert_ne!(erased.hash(), hash, "{action} changes the text");
    if let Turn::Chance(side, die) = before.turn() {
        let told = events
            .iter()
            .any(|event| matches!(event, Event::Rolled { by, die: own, .. } if *by == side && *own == die));
        assert!(told, "{action} tells the roll: {events:?}");
    }
    let mut applied = before.clone();
    applied.apply(action, &mut |_| ()).unwrap();
    let mut played = before.clone();
    played.play(action);
    assert_eq!(applied, played, "{action}: checked and fast are the same");
    assert_eq!(erased.text(), played.to_string());
    assert_eq!(erased.undo(), Some(action.to_string().into()), "undo names the action");
    assert_eq!((erased.text(), erased.hash()), (text, hash), "undo restores");
}

/// Texts that are no legal action here change nothing, whether they can be read or not.
fn check_refusals<P: Tabletop>(game: &mut TypedGame<P>, rng: &mut impl Rng) {
    let legal: BTreeSet<_> = DynGame::actions(game).into_iter().collect();
    let mut texts: Vec<String> =
        ["", "~", "~Z", "~7", "-", "--", "a1a1", "a9z0", "é", "a1é2", "99999999999999999999", "a1a2 "]
            .map(String::from)
            .into();
    // A legal action with a letter changed, and one of another position of the same match.
    if let Some(action) = legal.iter().nth(rng.random_range(0..legal.len().max(1))) {
        let mut bytes = action.as_bytes().to_vec();
        let at = rng.random_range(0..bytes.len());
        bytes[at] = b"abcdefgh12345678NBRP~@-x"[rng.random_range(0..24)];
        texts.extend(String::from_utf8(bytes));
        texts.push(format!("{action}{action}"));
    }
    texts.extend(game.played().first().map(ToString::to_string));
    let before = game.text();
    for text in texts.iter().filter(|text| !legal.contains(text.as_str())) {
        assert!(DynGame::check(game, text).is_err(), "{text:?} is not legal");
        assert!(DynGame::apply(game, text).is_err(), "{text:?} is not legal");
        assert_eq!(game.text(), before, "{text:?} changes nothing");
    }
}

/// Damaged position texts are read or refused, and never a panic.
#[test]
fn damaged_positions_do_not_panic() {
    struct Damage;
    impl Visitor for Damage {
        type Output = ();
        fn visit<P: Tabletop>(self) {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let options = Options::default();
            let mut game = TypedGame::<P>::new(options.clone());
            for _ in 0..100 {
                let text = game.position().to_string();
                let _named = Named(format!("{} {text}", P::INFO.id));
                for _ in 0..20 {
                    let mut letters: Vec<char> = text.chars().collect();
                    let at = rng.random_range(0..letters.len());
                    match rng.random_range(0..3) {
                        0 => drop(letters.remove(at)),
                        1 => letters.insert(at, ['9', ' ', '/', 'K', 'é', '-', '0'][rng.random_range(0..7)]),
                        _ => letters[at] = ['8', 'k', 'P', '~', 'ß', 'w', '-'][rng.random_range(0..7)],
                    }
                    let damaged: String = letters.into_iter().collect();
                    if let Ok(position) = P::parse(&damaged, &options) {
                        assert_eq!(P::parse(&position.to_string(), &options).as_ref(), Ok(&position), "{damaged}");
                        let mut actions = Vec::new();
                        position.generate(&mut actions);
                        assert_eq!(actions.is_empty(), matches!(position.turn(), Turn::Over(_)), "{damaged}");
                    }
                }
                let Some(action) = draw(&game, &mut rng) else { break };
                game.play(action);
            }
        }
    }
    for info in games::ALL {
        games::visit(info.id, Damage).unwrap();
    }
}

/// A position text without its counters, the numbers at its end.
fn without_counters(text: &str) -> &str {
    let mut text = text;
    while let Some((before, last)) = text.rsplit_once(' ')
        && last.bytes().all(|byte| byte.is_ascii_digit())
    {
        text = before;
    }
    text
}

/// The text of what the rules call the same position: without its counters, in orthodox chess also without an en passant square where no
/// pawn may capture (assets/rules/chess.md, The end).
fn repetition_text<P: Tabletop>(position: &P) -> String {
    let text = position.to_string();
    let text = without_counters(&text);
    let fields: Vec<_> = text.split(' ').collect();
    let [board, side, castling, square] = fields[..] else { return text.to_string() };
    if P::INFO.id != "chess" || square == "-" {
        return text.to_string();
    }
    let mut actions = Vec::new();
    position.generate(&mut actions);
    let captures = |action: &P::Action| {
        let action = action.to_string();
        let (from, to) = (&action[..2], &action[2..]);
        to == square && from[..1] != to[..1] && "Pp".contains(piece_on(board, from))
    };
    let square = if actions.iter().any(captures) { square } else { "-" };
    [board, side, castling, square].join(" ")
}

/// The letter on a square of a FEN's board, `.` on an empty one.
fn piece_on(board: &str, square: &str) -> char {
    let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
    let row = board.split('/').rev().nth(rank.into()).unwrap();
    let mut squares = row.chars().flat_map(|letter| match letter.to_digit(10) {
        Some(run) => vec!['.'; run as usize],
        None => vec![letter],
    });
    squares.nth(file.into()).unwrap()
}

/// Keys are equal exactly where the rules call positions the same; and so are repetition keys, where positions count.
#[test]
fn keys_stand_for_texts() {
    struct Keys(Options);
    impl Visitor for Keys {
        type Output = ();
        fn visit<P: Tabletop>(self) {
            let (mut texts, mut keys, mut repeated) = (HashMap::new(), HashMap::new(), HashMap::new());
            for seed in 0..4 * MATCHES {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut game = TypedGame::<P>::new(self.0.clone());
                for _ in 0..LONGEST {
                    let position = game.position();
                    let _named = Named(format!("{} {position}", P::INFO.id));
                    let text = repetition_text(position);
                    let key = position.key();
                    assert_eq!(*keys.entry(text.clone()).or_insert(key), key, "one key for one text");
                    assert_eq!(*texts.entry(key).or_insert_with(|| text.clone()), text, "one text for one key");
                    if let Some(key) = position.repetition_key() {
                        assert_eq!(
                            *repeated.entry(text.clone()).or_insert(key),
                            key,
                            "one repetition key for one text"
                        );
                    }
                    let Some(action) = draw(&game, &mut rng) else { break };
                    game.play(action);
                }
            }
            let distinct: BTreeSet<_> = repeated.values().collect();
            assert_eq!(distinct.len(), repeated.len(), "one text for one repetition key");
        }
    }
    for (info, options) in settings() {
        games::visit(info.id, Keys(options)).unwrap();
    }
}

/// A match is drawn at the third occurrence of a position since its start.
#[test]
fn repetitions_are_counted_over_the_whole_match() {
    struct Repeat;
    impl Visitor for Repeat {
        /// How many matches were drawn so.
        type Output = u32;
        fn visit<P: Tabletop>(self) -> u32 {
            let mut drawn = 0;
            for seed in 0..2 * MATCHES {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut game = TypedGame::<P>::new(Options::default());
                let mut seen = HashMap::new();
                let count = |seen: &mut HashMap<String, usize>, position: &P| {
                    let counts = position.repetition_key().is_some();
                    let times = seen.entry(repetition_text(position)).or_insert(0);
                    *times += usize::from(counts);
                    if counts { *times } else { 0 }
                };
                count(&mut seen, game.position());
                for step in 0..4 * LONGEST {
                    // After some random actions, whatever leads back to where the match has been before.
                    let known = |action: &P::Action| {
                        let mut next = game.position().clone();
                        next.play(*action);
                        seen.contains_key(&repetition_text(&next))
                    };
                    let mut actions = Vec::new();
                    game.position().generate(&mut actions);
                    actions.retain(|action| step > 30 && rng.random_bool(0.7) && known(action));
                    let back = (!actions.is_empty()).then(|| actions[rng.random_range(0..actions.len())]);
                    let Some(action) = back.or_else(|| draw(&game, &mut rng)) else { break };
                    game.play(action);
                    let position = game.position();
                    let _named = Named(format!("{} {position}", P::INFO.id));
                    let times = count(&mut seen, position);
                    if let Some(key) = position.repetition_key() {
                        assert_eq!(game.occurrences(key), times, "occurrences");
                    }
                    let by_history = game.turn().outcome().filter(|_| position.turn().outcome().is_none());
                    match by_history.map(|outcome| outcome.reason) {
                        Some(Reason::Repetition) => {
                            assert_eq!(times, 3);
                            drawn += 1;
                        }
                        Some(reason) => {
                            assert!(reason == Reason::HalfmoveClock || position.automatic_draw() == Some(reason))
                        }
                        None => assert!(times < 3, "three occurrences draw"),
                    }
                    if game.turn().outcome().is_some() {
                        break;
                    }
                }
            }
            drawn
        }
    }
    for info in games::ALL {
        assert!(games::visit(info.id, Repeat).unwrap() > 0, "{}: no match was drawn by repetition", info.id);
    }
}

/// A match is drawn when the halfmove clock reaches 100, and not before, unless the rules end it.
#[test]
fn the_halfmove_clock_draws_at_100() {
    struct Clock;
    impl Visitor for Clock {
        /// How many matches were drawn so.
        type Output = u32;
        fn visit<P: Tabletop>(self) -> u32 {
            let mut drawn = 0;
            let options = Options::default();
            for seed in 0..MATCHES {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut game = TypedGame::<P>::new(options.clone());
                for _ in 0..LONGEST {
                    let text = game.position().to_string();
                    let _named = Named(format!("{} {text}", P::INFO.id));
                    let without = without_counters(&text);
                    let counters: Vec<_> = text[without.len()..].split_whitespace().collect();
                    let late = [&[without, "99"], &counters[1..]].concat().join(" ");
                    // A text that no match can have had may be refused.
                    if let Ok(late) = P::parse(&late, &options) {
                        assert_eq!(late.halfmove_clock(), 99, "the first counter");
                        drawn += u32::from(draws_at_100(&late, &options, &mut rng));
                    }
                    let Some(action) = draw(&game, &mut rng) else { break };
                    game.play(action);
                }
            }
            drawn
        }
    }
    for info in games::ALL {
        assert!(games::visit(info.id, Clock).unwrap() > 0, "{}: no match was drawn by the halfmove clock", info.id);
    }
}

/// Plays a few random actions from a position with a halfmove clock of 99; whether the clock drew the match.
fn draws_at_100<P: Tabletop>(late: &P, options: &Options, rng: &mut impl Rng) -> bool {
    let mut game = TypedGame::<P>::from_text(options.clone(), &late.to_string()).unwrap();
    for _ in 0..4 {
        let Some(action) = draw(&game, rng) else { return false };
        game.play(action);
        let position = game.position();
        let by_clock = position.repetition_key().is_some() && position.halfmove_clock() >= 100;
        match (position.turn(), position.automatic_draw()) {
            (Turn::Over(outcome), _) => assert_eq!(game.turn(), Turn::Over(outcome)),
            (_, Some(_)) => assert!(game.turn().outcome().is_some()),
            (turn, None) if by_clock => {
                let drawn = Outcome::drawn(Reason::HalfmoveClock);
                assert_eq!(game.turn(), Turn::Over(drawn), "{action} in {late}: {turn:?}");
                return true;
            }
            (turn, None) => assert_eq!(game.turn(), turn, "{action} in {late}"),
        }
    }
    false
}

/// An action that is legal in another position leaves some position, and never panics.
#[test]
fn actions_of_other_positions_do_not_panic() {
    struct Cross(Options);
    impl Visitor for Cross {
        type Output = ();
        fn visit<P: Tabletop>(self) {
            let mut rng = ChaCha8Rng::seed_from_u64(2);
            let (mut positions, mut pool) = (Vec::new(), BTreeSet::new());
            for _ in 0..MATCHES {
                let mut game = TypedGame::<P>::new(self.0.clone());
                for _ in 0..LONGEST {
                    positions.push(game.position().clone());
                    let mut actions = Vec::new();
                    game.position().generate(&mut actions);
                    pool.extend(actions);
                    let Some(action) = draw(&game, &mut rng) else { break };
                    game.play(action);
                }
            }
            let pool: Vec<_> = pool.into_iter().collect();
            for position in &positions {
                for _ in 0..100 {
                    let action = pool[rng.random_range(0..pool.len())];
                    let _named = Named(format!("{} {action} in {position}", P::INFO.id));
                    position.clone().play(action);
                }
            }
        }
    }
    for (info, options) in settings() {
        games::visit(info.id, Cross(options)).unwrap();
    }
}

/// The evaluation has the right sign: whoever maximises it one action ahead beats whoever does not look.
#[test]
fn greedy_beats_random() {
    struct Pairs;
    impl Visitor for Pairs {
        /// Wins and losses of the greedy bot.
        type Output = [u32; 2];
        fn visit<P: Tabletop>(self) -> [u32; 2] {
            let mut score = [0; 2];
            for seed in 0..PAIRS {
                for greedy in Side::BOTH {
                    match winner::<P>(greedy, seed) {
                        Some(side) if side == greedy => score[0] += 1,
                        Some(_) => score[1] += 1,
                        None => {}
                    }
                }
            }
            score
        }
    }
    /// Each side once with the same seed.
    const PAIRS: u64 = 5;
    for info in games::ALL {
        let [won, lost] = games::visit(info.id, Pairs).unwrap();
        assert!(won >= 3 && won >= 3 * lost, "{}: greedy won {won} and lost {lost} of {}", info.id, 2 * PAIRS);
    }
}

fn winner<P: Tabletop>(greedy: Side, seed: u64) -> Option<Side> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = TypedGame::<P>::new(Options::default());
    for _ in 0..2 * LONGEST {
        let action = match game.turn() {
            Turn::Over(outcome) => return outcome.winner,
            Turn::Decide(side) if side == greedy => bots::choose(Bot::Greedy, &game, rng.random())?,
            _ => draw(&game, &mut rng)?,
        };
        game.play(action);
    }
    None
}
