use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::adjudicator::{Adjudication, Adjudicator};
use super::clocks::Clocks;
use super::programs::Programs;
use super::result::{GameResult, MatchSummary};
use crate::contest::Contest;
use crate::contestant::Contestant;
use fairground_match::platform::clock::Instant;
use fairground_match::play::{BotMatch, Bots, Clock, Match, PlayError, UciError};
use fairground_rules::bots::Bot;
use fairground_rules::engine::{ActionText, Claim, Die, Driver, Game, Outcome, Reason, Side, TypedGame, drive};

/// The reason for the end of a match after an illegal action.
pub(super) const ILLEGAL: &str = "illegal action";

/// A completed match.
pub(super) struct PlayedMatch<P: Game> {
    pub a_plays: Side,
    pub running: BotMatch<P>,
    pub summary: MatchSummary,
    pub ending: Ending,
    /// The report on every action; empty in the opening and for rolls.
    pub reports: Vec<MoveReport>,
    /// The names of the players, given to or reported by them, White's first.
    pub names: [Option<String>; 2],
}

/// A player's report on its decision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveReport {
    /// The score from the player's point of view, centipawns.
    pub score: Option<i32>,
    /// The search depth, in decisions.
    pub depth: u32,
    /// The time taken, by the player's clock or else as measured.
    pub used: Duration,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Rules(Outcome),
    /// A player claimed this draw.
    Claimed(Claim),
    /// This player exceeded its time, with this outcome.
    Time(Side, Outcome),
    /// This player committed a fault.
    Forfeit(Side, String),
    /// The scores ended the match.
    Adjudicated(Adjudication),
}

impl Ending {
    pub fn winner(&self) -> Option<Side> {
        match self {
            Ending::Rules(outcome) | Ending::Time(_, outcome) => outcome.winner,
            Ending::Forfeit(loser, _) | Ending::Adjudicated(Adjudication::Loss(loser)) => Some(loser.other()),
            Ending::Claimed(_) | Ending::Adjudicated(Adjudication::Draw) => None,
        }
    }
}

impl<P: Game> PlayedMatch<P> {
    /// Converts the match for a match file.
    ///
    /// # Errors
    /// Only if the match breaks the rules.
    pub fn to_match(&self, contest: &Contest) -> Result<Match, PlayError> {
        let control = contest.conditions.time_control;
        // Match files have no notation for several time periods.
        let clock = control.filter(|control| control.moves.is_none());
        let clock = clock.map(|control| Clock { start: control.time, increment: control.increment });
        let used = clock.map(|clock| (clock, self.used(clock.increment)));
        let used = used.as_ref().map(|(clock, used)| (*clock, &used[..]));
        let mut same = self.running.to_match(self.names.clone(), contest.event.clone(), used)?;
        match &self.ending {
            Ending::Rules(_) => {}
            Ending::Claimed(_) => same.claim_draw()?,
            Ending::Time(loser, outcome) => match same.remaining(*loser) {
                Some(left) => drop(same.spend_time(*loser, left)?),
                None if outcome.winner.is_none() => same.adjudicate(None)?,
                None => same.forfeit(*loser, Reason::Time.words())?,
            },
            Ending::Forfeit(loser, why) => same.forfeit(*loser, why)?,
            Ending::Adjudicated(adjudication) => match adjudication {
                Adjudication::Draw => same.adjudicate(None)?,
                Adjudication::Loss(loser) => same.adjudicate(Some(*loser))?,
            },
        }
        Ok(same)
    }

    /// The time of every action. The clocks start after the opening, so the last decision of every
    /// turn of the opening takes exactly the increment. Throws take no time.
    fn used(&self, increment: Duration) -> Vec<Duration> {
        let game = &self.running.game;
        let opening = game.actions().len() - self.reports.len();
        let is_roll: Vec<bool> = game.actions().map(|action| ActionText::from(action.to_string()).is_roll()).collect();
        let mut used = vec![Duration::ZERO; opening];
        for end in game.ply_ends().into_iter().take_while(|end| *end <= opening) {
            if let Some(decision) = (0..end).rfind(|action| !is_roll[*action]) {
                used[decision] = increment;
            }
        }
        used.extend(self.reports.iter().map(|report| report.used));
        used
    }
}

