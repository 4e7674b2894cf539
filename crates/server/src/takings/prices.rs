//! What each wager of a game wins for the house by its exact odds, and which lines are settled with it.

use std::collections::BTreeMap;
use tercet_analysis::Fraction;
use tercet_analysis::report::{Ask, Figured, report};
use tercet_rules::{EnvyHands, Game, OwnPositions, WagerId};

/// The wagers of a game with what they are worth.
#[derive(Debug)]
pub(crate) struct Prices {
    /// The id of the game.
    pub(crate) game: String,
    /// The hash of its rules: `sha256:…`.
    pub(crate) rules: String,
    /// The wager that each line is reported under: the main bet is one.
    heads: BTreeMap<WagerId, WagerId>,
    edges: BTreeMap<WagerId, Edge>,
    /// What its wagers and bonuses are called.
    names: BTreeMap<WagerId, String>,
    /// The wager that envy is paid on, and whose hands pay it.
    pub(crate) envy: Option<EnvyRule>,
}

/// Whose hands pay envy.
#[derive(Clone, Debug)]
pub(crate) struct EnvyRule {
    pub(crate) wager: WagerId,
    /// Whether a hand pays without the wager of its own.
    pub(crate) any_hand: bool,
    /// Whether the hands at one's own other spots pay.
    pub(crate) own: bool,
}

/// What a player expects of a wager, per unit of its stake, under best play.
#[derive(Clone, Copy, Debug)]
struct Edge {
    fixed: Fraction,
    /// For each dollar on the meter at the deal.
    per_meter_dollar: Option<Fraction>,
    /// For each other hand that may pay envy.
    per_other_hand: Option<Fraction>,
}

/// What was staked on a wager, as far as its expectation asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Exposure {
    /// The stakes, in the smallest unit.
    pub(crate) stakes: i128,
    /// Each stake times the meter at its deal, both in the smallest unit.
    pub(crate) times_meter: i128,
    /// Each stake times the number of other hands that might pay envy.
    pub(crate) times_others: i128,
}

impl Exposure {
    pub(crate) fn add(&mut self, other: Exposure) {
        self.stakes += other.stakes;
        self.times_meter += other.times_meter;
        self.times_others += other.times_others;
    }
}

impl Prices {
    /// Counts all deals of a game.
    ///
    /// # Errors
    ///
    /// A sentence, if it cannot be figured.
    pub(crate) fn of(game: &Game, rules: String) -> Result<Prices, String> {
        let figures = report(&Ask::of(game)).map_err(|error| error.to_string())?;
        let (mut heads, mut edges) = (BTreeMap::new(), BTreeMap::new());
        for wager in &figures.wagers {
            let Some(figured) = wager.figured() else { continue };
            for line in &figured.lines {
                heads.insert(line.id.clone(), wager.id.clone());
            }
            for no in &wager.wagers {
                heads.insert(game.wager(*no).id.clone(), wager.id.clone());
            }
            edges.insert(wager.id.clone(), edge(figured));
        }
        let envy = game.envy.as_ref().map(|envy| EnvyRule {
            wager: game.wager(envy.wager).id.clone(),
            any_hand: envy.hands.0 == EnvyHands::Any,
            own: envy.own_positions.0 == OwnPositions::Paid,
        });
        let wagers = game.wagers.iter().map(|wager| (wager.id.clone(), wager.name.clone()));
        let bonuses = game.bonuses.iter().map(|bonus| (bonus.id.clone(), bonus.name.clone()));
        let names = wagers.chain(bonuses).collect();
        Ok(Prices { game: game.id.to_string(), rules, heads, edges, names, envy })
    }

    /// The wager that a line is reported under; itself where nothing is known of it.
    pub(crate) fn head(&self, line: &WagerId) -> WagerId {
        self.heads.get(line).unwrap_or(line).clone()
    }

    /// What a wager is called; its id where nothing is known of it.
    pub(crate) fn name<'a>(&'a self, wager: &'a WagerId) -> &'a str {
        self.names.get(wager).map_or(wager.as_str(), String::as_str)
    }

    /// What the house wins by the exact odds on so much, in the smallest unit; none where the wager has no figures.
    pub(crate) fn expects(&self, head: &WagerId, exposure: &Exposure) -> Option<Fraction> {
        let edge = self.edges.get(head)?;
        let mut player = edge.fixed.scaled(exposure.stakes);
        if let Some(each) = edge.per_meter_dollar {
            // A dollar is a hundred units.
            let all = each.scaled(exposure.times_meter).reduced();
            player = player.reduced().plus(Fraction::new(all.num(), all.den() * 100));
        }
        if let Some(each) = edge.per_other_hand {
            player = player.reduced().plus(each.scaled(exposure.times_others).reduced());
        }
        Some(player.scaled(-1).reduced())
    }
}

fn edge(figured: &Figured) -> Edge {
    match &figured.progressive {
        None => Edge { fixed: figured.expectation(), per_meter_dollar: None, per_other_hand: None },
        Some(parts) => Edge {
            fixed: parts.fixed,
            per_meter_dollar: Some(parts.per_meter_unit),
            per_other_hand: parts.per_other_player,
        },
    }
}
