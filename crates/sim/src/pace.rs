//! How many rounds a table deals in an hour.

/// The time a round takes: for the table, and more for each seat that plays. The defaults are assumptions of ours, to be replaced by
/// what a house has measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// Seconds for shuffling, the dealer's hand and paying, whoever plays.
    pub round_seconds: f64,
    /// Seconds more for each seat.
    pub seat_seconds: f64,
}

/// 34 seconds with one seat, 88 with seven.
impl Default for Pace {
    fn default() -> Pace {
        Pace { round_seconds: 25.0, seat_seconds: 9.0 }
    }
}

impl Pace {
    /// Rounds that one table deals in an hour with so many seats on average.
    #[must_use]
    pub fn rounds_per_hour(self, seats: f64) -> f64 {
        3_600.0 / (self.round_seconds + self.seat_seconds * seats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_seats_take_longer() {
        assert!((Pace::default().rounds_per_hour(7.0) - 3_600.0 / 88.0).abs() < 1e-9);
        assert!(Pace::default().rounds_per_hour(1.0) > 100.0);
    }
}