/// Plays a match to its end, or until `stop` returns true.
pub(super) fn play_match<P: Game>(
    contest: &Contest,
    mut running: BotMatch<P>,
    a_plays: Side,
    programs: &mut Programs,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<PlayedMatch<P>> {
    let conditions = &contest.conditions;
    programs.begin_match();
    let BotMatch { game, bots } = &mut running;
    let mut arbiter = Arbiter {
        contest,
        bots,
        a_plays,
        programs,
        stop,
        clocks: conditions.time_control.map(|control| Clocks::new(control, conditions.time_margin)),
        adjudicator: Adjudicator::new(conditions),
        nodes: [0; 2],
        reports: Vec::new(),
        scores: [None; 2],
        plies: game.ply_ends().len() as u64,
        fault: None,
    };
    let ending = drive(game, &mut arbiter).map_or_else(|end| end, |outcome| Some(Ending::Rules(outcome)))?;
    let Arbiter { programs, nodes, reports, plies, fault, .. } = arbiter;
    let names = Side::BOTH.map(|side| {
        let index = usize::from(side != a_plays);
        contest.names[index].as_ref().or(programs.names[index].as_ref()).cloned()
    });
    let failed = fault.is_some();
    let (words, fault) = fault.unwrap_or_else(|| (words_of(&ending), None));
    let summary = MatchSummary {
        verdict: match ending.winner() {
            None => GameResult::Draw,
            Some(winner) if winner == a_plays => GameResult::Win,
            Some(_) => GameResult::Loss,
        },
        end: words.to_string(),
        plies,
        nodes,
        illegal: u64::from(words == ILLEGAL),
        crashes: u64::from(failed && words != ILLEGAL),
        fault,
    };
    Some(PlayedMatch { a_plays, running, summary, ending, reports, names })
}

/// Asks a match's players for their decisions, runs their clocks and adjudicates.
struct Arbiter<'a> {
    contest: &'a Contest,
    bots: &'a Bots,
    a_plays: Side,
    programs: &'a mut Programs,
    stop: &'a (dyn Fn() -> bool + Sync),
    clocks: Option<Clocks>,
    adjudicator: Adjudicator,
    /// The number of nodes searched by A and by B.
    nodes: [u64; 2],
    reports: Vec<MoveReport>,
    /// The players' last scores, White's first.
    scores: [Option<i32>; 2],
    plies: u64,
    /// The fault that ended the match and, for an engine, the details.
    fault: Option<(&'static str, Option<String>)>,
}

impl<P: Game> Driver<P> for Arbiter<'_> {
    /// `None` if the match was stopped.
    type End = Option<Ending>;

    fn decide(&mut self, game: &TypedGame<P>, side: Side) -> Result<P::Action, Self::End> {
        let index = usize::from(side != self.a_plays);
        let decided = self.ask(game, index, side);
        if (self.stop)() {
            return Err(None);
        }
        let (action, searched, mut report) = match decided {
            Ok(decided) => decided,
            Err(Failure::Time) => return Err(out_of_time(game, side)),
            Err(Failure::Fault(words, why)) => {
                self.fault = Some((words, why.clone()));
                return Err(Some(Ending::Forfeit(side, why.unwrap_or_else(|| words.to_string()))));
            }
        };
        self.nodes[index] += searched;
        if let Some(clocks) = &mut self.clocks {
            report.used = clocks.spend(side, report.used).ok_or_else(|| out_of_time(game, side))?;
        }
        self.scores[side.index()] = report.score;
        self.reports.push(report);
        Ok(action)
    }

    fn throw(&mut self, game: &TypedGame<P>, side: Side, _die: &'static Die) -> Result<P::Action, Self::End> {
        let roll = self.bots.throw(game).ok_or_else(|| Some(Ending::Forfeit(side, "no throw".to_string())))?;
        self.reports.push(MoveReport::default());
        Ok(roll)
    }

    fn played(&mut self, game: &TypedGame<P>, _action: P::Action, side: Side) -> Result<(), Self::End> {
        let next = game.turn();
        if next.side() == Some(side) {
            return Ok(());
        }
        self.plies += 1;
        if let Some(clocks) = &mut self.clocks {
            clocks.end_turn(side);
        }
        if let Some(claim) = game.claim_open().filter(|_| is_claimed(self.scores)) {
            return Err(Some(Ending::Claimed(claim)));
        }
        match (self.adjudicator.after(side, self.scores[side.index()], self.plies), next.outcome()) {
            (Some(adjudication), None) => Err(Some(Ending::Adjudicated(adjudication))),
            _ => Ok(()),
        }
    }
}

