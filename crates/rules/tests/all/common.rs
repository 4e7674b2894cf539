//! Games and rounds that the tests share.

use proptest::prelude::*;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use tercet_cards::{Card, Deck};
use tercet_rules::{
    Amount, Choice, Command, Game, GameDoc, Irregular, Money, Phase, Reading as _, Round, Setting, WagerNo,
};

/// The files of the five built-in games and of every game of `testdata/games`.
pub(crate) static DOCS: LazyLock<Vec<GameDoc>> = LazyLock::new(|| {
    let mut docs: Vec<GameDoc> = tercet_games::builtin()
        .iter()
        .map(|game| tercet_games::builtin_doc(game.id).expect("a built-in game"))
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    assert!(files.len() >= 8, "the games of testdata are there");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let doc = tercet_games::read(&text).unwrap_or_else(|faults| panic!("{}: {faults}", file.display()));
        docs.push(doc);
    }
    docs
});

/// The games of those files.
pub(crate) static GAMES: LazyLock<Vec<Arc<Game>>> = LazyLock::new(|| {
    let game = |doc: &GameDoc| doc.check().unwrap_or_else(|faults| panic!("{}: {faults:?}", doc.id));
    DOCS.iter().map(|doc| Arc::new(game(doc))).collect()
});

/// Any of the games.
pub(crate) fn any_game() -> impl Strategy<Value = Arc<Game>> {
    (0..GAMES.len()).prop_map(|i| Arc::clone(&GAMES[i]))
}

/// Those games with policies for irregularities that differ from wager to wager, and other readings beside
/// them: of bonuses and side bets after a fold, of hands that nobody decides.
pub(crate) static POLICIES: LazyLock<Vec<Arc<Game>>> = LazyLock::new(|| {
    let all: Vec<Irregular> = Irregular::NAMES.iter().map(|(_, action)| *action).collect();
    let turned = |doc: &GameDoc, turn: usize| {
        let mut doc = doc.clone();
        let ids: Vec<_> = doc.wagers.iter().map(|wager| wager.id.clone()).collect();
        for (i, rule) in doc.irregular.iter_mut().enumerate() {
            let policy = |no: usize| Setting::Fixed(all[(no * (i + 1) + i + turn) % all.len()]);
            rule.wagers = ids.iter().enumerate().map(|(no, id)| (id.clone(), policy(no))).collect();
        }
        let readings =
            [("R4", "stays"), ("R5", "forfeit"), ("R24", "play-made-hands"), ("R18", "only-with-wager")];
        for (ruling, reading) in readings.iter().skip(turn % 2).step_by(2) {
            // Not every game has the question.
            let _ = tercet_games::variant::set_ruling(&mut doc, ruling, reading);
        }
        Arc::new(doc.check().unwrap_or_else(|faults| panic!("{}: {faults:?}", doc.id)))
    };
    DOCS.iter().flat_map(|doc| (0..all.len()).map(move |turn| turned(doc, turn))).collect()
});

/// Any of the games, under its own policies for irregularities or under others.
pub(crate) fn any_policy() -> impl Strategy<Value = Arc<Game>> {
    let other = (0..POLICIES.len()).prop_map(|i| Arc::clone(&POLICIES[i]));
    prop_oneof![1 => any_game(), 3 => other]
}

/// Any order of the cards.
pub(crate) fn any_deck() -> impl Strategy<Value = Deck> {
    Just(Card::ALL.to_vec()).prop_shuffle().prop_map(|cards| Deck::from_cards(&cards).unwrap())
}

/// One seat's wishes: which wagers, how high in their limits (per mille), and what is decided.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub(crate) spot: u8,
    pub(crate) player: u8,
    pub(crate) wagers: u32,
    pub(crate) height: u16,
    pub(crate) fold: bool,
    pub(crate) times: u8,
}

pub(crate) fn any_wish() -> impl Strategy<Value = Wish> {
    (1..=7u8, 0..4u8, any::<u32>(), 0..1000u16, any::<bool>(), any::<u8>()).prop_map(
        |(spot, player, wagers, height, fold, times)| Wish { spot, player, wagers, height, fold, times },
    )
}

/// A stake within the limits of a wager, for a height in per mille.
pub(crate) fn stake(game: &Game, no: WagerNo, height: u16) -> Money {
    let wager = game.wager(no);
    match &wager.amount {
        Amount::Fixed(money) => *money,
        Amount::Free | Amount::EqualTo(_) | Amount::Times(..) => {
            let Some(limits) = &wager.limits else { return Money::from_units(100 + i64::from(height)) };
            let steps = (limits.max - limits.min).units() / limits.step.units();
            limits.min + Money::from_units(steps * i64::from(height) / 1000 * limits.step.units())
        }
    }
}

/// Runs a whole round as the seats wish; wishes that the rules refuse are passed over. None if no wager
/// stands in the end.
pub(crate) fn play_round(
    game: &Arc<Game>,
    way: usize,
    wishes: &[Wish],
    deck: &Deck,
    meter: Money,
) -> Option<Round> {
    let mut round = Round::open(Arc::clone(game), way % game.ways.len()).unwrap();
    for wish in wishes {
        let seated = round.run(&Command::Sit { spot: wish.spot, player: format!("player {}", wish.player) });
        if seated.is_err() {
            continue;
        }
        for no in game.wager_nos().filter(|no| Some(*no) != game.play) {
            let wager = game.wager(no);
            let wanted = wish.wagers >> no.index() & 1 == 1 || wager.required.is_some();
            let amount = match &wager.amount {
                Amount::EqualTo(of) => stake(game, *of, wish.height),
                Amount::Free | Amount::Fixed(_) | Amount::Times(..) => stake(game, no, wish.height),
            };
            if wanted {
                let _ = round.run(&Command::Place { spot: wish.spot, wager: wager.id.clone(), amount });
            }
        }
    }
    round.run(&Command::CloseWagers).ok()?;
    if !matches!(round.phase(), Phase::Closed { .. }) {
        return None;
    }
    let meter = game.meter.is_some().then_some(meter);
    round.run(&Command::Deal { deck: deck.clone(), meter }).unwrap();
    for wish in wishes {
        let all = game.play_times();
        let times = all.get(usize::from(wish.times) % all.len().max(1)).copied().unwrap_or(1);
        let choice = if wish.fold { Choice::Fold } else { Choice::Play { times } };
        let _ = round.run(&Command::Decide { spot: wish.spot, choice });
    }
    round.run(&Command::Reveal).unwrap();
    Some(round)
}
