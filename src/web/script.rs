//! The program as scripts see it: what is on the table, and what they ask of it.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use bevy::prelude::*;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::host;
use crate::engine::{ActionText, CellShape, DynGame, Side, Turn};
use crate::platform::fs;
use crate::play::{Match, Pending};
use crate::rooms::RoomLink;
use crate::session::{
    Context, GameSet, InputMap, MatchRecorder, Notification, Panels, PlayerCommand, Room, RoomCommand, Session,
    Settings, WakeUp, waits_for_user,
};
use crate::table::layout::{Places, world};
use crate::table::material::MeshCache;

/// How many frames an action may take to be played before it counts as refused.
const PATIENCE: u32 = 120;

/// The same of a throw, for which a die tumbles first.
const THROW_PATIENCE: u32 = 1200;

/// What a script asks for.
enum Request {
    /// An action, by the number under which it is answered.
    Play(u32, String),
    /// A file of this name, of which the contents are given.
    Open(String, Vec<u8>),
    /// A seat in a room, by its link, under a name.
    Join(String, String),
}

static REQUESTS: Mutex<VecDeque<Request>> = Mutex::new(VecDeque::new());
static SHOWN: Mutex<Option<Shown>> = Mutex::new(None);
static COVERED: Mutex<Vec<Rect>> = Mutex::new(Vec::new());
static WAKE: OnceLock<WakeUp> = OnceLock::new();

/// What is on the table.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct Shown {
    /// The id of the game; `None` on the start screen.
    game: Option<&'static str>,
    position: String,
    /// `white` or `black`; `None` when the match is over.
    turn: Option<&'static str>,
    /// Whether a die is due.
    throws: bool,
    /// The legal actions.
    actions: Vec<String>,
    /// The actions so far.
    played: Vec<String>,
    outcome: Option<String>,
    reason: Option<String>,
    /// Whether it waits for the person before the screen.
    waits: bool,
    /// Whether it is played in a room.
    online: bool,
    /// The middle of each cell in the window, logical pixels.
    #[serde(skip)]
    cells: BTreeMap<String, [f32; 2]>,
    /// The file in which the match is kept.
    file: Option<PathBuf>,
}

/// Something that has happened.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event<'a> {
    /// The table was drawn for the first time.
    Ready,
    /// Something else is on it: a new game, or another state of the same.
    Shown(&'a Shown),
    /// An action was played.
    Action { action: &'a str, position: &'a str },
    /// A field for text has the focus, or no longer.
    Typing { focus: bool },
    /// The keys that have a meaning on the start screen and elsewhere, as `Ctrl+Shift+Up`: the page leaves the others to the browser.
    Keys { start: Vec<String>, table: Vec<String> },
    /// The match has ended.
    End { outcome: &'a str, reason: &'a str },
}

fn shown<R>(read: impl FnOnce(Option<&Shown>) -> R) -> R {
    read(SHOWN.lock().unwrap_or_else(PoisonError::into_inner).as_ref())
}

fn ask(request: Request) {
    REQUESTS.lock().unwrap_or_else(PoisonError::into_inner).push_back(request);
    wake();
}

/// Wakes an idle table.
pub fn wake() {
    if let Some(wake) = WAKE.get() {
        wake.wake();
    }
}

/// What is on the table, as JSON.
#[wasm_bindgen]
pub fn state() -> String {
    // What is built of texts and numbers can be written.
    shown(|shown| shown.and_then(|shown| serde_json::to_string(shown).ok()).unwrap_or_default())
}

/// The middle of a cell, logical pixels from the top left of the canvas; nothing if there is no such cell in view.
#[wasm_bindgen]
pub fn cell(name: &str) -> Option<Vec<f32>> {
    shown(|shown| Some(shown?.cells.get(name)?.to_vec()))
}

/// Whether the panels cover a point, logical pixels from the top left of the canvas.
#[wasm_bindgen]
pub fn covers(x: f32, y: f32) -> bool {
    let covered = COVERED.lock().unwrap_or_else(PoisonError::into_inner);
    covered.iter().any(|covered| covered.contains(Vec2::new(x, y)))
}

/// The match file so far; nothing if none is kept.
#[wasm_bindgen]
pub fn file() -> Option<String> {
    let file = shown(|shown| shown?.file.clone())?;
    fs::read_to_string(file).ok()
}

