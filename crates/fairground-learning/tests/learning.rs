//! Puzzles and lessons: the built-in ones agree with the rules, and can be solved and completed as
//! by a player.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use fairground_learning::lessons::{self, Lesson};
use fairground_learning::puzzles::{self, Answer, Attempt, ChanceTable, Hint, Kind, Progress, Puzzle, make};
use fairground_rules::engine::Turn;
use fairground_rules::games;
use jiff::civil::date;

/// The minimum number of puzzles per game.
const MIN_PUZZLES: usize = 200;

/// The minimum number of kinds of puzzles per game.
const MIN_KINDS: usize = 2;

/// The maximum size of a list, bytes.
const MAX_BYTES: usize = 150_000;

fn shipped() -> Vec<(&'static str, Vec<Puzzle>)> {
    games::ALL.iter().map(|info| (info.id, puzzles::shipped(info.id).unwrap())).collect()
}

fn any(kind: Kind) -> Puzzle {
    let mut all = shipped().into_iter().flat_map(|(_, list)| list);
    all.find(|puzzle| puzzle.kind == kind && (kind != Kind::Win || puzzle.decisions() > 1)).unwrap()
}

#[test]
fn shipped_puzzles_hold_by_the_rules() {
    let mut ids = BTreeSet::new();
    for info in games::ALL {
        let path = format!("{}/puzzles/{}.jsonl", env!("CARGO_MANIFEST_DIR"), info.id);
        let text = std::fs::read_to_string(path).unwrap();
        let list = puzzles::parse(&text).unwrap();
        assert!(text.len() <= MAX_BYTES, "{}: {} bytes", info.id, text.len());
        for puzzle in list {
            puzzle.check_rules().unwrap();
            assert_eq!(puzzle.game, info.id);
            assert!((400..=3000).contains(&puzzle.rating) && !puzzle.themes.is_empty(), "{}", puzzle.id);
            assert!(ids.insert(puzzle.id.clone()), "{} is listed twice", puzzle.id);
            assert_eq!(puzzles::to_line(&puzzle).unwrap().trim(), serde_json::to_string(&puzzle).unwrap());
        }
    }
}

#[test]
fn lists_are_long_and_varied() {
    for (game, list) in shipped() {
        let kinds: BTreeSet<_> = list.iter().map(|puzzle| puzzle.kind).collect();
        assert!(list.len() >= MIN_PUZZLES && kinds.len() >= MIN_KINDS, "{game}: {} puzzles, {kinds:?}", list.len());
    }
}

/// Otherwise the first failure would cost hundreds of points.
#[test]
fn the_initial_rating_is_that_of_an_average_puzzle() {
    for (game, list) in shipped() {
        let mut ratings: Vec<_> = list.iter().map(|puzzle| f64::from(puzzle.rating)).collect();
        ratings.sort_by(f64::total_cmp);
        let median = ratings[ratings.len() / 2];
        assert!((median - 1500.0).abs() < 250.0, "{game}: {median}");
        let mut progress = Progress::default();
        let first = progress.next(&list).unwrap();
        let change = progress.clone().tried(first, false, date(2026, 5, 1));
        assert!((-200.0..-100.0).contains(&change), "{game}: {change}");
        progress.tried(first, true, date(2026, 5, 1));
        assert!(progress.rating(game).rating > 1600.0, "{game}");
    }
}

#[test]
#[ignore = "takes an hour: solves every puzzle with 20 times the nodes that found it"]
fn puzzles_are_solved_by_a_deeper_search() {
    for puzzle in shipped().into_iter().flat_map(|(_, list)| list) {
        make::recheck(&puzzle, puzzle.check.nodes, &|| false).unwrap().unwrap();
    }
}

/// The actions of a line are right, and every reply is played.
#[test]
fn lines_are_played_to_their_ends() {
    for (_, list) in shipped() {
        for puzzle in list {
            let mut attempt = Attempt::new(puzzle.clone()).unwrap();
            let mut at = 0;
            while !attempt.is_solved() {
                assert_eq!(attempt.game().turn(), Turn::Decide(puzzle.side), "{}", puzzle.id);
                match attempt.answer(&puzzle.line[at]) {
                    Answer::Right { replies } => at += 1 + replies.len(),
                    Answer::Solved { rest, chances } => {
                        assert_eq!(rest, puzzle.line[at + 1..]);
                        assert_eq!(
                            chances.is_some(),
                            puzzle.kind == Kind::Chance || rest.is_empty() && chances.is_some()
                        );
                    }
                    other => panic!("{}: {} is {other:?}", puzzle.id, puzzle.line[at]),
                }
            }
            assert_eq!(attempt.result(), Some(true));
        }
    }
}

