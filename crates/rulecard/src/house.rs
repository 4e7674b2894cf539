//! Limits, policies, equipment and the texts that stand in the file as they are.

use crate::page::{Block, Section, Sources, Text};
use crate::words::{line_names, listed, number};
use tercet_rules::words::{capital, effect, irregularity};
use tercet_rules::{Beyond, CardSection, Cites, Cut, Game, IrregularRule, LineOf, Rounding, Timeout};

/// The most that a round pays, if the game sets a limit.
pub(crate) fn limits(game: &Game) -> Option<Section> {
    let all = game.wagers.len() + game.bonuses.len();
    let limits = game.aggregates.iter().map(|limit| {
        let lines = if limit.lines.len() == all {
            "all bets and bonuses of one position together".to_owned()
        } else {
            format!("{} of one position together", listed(&line_names(game, &limit.lines), "and"))
        };
        let rule = Cites { rule: limit.cites.rule.clone(), ruling: None };
        let words = format!("At most {} is paid in one round for {lines}.", limit.most);
        let stakes = match limit.cut {
            Cut::InOrder | Cut::Proportional => "Winnings count; bets that come back do not.",
            Cut::InOrderWithStakes | Cut::ProportionalWithStakes => {
                "Winnings count, and so do bets that come back."
            }
        };
        let cut = match limit.cut {
            Cut::InOrder | Cut::InOrderWithStakes => {
                "Past the limit, the last winnings in the order of payment are shortened."
            }
            Cut::Proportional | Cut::ProportionalWithStakes => {
                "Past the limit, all winnings are shortened in proportion."
            }
        };
        Text::of(words, &rule).and(format!("{stakes} {cut}"), [&limit.cites])
    });
    let limits: Vec<Text> = limits.collect();
    let blocks = if limits.is_empty() { Vec::new() } else { vec![Block::List(limits)] };
    Section::unless_empty("The most a round pays", blocks)
}

/// What the player should know besides.
pub(crate) fn good_to_know(game: &Game) -> Option<Section> {
    let texts = texts(game, CardSection::Player);
    let blocks = if texts.is_empty() { Vec::new() } else { vec![Block::List(texts)] };
    Section::unless_empty("Good to know", blocks)
}

/// What the house decides.
pub(crate) fn policies(game: &Game) -> Option<Section> {
    let mut terms = vec![("Positions".to_owned(), vec![positions(game)])];
    if game.play.is_some() {
        terms.push(("No decision in time".into(), vec![timeout(game)]));
    }
    terms.push(("Fractions of a cent".into(), vec![rounding(game)]));
    let irregular = irregular(game);
    if !irregular.is_empty() {
        terms.push(("Irregularities".into(), irregular));
    }
    Section::unless_empty("House policies", vec![Block::Terms(terms)])
}

fn positions(game: &Game) -> Text {
    let positions = &game.positions;
    let table = format!(
        "The table has {} position{}, counted from the dealer's left.",
        number(usize::from(game.spots)),
        if game.spots == 1 { "" } else { "s" }
    );
    let most = match (positions.most, positions.adjacent) {
        (1, _) => "A player may bet one position.".to_owned(),
        (most, true) => format!("A player may bet {} positions that are next to each other.", up_to(most)),
        (most, false) => format!("A player may bet {} positions.", up_to(most)),
    };
    let beyond = match (positions.beyond, positions.adjacent && positions.most > 1) {
        (Beyond::Refused, true) => "More positions, or others, are refused.",
        (Beyond::Refused, false) => "More positions are refused.",
        (Beyond::Allowed, true) => "The house may allow more positions, or others.",
        (Beyond::Allowed, false) => "The house may allow more positions.",
    };
    Text::plain(table).and(most, [&positions.cites]).and(beyond, [&positions.beyond_cites])
}

fn up_to(most: u8) -> String {
    if most == 2 { "two".into() } else { format!("up to {}", number(usize::from(most))) }
}

