use bevy::prelude::*;

use super::replay_systems::{advance_replay, annotate, handle_replay_command, review, show_again};
use super::thinking::Thinking;
use super::{
    Animating, FreeHands, MatchProgress, MatchRecorder, Notification, PlayerCommand, Scene, Selection, Session,
    Settings, Showing, TableUpdate, WakeUp,
};
use crate::engine::{Cell, Die};
use crate::play::{DrawAnswer, Match, Pending, PlayError, Replay, Roll, Seat};

/// Carries out the players' commands.
pub fn handle_commands(
    mut commands: MessageReader<PlayerCommand>,
    mut session: ResMut<Session>,
    mut progress: ResMut<MatchProgress>,
    (mut selection, mut hands): (ResMut<Selection>, ResMut<FreeHands>),
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
    mut recorder: ResMut<MatchRecorder>,
) {
    for command in commands.read() {
        progress.unseen = true;
        hands.set_if_neq(FreeHands(hands_after(command, hands.0)));
        let result = handle_command(command, &mut session, &mut progress, &mut updates, &mut recorder);
        match result {
            Ok(Some(words)) => {
                notifications.write(Notification::new(words));
            }
            Ok(None) => {}
            Err(error) => {
                notifications.write(refusal(error));
            }
        }
        if !matches!(
            command,
            PlayerCommand::Skip | PlayerCommand::MoveNow | PlayerCommand::Hint | PlayerCommand::Annotate(_)
        ) {
            selection.release();
        }
    }
}

/// Whether hands are free after this command. A new match begins with hands that play.
fn hands_after(command: &PlayerCommand, before: bool) -> bool {
    match command {
        PlayerCommand::FreeHands | PlayerCommand::Shake | PlayerCommand::Flip => true,
        PlayerCommand::TidyUp | PlayerCommand::Begin(_) | PlayerCommand::BeginCommitted { .. } => false,
        _ => before,
    }
}

fn refusal(error: PlayError) -> Notification {
    match error {
        PlayError::Refused { refusal, .. } => (*refusal).into(),
        other => Notification::new(other.to_string()),
    }
}

fn handle_command(
    command: &PlayerCommand,
    session: &mut Session,
    progress: &mut MatchProgress,
    updates: &mut MessageWriter<TableUpdate>,
    recorder: &mut MatchRecorder,
) -> Result<Option<String>, PlayError> {
    let begun = match command {
        PlayerCommand::Begin(setup) => Some(Match::new(setup.as_ref().clone())?),
        PlayerCommand::BeginCommitted { setup, secret, entropy } => {
            Some(Match::committed(setup.as_ref().clone(), secret.clone(), entropy.clone())?)
        }
        _ => None,
    };
    if let Some(mut begun) = begun {
        let recorded = recorder.record(&mut begun);
        let saved = flush(session);
        updates.write(TableUpdate::reset(begun.game()));
        *session = Session::of(Showing::Match(Box::new(begun)));
        progress.restart();
        return saved.and(recorded).map(|_| None);
    }
    match command {
        PlayerCommand::Continue(file) => {
            let resumed = recorder.resume(file.clone())?;
            let saved = flush(session);
            updates.write(TableUpdate::reset(resumed.game()));
            let torn = resumed.torn().map(ToString::to_string);
            *session = Session::of(Showing::Match(Box::new(resumed)));
            progress.restart();
            return saved.map(|()| torn);
        }
        PlayerCommand::OpenReplay(file) => {
            // What is opened may be the match on the table.
            let saved = flush(session);
            let replay = Replay::open(file)?;
            updates.write(TableUpdate::reset(replay.game()));
            let torn = replay.torn().map(ToString::to_string);
            *session = Session::of(Showing::Replay(Box::new(replay)));
            progress.restart();
            progress.running = true;
            return saved.map(|()| torn);
        }
        PlayerCommand::ShowAgain => {
            if progress.rolling.is_none() {
                show_again(&session.showing, updates);
            }
            return Ok(None);
        }
        PlayerCommand::Review { actions, run } => {
            let saved = flush(session);
            if !review(session, *actions, updates) {
                return saved.map(|()| None);
            }
            if session.behind.is_none() {
                progress.restart();
            }
            progress.running = *run;
            return saved.map(|()| None);
        }
        PlayerCommand::Annotate(note) => return annotate(session, note),
        PlayerCommand::Skip => {
            updates.write(TableUpdate::Hurry);
            return Ok(None);
        }
        PlayerCommand::FreeHands => {
            let words = "Free hands: grab, drag and throw whatever is on the table. J shakes it, Shift and J flips the \
                         board, G tidies up";
            return Ok(Some(words.into()));
        }
        PlayerCommand::Shake => {
            updates.write_batch([TableUpdate::Hurry, TableUpdate::Shake]);
            return Ok(None);
        }
        PlayerCommand::Flip => {
            updates.write_batch([TableUpdate::Hurry, TableUpdate::Flip]);
            return Ok(None);
        }
        PlayerCommand::TidyUp => {
            updates.write(TableUpdate::TidyUp);
            return Ok(None);
        }
        PlayerCommand::MoveNow => {
            if let Some(thinking) = &progress.thinking {
                thinking.stop();
            }
            return Ok(None);
        }
        _ => {}
    }
    if let Showing::Match(running) = &mut session.showing {
        return handle_match_command(command, running, progress, updates);
    }
    let words = handle_replay_command(command, session, &mut progress.running, updates);
    if matches!(command, PlayerCommand::Seek(_)) && session.played().is_none() {
        progress.restart();
    }
    Ok(words.map(String::from))
}

