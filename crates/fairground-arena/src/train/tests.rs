use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::float_net::{Activations, Weights};
use super::samples::{Sample, Samples};
use super::trainer::{self, FLATNESS, Training, mean_loss};
use super::*;
use fairground_rules::bots::SCALE;
use fairground_rules::engine::MAX_ACTIVE;

const INPUTS: usize = 12;

/// Two kinds with five cells each, and two other inputs.
const fn shape(hidden: usize) -> Shape {
    Shape { inputs: INPUTS, kinds: [2, 5], hidden }
}

/// Positions that are won with exactly one of the first two inputs active in the own view, unless
/// the same holds in the other view. No linear function of the inputs can express this.
fn invented(count: usize) -> Samples {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut samples = Samples::default();
    for _ in 0..count {
        let views = [(); 2].map(|()| (0..INPUTS as u16).filter(|_| rng.random_bool(0.3)).collect::<Vec<_>>());
        let target = match views.each_ref().map(|view| view.contains(&0) != view.contains(&1)) {
            [true, false] => 0.88,
            [false, true] => 0.12,
            _ => 0.5,
        };
        samples.push(Sample { inputs: [&views[0], &views[1]], hand: 0.3, target });
    }
    samples
}

const TRAINING: Training =
    Training { shape: shape(32), is_correction: false, batch: 128, epochs: 150, decay: 1.0, seed: 3 };

fn header(hidden: usize) -> NetHeader {
    let game = "fluky".to_string();
    NetHeader {
        game,
        inputs: INPUTS,
        hidden,
        is_correction: false,
        positions: 1,
        nodes: 1,
        seed: 1,
        teacher: None,
        labelled_by: None,
        loss: [1.0, 0.5],
    }
}

#[test]
fn samples_survive_a_round_trip() {
    let mut samples = Samples::default();
    let all: [[&[u16]; 2]; 3] = [[&[1, 2], &[3]], [&[], &[]], [&[7], &[8, 8, 9]]];
    for (number, inputs) in all.into_iter().enumerate() {
        samples.push(Sample { inputs, hand: number as f32, target: 0.5 });
    }
    let mut twice = samples.clone();
    twice.append(&samples);
    assert_eq!(twice.len(), 6);
    for (index, inputs) in all.into_iter().chain(all).enumerate() {
        assert_eq!(twice.get(index), Sample { inputs, hand: (index % 3) as f32, target: 0.5 });
    }
    assert!((samples.mean_active() - 7.0 / 6.0).abs() < 1e-6);
}

#[test]
fn a_net_learns_a_nonlinear_function_deterministically() {
    let (samples, held_out) = (invented(6_000), invented(500));
    let mut losses = Vec::new();
    let (net, loss) = trainer::train(&TRAINING, None, &samples, &held_out, &mut |epoch| losses.push(epoch.held_out));
    // The minimum: the entropy of the targets.
    let least = mean_loss(&held_out, |sample| (sample.target / (1.0 - sample.target)).ln() / FLATNESS);
    assert!(losses[0] > least + 0.05 && loss < least + 0.02, "{least}: {losses:?}");
    assert_eq!(loss, losses.iter().copied().fold(f64::INFINITY, f64::min));
    let (again, _) = trainer::train(&TRAINING, None, &samples, &held_out, &mut |_| {});
    assert!(net.slices().concat() == again.slices().concat());
    let other = Training { seed: 4, ..TRAINING };
    assert!(
        net.slices().concat() != trainer::train(&other, None, &samples, &held_out, &mut |_| {}).0.slices().concat()
    );
}

/// The net does not learn the hand-written evaluation again.
#[test]
fn a_correction_starts_from_the_hand_written_evaluation() {
    let training = Training { is_correction: true, epochs: 0, ..TRAINING };
    let samples = invented(500);
    let (_, loss) = trainer::train(&training, None, &samples, &samples, &mut |_| {});
    assert!((loss - mean_loss(&samples, |sample| sample.hand)).abs() < 0.02);
}

/// Training can continue from the weights of an earlier net.
#[test]
fn training_continues_from_a_net() {
    let samples = invented(500);
    let before = Weights::random(shape(32), 4.0, &mut ChaCha8Rng::seed_from_u64(6)).with_kinds(5).quantised();
    let training = Training { epochs: 0, ..TRAINING };
    let (net, _) = trainer::train(&training, Some(&before), &samples, &samples, &mut |_| {});
    assert_eq!(net.quantised(), before);
}

/// The derivatives agree with difference quotients, for the weights of a cell and of a kind.
#[test]
fn derivatives_match_difference_quotients() {
    let samples = invented(20);
    let [_, cells] = shape(32).kinds;
    let net = Weights::random(shape(32), 4.0, &mut ChaCha8Rng::seed_from_u64(1));
    let mut room = Activations::new(32);
    for index in 0..samples.len() {
        let sample = samples.get(index);
        let whole = net.with_kinds(cells);
        let output = room.output(&whole, &sample);
        let mut gradient = Weights::zero(shape(32));
        room.add_gradient(&whole, &sample, 1.0, &mut gradient);
        gradient.sum_kinds(cells);
        for slice in 0..5 {
            for at in (0..net.slices()[slice].len()).step_by(37) {
                let mut moved = net.clone();
                moved.slices_mut()[slice][at] += 1e-3;
                let slope = (room.output(&moved.with_kinds(cells), &sample) - output) / 1e-3;
                let found = gradient.slices()[slice][at];
                assert!((slope - found).abs() < 0.01 + 0.05 * found.abs(), "{slice} {at}: {slope}, not {found}");
            }
        }
    }
}

/// The error of each hidden unit is below half a step per input, and of each output weight below
/// half a step.
#[test]
fn the_quantisation_error_is_bounded() {
    for hidden in [32, 64, 128] {
        let net = Weights::random(shape(hidden), 4.0, &mut ChaCha8Rng::seed_from_u64(2));
        let mut wide = net.with_kinds(5);
        wide.output.iter_mut().for_each(|weight| *weight *= 20.0);
        let whole = Net::new(header(hidden), &wide.quantised()).unwrap();
        let (samples, mut room) = (invented(200), Activations::new(hidden));
        for index in 0..samples.len() {
            let sample = samples.get(index);
            let expected = f64::from(room.output(&wide, &sample)) * SCALE;
            let found = f64::from(whole.value(sample.inputs[0], sample.inputs[1]));
            let bound = 0.12 * hidden as f64;
            assert!((expected - found).abs() < bound + 1.0, "{hidden}: {expected}, not {found}");
        }
    }
}

/// No weights cause an overflow.
#[test]
fn maximum_weights_do_not_overflow() {
    for sign in [1.0, -1.0] {
        let mut net = Weights::zero(shape(128));
        net.slices_mut().into_iter().for_each(|slice| slice.fill(1e3 * sign));
        net.output_bias = 0.0;
        let whole = Net::new(header(128), &net.quantised()).unwrap();
        let all = [3; MAX_ACTIVE];
        let value = whole.value(&all, &all);
        // All units are active: 256 weights of 127/64.
        let expected = if sign > 0.0 { (256.0 * 127.0 / 64.0 * SCALE) as i32 } else { 0 };
        assert!((value - expected).abs() <= 10, "{value}, not {expected}");
    }
}
