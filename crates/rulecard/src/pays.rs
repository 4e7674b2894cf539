//! What the bets pay.

use crate::page::{Block, Section, Sources, Table, Text};
use crate::words::{against_dealer, decided_by, example_stake, gets, is_grid, listed, names, odds, pay, won};
use std::cmp::Ordering;
use tercet_rules::words::capital;
use tercet_rules::{
    Aggregate, Basis, Cites, Cut, Due, Game, HandTest, LineOf, Money, Odds, Pay, Row, Table as PayTable,
    WagerNo,
};

/// The section with every pay table.
pub(crate) fn section(game: &Game) -> Option<Section> {
    let mut blocks = vec![Block::Text(how_to_read(game))];
    blocks.extend(grid(game));
    let wagers = game.wager_nos().map(LineOf::Wager);
    let bonuses = (0..game.bonuses.len()).map(LineOf::Bonus);
    for line in wagers.chain(bonuses).filter(|line| !is_grid(game.table(*line))) {
        blocks.extend(pay_table(game, line));
    }
    Section::unless_empty("What the bets pay", blocks)
}

/// Every pay of an open table, with a stake for an example.
fn all_pays(game: &Game) -> impl Iterator<Item = (Pay, Money)> {
    let wagers = game.wager_nos().map(|no| (LineOf::Wager(no), no));
    let bonuses = game.bonuses.iter().enumerate().map(|(i, bonus)| (LineOf::Bonus(i), bonus.on));
    wagers.chain(bonuses).filter(|(line, _)| !game.table(*line).closed).flat_map(|(line, on)| {
        let stake = example_stake(game, on);
        let table = game.table(line);
        let otherwise = table.otherwise.iter().map(|(pay, _)| *pay);
        table.rows.iter().map(|row| row.pays).chain(otherwise).map(move |pay| (pay, stake))
    })
}

/// What the words of the tables mean, with examples; only words that the tables use.
fn how_to_read(game: &Game) -> Text {
    let mut text = Text::default();
    for basis in [Basis::To, Basis::For] {
        if let Some((example, stake)) = telling(all_pays(game), basis) {
            text = text.and(odds(game, example, stake), []);
        }
    }
    if all_pays(game).any(|(pay, _)| matches!(pay, Pay::Meter(_))) {
        text = text.and("A share of the meter is all you get, too: the bet is not returned.", []);
    }
    if let Some((award, _)) = all_pays(game).find(|(pay, _)| matches!(pay, Pay::Fixed(_, Basis::For))) {
        text = text.and(format!("\"{award}\" is all you get: the bet is not returned."), []);
    }
    if all_pays(game).any(|(pay, _)| pay == Pay::Push) {
        text = text.and("\"Push\": your bet comes back and wins nothing.", []);
    }
    let lines = game.wager_nos().map(LineOf::Wager).chain((0..game.bonuses.len()).map(LineOf::Bonus));
    let several: Vec<&Cites> = lines.map(|line| &game.table(line).several_rows).collect();
    text.and("A hand that fits several lines of a table is paid once, by the first of them.", several)
}

/// Odds to explain odds by: preferably more than even money.
fn telling(pays: impl Iterator<Item = (Pay, Money)>, basis: Basis) -> Option<(Odds, Money)> {
    let odds = pays.filter_map(|(pay, stake)| match pay {
        Pay::Odds(odds) if odds.basis() == basis => Some((odds, stake)),
        Pay::Odds(_) | Pay::Lose | Pay::Push | Pay::Fixed(..) | Pay::Meter(_) => None,
    });
    let all: Vec<(Odds, Money)> = odds.collect();
    let more = all.iter().find(|(odds, _)| odds.num() > odds.den());
    more.or(all.first()).copied()
}

