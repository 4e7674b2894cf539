//! A place of its own for each of some numbers known beforehand.

/// A perfect hash by "hash and displace": each of the keys it was built for has its own slot below `SLOTS`.
///
/// The key is multiplied; the top bits of the product choose a bucket, the next ones a slot, and the displacement of
/// the bucket is added to that slot. Building it is finding displacements with which no two keys meet. The fullest
/// buckets go first, while there is room. Both sizes are powers of two, so no index can be out of bounds.
///
/// The multiplier is a multiple of 2^16: the top 16 bits of a key fall off the product and may hold anything.
pub(crate) struct PerfectHash<const BUCKETS: usize, const SLOTS: usize> {
    multiplier: u64,
    displacement: [u16; BUCKETS],
}

impl<const BUCKETS: usize, const SLOTS: usize> PerfectHash<BUCKETS, SLOTS> {
    const BUCKET_SHIFT: u32 = 64 - BUCKETS.trailing_zeros();
    const SLOT_SHIFT: u32 = Self::BUCKET_SHIFT - SLOTS.trailing_zeros();

    /// The slot of a key; of some other number, any slot.
    #[inline]
    pub(crate) const fn slot(&self, key: u64) -> usize {
        let product = key.wrapping_mul(self.multiplier);
        let displacement = self.displacement[Self::bucket(product)];
        Self::displaced(product, displacement)
    }

    /// The hash for these keys, with a multiplier that [`PerfectHash::try_build`] is known to succeed with.
    pub(crate) const fn build<const N: usize>(keys: &[u64; N], multiplier: u64) -> Self {
        Self::try_build(keys, multiplier).expect("another multiplier is needed")
    }

    /// The hash for these keys, if it can be found with this multiplier, which is shifted up by 16 bits.
    const fn try_build<const N: usize>(keys: &[u64; N], multiplier: u64) -> Option<Self> {
        assert!(BUCKETS.is_power_of_two() && SLOTS.is_power_of_two() && N <= SLOTS && SLOTS <= 1 << 16);
        let multiplier = multiplier << 16;
        // Sort the products by bucket: those of bucket b stand from end[b - 1] to end[b].
        let mut end = [0_usize; BUCKETS];
        let mut i = 0;
        while i < N {
            end[Self::bucket(keys[i].wrapping_mul(multiplier))] += 1;
            i += 1;
        }
        let mut fullest = 0;
        let mut b = 0;
        while b < BUCKETS {
            if end[b] > fullest {
                fullest = end[b];
            }
            if b > 0 {
                end[b] += end[b - 1];
            }
            b += 1;
        }
        let mut free = end;
        let mut products = [0; N];
        i = 0;
        while i < N {
            let product = keys[i].wrapping_mul(multiplier);
            let bucket = Self::bucket(product);
            free[bucket] -= 1;
            products[free[bucket]] = product;
            i += 1;
        }

        let mut taken = [false; SLOTS];
        let mut displacement = [0; BUCKETS];
        let mut size = fullest;
        while size > 0 {
            b = 0;
            while b < BUCKETS {
                if end[b] - free[b] == size {
                    let Some(found) = Self::place(&products, free[b], end[b], &mut taken) else {
                        return None;
                    };
                    displacement[b] = found;
                }
                b += 1;
            }
            size -= 1;
        }
        Some(PerfectHash { multiplier, displacement })
    }

    /// Finds a displacement that sends these products to free slots, and takes those.
    const fn place(products: &[u64], start: usize, end: usize, taken: &mut [bool; SLOTS]) -> Option<u16> {
        if Self::clash(products, start, end) {
            return None;
        }
        let mut displacement = 0;
        while (displacement as usize) < SLOTS {
            let mut i = start;
            while i < end && !taken[Self::displaced(products[i], displacement)] {
                taken[Self::displaced(products[i], displacement)] = true;
                i += 1;
            }
            if i == end {
                return Some(displacement);
            }
            // Give back what was taken before the clash.
            while i > start {
                i -= 1;
                taken[Self::displaced(products[i], displacement)] = false;
            }
            displacement += 1;
        }
        None
    }

    /// Whether two of these products, of one bucket, have the same slot, whatever the displacement.
    const fn clash(products: &[u64], start: usize, end: usize) -> bool {
        let mut i = start;
        while i < end {
            let mut j = start;
            while j < i {
                if Self::displaced(products[i], 0) == Self::displaced(products[j], 0) {
                    return true;
                }
                j += 1;
            }
            i += 1;
        }
        false
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the few top bits are left")]
    const fn bucket(product: u64) -> usize {
        (product >> Self::BUCKET_SHIFT) as usize
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the mask cuts off more")]
    const fn displaced(product: u64, displacement: u16) -> usize {
        ((product >> Self::SLOT_SHIFT) as usize + displacement as usize) & (SLOTS - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{eval_five, eval_four};

    /// The first multiplier that works, of numbers with no pattern in their digits.
    fn first_multiplier<const BUCKETS: usize, const SLOTS: usize, const N: usize>(keys: &[u64; N]) -> u64 {
        let golden_ratio = 0x9E37_79B9_7F4A_u64;
        (0..)
            .map(|n| golden_ratio.wrapping_mul(2 * n + 1) & 0xFFFF_FFFF_FFFF)
            .find(|&multiplier| PerfectHash::<BUCKETS, SLOTS>::try_build(keys, multiplier).is_some())
            .unwrap()
    }

    #[test]
    fn the_multipliers_are_the_first_that_work() {
        assert_eq!(first_multiplier::<512, 2048, 1_820>(&eval_four::keys()), eval_four::MULTIPLIER);
        assert_eq!(first_multiplier::<4096, 32_768, 24_570>(&eval_five::keys()), eval_five::MULTIPLIER);
    }
}
