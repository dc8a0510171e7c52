//! Deterministic stochastic gradient descent: a batch is divided into the same parts for any number
//! of threads, and their derivatives are summed in order.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::adam::Adam;
use super::float_net::{Activations, Shape, Weights};
use super::samples::{Sample, Samples};
use fairground_rules::engine::Quantised;

/// The learning rate of the first epoch. It decreases exponentially to [`LAST_RATE`] times this.
const RATE: f32 = 2e-3;
const LAST_RATE: f32 = 0.02;

/// Scores are compared on a curve that is flatter than the winning probability by this factor. On
/// the steeper curve, the net would not learn to distinguish good from better, as a search
/// requires.
pub(super) const FLATNESS: f32 = std::f32::consts::LOG10_E;

/// The parameters of training.
#[derive(Clone, Copy, Debug)]
pub(super) struct Training {
    pub shape: Shape,
    /// Whether the output is added to the hand-written evaluation.
    pub is_correction: bool,
    /// The number of samples in a batch.
    pub batch: usize,
    /// The number of passes over all samples.
    pub epochs: u32,
    /// See [`super::TrainRequest::decay`].
    pub decay: f32,
    pub seed: u64,
}

/// The results of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// The epoch's number, from 1.
    pub number: u32,
    /// The mean training loss, nats.
    pub learned: f64,
    /// The mean validation loss, nats.
    pub held_out: f64,
}

/// The derivatives of a part of a batch.
struct Part {
    gradient: Weights,
    room: Activations,
    loss: f64,
}

impl Training {
    fn base(&self, sample: &Sample<'_>) -> f32 {
        if self.is_correction { sample.hand } else { 0.0 }
    }

    /// The mean loss of a net, nats.
    fn loss(&self, net: &Weights, samples: &Samples) -> f64 {
        let mut room = Activations::new(self.shape.hidden);
        mean_loss(samples, |sample| self.base(sample) + room.output(net, sample))
    }
}

impl Part {
    fn new(training: &Training) -> Part {
        let gradient = Weights::zero(training.shape);
        Part { gradient, room: Activations::new(training.shape.hidden), loss: 0.0 }
    }

    /// Adds the derivatives of the loss of these samples, each weighted by `share`.
    fn learn(&mut self, training: &Training, net: &Weights, samples: &Samples, indices: &[usize], share: f32) {
        self.gradient.clear();
        for &index in indices {
            let sample = samples.get(index);
            let score = flattened_score(training.base(&sample) + self.room.output(net, &sample));
            self.loss += loss_of(score, sample.target);
            // The derivative of the cross entropy with respect to the output.
            self.room.add_gradient(net, &sample, FLATNESS * (score - sample.target) * share, &mut self.gradient);
        }
    }
}

/// Trains a net, from the weights `start` or from small random ones. Returns the net of the epoch
/// with the lowest validation loss. `on_epoch` is called after every epoch.
pub(super) fn train(
    training: &Training,
    start: Option<&Quantised>,
    samples: &Samples,
    held_out: &Samples,
    on_epoch: &mut dyn FnMut(Epoch),
) -> (Weights, f64) {
    let mut rng = ChaCha8Rng::seed_from_u64(training.seed);
    let [_, cells] = training.shape.kinds;
    let mut learned = match start {
        Some(start) => Weights::of(start, training.shape),
        None => Weights::random(training.shape, samples.mean_active(), &mut rng),
    };
    let mut net = learned.with_kinds(cells);
    let mut best = (net.clone(), training.loss(&net, held_out));
    let mut adam = Adam::new(training.shape, training.decay);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut parts = [Part::new(training), Part::new(training)];
    for number in 1..=training.epochs {
        order.shuffle(&mut rng);
        let passed = (number - 1) as f32 / training.epochs.max(2).saturating_sub(1) as f32;
        let rate = RATE * LAST_RATE.powf(passed);
        parts.iter_mut().for_each(|part| part.loss = 0.0);
        for batch in order.chunks(training.batch) {
            let share = 1.0 / batch.len() as f32;
            let (first, second) = batch.split_at(batch.len() / 2);
            let [one, other] = &mut parts;
            rayon::join(
                || one.learn(training, &net, samples, first, share),
                || other.learn(training, &net, samples, second, share),
            );
            one.gradient.add(&other.gradient);
            one.gradient.sum_kinds(cells);
            adam.step(&mut learned, &one.gradient, rate);
            net = learned.with_kinds(cells);
        }
        let loss = parts.iter().map(|part| part.loss).sum::<f64>() / samples.len().max(1) as f64;
        let epoch = Epoch { number, learned: loss, held_out: training.loss(&net, held_out) };
        if epoch.held_out < best.1 {
            best = (net.clone(), epoch.held_out);
        }
        on_epoch(epoch);
    }
    best
}

/// The mean loss of predictions, nats. `odds` returns the logarithm of the odds of winning for a
/// sample.
pub(super) fn mean_loss(samples: &Samples, mut odds: impl FnMut(&Sample<'_>) -> f32) -> f64 {
    let of = |index| {
        let sample = samples.get(index);
        loss_of(flattened_score(odds(&sample)), sample.target)
    };
    let sum: f64 = (0..samples.len()).map(of).sum();
    sum / samples.len().max(1) as f64
}

/// The score, 0 to 1, for this logarithm of the odds of winning, on the flattened curve.
pub(super) fn flattened_score(odds: f32) -> f32 {
    1.0 / (1.0 + (-FLATNESS * odds).exp())
}

/// The cross entropy of a prediction.
fn loss_of(win: f32, target: f32) -> f64 {
    let (win, target) = (f64::from(win).clamp(1e-6, 1.0 - 1e-6), f64::from(target));
    -(target * win.ln() + (1.0 - target) * (1.0 - win).ln())
}
