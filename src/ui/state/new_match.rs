//! The state of the form for the next match, and of the cards of the games beside it.

use bevy::prelude::Resource;

use crate::bots::Bot;
use crate::engine::{GameInfo, Options};
use crate::play::Seat;
use crate::session::Session;
use crate::ui::drawing::pictures::Pictures;
use crate::ui::state::form::{Form, StartPosition};

/// The form for the next match, on the start screen or in a window over a match.
#[derive(Resource, Default)]
pub struct NewMatch {
    /// The form.
    pub form: Form,
    /// The starting position of the match on the table, if it branched off another match.
    pub branch: Option<StartPosition>,
    /// Whether the form is shown beside a match.
    pub open: bool,
    /// Whether the form has just been opened, to be shown from its top.
    pub at_top: bool,
    /// The pictures of the games.
    pub pictures: Pictures,
    /// The number of games per row.
    pub columns: usize,
    /// The game whose card was last scrolled into view.
    pub scrolled_to: Option<&'static str>,
}

impl NewMatch {
    /// Opens the form, filled in like the match on the table; `false` without one.
    pub fn open_form(&mut self, session: &Session) -> bool {
        let Some(game) = session.game() else { return false };
        let people = self.form.people.clone();
        if let Some(running) = session.match_on_table() {
            self.form = Form::like(running.setup());
            if running.record().header.commitment.is_some() {
                // Without randomness, the box stays empty, and ticking it shows the error.
                let _ = self.form.prove(true);
            }
        } else if let Some(replay) = session.replay() {
            // The players of a replay need not be the present users.
            self.form = Form::like(replay.setup());
            self.form.people = people;
            self.form.event.clear();
        } else {
            self.form = Form::against(game.info(), Bot::Level(1), &people);
        }
        (self.open, self.at_top) = (true, true);
        // The cards of the games are in view.
        self.scrolled_to = Some(self.form.info().id);
        true
    }

    /// Begins from `start`, a position of the match on the table. At least one player is a person.
    pub fn branch_off(&mut self, session: &Session, start: StartPosition) {
        self.form.start = Some(start);
        // Whoever continues a match of bots takes part in it.
        if let Some(side) = session.game().and_then(|game| game.turn().side())
            && !self.form.seats.contains(&Seat::Human)
        {
            self.form.seats[side.index()] = Seat::Human;
        }
    }

    /// The game and options of the next match, unless others are chosen.
    pub fn next_game(&self, session: &Session) -> (&'static GameInfo, Options) {
        match session.game().filter(|_| !self.open) {
            Some(game) => (game.info(), game.options().clone()),
            None => (self.form.info(), self.form.options().unwrap_or_default()),
        }
    }
}
