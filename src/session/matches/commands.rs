//! Carries out the players' commands.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::analysis_boards;
use super::change_table::change_table;
use super::exercises;
use super::legal_actions::unreadable;
use super::online;
use super::opening::Opening;
use super::progress::{MatchProgress, Rest};
use super::replay::{annotate, handle_replay_command, review, show_again};
use super::saving::Saving;
use super::showing::{FreeHands, Session, Showing};
use super::turn_clock::TurnClock;
use crate::engine::{Event, Refusal, Side};
use crate::play::{AnalysedGame, DrawAnswer, Match, Pending, PlayError, Replay, Seat};
use crate::session::analysis_board::AnalysisBoard;
use crate::session::input::{Annotations, Selection};
use crate::session::learning::Exercise;
use crate::session::messages::{BoardCommand, ExerciseCommand, Notification, PlayerCommand, Scene, TableUpdate};
use crate::session::online::Room;
use crate::session::records::{MatchRecorder, PgnFiles, PgnSource};
use crate::session::schedule::MatchSet;
use crate::session::settings::Settings;
use crate::session::wake_up::WakeUp;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (handle_commands.in_set(MatchSet::Command), flush_when_over.in_set(MatchSet::Follow)));
}

/// All resources that a command may change.
#[derive(SystemParam)]
struct Table<'w> {
    session: ResMut<'w, Session>,
    progress: ResMut<'w, MatchProgress>,
    rest: ResMut<'w, Rest>,
    clock: ResMut<'w, TurnClock>,
    opening: ResMut<'w, Opening>,
    recorder: ResMut<'w, MatchRecorder>,
    saving: ResMut<'w, Saving>,
    pgn_files: ResMut<'w, PgnFiles>,
    room: ResMut<'w, Room>,
    annotations: ResMut<'w, Annotations>,
    selection: ResMut<'w, Selection>,
    updates: MessageWriter<'w, TableUpdate>,
}

/// Carries out the players' commands.
fn handle_commands(
    mut commands: MessageReader<PlayerCommand>,
    mut table: Table,
    mut hands: ResMut<FreeHands>,
    mut notifications: MessageWriter<Notification>,
    (wake, settings): (Res<WakeUp>, Res<Settings>),
) {
    for command in commands.read() {
        // A skip gives the table nothing new to show. It may be requested in every frame, and must
        // not delay the match.
        if !matches!(command, PlayerCommand::Skip) {
            table.rest.interrupt();
        }
        hands.set_if_neq(FreeHands(hands_after(command, hands.0)));
        if settings.confirm_moves && needs_confirmation(command, &mut table) {
            continue;
        }
        match handle_command(command, &mut table, &wake) {
            Ok(Some(words)) => {
                notifications.write(Notification::new(words));
            }
            Ok(None) => {}
            Err(error) => {
                notifications.write(error.into());
            }
        }
        if !matches!(
            command,
            PlayerCommand::Skip
                | PlayerCommand::MoveNow
                | PlayerCommand::Hint
                | PlayerCommand::Annotate(_)
                | PlayerCommand::SavePgn(_)
                | PlayerCommand::Exercise(ExerciseCommand::Hint)
                | PlayerCommand::Board(BoardCommand::Save | BoardCommand::Note { .. } | BoardCommand::Promote(_))
        ) {
            table.selection.release();
        }
    }
}

/// Whether a legal action is given for the first time. It is then kept in the selection and played
/// when it is given again.
fn needs_confirmation(command: &PlayerCommand, table: &mut Table) -> bool {
    let PlayerCommand::Act(action) = command else { return false };
    let Some(running) = table.session.match_on_table() else { return false };
    let legal = not_your_turn(running).is_none() && running.game().check(action).is_ok();
    if !legal || table.selection.unconfirmed.as_ref() == Some(action) {
        return false;
    }
    table.selection.release();
    table.selection.unconfirmed = Some(action.clone());
    true
}

/// Whether free hands are on after a command. They are off in a new match.
fn hands_after(command: &PlayerCommand, before: bool) -> bool {
    match command {
        PlayerCommand::FreeHands | PlayerCommand::Shake | PlayerCommand::Flip => true,
        PlayerCommand::TidyUp
        | PlayerCommand::Begin(_)
        | PlayerCommand::BeginCommitted { .. }
        | PlayerCommand::Exercise(_)
        | PlayerCommand::Board(_)
        | PlayerCommand::Leave => false,
        _ => before,
    }
}

