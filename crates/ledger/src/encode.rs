//! Accounts, postings and transactions as bytes.

use crate::account::Account;
use crate::bytes::{BadBytes, Reader, Writer};
use crate::name::Name;
use crate::posting::{Transaction, Why};
use tercet_rules::{Money, WagerId, is_id};

impl Account {
    /// Writes the account: a byte for its kind, in the order of the variants from 0, then its name and its spot.
    pub fn encode(&self, to: &mut Writer) {
        let (kind, name, spot) = match self {
            Account::World => (0, None, None),
            Account::House => (1, None, None),
            Account::Bank(table) => (2, Some(table), None),
            Account::Wallet(player) => (3, Some(player), None),
            Account::Layout(table, spot) => (4, Some(table), Some(spot)),
            Account::Held(table, spot) => (5, Some(table), Some(spot)),
            Account::Meter(meter) => (6, Some(meter), None),
            Account::Reserve(meter) => (7, Some(meter), None),
        };
        to.u8(kind);
        name.into_iter().for_each(|name| to.text(name.as_str()));
        spot.into_iter().for_each(|spot| to.u8(*spot));
    }

    /// Reads an account.
    ///
    /// # Errors
    ///
    /// If the bytes are not what [`encode`](Account::encode) writes.
    pub fn decode(from: &mut Reader<'_>) -> Result<Account, BadBytes> {
        Ok(match from.u8()? {
            0 => Account::World,
            1 => Account::House,
            2 => Account::Bank(name(from)?),
            3 => Account::Wallet(name(from)?),
            4 => Account::Layout(name(from)?, spot(from)?),
            5 => Account::Held(name(from)?, spot(from)?),
            6 => Account::Meter(name(from)?),
            7 => Account::Reserve(name(from)?),
            _ => return from.bad("a kind of account, 0 to 7"),
        })
    }
}

fn name(from: &mut Reader<'_>) -> Result<Name, BadBytes> {
    let text = from.text()?;
    Name::new(&text).or_else(|_| from.bad("a name"))
}

fn spot(from: &mut Reader<'_>) -> Result<u8, BadBytes> {
    match from.u8()? {
        0 => from.bad("a spot, 1 to 255"),
        spot => Ok(spot),
    }
}

impl Why {
    fn encode(&self, to: &mut Writer) {
        to.u8(match self {
            Why::CashIn => 0,
            Why::CashOut => 1,
            Why::HouseFunds => 2,
            Why::Stake(_) => 3,
            Why::StakeBack(_) => 4,
            Why::Hold(_) => 5,
            Why::Release(_) => 6,
            Why::Contribution(_) => 7,
            Why::ToReserve(_) => 8,
            Why::Take(_) => 9,
            Why::Return(_) => 10,
            Why::Pay(_) => 11,
            Why::Award(_) => 12,
            Why::Envy(_) => 13,
            Why::MeterStart => 14,
            Why::Breakage => 15,
        });
        if let Why::Envy(spot) = self {
            to.u8(*spot);
        }
        self.wager().into_iter().for_each(|id| to.text(id.as_str()));
    }

    fn decode(from: &mut Reader<'_>) -> Result<Why, BadBytes> {
        Ok(match from.u8()? {
            0 => Why::CashIn,
            1 => Why::CashOut,
            2 => Why::HouseFunds,
            3 => Why::Stake(wager(from)?),
            4 => Why::StakeBack(wager(from)?),
            5 => Why::Hold(wager(from)?),
            6 => Why::Release(wager(from)?),
            7 => Why::Contribution(wager(from)?),
            8 => Why::ToReserve(wager(from)?),
            9 => Why::Take(wager(from)?),
            10 => Why::Return(wager(from)?),
            11 => Why::Pay(wager(from)?),
            12 => Why::Award(wager(from)?),
            13 => Why::Envy(spot(from)?),
            14 => Why::MeterStart,
            15 => Why::Breakage,
            _ => return from.bad("a reason, 0 to 15"),
        })
    }
}

fn wager(from: &mut Reader<'_>) -> Result<WagerId, BadBytes> {
    let text = from.text()?;
    if is_id(&text) { Ok(text.as_str().into()) } else { from.bad("the id of a wager or bonus") }
}

impl Transaction {
    /// Writes the transaction: how many postings, then each as from, to, amount in the smallest unit, and why.
    pub fn encode(&self, to: &mut Writer) {
        to.count(self.postings().len());
        for posting in self.postings() {
            posting.from.encode(to);
            posting.to.encode(to);
            to.i64(posting.amount.units());
            posting.why.encode(to);
        }
    }

    /// Reads a transaction.
    ///
    /// # Errors
    ///
    /// If the bytes are not what [`encode`](Transaction::encode) writes; also if an amount is not more than nothing or
    /// an account pays itself.
    pub fn decode(from: &mut Reader<'_>) -> Result<Transaction, BadBytes> {
        let mut transaction = Transaction::new();
        for _ in 0..from.count()? {
            let (payer, payee) = (Account::decode(from)?, Account::decode(from)?);
            let amount = Money::from_units(from.i64()?);
            let why = Why::decode(from)?;
            if amount <= Money::ZERO {
                return from.bad("an amount of more than nothing");
            }
            if payer == payee {
                return from.bad("two accounts");
            }
            transaction.post(payer, payee, amount, why);
        }
        Ok(transaction)
    }
}