/// Waits until the match that is on the table is in its file.
fn flush(session: &mut Session) -> Result<(), PlayError> {
    session.played_mut().map_or(Ok(()), Match::flush)
}

/// Does so when the program ends. There is no window any more that could show an error.
pub fn flush_at_exit(mut exits: MessageReader<AppExit>, mut session: ResMut<Session>) {
    if exits.read().next().is_some()
        && let Err(error) = flush(&mut session)
    {
        error!("{error}");
    }
}

fn handle_match_command(
    command: &PlayerCommand,
    running: &mut Match,
    progress: &mut MatchProgress,
    updates: &mut MessageWriter<TableUpdate>,
) -> Result<Option<String>, PlayError> {
    let words = match command {
        PlayerCommand::Act(action) => {
            if let Pending::Decide { seat: Seat::Bot(bot), side } = running.pending() {
                let name = running.game().info().side(side);
                return Ok(Some(format!("It is the turn of {name}, played by {bot}.")));
            }
            let events = running.act(action)?;
            updates.write(TableUpdate::Events(events, Scene::of(running.game())));
            None
        }
        PlayerCommand::Throw(flick) => {
            if let (Pending::Throw { die, cell, .. }, None) = (running.pending(), &progress.rolling) {
                throw(running.throw(*flick), die, cell, progress, updates);
            }
            None
        }
        PlayerCommand::Takeback => {
            let taken = running.take_back()?;
            progress.restart();
            updates.write(TableUpdate::rewound(taken.len(), running.game()));
            let rolled = taken.iter().any(|action| action.starts_with('~'));
            rolled.then(|| "Taken back. The throw is decided already: the same again gets the same.".to_string())
        }
        PlayerCommand::Resign(side) => {
            running.resign(*side)?;
            None
        }
        PlayerCommand::OfferDraw(side) => {
            let info = running.game().info();
            Some(match running.offer_draw(*side)? {
                DrawAnswer::Accepted => "The draw is accepted.".to_string(),
                DrawAnswer::Declined => format!("{} declines the draw.", info.side(side.other())),
                DrawAnswer::Waiting => format!("{} offers a draw.", info.side(*side)),
            })
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

fn throw(
    roll: Option<Roll>,
    die: &'static Die,
    at: Option<Cell>,
    progress: &mut MatchProgress,
    updates: &mut MessageWriter<TableUpdate>,
) {
    let Some(roll) = roll else { return };
    if let Some(physical) = &roll.physical {
        updates.write(TableUpdate::Thrown { die, at, roll: Box::new(physical.clone()) });
    }
    progress.rolling = Some(roll);
}

/// Takes the time that has passed from the clock of the side to act, once the table has come to rest.
pub fn run_clock(
    time: Res<Time<Real>>,
    animating: Res<Animating>,
    mut session: ResMut<Session>,
    mut progress: ResMut<MatchProgress>,
    mut notifications: MessageWriter<Notification>,
) {
    // Do not mark the session as changed where no clock runs.
    let behind = session.behind.is_some();
    if animating.0 && !behind || session.played().is_none_or(|running| running.clock().is_none()) {
        return;
    }
    let session = &mut *session;
    let Some(running) = session.played_mut() else { return };
    let Pending::Decide { side, .. } = running.pending() else { return };
    match running.charge(side, time.delta()) {
        Ok(Some(_)) => {
            progress.restart();
            if let (Showing::Replay(replay), Some(running)) = (&mut session.showing, &session.behind) {
                replay.catch_up(running);
            }
        }
        Ok(None) => {}
        Err(error) => {
            notifications.write(refusal(error));
        }
    }
}

/// Lets bots think and throw, applies results of dice, and advances replays, each once the table has come to rest.
pub fn advance(
    time: Res<Time>,
    (animating, wake, settings): (Res<Animating>, Res<WakeUp>, Res<Settings>),
    mut session: ResMut<Session>,
    mut progress: ResMut<MatchProgress>,
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    let waits = std::mem::take(&mut progress.unseen) || animating.0;
    progress.rested = if waits { 0.0 } else { progress.rested + time.delta_secs() };
    let bot = session.played().is_some_and(|running| running.pending().is_bots());
    // Do not mark the session as changed while nothing happens.
    if !progress.active() && !bot {
        return;
    }
    let (session, progress) = (&mut *session, &mut *progress);
    let result = match &mut session.showing {
        Showing::Nothing => return,
        Showing::Replay(_) => {
            progress.rested_behind += time.delta_secs();
            let result = advance_behind(session, progress, settings.pause, &wake);
            if progress.running && !waits && progress.rested >= settings.pause {
                advance_replay(session, &mut progress.running, &mut updates);
                progress.rested = 0.0;
            }
            result.map(|()| None)
        }
        Showing::Match(running) if !waits => advance_match(running, progress, progress.rested >= settings.pause, &wake),
        Showing::Match(_) => return,
    };
    match result {
        Ok(Some(next)) => {
            updates.write(next);
        }
        Ok(None) => {}
        Err(error) => {
            notifications.write(refusal(error));
        }
    }
}

/// Lets the match behind its replay go on. None of it is shown.
fn advance_behind(
    session: &mut Session,
    progress: &mut MatchProgress,
    pause: f32,
    wake: &WakeUp,
) -> Result<(), PlayError> {
    let (Some(running), Showing::Replay(replay)) = (&mut session.behind, &mut session.showing) else { return Ok(()) };
    let rested = progress.rested_behind >= pause;
    if advance_match(running, progress, rested, wake)?.is_some() {
        progress.rested_behind = 0.0;
        replay.catch_up(running);
    }
    Ok(())
}

fn advance_match(
    running: &mut Match,
    progress: &mut MatchProgress,
    rested: bool,
    wake: &WakeUp,
) -> Result<Option<TableUpdate>, PlayError> {
    if let Some(roll) = progress.rolling.take() {
        let events = running.settle(&roll)?;
        return Ok(Some(TableUpdate::Events(events, Scene::of(running.game()))));
    }
    match running.pending() {
        Pending::Decide { seat: Seat::Bot(_), .. } => {
            if progress.thinking.is_none() {
                progress.thinking = running.search_job().map(|job| Thinking::start(job, wake));
            }
            if !rested {
                return Ok(None);
            }
            let Some(action) = progress.thinking.as_ref().and_then(Thinking::take) else {
                return Ok(None);
            };
            progress.thinking = None;
            let events = running.act(&action)?;
            Ok(Some(TableUpdate::Events(events, Scene::of(running.game()))))
        }
        Pending::Throw { seat: Seat::Bot(_), die, cell, .. } if rested => {
            progress.rolling = running.throw(None);
            let physical = progress.rolling.as_ref().and_then(|roll| roll.physical.clone());
            Ok(physical.map(|roll| TableUpdate::Thrown { die, at: cell, roll: Box::new(roll) }))
        }
        _ => Ok(None),
    }
}
