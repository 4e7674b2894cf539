//! A game as a client must know it: what may be bet, and what it pays.

use crate::odds::slug;
use serde::{Deserialize, Serialize};
use tercet_rules::{
    Amount, DealBy, DealOrder, Game, HandTest, IrregularRule, Money, Row, Ruling, Stage, Table, Wager,
    WagerId, WagerNo, Way, words,
};
use utoipa::ToSchema;

/// A game: what may be bet, how much, and what it pays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The hash of its rules: `sha256:` and 64 digits.
    pub rules: String,
    /// The source document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The game in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// How many spots there are; 1 is at the dealer's left.
    #[schema(maximum = 255)]
    pub spots: u8,
    /// How many spots one player may bet.
    #[schema(maximum = 255)]
    pub positions: u8,
    /// Whether they must be neighbours.
    pub adjacent: bool,
    /// How many cards a player gets.
    #[schema(maximum = 255)]
    pub player_cards: u8,
    /// How many cards the dealer gets.
    #[schema(maximum = 255)]
    pub dealer_cards: u8,
    /// Whether it comes with the program; otherwise it is the house's own.
    pub built_in: bool,
    /// The ways to deal, the usual one first.
    pub deals: Vec<DealInfo>,
    /// The least hand with which the dealer plays; left out: always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qualifies: Option<String>,
    /// The wagers, in the order of the layout.
    pub wagers: Vec<WagerInfo>,
    /// What is paid on a wager without a stake of its own.
    pub bonuses: Vec<BonusInfo>,
    /// The wager that feeds the progressive meter, if the game has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meter_wager: Option<String>,
    /// What can be reported as irregular.
    pub irregularities: Vec<IrregularityInfo>,
    /// The rulings that it rests on, each with the reading in force.
    pub rulings: Vec<RulingInfo>,
}

/// Something irregular for which the game has a policy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct IrregularityInfo {
    /// The name by which it is reported, such as `exposed-card`.
    pub event: String,
    /// The same in words, such as `exposed card`.
    pub name: String,
    /// What follows from it, as part of a sentence, such as `the round is void and every bet comes back`.
    pub effect: String,
}

/// A question that the source rules leave open, and how it is answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RulingInfo {
    /// Its number, such as `R1`.
    pub id: String,
    /// The question, in words.
    pub question: String,
    /// The id of the reading in force.
    pub in_force: String,
    /// The answers that there are, the usual one first.
    pub readings: Vec<ReadingInfo>,
}

/// An answer to a ruling's question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReadingInfo {
    /// Its name, such as `player-wins`; with the number of the ruling it is what `ruling` of the odds takes: `R1=player-wins`.
    pub id: String,
    /// What it says.
    pub words: String,
}

/// A way to deal: with the deck and the number of hands it says which cards are whose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DealInfo {
    /// Its name, by which a table is set to it.
    pub name: String,
    /// `rotation`: one card to each hand, again and again; `packets`: each hand at once.
    pub by: String,
    /// Where the dealer stands in the order of hands, which are those of the spots that bet, from spot 1: `first` or `last`.
    pub dealer: String,
}

/// A wager.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WagerInfo {
    /// Its id.
    pub id: String,
    /// Its name on the layout.
    pub name: String,
    /// `bets`: placed while bets are open; `decision`: it is the decision to play.
    pub stage: String,
    /// Whether every spot must make it.
    pub required: bool,
    /// What must stand beside it: one wager of each group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Vec<String>>,
    /// The only stake that it may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<i64>,
    /// The wager that it must be as high as, or a multiple of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The multiples of that wager that it may be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u8>,
    /// The least stake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// The largest stake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// Stakes go up from the least by this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<i64>,
    /// Whether it cannot be made, as the house has posted no pays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// What it pays: the first row that fits.
    pub pays: Vec<PayRow>,
}

/// A bonus: paid on a wager without a stake of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BonusInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The wager whose stake it is paid on.
    pub on: String,
    /// What it pays: the first row that fits.
    pub pays: Vec<PayRow>,
}

