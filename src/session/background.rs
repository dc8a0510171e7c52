use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

/// Wakes an idle window, so that what another thread has found out is shown. Without a window it does nothing.
#[derive(Resource, Clone, Default)]
pub struct WakeUp(Option<Arc<dyn Fn() + Send + Sync>>);

impl WakeUp {
    /// Wakes the window by this.
    #[must_use]
    pub fn by(wake: impl Fn() + Send + Sync + 'static) -> WakeUp {
        WakeUp(Some(Arc::new(wake)))
    }

    /// Wakes it.
    pub fn wake(&self) {
        if let Some(wake) = &self.0 {
            wake();
        }
    }
}

/// Work on another thread. Whoever drops it stops it.
pub struct Background<T> {
    /// On the pool; a thread of its own needs nobody to hold it.
    _task: Option<Task<()>>,
    stop: Arc<AtomicBool>,
    result: Arc<Mutex<Option<T>>>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts it. It is told when to stop, which it asks every few milliseconds, and wakes the window when it has ended.
    pub fn start(wake: &WakeUp, work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static) -> Background<T> {
        let (mut background, work) = Background::prepare(wake, work);
        background._task = Some(AsyncComputeTaskPool::get().spawn(async move { work() }));
        background
    }

    /// The same on a thread of its own, for work that waits for the pool itself.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn start_apart(
        wake: &WakeUp,
        work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> io::Result<Background<T>> {
        let (background, work) = Background::prepare(wake, work);
        thread::Builder::new().spawn(work)?;
        Ok(background)
    }

    fn prepare(
        wake: &WakeUp,
        work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> (Background<T>, impl FnOnce() + Send + 'static) {
        let (stop, result, wake) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(None)), wake.clone());
        let (stopped, slot) = (stop.clone(), result.clone());
        let run = move || {
            let found = work(&|| stopped.load(Ordering::Relaxed));
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
            wake.wake();
        };
        (Background { _task: None, stop, result }, run)
    }

    /// Asks it to end with what it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it has ended, and what it came to waits to be taken.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.result.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// What it came to, once it has ended.
    #[must_use]
    pub fn take(&self) -> Option<T> {
        self.result.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
