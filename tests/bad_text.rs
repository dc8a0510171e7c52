//! Damaged texts of every game: positions, actions and match files are read or refused, without a
//! panic or a hang, and every refusal names the field and the expected content.
//!
//! The normal run tries a few thousand. A million for each game takes a few minutes:
//! `cargo test --release --test bad_text -- --ignored --nocapture`.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/damage.rs"]
mod damage;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use damage::damaged;
use fairground::bots::Bot;
use fairground::engine::{Game, OptionInfo, Options, Refusal, Side, TextError, Turn, TypedGame};
use fairground::games::{self, Visitor};
use fairground::play::{Clock, Dice, Match, PlayError, Replay, Seat, Setup, random_match};
use fairground::record::RecordError;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random matches whose positions are damaged, for each setting of a game.
const MATCHES: u64 = 6;

/// Maximum number of actions of such a match.
const MAX_ACTIONS: u64 = 200;

/// Cases for each game: of the normal run, and of the full one, a million in total.
const FEW: [u64; 3] = [3000, 3000, 600];
const MANY: [u64; 3] = [400_000, 400_000, 200_000];

/// Prints the current case if a check, or the code under test, panics.
struct Named<'a>(&'static str, &'a str);

impl Drop for Named<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}: {:?}", self.0, self.1);
        }
    }
}

#[test]
fn damaged_positions() {
    each_game(Positions(FEW[0]));
}

#[test]
fn damaged_actions() {
    each_game(Actions(FEW[1]));
}

#[test]
fn damaged_match_files() {
    each_game(Files(FEW[2]));
}

#[test]
#[ignore = "takes minutes"]
fn many_damaged_positions() {
    each_game(Positions(MANY[0]));
}

#[test]
#[ignore = "takes minutes"]
fn many_damaged_actions() {
    each_game(Actions(MANY[1]));
}

#[test]
#[ignore = "takes minutes"]
fn many_damaged_match_files() {
    each_game(Files(MANY[2]));
}

fn each_game<V: Visitor<Output = Tally> + Copy>(visitor: V) {
    for info in games::ALL {
        let begun = Instant::now();
        let Tally { cases, read, slowest } = games::visit(info.id, visitor).unwrap();
        let seconds = begun.elapsed().as_secs_f32();
        eprintln!("{}: {cases} damaged, {read} still read, {seconds:.1} s, the slowest {slowest:?}", info.id);
        assert!(read < cases, "{}: nothing was refused", info.id);
    }
}

/// Results of the cases of one game.
#[derive(Default)]
struct Tally {
    cases: u64,
    /// Number of damaged texts that were still readable.
    read: u64,
    slowest: Duration,
}

impl Tally {
    /// Runs a case; `check` returns whether the text was readable.
    fn case(&mut self, check: impl FnOnce() -> bool) {
        let begun = Instant::now();
        self.read += u64::from(check());
        self.cases += 1;
        self.slowest = self.slowest.max(begun.elapsed());
    }
}

/// The settings of a game: the default, and each value of each option.
fn settings(offered: &'static [OptionInfo]) -> Vec<Options> {
    let pairs = offered.iter().flat_map(|option| option.values.iter().map(|value| (option.key, *value)));
    let mut settings = vec![Options::default()];
    settings.extend(pairs.skip(1).map(|pair| Options::new(offered, [pair]).unwrap()));
    settings
}

/// All positions of some random matches.
fn positions<P: Game>(options: &Options) -> Vec<P> {
    let start = TypedGame::<P>::new(options.clone());
    let mut positions = Vec::new();
    for seed in 0..MATCHES {
        let mut game = random_match(&start, seed, MAX_ACTIONS);
        positions.push(game.position().clone());
        while game.undo().is_some() {
            positions.push(game.position().clone());
        }
    }
    positions
}

fn check_error(error: &TextError) {
    assert!(!error.field.is_empty() && !error.expected.is_empty(), "{error}");
    assert!(error.found.chars().count() <= 80, "{error}");
}

#[derive(Clone, Copy)]
struct Positions(u64);

