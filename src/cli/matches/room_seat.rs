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
    /// The number of events when the bot last considered a claim.
    considered_claim: Option<usize>,
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
        Ok(RoomBot { args, side, bot, client, woken, played: None, room, acted: None, considered_claim: None })
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
        let failed = |why: String| Err(CliError::Room { place: room.clone(), why });
        match update {
            RoomUpdate::Entered => {
                let (game, side) = (self.args.games().first().map_or("", |info| info.id), self.side);
                let welcome = self.client.state().welcome();
                if welcome.is_some_and(|welcome| welcome.game != game) {
                    return failed(format!("the game is not {game}"));
                }
                if self.client.state().side() != Some(side) {
                    return failed(format!("the link is not for {side}'s seat"));
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
            RoomUpdate::Offered(offered) if offered.by != self.side => {
                self.client.send(|state| state.answer(offered.offer, false))
            }
            RoomUpdate::Lost(why, wait) => {
                writeln!(io::stderr(), "{room}: {why}; again in {:.1} s", wait.as_secs_f64())?;
            }
            // The opponent or the clock may have ended the match first, or an offer may have
            // expired before the answer.
            RoomUpdate::Refused(ClientMessage::Act(_) | ClientMessage::Throw(_), refused)
                if self.played.as_ref().is_some_and(|played| played.outcome().is_none()) =>
            {
                return failed(refused.why);
            }
            // The bot plays on instead.
            RoomUpdate::Refused(ClientMessage::Claim(_), _) => self.acted = None,
            RoomUpdate::ServerFault(why) => return failed(why),
            RoomUpdate::Closed(bye) => {
                return failed(bye.text.unwrap_or_else(|| "the server closed the connection".to_string()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Claims a draw if the bot wants it; otherwise decides or throws if it is the bot's turn.
    fn act(&mut self) {
        let Some(played) = &self.played else { return };
        let events = played.record().events().len();
        if self.acted == Some(events) {
            return;
        }
        // The bot's own action may have made the claim possible. It is considered once, because that
        // takes a search.
        if self.considered_claim.replace(events) != Some(events) && played.program_claims(self.side) {
            self.acted = Some(events);
            return self.client.send(|state| state.claim_draw());
        }
        if played.pending().side() != Some(self.side) {
            return;
        }
        self.acted = Some(events);
        match (played.pending(), played.search_job()) {
            (Pending::Throw { .. }, _) => self.client.send(|state| state.throw(None)),
            (_, Some(job)) => self.client.send(|state| state.act(&job.think())),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::command::{Cli, Command};
    use crate::games;
    use crate::play::Setup;
    use crate::rooms::Refused;

    /// A claim that the server refuses, and one that the bot does not make, leave the bot its move.
    #[test]
    fn a_refused_claim_does_not_stall_the_bot() {
        let cli = Cli::parse_from(["fairground", "watch", "chess", "--headless"]);
        let Some(Command::Watch(args)) = cli.command else { panic!("not the command watch") };
        // No server is there: the requests stay unanswered.
        let link = "http://127.0.0.1:1/r/a-0123456789abcdef#0123456789abcdef0123456789abcdef";
        for (position, claims) in
            [("4k2n/8/8/8/8/8/q7/6NK w - - 0 1", true), ("4k2n/8/8/8/8/8/Q7/6NK w - - 0 1", false)]
        {
            let setup = Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1);
            let mut played = Match::new(Setup { start: Some(position.to_string()), ..setup }).unwrap();
            for action in ["g1f3", "h8g6", "f3g1", "g6h8"].repeat(2) {
                played.act(action).unwrap();
            }
            assert!(played.claim_open().is_some());
            played.seat_bot(Side::White, Bot::Random, 1);
            let mut bot = RoomBot::join(link.parse().unwrap(), Side::White, Bot::Random, &args).unwrap();
            bot.played = Some(played);
            bot.act();
            let last = |bot: &RoomBot| bot.client.state().unanswered().last().cloned();
            if claims {
                let claim = last(&bot).filter(|message| matches!(message, ClientMessage::Claim(_))).unwrap();
                bot.act();
                assert_eq!(last(&bot), Some(claim.clone()), "it waits for the answer");
                let refused = Refused { id: 1, why: "no".to_string(), rule: None, cells: Vec::new() };
                bot.take(RoomUpdate::Refused(claim, refused), &mut Vec::new()).unwrap();
                bot.act();
            }
            assert!(matches!(last(&bot), Some(ClientMessage::Act(_))), "{position}");
        }
    }
}
