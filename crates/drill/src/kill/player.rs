//! Somebody who plays at a table of the pit, and knows of it what a player may see.

use super::by_pit::Asks;
use super::child::{say_cards, secret};
use super::wish::What;
use crate::books::Wrong;
use crate::dice::Dice;
use std::sync::Arc;
use tercet_fair::{SeatSecret, seat_hash};
use tercet_ledger::Name;
use tercet_pit::Eyes;
use tercet_table::{Stage, Status, TableView};

/// A player at one position of one table.
pub(super) struct Player {
    pub(super) asks: Arc<Asks>,
    pub(super) table: &'static str,
    pub(super) name: &'static str,
    pub(super) spot: u8,
    pub(super) seed: u64,
    pub(super) dice: Dice,
}

impl Player {
    /// Does what each stage of each round asks for, once, until the table takes no more rounds.
    pub(super) async fn plays(mut self) -> Result<(), Wrong> {
        let eyes = Eyes::Player(Name::new(self.name).map_err(|error| error.to_string())?);
        let mut watcher = self.asks.table(self.table)?.watch();
        if !watcher.view(&eyes).seats.contains_key(&self.spot) {
            self.wish(What::Sit(self.spot)).await?;
        }
        let mut seen = (0, None);
        loop {
            let view = watcher.view(&eyes);
            if seen != (view.round, view.stage) {
                seen = (view.round, view.stage);
                match view.stage {
                    Some(Stage::Open) => self.bets(&view).await?,
                    Some(Stage::Closed) => self.tells(&view).await?,
                    Some(Stage::Dealt) => self.decides(&view).await?,
                    Some(Stage::Decided | Stage::Settled | Stage::Over) | None => {}
                }
            } else if view.status != Status::Open && matches!(view.stage, None | Some(Stage::Over)) {
                return Ok(());
            } else {
                watcher.changed().await.map_err(|stopped| stopped.to_string())?;
            }
        }
    }

    async fn wish(&self, what: What) -> Result<(), Wrong> {
        self.asks.wish(self.table, self.name, what).await
    }

    fn secret(&self, view: &TableView) -> SeatSecret {
        secret(self.seed, self.table, view.round, self.spot)
    }

    async fn bets(&mut self, view: &TableView) -> Result<(), Wrong> {
        let context = view.context.as_ref().ok_or("a round without a context")?;
        if !self.dice.one_in(4) {
            let hash = seat_hash(context, self.spot, &self.secret(view));
            self.wish(What::Swear(self.spot, *hash.bytes())).await?;
        }
        let ante = 500 * (1 + i64::from(self.dice.byte(8)));
        self.wish(What::Place(self.spot, "ante".into(), ante)).await?;
        if !self.dice.one_in(3) {
            self.wish(What::Place(self.spot, "progressive".into(), 100)).await?;
        }
        Ok(())
    }

    async fn tells(&mut self, view: &TableView) -> Result<(), Wrong> {
        if !self.dice.one_in(8) {
            let secret = *self.secret(view).tell();
            self.wish(What::Tell(self.spot, secret)).await?;
        }
        Ok(())
    }

    async fn decides(&mut self, view: &TableView) -> Result<(), Wrong> {
        let spots = view.view.iter().flat_map(|view| &view.spots);
        for spot in spots.filter(|spot| spot.spot == self.spot) {
            if let Some(cards) = &spot.cards {
                say_cards(self.table, view.round, &self.spot.to_string(), cards);
            }
        }
        if !self.dice.one_in(5) {
            let times = self.dice.byte(2);
            self.wish(What::Decide(self.spot, times)).await?;
        }
        Ok(())
    }
}
