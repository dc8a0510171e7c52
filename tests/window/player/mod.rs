//! The program in its window, and a person's input.

mod input;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::prelude::{UVec2, Vec2};
use fairground::engine::{ActionText, Cell, DynGame, Gesture, Options, Side};
use fairground::games;
use fairground::record::{self, Record};
use fairground::session::View;
use image::RgbImage;
use tempfile::TempDir;

use super::panels::Panels;
use super::screen::Screen;

/// Timeout of an effect, even on a slow machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Time until the program receives an input.
const HEARD: Duration = Duration::from_millis(100);

/// A program that has slept for this time has nothing left to draw.
const STILL: Duration = Duration::from_millis(150);

/// The name of the match file in the program's folder.
pub const MATCH: &str = "match.jsonl";

/// The program in its window, with a temporary home folder.
pub struct Player {
    screen: Screen,
    program: Child,
    window: String,
    at: Vec2,
    size: UVec2,
    view: View,
    /// The last viewed side; it is below in views from above.
    near: Side,
    /// Screen pixels per logical pixel.
    scale: f32,
    /// The height of the card below the table, logical pixels.
    pub bottom: f32,
    /// The actions that a lesson allows, instead of all legal ones.
    pub allowed: Option<Vec<(ActionText, Gesture)>>,
    folder: TempDir,
    _seat: MutexGuard<'static, ()>,
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Allows two windows at a time: more would only slow each other down.
fn seat() -> MutexGuard<'static, ()> {
    static SEATS: [Mutex<()>; 2] = [Mutex::new(()), Mutex::new(())];
    loop {
        for seat in &SEATS {
            match seat.try_lock() {
                Ok(seat) => return seat,
                // The previous user has panicked.
                Err(TryLockError::Poisoned(seat)) => return seat.into_inner(),
                Err(TryLockError::WouldBlock) => {}
            }
        }
        sleep(Duration::from_millis(50));
    }
}

/// Repeats `ask` until it returns a value.
#[track_caller]
pub fn wait<T>(what: &str, within: Duration, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(start.elapsed() < within, "{what}: nothing within {} s", within.as_secs());
        sleep(Duration::from_millis(50));
    }
}

/// Both seats are people, and dice take no time.
const BOTH: [&str; 6] = ["--white", "human", "--black", "human", "--dice", "instant"];

impl Player {
    /// Starts the program with these arguments, after putting `files` into its folder. Returns
    /// `None` without a screen.
    pub fn start(args: &[&str], files: &[(&str, &Path)]) -> Option<Player> {
        Player::start_at_scale(1.0, args, files)
    }

    /// The same with `scale` screen pixels per logical pixel.
    fn start_at_scale(scale: f32, args: &[&str], files: &[(&str, &Path)]) -> Option<Player> {
        let seat = seat();
        let screen = Screen::start()?;
        let folder = tempfile::tempdir().unwrap();
        for (name, file) in files {
            let copy = folder.path().join(name);
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(file, copy).unwrap();
        }
        let errors = File::create(folder.path().join("stderr")).unwrap();
        let program = Command::new(env!("CARGO_BIN_EXE_fairground"))
            .args(args)
            // Pictures should look like the window.
            .args(["--quality", "low"].iter().filter(|_| !args.is_empty()))
            .current_dir(folder.path())
            .envs([("DISPLAY", screen.display()), ("WINIT_X11_SCALE_FACTOR", &scale.to_string())])
            .envs(["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"].map(|name| (name, folder.path())))
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("XDG_RUNTIME_DIR")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(errors)
            .spawn()
            .unwrap();
        let (at, size) = (Vec2::ZERO, UVec2::ZERO);
        let (window, view, near) = (String::new(), View::White, Side::White);
        let mut player = Player {
            screen,
            program,
            window,
            at,
            size,
            view,
            near,
            scale,
            bottom: 0.0,
            allowed: None,
            folder,
            _seat: seat,
        };
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
        // There is no window manager to give it the keyboard focus.
        player.screen.tool(&["windowfocus", &player.window]).unwrap();
        player.rest();
        Some(player)
    }

