//! An unbiased draw below a bound, out of random words.

/// Draws a number below `bound`, every one equally likely, if `next` gives independent uniform words.
///
/// The method is Lemire's ("Fast Random Integer Generation in an Interval", 2019). Multiply a word by `bound`: the upper
/// half of the 64-bit product is the draw, unless the lower half is below 2³² mod `bound`; then the word is thrown
/// away and the next one taken. What remains falls evenly on the draws, ⌊2³² / `bound`⌋ words on each.
///
/// # Panics
///
/// If `bound` is zero.
pub fn draw_below(bound: u32, mut next: impl FnMut() -> u32) -> u32 {
    loop {
        if let Some(draw) = accept::<32>(next(), bound) {
            return draw;
        }
    }
}

/// What one word of `BITS` bits gives: a number below `bound`, or nothing. Narrow words exist so that the test can
/// go through all of them.
#[expect(
    clippy::cast_possible_truncation,
    reason = "word and bound fit in BITS <= 32 bits, so does the upper half"
)]
const fn accept<const BITS: u32>(word: u32, bound: u32) -> Option<u32> {
    let words = 1_u64 << BITS;
    let product = word as u64 * bound as u64;
    let low = product % words;
    // 2^BITS mod bound is below bound, so most words need no division.
    if low < bound as u64 && low < words % bound as u64 { None } else { Some((product >> BITS) as u32) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn falls_evenly<const BITS: u32>(bound: u32) {
        let mut hits = [0_u32; 256];
        for word in 0..1 << BITS {
            if let Some(draw) = accept::<BITS>(word, bound) {
                assert!(draw < bound);
                hits[draw as usize] += 1;
            }
        }
        let each = (1 << BITS) / bound;
        assert!(hits[..bound as usize].iter().all(|&n| n == each), "{BITS} bits, bound {bound}");
    }

    #[test]
    fn every_draw_has_as_many_words_as_every_other() {
        for bound in 1..=255 {
            falls_evenly::<8>(bound);
        }
        for bound in 1..=64 {
            falls_evenly::<16>(bound);
        }
    }

    /// At 32 bits the accepted words of a draw are those whose product with the bound lies in
    /// `[draw * 2^32 + 2^32 mod bound, (draw + 1) * 2^32)`: count them by division, and probe both ends.
    #[test]
    fn words_of_full_width_fall_evenly_too() {
        for bound in 1_u64..=52 {
            let rejected = (1 << 32) % bound;
            for draw in 0..bound {
                let first = ((draw << 32) + rejected).div_ceil(bound);
                let last = (((draw + 1) << 32) - 1) / bound;
                assert_eq!(last + 1 - first, (1 << 32) / bound);
                let accept =
                    |word: u64| accept::<32>(u32::try_from(word).unwrap(), u32::try_from(bound).unwrap());
                let draw = u32::try_from(draw).ok();
                assert_eq!(accept(first), draw);
                assert_eq!(accept(last), draw);
                if first > 0 {
                    assert_ne!(accept(first - 1), draw);
                }
            }
        }
    }

    #[test]
    fn a_rejected_word_is_replaced_by_the_next() {
        // 2^32 mod 52 = 48: the word 0 gives the product 0, which is below 48.
        let mut words = [0, u32::MAX].into_iter();
        assert_eq!(draw_below(52, || words.next().unwrap()), 51);
        assert_eq!(words.next(), None);
    }
}
