//! Which cards a row reads, and the tests that a row makes of them.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;
use tercet_cards::{
    Ace, Card, Colour, FiveCategory, FiveRank, FourFeatures, Rank, Suit, ThreeCategory, ThreeRank,
    best_five_of_six, best_three_cards, four_features, rank_three,
};

/// Which cards a pay table reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Reads {
    /// The player's three playing cards (the best three, where four are dealt).
    Hand,
    /// All four cards of a player who is dealt four.
    AllFour,
    /// The player's three and the dealer's three together: best five of six.
    BothHands,
    /// The dealer's three playing cards.
    Dealer,
}

impl Reads {
    /// Every kind with the name that game files use.
    pub const NAMES: &'static [(&'static str, Reads)] = &[
        ("hand", Reads::Hand),
        ("all-four", Reads::AllFour),
        ("both-hands", Reads::BothHands),
        ("dealer", Reads::Dealer),
    ];

    /// The name that game files use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reads::Hand => "hand",
            Reads::AllFour => "all-four",
            Reads::BothHands => "both-hands",
            Reads::Dealer => "dealer",
        }
    }

    /// How many cards are read.
    #[must_use]
    pub const fn cards(self) -> usize {
        match self {
            Reads::Hand | Reads::Dealer => 3,
            Reads::AllFour => 4,
            Reads::BothHands => 6,
        }
    }
}

/// Cards with what they make, ready to be tested by rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// Three cards.
    Three([Card; 3], ThreeRank),
    /// Four cards, by everything they contain.
    Four([Card; 4], FourFeatures),
    /// Six cards, by their best five.
    Six([Card; 6], FiveRank),
}

impl Hand {
    /// The three playing cards of three or four dealt; none for another number.
    #[must_use]
    pub fn playing(cards: &[Card], ace: Ace) -> Option<Hand> {
        let three = match *cards {
            [a, b, c] => [a, b, c],
            [a, b, c, d] => best_three_cards([a, b, c, d], ace),
            _ => return None,
        };
        Some(Hand::Three(three, rank_three(three, ace)))
    }

    /// Four cards; none for another number.
    #[must_use]
    pub fn all_four(cards: &[Card], ace: Ace) -> Option<Hand> {
        let four = <[Card; 4]>::try_from(cards).ok()?;
        Some(Hand::Four(four, four_features(four, ace)))
    }

    /// The player's three and the dealer's three; none for other numbers.
    #[must_use]
    pub fn both(player: &[Card], dealer: &[Card]) -> Option<Hand> {
        let (&[a, b, c], &[d, e, f]) = (player, dealer) else { return None };
        let six = [a, b, c, d, e, f];
        Some(Hand::Six(six, best_five_of_six(six)))
    }

    /// The cards read.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        match self {
            Hand::Three(cards, _) => cards,
            Hand::Four(cards, _) => cards,
            Hand::Six(cards, _) => cards,
        }
    }
}

/// A test that a row makes of the cards it reads.
///
/// # Text
///
/// | cards | tests |
/// |---|---|
/// | any | `any`, `one colour`, `all red`, `all black` |
/// | three or four | rank patterns of that many cards: `A-K-Q`, `suited A-K-Q`, `A-K-Q of spades`, `suited A-K-Q-J` |
/// | three | `straight flush`, `three of a kind`, `straight`, `flush`, `pair`, `high card`, each also with ` or better`; floors: `queen high or better`, `Q-6-4 or better`, `pair of jacks or better` |
/// | four | `four of a kind`, `three of a kind`, `two pair`, `pair`, `four-card straight flush`, `four-card straight`, `four-card flush`, and the same with `three-card`: whatever the four cards contain |
/// | six | the five-card categories from `royal flush` to `high card`, each also with ` or better` |
///
/// [`Display`](fmt::Display) writes what [`HandTest::parse`] reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandTest {
    /// Every hand.
    Any,
    /// Three cards of exactly this category.
    Three(ThreeCategory),
    /// Three cards of at least this strength.
    AtLeast(Floor),
    /// Four cards that contain this.
    Contains(FourPart),
    /// Six cards whose best five are of exactly this category.
    Five(FiveCategory),
    /// Six cards whose best five are of at least this category.
    FiveAtLeast(FiveCategory),
    /// Exactly these ranks, with a condition on the suits.
    Ranks(Vec<Rank>, Suits),
    /// All cards of one colour (of this one, if it is named).
    Colour(Option<Colour>),
    /// Any of several tests.
    AnyOf(Vec<HandTest>),
}

/// A condition on the suits of a rank pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suits {
    /// No condition.
    Any,
    /// All of one suit.
    Same,
    /// All of this suit.
    Of(Suit),
}

