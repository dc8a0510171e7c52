//! Lessons and puzzles by clicks: the panels together with the session, without a table.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Event, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, pos2};

use super::rig::{Rig, SCREENS, app, context};
use crate::engine::Place;
use crate::games;
use crate::lessons;
use crate::platform::jobs::Wake;
use crate::puzzles::{self, Kind};
use crate::session::{
    Exercise, ExerciseCommand, Intent, LearningProgress, LegalActions, MatchRecorder, Notification, PlayerCommand,
    Selection, Session, Settings,
};
use crate::ui::state::learning_view::{LearningPage, LearningView, today};

/// The window without the table.
struct Window {
    app: App,
    texts: Vec<(String, Rect)>,
    folder: tempfile::TempDir,
}

impl Window {
    fn new() -> Window {
        let folder = tempfile::tempdir().unwrap();
        let mut app = app();
        app.insert_resource(Settings { pause: 0.0, ..default() })
            .insert_resource(MatchRecorder::new(None, Some(folder.path().join("matches"))))
            .insert_resource(progress(folder.path()));
        app.world_mut().resource_mut::<LearningView>().record.index = Some(folder.path().join("index.sqlite"));
        app.finish();
        app.cleanup();
        let mut window = Window { app, texts: Vec::new(), folder };
        // The tiles are drawn once the folder has been read in the background.
        let begun = Instant::now();
        while !window.says("Your record") {
            assert!(begun.elapsed() < Duration::from_secs(60), "the tiles are missing");
            window.rest();
        }
        window
    }

    fn frame(&mut self, events: Vec<Event>) {
        self.app.update();
        let world = self.app.world_mut();
        let ctx = context(world);
        let screen = Rect::from_min_size(Pos2::ZERO, egui::vec2(1280.0, 800.0));
        let input = RawInput { screen_rect: Some(screen), events, ..RawInput::default() };
        let output = ctx.run_ui(input, |_| world.run_schedule(EguiPrimaryContextPass));
        self.texts.clear();
        for clipped in &output.shapes {
            collect(&clipped.shape, clipped.clip_rect, &mut self.texts);
        }
        output.drop_without_applying_deltas();
    }

    /// Draws frames until all automatic steps are done.
    fn rest(&mut self) {
        for _ in 0..12 {
            self.frame(Vec::new());
        }
    }

    fn says(&self, words: &str) -> bool {
        self.texts.iter().any(|(text, _)| text.contains(words))
    }

    #[track_caller]
    fn click(&mut self, words: &str) {
        let Some((_, at)) = self.texts.iter().find(|(text, _)| text.starts_with(words)) else {
            panic!("nothing says {words:?}, but {:?}", self.texts.iter().map(|(text, _)| text).collect::<Vec<_>>())
        };
        let pos = pos2(at.center().x, at.center().y);
        let button =
            |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        for event in [Event::PointerMoved(pos), button(true), button(false)] {
            self.frame(vec![event]);
        }
        self.rest();
    }

    /// Points at a cell, like a click on the table.
    fn point(&mut self, cell: &str) {
        let world = self.app.world_mut();
        let intent = world.resource_scope(|world, mut hand: Mut<Selection>| {
            let game = world.resource::<Session>().game().unwrap();
            let cell = game.layout().cell_named(cell).unwrap();
            hand.point(Place::Cell(cell), game, &world.resource::<LegalActions>().0)
        });
        match intent {
            Intent::Act(action) => drop(world.write_message(PlayerCommand::Act(action))),
            Intent::Refused(words) => drop(world.write_message::<Notification>(words)),
            Intent::Nothing | Intent::Changed => {}
        }
        self.rest();
    }

    fn session(&self) -> &Session {
        self.app.world().resource()
    }
}

fn progress(folder: &std::path::Path) -> LearningProgress {
    let (progress, errors) = LearningProgress::open(&folder.join("lessons.json"), &folder.join("puzzles.json"));
    assert!(errors.is_empty(), "{errors:?}");
    progress
}

fn collect(shape: &Shape, clip: Rect, texts: &mut Vec<(String, Rect)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, texts)),
        Shape::Text(text) => {
            let seen = text.visual_bounding_rect().intersect(clip);
            if seen.is_positive() {
                texts.push((text.galley.text().to_string(), seen));
            }
        }
        _ => {}
    }
}

