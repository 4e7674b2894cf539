//! How a round goes.

use crate::page::{Block, Section, Sources, Text};
use crate::words::{floor, line_names, listed, names, number};
use tercet_rules::words::capital;
use tercet_rules::{CardSection, DealBy, DealOrder, Game, LineOf, OnFold, Stage, Wager, WagerNo, Way};

/// The section about a round, from the bets to the pays.
pub(crate) fn section(game: &Game) -> Option<Section> {
    let mut steps = vec![bets(game), deal(game)];
    steps.extend(decision(game));
    steps.push(dealer(game));
    steps.push(pays(game));
    let mut blocks = vec![Block::Steps(steps)];
    let procedure = crate::house::texts(game, CardSection::Procedure);
    if !procedure.is_empty() {
        blocks.push(Block::Heading("For the dealer".into()));
        blocks.push(Block::List(procedure));
    }
    Section::unless_empty("How a round goes", blocks)
}

/// The open wagers that satisfy a test.
fn open<'g>(game: &'g Game, test: impl Fn(&Wager) -> bool + 'g) -> impl Iterator<Item = WagerNo> + 'g {
    game.wager_nos().filter(move |no| !game.wager(*no).table.closed && test(game.wager(*no)))
}

fn bets(game: &Game) -> Text {
    let before = names(game, open(game, |wager| wager.stage == Stage::BeforeDeal));
    Text::plain(format!("Bets are made before any card is dealt: {}.", listed(&before, "and")))
}

fn deal(game: &Game) -> Text {
    let ((player, player_cites), (dealer, dealer_cites)) = (&game.player, &game.dealer);
    let best = |cards: u8| if cards == 4 { ", of which the best three play" } else { "" };
    let text = if player == dealer {
        let words = format!(
            "Every player and the dealer get {} cards{}.",
            number(usize::from(*player)),
            best(*player)
        );
        Text::default().and(words, [player_cites, dealer_cites])
    } else {
        let cards = |n: &u8| format!("{} cards{}", number(usize::from(*n)), best(*n));
        Text::of(format!("Every player gets {}.", cards(player)), player_cites)
            .and(format!("The dealer gets {}.", cards(dealer)), [dealer_cites])
    };
    match game.ways.as_slice() {
        [only] => text.and(format!("They are dealt {}.", way(only)), [&only.cites]),
        ways => ways.iter().fold(text, |text, one| {
            text.and(format!("{}: they are dealt {}.", capital(&one.name), way(one)), [&one.cites])
        }),
    }
}

fn way(way: &Way) -> String {
    let by = match way.by {
        DealBy::Rotation => "one card at a time",
        DealBy::Packets => "a whole hand at a time",
    };
    let order = match way.order {
        DealOrder::DealerLast => "from the dealer's left to the right, the dealer last",
        DealOrder::DealerFirst => "to the dealer first, then from the dealer's left to the right",
    };
    format!("{by}, {order}")
}

fn decision(game: &Game) -> Option<Text> {
    let play = game.wager(game.play?);
    let on = &game.wager(game.decided_on()?).name;
    let words = format!("If you have bet {on}, you look at your cards and then bet {} or fold.", play.name);
    let mut text = Text::of(words, &play.amount_cites);
    for then in [OnFold::Forfeit, OnFold::Stays] {
        let wagers: Vec<WagerNo> =
            open(game, |wager| wager.stage == Stage::BeforeDeal && wager.on_fold.0 == then).collect();
        let names = names(game, wagers.iter().copied());
        let cites = wagers.iter().map(|no| &game.wager(*no).on_fold.1);
        let words = match (then, names.as_slice()) {
            (_, []) => continue,
            (OnFold::Forfeit, names) => format!("A fold loses {}.", listed(names, "and")),
            (OnFold::Stays, [one]) => format!("{one} stays in play after a fold."),
            (OnFold::Stays, names) => format!("{} stay in play after a fold.", listed(names, "and")),
        };
        text = text.and(words, cites);
    }
    for bonus in game.bonuses.iter().filter(|bonus| !bonus.table.closed) {
        let words = match bonus.on_fold.0 {
            OnFold::Forfeit => format!("There is no {} after a fold.", bonus.name),
            OnFold::Stays => format!("{} is paid after a fold too.", bonus.name),
        };
        text = text.and(words, [&bonus.on_fold.1]);
    }
    let free = game.wager(game.decided_on()?).required.is_none();
    Some(if free { text.and(format!("Without {on} you have nothing to decide."), []) } else { text })
}

fn dealer(game: &Game) -> Text {
    let cites = &game.qualifier.cites;
    let Some(least) = &game.qualifier.floor else {
        return Text::of("The dealer's cards are shown. The dealer always plays.", cites);
    };
    let least = floor(least);
    Text::of(format!("The dealer's cards are shown. The dealer plays (qualifies) with {least}."), cites)
}

fn pays(game: &Game) -> Text {
    let reconcile = &game.reconcile;
    let from = if reconcile.right_to_left {
        "from the dealer's right to the left"
    } else {
        "from the dealer's left to the right"
    };
    let lines: Vec<LineOf> =
        reconcile.lines.iter().copied().filter(|line| !game.table(*line).closed).collect();
    let lines = line_names(game, &lines);
    let order = if lines.len() > 1 { format!("first {}", lines.join(", then ")) } else { lines.join("") };
    let text = Text::of(format!("Positions are settled {from}."), &reconcile.spots_cites)
        .and(format!("At each position: {order}."), [&reconcile.lines_cites]);
    let envy = game.envy.as_ref();
    text.and_maybe(envy.map(|_| ("Envy bonuses are paid after all positions.".into(), Sources::default())))
}