/// Plays an action. The host is told by this number whether that was possible.
#[wasm_bindgen]
pub fn play(request: u32, action: String) {
    ask(Request::Play(request, action));
}

/// Shows the match in a file, given by its name and contents, as a replay.
#[wasm_bindgen]
pub fn open(name: String, bytes: Vec<u8>) {
    ask(Request::Open(name, bytes));
}

/// Takes the seat of a link under a name.
#[wasm_bindgen]
pub fn join(link: String, name: String) {
    ask(Request::Join(link, name));
}

/// Lets scripts see the table and play on it.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Awaited>()
        .add_systems(Update, (keep_wake, carry_out).in_set(GameSet::Input))
        .add_systems(
            PostUpdate,
            (follow, find_cells, await_played, note_panels, note_typing, note_keys)
                .chain()
                .after(TransformSystems::Propagate),
        )
        .add_systems(Last, (greet, note_exit));
}

/// By the first frame, the app has set it.
fn keep_wake(wake: Res<WakeUp>) {
    WAKE.get_or_init(|| wake.clone());
}

/// The action that a script has played, until it is.
#[derive(Resource, Debug, Default)]
struct Awaited(Option<Await>);

#[derive(Debug, Clone, Copy)]
struct Await {
    request: u32,
    /// How many actions there were before.
    played: usize,
    /// How many frames more it may take.
    patience: u32,
}

fn carry_out(
    session: Res<Session>,
    mut awaited: ResMut<Awaited>,
    (mut commands, mut rooms): (MessageWriter<PlayerCommand>, MessageWriter<RoomCommand>),
    mut notifications: MessageWriter<Notification>,
    mut settings: ResMut<Settings>,
) {
    let Some(request) = REQUESTS.lock().unwrap_or_else(PoisonError::into_inner).pop_front() else { return };
    match request {
        Request::Play(request, action) => match playable(&session, &action) {
            Err(why) => host::answer(request, Err(why)),
            Ok(played) => {
                let throws = matches!(session.running().map(Match::pending), Some(Pending::Throw { .. }));
                let patience = if throws { THROW_PATIENCE } else { PATIENCE };
                if let Some(before) = awaited.0.replace(Await { request, played, patience }) {
                    host::answer(before.request, Err("Another action was played before this one.".into()));
                }
                // A die falls as it falls.
                commands.write(if throws {
                    PlayerCommand::Throw(None)
                } else {
                    PlayerCommand::Act(action.as_str().into())
                });
            }
        },
        Request::Open(name, bytes) => {
            // As a name alone, without folders.
            let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
            let file = PathBuf::from(host::OPENED).join(name);
            match fs::write(&file, &bytes) {
                Ok(()) => drop(commands.write(PlayerCommand::OpenReplay(file))),
                Err(error) => drop(notifications.write(Notification::new(format!("{name}: {error}")))),
            }
        }
        Request::Join(link, name) => match link.parse::<RoomLink>() {
            Ok(link) => {
                if !name.trim().is_empty() {
                    settings.player_name = name.trim().to_string();
                }
                rooms.write(RoomCommand::Join(link));
            }
            Err(error) => drop(notifications.write(Notification::new(error.to_string()))),
        },
    }
    wake();
}

/// How many actions were played, if a person may play this one now.
///
/// # Errors
/// Why not: nothing is played, it is not the person's turn, or the rule that forbids it.
fn playable(session: &Session, action: &str) -> Result<usize, String> {
    let running = session.running().ok_or("No match is being played.")?;
    if let Some(outcome) = running.outcome() {
        return Err(format!("The match is over: {outcome}, {}.", outcome.reason));
    }
    if !waits_for_user(running) {
        return Err("It is your opponent's turn.".into());
    }
    running.game().check(action).map_err(|refusal| refusal.to_string())?;
    Ok(running.game().played().len())
}

/// Answers the script when its action was played, or is not for too long.
fn await_played(session: Res<Session>, mut awaited: ResMut<Awaited>) {
    let Some(waiting) = awaited.bypass_change_detection().0.as_mut() else { return };
    waiting.patience = waiting.patience.saturating_sub(1);
    let played = session.game().map_or(0, |game| game.played().len());
    if played > waiting.played {
        host::answer(waiting.request, Ok(()));
    } else if waiting.patience == 0 {
        host::answer(waiting.request, Err("It was not played.".into()));
    } else {
        wake();
        return;
    }
    awaited.0 = None;
}

