//! The searches of bots. A few run in parallel, addresses take turns, and each address has a budget
//! of time.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::limits::Limits;
use super::network::Budget;
use fairground_match::play::{Deadline, SearchJob};

/// The maximum time of a search. On an idle machine, the levels need a fraction of it.
const MAX_THINKING: Duration = Duration::from_secs(5);

/// The delay before the queue is checked again when no waiting address has budget left.
const RETRY: Duration = Duration::from_secs(1);

/// A bot's decision.
#[derive(Debug)]
pub(super) struct BotDecision {
    /// The number of lines at the position searched.
    pub at: u64,
    /// The action.
    pub action: String,
    /// The duration of the search.
    pub took: Duration,
}

/// The flag that cancels a search once its [`SearchGuard`] is dropped.
#[derive(Clone, Debug)]
pub(super) struct CancelFlag(Arc<AtomicBool>);

/// Cancels a search when dropped.
#[derive(Debug)]
pub(super) struct SearchGuard(Arc<AtomicBool>);

impl SearchGuard {
    /// Makes a guard, and the flag for its search.
    pub fn new() -> (SearchGuard, CancelFlag) {
        let cancelled = Arc::new(AtomicBool::new(false));
        (SearchGuard(Arc::clone(&cancelled)), CancelFlag(cancelled))
    }
}

impl Drop for SearchGuard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl CancelFlag {
    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A queued search.
pub(super) struct Search {
    /// The number of lines at the position.
    pub at: u64,
    /// The job.
    pub job: SearchJob,
    /// The flag of its [`SearchGuard`].
    pub cancel: CancelFlag,
    /// The channel for the decision.
    pub decided: mpsc::Sender<BotDecision>,
}

/// The queue of searches, and the threads that run them.
#[derive(Clone)]
pub(super) struct Bots {
    queue: Arc<Mutex<Queue<Search>>>,
    /// The remaining search time of each address, s.
    budget: Arc<Budget>,
}

/// Jobs by address. Addresses take turns.
struct Queue<T> {
    addresses: VecDeque<(IpAddr, VecDeque<T>)>,
    running: usize,
    max_running: usize,
    max_waiting: usize,
    /// Whether a check of the queue is already scheduled.
    retries: bool,
}

impl<T> Queue<T> {
    fn new(max_running: usize, max_waiting: usize) -> Queue<T> {
        Queue { addresses: VecDeque::new(), running: 0, max_running, max_waiting, retries: false }
    }

    /// Adds a job. Returns false if the queue is full.
    fn push(&mut self, address: IpAddr, job: T) -> bool {
        if self.addresses.iter().map(|(_, jobs)| jobs.len()).sum::<usize>() >= self.max_waiting {
            return false;
        }
        match self.addresses.iter_mut().find(|(other, _)| *other == address) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.addresses.push_back((address, VecDeque::from([job]))),
        }
        true
    }

    /// Removes the next job of the first address that `may` allows. That address moves to the end
    /// of the queue.
    fn next(&mut self, may: impl Fn(IpAddr) -> bool) -> Option<(IpAddr, T)> {
        if self.running >= self.max_running {
            return None;
        }
        let index = self.addresses.iter().position(|(address, _)| may(*address))?;
        let (address, mut jobs) = self.addresses.remove(index)?;
        let job = jobs.pop_front()?;
        if !jobs.is_empty() {
            self.addresses.push_back((address, jobs));
        }
        self.running += 1;
        Some((address, job))
    }

    /// Keeps only the wanted jobs.
    fn retain(&mut self, wanted: impl Fn(&T) -> bool) {
        self.addresses.iter_mut().for_each(|(_, jobs)| jobs.retain(&wanted));
        self.addresses.retain(|(_, jobs)| !jobs.is_empty());
    }
}

impl Bots {
    /// A queue with these limits.
    pub fn new(limits: &Limits) -> Bots {
        Bots {
            queue: Arc::new(Mutex::new(Queue::new(limits.searches, limits.waiting_searches))),
            budget: Arc::new(Budget::new(limits.search_seconds_per_address)),
        }
    }