    /// Resizes the window, pixels.
    pub fn resize(&mut self, size: UVec2) {
        let [width, height] = size.to_array().map(|pixels| pixels.to_string());
        self.screen.tool(&["windowsize", "--sync", &self.window, &width, &height]).unwrap();
        self.size = size;
        self.rest();
    }

    /// Opens a recorded match of a game, viewed from above, at the highest speed; `args` has the
    /// other options.
    pub fn open(game: &str, args: &[&str]) -> Option<Player> {
        Player::open_at_scale(1.0, game, args)
    }

    fn open_at_scale(scale: f32, game: &str, args: &[&str]) -> Option<Player> {
        let args = [&["play", game, "--record", MATCH], args].concat();
        let mut player = Player::start_at_scale(scale, &args, &[])?;
        // Closes the summary for beginners first.
        player.keys(&[&["Escape"][..], &["plus"; 6]].concat());
        player.look(View::Top);
        Some(player)
    }

    /// Opens a match from this position, with both seats played from outside; dice are drawn, not
    /// thrown.
    pub fn both(game: &str, position: Option<&str>, seed: u64) -> Option<Player> {
        let seed = seed.to_string();
        let mut args = [&BOTH[..], &["--seed", &seed]].concat();
        args.extend(position.into_iter().flat_map(|position| ["--position", position]));
        Player::open(game, &args)
    }

    /// The same with `scale` screen pixels per logical pixel.
    pub fn both_at_scale(scale: f32, game: &str) -> Option<Player> {
        Player::open_at_scale(scale, game, &BOTH)
    }

    /// Changes to a view by keys, and waits for the camera.
    pub fn look(&mut self, view: View) {
        match view {
            View::Top => self.key("t"),
            View::Flat => self.keys(&["t", "F3"]),
            // Views after the one from above, in order: from the side, close, flat, and from the
            // seats.
            View::White => self.keys(&["t", "v", "v", "v", "v"]),
            View::Black => self.keys(&["t", "v", "v", "v", "v", "v"]),
            View::Side | View::Close => panic!("not needed so far"),
        }
        if matches!(view, View::White | View::Black) {
            self.near = if view == View::White { Side::White } else { Side::Black };
        }
        self.view = view;
        self.rest();
    }

    /// Notes the person's side, which is below in views from above.
    pub fn seated(&mut self, side: Side) {
        self.near = side;
    }

    /// Waits until the last action is drawn and nothing moves, even on a slow machine: an idle
    /// window sleeps. People also look before they click.
    pub fn rest(&self) {
        sleep(HEARD);
        let (start, mut woken) = (Instant::now(), Instant::now());
        while woken.elapsed() < STILL && start.elapsed() < PATIENCE {
            if self.is_awake() {
                woken = Instant::now();
            }
            sleep(Duration::from_millis(5));
        }
    }

