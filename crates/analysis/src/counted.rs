//! The deals of a bet, counted before anything is paid or decided.

use crate::bet::Bet;
use crate::decks::Pack;
use crate::hands::Hands;
use crate::known::Known;
use crate::law::Told;
use crate::numbered::Numbered;
use crate::plan::Plan;
use crate::players::Players;
use crate::strengths::Strengths;
use crate::symmetry::Symmetry;
use crate::worlds::Worlds;
use tercet_cards::{CardSet, combinations};
use tercet_rules::Game;

/// The player's hands, told apart as far as a bet can, and how many dealer hands are in each world against each.
pub(crate) struct Counted<'g> {
    pub(crate) plan: Plan<'g>,
    pub(crate) told: Told,
    pub(crate) worlds: Worlds,
}

impl<'g> Counted<'g> {
    /// One deck, as far as these hands of the player's go.
    pub(crate) fn over(game: &'g Game, bet: &Bet, hands: &Hands) -> Counted<'g> {
        let plan = Plan::new(game, bet);
        let strengths = Strengths::under(game.ace);
        let players = Players::of(&plan, strengths, hands);
        let worlds = Worlds::count(game, &plan, strengths, hands, &players.hands);
        Counted { plan, told: players.told(), worlds }
    }

    /// One deck of which some cards are known before the player decides; they can be so.
    pub(crate) fn knowing(game: &'g Game, bet: &Bet, known: &Known) -> Counted<'g> {
        let mut plan = Plan::new(game, bet);
        plan.symmetry = plan.symmetry.keeping(known.dealer).keeping(known.dead);
        let mut players = Players::of(&plan, Strengths::under(game.ace), &Hands::all(game.player.0));
        players.keep(|hand| hand.intersection(known.all()).is_empty());
        Counted::against_each(game, plan, players, known)
    }

    /// The same for a player with these cards.
    pub(crate) fn given(game: &'g Game, bet: &Bet, cards: CardSet, known: &Known) -> Counted<'g> {
        let mut plan = Plan::new(game, bet);
        plan.symmetry = Symmetry::none();
        let players = Players::one(&plan, Strengths::under(game.ace), cards);
        Counted::against_each(game, plan, players, known)
    }

    /// Takes every dealer hand that is still possible by itself.
    fn against_each(game: &'g Game, plan: Plan<'g>, players: Players, known: &Known) -> Counted<'g> {
        let strengths = Strengths::under(game.ace);
        let mut rest = CardSet::FULL.difference(known.all());
        if let [only] = &*players.classes {
            rest = rest.difference(only.representative);
        }
        let dealers = combinations(rest, known.unseen(game));
        let dealers: Vec<Numbered> =
            dealers.map(|hand| Numbered::new(hand.union(known.dealer), strengths)).collect();
        let worlds = Worlds::count_each(game, &plan, strengths, &players, &dealers);
        Counted { plan, told: players.told(), worlds }
    }

    /// Several decks shuffled together; the bet reads no more than three cards.
    pub(crate) fn of_pack(game: &'g Game, bet: &Bet, pack: &Pack) -> Counted<'g> {
        let plan = Plan::new(game, bet);
        let told = pack.told(game, &plan);
        let worlds = pack.worlds(game, &plan, &told);
        Counted { plan, told, worlds }
    }

    /// The player's hands, class by class: how many, the place of their kind, and the dealer hands by world.
    pub(crate) fn classes(&self) -> impl Iterator<Item = (u64, usize, &[u32])> {
        let rows = self.worlds.counts.chunks_exact(self.worlds.worlds.len().max(1));
        let kinds = self.told.kind.iter().map(|kind| usize::from(*kind));
        kinds.zip(rows).enumerate().map(|(class, (kind, row))| (self.told.classes.size(class), kind, row))
    }
}