/// The wagers that only compare the hands, side by side.
fn grid(game: &Game) -> Vec<Block> {
    let wagers: Vec<WagerNo> = game.wager_nos().filter(|no| is_grid(&game.wager(*no).table)).collect();
    if wagers.is_empty() {
        return Vec::new();
    }
    let names = names(game, wagers.iter().copied());
    let qualifies = game.qualifier.floor.is_some();
    let rows = cases(game, &wagers).into_iter().map(|case| {
        let dealer =
            qualifies.then(|| if case.qualifies { "qualifies" } else { "does not qualify" }.to_owned());
        let cells = dealer.into_iter().chain([case.player.to_owned()]);
        (cells.chain(case.pays.iter().map(|one| pay(*one))).collect(), case.sources)
    });
    let rows: Vec<(Vec<String>, Sources)> = rows.collect();
    let dealer = qualifies.then(|| "Dealer".to_owned());
    let head = dealer.into_iter().chain(["Your hand".to_owned()]).chain(names.iter().cloned()).collect();
    vec![
        Block::Heading(format!("{}, against the dealer", listed(&names, "and"))),
        Block::Table(Table { head, rows }),
    ]
}

/// A line of the grid.
struct Case {
    qualifies: bool,
    player: &'static str,
    pays: Vec<Pay>,
    sources: Sources,
}

const VERSUS: [(Ordering, &str); 3] =
    [(Ordering::Greater, "higher"), (Ordering::Equal, "equal"), (Ordering::Less, "lower")];

/// The ways in which hands can meet; those of a dealer's hand stand in one line where all are paid alike.
fn cases(game: &Game, wagers: &[WagerNo]) -> Vec<Case> {
    let case = |qualifies: bool, (versus, player): (Ordering, &'static str)| {
        let cells = wagers.iter().map(|no| decided(&game.wager(*no).table, qualifies, versus));
        let (pays, cites): (Vec<Pay>, Vec<Cites>) = cells.unzip();
        Case { qualifies, player, pays, sources: Sources::of(&cites) }
    };
    let mut cases = Vec::new();
    let states: &[bool] = if game.qualifier.floor.is_some() { &[false, true] } else { &[true] };
    for &qualifies in states {
        let [first, second, third] = VERSUS.map(|versus| case(qualifies, versus));
        let alike = |other: &Case| other.pays == first.pays && other.sources == first.sources;
        if alike(&second) && alike(&third) {
            cases.push(Case { player: "any", ..first });
        } else {
            cases.extend([first, second, third]);
        }
    }
    cases
}

/// What a table that asks nothing of the hand pays, and by what.
fn decided(table: &PayTable, qualifies: bool, versus: Ordering) -> (Pay, Cites) {
    let row = table.rows.iter().find(|row| row.admits(versus, qualifies));
    let otherwise = || table.otherwise.clone().unwrap_or((Pay::Lose, Cites::default()));
    row.map_or_else(otherwise, |row| (row.pays, row.cites.clone()))
}

/// The pay table of a wager or bonus.
fn pay_table(game: &Game, line: LineOf) -> Vec<Block> {
    let table = game.table(line);
    let name = game.line_name(line);
    if table.closed {
        let cites = table.posted.clone().unwrap_or_default();
        let words = match line {
            LineOf::Wager(_) => "The house has posted no pays. The bet is closed.",
            LineOf::Bonus(_) => "The house has posted no pays. No such bonus is paid.",
        };
        return vec![Block::Heading(format!("{name} (closed)")), Block::Text(Text::of(words, &cites))];
    }
    let stake = example_stake(game, game.wager_of(line));
    let mut text = about(game, line);
    if let Some(cites) = &table.posted {
        text = text.and("House table: the source leaves these pays to the house, which posts them.", [cites]);
    }
    let heading = if table.posted.is_some() { format!("{name} (house table)") } else { name.to_owned() };
    let mut blocks = vec![Block::Heading(heading), Block::Text(text), Block::Table(rows(game, line, stake))];
    if let Some(limit) = beyond_limit(game, line, stake) {
        let words = format!("The amounts are those before the limit of {}.", limit.most);
        blocks.push(Block::Text(Text::of(words, &limit.cites)));
    }
    blocks
}

