//! The chi-square distribution.

/// The probability that a chi-square with `degrees` degrees of freedom is at least `x` by chance.
///
/// The regularised upper incomplete gamma function Q(degrees / 2, x / 2), by the series of the
/// lower one (Abramowitz and Stegun 6.5.29), whose terms are all positive.
#[must_use]
pub fn chi_square_p(x: f64, degrees: u32) -> f64 {
    let (a, half) = (f64::from(degrees) / 2.0, x / 2.0);
    if half <= 0.0 {
        return 1.0;
    }
    // The result is below 1e-200, and the terms would overflow.
    if half > 600.0 {
        return 0.0;
    }
    let mut term = half.powf(a) * (-half).exp() / gamma_of_halves(degrees + 2);
    let mut lower = 0.0;
    let mut n = a;
    while term > lower * 1e-17 {
        lower += term;
        n += 1.0;
        term *= half / n;
    }
    (1.0 - lower).clamp(0.0, 1.0)
}

/// Γ(halves / 2), by Γ(x + 1) = x Γ(x) from Γ(1/2) = √π and Γ(1) = 1.
fn gamma_of_halves(halves: u32) -> f64 {
    let first = if halves % 2 == 1 { std::f64::consts::PI.sqrt() } else { 1.0 };
    let begin = if halves % 2 == 1 { 1 } else { 2 };
    (begin..halves).step_by(2).fold(first, |gamma, n| gamma * f64::from(n) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::chi_square_p;

    /// Upper critical values from the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4.
    #[test]
    fn published_values() {
        let table = [
            (1, [2.706, 3.841, 6.635, 10.828]),
            (2, [4.605, 5.991, 9.210, 13.816]),
            (3, [6.251, 7.815, 11.345, 16.266]),
            (5, [9.236, 11.070, 15.086, 20.515]),
            (25, [34.382, 37.652, 44.314, 52.620]),
        ];
        for (degrees, values) in table {
            for (x, p) in values.into_iter().zip([0.10, 0.05, 0.01, 0.001]) {
                let own = chi_square_p(x, degrees);
                assert!((own - p).abs() < p * 2e-3, "{degrees} degrees, {x}: {own}, published {p}");
            }
        }
    }

    #[test]
    fn ends() {
        assert_eq!(chi_square_p(0.0, 5), 1.0);
        assert_eq!(chi_square_p(1e6, 5), 0.0);
        assert!(chi_square_p(1100.0, 5) < 1e-9);
    }
}
