//! The cards of the rounds that are drawn at once, and where they would lie in a deck.

use crate::setup::{Setup, wagers};
use crate::shuffler::{LANES, Row, card, deck};
use tercet_analysis::{Bet, Play};
use tercet_cards::{Card, Deck};
use tercet_rules::{Decision, Game, Money, RoundRecord, SpotRecord, WagerId, WagerNo, deal_steps};

/// The usual way to deal.
pub(crate) const WAY: usize = 0;

/// How many cards each hand has that is drawn for a round: those of all seats, whoever has left, and the dealer's.
pub(crate) fn hands(setup: &Setup<'_>) -> Vec<usize> {
    let game = setup.game();
    let mut hands = vec![usize::from(game.player.0); setup.seats().len()];
    hands.push(usize::from(game.dealer.0));
    hands
}

/// The rounds that were drawn at once.
#[derive(Clone, Copy)]
pub(crate) struct Drawn<'t> {
    /// The cards of the seats in their order, then the dealer's.
    pub(crate) rows: &'t [Row],
    /// By round: a bit for each seat whose decision is another than its policy says.
    pub(crate) wrong: &'t [u64; LANES],
}

impl<'t> Drawn<'t> {
    /// A hand of so many cards as all before it.
    #[inline]
    pub(crate) fn hand<const CARDS: usize>(self, seat: usize) -> &'t [Row; CARDS] {
        self.rows[seat * CARDS..].first_chunk().expect("every seat has its cards")
    }

    /// The dealer's hand.
    #[inline]
    pub(crate) fn dealer<const CARDS: usize>(self) -> &'t [Row; CARDS] {
        self.rows.last_chunk().expect("the dealer has cards")
    }
}

/// One round of them.
#[derive(Clone, Copy)]
pub(crate) struct Felt<'t> {
    pub(crate) layout: &'t Layout,
    pub(crate) drawn: Drawn<'t>,
    /// Which of the rounds.
    pub(crate) lane: usize,
    /// The meter at the deal.
    pub(crate) meter: Option<Money>,
}

impl Felt<'_> {
    /// The cards of a seat, by its place in the setup.
    pub(crate) fn cards(&self, game: &Game, seat: usize) -> Vec<Card> {
        let count = usize::from(game.player.0);
        self.rows(&self.drawn.rows[seat * count..][..count])
    }

    /// The dealer's cards.
    pub(crate) fn dealer(&self, game: &Game) -> Vec<Card> {
        let seats = self.drawn.rows.len() - usize::from(game.dealer.0);
        self.rows(&self.drawn.rows[seats..])
    }

    fn rows(&self, rows: &[Row]) -> Vec<Card> {
        rows.iter().map(|row| card(row[self.lane])).collect()
    }

    /// A deck that deals these cards.
    pub(crate) fn deck(&self, game: &Game) -> Deck {
        let dealt = &self.layout.dealt;
        let mut top = vec![Card::ALL[0]; dealt.iter().map(|(_, places)| places.len()).sum()];
        for (seat, places) in dealt {
            let cards = seat.map_or_else(|| self.dealer(game), |seat| self.cards(game, seat));
            places.iter().zip(cards).for_each(|(place, card)| top[*place] = card);
        }
        deck(top.into_iter())
    }
}

/// Who is dealt in, and where the cards lie in the deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// Which seats are dealt in, by their places in the setup.
    pub(crate) seats: Vec<usize>,
    /// A bit for each of them.
    pub(crate) here: u32,
    /// By seat dealt in, and for the dealer: the places of its cards.
    dealt: Vec<(Option<usize>, Vec<usize>)>,
}

impl Layout {
    /// For these seats, by the order of the game.
    pub(crate) fn of(setup: &Setup<'_>, seats: &[usize]) -> Layout {
        let game = &**setup.game();
        let spots: Vec<u8> = seats.iter().map(|seat| setup.seats()[*seat].spot).collect();
        // In the sorted deck a card is its place.
        let steps = deal_steps(game, &game.ways[WAY], &spots, &Deck::sorted());
        let places = |spot: Option<u8>| -> Vec<usize> {
            let steps = steps.iter().filter(|step| step.spot == spot);
            steps.flat_map(|step| &step.cards).map(|card| card.index()).collect()
        };
        let players = seats.iter().zip(&spots).map(|(seat, spot)| (Some(*seat), places(Some(*spot))));
        Layout {
            seats: seats.to_vec(),
            here: seats.iter().map(|seat| 1 << seat).sum(),
            dealt: players.chain([(None, places(None))]).collect(),
        }
    }
}

/// A round as it would be recorded, with the decisions of the seats that are dealt in.
pub(crate) fn record(setup: &Setup<'_>, felt: &Felt<'_>, plays: &[Play]) -> RoundRecord {
    let game = &**setup.game();
    let spot = |(number, play): (&usize, &Play)| {
        let seat = &setup.seats()[*number];
        let mut wagers = wagers(game, &seat.bet);
        let several = game.play_times().len() > 1;
        if let (Play::Times(times), Some(on), Some(no), true) = (play, game.decided_on(), game.play, several)
        {
            wagers.extend(play_wager(game, &seat.bet, on, no, *times));
        }
        let decision = match play {
            Play::Nothing => None,
            Play::Fold => Some(Decision::Fold),
            Play::Times(_) => Some(Decision::Play),
        };
        let player = Some(seat.player.clone());
        SpotRecord { spot: seat.spot, player, cards: felt.cards(game, *number), wagers, decision }
    };
    RoundRecord {
        dealer: felt.dealer(game),
        meter: felt.meter,
        spots: felt.layout.seats.iter().zip(plays).map(spot).collect(),
    }
}

fn play_wager(game: &Game, bet: &Bet, on: WagerNo, no: WagerNo, times: u8) -> Option<(WagerId, Money)> {
    let stake = bet.stake(on)?;
    Some((game.wager(no).id.clone(), Money::from_units(stake.units() * i64::from(times))))
}
