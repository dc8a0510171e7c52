//! Long work off the main thread, such as searches and reading many files.
//!
//! Each job has its own thread and never waits for another. Without thread support, it runs on the
//! calling thread.

use std::any::Any;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use thiserror::Error;

use super::browser::{self, Channel, FromPage};

/// A callback with which a job wakes the main thread at its end. It runs on the job's thread. The
/// default does nothing.
#[derive(Clone, Default)]
pub struct Wake(Option<Arc<dyn Fn() + Send + Sync>>);

impl Wake {
    /// Makes a `Wake` that calls this function.
    #[must_use]
    pub fn by(wake: impl Fn() + Send + Sync + 'static) -> Wake {
        Wake(Some(Arc::new(wake)))
    }

    /// Wakes the main thread.
    pub fn wake(&self) {
        if let Some(wake) = &self.0 {
            wake();
        }
    }
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("Wake").field(&self.0.is_some()).finish()
    }
}

/// A background job panicked, or its worker failed, with this message.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("internal error: {0}")]
pub struct Panicked(String);

impl Panicked {
    fn of(panic: &(dyn Any + Send)) -> Panicked {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        Panicked(text.or_else(|| panic.downcast_ref().copied()).unwrap_or("unknown").to_string())
    }
}

/// The name of the background threads.
pub const BACKGROUND_THREAD: &str = "background";

/// A background job. Dropping it asks the job to stop and discards its result.
pub struct Background<T> {
    stop: Arc<AtomicBool>,
    completion: Arc<Completion<T>>,
    /// The channel to the browser's worker that runs the job.
    _worker: Option<Channel>,
}

struct Completion<T> {
    /// Whether the job has ended, and its result or panic until taken.
    result: Mutex<(bool, Option<Result<T, Panicked>>)>,
    done: Condvar,
}

impl<T> Completion<T> {
    fn new() -> Arc<Completion<T>> {
        Arc::new(Completion { result: Mutex::new((false, None)), done: Condvar::new() })
    }

    fn lock(&self) -> MutexGuard<'_, (bool, Option<Result<T, Panicked>>)> {
        self.result.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the job, unless it has already ended.
    fn end(&self, result: Result<T, Panicked>) {
        let mut ended = self.lock();
        if !ended.0 {
            *ended = (true, Some(result));
            self.done.notify_all();
        }
    }
}