/// A row of a pay table. It pays if all that it asks for is so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PayRow {
    /// Its key, which no other row of the table has and which stays as long as the row asks for the same: `straight-flush`, `dealer-qualifies-player-higher`. Odds
    /// name the row by it.
    pub key: String,
    /// When it pays, in words.
    pub when: String,
    /// The hands that it asks for, one of which must be there; left out where any will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<HandInfo>,
    /// Whether it asks that the dealer qualifies, or that the dealer does not; left out where it does not ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealer_qualifies: Option<bool>,
    /// How the player's hand must compare with the dealer's: `higher`, `equal` or `lower`; left out where it does not ask.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub player: Vec<String>,
    /// What it pays, such as `40 to 1`.
    pub pays: String,
    /// What it pays every other player who made the wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub envy: Option<i64>,
}

/// A hand that a row asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct HandInfo {
    /// Its key, which is the same in all games: `pair`, `queen-high`, `a-k-q-of-spades`.
    pub key: String,
    /// The same in words, without `or better`.
    pub words: String,
    /// Whether a better hand will do as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub or_better: bool,
}

impl GameInfo {
    /// The game; `rules` is the hash of its rules as every form writes it, and `built_in` whether it comes with the program.
    #[must_use]
    pub fn of(game: &Game, rules: &str, built_in: bool) -> GameInfo {
        GameInfo {
            id: game.id.to_string(),
            name: game.name.clone(),
            rules: rules.into(),
            source: game.source.clone(),
            summary: game.summary.clone(),
            spots: game.spots,
            positions: game.positions.most,
            adjacent: game.positions.adjacent,
            player_cards: game.player.0,
            dealer_cards: game.dealer.0,
            built_in,
            deals: game.ways.iter().map(deal).collect(),
            qualifies: game.qualifier.floor.as_ref().map(ToString::to_string),
            wagers: game.wagers.iter().map(|each| wager(game, each)).collect(),
            bonuses: (game.bonuses.iter())
                .map(|bonus| BonusInfo {
                    id: bonus.id.to_string(),
                    name: bonus.name.clone(),
                    on: id(game, bonus.on),
                    pays: pays(&bonus.table),
                })
                .collect(),
            meter_wager: game.meter.as_ref().map(|meter| id(game, meter.wager)),
            irregularities: game.irregular.iter().map(|rule| irregularity(game, rule)).collect(),
            rulings: game.rulings.iter().map(ruling).collect(),
        }
    }
}

fn irregularity(game: &Game, rule: &IrregularRule) -> IrregularityInfo {
    IrregularityInfo {
        event: rule.event.clone(),
        name: words::irregularity(&rule.event),
        effect: words::effect(game, rule),
    }
}

fn deal(way: &Way) -> DealInfo {
    let by = match way.by {
        DealBy::Rotation => "rotation",
        DealBy::Packets => "packets",
    };
    let dealer = match way.order {
        DealOrder::DealerLast => "last",
        DealOrder::DealerFirst => "first",
    };
    DealInfo { name: way.name.clone(), by: by.into(), dealer: dealer.into() }
}

fn wager(game: &Game, wager: &Wager) -> WagerInfo {
    let (fixed, of, times) = match &wager.amount {
        Amount::Free => (None, None, Vec::new()),
        Amount::Fixed(stake) => (Some(stake.units()), None, Vec::new()),
        Amount::EqualTo(of) => (None, Some(*of), vec![1]),
        Amount::Times(times, of) => (None, Some(*of), times.clone()),
    };
    let limits = wager.limits.as_ref();
    WagerInfo {
        id: wager.id.to_string(),
        name: wager.name.clone(),
        stage: match wager.stage {
            Stage::BeforeDeal => "bets".into(),
            Stage::Decision => "decision".into(),
        },
        required: wager.required.is_some(),
        needs: (wager.needs.iter())
            .map(|needs| needs.any_of.iter().map(|no| id(game, *no)).collect())
            .collect(),
        fixed,
        of: of.map(|no| id(game, no)),
        times,
        min: limits.map(|limits| Money::units(limits.min)),
        max: limits.map(|limits| Money::units(limits.max)),
        step: limits.map(|limits| Money::units(limits.step)),
        closed: wager.table.closed,
        pays: pays(&wager.table),
    }
}

