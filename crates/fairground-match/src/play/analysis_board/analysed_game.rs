use std::path::{Path, PathBuf};

use crate::play::{Dice, Match, PlayError, Replay, Seat, Setup};
use crate::record::{
    Header, MatchEvent, MatchResult, Names, NodeId, Reader, Record, RecordError, Seats, Tree, Variation,
};
use fairground_rules::engine::{DynGame, Turn};

/// The state of an analysis board: a match with its variations, the current point, and its file.
#[derive(Clone, Debug)]
pub struct AnalysedGame {
    /// The header of its match file.
    pub header: Header,
    /// The points.
    pub tree: Tree,
    /// The current point.
    pub at: NodeId,
    /// The end of the main line and its external result. It applies only while the main line ends
    /// there.
    ended: Option<(NodeId, MatchResult)>,
    /// Its file; `None` if not saved.
    pub file: Option<PathBuf>,
}

impl AnalysedGame {
    /// An analysis of a game, at its current position, with the actions played.
    ///
    /// # Errors
    /// If the start cannot be read again, which cannot happen for a game of this program.
    pub fn of_game(game: &dyn DynGame) -> Result<AnalysedGame, PlayError> {
        let mut tree = Tree::default();
        let at = game.played().iter().fold(Tree::ROOT, |at, action| tree.add(at, action));
        let mut header = begun(game)?.record().header.clone();
        header.draws_unclaimed = game.leaves_draws_unclaimed();
        Ok(AnalysedGame { header: of_analysis(header), tree, at, ended: None, file: None })
    }

    /// An analysis of a replay at its current point, with its notes and variations. The file is
    /// kept only if it holds an analysis.
    #[must_use]
    pub fn of_replay(replay: &Replay) -> AnalysedGame {
        let tree = replay.tree();
        let line = tree.main_line();
        let at = line[replay.at().min(line.len() - 1)];
        let outcome = replay.outcome().map(MatchResult::new);
        let ended = outcome.zip(line.last().copied()).map(|(result, end)| (end, result));
        let file = replay.file().filter(|_| replay.header().analysis).map(Path::to_path_buf);
        AnalysedGame { header: of_analysis(replay.header().clone()), tree, at, ended, file }
    }

    /// Opens any match file, at its start.
    ///
    /// # Errors
    /// If the file cannot be read or breaks the rules; the error says where.
    pub fn open(file: &Path) -> Result<AnalysedGame, PlayError> {
        Ok(AnalysedGame::of_replay(&Replay::open(file)?))
    }

    /// Converts the analysis into a match file's record, checked against the rules.
    ///
    /// # Errors
    /// If a file cannot hold the analysis, for example because a line is too long or variations are
    /// nested too deep.
    pub fn to_record(&self) -> Result<Record, PlayError> {
        let levels = self.tree.levels();
        if levels > Variation::MAX_DEPTH {
            return Err(PlayError::DeepVariation(levels));
        }
        let setup = self.setup()?;
        let mut game = Match::after(setup, self.header.draws_unclaimed, &[])?.game().boxed();
        let refused = |refusal| PlayError::Refused { action: String::new(), refusal: Box::new(refusal) };
        let mut record = Record::new(self.header.clone());
        for event in self.tree.events(&mut *game).map_err(refused)? {
            record.push(event);
        }
        let end = self.tree.main_line().pop();
        let ended = self.ended.as_ref().filter(|(at, _)| Some(*at) == end).map(|(_, result)| result.clone());
        let result = match game.turn() {
            Turn::Over(outcome) => Some(MatchResult::new(outcome)),
            _ => ended,
        };
        if let Some(result) = result {
            record.push(MatchEvent::Result(result));
        }
        Ok(record)
    }

    /// Converts the analysis into the text of a match file, and verifies the text by reading it.
    ///
    /// # Errors
    /// Those of [`AnalysedGame::to_record`].
    pub fn to_text(&self, file: &Path) -> Result<String, PlayError> {
        let text = self.to_record()?.to_text();
        let text = text.map_err(|source| RecordError::Json { file: file.to_path_buf(), source })?;
        Replay::parse(file, text.as_bytes())?;
        Ok(text)
    }

    /// Converts the analysis into a replay, at its start.
    ///
    /// # Errors
    /// Those of [`AnalysedGame::to_record`].
    pub fn to_replay(&self) -> Result<Replay, PlayError> {
        let file = Path::new("analysis");
        Replay::read(Reader::new(file, Box::new(self.to_text(file)?.as_bytes()))?)
    }