fn handle_command(command: &PlayerCommand, table: &mut Table, wake: &WakeUp) -> Result<Option<String>, PlayError> {
    match command {
        PlayerCommand::Begin(setup) => return begin(Match::new(setup.as_ref().clone())?, table, wake),
        PlayerCommand::BeginCommitted { setup, secret, entropy } => {
            return begin(Match::committed(setup.as_ref().clone(), secret.clone(), entropy.clone())?, table, wake);
        }
        PlayerCommand::Continue(file) => {
            table.opening.resume(file.clone(), &table.saving, wake);
            return Ok(None);
        }
        PlayerCommand::OpenFile(file) => {
            match table.session.live_match().filter(|played| played.is_recorded_in(file)) {
                Some(played) => table.opening.show(played, 0, wake),
                None => table.opening.open(file.clone(), &table.saving, wake),
            }
            return Ok(None);
        }
        PlayerCommand::OpenReplay(file) => {
            // The file may not yet contain all of the match on the table.
            match table.session.live_match().filter(|played| played.is_recorded_in(file)) {
                Some(played) => table.opening.show(played, 0, wake),
                None => table.opening.replay(file.clone(), 0, &table.saving, wake),
            }
            return Ok(None);
        }
        PlayerCommand::OpenReplayAt { file, actions } => {
            match table.session.live_match().filter(|played| played.is_recorded_in(file)) {
                Some(played) => table.opening.show(played, *actions, wake),
                None => table.opening.replay(file.clone(), *actions, &table.saving, wake),
            }
            return Ok(None);
        }
        PlayerCommand::ShowAgain => {
            if !table.progress.is_rolling() {
                show_again(&table.session, &mut table.updates);
            }
            return Ok(None);
        }
        PlayerCommand::Review { actions, run } => {
            if let Some(left) = review(&mut table.session, *actions, &mut table.updates) {
                table.saving.leave(left, wake);
                if table.session.background_match.is_none() {
                    table.progress.restart();
                }
                table.progress.replay_playing = *run;
                table.progress.replay_throws = false;
            }
            return Ok(None);
        }
        PlayerCommand::Annotate(note) => return annotate(&mut table.session, note, &mut table.saving, wake),
        PlayerCommand::Skip => {
            table.updates.write(TableUpdate::Hurry);
            return Ok(None);
        }
        PlayerCommand::SavePgn(files) => {
            let shown = || match &table.session.showing {
                Showing::Nothing => None,
                Showing::Match(running) => Some(Box::new(Replay::of_match(running))),
                Showing::Replay(replay) => Some(replay.clone()),
                Showing::Exercise(_) => None,
                Showing::Analysis(board) => board.analysed().to_replay().ok().map(Box::new),
            };
            let source = match files.is_empty() {
                true => shown().map(PgnSource::Shown),
                false => Some(PgnSource::Files(files.clone())),
            };
            if let Some(source) = source {
                table.pgn_files.save(source, wake);
            }
            return Ok(None);
        }
        PlayerCommand::Pause(pause) => {
            let with_bot = |running: &Match| running.setup().seats.iter().any(|seat| *seat != Seat::Human);
            (table.progress.plays_one, table.progress.to_capture) = (false, false);
            table.progress.paused = *pause && table.session.live_match().is_some_and(with_bot);
            return Ok(None);
        }
        PlayerCommand::NextCapture => return next_capture(table),
        PlayerCommand::PlayOne => {
            table.progress.plays_one = table.progress.paused;
            return Ok(None);
        }
        PlayerCommand::FreeHands => {
            let words = "Free hands: grab, drag and throw anything on the table. J shakes it, Shift and J flips the \
                         board, G tidies up";
            return Ok(Some(words.into()));
        }
        PlayerCommand::Shake => {
            table.updates.write_batch([TableUpdate::Hurry, TableUpdate::Shake]);
            return Ok(None);
        }
        PlayerCommand::Flip => {
            table.updates.write_batch([TableUpdate::Hurry, TableUpdate::Flip]);
            return Ok(None);
        }
        PlayerCommand::TidyUp => {
            table.updates.write(TableUpdate::TidyUp);
            return Ok(None);
        }
        PlayerCommand::MoveNow => {
            if let Some(thinking) = &table.progress.thinking {
                thinking.stop();
            }
            return Ok(None);
        }
        // The analysis systems handle hints.
        PlayerCommand::Hint => return Ok(None),
        PlayerCommand::Exercise(ExerciseCommand::Lesson(lesson)) => {
            return exercise(Exercise::lesson(lesson.as_ref().clone())?, table, wake);
        }
        PlayerCommand::Exercise(ExerciseCommand::Puzzle(puzzle)) => {
            return exercise(Exercise::puzzle(puzzle.as_ref().clone())?, table, wake);
        }
        PlayerCommand::Board(BoardCommand::Open(analysed)) => return board(analysed.as_ref().clone(), table, wake),
        PlayerCommand::Board(BoardCommand::OpenFile(file)) => {
            table.opening.analyse(file.clone(), &table.saving, wake);
            return Ok(None);
        }
        PlayerCommand::Board(BoardCommand::FromTable) => {
            return match analysis_boards::from_table(&table.session.showing) {
                Ok(analysed) => board(analysed, table, wake),
                Err(words) => Ok(Some(words)),
            };
        }
        PlayerCommand::Board(BoardCommand::Save) => {
            let Some(board) = table.session.board_mut() else { return Ok(None) };
            return Ok(analysis_boards::save(board, &table.recorder, &mut table.saving, wake));
        }
        PlayerCommand::Leave => {
            table.room.leave();
            return put(Showing::Nothing, table, wake).map(|()| None);
        }
        _ => {}
    }
    let Table { session, progress, clock, updates, room, annotations, selection, .. } = table;
    if let Some(running) = session.running().filter(|running| running.is_remote()) {
        return Ok(online::request(command, running, room));
    }
    match &mut session.showing {
        Showing::Nothing => Ok(None),
        Showing::Match(running) => handle_match_command(command, running, progress, clock, updates),
        Showing::Exercise(exercise) => {
            exercises::handle_command(command, exercise, progress, (annotations, selection), updates, wake)
                .map(|()| None)
        }
        Showing::Analysis(board) => analysis_boards::handle_command(command, board, progress, annotations, updates),
        Showing::Replay(_) => {
            let words = handle_replay_command(command, session, progress, updates);
            if matches!(command, PlayerCommand::Seek(_)) && session.live_match().is_none() {
                progress.restart();
            }
            Ok(words.map(String::from))
        }
    }
}

