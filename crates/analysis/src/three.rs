//! Tables of all hands of three cards, made when the program is built: no game changes them.

use crate::kinds::ByRenaming;
use crate::numbered::Numbered;
use crate::subsets::OfThree;
use tercet_cards::{Ace, SuitClass, suit_class_table};

/// The number of suit classes.
pub(crate) const CLASSES_OF_THREE: usize = 1_755;

/// The suit classes.
pub(crate) static CLASSES: [SuitClass; CLASSES_OF_THREE] = suit_class_table(3);

/// Each class with the number of its strength.
pub(crate) const fn numbered(ace: Ace) -> &'static [Numbered] {
    match ace {
        Ace::HighAndLow => &HIGH_AND_LOW,
        Ace::HighOnly => &HIGH_ONLY,
    }
}

static HIGH_AND_LOW: [Numbered; CLASSES_OF_THREE] = all_numbered(Ace::HighAndLow);
static HIGH_ONLY: [Numbered; CLASSES_OF_THREE] = all_numbered(Ace::HighOnly);

const fn all_numbered(ace: Ace) -> [Numbered; CLASSES_OF_THREE] {
    let mut all = [Numbered::of_three(&CLASSES[0], ace); CLASSES_OF_THREE];
    let mut i = 1;
    while i < CLASSES_OF_THREE {
        all[i] = Numbered::of_three(&CLASSES[i], ace);
        i += 1;
    }
    all
}

/// What each class holds, where suits are renamed at will.
pub(crate) static HELD: [OfThree; CLASSES_OF_THREE] = {
    let mut held = [[0; 7]; CLASSES_OF_THREE];
    let mut i = 0;
    while i < CLASSES_OF_THREE {
        // The cards of a hand do not depend on the rule for the ace.
        if let [a, b, c] = *HIGH_ONLY[i].cards() {
            held[i] = [
                ByRenaming::one(a),
                ByRenaming::one(b),
                ByRenaming::one(c),
                ByRenaming::two([a, b]),
                ByRenaming::two([a, c]),
                ByRenaming::two([b, c]),
                ByRenaming::three([a, b, c]),
            ];
        }
        i += 1;
    }
    held
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strengths::Strengths;
    use crate::subsets::Subsets as _;
    use tercet_cards::suit_classes;

    /// The tables say what is worked out for a hand when it is asked about.
    #[test]
    fn tables_are_what_is_worked_out() {
        assert!(suit_classes(3).eq(CLASSES));
        for ace in [Ace::HighAndLow, Ace::HighOnly] {
            for (i, class) in CLASSES.iter().enumerate() {
                let hand = Numbered::of_class(class, Strengths::under(ace));
                assert_eq!(numbered(ace)[i], hand);
                assert_eq!(HELD[i], OfThree::of::<ByRenaming>(&hand));
            }
        }
    }
}
