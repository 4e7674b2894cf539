//! Places of the journal that have not their record: what follows from that is not found again.

/// The places whose record is missing, cannot be read, or stands elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gone {
    /// From each first to its last, in the order in which they were found.
    places: Vec<(u64, u64)>,
    /// Whether the store keeps records under other numbers than their own: what it looks up by these numbers it finds elsewhere.
    numbered_anew: bool,
}

/// How many are remembered; the store is not compared by its numbers once there are more.
const MOST: usize = 1_000;

impl Gone {
    /// Notes places.
    pub(crate) fn add(&mut self, first: u64, last: u64) {
        if self.places.len() < MOST {
            self.places.push((first, last));
        }
    }

    /// Notes that from here on the store has other numbers; whether that is news.
    pub(crate) const fn number_anew(&mut self) -> bool {
        let was = self.numbered_anew;
        self.numbered_anew = true;
        !was
    }

    /// Whether what the store keeps can be compared by the numbers of records.
    pub(crate) const fn is_in_order(&self) -> bool {
        !self.numbered_anew && self.places.len() < MOST
    }

    /// Whether each place has its record.
    pub(crate) const fn is_none(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether this place has not its record.
    pub(crate) fn has(&self, seq: u64) -> bool {
        self.places.iter().any(|(first, last)| (*first..=*last).contains(&seq))
    }
}
