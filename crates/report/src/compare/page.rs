//! The comparison that people read.

use super::Compared;
use crate::document::{Block, Document, Section, Set, Table, head_as};
use crate::words::{names, percent, signed_percent, stakes};
use tercet_analysis::report::{DOUBLES, State, Total, WagerReport, gain, stakes_not_taken, what_if};
use tercet_protocol::odds::Difference;

/// The comparison as a document.
pub(super) fn page(compared: &Compared) -> Document {
    let (a, b) = (&compared.a.loaded, &compared.b.loaded);
    let of = |side: &str, one: &super::One| {
        head_as(&one.loaded, &named(one)).map(|line| format!("{side}: {line}"))
    };
    let head = [of("A", &compared.a), of("B", &compared.b)].concat();
    let mut sections: Vec<Section> = what_ifs(compared).into_iter().collect();
    sections.push(figures(compared));
    sections.extend(together(compared));
    let before = sections.len();
    for (title, what, list) in [
        ("Pays", "Row", &compared.rows),
        ("Rules", "Setting", &compared.settings),
        ("Rulings", "Ruling", &compared.rulings),
    ] {
        sections.extend(differences(title, what, list));
    }
    if sections.len() == before {
        let mut same = Section::new("Rules");
        same.text(if a.hash == b.hash {
            "The two are one and the same game."
        } else {
            "The two differ only in names, texts and sources."
        });
        sections.push(same);
    }
    Document { title: title(compared), head, sections }
}

/// The names of both; of one name, the letters that the lines below give them.
fn title(compared: &Compared) -> String {
    let (a, b) = (&compared.a, &compared.b);
    let names = (&a.loaded.game.name, &b.loaded.game.name);
    if names.0 != names.1 { format!("{} and {}", names.0, names.1) } else { format!("{}: A and B", names.0) }
}

/// The id of a game, with the path that it was asked for by.
fn named(one: &super::One) -> String {
    let id = one.loaded.game.id.to_string();
    if one.asked == id { id } else { format!("{id} ({})", one.asked) }
}

/// That figures of a side are of no game that the rules allow.
fn what_ifs(compared: &Compared) -> Option<Section> {
    let sides = [("A", &compared.a), ("B", &compared.b)];
    let said =
        |(name, one): (&str, &super::One)| Some(format!("{name}: {}", what_if(&one.loaded.game, one.decks)?));
    let said: Vec<String> = sides.into_iter().filter_map(said).collect();
    (!said.is_empty()).then(|| {
        let mut section = Section::new("What if");
        section.blocks.push(Block::List(said));
        section.text(DOUBLES);
        section
    })
}

fn figures(compared: &Compared) -> Section {
    let mut section = Section::new("Figures");
    section.text("House edge under best play: per unit of the wager that is decided on, or per unit staked.");
    let mut table =
        Table::new(&[("Wager", Set::Left), ("A", Set::Right), ("B", Set::Right), ("Change", Set::Right)]);
    for (a, b) in compared.wagers() {
        let (in_a, in_b) = (a.and_then(WagerReport::figured), b.and_then(WagerReport::figured));
        let edge = |wager: Option<&WagerReport>| match wager.map(|wager| &wager.state) {
            None => "—".into(),
            Some(State::Closed(_)) => "closed".into(),
            Some(State::OneDeck(_)) => "one deck only".into(),
            Some(State::Open(figured)) => percent(figured.house_edge()),
        };
        let change = in_a.zip(in_b).map(|(a, b)| signed_percent(gain(a, b).value())).unwrap_or_default();
        let game = |first: bool| if first { &compared.a.loaded.game } else { &compared.b.loaded.game };
        let name = |first: bool, wager: &WagerReport| names(game(first), &wager.wagers);
        let named = match (a, b) {
            (Some(a), Some(b)) if name(true, a) == name(false, b) => name(true, a),
            (Some(a), Some(b)) => format!("{} / {}", name(true, a), name(false, b)),
            (Some(a), None) => name(true, a),
            (None, Some(b)) => name(false, b),
            (None, None) => String::new(),
        };
        table.row([named, edge(a), edge(b), change]);
    }
    section.blocks.push(Block::Table(table));
    let text = |one: &super::One| one.report.strategy.as_ref().map(|strategy| strategy.text.clone());
    match (text(&compared.a), text(&compared.b)) {
        (Some(a), Some(b)) if a == b => section.text(format!("Best play of both: {a}")),
        (a, b) => {
            let sides = [("Best play of A", a), ("Best play of B", b)];
            let terms = sides.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?)));
            section.blocks.push(Block::Terms(terms.collect()));
        }
    }
    section
}

/// A figure of a bet.
type Figure = fn(&Total) -> f64;

/// The bet that was asked about, as a whole.
fn together(compared: &Compared) -> Option<Section> {
    let (a, b) = (compared.a.report.total.as_ref()?, compared.b.report.total.as_ref()?);
    let mut section = Section::new("The bet together");
    let said = |side: &str, one: &super::One, total: &Total| {
        let staked = stakes(&one.loaded.game, &total.stakes);
        let notes = stakes_not_taken(&one.loaded.game, &total.stakes);
        core::iter::once(format!("{side}: {staked} before the deal."))
            .chain(notes)
            .collect::<Vec<_>>()
            .join(" ")
    };
    section.blocks.push(Block::List(vec![said("A", &compared.a, a), said("B", &compared.b, b)]));
    let mut table =
        Table::new(&[("Figure", Set::Left), ("A", Set::Right), ("B", Set::Right), ("Change", Set::Right)]);
    let shares: [(&str, Figure); 3] = [
        ("House edge, per dollar staked before the deal", Total::house_edge),
        ("Element of risk", Total::element_of_risk),
        ("Hit frequency", |total| total.figures.hit_frequency()),
    ];
    for (name, figure) in shares {
        let (in_a, in_b) = (figure(a), figure(b));
        table.row([name.into(), percent(in_a), percent(in_b), signed_percent(in_b - in_a)]);
    }
    let dollars: [(&str, Figure); 2] = [
        ("Expectation, in dollars a round", |total| total.expectation().value()),
        ("Standard deviation, in dollars", |total| total.figures.standard_deviation()),
    ];
    for (name, figure) in dollars {
        let (in_a, in_b) = (figure(a), figure(b));
        table.row([name.into(), format!("{in_a:.6}"), format!("{in_b:.6}"), format!("{:+.6}", in_b - in_a)]);
    }
    section.blocks.push(Block::Table(table));
    Some(section)
}

fn differences(title: &str, what: &str, list: &[Difference]) -> Option<Section> {
    let mut table = Table::new(&[(what, Set::Left), ("A", Set::Left), ("B", Set::Left)]);
    for difference in list {
        let side = |side: &Option<String>| side.clone().unwrap_or_else(|| "—".into());
        table.row([difference.what.clone(), side(&difference.a), side(&difference.b)]);
    }
    let mut section = Section::new(title);
    section.blocks.push(Block::Table(table));
    (!list.is_empty()).then_some(section)
}
