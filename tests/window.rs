//! Matches in the real window, driven from outside by mouse and keyboard as a person drives them: the window is shown on
//! a virtual screen of its own (Xvfb), `xdotool` moves the mouse, and what was played is read from the match file.
#![cfg(all(feature = "view", target_os = "linux"))]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::prelude::{UVec2, Vec2, Vec3};
use fairground::engine::{Cell, Game, Gesture, Options, Place, Side, Turn};
use fairground::games;
use fairground::record::{self, Record};
use fairground::stage::{Panels, View};
use fairground::table::camera::{self, Orbit};
use fairground::table::places::{Places, world};
use fairground::ui;
use tempfile::TempDir;

/// How long any step may take: machines may be slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// Within this the match file tells of what was done, unless the click came while something was still moving.
const SOON: Duration = Duration::from_secs(6);

/// Between two inputs the program gets to draw.
const A_FEW_FRAMES: Duration = Duration::from_millis(250);

/// One window at a time: two would only slow each other down.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A virtual screen.
struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    fn start() -> Screen {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp"]);
        let mut server = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("tests/window.rs needs the program Xvfb (package xvfb on Debian and Ubuntu)");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        assert!(number.trim().parse::<u32>().is_ok(), "Xvfb did not start");
        Screen { server, display: format!(":{}", number.trim()) }
    }

    fn tool(&self, args: &[&str]) -> Option<String> {
        let output = Command::new("xdotool")
            .args(args)
            .env("DISPLAY", &self.display)
            .stderr(Stdio::null())
            .output()
            .expect("tests/window.rs needs the program xdotool (package xdotool on Debian and Ubuntu)");
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The program in its window, with a match that is being recorded.
struct Player {
    screen: Screen,
    program: Child,
    window: String,
    at: Vec2,
    size: UVec2,
    folder: TempDir,
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Asks until there is an answer.
#[track_caller]
fn wait<T>(what: &str, within: Duration, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(start.elapsed() < within, "{what}: nothing within {} s", within.as_secs());
        sleep(Duration::from_millis(50));
    }
}

impl Player {
    /// Opens a window in which White is played from outside.
    fn open(game: &str, seed: u64) -> Player {
        let screen = Screen::start();
        let folder = tempfile::tempdir().unwrap();
        let errors = File::create(folder.path().join("stderr")).unwrap();
        let seed = seed.to_string();
        let program = Command::new(env!("CARGO_BIN_EXE_fairground"))
            .args(["play", game, "--white", "human", "--black", "greedy", "--seed", &seed, "--record", "match.json"])
            .current_dir(folder.path())
            .envs([("DISPLAY", &*screen.display), ("WINIT_X11_SCALE_FACTOR", "1")])
            .envs([("HOME", folder.path()), ("XDG_CONFIG_HOME", folder.path()), ("XDG_RUNTIME_DIR", folder.path())])
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(errors)
            .spawn()
            .unwrap();
        let mut player = Player { screen, program, window: String::new(), at: Vec2::ZERO, size: UVec2::ZERO, folder };
        let start = Instant::now();
        player.window = loop {
            if let Some(found) = player.screen.tool(&["search", "--onlyvisible", "--name", "^Fairground$"]) {
                break found.trim().to_string();
            }
            assert!(start.elapsed() < PATIENCE && player.runs(), "no window: {}", player.errors());
            sleep(Duration::from_millis(100));
        };
        let geometry = player.screen.tool(&["getwindowgeometry", "--shell", &player.window]).unwrap();
        let number = |name: &str| -> u32 {
            let line = geometry.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.strip_prefix('=').unwrap().parse().unwrap()
        };
        player.at = UVec2::new(number("X"), number("Y")).as_vec2();
        player.size = UVec2::new(number("WIDTH"), number("HEIGHT"));
        // There is no window manager to give it the keys.
        player.screen.tool(&["windowfocus", &player.window]).unwrap();
        player.key("t");
        sleep(Duration::from_secs(3));
        player
    }

    fn runs(&mut self) -> bool {
        self.program.try_wait().unwrap().is_none()
    }

    fn errors(&self) -> String {
        fs::read_to_string(self.folder.path().join("stderr")).unwrap_or_default()
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("match.json")
    }

    fn record(&self) -> Option<Record> {
        record::read(&self.file()).ok()
    }

    fn played(&self) -> Vec<String> {
        recorded(&self.file())
    }

    /// The match as the file has it.
    fn game(&self) -> Box<dyn Game> {
        let record = wait("the match file", PATIENCE, || self.record());
        let info = games::info(&record.game).unwrap();
        let mut game = games::begin(info, Options::default(), Some(&record.start)).unwrap();
        for entry in &record.actions {
            game.apply(&entry.action).unwrap();
        }
        game
    }

    /// Where a point of the table is seen, on the screen.
    fn pixel(&self, game: &dyn Game, point: Vec3) -> Vec2 {
        let places = Places { layout: game.layout() };
        let panels = Panels { right: ui::WIDTH, ..Panels::default() };
        let size = camera::picture(self.size, panels, 1.0).as_vec2();
        let orbit = Orbit::framing(View::Top, places.all(), size.x / size.y);
        let pixel = orbit.pixel(point, size).unwrap();
        assert!(pixel.cmpge(Vec2::ZERO).all() && pixel.cmplt(size).all(), "{point} is not in the picture: {pixel}");
        self.at + pixel
    }

    fn point_at(&self, pixel: Vec2) {
        let [x, y] = [pixel.x, pixel.y].map(|pixels| pixels.round().to_string());
        self.screen.tool(&["mousemove", &x, &y]).unwrap();
        sleep(A_FEW_FRAMES);
    }

    fn button(&self, what: &str) {
        self.screen.tool(&[what, "1"]).unwrap();
        sleep(A_FEW_FRAMES);
    }

    fn click(&self, game: &dyn Game, place: Place) {
        let places = Places { layout: game.layout() };
        self.point_at(self.pixel(game, places.place(place, 0)));
        self.button("mousedown");
        self.button("mouseup");
    }

    fn drag(&self, game: &dyn Game, from: Place, to: Cell) {
        let places = Places { layout: game.layout() };
        self.point_at(self.pixel(game, places.place(from, 0)));
        self.button("mousedown");
        self.point_at(self.pixel(game, places.cell(to)));
        self.button("mouseup");
    }

    fn key(&self, name: &str) {
        self.keys(&[name]);
    }

    fn keys(&self, names: &[&str]) {
        self.screen.tool(&[&["key", "--delay", "80"], names].concat()).unwrap();
        sleep(A_FEW_FRAMES);
    }

    /// Flicks the mouse through the tray.
    fn flick(&self, game: &dyn Game) {
        let places = Places { layout: game.layout() };
        let tray = world(places.tray());
        let way = |share: f32| self.pixel(game, tray + Vec3::new(-0.03, 0.0, 0.06 - 0.12 * share));
        self.point_at(way(0.0));
        self.button("mousedown");
        for step in 1..=5 {
            let [x, y] = way(step as f32 / 5.0).to_array().map(|pixels| pixels.round().to_string());
            self.screen.tool(&["mousemove", &x, &y]).unwrap();
            sleep(Duration::from_millis(30));
        }
        self.button("mouseup");
    }

    /// Does it again, all anew, until the match file has one more action; returns that action.
    fn until_played(&mut self, what: &str, mut inputs: impl FnMut(&Player)) -> String {
        let before = self.played().len();
        let start = Instant::now();
        loop {
            self.key("Escape");
            inputs(self);
            let tried = Instant::now();
            while tried.elapsed() < SOON {
                if let Some(action) = self.played().get(before) {
                    return action.clone();
                }
                assert!(self.runs(), "{what}: the program has ended: {}", self.errors());
                sleep(Duration::from_millis(50));
            }
            let played = self.played().join(" ");
            assert!(start.elapsed() < PATIENCE, "{what} is not played, after {played}: {}", self.errors());
        }
    }

    /// Waits until it is White's turn, or the match is over.
    fn own_turn(&mut self) -> Box<dyn Game> {
        let start = Instant::now();
        loop {
            let game = self.game();
            if game.turn().side() != Some(Side::Black) {
                return game;
            }
            let over = start.elapsed() >= PATIENCE || !self.runs();
            assert!(!over, "Black does not move, after {}: {}", self.played().join(" "), self.errors());
            sleep(Duration::from_millis(100));
        }
    }

    /// Closes the window; the match file stays.
    fn close(mut self) -> TempDir {
        self.screen.tool(&["windowclose", &self.window]).unwrap();
        let ended = wait("the end of the program", PATIENCE, || self.program.try_wait().unwrap());
        let errors = self.errors();
        assert!(ended.success(), "{ended}: {errors}");
        assert!(!errors.contains("panicked"), "{errors}");
        std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap())
    }
}

