//! Tests of lessons and puzzles on the table.

use super::*;
use crate::engine::{DynGame, Place, Turn};
use crate::lessons::{self, Lesson};
use crate::puzzles::{self, Kind, Puzzle};
use crate::session::{Exercise, ExerciseCommand, Feedback, LearningProgress, PuzzleEnd};

/// A table with an exercise, whose progress is saved in a folder.
fn learning(command: ExerciseCommand, folder: &std::path::Path) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, crate::session::plugin));
    let (progress, errors) = LearningProgress::open(&folder.join("lessons.json"), &folder.join("puzzles.json"));
    assert!(errors.is_empty());
    app.insert_resource(progress).insert_resource(Settings { pause: 0.0, ..Settings::default() });
    send(&mut app, command);
    app
}

fn send(app: &mut App, command: ExerciseCommand) -> Vec<String> {
    let (_, told) = ask(app, PlayerCommand::Exercise(command));
    rest(app);
    told
}

/// Draws frames until all automatic steps are done.
fn rest(app: &mut App) {
    let begun = Instant::now();
    let mut frames = 0;
    // A search judges a wrong puzzle action.
    while frames < 40 || !exercise(app).is_idle() {
        assert!(begun.elapsed() < Duration::from_secs(60), "something still follows");
        app.update();
        frames += 1;
    }
}

fn exercise(app: &App) -> &Exercise {
    session(app).exercise().expect("an exercise is on the table")
}

fn game(app: &App) -> &dyn DynGame {
    session(app).game().unwrap()
}

fn lesson(game: &str, at: usize) -> Lesson {
    lessons::course(game).swap_remove(at)
}

/// Solves the current step.
fn do_step(app: &mut App) {
    let task = exercise(app).as_lesson().unwrap();
    let action = task.step().and_then(|step| step.action.as_ref()).map(|action| action.get_ref().clone());
    if exercise(app).may_throw() {
        ask(app, PlayerCommand::Throw(None));
        rest(app);
    } else if let Some(action) = action {
        let legal = app.world().resource::<LegalActions>();
        assert!(legal.0.iter().any(|(own, _)| *own == *action), "{action} is not offered");
        let (_, told) = ask(app, PlayerCommand::Act(action.as_str().into()));
        assert!(told.is_empty(), "{action}: {told:?}");
        rest(app);
    } else {
        send(app, ExerciseCommand::ReadOn);
    }
}

#[test]
fn every_lesson_is_played_to_its_end_and_kept() {
    for info in games::ALL {
        for lesson in lessons::course(info.id) {
            let folder = tempfile::tempdir().unwrap();
            let mut app = learning(ExerciseCommand::Lesson(Box::new(lesson.clone())), folder.path());
            let (_, count) = exercise(&app).as_lesson().unwrap().at();
            for step in 0..count {
                assert_eq!(exercise(&app).as_lesson().unwrap().at(), (step, count), "{}/{}", info.id, lesson.id);
                do_step(&mut app);
            }
            assert!(exercise(&app).as_lesson().unwrap().is_done(), "{}/{}", info.id, lesson.id);
            assert!(app.world().resource::<LearningProgress>().lessons().has(&lesson));
            let (again, _) = LearningProgress::open(&folder.path().join("lessons.json"), &folder.path().join("none"));
            assert!(again.lessons().has(&lesson), "{}/{}", info.id, lesson.id);
        }
    }
}

#[test]
fn a_wrong_move_is_shown_and_taken_back_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = learning(ExerciseCommand::Lesson(Box::new(lesson("fluky", 0))), folder.path());
    let before = game(&app).text();
    let (updates, told) = ask(&mut app, PlayerCommand::Act("c2c4".into()));
    assert!(told.is_empty(), "{told:?}");
    assert!(updates.iter().any(|update| matches!(update, TableUpdate::Events(..))), "it is shown");
    assert_eq!(exercise(&app).feedback(), Some(&Feedback::Wrong("That is a rook's move too. Go to e2.".into())));
    rest(&mut app);
    assert_eq!(game(&app).text(), before);
    assert_eq!(exercise(&app).as_lesson().unwrap().at().0, 0);
    assert!(!app.world().resource::<LegalActions>().0.is_empty(), "the next try can begin");
    do_step(&mut app);
    assert_eq!((exercise(&app).as_lesson().unwrap().at().0, exercise(&app).feedback()), (1, None));
}