/// Runs the match between bots to its next capture, or goes to the next capture of a replay.
fn next_capture(table: &mut Table) -> Result<Option<String>, PlayError> {
    let watched = table.session.is_watched();
    match &table.session.showing {
        Showing::Replay(replay) => {
            let mut ahead = replay.clone();
            let found = std::iter::from_fn(|| ahead.forward().map(|step| (step, ahead.at())))
                .find(|(step, _)| step.events.iter().any(Event::is_capture));
            let Some((_, at)) = found else { return Ok(Some("No capture follows.".to_string())) };
            // The capture itself is shown as played.
            let Table { session, progress, updates, .. } = table;
            for to in [at - 1, at] {
                handle_replay_command(&PlayerCommand::Seek(to), session, progress, updates);
            }
            Ok(None)
        }
        Showing::Match(running) if running.outcome().is_some() => Ok(Some("The match is over.".to_string())),
        Showing::Match(_) if watched => {
            (table.progress.to_capture, table.progress.paused) = (true, false);
            Ok(None)
        }
        _ => Ok(Some("Only replays and matches between bots skip to a capture.".to_string())),
    }
}

/// Puts a new match on the table.
fn begin(mut begun: Match, table: &mut Table, wake: &WakeUp) -> Result<Option<String>, PlayError> {
    table.room.leave();
    let recorded = table.recorder.record(&mut begun);
    put(Showing::Match(Box::new(begun)), table, wake).and(recorded).map(|_| None)
}

fn exercise(begun: Exercise, table: &mut Table, wake: &WakeUp) -> Result<Option<String>, PlayError> {
    table.room.leave();
    put(Showing::Exercise(Box::new(begun)), table, wake).map(|()| None)
}

fn board(analysed: AnalysedGame, table: &mut Table, wake: &WakeUp) -> Result<Option<String>, PlayError> {
    let board = AnalysisBoard::new(analysed)?;
    table.room.leave();
    put(Showing::Analysis(Box::new(board)), table, wake).map(|()| None)
}