/// A decision that two clicks mean and nothing else, the first in order.
fn by_two_clicks(game: &dyn Game) -> Option<(String, Place, Cell)> {
    let gestures = game.gestures();
    let most = |from: Place| {
        let own = gestures.iter().filter(|(_, gesture)| gesture.from == Some(from));
        own.filter_map(|(_, gesture)| gesture.count).max()
    };
    // A piece whose count may be chosen is lifted whole.
    let plain = |gesture: &Gesture| Some((gesture.from?, gesture.to?)).filter(|(from, _)| gesture.count == most(*from));
    gestures.iter().find_map(|(action, gesture)| {
        let meant = plain(gesture)?;
        let same = gestures.iter().filter(|(_, other)| plain(other) == Some(meant)).count();
        (same == 1).then(|| (action.clone(), meant.0, meant.1))
    })
}

/// A cell that the piece on `from` may not go to, with nothing on it that could be moved instead.
fn forbidden(game: &dyn Game, from: Place) -> Cell {
    let gestures = game.gestures();
    let cells = (0..game.layout().cells.len() as u16).map(Cell);
    let concerns = |gesture: &Gesture, cell: Cell| {
        gesture.from == Some(Place::Cell(cell)) || gesture.from == Some(from) && gesture.to == Some(cell)
    };
    let mut free = cells.filter(|cell| gestures.iter().all(|(_, gesture)| !concerns(gesture, *cell)));
    free.find(|cell| Place::Cell(*cell) != from).unwrap()
}

