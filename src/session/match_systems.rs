use bevy::prelude::*;

use super::thinking::Thinking;
use super::{
    Animating, BotThought, FreeHands, MatchRecorder, Notification, PlayerCommand, Scene, Selection, Session, Settings,
    Showing, TableUpdate, WakeUp,
};
use crate::engine::{Cell, Die, Event};
use crate::play::{DrawAnswer, Match, Pending, PlayError, Replay, Roll, Seat, Shown};

/// What a match is doing between two frames.
#[derive(Resource, Default)]
pub struct MatchProgress {
    /// The bot that is thinking.
    thinking: Option<Thinking>,
    /// The throw that is being shown. It takes effect when the die has come to rest.
    rolling: Option<Roll>,
    /// Whether a command of this frame may have changed what the table has not shown yet.
    unseen: bool,
    /// Time since the table came to rest, s.
    rested: f32,
    /// Whether a replay is playing.
    pub running: bool,
}

impl MatchProgress {
    /// Forgets what was going on, because the position has changed.
    fn restart(&mut self) {
        *self = MatchProgress { running: self.running, ..default() };
    }

    /// What the bot that is thinking has come to so far; `None` if none is.
    #[must_use]
    pub fn thought(&self) -> Option<BotThought> {
        self.thinking.as_ref().map(Thinking::thought)
    }

    /// Whether a bot is thinking.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether a die is in the air, or lies and has not been read.
    #[must_use]
    pub fn is_rolling(&self) -> bool {
        self.rolling.is_some()
    }

    /// Whether a bot is thinking, a die is in the air, or a replay is playing.
    #[must_use]
    pub fn active(&self) -> bool {
        self.thinking.is_some() || self.rolling.is_some() || self.running
    }
}

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
        if !matches!(command, PlayerCommand::Skip | PlayerCommand::MoveNow | PlayerCommand::Hint) {
            selection.release();
        }
    }
}

