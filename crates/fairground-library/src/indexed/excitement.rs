//! The most exciting matches of a folder.

use fairground_match::play::{Excitement, Replay};
use rayon::prelude::*;

use super::{Filter, Library, LibraryError, Sort};
use crate::ListedMatch;

impl Library {
    /// Lists the matches that a filter selects, most exciting first, with their excitement. Reads
    /// each of their files; analyses, unfinished matches and unreadable files are left out.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn most_exciting(
        &mut self,
        filter: &Filter,
        limit: Option<usize>,
    ) -> Result<Vec<(ListedMatch, f64)>, LibraryError> {
        let listed = self.list(filter, Sort::Date, None)?;
        let folder = self.folder();
        let score = |own: ListedMatch| {
            let replay = Replay::open(&folder.join(&own.file)).ok()?;
            Some((own, Excitement::of(replay.whole(), replay.notes()).score()))
        };
        let finished = listed.into_par_iter().filter(|own| !own.analysis && own.outcome.is_some());
        let mut matches: Vec<_> = finished.filter_map(score).collect();
        // Equal ones stay in the order of their dates.
        matches.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        matches.truncate(limit.unwrap_or(usize::MAX));
        Ok(matches)
    }
}