/// The least hand of three cards that passes, as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Floor {
    /// `straight or better`.
    Category(ThreeCategory),
    /// `queen high or better`, `Q-6-4 or better`: the highest ranks, in falling order.
    HighCard(Vec<Rank>),
    /// `pair of jacks or better`.
    PairOf(Rank),
}

impl Floor {
    /// The strength of the least hand that passes.
    #[must_use]
    pub fn strength(&self) -> ThreeRank {
        match self {
            Floor::Category(category) => ThreeRank::lowest(*category),
            Floor::HighCard(ranks) => ThreeRank::high_card_floor(ranks),
            Floor::PairOf(rank) => ThreeRank::pair_floor(*rank),
        }
    }

    /// Reads a floor: `queen high or better`, `Q-6-4 or better`, `pair or better`.
    ///
    /// # Errors
    ///
    /// Says what was found and what was expected.
    pub fn parse(text: &str) -> Result<Floor, HandTestError> {
        floor(text).ok_or_else(|| HandTestError {
            found: text.chars().take(60).collect(),
            expected: "a floor such as `queen high or better`, `Q-6-4 or better`, `pair of jacks or better` or `straight or better`".into(),
        })
    }
}

impl fmt::Display for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Floor::Category(category) => write!(f, "{} or better", category.name()),
            Floor::HighCard(ranks) if ranks.len() == 1 => write!(f, "{} high or better", ranks[0].name()),
            Floor::HighCard(ranks) => write!(f, "{} or better", ranks_text(ranks)),
            Floor::PairOf(rank) => write!(f, "pair of {} or better", rank.plural()),
        }
    }
}

/// Something that four cards may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FourPart {
    name: &'static str,
    features: FourFeatures,
}

/// What four cards may contain, with the words of game files.
const FOUR_PARTS: [FourPart; 10] = [
    FourPart { name: "four of a kind", features: FourFeatures::FOUR_OF_A_KIND },
    FourPart { name: "three of a kind", features: FourFeatures::THREE_OF_A_KIND },
    FourPart { name: "two pair", features: FourFeatures::TWO_PAIR },
    FourPart { name: "pair", features: FourFeatures::PAIR },
    FourPart { name: "four-card straight flush", features: FourFeatures::STRAIGHT_FLUSH_4 },
    FourPart { name: "four-card straight", features: FourFeatures::STRAIGHT_4 },
    FourPart { name: "four-card flush", features: FourFeatures::FLUSH_4 },
    FourPart { name: "three-card straight flush", features: FourFeatures::STRAIGHT_FLUSH_3 },
    FourPart { name: "three-card straight", features: FourFeatures::STRAIGHT_3 },
    FourPart { name: "three-card flush", features: FourFeatures::FLUSH_3 },
];

impl HandTest {
    /// Whether it asks which suit or colour the cards have: a suit by name, or one colour.
    #[must_use]
    pub fn names_suits(&self) -> bool {
        match self {
            HandTest::Ranks(_, Suits::Of(_)) | HandTest::Colour(_) => true,
            HandTest::AnyOf(tests) => tests.iter().any(HandTest::names_suits),
            HandTest::Any
            | HandTest::Three(_)
            | HandTest::AtLeast(_)
            | HandTest::Contains(_)
            | HandTest::Five(_)
            | HandTest::FiveAtLeast(_)
            | HandTest::Ranks(_, Suits::Any | Suits::Same) => false,
        }
    }

    /// Whether nothing but the strength of the cards decides it.
    #[must_use]
    pub fn asks_strength(&self) -> bool {
        match self {
            HandTest::Any
            | HandTest::Three(_)
            | HandTest::AtLeast(_)
            | HandTest::Five(_)
            | HandTest::FiveAtLeast(_) => true,
            HandTest::AnyOf(tests) => tests.iter().all(HandTest::asks_strength),
            HandTest::Ranks(..) | HandTest::Colour(_) | HandTest::Contains(_) => false,
        }
    }

