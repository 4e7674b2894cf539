//! The money of one whole round in the one form in which its proof has it.

use crate::account::Account;
use crate::name::Name;
use crate::posting::{Posting, Why};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use tercet_rules::{Game, Money, WagerId};

/// The money of a round, from its bets to its settlement.
///
/// It is what follows from the record of the round, whatever the order was in which bets were made and players decided: of the
/// bets what lay there in the end, spot by spot, and the decisions in the order of the spots.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundMoney {
    /// What lay on the layout and was held as the cards were dealt, by the spots that got some.
    pub bets: Vec<Posting>,
    /// What the round gave to a meter.
    pub deal: Vec<Posting>,
    /// What the decisions moved.
    pub decisions: Vec<Posting>,
    /// What was taken, returned and paid.
    pub settlement: Vec<Posting>,
}

/// Where a bet lies: the spot, the wallet that it came from, whether it is held, and the place of its wager in the game.
type Place = (u8, Name, usize, bool, WagerId);

impl RoundMoney {
    /// The money of a round by the postings that were made up to the deal, between deal and settlement, and with the settlement.
    #[must_use]
    pub fn gather<'p>(
        game: &Game,
        to_the_deal: impl IntoIterator<Item = &'p Posting>,
        decided: impl IntoIterator<Item = &'p Posting>,
        settled: impl IntoIterator<Item = &'p Posting>,
    ) -> RoundMoney {
        let mut money = RoundMoney::default();
        let mut bets: BTreeMap<Place, (Account, i128)> = BTreeMap::new();
        for posting in to_the_deal {
            match place(game, posting) {
                Some((place, account, comes)) => {
                    let amount = i128::from(posting.amount.units());
                    bets.entry(place).or_insert((account, 0)).1 += if comes { amount } else { -amount };
                }
                None => money.deal.push(posting.clone()),
            }
        }
        for ((_, player, _, held, id), (account, units)) in bets {
            let wallet = Account::Wallet(player);
            let Ok(units) = i64::try_from(units) else { continue };
            let why = if held { Why::Hold(id) } else { Why::Stake(id) };
            if units > 0 {
                money.bets.push(Posting { from: wallet, to: account, amount: Money::from_units(units), why });
            } else if units < 0 {
                let amount = Money::from_units(units.saturating_neg());
                money.bets.push(Posting { from: account, to: wallet, amount, why });
            }
        }
        money.decisions = decided.into_iter().cloned().collect();
        // The order within a decision stays.
        money.decisions.sort_by_key(|posting| spot(&posting.from).or(spot(&posting.to)));
        money.settlement = settled.into_iter().cloned().collect();
        money
    }
}

fn spot(account: &Account) -> Option<u8> {
    match account {
        Account::Layout(_, spot) | Account::Held(_, spot) => Some(*spot),
        Account::World
        | Account::House
        | Account::Bank(_)
        | Account::Wallet(_)
        | Account::Meter(_)
        | Account::Reserve(_) => None,
    }
}

/// Where a bet comes to lie or lay, its account, and whether it comes; none if the posting is about no bet.
fn place(game: &Game, posting: &Posting) -> Option<(Place, Account, bool)> {
    let (wallet, account, comes) = match (&posting.from, &posting.to) {
        (Account::Wallet(player), to) => (player, to, true),
        (from, Account::Wallet(player)) => (player, from, false),
        _ => return None,
    };
    let held = matches!(account, Account::Held(..));
    let id = posting.why.wager()?;
    let no = game.wagers.iter().position(|wager| wager.id == *id)?;
    Some(((spot(account)?, wallet.clone(), no, held, id.clone()), account.clone(), comes))
}
