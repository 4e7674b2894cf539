//! Who plays at a table: some commit to secrets and keep them, some fold, and one is away once the bets are made.

use crate::rule_card::SEATS;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tercet_drill::dice::Dice;
use tercet_fair::{SeatSecret, seat_hash};
use tercet_ledger::{Key, Name};
use tercet_pit::{Eyes, Handle, NotAsked};
use tercet_rules::{Choice, Money};
use tercet_table::{Ask, Do, NotLive, Stage, TableView, Who};

/// What is asked next has this number in its key.
static ASKED: AtomicU64 = AtomicU64::new(0);

/// Asks; whether it was done. What a table refuses is no matter, as people dawdle; that it has stopped neither.
pub(crate) async fn ask(table: &Handle, who: Who, what: Do) -> bool {
    let number = ASKED.fetch_add(1, Ordering::Relaxed);
    let key = Key::new(&number.to_be_bytes()).expect("a short key");
    match table.ask(Ask::new(who, what), key).await {
        Ok(_) => true,
        Err(NotAsked::Table(NotLive::Refused(_)) | NotAsked::Stopped) => false,
        Err(other) => panic!("{}: {other}", table.name()),
    }
}

pub(crate) async fn floor(table: &Handle, what: Do) -> bool {
    ask(table, Who::Floor(Name::new("flo").expect("a name")), what).await
}

async fn player(table: &Handle, player: &str, what: Do) -> bool {
    ask(table, Who::Player(Name::new(player).expect("a name")), what).await
}

/// Plays for everybody at a table until it stops.
pub(crate) async fn play(table: Handle, mut dice: Dice) {
    let mut watcher = table.watch();
    let mut secrets = Vec::new();
    let mut seen = (0, None);
    for (spot, who) in SEATS {
        if !watcher.view(&Eyes::Spectator).seats.contains_key(&spot) {
            player(&table, who, Do::Sit(spot)).await;
        }
    }
    loop {
        let view = watcher.view(&Eyes::Spectator);
        if seen == (view.round, view.stage) {
            if watcher.changed().await.is_err() {
                return;
            }
            continue;
        }
        seen = (view.round, view.stage);
        match view.stage {
            Some(Stage::Open) => secrets = bets(&table, &view, &mut dice).await,
            Some(Stage::Closed) => {
                for (spot, who, secret) in secrets.drain(..) {
                    if !dice.one_in(6) {
                        player(&table, who, Do::Tell(spot, secret)).await;
                    }
                }
            }
            Some(Stage::Dealt) => {
                // Dee is away; who withheld a secret is refused.
                for (spot, who) in &SEATS[..4] {
                    let choice = if dice.one_in(2) { Choice::Fold } else { Choice::Play { times: 1 } };
                    if !dice.one_in(6) {
                        player(&table, who, Do::Decide(*spot, choice)).await;
                    }
                }
            }
            Some(Stage::Decided | Stage::Settled | Stage::Over) | None => {}
        }
    }
}

async fn bets(table: &Handle, view: &TableView, dice: &mut Dice) -> Vec<(u8, &'static str, SeatSecret)> {
    let context = view.context.as_ref().expect("a round that is open has one");
    let mut secrets = Vec::new();
    for (spot, who) in SEATS {
        if dice.one_in(3) {
            let secret = SeatSecret::new(dice.bytes());
            let hash = seat_hash(context, spot, &secret);
            if player(table, who, Do::Swear(spot, hash)).await {
                secrets.push((spot, who, secret));
            }
        }
        let stake = |dice: &mut Dice| Money::from_units(100 * (1 + i64::from(dice.byte(9))));
        player(table, who, Do::Place(spot, "ante".into(), stake(dice))).await;
        if dice.one_in(2) {
            player(table, who, Do::Place(spot, "pair-plus".into(), stake(dice))).await;
        }
        if !dice.one_in(4) {
            player(table, who, Do::Place(spot, "progressive".into(), Money::from_units(100))).await;
        }
    }
    for (spot, who) in SEATS {
        player(table, who, Do::Ready(spot)).await;
    }
    secrets
}

/// Waits until it is so, and not for ever.
pub(crate) async fn until(what: &str, mut so: impl FnMut() -> bool) {
    for _ in 0..6_000 {
        if so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("it never came to it: {what}");
}