    /// Whether the cards pass.
    ///
    /// A test that does not fit the number of cards fails; a valid [`Game`](crate::Game) has none.
    #[must_use]
    pub fn holds(&self, hand: &Hand) -> bool {
        match (self, hand) {
            (HandTest::Any, _) => true,
            (HandTest::Three(category), Hand::Three(_, rank)) => rank.category() == *category,
            (HandTest::AtLeast(floor), Hand::Three(_, rank)) => *rank >= floor.strength(),
            (HandTest::Contains(part), Hand::Four(_, features)) => features.contains(part.features),
            (HandTest::Five(category), Hand::Six(_, rank)) => rank.category() == *category,
            (HandTest::FiveAtLeast(category), Hand::Six(_, rank)) => rank.category() >= *category,
            (HandTest::Ranks(ranks, suits), hand) => has_ranks(hand.cards(), ranks, *suits),
            (HandTest::Colour(colour), hand) => {
                let first = hand.cards()[0].colour();
                colour.is_none_or(|c| c == first) && hand.cards().iter().all(|card| card.colour() == first)
            }
            (HandTest::AnyOf(tests), hand) => tests.iter().any(|test| test.holds(hand)),
            (
                HandTest::Three(_)
                | HandTest::AtLeast(_)
                | HandTest::Contains(_)
                | HandTest::Five(_)
                | HandTest::FiveAtLeast(_),
                Hand::Three(..) | Hand::Four(..) | Hand::Six(..),
            ) => false,
        }
    }

    /// Whether the test is about as many cards as `reads` names.
    #[must_use]
    pub fn fits(&self, reads: Reads) -> bool {
        match self {
            HandTest::Any | HandTest::Colour(_) => true,
            HandTest::Three(_) | HandTest::AtLeast(_) => reads.cards() == 3,
            HandTest::Contains(_) => reads == Reads::AllFour,
            HandTest::Five(_) | HandTest::FiveAtLeast(_) => reads == Reads::BothHands,
            HandTest::Ranks(ranks, _) => ranks.len() == reads.cards(),
            HandTest::AnyOf(tests) => tests.iter().all(|test| test.fits(reads)),
        }
    }

    /// Whether the test asks for the cards as they are, their colours or their ranks, and for no hand that they make.
    #[must_use]
    pub fn asks_cards(&self) -> bool {
        match self {
            HandTest::Any | HandTest::Colour(_) | HandTest::Ranks(..) => true,
            HandTest::AnyOf(tests) => tests.iter().all(HandTest::asks_cards),
            HandTest::Three(_)
            | HandTest::AtLeast(_)
            | HandTest::Contains(_)
            | HandTest::Five(_)
            | HandTest::FiveAtLeast(_) => false,
        }
    }

    /// Whether the test asks for the colours of the cards.
    pub(crate) fn asks_colour(&self) -> bool {
        match self {
            HandTest::Colour(_) => true,
            HandTest::AnyOf(tests) => tests.iter().any(HandTest::asks_colour),
            HandTest::Any
            | HandTest::Three(_)
            | HandTest::AtLeast(_)
            | HandTest::Contains(_)
            | HandTest::Five(_)
            | HandTest::FiveAtLeast(_)
            | HandTest::Ranks(..) => false,
        }
    }

    /// Reads a test of the cards that `reads` names.
    ///
    /// # Errors
    ///
    /// Says what was found and which tests these cards allow.
    ///
    /// ```
    /// use tercet_rules::{HandTest, Reads};
    /// let test = HandTest::parse("suited A-K-Q", Reads::Hand)?;
    /// assert_eq!(test.to_string(), "suited A-K-Q");
    /// assert!(HandTest::parse("full house", Reads::Hand).is_err());
    /// # Ok::<(), tercet_rules::HandTestError>(())
    /// ```
    pub fn parse(text: &str, reads: Reads) -> Result<HandTest, HandTestError> {
        let test = match text {
            "any" => Some(HandTest::Any),
            "one colour" => Some(HandTest::Colour(None)),
            "all red" => Some(HandTest::Colour(Some(Colour::Red))),
            "all black" => Some(HandTest::Colour(Some(Colour::Black))),
            _ => match reads {
                Reads::Hand | Reads::Dealer => three(text),
                Reads::AllFour => {
                    FOUR_PARTS.iter().find(|part| part.name == text).map(|part| HandTest::Contains(*part))
                }
                Reads::BothHands => five(text),
            }
            .or_else(|| pattern(text, reads.cards())),
        };
        test.ok_or_else(|| HandTestError {
            found: text.chars().take(60).collect(),
            expected: expected(reads),
        })
    }
}

