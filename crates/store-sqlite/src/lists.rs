//! Lists of numbers in a row: what would be many rows of a few bytes each is one.

use rusqlite::types::ValueRef;
use tercet_store::Failure;

/// The most bytes of a list in one row: a page takes several such rows, so none of it lies elsewhere.
const MOST: usize = 896;

/// Numbers of eight bytes each, the highest first, as many to a list as go into one row; `width` of them belong together.
pub(crate) fn lists<const WIDTH: usize>(all: &[[u64; WIDTH]]) -> impl Iterator<Item = (u64, Vec<u8>)> {
    all.chunks(MOST / (8 * WIDTH)).map(|list| {
        let bytes = list.as_flattened().iter().map(|number| number.to_be_bytes()).collect::<Vec<_>>();
        (list[0][0], bytes.into_flattened())
    })
}

/// Reads such a list.
pub(crate) fn read<const WIDTH: usize>(list: ValueRef<'_>) -> Result<Vec<[u64; WIDTH]>, Failure> {
    let corrupt = || Failure::Corrupt("a list in the tables is not what was written".into());
    let bytes = list.as_blob().map_err(|_| corrupt())?;
    let (numbers, rest) = bytes.as_chunks::<8>();
    let numbers: Vec<_> = numbers.iter().map(|number| u64::from_be_bytes(*number)).collect();
    let (all, left) = numbers.as_chunks::<WIDTH>();
    if all.is_empty() || !rest.is_empty() || !left.is_empty() { Err(corrupt()) } else { Ok(all.to_vec()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_back_and_go_into_a_page() {
        for count in [1, 2, 55, 56, 57, 112, 113, 1_000] {
            let pairs: Vec<_> = (0..count).map(|number| [number * 3, u64::MAX - number]).collect();
            let mut back = Vec::new();
            for (first, list) in lists(&pairs) {
                assert!(list.len() <= MOST);
                let read = read::<2>(ValueRef::Blob(&list)).unwrap();
                assert_eq!(read[0][0], first);
                back.extend(read);
            }
            assert_eq!(back, pairs);
        }
        for bad in [&[0; 0][..], &[0; 8], &[0; 17]] {
            assert!(read::<2>(ValueRef::Blob(bad)).is_err(), "{bad:?}");
        }
    }
}
