//! The cashier: money comes into the house, and leaves it.

use super::Evening;
use crate::books::Wrong;
use tercet_ledger::{Account, Hash, Key, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Store as _};

impl Evening {
    /// A player buys in, or takes money away, whatever it is needed for at a table.
    pub(super) fn cashier(&mut self, no: usize) -> Result<(), Wrong> {
        let wallet = Account::Wallet(self.players[no].name.clone());
        let has = self.store.kept.balance(&wallet).map_err(|failure| failure.to_string())?;
        if has < Money::from_units(20_000) {
            return self.cash(&Account::World, &wallet, Money::from_units(50_000), Why::CashIn);
        }
        if self.dice.one_in(3) {
            let all = Money::from_units(has.units() / if self.dice.one_in(3) { 1 } else { 2 });
            return self.cash(&wallet, &Account::World, all, Why::CashOut);
        }
        Ok(())
    }

    /// Money goes from one account to another, once, however often the store fails.
    pub(super) fn cash(
        &mut self,
        from: &Account,
        to: &Account,
        amount: Money,
        why: Why,
    ) -> Result<(), Wrong> {
        self.counted[2] += 1;
        let key = Key::new(format!("cash-{}", self.counted[2]).as_bytes()).ok_or("a short key")?;
        let mut moves = Transaction::new();
        moves.post(from.clone(), to.clone(), amount, why);
        let append =
            Append::new(key, Hash::of(&[format!("{moves:?}").as_bytes()]), self.now_ms).moving(moves);
        for _ in 0..1_000 {
            match self.store.append(&append) {
                Ok(_) => {
                    self.books.give(&from.to_string(), &to.to_string(), amount.units().into());
                    return Ok(());
                }
                Err(AppendError::Failed(_)) => self.outcome.failed += 1,
                Err(AppendError::Refused(refused)) => return Err(format!("the cashier: {refused}")),
            }
        }
        Err("the cashier's store never works".into())
    }
}
