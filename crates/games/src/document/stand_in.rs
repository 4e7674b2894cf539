//! What stands in a document where the file could not be read.
//!
//! The place is noted as unread and the document goes nowhere but to
//! [`GameDoc::faults_beside`](tercet_rules::GameDoc::faults_beside), which says nothing about it. So a stand-in only
//! has to be there: what it says is chosen so that little follows from it.

use tercet_cards::Ace;
use tercet_rules::{
    AggregateDoc, AmountDoc, Beyond, CardSection, CardText, CardsDoc, Cited, Cites, DealBy, DealDoc,
    DealOrder, DealerDoc, EnvyDoc, HandTest, LimitsDoc, MeterDoc, Money, NeedsDoc, Pay, PaysDoc, Percent,
    Reading, Reads, ReconcileDoc, RowDoc, Setting, TableDoc, WagerId, WayDoc,
};

/// A value that can stand where one could not be read.
pub(super) trait StandIn {
    fn stand_in() -> Self;
}

/// What was read, or what stands in its place.
pub(super) trait OrStandIn<T> {
    fn or_stand_in(self) -> T;
}

impl<T: StandIn> OrStandIn<T> for Option<T> {
    fn or_stand_in(self) -> T {
        self.unwrap_or_else(T::stand_in)
    }
}

macro_rules! stand_in {
    ($($type:ty: $value:expr;)*) => {
        $(impl StandIn for $type {
            fn stand_in() -> $type {
                $value
            }
        })*
    };
}

stand_in! {
    String: String::new();
    WagerId: WagerId::from("");
    Money: Money::from_units(1);
    Percent: Percent::WHOLE;
    Pay: Pay::Lose;
    HandTest: HandTest::Any;
    Cites: Cites::default();
    AmountDoc: AmountDoc::Free;
    CardsDoc: CardsDoc {
        pack: Cites::default(),
        order: Cites::default(),
        ace: Cited { value: Setting::Fixed(Ace::HighAndLow), cites: Cites::default() },
    };
    TableDoc: TableDoc {
        spots: 7,
        positions: 1,
        adjacent: false,
        cites: Cites::default(),
        beyond: Setting::Fixed(Beyond::Refused),
    };
    DealDoc: DealDoc { player: Cited::stand_in(), dealer: Cited::stand_in(), ways: Vec::new() };
    Cited<u8>: Cited { value: 3, cites: Cites::default() };
    Cited<Pay>: Cited { value: Pay::Lose, cites: Cites::default() };
    WayDoc: WayDoc {
        name: String::new(),
        by: DealBy::Packets,
        order: DealOrder::DealerLast,
        cites: Cites::default(),
    };
    DealerDoc: DealerDoc { qualifies: None, cites: Cites::default() };
    NeedsDoc: NeedsDoc { any_of: Vec::new(), when: None, cites: Cites::default() };
    LimitsDoc: LimitsDoc {
        min: Money::stand_in(),
        max: Money::stand_in(),
        step: Money::stand_in(),
        cites: Cites::default(),
    };
    PaysDoc: PaysDoc {
        reads: Reads::Hand,
        rows: Vec::new(),
        otherwise: None,
        posted: None,
        several_rows: Cites::default(),
    };
    RowDoc: RowDoc {
        dealer: None,
        player: Vec::new(),
        hand: Vec::new(),
        pays: Pay::Lose,
        envy: None,
        when: None,
        cites: Cites::default(),
    };
    MeterDoc: MeterDoc {
        wager: WagerId::stand_in(),
        start: Money::stand_in(),
        rate: Percent::WHOLE,
        reserve: Percent::WHOLE,
        cap: None,
        hits: Setting::stand_in(),
        cites: Cites::default(),
    };
    EnvyDoc: EnvyDoc {
        wager: WagerId::stand_in(),
        own_positions: Setting::stand_in(),
        hands: Setting::stand_in(),
        cites: Cites::default(),
    };
    AggregateDoc: AggregateDoc {
        most: Money::stand_in(),
        lines: Vec::new(),
        cut: Setting::stand_in(),
        cites: Cites::default(),
    };
    ReconcileDoc: ReconcileDoc {
        right_to_left: true,
        spots_cites: Cites::default(),
        lines: Vec::new(),
        lines_cites: Cites::default(),
    };
    CardText: CardText { section: CardSection::Equipment, text: String::new(), rule: None, ruling: None, when: Vec::new() };
}

impl<T: Reading> StandIn for Setting<T> {
    fn stand_in() -> Setting<T> {
        Setting::Fixed(T::NAMES[0].1)
    }
}

impl<T: Reading> StandIn for Cited<Setting<T>> {
    fn stand_in() -> Cited<Setting<T>> {
        Cited { value: Setting::stand_in(), cites: Cites::default() }
    }
}