#[test]
fn wrong_and_illegal_actions_are_distinguished_from_right_ones() {
    for kind in [Kind::Win, Kind::Save, Kind::Chance] {
        let puzzle = any(kind);
        let mut attempt = Attempt::new(puzzle.clone()).unwrap();
        let actions = attempt.game().actions();
        let wrong = actions.iter().find(|action| puzzle.solution(action).is_none()).unwrap();
        let before = attempt.game().text();
        let Answer::Wrong(told) = attempt.answer(wrong) else { panic!("{}: {wrong} is not wrong", puzzle.id) };
        assert!(told.reason.ends_with('.') && (0.0..=1.0).contains(&told.win), "{told:?}");
        assert_eq!(attempt.game().text(), before, "a wrong action is not played");
        assert!(matches!(attempt.answer("nonsense"), Answer::Refused(_)));
        assert_eq!(attempt.result(), Some(false));
        // The puzzle is still solvable.
        assert!(!matches!(attempt.answer(&puzzle.line[0]), Answer::Wrong(_) | Answer::Refused(_)));
    }
}

#[test]
fn hints_come_in_two_steps() {
    let puzzle = any(Kind::Win);
    let mut attempt = Attempt::new(puzzle.clone()).unwrap();
    let first = attempt.hint(0).unwrap();
    let second = attempt.hint(1).unwrap();
    assert_ne!(first, second);
    assert!(!matches!(first, Hint::Cell(_)), "{first:?}");
    assert_eq!(attempt.result(), Some(false), "with a hint it does not count");
    assert_eq!(attempt.give_up(), puzzle.line);
    assert_eq!(attempt.hint(0), None);
}

/// The value of an action is the mean of its table.
#[test]
fn tables_of_chances_add_up() {
    let mut tables = 0;
    for (_, list) in shipped() {
        for puzzle in list.iter().filter(|puzzle| puzzle.kind == Kind::Chance) {
            for solution in &puzzle.solutions {
                // It includes a king, which is never thrown.
                let Some(table) = ChanceTable::of(puzzle, &solution.action).unwrap() else { continue };
                assert_eq!(table.chances.iter().map(|chance| chance.sides).sum::<u32>(), 6);
                let mean: f64 =
                    table.chances.iter().map(|chance| f64::from(chance.sides) * chance.win.unwrap()).sum::<f64>() / 6.0;
                assert!((mean - table.win.unwrap()).abs() < 0.002, "{}: {mean}, {:?}", puzzle.id, table.win);
                assert!((0.0..=1.0).contains(&table.certain_win(puzzle.side)));
                tables += 1;
            }
        }
    }
    assert!(tables >= 3, "only {tables} tables");
}

#[test]
fn every_day_has_a_puzzle_of_its_own() {
    let list = puzzles::shipped("chess").unwrap();
    let mut day = date(2026, 11, 23);
    let mut seen = BTreeSet::new();
    let days = list.len() - 1;
    // The rest of a round and the beginning of the next show each puzzle at most twice.
    for _ in 0..days {
        seen.insert(puzzles::of_the_day(&list, day).unwrap().id.clone());
        day = day.tomorrow().unwrap();
    }
    assert!(seen.len() > days / 2, "{} of {days}", seen.len());
    assert_eq!(puzzles::of_the_day(&[], day), None);
}

#[test]
fn ratings_and_streaks_follow_the_results() {
    let list = puzzles::shipped("fluky").unwrap();
    let mut progress = Progress::default();
    let today = date(2026, 11, 23);
    assert!(progress.rating("fluky").is_provisional());
    let hardest = list.iter().max_by_key(|puzzle| puzzle.rating).unwrap();
    let gain = progress.tried(hardest, true, today);
    assert!(gain > 0.0);
    assert_eq!(progress.tried(hardest, false, today), 0.0, "only the first time counts");
    let easiest = list.iter().min_by_key(|puzzle| puzzle.rating).unwrap();
    assert!(progress.tried(easiest, false, today) < 0.0);
    assert_eq!(progress.solved_of(&list), 1);
    let next = progress.next(&list).unwrap();
    assert!(next.id != hardest.id && next.id != easiest.id);

    for (day, days) in
        [(date(2026, 11, 23), 1), (date(2026, 11, 24), 2), (date(2026, 11, 24), 2), (date(2026, 11, 26), 1)]
    {
        progress.streak.solved(day);
        assert_eq!(progress.streak.on(day), days, "{day}");
    }
    assert_eq!((progress.streak.best, progress.streak.on(date(2026, 12, 1))), (2, 0));
    // Travelling west repeats a date, without harm.
    let mut streak = progress.streak;
    streak.solved(date(2026, 11, 27));
    streak.solved(date(2026, 11, 26));
    assert_eq!((streak.on(date(2026, 11, 26)), streak.on(date(2026, 11, 27)), streak.days), (2, 2, 2));
    streak.solved(date(2026, 11, 28));
    assert_eq!(streak.days, 3);
    // A clock one month fast does not block the streak after it is corrected.
    streak.solved(date(2026, 12, 28));
    streak.solved(date(2026, 11, 29));
    assert_eq!((streak.days, streak.last, streak.best), (1, Some(date(2026, 11, 29)), 3));
    let kept = serde_json::to_string(&progress).unwrap();
    let again: Progress = serde_json::from_str(&kept).unwrap();
    assert_eq!((again.solved_of(&list), again.streak), (1, progress.streak));
    // Decimal digits preserve a rating up to about the last bit.
    assert!((again.rating("fluky").rating - progress.rating("fluky").rating).abs() < 1e-9);
    assert_eq!(serde_json::from_str::<Progress>("{}").unwrap(), Progress::default());
}

