//! The scripting interface: the state of the table, and requests to it.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, PrimaryWindow};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::host;
use crate::engine::{ActionText, CellShape, DynGame, Side, Turn};
use crate::platform::clock::Duration;
use crate::platform::fs;
use crate::play::{Match, Pending};
use crate::rooms::RoomLink;
use crate::session::{
    CurrentRoom, GameSet, InputMap, KeyContext, MainCamera, Notification, Panels, PlayerCommand, Pointing, RoomCommand,
    Session, Settings, SystemPreferences, WakeUp, waits_for_user,
};
use crate::table::layout::{Places, world};
use crate::table::material::MeshCache;

/// The time after which an action that has not been played counts as refused.
const PATIENCE: Duration = Duration::from_secs(5);

/// The same for a throw, which waits until the die is at rest.
const THROW_PATIENCE: Duration = Duration::from_secs(60);

/// A request from a script.
enum ScriptRequest {
    /// Play an action, given in its own text or in short notation. The number identifies the
    /// answer.
    Play(u32, String),
    /// Open a dropped file with this name and contents.
    Open(String, Vec<u8>),
    /// Take the seat of this link, under this player name.
    Join(String, String),
    /// Turn reduced motion on or off.
    ReduceMotion(bool),
    /// The user points with a finger, or with a mouse again.
    Touch(bool),
}

static REQUESTS: Mutex<VecDeque<ScriptRequest>> = Mutex::new(VecDeque::new());
static TABLE_STATE: Mutex<Option<TableSnapshot>> = Mutex::new(None);
static COVERED: Mutex<Vec<Rect>> = Mutex::new(Vec::new());
static WAKE: OnceLock<WakeUp> = OnceLock::new();

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct TableSnapshot {
    /// The id of the game; `None` on the start screen.
    game: Option<&'static str>,
    position: String,
    /// `white` or `black`; `None` when the match is over.
    turn: Option<&'static str>,
    /// Whether a die has to be thrown.
    throws: bool,
    /// The legal actions.
    actions: Vec<String>,
    /// The actions played.
    played: Vec<String>,
    outcome: Option<String>,
    reason: Option<String>,
    /// Whether the match waits for the local user.
    waits: bool,
    /// Whether the match is played in a room.
    online: bool,
    /// The link to the local user's seat in a room.
    room: Option<String>,
    /// The centre of each cell in the window, logical pixels.
    #[serde(skip)]
    cells: BTreeMap<String, [f32; 2]>,
    /// The file of the match.
    file: Option<PathBuf>,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum PageEvent<'a> {
    /// The table was drawn for the first time.
    Ready,
    /// The table shows another state or another game.
    Shown(&'a TableSnapshot),
    /// An action was played.
    Action { action: &'a str, position: &'a str },
    /// A text field has gained or lost the focus.
    Typing { focus: bool },
    /// The keys used on the start screen and on the table, in the form `Ctrl+Shift+Up`. The page
    /// leaves all other keys to the browser.
    Keys { start: Vec<String>, table: Vec<String> },
    /// The match has ended.
    End { outcome: &'a str, reason: &'a str },
}

fn shown<R>(read: impl FnOnce(Option<&TableSnapshot>) -> R) -> R {
    read(TABLE_STATE.lock().unwrap_or_else(PoisonError::into_inner).as_ref())
}

fn enqueue(request: ScriptRequest) {
    REQUESTS.lock().unwrap_or_else(PoisonError::into_inner).push_back(request);
    wake();
}

/// Wakes an idle table.
pub fn wake() {
    if let Some(wake) = WAKE.get() {
        wake.wake();
    }
}

/// Returns the state of the table as JSON.
#[wasm_bindgen]
pub fn state() -> String {
    // Text and numbers always serialise.
    shown(|shown| shown.and_then(|shown| serde_json::to_string(shown).ok()).unwrap_or_default())
}

/// Returns the centre of a cell, in logical pixels from the top left of the canvas; `None` if no
/// such cell is in view.
#[wasm_bindgen]
pub fn cell(name: &str) -> Option<Vec<f32>> {
    shown(|shown| Some(shown?.cells.get(name)?.to_vec()))
}

/// Whether the panels cover a point, in logical pixels from the top left of the canvas.
#[wasm_bindgen]
pub fn covers(x: f32, y: f32) -> bool {
    let covered = COVERED.lock().unwrap_or_else(PoisonError::into_inner);
    covered.iter().any(|covered| covered.contains(Vec2::new(x, y)))
}

/// Returns the contents of the match file; `None` without a match file.
#[wasm_bindgen]
pub fn file() -> Option<String> {
    let file = shown(|shown| shown?.file.clone())?;
    fs::read_to_string(file).ok()
}

/// Plays an action. The host receives the result under `request`.
#[wasm_bindgen]
pub fn play(request: u32, action: String) {
    enqueue(ScriptRequest::Play(request, action));
}

/// Opens a file dropped on the page, given by name and contents.
#[wasm_bindgen]
pub fn open(name: String, bytes: Vec<u8>) {
    enqueue(ScriptRequest::Open(name, bytes));
}

/// Takes the seat of a link under a player name.
#[wasm_bindgen]
pub fn join(link: String, name: String) {
    enqueue(ScriptRequest::Join(link, name));
}

/// Turns reduced motion on or off, when the user has changed this preference of the browser.
#[wasm_bindgen]
pub fn reduce_motion(on: bool) {
    enqueue(ScriptRequest::ReduceMotion(on));
}

/// The user points with a finger, or with a mouse again.
#[wasm_bindgen]
pub fn touch(on: bool) {
    enqueue(ScriptRequest::Touch(on));
}

/// Lets scripts read the table and play on it.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InProgress>()
        .add_systems(Update, (keep_wake, carry_out).in_set(GameSet::Input))
        .add_systems(
            PostUpdate,
            (follow, report_play, find_cells, await_played, note_panels, note_typing, note_keys)
                .chain()
                .after(TransformSystems::Propagate),
        )
        .add_systems(Last, report_ready);
}

