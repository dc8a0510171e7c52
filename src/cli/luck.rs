//! The report of a whole match: how it stood after each ply, where it turned, and what of it was luck.

use std::io::Write;

use serde::Serialize;

use super::CliError;
use super::analyse::{AnalyseArgs, assessed, told};
use crate::bots::{Limits, win_probability};
use crate::engine::{Side, Tabletop, Turn, TypedGame};
use crate::games::{self, GameVisitor};
use crate::play::Replay;

/// A ply is a turning point if it moved the probability of winning by so much.
const TURNING: f64 = 0.15;

/// The report of a match.
#[derive(Serialize)]
struct MatchReport {
    game: &'static str,
    /// `white`, `black` or `draw`; `null` if the match was left unfinished.
    outcome: Option<String>,
    plies: Vec<Ply>,
    /// The numbers of the plies that moved the probability of winning most, the greatest first.
    turning_points: Vec<usize>,
    white: Share,
    black: Share,
}

/// A ply.
#[derive(Serialize)]
struct Ply {
    /// From 1.
    ply: usize,
    side: String,
    actions: Vec<String>,
    /// For White after it, hundredths of a pawn.
    value: i32,
    /// The probability that White wins, 0 to 1, a draw being half a win.
    win: f64,
    /// What the dice gave the side that acted, in probability of winning.
    luck: f64,
    /// What it gave away by its decisions.
    lost: f64,
    /// What was better, where something was.
    better: Option<String>,
}

/// What a side's match was made of.
#[derive(Clone, Copy, Default, Serialize)]
struct Share {
    /// What the dice gave it by its own throws, in probability of winning.
    luck: f64,
    /// What it gave away by its decisions.
    lost: f64,
    decisions: u32,
    throws: u32,
}

pub(super) fn report(args: &AnalyseArgs, mut replay: Replay, out: &mut impl Write) -> Result<(), CliError> {
    struct Assess(Limits);
    impl GameVisitor for Assess {
        type Output = (Vec<Ply>, [Share; 2]);
        fn visit<P: Tabletop>(self, game: &TypedGame<P>) -> Self::Output {
            plies(game, self.0)
        }
    }
    replay.go_to(replay.len());
    let assessed = games::visit_game(replay.game(), Assess(args.limits(0.2)));
    let (plies, [white, black]) = assessed.map_err(|error| CliError::Usage(error.to_string()))?;
    let moved = |index: usize| {
        let before = index.checked_sub(1).map_or(0.5, |before: usize| plies[before].win);
        (plies[index].win - before).abs()
    };
    let mut turning: Vec<_> = (0..plies.len()).filter(|&index| moved(index) >= TURNING).collect();
    turning.sort_by(|&a, &b| moved(b).total_cmp(&moved(a)));
    let report = MatchReport {
        game: replay.game().info().id,
        outcome: replay.outcome().map(|outcome| outcome.to_string()),
        turning_points: turning.into_iter().map(|index| index + 1).collect(),
        plies,
        white,
        black,
    };
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &report)?;
        return Ok(writeln!(out)?);
    }
    report.write(out)
}

/// Every ply of a match, and each side's share of luck and errors.
///
/// With V for the probability of winning: a throw's luck is V after it less the mean of V over all faces before it, and a decision
/// gives away V of the best action less V after the one that was played. Both are of the side that acts.
fn plies<P: Tabletop>(played: &TypedGame<P>, limits: Limits) -> (Vec<Ply>, [Share; 2]) {
    let mut game = played.clone();
    while game.undo().is_some() {}
    let mut shares = [Share::default(); 2];
    let mut plies: Vec<Ply> = Vec::new();
    let mut open = false;
    let mut before = assessed(&game, limits, 1);
    for action in played.actions() {
        let turn = game.turn();
        let Some(side) = turn.side() else { break };
        game.play(action);
        let after = assessed(&game, limits, 1);
        let share = &mut shares[side.index()];
        let (mut luck, mut lost, mut better) = (0.0, 0.0, None);
        if let Turn::Chance(..) = turn {
            // The face's own value of the same look, so that the luck of all faces together is nothing.
            let face = before.faces.iter().find(|face| face.action == action);
            luck = face.map_or(0.0, |face| win_probability(face.value)) - before.win_for(side);
            share.throws += 1;
        } else {
            share.decisions += 1;
            let best = before.report.lines.first().and_then(|line| line.actions.first());
            if best.is_some_and(|&best| best != action) {
                lost = (before.win_for(side) - after.win_for(side)).max(0.0);
                better = best.filter(|_| lost >= 0.01).map(ToString::to_string);
            }
        }
        share.luck += luck;
        share.lost += lost;
        if !open {
            plies.push(Ply {
                ply: plies.len() + 1,
                side: side.to_string(),
                actions: Vec::new(),
                value: 0,
                win: 0.5,
                luck: 0.0,
                lost: 0.0,
                better: None,
            });
        }
        if let Some(ply) = plies.last_mut() {
            ply.actions.push(action.to_string());
            (ply.value, ply.win) = (after.value_for(Side::White), after.win_for(Side::White));
            ply.luck += luck;
            ply.lost += lost;
            ply.better = ply.better.take().or(better);
        }
        open = game.turn().side() == Some(side);
        before = after;
    }
    (plies, shares)
}

impl MatchReport {
    fn write(&self, out: &mut impl Write) -> Result<(), CliError> {
        writeln!(out, "ply  side   for White                luck    lost  actions")?;
        for ply in &self.plies {
            let better = ply.better.as_ref().map_or_else(String::new, |better| format!("  (better: {better})"));
            writeln!(
                out,
                "{:>3}  {:<6} {:<22} {:>+6.1}  {:>6.1}  {}{better}",
                ply.ply,
                ply.side,
                told(ply.value, ply.win),
                100.0 * ply.luck,
                100.0 * ply.lost,
                ply.actions.join(" "),
            )?;
        }
        writeln!(out)?;
        if !self.turning_points.is_empty() {
            let plies: Vec<_> = self.turning_points.iter().map(ToString::to_string).collect();
            writeln!(out, "turning points: plies {}", plies.join(", "))?;
        }
        for (name, share) in [("white", self.white), ("black", self.black)] {
            let Share { luck, lost, decisions, throws } = share;
            writeln!(
                out,
                "{name}: luck {:+.1} % by {throws} throws, {:.1} % given away by {decisions} decisions",
                100.0 * luck,
                100.0 * lost,
            )?;
        }
        writeln!(out, "outcome: {}", self.outcome.as_deref().unwrap_or("ongoing"))?;
        Ok(())
    }
}