#[test]
fn other_actions_are_disabled_and_forbidden_ones_have_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = learning(ExerciseCommand::Lesson(Box::new(lesson("fluky", 1))), folder.path());
    let pawn = game(&app).layout().cell_named("c2").map(Place::Cell);
    let legal = &app.world().resource::<LegalActions>().0;
    assert!(!legal.is_empty() && legal.iter().all(|(_, gesture)| gesture.from == pawn));
    assert!(game(&app).gestures().len() > legal.len());
    let (_, told) = ask(&mut app, PlayerCommand::Act("c2c4".into()));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(exercise(&app).as_lesson().unwrap().expected("c2c4").unwrap().contains("no double step"));
    assert_eq!(exercise(&app).running().game().played().len(), 0);
}

#[test]
fn a_die_that_is_laid_says_so_and_one_that_is_thrown_is_real() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = learning(ExerciseCommand::Lesson(Box::new(lesson("fluky", 0))), folder.path());
    do_step(&mut app);
    assert!(exercise(&app).may_throw());
    let (updates, _) = ask(&mut app, PlayerCommand::Throw(None));
    assert!(updates.iter().any(|update| matches!(update, TableUpdate::Thrown { .. })), "it is thrown in the tray");
    rest(&mut app);
    do_step(&mut app);
    let Some(Feedback::Laid(words)) = exercise(&app).feedback() else { panic!("{:?}", exercise(&app).feedback()) };
    assert!(words.contains("by hand"), "{words}");
    assert!(game(&app).text().contains('B'), "{}", game(&app).text());
}

#[test]
fn a_lesson_goes_back_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = learning(ExerciseCommand::Lesson(Box::new(lesson("fluky", 1))), folder.path());
    let start = game(&app).text();
    do_step(&mut app);
    do_step(&mut app);
    send(&mut app, ExerciseCommand::Back);
    assert_eq!(exercise(&app).as_lesson().unwrap().at().0, 1);
    send(&mut app, ExerciseCommand::Restart);
    assert_eq!((exercise(&app).as_lesson().unwrap().at().0, game(&app).text()), (0, start));
}

fn puzzle(game: &str, kind: Kind, decisions: usize) -> Puzzle {
    let list = puzzles::shipped(game).unwrap();
    let fits = |puzzle: &&Puzzle| puzzle.kind == kind && puzzle.decisions() == decisions;
    list.iter().find(fits).unwrap_or_else(|| panic!("{game} has no such puzzle")).clone()
}

/// Plays the rest of the solution.
fn solve(app: &mut App, puzzle: &Puzzle) {
    for _ in 0..puzzle.decisions() {
        let played = game(app).played().len();
        assert_eq!(game(app).turn(), Turn::Decide(puzzle.side), "the other side has answered");
        ask(app, PlayerCommand::Act(puzzle.line[played].clone()));
        rest(app);
    }
}

#[test]
fn a_forced_win_is_played_to_its_end_against_the_best_defence() {
    let (folder, puzzle) = (tempfile::tempdir().unwrap(), puzzle("chess", Kind::Win, 2));
    let mut app = learning(ExerciseCommand::Puzzle(Box::new(puzzle.clone())), folder.path());
    solve(&mut app, &puzzle);
    let task = exercise(&app).as_puzzle().unwrap();
    assert_eq!((task.end(), task.result()), (Some(PuzzleEnd::Solved), Some(true)));
    let (kept, _) = LearningProgress::open(&folder.path().join("none"), &folder.path().join("puzzles.json"));
    assert!(kept.puzzles().tried[&puzzle.id].alone);
    assert!(kept.puzzles().rating("chess").rating > 1500.0);
    assert!(app.world().resource::<LearningProgress>().gain(&puzzle).unwrap() > 0.0);
}

