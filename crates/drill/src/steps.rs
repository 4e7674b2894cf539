//! Plain steps for a store, one after the other, that a number says: for drills in which what happens does not matter.

use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_rules::Money;
use tercet_store::Append;
use tercet_table::Stream;

/// The step of this number: a player buys in or bets, and something happens at one of three tables, of a size that varies.
#[must_use]
pub fn step(number: u64) -> Append {
    let chance = Hash::of(&[&number.to_be_bytes()]);
    let name = |text: String| Name::new(&text).expect("a name");
    let player = Account::Wallet(name(format!("player-{}", chance.0[0] % 5)));
    let table = number % 3;
    let mut moves = Transaction::new();
    moves.post(Account::World, player.clone(), Money::from_units(1_000), Why::CashIn);
    if chance.0[1] < 128 {
        let layout = Account::Layout(name(format!("t{table}")), 1);
        moves.post(player, layout, Money::from_units(1 + i64::from(chance.0[2])), Why::Stake("ante".into()));
    }
    // Now and then as large as the rules of a game are.
    let size = if chance.0[3] < 16 { 9_000 } else { usize::from(chance.0[4]) };
    let event: Vec<u8> = chance.0.iter().copied().cycle().take(size).collect();
    let key = Key::new(format!("step-{number}").as_bytes()).expect("a short key");
    let stream = Stream::Table(name(format!("t{table}"))).name().expect("a short name");
    Append::new(key, chance, 1_000 + number).happening(stream, number / 3, vec![event]).moving(moves)
}