/// Notes what is on the table, and tells the page of changes.
fn follow(session: Res<Session>, recorder: Res<MatchRecorder>, room: Res<Room>) {
    if !session.is_changed() && !recorder.is_changed() && !room.is_changed() {
        return;
    }
    let mut now = session.game().map(|game| Shown::of(game, &session)).unwrap_or_default();
    now.online = room.on_table().is_some();
    let mut known = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let before = known.take().unwrap_or_default();
    (now.cells, now.file) = (before.cells.clone(), recorder.current().map(Into::into));
    let same = Shown { file: before.file.clone(), ..now.clone() } == before;
    let now = known.insert(now);
    if same {
        return;
    }
    host::tell(&Event::Shown(now));
    if now.game == before.game && now.played.len() == before.played.len() + 1 && now.played.starts_with(&before.played)
    {
        let action = now.played.last().map_or("", String::as_str);
        host::tell(&Event::Action { action, position: &now.position });
    }
    if let (None, Some(outcome)) = (&before.outcome, &now.outcome) {
        host::tell(&Event::End { outcome, reason: now.reason.as_deref().unwrap_or_default() });
    }
}

impl Shown {
    fn of(game: &dyn DynGame, session: &Session) -> Shown {
        let turn = game.turn();
        let outcome = session.outcome().or(turn.outcome());
        let texts = |actions: Vec<ActionText>| actions.iter().map(ToString::to_string).collect();
        Shown {
            game: Some(game.info().id),
            position: game.text(),
            turn: turn.side().filter(|_| outcome.is_none()).map(|side| match side {
                Side::White => "white",
                Side::Black => "black",
            }),
            throws: matches!(turn, Turn::Chance(..)),
            actions: texts(game.actions()),
            played: texts(game.played()),
            outcome: outcome.map(|outcome| outcome.to_string()),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            waits: session.running().is_some_and(waits_for_user),
            ..Shown::default()
        }
    }
}

/// A program that ends by itself has lost what it draws with.
fn note_exit(mut exits: MessageReader<AppExit>) {
    if exits.read().next().is_some() {
        host::stopped();
    }
}

/// Notes where the panels are.
fn note_panels(panels: Res<Panels>) {
    if panels.is_changed() {
        COVERED.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&panels.covered);
    }
}

/// Tells the page when it has to ask for a keyboard on the screen.
fn note_typing(panels: Res<Panels>, mut typing: Local<bool>) {
    if panels.keyboard != *typing {
        *typing = panels.keyboard;
        host::tell(&Event::Typing { focus: *typing });
    }
}

/// Tells the page which keys the table uses.
fn note_keys(map: Res<InputMap>) {
    if map.is_changed() {
        let table = [Context::Match, Context::Replay].into_iter().flat_map(|context| map.chords(context)).collect();
        host::tell(&Event::Keys { start: map.chords(Context::Start), table });
    }
}

/// Notes where the cells are in the window.
fn find_cells(places: Res<Places>, cameras: Query<(&Camera, Ref<GlobalTransform>), With<Camera3d>>) {
    let Some((camera, transform)) = cameras.iter().next() else { return };
    if !places.is_changed() && !transform.is_changed() {
        return;
    }
    let middle = |shape: &CellShape| {
        let centre = shape.centre();
        camera.world_to_viewport(&transform, world(Vec2::new(centre.x, centre.y))).ok().map(|at| at.to_array())
    };
    let on_table = places.layout.cells.iter().filter(|shape| shape.is_placed());
    let cells = on_table.filter_map(|shape| Some((shape.name.clone(), middle(shape)?))).collect();
    if let Some(shown) = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        shown.cells = cells;
    }
}

/// Tells the page that the table is there, once it has been drawn.
fn greet(session: Res<Session>, mut frames: Local<u32>, meshes: Res<MeshCache>) {
    /// By then, what was spawned in the first frame has been drawn.
    const DRAWN: u32 = 2;
    if *frames > DRAWN || (session.game().is_some() && meshes.is_making()) {
        return;
    }
    *frames += 1;
    wake();
    if *frames > DRAWN {
        host::tell(&Event::Ready);
    }
}
