//! The command `arena`, on one thread.

use fairground::arena::ContestReport;

use super::command::{fails, prints};
use super::folder::Folder;

pub const BOTS: [&str; 2] = ["greedy", "random"];

impl Folder {
    pub fn report(&self, name: &str) -> ContestReport {
        serde_json::from_slice(&std::fs::read(self.path(name)).unwrap()).unwrap()
    }
}

pub fn arena(game: &str, players: &[&str], more: &[&str]) -> Vec<String> {
    [&["arena", game], players, &["--threads", "1"], more].concat().into_iter().map(str::to_string).collect()
}

#[track_caller]
pub fn plays(game: &str, players: &[&str], more: &[&str]) -> String {
    let args = arena(game, players, more);
    prints(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

#[track_caller]
pub fn refuses(game: &str, players: &[&str], more: &[&str], parts: &[&str]) {
    let args = arena(game, players, more);
    fails(&args.iter().map(String::as_str).collect::<Vec<_>>(), parts);
}
