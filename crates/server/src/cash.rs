//! Money that a cashier takes in or pays out, in the books.

use crate::house::{House, key_of};
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Failure, Receipt, Store as _};

impl House {
    /// Takes money in for a player, or pays it out if the amount is below zero; once for each key of the cashier.
    pub(crate) async fn cash(
        &self,
        cashier: &Name,
        key: &str,
        player: &Name,
        amount: Money,
    ) -> Result<Receipt, AppendError> {
        let wallet = Account::Wallet(player.clone());
        let mut moves = Transaction::new();
        if amount > Money::ZERO {
            moves.post(Account::World, wallet, amount, Why::CashIn);
        } else {
            moves.post(wallet, Account::World, Money::ZERO - amount, Why::CashOut);
        }
        let (key, request) = cash_kept_as(cashier, key, player, amount);
        self.write(Append::new(key, request, self.pit.now_ms()).moving(moves)).await
    }

    /// Whether a cashier has moved money under this key, whatever became of the answer.
    pub(crate) fn has_cashed(&self, cashier: &Name, key: &str) -> Result<bool, Failure> {
        Ok(self.store.receipt(&cash_key(cashier, key))?.is_some())
    }
}

/// The key of what a cashier moves under a key of theirs.
fn cash_key(cashier: &Name, key: &str) -> Key {
    key_of(&[b"cash", cashier.as_str().as_bytes(), key.as_bytes()])
}

/// Under which key the books keep what a cashier moves, and as which request.
pub(crate) fn cash_kept_as(cashier: &Name, key: &str, player: &Name, amount: Money) -> (Key, Hash) {
    let request = Hash::of(&[player.as_str().as_bytes(), &amount.units().to_be_bytes()]);
    (cash_key(cashier, key), request)
}