/// From wherever the cursor is to the corner of the board, and from there to the cell.
fn arrows(files: u16, squares: u16, cell: Cell) -> Vec<&'static str> {
    let mut keys = Vec::new();
    let mut press = |key: &'static str, times: u16| keys.extend(std::iter::repeat_n(key, usize::from(times)));
    // The first only shows the cursor.
    press("Left", files + 1);
    press("Down", squares / files);
    press("Right", cell.0 % files);
    press("Up", cell.0 / files);
    keys
}

fn replays(file: &Path) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_fairground")).arg("replay").arg(file).arg("--headless").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    let actions: Vec<_> = printed.lines().filter_map(|line| line.split_once('\t')).map(|(action, _)| action).collect();
    assert_eq!(actions, recorded(file));
}

fn recorded(file: &Path) -> Vec<String> {
    record::read(file).unwrap().actions.into_iter().map(|entry| entry.action).collect()
}

#[test]
fn a_match_of_fluky_by_mouse_and_keyboard() {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut player = Player::open("fluky", 7);
    let (mut decisions, mut throws, mut flicked) = (0, 0, false);
    while decisions < 5 {
        let game = player.own_turn();
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance(..) => {
                let action = if flicked {
                    player.until_played("a throw by key", |player| player.key("space"))
                } else {
                    player.until_played("a throw by the mouse", |player| player.flick(&*game))
                };
                assert!(action.starts_with('~'), "{action}");
                flicked = true;
                throws += 1;
            }
            Turn::Decide(_) => {
                let (action, from, to) = by_two_clicks(&*game).unwrap();
                let Place::Cell(from_cell) = from else { panic!("{from:?}") };
                let played = match decisions {
                    0 => player.until_played(&action, |player| {
                        let before = player.played();
                        player.click(&*game, from);
                        player.click(&*game, Place::Cell(forbidden(&*game, from)));
                        sleep(Duration::from_secs(1));
                        assert_eq!(player.played(), before, "an illegal move was played");
                        player.click(&*game, Place::Cell(to));
                    }),
                    1 | 3 => player.until_played(&action, |player| {
                        player.keys(&arrows(5, 25, from_cell));
                        player.key("Return");
                        player.keys(&arrows(5, 25, to));
                        player.key("Return");
                    }),
                    2 => player.until_played(&action, |player| {
                        player.click(&*game, from);
                        player.click(&*game, Place::Cell(to));
                    }),
                    _ => player.until_played(&action, |player| player.drag(&*game, from, to)),
                };
                assert_eq!(played, action);
                decisions += 1;
            }
        }
    }
    assert!(decisions >= 4 && throws >= 1, "{decisions} decisions, {throws} throws: {}", player.played().join(" "));

    player.key("F12");
    let picture = wait("a picture of the window", PATIENCE, || {
        let files = fs::read_dir(player.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let pictures = files.filter(|file| file.extension().is_some_and(|extension| extension == "png"));
        // While it is being written it cannot be read.
        pictures.filter_map(|file| image::open(file).ok()).next()
    });
    assert_eq!((picture.width(), picture.height()), (player.size.x, player.size.y));
    let picture = picture.to_rgb8();
    let tones: std::collections::BTreeSet<_> = picture.pixels().map(|pixel| pixel.0.map(|part| part / 16)).collect();
    assert!(tones.len() > 30, "the picture has {} tones only", tones.len());

    let file = player.file();
    let before = player.played();
    let _folder = player.close();
    assert!(recorded(&file).starts_with(&before), "closing the window changed what was played");
    let actions = record::read(&file).unwrap().actions;
    assert!(actions.iter().filter_map(|entry| entry.throw.as_ref()).all(|throw| !throw.attempts.is_empty()));
    replays(&file);
}

