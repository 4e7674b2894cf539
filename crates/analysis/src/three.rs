//! Tables of all hands of three cards, made when the program is built: no game changes them.

use crate::kinds::ByRenaming;
use crate::numbered::Numbered;
use crate::subsets::OfThree;
use tercet_cards::{Ace, CLASSES_OF_THREE};

/// The number of suit classes.
const CLASSES: usize = CLASSES_OF_THREE.len();

/// Each class with the number of its strength.
pub(crate) const fn numbered(ace: Ace) -> &'static [Numbered] {
    match ace {
        Ace::HighAndLow => &HIGH_AND_LOW,
        Ace::HighOnly => &HIGH_ONLY,
    }
}

static HIGH_AND_LOW: [Numbered; CLASSES] = all_numbered(Ace::HighAndLow);
static HIGH_ONLY: [Numbered; CLASSES] = all_numbered(Ace::HighOnly);

const fn all_numbered(ace: Ace) -> [Numbered; CLASSES] {
    let mut all = [Numbered::of_three(&CLASSES_OF_THREE[0], ace); CLASSES];
    let mut i = 1;
    while i < CLASSES {
        all[i] = Numbered::of_three(&CLASSES_OF_THREE[i], ace);
        i += 1;
    }
    all
}

/// What each class holds, where suits are renamed at will.
pub(crate) static HELD: [OfThree; CLASSES] = {
    let mut held = [[0; 7]; CLASSES];
    let mut i = 0;
    while i < CLASSES {
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

    /// The tables say what is worked out for a hand when it is asked about.
    #[test]
    fn tables_are_what_is_worked_out() {
        for ace in [Ace::HighAndLow, Ace::HighOnly] {
            for (i, class) in CLASSES_OF_THREE.iter().enumerate() {
                let hand = Numbered::of_class(class, Strengths::under(ace));
                assert_eq!(numbered(ace)[i], hand);
                assert_eq!(HELD[i], OfThree::of::<ByRenaming>(&hand));
            }
        }
    }
}