impl Visitor for Positions {
    type Output = Tally;

    fn visit<P: Game>(self) -> Tally {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut tally = Tally::default();
        let settings = settings(P::INFO.options);
        for options in &settings {
            let texts: Vec<_> = positions::<P>(options).iter().map(ToString::to_string).collect();
            for _ in 0..self.0 / settings.len() as u64 {
                let (text, other) = (texts.choose(&mut rng).unwrap(), texts.choose(&mut rng).unwrap());
                let text = damaged(text, other, &mut rng);
                let _named = Named(P::INFO.id, &text);
                let choice = rng.random_range(0..1000);
                tally.case(|| match P::parse(&text, options) {
                    Ok(position) => {
                        check_position(&position, options, choice);
                        true
                    }
                    Err(error) => {
                        check_error(&error);
                        false
                    }
                });
            }
        }
        tally
    }
}

/// Shows and plays a position typed by a player.
fn check_position<P: Game>(position: &P, options: &Options, choice: usize) {
    assert_eq!(P::parse(&position.to_string(), options).as_ref(), Ok(position), "a printed position parses");
    let mut actions = Vec::new();
    position.generate(&mut actions);
    assert_eq!(position.count(), actions.len() as u64);
    let turn = position.turn();
    assert_eq!(actions.is_empty(), matches!(turn, Turn::Over(_)), "over exactly if there are no actions");
    let cells = position.layout().cells.len();
    let attacked = Side::BOTH.into_iter().flat_map(|side| position.attacked_by(side));
    let noticed = position.notices().into_iter().flat_map(|notice| notice.cells);
    assert!(attacked.chain(noticed).all(|cell| cell.index() < cells));
    position.pieces();
    position.repetition_key();
    position.automatic_draw();
    if let Turn::Decide(_) = turn {
        position.evaluate();
    }
    if actions.is_empty() {
        return;
    }
    let action = actions[choice % actions.len()];
    assert_eq!(position.parse_action(&action.to_string()), Ok(action));
    position.gesture(action);
    let mut next = position.clone();
    next.apply(action, &mut |_| ()).unwrap();
    assert_eq!(P::parse(&next.to_string(), options), Ok(next), "{action}: the resulting position has a text");
}

#[derive(Clone, Copy)]
struct Actions(u64);

impl Visitor for Actions {
    type Output = Tally;

    fn visit<P: Game>(self) -> Tally {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut tally = Tally::default();
        let settings = settings(P::INFO.options);
        let mut actions = Vec::new();
        for options in &settings {
            let positions = positions::<P>(options);
            for _ in 0..self.0 / settings.len() as u64 {
                let [position, other] = [(); 2].map(|()| positions.choose(&mut rng).unwrap());
                let [own, foreign] = [position, other].map(|position| {
                    actions.clear();
                    position.generate(&mut actions);
                    actions.choose(&mut rng).map(ToString::to_string).unwrap_or_default()
                });
                let text = damaged(if rng.random_bool(0.5) { &own } else { &foreign }, &foreign, &mut rng);
                let at = format!("{position}: {text}");
                let _named = Named(P::INFO.id, &at);
                tally.case(|| check_action(position, &text));
            }
        }
        tally
    }
}

/// Returns whether the text is readable. Unlisted actions are refused with a reason; listed ones
/// are played without a panic.
fn check_action<P: Game>(position: &P, text: &str) -> bool {
    let action = match position.parse_action(text) {
        Ok(action) => action,
        Err(error) => {
            check_error(&error);
            return false;
        }
    };
    assert_eq!(position.parse_action(&action.to_string()), Ok(action), "one spelling");
    let mut listed = Vec::new();
    position.generate(&mut listed);
    let mut next = position.clone();
    match next.apply(action, &mut |_| ()) {
        Ok(()) => assert!(listed.contains(&action), "not listed, but allowed"),
        Err(illegal) => {
            assert!(!listed.contains(&action), "listed, but forbidden: {illegal}");
            assert!(!illegal.rule.is_empty() && !illegal.reason.is_empty(), "{illegal:?}");
            assert_eq!(&next, position, "refused, but the game has changed");
            next.play(action);
        }
    }
    true
}