fn about(game: &Game, line: LineOf) -> Text {
    let table = game.table(line);
    match line {
        LineOf::Wager(_) => Text::plain(format!("Decided by {}.", decided_by(game, table))),
        LineOf::Bonus(i) => {
            let bonus = &game.bonuses[i];
            let on = &game.wager(bonus.on).name;
            let cards = crate::words::cards(game, table);
            let words = format!("Not a bet of its own: it is paid on the amount of your {on}.");
            let text = Text::of(words, &bonus.on_cites);
            let due = match bonus.due.0 {
                Due::Always => format!("Decided by {cards}, whatever the dealer holds."),
                Due::DealerQualifies => format!("Decided by {cards}; due only when the dealer qualifies."),
            };
            text.and(due, [&bonus.due.1])
        }
    }
}

fn rows(game: &Game, line: LineOf, stake: Money) -> Table {
    let table = game.table(line);
    let bonus = matches!(line, LineOf::Bonus(_));
    let versus = against_dealer(table);
    let envy = table.rows.iter().any(|row| row.envy.is_some());
    let gets = |pays: Pay| {
        if bonus { won(game, pays, stake).unwrap_or_default().to_string() } else { gets(game, pays, stake) }
    };
    let cells = |hand: String, against: String, pays: Pay, others: Option<Money>| {
        let mut cells = vec![hand];
        if versus {
            cells.push(against);
        }
        cells.extend([pay(pays), gets(pays)]);
        if envy {
            cells.push(others.map(|money| money.to_string()).unwrap_or_default());
        }
        cells
    };
    let mut rows: Vec<(Vec<String>, Sources)> = table
        .rows
        .iter()
        .map(|row| {
            let cells = cells(hand(row), against(row), row.pays, row.envy);
            (cells, Sources::of([&row.cites]))
        })
        .collect();
    if let Some((pays, cites)) = &table.otherwise {
        rows.push((cells("Anything else".into(), String::new(), *pays, None), Sources::of([cites])));
    }
    let mut head = vec!["Hand".to_owned()];
    if versus {
        head.push("Your hand is".into());
    }
    head.extend(["Pays".into(), format!("On {stake}")]);
    if envy {
        head.push("Envy".into());
    }
    Table { head, rows }
}

fn hand(row: &Row) -> String {
    match &row.hand {
        None | Some(HandTest::Any) => "Any hand".into(),
        Some(HandTest::AnyOf(tests)) => {
            let tests: Vec<String> = tests.iter().map(ToString::to_string).collect();
            capital(&listed(&tests, "or"))
        }
        Some(test) => capital(&test.to_string()),
    }
}

/// What a row asks of the comparison with the dealer.
fn against(row: &Row) -> String {
    let asked = VERSUS.iter().filter(|(versus, _)| row.player.contains(versus));
    let versus: Vec<&str> = asked.map(|(_, word)| *word).collect();
    let versus = listed(&versus, "or");
    match (row.dealer, versus.is_empty()) {
        (None, _) => versus,
        (Some(true), true) => "dealer qualifies".into(),
        (Some(false), true) => "dealer does not qualify".into(),
        (Some(true), false) => format!("{versus}, dealer qualifies"),
        (Some(false), false) => format!("{versus}, dealer does not qualify"),
    }
}

/// A limit that an example of the table, taken alone, would exceed.
fn beyond_limit(game: &Game, line: LineOf, stake: Money) -> Option<&Aggregate> {
    let table = game.table(line);
    let most_paid = |limit: &Aggregate| {
        let counted = table.rows.iter().filter_map(|row| {
            let won = won(game, row.pays, stake)?;
            let stakes = matches!(limit.cut, Cut::InOrderWithStakes | Cut::ProportionalWithStakes);
            let returned = stakes && row.pays.returns_stake() && matches!(line, LineOf::Wager(_));
            Some(if returned { won + stake } else { won })
        });
        counted.max().unwrap_or_default()
    };
    game.aggregates.iter().find(|limit| limit.lines.contains(&line) && most_paid(limit) > limit.most)
}
