use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::{Animating, Archive, Notification, PlayerCommand, Scene, Selection, Session, Showing, TableUpdate};
use crate::engine::{Cell, Die, Event};
use crate::play::{DrawAnswer, Match, Pending, PlayError, Replay, Roll, Seat, Shown};

/// What a bot waits at least between two actions so that a person can follow, s of the time that the table shows.
const BOT_PAUSE: f32 = 0.35;

/// The pace of a match: what it is busy with between two frames.
#[derive(Resource, Default)]
pub struct MatchProgress {
    /// A bot that is thinking.
    thinking: Option<Task<String>>,
    /// A throw that is being shown, and takes effect when the die has come to rest.
    rolling: Option<Roll>,
    /// Whether something was asked for in this frame that the table has not been shown yet.
    unseen: bool,
    /// Since the table came to rest, s.
    rested: f32,
    /// Whether a replay goes on by itself.
    pub running: bool,
}

impl MatchProgress {
    /// Forgets what was going on: the position has changed under it.
    fn restart(&mut self) {
        *self = MatchProgress { running: self.running, ..default() };
    }

    /// Whether a die is in the air, or lies and has not been read.
    #[must_use]
    pub fn is_rolling(&self) -> bool {
        self.rolling.is_some()
    }

    /// Whether a bot is thinking or a die is in the air, or a replay is running.
    #[must_use]
    pub fn active(&self) -> bool {
        self.thinking.is_some() || self.rolling.is_some() || self.running
    }
}

/// Carries out what people ask for.
pub fn answer(
    mut asks: MessageReader<PlayerCommand>,
    mut session: ResMut<Session>,
    mut pace: ResMut<MatchProgress>,
    mut hand: ResMut<Selection>,
    mut shown: MessageWriter<TableUpdate>,
    mut told: MessageWriter<Notification>,
    mut archive: ResMut<Archive>,
) {
    for ask in asks.read() {
        pace.unseen = true;
        let answered = answer_one(ask, &mut session, &mut pace, &mut shown, &mut archive);
        match answered {
            Ok(Some(words)) => {
                told.write(Notification::new(words));
            }
            Ok(None) => {}
            Err(error) => {
                told.write(refusal(error));
            }
        }
        if !matches!(ask, PlayerCommand::Skip) {
            hand.release();
        }
    }
}

fn refusal(error: PlayError) -> Notification {
    match error {
        PlayError::Refused { refusal, .. } => (*refusal).into(),
        other => Notification::new(other.to_string()),
    }
}

fn answer_one(
    ask: &PlayerCommand,
    session: &mut Session,
    pace: &mut MatchProgress,
    shown: &mut MessageWriter<TableUpdate>,
    archive: &mut Archive,
) -> Result<Option<String>, PlayError> {
    if let PlayerCommand::Begin(setup) = ask {
        let mut begun = Match::new(setup.as_ref().clone())?;
        let recorded = archive.record(&mut begun);
        shown.write(TableUpdate::reset(begun.game()));
        session.showing = Showing::Match(Box::new(begun));
        pace.restart();
        return recorded.map(|_| None);
    }
    if matches!(ask, PlayerCommand::Skip) {
        shown.write(TableUpdate::Hurry);
        return Ok(None);
    }
    match &mut session.showing {
        Showing::Nothing => {}
        Showing::Replay(replay) => match ask {
            PlayerCommand::Seek(to) => {
                seek(replay, *to, shown);
                pace.restart();
            }
            PlayerCommand::Run(run) => pace.running = *run,
            _ => {}
        },
        Showing::Match(running) => return answer_match(ask, running, pace, shown),
    }
    Ok(None)
}

/// Steps forward are shown as they were played, and steps back as they are undone; of many only the end is seen.
fn seek(replay: &mut Replay, to: usize, shown: &mut MessageWriter<TableUpdate>) {
    let from = replay.at();
    if to < from {
        replay.go_to(to);
        shown.write(TableUpdate::rewound(from - replay.at(), replay.game()));
    }
    let steps = to.saturating_sub(from);
    if steps > 0 {
        // What was being shown was the way here.
        shown.write(TableUpdate::Hurry);
    }
    for _ in 0..steps {
        let Some(next) = replay.forward() else { break };
        show_step(next, replay, shown);
    }
    if steps > 1 {
        shown.write(TableUpdate::Hurry);
    }
}

fn answer_match(
    ask: &PlayerCommand,
    running: &mut Match,
    pace: &mut MatchProgress,
    shown: &mut MessageWriter<TableUpdate>,
) -> Result<Option<String>, PlayError> {
    let words = match ask {
        PlayerCommand::Act(action) => {
            if let Pending::Decide { seat: Seat::Bot(bot), side } = running.due() {
                let name = running.game().info().side(side);
                return Ok(Some(format!("It is the turn of {name}, played by {bot}")));
            }
            let events = running.act(action)?;
            shown.write(TableUpdate::Events(events, Scene::of(running.game())));
            None
        }
        PlayerCommand::Throw(flick) => {
            if let (Pending::Throw { die, cell, .. }, None) = (running.due(), &pace.rolling) {
                throw(running.throw(*flick), die, cell, pace, shown);
            }
            None
        }
        PlayerCommand::Takeback => {
            let actions = running.take_back()?.len();
            pace.restart();
            shown.write(TableUpdate::rewound(actions, running.game()));
            None
        }
        PlayerCommand::Resign(side) => {
            running.resign(*side)?;
            None
        }
        PlayerCommand::OfferDraw(side) => {
            let info = running.game().info();
            Some(match running.offer_draw(*side)? {
                DrawAnswer::Accepted => "The draw is accepted".to_string(),
                DrawAnswer::Declined => format!("{} declines the draw", info.side(side.other())),
                DrawAnswer::Waiting => format!("{} offers a draw", info.side(*side)),
            })
        }
        PlayerCommand::AcceptDraw | PlayerCommand::DeclineDraw => {
            let side = running.draw_offer().ok_or(PlayError::NoOffer)?.other();
            if matches!(ask, PlayerCommand::AcceptDraw) {
                running.accept_draw(side)?;
            } else {
                running.decline_draw(side)?;
            }
            None
        }
        PlayerCommand::Begin(_) | PlayerCommand::Skip | PlayerCommand::Seek(_) | PlayerCommand::Run(_) => None,
    };
    if running.outcome().is_some() {
        pace.restart();
    }
    Ok(words)
}