/// At least four decisions of each game: by the mouse, and typed where two clicks do not say it.
#[test]
fn every_game_can_be_played_in_the_window() {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for (info, seed) in games::ALL.iter().filter(|info| info.id != "fluky").zip(11..) {
        let mut player = Player::open(info.id, seed);
        // Everything moves as fast as it can.
        player.keys(&["plus"; 6]);
        let mut decisions = 0;
        while decisions < 4 {
            let game = player.own_turn();
            match game.turn() {
                Turn::Over(outcome) => panic!("{}: over after {decisions} decisions: {outcome}", info.id),
                Turn::Chance(..) => {
                    let action = player.until_played("a throw by key", |player| player.key("space"));
                    assert!(action.starts_with('~'), "{action}");
                }
                Turn::Decide(_) => {
                    let played = if let Some((action, from, to)) = by_two_clicks(&*game) {
                        let what = format!("{}: {action}", info.id);
                        let played = player.until_played(&what, |player| {
                            player.click(&*game, from);
                            player.click(&*game, Place::Cell(to));
                        });
                        (played, action)
                    } else {
                        let action = game.actions().into_iter().next().unwrap();
                        let what = format!("{}: {action}, typed", info.id);
                        let played = player.until_played(&what, |player| {
                            player.key("m");
                            player.screen.tool(&["type", "--delay", "80", &action]).unwrap();
                            player.key("Return");
                        });
                        (played, action)
                    };
                    assert_eq!(played.0, played.1, "{}", info.id);
                    decisions += 1;
                }
            }
        }
        let file = player.file();
        let before = player.played();
        let _folder = player.close();
        assert!(recorded(&file).starts_with(&before), "{}: closing the window changed what was played", info.id);
        replays(&file);
    }
}