#[test]
fn every_mistake_in_a_puzzle_is_found() {
    let right = any(Kind::Win);
    let wrong = |change: &dyn Fn(&mut Puzzle)| {
        let mut puzzle = right.clone();
        change(&mut puzzle);
        puzzle.check_rules().unwrap_err().to_string()
    };
    right.check_rules().unwrap();
    assert!(wrong(&|puzzle| puzzle.position.push('x')).contains("expected"));
    assert!(wrong(&|puzzle| puzzle.id.push('0')).contains("name"));
    assert!(wrong(&|puzzle| puzzle.side = puzzle.side.other()).contains("decision"));
    assert!(wrong(&|puzzle| puzzle.solutions.clear()).contains("no solution"));
    assert!(wrong(&|puzzle| puzzle.solutions.push(puzzle.solutions[0].clone())).contains("listed twice"));
    assert!(wrong(&|puzzle| drop(puzzle.line.pop())).contains("end"));
    assert!(wrong(&|puzzle| puzzle.themes.clear()).contains("themes"));
    assert!(wrong(&|puzzle| puzzle.kind = Kind::Save).contains("disagree"));
    assert!(wrong(&|puzzle| puzzle.other = 40_000).contains("order"));
    assert!(wrong(&|puzzle| puzzle.line[0] = "nonsense".into()).contains("best"));
    let error = puzzles::parse("{}\n").unwrap_err().to_string();
    assert!(error.starts_with("line 1: missing field"), "{error}");
}

/// The same request makes the same puzzles, and they pass the checks.
#[test]
fn puzzles_are_made_of_matches() {
    let info = games::info("fluky").unwrap();
    let maker = make::Maker::new(info, Default::default(), 300).unwrap();
    let balance = make::ListBalance::new(20);
    let make = |nth| maker.self_play(7, nth, &balance, &|| false).unwrap().unwrap();
    let found: Vec<_> = (0..6).flat_map(make).collect();
    assert_eq!(found, (0..6).flat_map(make).collect::<Vec<_>>());
    assert!(!found.is_empty());
    for puzzle in &found {
        puzzle.check_rules().unwrap();
        make::recheck(puzzle, 300, &|| false).unwrap().unwrap();
    }
    assert_eq!(maker.self_play(7, 0, &balance, &|| true).unwrap(), None, "stopped");
}

#[test]
fn shipped_lessons_hold_by_the_rules() {
    for (file, text) in lessons::SHIPPED {
        Lesson::parse(file, text).and_then(|lesson| lesson.check()).unwrap_or_else(|error| panic!("{error}"));
    }
    for info in games::ALL {
        let course = lessons::course(info.id);
        assert!((5..=10).contains(&course.len()), "{}: {} lessons", info.id, course.len());
        let mut progress = lessons::Progress::default();
        assert!(progress.offers(info.id));
        for lesson in &course {
            assert_eq!(progress.next(&course).unwrap().id, lesson.id);
            go_through(lesson);
            progress.finish(lesson);
        }
        assert_eq!((progress.count(&course), progress.next(&course).is_none()), (course.len(), true));
        assert!(!progress.offers(info.id));
    }
}

