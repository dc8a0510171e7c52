use crate::conditions::{Conditions, DrawRule, ResignRule};
use fairground_rules::engine::Side;

/// Tracks the scores of a match, and ends it by the rules of adjudication.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    /// The number of consecutive moves, of both sides, with scores close to zero.
    even: u32,
    /// The number of consecutive moves of each side with a bad score.
    bad: [u32; 2],
    /// The number of consecutive moves of each side with a good score.
    good: [u32; 2],
}

/// The result of adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudication {
    /// A draw.
    Draw,
    /// This side has lost.
    Loss(Side),
}

impl Adjudicator {
    /// An adjudicator for one match, by the rules in these conditions.
    #[must_use]
    pub fn new(conditions: &Conditions) -> Adjudicator {
        let Conditions { draw, resign, .. } = *conditions;
        Adjudicator { draw, resign, even: 0, bad: [0; 2], good: [0; 2] }
    }

    /// Counts the score reported by `side` with its move, from its own point of view, centipawns.
    /// `plies` is the current length of the match.
    pub fn after(&mut self, side: Side, score: Option<i32>, plies: u64) -> Option<Adjudication> {
        let count = |row: &mut u32, holds: bool| *row = if holds { *row + 1 } else { 0 };
        if let Some(ResignRule { movecount, score: limit, twosided }) = self.resign {
            let limit = limit.cast_signed();
            count(&mut self.bad[side.index()], score.is_some_and(|score| score <= -limit));
            count(&mut self.good[side.index()], score.is_some_and(|score| score >= limit));
            let lost = |side: &Side| {
                let (own, other) = (self.bad[side.index()], self.good[side.other().index()]);
                own >= movecount && (!twosided || other >= movecount)
            };
            if let Some(loser) = Side::BOTH.into_iter().find(lost) {
                return Some(Adjudication::Loss(loser));
            }
        }
        if let Some(DrawRule { movenumber, movecount, score: limit }) = self.draw {
            count(&mut self.even, score.is_some_and(|score| score.unsigned_abs() <= limit));
            if plies >= 2 * u64::from(movenumber) && self.even >= 2 * movecount {
                return Some(Adjudication::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of scores, White's first, after which the match ended, and the result.
    fn ended(draw: &str, resign: &str, scores: &[Option<i32>]) -> Option<(usize, Adjudication)> {
        let conditions = Conditions { draw: draw.parse().ok(), resign: resign.parse().ok(), ..Conditions::default() };
        let mut adjudicator = Adjudicator::new(&conditions);
        let sides = Side::BOTH.into_iter().cycle();
        let mut moves = (1..).zip(sides.zip(scores));
        moves.find_map(|(ply, (side, score))| Some((ply, adjudicator.after(side, *score, ply as u64)?)))
    }

    #[test]
    fn even_matches_are_drawn() {
        let even = [Some(10), Some(-10), Some(0), Some(3), Some(-9), Some(10), Some(0), Some(0)];
        assert_eq!(ended("movecount=2,score=10", "", &even), Some((4, Adjudication::Draw)));
        assert_eq!(ended("movenumber=3,movecount=2,score=10", "", &even), Some((6, Adjudication::Draw)));
        assert_eq!(ended("movecount=2,score=9", "", &even), None);
        assert_eq!(ended("", "", &even), None);
        for interruption in [None, Some(11)] {
            let scores = [Some(0), Some(0), Some(0), interruption, Some(0), Some(0), Some(0)];
            assert_eq!(ended("movecount=2,score=10", "", &scores), None);
        }
    }

    #[test]
    fn hopeless_matches_are_adjudicated() {
        let lost = [Some(-50), Some(300), Some(-600), Some(400), Some(-900), Some(700), Some(-950), Some(800)];
        let white_lost = |ply| Some((ply, Adjudication::Loss(Side::White)));
        assert_eq!(ended("", "movecount=2,score=600", &lost), white_lost(5));
        assert_eq!(ended("", "movecount=3,score=600", &lost), white_lost(7));
        assert_eq!(ended("", "movecount=2,score=600,twosided=true", &lost), white_lost(8));
        assert_eq!(ended("", "movecount=3,score=900", &lost), None);
        let black = [None, Some(-700), None, Some(-700)];
        assert_eq!(ended("", "movecount=2,score=600", &black), Some((4, Adjudication::Loss(Side::Black))));
        assert_eq!(ended("", "movecount=1,score=600", &[Some(600), None]), None);
    }
}