#[test]
fn a_lesson_is_played_by_clicks_from_the_start_screen_to_its_end() {
    let mut window = Window::new();
    window.click("Fluky Chess");
    window.click("New here? Learn it");
    assert!(window.says("0 of 6 lessons done"));
    window.click("Begin: The pieces are dice (Enter)");
    assert!(window.says("This one shows a rook.") && !window.says("Next ("));
    // A move that misses the goal is refused with the lesson's reason, an illegal one with the
    // rule's.
    window.point("c2");
    window.point("c4");
    assert!(window.says("That is a rook's move too. Go to e2."));
    window.point("c2");
    window.point("d3");
    assert!(window.says("Rules: "), "the rule's reason is shown");
    window.point("c2");
    window.point("a1");
    assert!(window.says("Not yet: try a marked move."));
    window.point("c2");
    window.point("e2");
    assert!(window.says("Throw it!") && !window.says("Rules: "));
    window.click("Throw the die (Space)");
    window.point("c2");
    window.point("d4");
    assert!(window.says("We set the die by hand: a bishop."));
    window.click("Next (Enter)");
    assert!(window.says("Well done!"));
    // The progress is saved, and the next lesson follows.
    let course = lessons::course("fluky");
    assert!(progress(window.folder.path()).lessons().has(&course[0]));
    window.click("Next lesson (Enter)");
    assert_eq!(window.session().exercise().unwrap().as_lesson().unwrap().lesson().id, course[1].id);
    window.click("Leave the lesson (Escape)");
    assert!(window.session().is_empty());
    assert!(window.says("1 of 6 lessons done"));
}

#[test]
fn the_end_of_a_course_leads_to_a_match_against_the_weakest_bot() {
    let mut window = Window::new();
    let last = lessons::course("fluky").pop().unwrap();
    let mut rig = Rig::new(SCREENS[1], Session::from(Exercise::lesson(last.clone()).unwrap()));
    rig.check("the last lesson");
    window.app.world_mut().write_message(PlayerCommand::Exercise(ExerciseCommand::Lesson(Box::new(last))));
    window.rest();
    for _ in 0..20 {
        let exercise = window.session().exercise().unwrap();
        let task = exercise.as_lesson().unwrap();
        let action = task.step().and_then(|step| step.action.as_ref()).map(|action| action.get_ref().clone());
        let command = match action {
            _ if task.is_done() => break,
            _ if exercise.may_throw() => PlayerCommand::Throw(None),
            Some(action) => PlayerCommand::Act(action.as_str().into()),
            None => PlayerCommand::Exercise(ExerciseCommand::ReadOn),
        };
        window.app.world_mut().write_message(command);
        window.rest();
    }
    assert!(window.says("Congratulations!"));
    window.app.world_mut().resource_mut::<Settings>().people[0] = "Ann".to_string();
    window.click("Play a match against level 1 (Enter)");
    let running = window.session().live_match().expect("a match has begun");
    assert_eq!(running.setup().names, [Some("Ann".to_string()), None]);
    assert_eq!(window.app.world().resource::<Settings>().people[0], "Ann", "the name stays");
    assert_eq!((running.game().info().id, running.setup().seats[1].to_string()), ("fluky", "1".to_string()));
}

#[test]
fn the_puzzle_of_the_day_is_solved_by_clicks() {
    let mut window = Window::new();
    let list = puzzles::shipped("chess").unwrap();
    let daily = puzzles::of_the_day(&list, today()).unwrap().clone();
    window.click("Orthodox chess");
    window.click("Puzzle of the day");
    while window.session().exercise().unwrap().takes_input() {
        let game = window.session().game().unwrap();
        let action = daily.line[game.played().len()].clone();
        window.app.world_mut().write_message(PlayerCommand::Act(action));
        window.rest();
    }
    assert!(window.says("Solved! Your rating rises by"));
    assert!(window.says("1 day"));
    let kept = progress(window.folder.path());
    assert!(kept.puzzles().tried[&daily.id].alone);
    window.click("Next puzzle (Enter)");
    let next = window.session().exercise().unwrap().as_puzzle().unwrap().puzzle().id.clone();
    assert_ne!(next, daily.id);
    let rating = |window: &Window| progress(window.folder.path()).puzzles().rating("chess").rating;
    let before = rating(&window);
    window.click("Show the solution");
    assert!(window.says("costs rating") && rating(&window) == before, "help is announced before it counts");
    window.click("Show the solution");
    window.rest();
    assert!(rating(&window) < before);
    assert!(window.says("This is the solution."));
    window.click("Leave the puzzle (Escape)");
    assert!(window.says("1 of"), "the list of puzzles is open");
}

#[test]
fn lessons_and_puzzles_fit_into_every_window() {
    for screen in SCREENS {
        for info in games::ALL {
            let lesson = lessons::course(info.id).swap_remove(0);
            let mut rig = Rig::new(screen, Session::from(Exercise::lesson(lesson).unwrap()));
            rig.check(&format!("a lesson of {}", info.id));
        }
        for page in [LearningPage::Course, LearningPage::Puzzles, LearningPage::Record] {
            let mut rig = Rig::new(screen, Session::default());
            rig.state.learning.page = Some(page);
            rig.check(&format!("{page:?}"));
        }
        let list = puzzles::shipped("fluky").unwrap();
        let chance = list.into_iter().find(|puzzle| puzzle.kind == Kind::Chance).unwrap();
        let mut exercise = Exercise::puzzle(chance.clone()).unwrap();
        exercise.act(&chance.line[0], &Wake::default()).unwrap();
        let mut rig = Rig::new(screen, Session::from(exercise));
        rig.check("a puzzle with a die");
        if screen == SCREENS[1] {
            assert!(rig.reach_in_panel("Outcomes of the throw") && rig.find("On average").is_some());
        }
    }
}