#[derive(Clone, Copy)]
struct Files(u64);

impl Visitor for Files {
    type Output = Tally;

    fn visit<P: Game>(self) -> Tally {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut tally = Tally::default();
        let folder = tempfile::tempdir().unwrap();
        let mut texts: Vec<_> =
            (0..8).map(|seed| match_file(P::INFO.id, seed, &folder.path().join("valid.jsonl"))).collect();
        // A file of version 1.
        let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches").join(format!("{}.json", P::INFO.id));
        texts.push(fs::read_to_string(old).unwrap());
        for number in 0..self.0 {
            // A new file each time: some file systems wait for the disk when a file is overwritten.
            let file = folder.path().join(format!("{number}.jsonl"));
            let (text, other) = (texts.choose(&mut rng).unwrap(), texts.choose(&mut rng).unwrap());
            let text = damaged(text, other, &mut rng);
            let _named = Named(P::INFO.id, &text);
            fs::write(&file, &text).unwrap();
            tally.case(|| check_file(&file));
            fs::remove_file(&file).unwrap();
        }
        tally
    }
}

/// The text of a short match file: bots, thrown dice, clocks, and a resignation.
fn match_file(id: &str, seed: u64, file: &Path) -> String {
    let clock = Clock { start: Duration::from_secs(60), increment: Duration::from_secs(1) };
    let mut game = Match::new(Setup {
        dice: if seed % 4 == 3 { Dice::Instant } else { Dice::Physics },
        clock: (seed % 2 == 1).then_some(clock),
        names: [(seed % 3 == 1).then(|| "Ann".to_string()), None],
        ..Setup::new(games::info(id).unwrap(), [Seat::Bot(Bot::Random); 2], seed)
    })
    .unwrap();
    for _ in 0..seed + 1 {
        if let Some(thinker) = game.search_job() {
            game.act(&thinker.think()).unwrap();
        } else if let Some(roll) = game.throw(None) {
            game.apply_roll(&roll).unwrap();
        }
    }
    if seed % 3 == 2 {
        game.resign(Side::White).unwrap();
    }
    game.record_to(file).unwrap();
    let text = fs::read_to_string(file).unwrap();
    fs::remove_file(file).unwrap();
    text
}

/// Returns whether the file is readable, for both resuming and replaying.
fn check_file(file: &Path) -> bool {
    let resumed = Match::resume(file);
    match Replay::open(file) {
        Ok(mut replay) => {
            let game = resumed.unwrap_or_else(|error| panic!("replayed, but not resumed: {error}"));
            assert_eq!(game.outcome(), replay.outcome());
            while replay.forward().is_some() {}
            assert_eq!(replay.at(), replay.len());
            assert_eq!(replay.game().text(), game.game().text());
            true
        }
        Err(error) => {
            assert!(resumed.is_err(), "resumed, but not replayed: {error}");
            check_refusal(&error);
            false
        }
    }
}

fn check_refusal(error: &PlayError) {
    let PlayError::Record(record) = error else { panic!("the file is not named: {error}") };
    match record {
        RecordError::Field { field, expected, .. } => assert!(!field.is_empty() && !expected.is_empty(), "{error}"),
        RecordError::Line { line, reason, .. } => assert!(*line > 0 && !reason.is_empty(), "{error}"),
        RecordError::Json { source, .. } => assert!(!source.to_string().is_empty(), "{error}"),
        RecordError::Action { source, .. } => match &**source {
            Refusal::Text(error) => check_error(error),
            Refusal::Illegal(illegal) => assert!(!illegal.rule.is_empty() && !illegal.reason.is_empty(), "{error}"),
            other => panic!("match files have complete action texts: {other}"),
        },
        // The damage can make it look like another format.
        RecordError::Pgn { .. } => {}
        RecordError::Read { .. }
        | RecordError::Write { .. }
        | RecordError::Folder { .. }
        | RecordError::Exists { .. }
        | RecordError::Locked { .. } => panic!("{error}"),
    }
}
