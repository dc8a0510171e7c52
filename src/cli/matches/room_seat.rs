//! A local bot that plays in a room.

use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};

use super::play_args::WatchCommand;
use crate::bots::Bot;
use crate::cli::CliError;
use crate::engine::Side;
use crate::platform::clock::{Duration, Instant};
use crate::platform::jobs::Wake;
use crate::play::{Match, Pending, Seat};
use crate::record::MatchEvent;
use crate::rooms::{ClientMessage, RoomClient, RoomLink, RoomUpdate};

/// The maximum wait for an update.
const TURN: Duration = Duration::from_secs(1);

pub(in crate::cli) fn play(
    link: &str,
    side: Side,
    seat: Seat,
    args: &WatchCommand,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let Seat::Bot(bot) = seat else {
        return Err(CliError::Usage("room:LINK is for bots; a person takes the seat with join".to_string()));
    };
    if !args.match_args.headless {
        let error = "room:LINK needs --headless; watch the match in the room with the spectators' link";
        return Err(CliError::Usage(error.to_string()));
    }
    if let Some(option) = decided_by_room(side, args) {
        let error = format!("{option} cannot be used with room:LINK: the room determines it");
        return Err(CliError::Usage(error));
    }
    let link: RoomLink = link.parse().map_err(|error| CliError::Usage(format!("room:LINK: {error}")))?;
    RoomBot::join(link, side, bot, args)?.play(out)
}

/// The given option that the room or the opponent determines, if any.
fn decided_by_room(side: Side, args: &WatchCommand) -> Option<&'static str> {
    let options = &args.match_args;
    let opponent = match side {
        Side::White => ("--black-name", options.names.black_name.is_some()),
        Side::Black => ("--white-name", options.names.white_name.is_some()),
    };
    let given = [
        ("--set", !options.set.set.is_empty()),
        ("--position", options.position.is_some()),
        ("--secret", options.committed.secret.is_some()),
        ("--dice", options.dice.is_some()),
        ("--clock", options.clock.is_some()),
        ("--event", options.names.event.is_some()),
        ("--max", options.max.is_some()),
        opponent,
    ];
    given.into_iter().find_map(|(option, given)| given.then_some(option))
}

/// The bot, its client, and the known part of the match.
struct RoomBot<'a> {
    args: &'a WatchCommand,
    side: Side,
    bot: Bot,
    client: RoomClient,
    woken: Receiver<()>,
    played: Option<Match>,
    room: String,
    /// The number of events when the bot last acted.
    acted: Option<usize>,
}

impl<'a> RoomBot<'a> {
    /// Joins the room.
    fn join(link: RoomLink, side: Side, bot: Bot, args: &'a WatchCommand) -> Result<RoomBot<'a>, CliError> {
        let (wake, woken) = mpsc::channel();
        // An error means that the receiver no longer exists.
        let wake = Wake::by(move || {
            let _ = wake.send(());
        });
        let room = format!("room {}", link.room);
        let names = &args.match_args.names;
        let name = if side == Side::White { &names.white_name } else { &names.black_name };
        let name = name.clone().unwrap_or_else(|| bot.title());
        let client = RoomClient::join(link, Some(name), &wake).map_err(io::Error::other)?;
        Ok(RoomBot { args, side, bot, client, woken, played: None, room, acted: None })
    }

    /// Plays until the match is over.
    fn play(mut self, out: &mut impl Write) -> Result<(), CliError> {
        loop {
            for update in self.client.poll() {
                self.take(update, out)?;
            }
            if let Some(played) = &self.played
                && let Some(outcome) = played.outcome()
                && played.record().reveal().is_some()
            {
                writeln!(out, "outcome: {outcome} ({})", outcome.reason)?;
                return Ok(out.flush()?);
            }
            self.act();
            let until = self.client.next_attempt().map_or(TURN, |at| at.saturating_duration_since(Instant::now()));
            // The next poll handles an update as well as a reconnection.
            let _ = self.woken.recv_timeout(until.min(TURN));
        }
    }

    fn take(&mut self, update: RoomUpdate, out: &mut impl Write) -> Result<(), CliError> {
        let room = self.room.clone();
        match update {
            RoomUpdate::Entered => {
                let (game, side) = (self.args.games().first().map_or("", |info| info.id), self.side);
                let welcome = self.client.state().welcome();
                if welcome.is_some_and(|welcome| welcome.game != game) {
                    return Err(CliError::Usage(format!("{room} is not of {game}")));
                }
                if self.client.state().side() != Some(side) {
                    return Err(CliError::Usage(format!("the link is not for {side}'s seat in {room}")));
                }
            }
            RoomUpdate::Begun(header) => {
                let mut played = Match::of_header(Path::new(&room), &header)?;
                played.seat_bot(self.side, self.bot, self.args.match_args.seed.unwrap_or_default());
                if let Some(file) = &self.args.match_args.record {
                    played.record_to(file)?;
                }
                self.played = Some(played);
            }
            RoomUpdate::Event(event) => {
                let Some(played) = &mut self.played else { return Ok(()) };
                played.follow(Path::new(&room), &event)?;
                self.acted = None;
                if let MatchEvent::Action(entry) = &event {
                    writeln!(out, "{}\t{}", entry.action, played.game().text())?;
                    out.flush()?;
                }
            }
            RoomUpdate::Offered(offered) if offered.by != self.side => self.client.answer(offered.offer, false),
            RoomUpdate::Lost(why, wait) => {
                writeln!(io::stderr(), "{room}: {why}; again in {:.1} s", wait.as_secs_f64())?;
            }
            // The opponent or the clock may have ended the match first, or an offer may have
            // expired before the answer.
            RoomUpdate::Refused(ClientMessage::Act(_) | ClientMessage::Throw(_), refused)
                if self.played.as_ref().is_some_and(|played| played.outcome().is_none()) =>
            {
                return Err(CliError::Usage(format!("{room}: {}", refused.why)));
            }
            RoomUpdate::ServerFault(why) => return Err(CliError::Usage(format!("{room}: {why}"))),
            RoomUpdate::Closed(bye) => {
                let why = bye.text.unwrap_or_else(|| "the server closed the connection".to_string());
                return Err(CliError::Usage(format!("{room}: {why}")));
            }
            _ => {}
        }
        Ok(())
    }

    /// Claims a draw if the bot wants it; otherwise decides or throws if it is the bot's turn.
    fn act(&mut self) {
        let Some(played) = &self.played else { return };
        let actions = played.record().events().len();
        if self.acted == Some(actions) {
            return;
        }
        // The bot's own action may have made the claim possible.
        if played.program_claims(self.side) {
            self.acted = Some(actions);
            return self.client.claim_draw();
        }
        if played.pending().side() != Some(self.side) {
            return;
        }
        self.acted = Some(actions);
        match (played.pending(), played.search_job()) {
            (Pending::Throw { .. }, _) => self.client.throw(None),
            (_, Some(job)) => self.client.act(&job.think()),
            _ => {}
        }
    }
}