    /// Queues the search of a bot whose opponent has this address. Returns false if the queue is
    /// full.
    pub fn think(&self, address: IpAddr, search: Search) -> bool {
        let mut queue = self.queue();
        queue.retain(|search| !search.cancel.is_cancelled());
        let waits = queue.push(address, search);
        drop(queue);
        self.start();
        waits
    }

    /// The number of searches running and waiting.
    pub fn load(&self) -> [usize; 2] {
        let queue = self.queue();
        [queue.running, queue.addresses.iter().map(|(_, jobs)| jobs.len()).sum()]
    }

    fn queue(&self) -> MutexGuard<'_, Queue<Search>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts waiting searches, up to the limit.
    fn start(&self) {
        let mut queue = self.queue();
        let now = Instant::now();
        queue.retain(|search| !search.cancel.is_cancelled());
        while let Some((address, search)) = queue.next(|address| self.budget.has_some(address, now)) {
            tokio::spawn(self.clone().run(address, search));
        }
        if queue.running < queue.max_running && !queue.addresses.is_empty() && !queue.retries {
            queue.retries = true;
            let bots = self.clone();
            tokio::spawn(async move {
                sleep(RETRY).await;
                bots.queue().retries = false;
                bots.start();
            });
        }
    }

    async fn run(self, address: IpAddr, search: Search) {
        let Search { at, job, cancel, decided } = search;
        let begun = Instant::now();
        let thought = spawn_blocking(move || {
            let begun = Instant::now();
            let deadline = Deadline::after(Some(MAX_THINKING));
            let action = job.think_until(&|| deadline.has_passed() || cancel.is_cancelled(), &mut |_| {});
            (!cancel.is_cancelled()).then(|| BotDecision { at, action, took: begun.elapsed() })
        })
        .await;
        self.budget.spend(address, begun.elapsed().as_secs_f64(), Instant::now());
        self.queue().running -= 1;
        self.start();
        if let Ok(Some(thought)) = thought {
            // A room that has gone to sleep starts a new search when it wakes.
            let _ = decided.send(thought).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_match::play::{Match, Seat, Setup};
    use fairground_rules::games;

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn addresses_take_turns() {
        let mut queue = Queue::new(5, 10);
        assert!((0..7).all(|job| queue.push(address(1), job)));
        assert!(queue.push(address(2), 20) && queue.push(address(3), 30) && queue.push(address(2), 21));
        assert!(!queue.push(address(4), 40), "the queue is full");
        queue.retain(|job| *job != 1);
        let served: Vec<_> = std::iter::from_fn(|| queue.next(|address| address != self::address(3))).collect();
        assert_eq!(served.iter().map(|(_, job)| *job).collect::<Vec<_>>(), [0, 20, 2, 21, 3], "5 run in parallel");
        queue.running = 0;
        assert_eq!(queue.next(|_| true), Some((address(3), 30)), "the address that was skipped is first");
    }

    /// A cancelled search stops and makes room for others.
    #[test]
    fn a_search_is_cancelled() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let limits = Limits { searches: 1, ..Limits::default() };
        let bots = Bots::new(&limits);
        let think = |bot: &str, cancel: CancelFlag, decided: mpsc::Sender<BotDecision>| {
            let setup = Setup::new(games::info("chess").unwrap(), [bot.parse().unwrap(), Seat::Human], 1);
            let job = Match::new(setup).unwrap().search_job().unwrap();
            assert!(bots.think(address(1), Search { at: 1, job, cancel, decided }));
        };
        runtime.block_on(async {
            let (decided, mut received) = mpsc::channel(10);
            let guards: Vec<_> = (0..50).map(|_| SearchGuard::new()).collect();
            for (_, cancel) in &guards {
                think("max", cancel.clone(), decided.clone());
            }
            drop(guards);
            let (_guard, cancel) = SearchGuard::new();
            think("1", cancel, decided);
            assert_eq!(received.recv().await.map(|thought| thought.at), Some(1));
            assert!(received.recv().await.is_none(), "no decision of the cancelled searches");
        });
    }
}
