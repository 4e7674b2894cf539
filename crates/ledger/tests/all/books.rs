//! The money of random rounds, beside a second set of books that knows nothing of postings.

use crate::table::{Dice, GAMES, PLAYERS, Refused, Table, name};
use std::collections::BTreeMap;
use tercet_ledger::{Account, Balances};
use tercet_rules::{Choice, Command, Money, Phase, Round, Seat};

/// What a player has at the table and in the wallet, together.
fn wealth(table: &Table, player: &str) -> Money {
    let wallet = table.balances.of(&Account::Wallet(name(player)));
    let spots =
        (1..=7).filter(|spot| seats(&table.round).iter().any(|s| s.spot == *spot && s.player == player));
    let at = |account: fn(_, _) -> Account, spot| table.balances.of(&account(name("t1"), spot));
    spots.map(|spot| at(Account::Layout, spot) + at(Account::Held, spot)).sum::<Money>() + wallet
}

fn seats(round: &Round) -> Vec<Seat> {
    match round.phase() {
        Phase::Wagering { seats } | Phase::Closed { seats } => seats.clone(),
        Phase::Deciding(dealt) | Phase::Revealed(dealt, _) => {
            dealt.hands.iter().map(|hand| hand.seat.clone()).collect()
        }
        Phase::Settled(..) | Phase::Voided { .. } => Vec::new(),
    }
}

/// The layout holds what lies on the table, spot by spot, to the cent.
fn the_layout_is_what_lies_there(table: &Table) {
    let seats = seats(&table.round);
    for spot in 1..=table.round.game().spots {
        let lies: Money = seats
            .iter()
            .filter(|seat| seat.spot == spot)
            .flat_map(|seat| seat.stakes(table.round.game()).map(|(_, stake)| stake).collect::<Vec<_>>())
            .sum();
        assert_eq!(table.balances.of(&Account::Layout(name("t1"), spot)), lies, "spot {spot}");
    }
}

fn nothing_is_lost_or_owed(table: &Table) {
    assert_eq!(table.balances.sum(), 0);
    for (account, holds) in table.balances.all() {
        assert!(holds >= Money::ZERO || account.may_be_negative(), "{account} holds {holds}");
    }
}

/// What the players have, by the settlement alone.
fn by_settlement(before: &BTreeMap<&str, Money>, table: &Table) -> BTreeMap<&'static str, Money> {
    let mut now: BTreeMap<&'static str, Money> =
        PLAYERS.iter().map(|player| (*player, before[player])).collect();
    if let Phase::Settled(_, settlement) = table.round.phase() {
        for spot in &settlement.spots {
            let player = PLAYERS.iter().find(|player| spot.player == **player).unwrap();
            *now.get_mut(player).unwrap() = now[player] + spot.net();
        }
    }
    now
}

fn play(game: usize, seed: u64, wallet: i64, rounds: usize) -> Table {
    let mut dice = Dice(seed);
    let mut table = Table::new(&GAMES[game], 0, [wallet; 4]);
    for _ in 0..rounds {
        let wallets = |table: &Table| -> BTreeMap<&str, Money> {
            PLAYERS.iter().map(|p| (*p, table.balances.of(&Account::Wallet(name(p))))).collect()
        };
        let before = wallets(&table);
        let meter_before = table.meter();
        table.play(&mut dice, |table, command, done| {
            the_layout_is_what_lies_there(table);
            nothing_is_lost_or_owed(table);
            for player in PLAYERS {
                let over = matches!(table.round.phase(), Phase::Settled(..) | Phase::Voided { .. });
                assert!(over || wealth(table, player) == before[player], "{player} after {command:?}");
            }
            if let (Err(Refused::Funds(short)), Command::Decide { choice: Choice::Play { times }, .. }) =
                (&done, command)
            {
                let least = table.round.game().play_times()[0];
                assert!(*times > least, "the least Play is held for, and yet {short}");
            }
            assert!(!matches!(
                (&done, command),
                (
                    Err(Refused::Funds(_)),
                    Command::TimeOut { .. } | Command::Reconcile { .. } | Command::Void { .. }
                )
            ));
        });
        assert_eq!(wallets(&table), by_settlement(&before, &table));
        let (Some(before), Some(after), Phase::Settled(_, settlement)) =
            (meter_before, table.meter(), table.round.phase())
        else {
            continue;
        };
        match settlement.meter {
            Some(moved) => assert_eq!(moved.after, after.meter, "the meter holds what the settlement says"),
            None => assert_eq!(before.meter, after.meter),
        }
    }
    let again: Balances = table.journal.iter().fold(Balances::new(), |mut all, transaction| {
        all.apply(transaction).unwrap();
        all
    });
    assert_eq!(again, table.balances, "the books can be rebuilt from the journal");
    table
}

#[test]
fn money_is_conserved_in_every_game_and_the_layout_is_what_lies_there() {
    for game in 0..GAMES.len() {
        for seed in 0..6 {
            play(game, seed, 10_000_000, 8);
        }
    }
}

#[test]
fn who_has_little_is_refused_a_bet_and_never_the_play_that_is_held_for() {
    let mut refused = 0;
    for game in 0..GAMES.len() {
        for (seed, wallet) in [(1, 2_000), (2, 6_500), (3, 14_000), (4, 1)] {
            let mut table = Table::new(&GAMES[game], 0, [wallet; 4]);
            table.play(&mut Dice(seed), |_, _, done| {
                refused += usize::from(matches!(done, Err(Refused::Funds(_))))
            });
            play(game, seed, wallet, 5);
        }
    }
    assert!(refused > 100, "{refused} refusals for want of money");
}

#[test]
fn transactions_are_undone_by_their_reverse() {
    let table = play(3, 9, 1_000_000, 10);
    let mut balances = table.balances.clone();
    for transaction in table.journal.iter().rev() {
        balances.apply(&transaction.reversed()).unwrap();
    }
    assert_eq!(balances, Balances::new());
}