fn throw(
    roll: Option<Roll>,
    die: &'static Die,
    at: Option<Cell>,
    pace: &mut MatchProgress,
    shown: &mut MessageWriter<TableUpdate>,
) {
    let Some(roll) = roll else { return };
    if let Some(physical) = &roll.physical {
        shown.write(TableUpdate::Thrown { die, at, roll: Box::new(physical.clone()) });
    }
    pace.rolling = Some(roll);
}

/// Takes the time that has gone by from the clock of the side that is thinking, once the table has come to rest.
pub fn charge(
    time: Res<Time<Real>>,
    busy: Res<Animating>,
    mut session: ResMut<Session>,
    mut pace: ResMut<MatchProgress>,
    mut told: MessageWriter<Notification>,
) {
    // Whoever looks at the session for changes must not see one where no clock runs.
    if busy.0 || session.running().is_none_or(|running| running.clock().is_none()) {
        return;
    }
    let Showing::Match(running) = &mut session.showing else { return };
    let Pending::Decide { side, .. } = running.due() else { return };
    match running.charge(side, time.delta()) {
        Ok(Some(_)) => pace.restart(),
        Ok(None) => {}
        Err(error) => {
            told.write(refusal(error));
        }
    }
}

/// Lets bots think and throw, dice take effect and a replay go on, each once the table has come to rest.
pub fn go_on(
    time: Res<Time>,
    busy: Res<Animating>,
    mut session: ResMut<Session>,
    mut pace: ResMut<MatchProgress>,
    mut shown: MessageWriter<TableUpdate>,
    mut told: MessageWriter<Notification>,
) {
    let waits = std::mem::take(&mut pace.unseen) || busy.0;
    pace.rested = if waits { 0.0 } else { pace.rested + time.delta_secs() };
    let bot = session.running().is_some_and(|running| running.due().is_bots());
    // Whoever looks at the session for changes must not see one where nothing goes on.
    if !pace.active() && !bot {
        return;
    }
    let result = match &mut session.showing {
        Showing::Nothing => return,
        Showing::Replay(replay) => {
            if pace.running && !waits && pace.rested >= BOT_PAUSE {
                show_next(replay, &mut pace, &mut shown);
            }
            return;
        }
        Showing::Match(running) if !waits => go_on_with(running, &mut pace),
        Showing::Match(_) => return,
    };
    match result {
        Ok(Some(next)) => {
            shown.write(next);
        }
        Ok(None) => {}
        Err(error) => {
            told.write(refusal(error));
        }
    }
}

fn show_next(replay: &mut Replay, pace: &mut MatchProgress, shown: &mut MessageWriter<TableUpdate>) {
    let Some(next) = replay.forward() else {
        pace.running = false;
        return;
    };
    show_step(next, replay, shown);
    pace.rested = 0.0;
}

fn show_step(next: Shown, replay: &Replay, shown: &mut MessageWriter<TableUpdate>) {
    let rolled = next.events.iter().find_map(|event| match event {
        Event::Rolled { die, at, .. } => Some((*die, *at)),
        _ => None,
    });
    if let (Some((die, at)), Some(roll)) = (rolled, next.roll.and_then(|roll| roll.physical)) {
        shown.write(TableUpdate::Thrown { die, at, roll: Box::new(roll) });
    }
    shown.write(TableUpdate::Events(next.events, Scene::of(replay.game())));
}

fn go_on_with(running: &mut Match, pace: &mut MatchProgress) -> Result<Option<TableUpdate>, PlayError> {
    if let Some(roll) = pace.rolling.take() {
        let events = running.settle(&roll)?;
        return Ok(Some(TableUpdate::Events(events, Scene::of(running.game()))));
    }
    match running.due() {
        Pending::Decide { seat: Seat::Bot(_), .. } => {
            if pace.thinking.is_none() {
                let thinker = running.thinker();
                pace.thinking =
                    thinker.map(|thinker| AsyncComputeTaskPool::get().spawn(async move { thinker.think() }));
            }
            if pace.rested < BOT_PAUSE {
                return Ok(None);
            }
            let Some(action) = pace.thinking.as_mut().and_then(check_ready) else { return Ok(None) };
            pace.thinking = None;
            let events = running.act(&action)?;
            Ok(Some(TableUpdate::Events(events, Scene::of(running.game()))))
        }
        Pending::Throw { seat: Seat::Bot(_), die, cell, .. } if pace.rested >= BOT_PAUSE => {
            pace.rolling = running.throw(None);
            let physical = pace.rolling.as_ref().and_then(|roll| roll.physical.clone());
            Ok(physical.map(|roll| TableUpdate::Thrown { die, at: cell, roll: Box::new(roll) }))
        }
        _ => Ok(None),
    }
}