/// Whether hands are free after this command. A new match begins with hands that play.
fn hands_after(command: &PlayerCommand, before: bool) -> bool {
    match command {
        PlayerCommand::FreeHands | PlayerCommand::Shake | PlayerCommand::Flip => true,
        PlayerCommand::TidyUp | PlayerCommand::Begin(_) => false,
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
    if let PlayerCommand::Begin(setup) = command {
        let mut begun = Match::new(setup.as_ref().clone())?;
        let recorded = recorder.record(&mut begun);
        let saved = flush(session);
        updates.write(TableUpdate::reset(begun.game()));
        session.showing = Showing::Match(Box::new(begun));
        progress.restart();
        return saved.and(recorded).map(|_| None);
    }
    match command {
        PlayerCommand::Continue(file) => {
            let resumed = recorder.resume(file.clone())?;
            let saved = flush(session);
            updates.write(TableUpdate::reset(resumed.game()));
            let torn = resumed.torn().map(ToString::to_string);
            session.showing = Showing::Match(Box::new(resumed));
            progress.restart();
            return saved.map(|()| torn);
        }
        PlayerCommand::OpenReplay(file) => {
            // What is opened may be the match on the table.
            let saved = flush(session);
            let replay = Replay::open(file)?;
            updates.write(TableUpdate::reset(replay.game()));
            let torn = replay.torn().map(ToString::to_string);
            session.showing = Showing::Replay(Box::new(replay));
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
            if let Some(running) = session.running().filter(|running| running.outcome().is_some()) {
                let mut replay = Replay::of_match(running);
                let end = replay.len();
                replay.go_to(*actions);
                if replay.at() < end {
                    updates.write(TableUpdate::rewound(end - replay.at(), replay.game()));
                }
                let saved = flush(session);
                session.showing = Showing::Replay(Box::new(replay));
                progress.restart();
                progress.running = *run;
                return saved.map(|()| None);
            }
            return Ok(None);
        }
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
    match &mut session.showing {
        Showing::Nothing => {}
        Showing::Replay(replay) => match command {
            PlayerCommand::Seek(to) => {
                seek(replay, *to, updates);
                progress.restart();
            }
            PlayerCommand::Run(run) => progress.running = *run,
            _ => {}
        },
        Showing::Match(running) => return handle_match_command(command, running, progress, updates),
    }
    Ok(None)
}

/// Steps forward are shown as they were played, and steps back as they are undone. Of many, only the end is seen.
fn seek(replay: &mut Replay, to: usize, updates: &mut MessageWriter<TableUpdate>) {
    let from = replay.at();
    if to < from {
        replay.go_to(to);
        updates.write(TableUpdate::rewound(from - replay.at(), replay.game()));
    }
    let steps = to.saturating_sub(from);
    if steps > 0 {
        // What was being shown was the way here.
        updates.write(TableUpdate::Hurry);
    }
    for _ in 0..steps {
        let Some(next) = replay.forward() else { break };
        show_step(next, replay, updates);
    }
    if steps > 1 {
        updates.write(TableUpdate::Hurry);
    }
}

/// Takes back the last ply in sight, and shows it again.
fn show_again(showing: &Showing, updates: &mut MessageWriter<TableUpdate>) {
    let mut replay = match showing {
        Showing::Nothing => return,
        Showing::Match(running) => Replay::of_match(running),
        Showing::Replay(replay) => replay.copy(),
    };
    let end = replay.at();
    replay.go_to_ply_before();
    let start = replay.at();
    if start == end {
        return;
    }
    updates.write(TableUpdate::Hurry);
    updates.write(TableUpdate::rewound(end - start, replay.game()));
    while replay.at() < end
        && let Some(next) = replay.forward()
    {
        show_step(next, &replay, updates);
    }
}

/// Waits until the match that is on the table is in its file.
fn flush(session: &mut Session) -> Result<(), PlayError> {
    match &mut session.showing {
        Showing::Match(running) => running.flush(),
        Showing::Nothing | Showing::Replay(_) => Ok(()),
    }
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
    if animating.0 || session.running().is_none_or(|running| running.clock().is_none()) {
        return;
    }
    let Showing::Match(running) = &mut session.showing else { return };
    let Pending::Decide { side, .. } = running.pending() else { return };
    match running.charge(side, time.delta()) {
        Ok(Some(_)) => progress.restart(),
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
    let bot = session.running().is_some_and(|running| running.pending().is_bots());
    // Do not mark the session as changed while nothing happens.
    if !progress.active() && !bot {
        return;
    }
    let result = match &mut session.showing {
        Showing::Nothing => return,
        Showing::Replay(replay) => {
            if progress.running && !waits && progress.rested >= settings.pause {
                advance_replay(replay, &mut progress, &mut updates);
            }
            return;
        }
        Showing::Match(running) if !waits => advance_match(running, &mut progress, settings.pause, &wake),
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

fn advance_replay(replay: &mut Replay, progress: &mut MatchProgress, updates: &mut MessageWriter<TableUpdate>) {
    let Some(next) = replay.forward() else {
        progress.running = false;
        return;
    };
    show_step(next, replay, updates);
    progress.rested = 0.0;
}

fn show_step(next: Shown, replay: &Replay, updates: &mut MessageWriter<TableUpdate>) {
    let rolled = next.events.iter().find_map(|event| match event {
        Event::Rolled { die, at, .. } => Some((*die, *at)),
        _ => None,
    });
    if let (Some((die, at)), Some(roll)) = (rolled, next.roll.and_then(|roll| roll.physical)) {
        updates.write(TableUpdate::Thrown { die, at, roll: Box::new(roll) });
    }
    updates.write(TableUpdate::Events(next.events, Scene::of(replay.game())));
}

fn advance_match(
    running: &mut Match,
    progress: &mut MatchProgress,
    pause: f32,
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
            if progress.rested < pause {
                return Ok(None);
            }
            let Some(action) = progress.thinking.as_ref().and_then(Thinking::take) else {
                return Ok(None);
            };
            progress.thinking = None;
            let events = running.act(&action)?;
            Ok(Some(TableUpdate::Events(events, Scene::of(running.game()))))
        }
        Pending::Throw { seat: Seat::Bot(_), die, cell, .. } if progress.rested >= pause => {
            progress.rolling = running.throw(None);
            let physical = progress.rolling.as_ref().and_then(|roll| roll.physical.clone());
            Ok(physical.map(|roll| TableUpdate::Thrown { die, at: cell, roll: Box::new(roll) }))
        }
        _ => Ok(None),
    }
}