impl Arbiter<'_> {
    /// The action of A (0) or B (1), the number of nodes searched, and the report.
    fn ask<P: Game>(
        &mut self,
        game: &TypedGame<P>,
        index: usize,
        side: Side,
    ) -> Result<(P::Action, u64, MoveReport), Failure> {
        let player = self.contest.players()[index];
        let clocks = self.clocks.as_ref();
        let engine_clocks = clocks.map(|clocks| clocks.for_engine(side));
        match self.programs.decide(index, player, game, side, engine_clocks, self.stop) {
            Some(Ok((action, found, used))) => {
                Ok((action, found.nodes, MoveReport { score: found.score, depth: found.depth, used }))
            }
            Some(Err(UciError::NoAnswer { to: "go", .. })) if clocks.is_some() => Err(Failure::Time),
            Some(Err(error)) => Err(Failure::Fault(error.words(), Some(error.to_string()))),
            None => {
                let (begun, budget) = (Instant::now(), clocks.map(|clocks| clocks.budget(side)));
                let report = catch_unwind(AssertUnwindSafe(|| self.bots.think(game, budget, self.stop)));
                let report = report.map_err(|_| Failure::Fault("crash", None))?;
                let used = begun.elapsed();
                let line = report.lines.first();
                let action = line.and_then(|line| line.actions.first().copied());
                let action = action.filter(|&action| game.check(action).is_ok());
                // Bots without a search value the position, but do not predict the result.
                let searches = !matches!(player, Contestant::Bot(Bot::Random | Bot::Greedy));
                let score = line.filter(|_| searches).map(|line| line.value);
                let action = action.ok_or(Failure::Fault(ILLEGAL, None))?;
                Ok((action, report.nodes, MoveReport { score, depth: report.depth, used }))
            }
        }
    }
}

fn out_of_time<P: Game>(game: &TypedGame<P>, side: Side) -> Option<Ending> {
    Some(Ending::Time(side, game.out_of_time(side)))
}

/// Whether a player claims the open draw. Players claim if their last score was at most 0, or if
/// they report none.
fn is_claimed(scores: [Option<i32>; 2]) -> bool {
    scores.into_iter().any(|score| score.is_none_or(|score| score <= 0))
}

fn words_of(ending: &Ending) -> &'static str {
    match ending {
        Ending::Rules(outcome) => outcome.reason.words(),
        Ending::Claimed(claim) => claim.reason().words(),
        Ending::Time(_, outcome) => outcome.reason.words(),
        Ending::Forfeit(..) => "no throw",
        Ending::Adjudicated(Adjudication::Draw) => "draw adjudicated",
        Ending::Adjudicated(Adjudication::Loss(_)) => "win adjudicated",
    }
}

/// Why a player made no decision.
enum Failure {
    /// The player ran out of time.
    Time,
    /// The player's fault and, for an engine, the details.
    Fault(&'static str, Option<String>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_match::play::Replay;
    use fairground_rules::engine::{Notation, Options};
    use fairground_rules::games;
    use fairground_rules::games::fluky::Fluky;

    /// Also in a turn that ends with a throw.
    #[test]
    fn recorded_clocks_start_after_the_opening() {
        let players = ["greedy", "random"].map(|player| player.parse().unwrap());
        let info = games::info("fluky").unwrap();
        let mut contest = Contest::new(info, Options::default(), players, 1, 1);
        contest.conditions.time_control = Some("60+5".parse().unwrap());
        let mut game = TypedGame::<Fluky>::new(Options::default());
        for text in ["c1c2", "~N", "b5b4"] {
            game.play(game.position().parse_action(text).unwrap());
        }
        let seats = contest.players().map(|player| player.seat());
        let running = BotMatch::new(game, seats, 1);
        let played = play_match(&contest, running, Side::White, &mut Programs::default(), &|| false).unwrap();
        let clocks = Replay::of_match(&played.to_match(&contest).unwrap()).clocks().unwrap();
        assert_eq!(clocks[2], [Duration::from_secs(60); 2]);
    }
}