/// The app has inserted the resource before the first frame.
fn keep_wake(wake: Res<WakeUp>) {
    WAKE.get_or_init(|| wake.clone());
}

/// The action of a script that is still being played.
#[derive(Resource, Debug, Default)]
struct InProgress(Option<PendingAction>);

#[derive(Debug, Clone, Copy)]
struct PendingAction {
    request: u32,
    /// The number of actions before it.
    played: usize,
    /// The remaining time before it counts as refused.
    patience: Duration,
}

fn carry_out(
    session: Res<Session>,
    mut in_progress: ResMut<InProgress>,
    (mut commands, mut rooms): (MessageWriter<PlayerCommand>, MessageWriter<RoomCommand>),
    (window, mut dropped): (Single<Entity, With<PrimaryWindow>>, MessageWriter<FileDragAndDrop>),
    mut notifications: MessageWriter<Notification>,
    (mut settings, mut preferences, mut pointing): (ResMut<Settings>, ResMut<SystemPreferences>, ResMut<Pointing>),
) {
    let Some(request) = REQUESTS.lock().unwrap_or_else(PoisonError::into_inner).pop_front() else { return };
    match request {
        ScriptRequest::Play(request, action) => match playable(&session, &action) {
            Err(why) => host::answer(request, Err(why)),
            Ok((played, action)) => {
                let throws = matches!(session.running().map(Match::pending), Some(Pending::Throw { .. }));
                let patience = if throws { THROW_PATIENCE } else { PATIENCE };
                if let Some(before) = in_progress.0.replace(PendingAction { request, played, patience }) {
                    host::answer(before.request, Err("Another move was played first.".into()));
                }
                // Dice cannot be chosen.
                commands.write(if throws { PlayerCommand::Throw(None) } else { PlayerCommand::Act(action) });
            }
        },
        ScriptRequest::Open(name, bytes) => {
            // The bare name, without folders.
            let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
            let path_buf = PathBuf::from(host::OPENED).join(name);
            match fs::write(&path_buf, &bytes) {
                Ok(()) => drop(dropped.write(FileDragAndDrop::DroppedFile { window: *window, path_buf })),
                Err(error) => drop(notifications.write(Notification::new(format!("{name}: {error}")))),
            }
        }
        ScriptRequest::Join(link, name) => match link.parse::<RoomLink>() {
            Ok(link) => {
                if !name.trim().is_empty() {
                    settings.player_name = name.trim().to_string();
                }
                rooms.write(RoomCommand::Join(link));
            }
            Err(error) => drop(notifications.write(Notification::new(error.to_string()))),
        },
        ScriptRequest::ReduceMotion(on) => preferences.reduced_motion = on,
        ScriptRequest::Touch(on) => *pointing = if on { Pointing::Touch } else { Pointing::Mouse },
    }
    wake();
}

/// Returns the number of actions already played, and the action meant by `text` if the user may
/// play it now.
///
/// # Errors
/// The reason, if no match is played, it is not the user's turn, or a rule forbids the action.
fn playable(session: &Session, text: &str) -> Result<(usize, ActionText), String> {
    let running = session.running().ok_or("No match is being played.")?;
    if let Some(outcome) = running.outcome() {
        return Err(format!("The match is over: {outcome}, {}.", outcome.reason));
    }
    if !waits_for_user(running) {
        return Err("It is your opponent's turn.".into());
    }
    let action = running.game().read_action(text).map_err(|refusal| format!("{text}: {refusal}"))?;
    Ok((running.game().action_count(), action))
}