impl<T: Send + 'static> Background<T> {
    /// Starts a job on a thread. `work` should poll its argument every few milliseconds and stop
    /// when it returns true. `wake` is called at the end.
    pub fn start(wake: &Wake, work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static) -> Background<T> {
        let background = Background { stop: Arc::default(), completion: Completion::new(), _worker: None };
        let (stop, completion, wake) = (background.stop.clone(), background.completion.clone(), wake.clone());
        let run = move || {
            let result = panic::catch_unwind(AssertUnwindSafe(|| work(&|| stop.load(Ordering::Relaxed))));
            completion.end(result.map_err(|panic| Panicked::of(&*panic)));
            wake.wake();
        };
        on_a_thread(run);
        background
    }

    /// Starts a task, given as text, in the browser's worker. `on_message` receives each message
    /// and returns the result when complete. If the worker fails first, the job ends with its
    /// error. `wake` is called for every message.
    pub fn in_worker(
        wake: &Wake,
        task: &str,
        mut on_message: impl FnMut(&str) -> Option<T> + Send + 'static,
    ) -> Background<T> {
        let completion = Completion::new();
        let (ending, wake) = (completion.clone(), wake.clone());
        let worker = browser::work(task, move |message| {
            match message {
                FromPage::Open => {}
                FromPage::Text(text) => {
                    if let Some(result) = on_message(&text) {
                        ending.end(Ok(result));
                    }
                }
                FromPage::Closed(why) if why.is_empty() => ending.end(Err(Panicked("no result".into()))),
                FromPage::Closed(why) => ending.end(Err(Panicked(why))),
            }
            wake.wake();
        });
        Background { stop: Arc::default(), completion, _worker: Some(worker) }
    }

    /// Ends the job with this result, unless it has already ended.
    pub fn end_with(&self, result: T) {
        self.completion.end(Ok(result));
    }

    /// Asks the job to end early with its partial result.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the job has ended and its result has not been taken.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.completion.lock().1.is_some()
    }

    /// Waits for the end of the job. The result stays available.
    pub fn wait(&self) {
        let mut ended = self.completion.lock();
        while !ended.0 {
            ended = self.completion.done.wait(ended).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes the result. `None` while the job runs and once the result is taken; an error if the
    /// job panicked.
    #[must_use]
    pub fn take(&self) -> Option<Result<T, Panicked>> {
        self.completion.lock().1.take()
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<T> fmt::Debug for Background<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Background").field("stop", &self.stop).finish_non_exhaustive()
    }
}

/// Runs `work` on a new thread or, if the system cannot create one, on this thread.
fn on_a_thread(work: impl FnOnce() + Send + 'static) {
    let work = Arc::new(Mutex::new(Some(work)));
    let same = work.clone();
    if thread::Builder::new().name(BACKGROUND_THREAD.into()).spawn(move || run(&same)).is_err() {
        run(&work);
    }
}

/// Runs the work, unless it has already run.
fn run(work: &Mutex<Option<impl FnOnce()>>) {
    let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(work) = work {
        work();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};

    use super::*;

    fn until(what: &str, done: impl Fn() -> bool) {
        let begun = Instant::now();
        while !done() {
            assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// With more jobs than a thread pool would have threads, the last one does not wait for the
    /// others.
    #[test]
    fn long_work_does_not_wait_for_other_long_work() {
        let long: Vec<_> = (0..16)
            .map(|_| {
                Background::start(&Wake::default(), |stop| {
                    while !stop() {
                        thread::sleep(Duration::from_millis(1));
                    }
                    "stopped"
                })
            })
            .collect();
        let short = Background::start(&Wake::default(), |_| 7);
        until("the short one", || short.has_ended());
        assert_eq!((short.take(), short.take()), (Some(Ok(7)), None));
        assert!(long.iter().all(|long| !long.has_ended()));
        long.iter().for_each(Background::stop);
        until("the long ones", || long.iter().all(Background::has_ended));
        assert!(long.iter().all(|long| long.take() == Some(Ok("stopped"))));
    }

    #[test]
    fn the_end_wakes_and_delivers_the_result() {
        let (send, woken) = channel();
        let send = Mutex::new(send);
        let wake = Wake::by(move || send.lock().unwrap().send(()).unwrap());
        let work = Background::start(&wake, |_| 1);
        woken.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!(work.take(), Some(Ok(1)));
    }

    #[test]
    fn a_job_can_be_awaited_before_and_after_its_end() {
        let (send, go) = channel();
        let work = Arc::new(Background::start(&Wake::default(), move |_| go.recv().unwrap()));
        let other = work.clone();
        let waiting = thread::spawn(move || {
            other.wait();
            other.has_ended()
        });
        assert!(!work.has_ended());
        send.send(3).unwrap();
        assert!(waiting.join().unwrap());
        assert_eq!(work.take(), Some(Ok(3)));
        work.wait();
    }

    #[test]
    fn dropping_it_stops_it() {
        let (send, stopped) = channel();
        let work = Background::start(&Wake::default(), move |stop| {
            while !stop() {
                thread::sleep(Duration::from_millis(1));
            }
            send.send(()).unwrap();
        });
        drop(work);
        stopped.recv_timeout(Duration::from_secs(20)).unwrap();
    }

    #[test]
    fn a_panic_is_an_error_with_its_message() {
        let work: Background<()> = Background::start(&Wake::default(), |_| panic!("out of {}", "order"));
        until("its end", || work.has_ended());
        assert_eq!(work.take().unwrap().unwrap_err().to_string(), "internal error: out of order");
        assert!(work.take().is_none());
    }

    /// A worker closes its channel after its result, or with the reason of its failure.
    #[test]
    fn the_failure_of_a_worker_is_an_error_with_its_reason() {
        static CHANNEL: AtomicU32 = AtomicU32::new(0);
        browser::set_page(browser::Page {
            work: |channel, _| CHANNEL.store(channel, Ordering::Relaxed),
            connect: |_, _| {},
            send: |_, _| {},
            close: |_| {},
            sound: |_, _| {},
            download: |_, _| {},
        });
        let closed = |why: &str| FromPage::Closed(why.into());
        let results = [vec![FromPage::Text("7".into()), closed("")], vec![closed("out of memory")], vec![closed("")]]
            .map(|messages| {
                let work = Background::in_worker(&Wake::default(), "task", |text| text.parse::<u32>().ok());
                let channel = CHANNEL.load(Ordering::Relaxed);
                messages.into_iter().for_each(|message| browser::receive(channel, message));
                work.take().unwrap().map_err(|error| error.to_string())
            });
        assert_eq!(
            results,
            [Ok(7), Err("internal error: out of memory".into()), Err("internal error: no result".into())]
        );
    }
}
