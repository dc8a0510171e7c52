//! Logistic regression by Newton's method.

use fairground_rules::bots::SCALE;

/// The number of Newton steps. A few suffice: the loss is convex, and the initial weights are near
/// its minimum.
const STEPS: u32 = 8;

/// The maximum number of halvings of a step that does not reduce the loss.
const HALVINGS: i32 = 20;

/// The strength of the prior, which pulls weights towards their old values, relative to the
/// curvature of the data. It stabilises rare features.
const PRIOR_STRENGTH: f64 = 0.05;

/// A position to learn from.
pub(super) struct Sample {
    /// The non-zero features, with their counts.
    pub counts: Vec<(u16, i16)>,
    /// The expected score to predict, 0 to 1.
    pub target: f64,
}

/// The fitted weights and their importance.
pub(super) struct Solved {
    /// The weights, centipawns.
    pub weights: Vec<f64>,
    /// The increase of the mean loss if this weight is dropped and the others are refitted, to
    /// second order: `w^2 / (2 H^-1_ii)`.
    pub importance: Vec<f64>,
}

/// Minimises the loss, starting from the weights `before`.
pub(super) fn minimise(before: &[f64], samples: &[Sample]) -> Solved {
    let size = before.len();
    let mut weights = before.to_vec();
    let mut inverse = vec![vec![0.0; size]; size];
    for _ in 0..STEPS {
        let Derivatives { gradient, curvature, hold } = derivatives(&weights, before, samples);
        let Some(solved) = invert(curvature) else { break };
        inverse = solved;
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum::<f64>()).collect();
        let penalised_loss = |weights: &[f64]| {
            let moved = weights.iter().zip(before).zip(&hold);
            loss(weights, samples) + moved.map(|((now, then), hold)| hold * (now - then).powi(2) / 2.0).sum::<f64>()
        };
        // Far from the minimum, a full step may overshoot.
        let least = penalised_loss(&weights);
        let shorter = (0..HALVINGS).map(|halvings| 0.5_f64.powi(halvings));
        let tried =
            shorter.map(|share| -> Vec<f64> { weights.iter().zip(&step).map(|(w, s)| w - share * s).collect() });
        let Some(better) = tried.into_iter().find(|tried| penalised_loss(tried) <= least) else { break };
        weights = better;
    }
    let importance =
        (0..size).map(|i| if inverse[i][i] > 0.0 { weights[i].powi(2) / (2.0 * inverse[i][i]) } else { 0.0 });
    Solved { importance: importance.collect(), weights }
}

/// The mean loss of predictions, nats.
pub(super) fn loss(weights: &[f64], samples: &[Sample]) -> f64 {
    let of = |sample: &Sample| {
        let win = predicted(weights, sample).clamp(1e-9, 1.0 - 1e-9);
        -(sample.target * win.ln() + (1.0 - sample.target) * (1.0 - win).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

fn predicted(weights: &[f64], sample: &Sample) -> f64 {
    let value: f64 = sample.counts.iter().map(|&(index, count)| weights[usize::from(index)] * f64::from(count)).sum();
    1.0 / (1.0 + (-value / SCALE).exp())
}

/// The derivatives of the mean loss plus the prior.
struct Derivatives {
    gradient: Vec<f64>,
    /// The second derivatives.
    curvature: Vec<Vec<f64>>,
    /// The strength of the prior on each weight.
    hold: Vec<f64>,
}

fn derivatives(weights: &[f64], before: &[f64], samples: &[Sample]) -> Derivatives {
    let size = weights.len();
    let (mut gradient, mut curvature) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    let each = 1.0 / samples.len().max(1) as f64;
    for sample in samples {
        let win = predicted(weights, sample);
        let (slope, bend) = ((win - sample.target) / SCALE * each, win * (1.0 - win) / (SCALE * SCALE) * each);
        for &(i, count) in &sample.counts {
            let (i, count) = (usize::from(i), f64::from(count));
            gradient[i] += slope * count;
            for &(j, other) in &sample.counts {
                curvature[i][usize::from(j)] += bend * count * f64::from(other);
            }
        }
    }
    // The weights of absent features stay unchanged.
    let hold: Vec<f64> = (0..size).map(|i| PRIOR_STRENGTH * curvature[i][i] + 1e-12).collect();
    for i in 0..size {
        curvature[i][i] += hold[i];
        gradient[i] += hold[i] * (weights[i] - before[i]);
    }
    Derivatives { gradient, curvature, hold }
}

/// Inverts a symmetric, positive definite matrix by Gauss-Jordan elimination; `None` for any other
/// matrix.
fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|i| (0..size).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        if divisor <= 0.0 || !divisor.is_finite() {
            return None;
        }
        for j in 0..size {
            matrix[pivot][j] /= divisor;
            inverse[pivot][j] /= divisor;
        }
        let (own, own_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
        for i in (0..size).filter(|&i| i != pivot) {
            let factor = matrix[i][pivot];
            for j in 0..size {
                matrix[i][j] -= factor * own[j];
                inverse[i][j] -= factor * own_inverse[j];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Outcomes generated from known weights must reproduce these weights, and decisive features
    /// must be more important than others.
    #[test]
    fn known_weights_are_recovered() {
        let truth = [100.0, -30.0, 0.0];
        let samples: Vec<_> = (-6..=6_i16)
            .flat_map(|a| (-6..=6_i16).flat_map(move |b| (-2..=2_i16).map(move |c| vec![(0, a), (1, b), (2, c)])))
            .map(|counts| {
                let sample = Sample { counts, target: 0.0 };
                Sample { target: predicted(&truth, &sample), ..sample }
            })
            .collect();
        let Solved { weights, importance } = minimise(&[60.0, 0.0, 20.0], &samples);
        for (weight, truth) in weights.iter().zip(truth) {
            assert!((weight - truth).abs() < 3.0, "{weights:?}");
        }
        assert!(importance[0] > importance[1] && importance[1] > importance[2]);
        assert!(loss(&weights, &samples) < loss(&[60.0, 0.0, 20.0], &samples));
    }

    #[test]
    fn unused_weights_stay() {
        let samples = [Sample { counts: vec![(0, 1)], target: 0.7 }, Sample { counts: vec![(0, -1)], target: 0.3 }];
        assert_eq!(minimise(&[50.0, 77.0], &samples).weights[1], 77.0);
    }
}
