//! Nobody can tell two decks apart that differ only in what they may not see.

use tercet_drill::hidden::compare;

#[test]
fn a_hundred_thousand_pairs_of_decks_look_the_same_until_the_reveal() {
    let came = compare(100_000, 1, false).unwrap();
    assert_eq!((came.compared, came.told_apart), (100_000, 0));
    assert!(came.views > 300_000, "{came:?}");
}

/// Who sees everything tells them apart: the comparison would notice.
#[test]
fn who_sees_everything_tells_them_apart() {
    let came = compare(1_000, 1, true).unwrap();
    assert!(came.told_apart > 990, "{came:?}");
}