    /// Whether a thread of the program is running or runnable (proc(5): the state is the third
    /// field).
    fn is_awake(&self) -> bool {
        let Ok(threads) = fs::read_dir(format!("/proc/{}/task", self.id())) else { return false };
        let stats = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("stat")).ok());
        stats.into_iter().any(|stat| stat.rsplit_once(") ").is_some_and(|(_, fields)| fields.starts_with(['R', 'D'])))
    }

    pub fn runs(&mut self) -> bool {
        self.program.try_wait().unwrap().is_none()
    }

    /// The program's output on stderr.
    pub fn errors(&self) -> String {
        fs::read_to_string(self.folder.path().join("stderr")).unwrap_or_default()
    }

    /// The process id of the program.
    pub fn id(&self) -> u32 {
        self.program.id()
    }

    /// The working folder of the program.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn file(&self) -> PathBuf {
        self.folder().join(MATCH)
    }

    /// The match in its file, once there is one.
    pub fn record(&self) -> Record {
        wait("the match file", PATIENCE, || record::read(&self.file()).ok())
    }

    pub fn played(&self) -> Vec<ActionText> {
        self.record().actions().iter().map(|entry| entry.action.clone()).collect()
    }

    /// The recorded match.
    pub fn game(&self) -> Box<dyn DynGame> {
        let record = self.record();
        let info = games::info(&record.header.game).unwrap();
        let mut game = games::begin(info, Options::default(), Some(&record.header.start)).unwrap();
        for entry in record.actions() {
            game.apply(&entry.action).unwrap();
        }
        game
    }

    /// The current panels, beside the recorded match.
    pub fn panels(&self) -> Panels {
        self.record();
        self.panels_beside(&self.file())
    }

    /// The current panels, beside the match in this file.
    pub fn panels_beside(&self, file: &Path) -> Panels {
        Panels::of_match(file, self.size)
    }

    pub fn size(&self) -> UVec2 {
        self.size
    }

    /// Sends the inputs once, and waits until `done` returns a value. A click that has to be
    /// repeated is a bug.
    pub fn once<T>(&mut self, what: &str, inputs: impl FnOnce(&Player), done: impl Fn(&Player) -> Option<T>) -> T {
        inputs(self);
        let start = Instant::now();
        loop {
            if let Some(answer) = done(self) {
                return answer;
            }
            assert!(self.runs(), "{what}: the program has ended: {}", self.errors());
            assert!(start.elapsed() < PATIENCE, "{what}: nothing comes of it: {}", self.errors());
            sleep(Duration::from_millis(50));
        }
    }

    /// Sends the inputs once, waits until the match file has another action, and returns it.
    pub fn once_played(&mut self, what: &str, inputs: impl FnOnce(&Player)) -> ActionText {
        let before = self.played();
        let what = format!("{what} after {:?}", before.join(" "));
        let action = self.once(&what, inputs, |player| player.played().get(before.len()).cloned());
        self.rest();
        action
    }

    /// Takes a picture of the table with the window's key.
    pub fn picture(&mut self) -> RgbImage {
        let pictures = |player: &Player| {
            let files = fs::read_dir(player.folder().join("Pictures")).into_iter().flatten();
            let files = files.map(|entry| entry.unwrap().path());
            files.filter(|file| file.extension().is_some_and(|extension| extension == "png")).collect::<Vec<_>>()
        };
        for old in pictures(self) {
            fs::remove_file(old).unwrap();
        }
        self.once(
            "a picture of the window",
            |player| player.key("F12"),
            // An incomplete file is unreadable.
            |player| pictures(player).into_iter().find_map(|file| image::open(file).ok()),
        )
        .to_rgb8()
    }

    /// Closes the window as a window manager does, and waits for the program.
    pub fn close(mut self) -> Closed {
        self.screen.tool(&["windowclose", &self.window]).unwrap();
        let status = wait("the end of the program", PATIENCE, || self.program.try_wait().unwrap());
        let errors = self.errors();
        assert!(status.success(), "{status}: {errors}");
        // Closing the window may print errors; some of X11's have several lines.
        let mut of_x11 = false;
        let said = errors.lines().filter(|line| {
            let gone = of_x11 || line.contains("X11 error: XError {") || line.contains("swap chain");
            of_x11 = gone && !line.starts_with('}') && !line.contains("swap chain");
            !gone
        });
        assert_eq!(said.collect::<Vec<_>>(), Vec::<&str>::new(), "no output on the terminal");
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap());
        Closed { folder }
    }
}

/// The results of a session, after its window is closed.
pub struct Closed {
    folder: TempDir,
}

impl Closed {
    pub fn file(&self) -> PathBuf {
        self.folder.path().join(MATCH)
    }
}

/// The cell with this name.
#[track_caller]
pub fn cell(game: &dyn DynGame, name: &str) -> Cell {
    game.layout().cell_named(name).unwrap_or_else(|| panic!("no such cell: {name}"))
}