impl fmt::Display for HandTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandTest::Any => f.write_str("any"),
            HandTest::Three(category) => f.write_str(category.name()),
            HandTest::AtLeast(floor) => floor.fmt(f),
            HandTest::Contains(part) => f.write_str(part.name),
            HandTest::Five(category) => f.write_str(category.name()),
            HandTest::FiveAtLeast(category) => write!(f, "{} or better", category.name()),
            HandTest::Ranks(ranks, suits) => {
                if *suits == Suits::Same {
                    f.write_str("suited ")?;
                }
                f.write_str(&ranks_text(ranks))?;
                if let Suits::Of(suit) = suits { write!(f, " of {}", suit.name()) } else { Ok(()) }
            }
            HandTest::Colour(None) => f.write_str("one colour"),
            HandTest::Colour(Some(Colour::Red)) => f.write_str("all red"),
            HandTest::Colour(Some(Colour::Black)) => f.write_str("all black"),
            HandTest::AnyOf(tests) => {
                for (i, test) in tests.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    test.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

fn ranks_text(ranks: &[Rank]) -> String {
    let letters: Vec<String> = ranks.iter().map(|rank| rank.letter().to_string()).collect();
    letters.join("-")
}

/// `A-K-Q` as ranks in falling order, each once.
fn ranks(text: &str) -> Option<Vec<Rank>> {
    let ranks: Vec<Rank> = text
        .split('-')
        .map(|part| {
            Rank::ALL
                .into_iter()
                .find(|rank| part == rank.letter().to_string() || (part == "10" && *rank == Rank::Ten))
        })
        .collect::<Option<_>>()?;
    ranks.is_sorted_by(|a, b| a > b).then_some(ranks)
}

fn pattern(text: &str, cards: usize) -> Option<HandTest> {
    let (text, suits) = if let Some(rest) = text.strip_prefix("suited ") {
        (rest, Suits::Same)
    } else if let Some((rest, name)) = text.split_once(" of ") {
        (rest, Suits::Of(Suit::ALL.into_iter().find(|suit| suit.name() == name)?))
    } else {
        (text, Suits::Any)
    };
    let ranks = ranks(text)?;
    (ranks.len() == cards).then_some(HandTest::Ranks(ranks, suits))
}

fn three_category(text: &str) -> Option<ThreeCategory> {
    ThreeCategory::ALL.into_iter().find(|category| category.name() == text)
}

fn three(text: &str) -> Option<HandTest> {
    three_category(text).map(HandTest::Three).or_else(|| floor(text).map(HandTest::AtLeast))
}

fn floor(text: &str) -> Option<Floor> {
    let least = text.strip_suffix(" or better")?;
    if let Some(category) = three_category(least) {
        return Some(Floor::Category(category));
    }
    if let Some(name) = least.strip_suffix(" high") {
        return Rank::ALL
            .into_iter()
            .find(|rank| rank.name() == name)
            .map(|rank| Floor::HighCard(Vec::from([rank])));
    }
    if let Some(name) = least.strip_prefix("pair of ") {
        return Rank::ALL.into_iter().find(|rank| rank.plural() == name).map(Floor::PairOf);
    }
    ranks(least).filter(|ranks| matches!(ranks.len(), 2 | 3)).map(Floor::HighCard)
}

fn five(text: &str) -> Option<HandTest> {
    let named = |text: &str| FiveCategory::ALL.into_iter().find(|category| category.name() == text);
    match text.strip_suffix(" or better") {
        Some(least) => named(least).map(HandTest::FiveAtLeast),
        None => named(text).map(HandTest::Five),
    }
}

fn has_ranks(cards: &[Card], ranks: &[Rank], suits: Suits) -> bool {
    let first = cards[0].suit();
    let suited = match suits {
        Suits::Any => true,
        Suits::Same => cards.iter().all(|card| card.suit() == first),
        Suits::Of(suit) => cards.iter().all(|card| card.suit() == suit),
    };
    suited
        && cards.len() == ranks.len()
        && ranks.iter().all(|rank| cards.iter().any(|card| card.rank() == *rank))
}

fn expected(reads: Reads) -> Box<str> {
    let list = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match reads {
        Reads::Hand | Reads::Dealer => format!(
            "a hand of three cards: {}, one of these with ` or better`, `queen high or better`, `Q-6-4 or better`, `pair of jacks or better`, `A-K-Q`, `suited A-K-Q`, `A-K-Q of spades`, `one colour`, `all red`, `any`",
            list(&ThreeCategory::ALL.map(ThreeCategory::name))
        ),
        Reads::AllFour => format!(
            "what four cards hold: {}, `suited A-K-Q-J`, `one colour`",
            list(&FOUR_PARTS.map(|part| part.name))
        ),
        Reads::BothHands => format!(
            "a best five of six cards: {}, one of these with ` or better`, `one colour`",
            list(&FiveCategory::ALL.map(FiveCategory::name))
        ),
    }
    .into()
}

/// A text that is no test of these cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandTestError {
    /// What stood there, shortened.
    pub found: String,
    /// What is possible.
    pub expected: Box<str>,
}

impl fmt::Display for HandTestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no hand here; expected {}", self.found, self.expected)
    }
}

impl core::error::Error for HandTestError {}