fn timeout(game: &Game) -> Text {
    let (timeout, cites) = &game.timeout;
    Text::of(
        match timeout {
            Timeout::Fold => "The hand is folded.",
            Timeout::PlayMadeHands => {
                "The table plays a pair or better, and any hand with a live bet on the player's own cards; it folds the rest."
            }
        },
        cites,
    )
}

fn rounding(game: &Game) -> Text {
    let (rounding, cites) = &game.rounding;
    Text::of(
        match rounding {
            Rounding::Down => "A pay that is not whole in cents is rounded down.",
            Rounding::Nearest => {
                "A pay that is not whole in cents is rounded to the nearest cent, half a cent up."
            }
            Rounding::Up => "A pay that is not whole in cents is rounded up.",
        },
        cites,
    )
}

/// Events that are handled alike share a line.
fn irregular(game: &Game) -> Vec<Text> {
    let mut groups: Vec<(Vec<String>, &IrregularRule)> = Vec::new();
    for rule in &game.irregular {
        let event = irregularity(&rule.event);
        let alike = |known: &IrregularRule| known.wagers == rule.wagers;
        match groups.iter_mut().find(|(_, known)| alike(known)) {
            Some((events, _)) => events.push(event),
            None => groups.push((vec![event], rule)),
        }
    }
    groups
        .into_iter()
        .map(|(events, rule)| {
            let words = format!("{}: {}.", capital(&listed(&events, "or")), effect(game, rule));
            Text::default().and(words, rule.wagers.iter().map(|(_, cites)| cites))
        })
        .collect()
}

/// What is needed at the table.
pub(crate) fn equipment(game: &Game) -> Option<Section> {
    // Where a text of the file states the rule of the pack, it says it in its own words.
    let mut equipment = game.card.iter().filter(|text| text.section == CardSection::Equipment);
    let stated = equipment.any(|text| text.rule.is_some() && text.rule == game.pack.rule);
    let pack = (!stated).then(|| Text::of("One standard pack of 52 cards.", &game.pack));
    let list: Vec<Text> = pack.into_iter().chain(texts(game, CardSection::Equipment)).collect();
    Section::unless_empty("Equipment", vec![Block::List(list)])
}

/// The operator's own texts.
pub(crate) fn operator(game: &Game) -> Option<Section> {
    let texts = texts(game, CardSection::Operator);
    let blocks = if texts.is_empty() { Vec::new() } else { vec![Block::List(texts)] };
    Section::unless_empty("From the house", blocks)
}

/// The texts of a section as they stand in the file.
pub(crate) fn texts(game: &Game, section: CardSection) -> Vec<Text> {
    let texts = game.card.iter().filter(|text| text.section == section);
    texts
        .map(|text| {
            let cites = Cites { rule: text.rule.clone(), ruling: text.ruling.clone() };
            Text::default().and_from(text.text.clone(), Sources::of([&cites]))
        })
        .collect()
}

/// The lines that the house has posted, or left unset.
pub(crate) fn posted(game: &Game) -> Option<Text> {
    let wagers = game.wager_nos().map(LineOf::Wager);
    let lines: Vec<LineOf> = wagers.chain((0..game.bonuses.len()).map(LineOf::Bonus)).collect();
    let of = |closed: bool| -> Vec<LineOf> {
        let posted =
            |line: &&LineOf| game.table(**line).posted.is_some() && game.table(**line).closed == closed;
        lines.iter().filter(posted).copied().collect()
    };
    let cites = |lines: &[LineOf]| -> Vec<Cites> {
        lines.iter().filter_map(|line| game.table(*line).posted.clone()).collect()
    };
    let mut text = None;
    for closed in [false, true] {
        let lines = of(closed);
        let names = listed(&line_names(game, &lines), "and");
        let words = match (closed, lines.len()) {
            (_, 0) => continue,
            (false, 1) => format!("The pay table of {names} is posted by the house, not by the source."),
            (false, _) => format!("The pay tables of {names} are posted by the house, not by the source."),
            (true, 1) => format!("No pay table is posted for {names}: it is closed."),
            (true, _) => format!("No pay tables are posted for {names}: they are closed."),
        };
        text = Some(text.unwrap_or_else(Text::default).and(words, &cites(&lines)));
    }
    text
}