fn go_through(lesson: &Lesson) {
    let mut attempt = lessons::Attempt::new(lesson.clone()).unwrap();
    while let Some(step) = attempt.step() {
        let step = step.clone();
        for refused in &step.refuse {
            let answer = attempt.act(Some(refused.action.get_ref()));
            let told = matches!(&answer, lessons::Answer::Refused { say: Some(say), .. } if *say == refused.say);
            assert!(told, "{}/{}: {answer:?}", lesson.game, lesson.id);
        }
        if step.action.is_some() {
            assert!(!attempt.allowed().is_empty(), "{}/{}: nothing may be done", lesson.game, lesson.id);
            assert!(matches!(attempt.act(None), lessons::Answer::Wrong(_)));
        }
        let solution = attempt.solution();
        let answer = attempt.act(solution.as_deref());
        let lessons::Answer::Next { followed, .. } = answer else {
            panic!("{}/{}: {answer:?}", lesson.game, lesson.id)
        };
        for followed in followed {
            assert_eq!(followed.action.is_roll(), followed.laid.is_some(), "a laid die is announced");
        }
    }
}

const LESSON: &str = r#"title = "A lesson"
position = "k4/5/5/2R2/4K w - 0"

[[step]]
say = "Go to e2."
mark = ["c2"]
only = ["c2"]
do = "c2e2"
goal = { at = "e2", piece = "rook" }
refuse = [{ do = "c2e3", rule = "fluky.md, A turn", say = "No." }]
then = ["~N"]
laid = "Laid by hand: a knight."
"#;

/// Each mistake is refused with its file, its line and the reason.
#[test]
fn every_mistake_in_a_lesson_is_found() {
    let check = |text: &str| {
        let error = Lesson::parse("fluky/01-test.toml", text).and_then(|lesson| lesson.check()).unwrap_err();
        error.to_string()
    };
    Lesson::parse("fluky/01-test.toml", LESSON).unwrap().check().unwrap();
    for (from, to, line, reason) in [
        ("do = \"c2e2\"", "do = \"c2e3\"", 8, "not allowed"),
        ("do = \"c2e2\"", "do = \"c2d2\"", 8, "goal"),
        ("do = \"c2e2\"", "do = \"e1d1\"", 8, "`only` does not allow it"),
        ("do = \"c2e2\"", "do = \"~N\"", 8, "thrown"),
        ("piece = \"rook\"", "piece = \"queen\"", 8, "goal"),
        ("at = \"e2\"", "at = \"j2\"", 5, "names an unknown cell"),
        ("mark = [\"c2\"]", "mark = [\"z9\"]", 6, "unknown cell \"z9\""),
        ("do = \"c2e3\"", "do = \"c2c3\"", 10, "it is legal"),
        ("fluky.md, A turn", "fluky.md, The roll", 10, "refused by \"fluky.md, A turn\""),
        ("~N", "~X", 11, "cannot be read"),
        ("laid = \"Laid by hand: a knight.\"\n", "", 11, "`laid` is missing"),
        ("say = \"Go to e2.\"", "say = \"one\\ntwo\\nthree\"", 5, "expected 1 to 2 lines"),
        ("k4/5/5/2R2/4K w - 0", "k4/5/5/2R2/5 w - 0", 2, "king"),
        ("mark =", "marks =", 6, "unknown field"),
        ("title = \"A lesson\"", "title = \"A", 1, ""),
    ] {
        let broken = LESSON.replacen(from, to, 1);
        assert_ne!(broken, LESSON, "{from}");
        let error = check(&broken);
        assert!(
            error.starts_with(&format!("fluky/01-test.toml:{line}: ")) && error.contains(reason),
            "{from}: {error}"
        );
    }
    assert!(check("title = \"Nothing\"\nstep = []\n").contains("no steps"));
    let elsewhere = Lesson::parse("nogame/01.toml", LESSON).unwrap().check().unwrap_err().to_string();
    assert!(elsewhere.contains("nogame"), "{elsewhere}");
}

/// Actions other than the step's are not played, and a die laid by hand is announced.
#[test]
fn a_learner_is_guided() {
    let lesson = Lesson::parse("fluky/01-test.toml", LESSON).unwrap();
    let mut attempt = lessons::Attempt::new(lesson).unwrap();
    let start = attempt.game().text();
    assert_eq!((attempt.marks().len(), attempt.star().is_some(), attempt.progress()), (1, true, (0, 1)));
    assert!(attempt.allowed().iter().all(|(action, _)| action.starts_with("c2")));
    for wrong in ["c2d2", "e1d1"] {
        assert!(matches!(attempt.act(Some(wrong)), lessons::Answer::Wrong(_)), "{wrong}");
        assert_eq!(attempt.game().text(), start);
    }
    let lessons::Answer::Next { followed, done } = attempt.act(Some("c2e2")) else { panic!("it is right") };
    assert!(done && attempt.is_done());
    assert_eq!(followed[0].laid.as_deref(), Some("Laid by hand: a knight."));
    attempt.restart().unwrap();
    assert_eq!(attempt.game().text(), start);
}