/// Answers the script when its action has been played or its patience has run out. An action on its
/// way to the server is not refused.
fn await_played(
    session: Res<Session>,
    room: Res<CurrentRoom>,
    time: Res<Time<Real>>,
    mut in_progress: ResMut<InProgress>,
) {
    let Some(waiting) = in_progress.bypass_change_detection().0.as_mut() else { return };
    let sent = room.on_table().is_some_and(|joined| joined.sent().is_some() && !joined.connection().is_over());
    if !sent {
        waiting.patience = waiting.patience.saturating_sub(time.delta());
    }
    let count = played(&session).map_or(0, |running| running.game().action_count());
    if count > waiting.played {
        host::answer(waiting.request, Ok(()));
    } else if waiting.patience.is_zero() {
        host::answer(waiting.request, Err("The move was not played.".into()));
    } else {
        wake();
        return;
    }
    in_progress.0 = None;
}

/// The match being played, even while the user looks back at it, or that of an exercise or analysis
/// board.
fn played(session: &Session) -> Option<&Match> {
    session.live_match().or(session.running())
}

/// The part of a match that has been reported to the page.
#[derive(Default)]
struct Reported {
    game: Option<&'static str>,
    played: Vec<String>,
    is_over: bool,
}

/// Reports an action or the end of the match to the page.
fn report_play(session: Res<Session>, mut reported: Local<Reported>) {
    if !session.is_changed() {
        return;
    }
    // Stepping on an analysis board is no play.
    let running = played(&session).filter(|_| session.board().is_none());
    let Some(running) = running else { return *reported = Reported::default() };
    let (game, outcome) = (running.game(), running.outcome());
    let played = game.played().iter().map(ToString::to_string).collect();
    let now = Reported { game: Some(game.info().id), played, is_over: outcome.is_some() };
    let before = std::mem::replace(&mut *reported, now);
    if before.game != reported.game || !reported.played.starts_with(&before.played) {
        return;
    }
    for (index, action) in reported.played.iter().enumerate().skip(before.played.len()) {
        host::report(&PageEvent::Action { action, position: &game.after(index + 1).text() });
    }
    if let Some(outcome) = outcome.filter(|_| !before.is_over) {
        host::report(&PageEvent::End { outcome: &outcome.to_string(), reason: &outcome.reason.to_string() });
    }
}

/// Stores the state of the table, and reports changes to the page.
fn follow(session: Res<Session>, room: Res<CurrentRoom>) {
    if !session.is_changed() && !room.is_changed() {
        return;
    }
    let mut now = session.game().map(|game| TableSnapshot::of(game, &session)).unwrap_or_default();
    now.online = room.on_table().is_some();
    let seat = room.joined().map(|joined| joined.state().link()).filter(|link| link.token.is_some());
    now.room = seat.map(ToString::to_string);
    let mut known = TABLE_STATE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = known.take().unwrap_or_default();
    (now.cells, now.file) = (before.cells.clone(), session.live_match().and_then(Match::recorded_in).map(Into::into));
    let same = TableSnapshot { file: before.file.clone(), ..now.clone() } == before;
    let now = known.insert(now);
    if same {
        return;
    }
    host::report(&PageEvent::Shown(now));
}

impl TableSnapshot {
    fn of(game: &dyn DynGame, session: &Session) -> TableSnapshot {
        let turn = game.turn();
        let outcome = session.outcome().or(turn.outcome());
        let texts = |actions: Vec<ActionText>| actions.iter().map(ToString::to_string).collect();
        TableSnapshot {
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
            ..TableSnapshot::default()
        }
    }
}

/// Stores the areas of the panels.
fn note_panels(panels: Res<Panels>) {
    if panels.is_changed() {
        COVERED.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&panels.covered);
    }
}

/// Tells the page when to show an on-screen keyboard.
fn note_typing(panels: Res<Panels>, mut typing: Local<bool>) {
    if panels.keyboard != *typing {
        *typing = panels.keyboard;
        host::report(&PageEvent::Typing { focus: *typing });
    }
}

/// Tells the page which keys the table uses.
fn note_keys(map: Res<InputMap>) {
    if map.is_changed() {
        let table =
            [KeyContext::Match, KeyContext::Replay].into_iter().flat_map(|context| map.chords(context)).collect();
        host::report(&PageEvent::Keys { start: map.chords(KeyContext::Start), table });
    }
}

/// Stores the position of each cell in the window.
fn find_cells(places: Res<Places>, cameras: Query<(&Camera, Ref<GlobalTransform>), MainCamera>) {
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
    if let Some(shown) = TABLE_STATE.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        shown.cells = cells;
    }
}

/// Reports to the page that the table has been drawn.
fn report_ready(session: Res<Session>, mut frames: Local<u32>, meshes: Res<MeshCache>) {
    /// After this many frames, everything spawned in the first frame has been drawn.
    const DRAWN: u32 = 2;
    if *frames > DRAWN || (session.game().is_some() && meshes.is_making()) {
        return;
    }
    *frames += 1;
    wake();
    if *frames > DRAWN {
        host::report(&PageEvent::Ready);
    }
}