    /// A match that continues from a point, with people on both sides.
    ///
    /// # Errors
    /// If the rules refuse an action.
    pub fn match_at(&self, at: NodeId, seed: u64) -> Result<Match, PlayError> {
        let setup = Setup { seed, dice: Dice::Physics, ..self.setup()? };
        Match::after(setup, self.header.draws_unclaimed, &self.tree.actions_to(at))
    }

    fn setup(&self) -> Result<Setup, PlayError> {
        Ok(crate::play::header::setup_of(Path::new("analysis"), &self.header)?.0)
    }
}

/// A new match with a game's start and options.
fn begun(game: &dyn DynGame) -> Result<Match, PlayError> {
    let setup = Setup {
        options: game.options().clone(),
        start: Some(game.start_text()),
        dice: Dice::Instant,
        ..Setup::new(game.info(), [Seat::Human; 2], 0)
    };
    Match::new(setup)
}

/// Converts the header of a match for an analysis: without players and without a dice commitment.
fn of_analysis(header: Header) -> Header {
    let seats = [&header.seats.white, &header.seats.black];
    let names = header.names.clone().unwrap_or_default();
    let title = |seat: &str| seat.parse::<Seat>().ok().and_then(Seat::bot_name);
    let [white, black] = [names.white.or_else(|| title(seats[0])), names.black.or_else(|| title(seats[1]))];
    let human = || Seat::Human.to_string();
    Header {
        seats: Seats { white: human(), black: human() },
        names: Names::of([white, black]),
        dice: Dice::Instant.to_string(),
        seed: Some(0),
        clocks: None,
        commitment: None,
        physics: None,
        analysis: true,
        ..header
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{BoardLink, Note, export, import, verify};
    use crate::record::{Mark, Pgn, parse};
    use fairground_rules::engine::Options;
    use fairground_rules::games;

    /// Fluky: c1c2 with a knight, a rook or no roll yet, replies to the first two, and a comment on
    /// each.
    fn fluky() -> AnalysedGame {
        let game = games::begin(games::info("fluky").unwrap(), Options::default(), None).unwrap();
        let mut analysed = AnalysedGame::of_game(&*game).unwrap();
        let tree = &mut analysed.tree;
        let moved = tree.add(Tree::ROOT, "c1c2");
        let knight = tree.add(moved, "~N");
        let reply = tree.add(knight, "b5b4");
        let rook = tree.add(moved, "~R");
        let other = tree.add(rook, "b5b4");
        let first = tree.add(Tree::ROOT, "a1a2");
        tree.set_note(Tree::ROOT, Note::new(0, false, "The start"));
        tree.set_note(reply, Note::new(0, true, "main"));
        let marks = ["green c2 c5", "red a5"].map(|mark| mark.parse::<Mark>().unwrap()).to_vec();
        tree.set_note(other, Note { marks, ..Note::new(0, false, "after a rook") });
        tree.set_note(first, Note::new(0, true, ""));
        analysed.at = reply;
        analysed
    }

    fn text(analysed: &AnalysedGame) -> String {
        analysed.to_text("a.jsonl".as_ref()).unwrap()
    }

    #[test]
    fn a_file_holds_the_whole_tree_and_verifies() {
        let saved = text(&fluky());
        let record = parse("a.jsonl".as_ref(), saved.as_bytes()).unwrap();
        assert!(record.header.analysis);
        let verified = verify("a.jsonl".as_ref(), &record).unwrap();
        assert!(verified.faults.is_empty(), "{:?}", verified.faults);
        assert_eq!((verified.actions, verified.without_throw), (3, 1));
        let replay = Replay::parse("a.jsonl".as_ref(), saved.as_bytes()).unwrap();
        assert_eq!(text(&AnalysedGame::of_replay(&replay)), saved);
    }

    /// Chess with this many variations, each inside the one before.
    fn nested(levels: usize) -> AnalysedGame {
        let mut game = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap();
        let mut analysed = AnalysedGame::of_game(&*game).unwrap();
        for level in 0..levels {
            let actions = game.actions();
            let other = &actions[1 + level * 7 % (actions.len() - 1)];
            analysed.tree.add(analysed.at, &actions[0]);
            analysed.at = analysed.tree.add(analysed.at, other);
            game.apply(other).unwrap();
        }
        analysed
    }

    #[test]
    fn variations_nested_too_deep_are_refused() {
        let file = Path::new("a.jsonl");
        let most = Variation::MAX_DEPTH;
        let replay = Replay::parse(file, text(&nested(most)).as_bytes()).unwrap();
        assert_eq!(AnalysedGame::of_replay(&replay).tree.levels(), most);
        // serde_json reads 42 levels.
        for levels in [most + 1, 43] {
            let error = nested(levels).to_text(file).unwrap_err();
            assert!(matches!(error, PlayError::DeepVariation(found) if found == levels), "{error}");
        }
        let AnalysedGame { tree, header, .. } = nested(43);
        let mut record = Record::new(header);
        let mut game = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap();
        tree.events(&mut *game).unwrap().into_iter().for_each(|event| record.push(event));
        let error = parse(file, record.to_text().unwrap().as_bytes()).unwrap_err().to_string();
        assert!(error.contains("recursion limit exceeded"), "not the end of an interrupted file: {error}");
    }

    #[test]
    fn a_variation_that_the_rules_refuse_is_named_by_line_and_action() {
        let saved = text(&fluky());
        for (right, wrong, says) in [
            (r#"[{"text":"~R"},{"text":"b5b4""#, r#"[{"text":"~R"},{"text":"b5c4""#, "variation, line, b5c4"),
            (r#""line":[{"text":"~R"}"#, r#""line":[{"text":"~X"}"#, "variation, line, ~X"),
            (r#"{"after":1,"line""#, r#"{"after":3,"line""#, "less than 3"),
            ("red a5", "red z9", "cells of the board"),
            ("red a5", "pink a5", "not a mark"),
        ] {
            assert!(saved.contains(right), "{saved}");
            let broken = saved.replace(right, wrong);
            let error = Replay::parse("a.jsonl".as_ref(), broken.as_bytes()).err().map(|error| error.to_string());
            assert!(error.as_ref().is_some_and(|error| error.contains(says)), "{says}: {error:?}");
            if !wrong.contains("pink") {
                let record = parse("a.jsonl".as_ref(), broken.as_bytes()).unwrap();
                assert_eq!(verify("a.jsonl".as_ref(), &record).unwrap().faults.len(), 1, "{wrong}");
            }
        }
    }

    #[test]
    fn variations_survive_pgn() {
        let links = [
            "#game=chess&moves=e4+e5+(c5+%7BSicilian%7D+(e6+d4)+Nf3+(Nc3+Nc6)+d6)+Nf3",
            "#game=whack",
            "#game=fluky&moves=c1c2+%7B~N%7D+(%7B~R%7D+b5b4)+b5b4",
        ];
        let analyses = links.map(|link| BoardLink::read(link).unwrap()).into_iter().chain([fluky()]);
        for analysed in analyses {
            let text = export(&analysed.to_replay().unwrap()).to_string();
            let [pgn] = Pgn::parse(&text).unwrap().try_into().unwrap();
            let record = import("a.pgn".as_ref(), &pgn).unwrap().record;
            let back = AnalysedGame { tree: Tree::of(&record), ..analysed.clone() };
            assert_eq!(BoardLink::write(&back).unwrap(), BoardLink::write(&analysed).unwrap(), "{text}");
        }
        let text = export(&fluky().to_replay().unwrap()).to_string();
        for part in ["(1. a1a2 {Bookmark})", "({~R} 1... b5b4 {[%csl Ra5][%cal Gc2c5]} {after a rook})"] {
            assert!(text.replace('\n', " ").contains(part), "{text}");
        }
    }

    #[test]
    fn a_recorded_match_is_not_changed() {
        let setup =
            Setup::new(games::info("fluky").unwrap(), [Seat::Bot(fairground_rules::bots::Bot::Greedy), Seat::Human], 5);
        let mut running = Match::new(setup).unwrap();
        running.resign(fairground_rules::engine::Side::White).unwrap();
        let replay = Replay::of_match(&running);
        let mut analysed = AnalysedGame::of_replay(&replay);
        assert_eq!(analysed.file, None);
        let names = analysed.header.names.clone().unwrap();
        assert_eq!((names.white, analysed.header.seats.white.as_str()), (Some("Greedy".to_string()), "human"));
        assert!(analysed.to_record().unwrap().result().is_some());
        // The result does not apply to another main line.
        analysed.tree.add(Tree::ROOT, "c1c2");
        assert!(analysed.to_record().unwrap().result().is_none());
    }
}