/// Replaces the contents of the table.
fn put(showing: Showing, table: &mut Table, wake: &WakeUp) -> Result<(), PlayError> {
    table.opening.cancel();
    let Table { session, progress, clock, saving, .. } = table;
    let charged = change_table(session, Session::of(showing), (progress, clock, saving), wake);
    if let Some(game) = table.session.game() {
        table.updates.write(TableUpdate::reset(game));
    }
    charged
}

/// Flushes a finished match, so that the library lists it immediately.
fn flush_when_over(mut session: ResMut<Session>, mut notifications: MessageWriter<Notification>) {
    let over = |session: &Session| session.live_match().is_some_and(|running| running.outcome().is_some());
    if session.is_changed()
        && over(&session)
        && let Some(Err(error)) = session.bypass_change_detection().live_match_mut().map(Match::flush)
    {
        notifications.write(error.into());
    }
}

fn handle_match_command(
    command: &PlayerCommand,
    running: &mut Match,
    progress: &mut MatchProgress,
    clock: &mut TurnClock,
    updates: &mut MessageWriter<TableUpdate>,
) -> Result<Option<String>, PlayError> {
    clock.spend_time(running)?;
    // Any action resumes a paused match.
    if matches!(command, PlayerCommand::Act(_) | PlayerCommand::Throw(_) | PlayerCommand::Takeback) {
        progress.paused = false;
    }
    let words = match command {
        PlayerCommand::Act(action) => {
            if let Some(words) = not_your_turn(running) {
                return Ok(Some(words));
            }
            let events = match running.act(action) {
                Err(PlayError::Refused { refusal, .. }) if matches!(*refusal, Refusal::Text(_)) => {
                    return Ok(Some(unreadable(action, running.game())));
                }
                acted => acted?,
            };
            updates.write(TableUpdate::Events(events, Scene::of(running.game())));
            None
        }
        PlayerCommand::Throw(flick) => {
            if progress.rolling.is_none() {
                updates.write_batch(progress.throw(running.pending(), running.throw(*flick)));
            }
            None
        }
        PlayerCommand::Takeback => {
            let undone = running.take_back()?;
            progress.restart();
            updates.write(TableUpdate::rewound(undone.len(), running.game()));
            let rolled = undone.iter().any(|action| action.is_roll());
            rolled.then(|| "Taken back. The die is fixed: repeating the move gives the same roll.".to_string())
        }
        PlayerCommand::Resign(side) => {
            running.resign(*side)?;
            None
        }
        PlayerCommand::OfferDraw(side) => {
            let info = running.game().info();
            Some(match running.offer_draw(*side)? {
                DrawAnswer::Accepted => "Draw accepted.".to_string(),
                DrawAnswer::Declined => format!("{} declines the draw.", info.side(side.other())),
                DrawAnswer::Waiting => format!("{} offers a draw.", info.side(*side)),
            })
        }
        PlayerCommand::ClaimDraw => {
            running.claim_draw()?;
            None
        }
        PlayerCommand::AcceptDraw | PlayerCommand::DeclineDraw => {
            let side = running.draw_offer().ok_or(PlayError::NoOffer)?.other();
            if matches!(command, PlayerCommand::AcceptDraw) {
                running.accept_draw(side)?;
            } else {
                running.decline_draw(side)?;
            }
            None
        }
        _ => None,
    };
    if running.outcome().is_some() {
        progress.restart();
    }
    Ok(words)
}

/// The reason why a person cannot decide now; `None` if a person can.
pub fn not_your_turn(running: &Match) -> Option<String> {
    let name = |side: Side| running.game().info().side(side);
    match running.pending() {
        Pending::Decide { seat: Seat::Human, .. } => None,
        Pending::Decide { seat: Seat::Bot(bot), side } => {
            Some(format!("It is {}'s turn: {} moves.", name(side), bot.name()))
        }
        Pending::Decide { seat: Seat::Program, side } => Some(format!("It is {}'s turn (engine).", name(side))),
        Pending::Throw { seat: Seat::Human | Seat::Program, side, .. } => {
            Some(format!("{} must throw the die first.", name(side)))
        }
        Pending::Throw { seat: Seat::Bot(bot), .. } => Some(format!("{} throws the die.", bot.name())),
        Pending::Decide { seat: Seat::Remote, side } | Pending::Throw { seat: Seat::Remote, side, .. } => {
            Some(format!("It is {}'s turn, and they play online.", name(side)))
        }
        Pending::Over(_) => Some("The match is over.".into()),
    }
}