#[test]
fn a_wrong_try_is_taken_back_and_the_puzzle_can_still_be_solved() {
    let (folder, puzzle) = (tempfile::tempdir().unwrap(), puzzle("fluky", Kind::Chance, 1));
    let mut app = learning(ExerciseCommand::Puzzle(Box::new(puzzle.clone())), folder.path());
    let actions = game(&app).actions();
    let wrong = actions.iter().find(|action| puzzle.solution(action).is_none()).unwrap().clone();
    ask(&mut app, PlayerCommand::Act(wrong));
    rest(&mut app);
    assert!(matches!(exercise(&app).feedback(), Some(Feedback::Wrong(_))));
    assert_eq!(game(&app).text(), puzzle.position);
    solve(&mut app, &puzzle);
    let task = exercise(&app).as_puzzle().unwrap();
    assert_eq!((task.end(), task.result()), (Some(PuzzleEnd::Solved), Some(false)));
    let chances = task.chances().expect("a die follows");
    assert_eq!(chances.chances.iter().map(|chance| chance.sides).sum::<u32>(), 6);
    let tried = app.world().resource::<LearningProgress>().puzzles().tried[&puzzle.id];
    assert!(!tried.alone && tried.solved);
}

#[test]
fn the_puzzle_of_the_day_lengthens_the_streak() {
    let folder = tempfile::tempdir().unwrap();
    let today = jiff::Zoned::now().date();
    let daily = puzzles::of_the_day(&puzzles::shipped("chess").unwrap(), today).unwrap().clone();
    let mut app = learning(ExerciseCommand::Puzzle(Box::new(daily.clone())), folder.path());
    solve(&mut app, &daily);
    let progress = app.world().resource::<LearningProgress>();
    assert_eq!(progress.puzzles().streak.days, 1);
}

#[test]
fn hints_come_in_two_steps_and_the_solution_is_played() {
    let (folder, puzzle) = (tempfile::tempdir().unwrap(), puzzle("chess", Kind::Win, 2));
    let mut app = learning(ExerciseCommand::Puzzle(Box::new(puzzle.clone())), folder.path());
    let gesture = game(&app).gestures().into_iter().find(|(action, _)| *action == puzzle.line[0]).unwrap().1;
    let ends = |app: &App| {
        let hint = &app.world().resource::<Annotations>().hint;
        (hint.first().map(|stroke| stroke.from), hint.last().map(|stroke| stroke.to))
    };
    let from = gesture.from.and_then(Place::cell);
    send(&mut app, ExerciseCommand::Hint);
    assert_eq!(ends(&app), (from, from));
    send(&mut app, ExerciseCommand::Hint);
    assert_eq!(ends(&app), (from, gesture.to));
    send(&mut app, ExerciseCommand::ShowSolution);
    assert_eq!(game(&app).played(), puzzle.line);
    let task = exercise(&app).as_puzzle().unwrap();
    assert_eq!((task.end(), task.result()), (Some(PuzzleEnd::Shown), Some(false)));
    assert!(app.world().resource::<LegalActions>().0.is_empty(), "nothing is left to be found");
}

#[test]
fn a_board_that_would_be_right_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = learning(ExerciseCommand::Lesson(Box::new(lesson("whack", 2))), folder.path());
    send(&mut app, ExerciseCommand::Hint);
    let right = app.world().resource::<Selection>().preview.clone().expect("it is previewed");
    let legal = &app.world().resource::<LegalActions>().0;
    let number = 1 + legal.iter().position(|(action, _)| *action == right).unwrap();
    let Some(Feedback::Hint(words)) = exercise(&app).feedback() else { panic!("{:?}", exercise(&app).feedback()) };
    assert!(words.contains(&format!("board {number} ")), "{words}");
}

#[test]
fn an_exercise_leaves_the_table_as_a_match_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = learning(ExerciseCommand::Lesson(Box::new(lesson("whack", 0))), folder.path());
    assert!(session(&app).live_match().is_none(), "it is not a match of the user");
    ask(&mut app, PlayerCommand::Leave);
    assert!(session(&app).is_empty());
}