fn id(game: &Game, no: WagerNo) -> String {
    WagerId::to_string(&game.wager(no).id)
}

fn ruling(ruling: &Ruling) -> RulingInfo {
    let readings = ruling.readings.iter();
    RulingInfo {
        id: ruling.id.to_string(),
        question: ruling.question.clone(),
        in_force: ruling.chosen.clone(),
        readings: readings
            .map(|reading| ReadingInfo { id: reading.name.clone(), words: reading.words.clone() })
            .collect(),
    }
}

fn pays(table: &Table) -> Vec<PayRow> {
    table.rows.iter().map(row).collect()
}

fn row(row: &Row) -> PayRow {
    let when = words::condition(row);
    PayRow {
        key: slug(&when),
        when,
        hands: row.hand.iter().flat_map(hands).collect(),
        dealer_qualifies: row.dealer,
        player: row.player.iter().map(|order| words::versus(*order).into()).collect(),
        pays: row.pays.to_string(),
        envy: row.envy.map(Money::units),
    }
}

/// The hands of which a test asks for one; none where any will do.
fn hands(test: &HandTest) -> Vec<HandInfo> {
    match test {
        HandTest::Any => Vec::new(),
        HandTest::AnyOf(tests) => tests.iter().flat_map(hands).collect(),
        HandTest::Three(_)
        | HandTest::AtLeast(_)
        | HandTest::Contains(_)
        | HandTest::Five(_)
        | HandTest::FiveAtLeast(_)
        | HandTest::Ranks(..)
        | HandTest::Colour(_) => {
            let said = test.to_string();
            let or_better = matches!(test, HandTest::AtLeast(_) | HandTest::FiveAtLeast(_));
            let words = said.strip_suffix(" or better").filter(|_| or_better).unwrap_or(&said);
            vec![HandInfo { key: slug(words), words: words.into(), or_better }]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A client knows a row by its key, and says what it asks for in its own words.
    #[test]
    fn rows_have_keys_of_their_own_and_say_what_they_ask_for() {
        let mut or_better = BTreeSet::new();
        for game in tercet_games::builtin() {
            let loaded = tercet_games::load(game.text).unwrap();
            let info = GameInfo::of(&loaded, "sha256:…", true);
            let bonuses = info.bonuses.iter().map(|bonus| &bonus.pays);
            for table in info.wagers.iter().map(|wager| &wager.pays).chain(bonuses) {
                let keys: BTreeSet<&str> = table.iter().map(|row| row.key.as_str()).collect();
                assert_eq!(keys.len(), table.len(), "{}: {keys:?}", info.id);
                for row in table {
                    let hands: Vec<String> = row.hands.iter().map(in_words).collect();
                    let dealer = row.dealer_qualifies.map(|does| {
                        if does { "dealer qualifies" } else { "dealer does not qualify" }.to_owned()
                    });
                    let player = format!("player {}", row.player.join(" or "));
                    let mut parts: Vec<String> = [hands.join(" or ")].into_iter().chain(dealer).collect();
                    parts.extend(Some(player).filter(|_| !row.player.is_empty()));
                    parts.retain(|part| !part.is_empty());
                    let said = if parts.is_empty() { "any hand".into() } else { parts.join(", ") };
                    assert_eq!(said, row.when, "{}", info.id);
                }
                or_better.extend(
                    table.iter().flat_map(|row| &row.hands).filter(|hand| hand.or_better).map(in_words),
                );
            }
            for ruling in &info.rulings {
                assert!(ruling.readings.iter().any(|reading| reading.id == ruling.in_force), "{ruling:?}");
            }
        }
        assert!(or_better.contains("three of a kind or better"), "{or_better:?}");
    }

    fn in_words(hand: &HandInfo) -> String {
        format!("{}{}", hand.words, if hand.or_better { " or better" } else { "" })
    }
}
