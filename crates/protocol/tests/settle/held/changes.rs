//! Small changes to a game file, each of which a round could show.

use super::cells::same_cells;
use tercet_cards::{Ace, Rank, Suit};
use tercet_rules::{
    AmountDoc, Basis, BonusDoc, Cites, Due, Floor, GameDoc, HandTest, LimitsDoc, Money, Odds, OnFold, Pay,
    PaysDoc, RowDoc, RuleId, RulingId, Setting, Suits, WagerDoc, WagerId,
};

/// A small change to a game, with its name.
pub(super) struct Change {
    pub(super) name: String,
    pub(super) make: Box<dyn Fn(&mut GameDoc)>,
}

fn change(name: String, make: impl Fn(&mut GameDoc) + 'static) -> Change {
    Change { name, make: Box::new(make) }
}

/// Where a pay table stands in a file.
type Place = fn(&mut GameDoc, usize) -> &mut PaysDoc;

/// Every small change that the settlement of a round could show.
pub(super) fn changes(doc: &GameDoc) -> Vec<Change> {
    let mut all = Vec::new();
    for (i, wager) in doc.wagers.iter().enumerate() {
        wager_changes(&mut all, doc, i, wager);
    }
    for (i, bonus) in doc.bonuses.iter().enumerate() {
        bonus_changes(&mut all, doc, i, bonus);
    }
    if let Some(floor) = &doc.dealer.qualifies {
        for rank in [Rank::Jack, Rank::Queen, Rank::King, Rank::Ace] {
            let other = Floor::HighCard(vec![rank]);
            if other != *floor {
                all.push(change(format!("the dealer qualifies with {other}"), move |doc| {
                    doc.dealer.qualifies = Some(other.clone());
                }));
            }
        }
        all.push(change("the dealer always qualifies".into(), |doc| doc.dealer.qualifies = None));
    }
    if let Setting::Fixed(Ace::HighAndLow) = doc.cards.ace.value {
        all.push(change("the ace is high only".into(), |doc| {
            doc.cards.ace.value = Setting::Fixed(Ace::HighOnly);
        }));
    }
    all.push(change("one position less".into(), |doc| doc.table.spots -= 1));
    all.push(change("a player may bet three positions".into(), |doc| doc.table.positions = 3));
    all.push(change("a player may bet positions apart".into(), |doc| doc.table.adjacent = false));
    if doc.meter.is_some() {
        all.push(change("the meter starts higher".into(), |doc| {
            doc.meter.as_mut().expect("there").start = Money::from_units(200_000);
        }));
        cites(&mut all, "the meter", doc, |doc| &mut doc.meter.as_mut().expect("there").cites);
    }
    if doc.envy.is_some() {
        cites(&mut all, "envy", doc, |doc| &mut doc.envy.as_mut().expect("there").cites);
    }
    for i in 0..doc.aggregates.len() {
        all.push(change("the aggregate limit is a dollar higher".into(), move |doc| {
            doc.aggregates[i].most += Money::from_units(100);
        }));
        all.push(change("no aggregate limit".into(), move |doc| drop(doc.aggregates.remove(i))));
        for gone in &doc.reconcile.lines {
            let gone = gone.clone();
            all.push(change(format!("the aggregate limit does not count {gone}"), move |doc| {
                let lines = doc.reconcile.lines.iter();
                doc.aggregates[i].lines = lines.filter(|id| **id != gone).cloned().collect();
            }));
        }
        cites(&mut all, "the aggregate limit", doc, move |doc| &mut doc.aggregates[i].cites);
    }
    for i in 1..doc.reconcile.lines.len() {
        let (a, b) = (&doc.reconcile.lines[i - 1], &doc.reconcile.lines[i]);
        all.push(change(format!("{b} is paid before {a}"), move |doc| doc.reconcile.lines.swap(i - 1, i)));
    }
    // Where nothing limits what lines win together, their order moves no money, and no line names it.
    if !doc.aggregates.is_empty() {
        cites(&mut all, "the order of lines", doc, |doc| &mut doc.reconcile.lines_cites);
    }
    all
}

fn wager_changes(all: &mut Vec<Change>, doc: &GameDoc, i: usize, wager: &WagerDoc) {
    let name = &wager.id;
    pays(all, doc, name, &wager.pays, i, |doc, i| &mut doc.wagers[i].pays);
    if let Some(on_fold) = &wager.on_fold {
        if let Setting::Fixed(value) = on_fold.value {
            let other = if value == OnFold::Stays { OnFold::Forfeit } else { OnFold::Stays };
            all.push(change(format!("{name}: a fold does the opposite"), move |doc| {
                doc.wagers[i].on_fold.as_mut().expect("there").value = Setting::Fixed(other);
            }));
        }
        // A wager that stays is settled by a row, and names the rule of that.
        let stays = |chosen: &str| chosen == "stays";
        let goes = match &on_fold.value {
            Setting::Fixed(value) => *value == OnFold::Forfeit,
            Setting::ByRuling(id) => !doc.ruling(id).is_some_and(|ruling| stays(&ruling.chosen)),
        };
        if goes {
            let what = format!("{name}, folded");
            cites(all, &what, doc, move |doc| &mut doc.wagers[i].on_fold.as_mut().expect("there").cites);
        }
    }
    if wager.required.is_some() {
        all.push(change(format!("{name}: not required"), move |doc| doc.wagers[i].required = None));
    }
    // What every spot must have cannot be missing beside a wager that needs it.
    let required = |id: &WagerId| doc.wagers.iter().any(|other| other.id == *id && other.required.is_some());
    let telling = |j: &usize| !wager.needs[*j].any_of.iter().any(required);
    for j in (0..wager.needs.len()).filter(telling) {
        all.push(change(format!("{name}: needs[{j}] gone"), move |doc| drop(doc.wagers[i].needs.remove(j))));
        for k in 0..wager.needs[j].any_of.len() {
            all.push(change(format!("{name}: needs[{j}] without its number {k}"), move |doc| {
                drop(doc.wagers[i].needs[j].any_of.remove(k));
            }));
        }
    }
    match &wager.amount {
        AmountDoc::Free => {}
        AmountDoc::Fixed(_) => all.push(change(format!("{name}: twice the fixed amount"), move |doc| {
            doc.wagers[i].amount = AmountDoc::Fixed(Money::from_units(200));
        })),
        AmountDoc::EqualTo(_) => all.push(change(format!("{name}: any amount"), move |doc| {
            doc.wagers[i].amount = AmountDoc::Free;
        })),
        AmountDoc::Times(_, of) => {
            let of = of.clone();
            all.push(change(format!("{name}: twice as much"), move |doc| {
                doc.wagers[i].amount = AmountDoc::Times(vec![2], of.clone());
            }));
        }
    }
    if wager.limits.is_some() {
        limits(all, name, i);
    }
}

fn bonus_changes(all: &mut Vec<Change>, doc: &GameDoc, i: usize, bonus: &BonusDoc) {
    let name = &bonus.id;
    pays(all, doc, name, &bonus.pays, i, |doc, i| &mut doc.bonuses[i].pays);
    if let Setting::Fixed(Due::Always) = bonus.due.value {
        all.push(change(format!("{name}: due only when the dealer qualifies"), move |doc| {
            doc.bonuses[i].due.value = Setting::Fixed(Due::DealerQualifies);
        }));
    }
    // Ante and Play are equal wherever a bonus is paid on one of them: which, `card_rules.rs` holds.
    let equal = |id: &WagerId| *id == *"ante" || *id == *"play";
    for wager in doc.wagers.iter().filter(|wager| !(equal(&wager.id) && equal(&bonus.on))) {
        let on = wager.id.clone();
        all.push(change(format!("{name}: paid on {on}"), move |doc| doc.bonuses[i].on = on.clone()));
    }
}

/// Another rule, and another ruling, than the file names.
fn cites(
    all: &mut Vec<Change>,
    what: &str,
    doc: &GameDoc,
    of: impl Fn(&mut GameDoc) -> &mut Cites + Copy + 'static,
) {
    let mut copy = doc.clone();
    let cites = of(&mut copy);
    if cites.rule.is_some() {
        all.push(change(format!("{what}: another rule"), move |doc| {
            of(doc).rule = Some(RuleId::from("other"))
        }));
    }
    if cites.ruling.is_some() {
        all.push(change(format!("{what}: another ruling"), move |doc| {
            of(doc).ruling = Some(RulingId::from("X9"));
        }));
    }
}

fn pays(all: &mut Vec<Change>, doc: &GameDoc, name: &WagerId, pays: &PaysDoc, at: usize, of: Place) {
    for (i, row) in pays.rows.iter().enumerate() {
        let no = i + 1;
        let pay = other_pay(row.pays);
        all.push(change(format!("{name}: row {no} pays `{pay}` instead of `{}`", row.pays), move |doc| {
            of(doc, at).rows[i].pays = pay;
        }));
        if row.envy.is_some() {
            all.push(change(format!("{name}: row {no} gives a dollar of envy"), move |doc| {
                of(doc, at).rows[i].envy = Some(Money::from_units(100));
            }));
            all.push(change(format!("{name}: row {no} gives no envy"), move |doc| {
                of(doc, at).rows[i].envy = None;
            }));
        }
        // A row that counts under another reading than the file's is held by rows that take that reading.
        let in_force = row
            .when
            .as_ref()
            .is_none_or(|when| doc.ruling(&when.ruling).is_some_and(|ruling| ruling.chosen == when.reading));
        if in_force {
            cites(all, &format!("{name}: row {no}"), doc, move |doc| &mut of(doc, at).rows[i].cites);
            for (what, other) in other_rows(row, &pays.rows) {
                let changed = change(format!("{name}: row {no} {what}"), move |doc| {
                    of(doc, at).rows[i] = other.clone();
                });
                all.extend(tells(doc, name, &changed).then_some(changed));
            }
        }
        if i > 0 {
            let swapped = change(format!("{name}: row {no} before row {i}"), move |doc| {
                of(doc, at).rows.swap(i - 1, i);
            });
            all.extend(tells(doc, name, &swapped).then_some(swapped));
        }
    }
    if let Some(otherwise) = &pays.otherwise {
        let pay = other_pay(otherwise.value);
        all.push(change(format!("{name}: anything else is `{pay}`"), move |doc| {
            of(doc, at).otherwise.as_mut().expect("there").value = pay;
        }));
        cites(all, &format!("{name}: anything else"), doc, move |doc| {
            &mut of(doc, at).otherwise.as_mut().expect("there").cites
        });
    }
    if pays.several_rows.ruling.is_some() {
        cites(all, &format!("{name}: several rows"), doc, move |doc| &mut of(doc, at).several_rows);
    }
}

/// Whether a change of a table matters to any hand that can stand there.
fn tells(doc: &GameDoc, name: &WagerId, change: &Change) -> bool {
    let mut changed = doc.clone();
    (change.make)(&mut changed);
    let (Ok(was), Ok(is)) = (doc.check(), changed.check()) else { return false };
    let of = was.reconcile.lines.iter().find(|of| was.line_id(**of) == name).expect("a line");
    !same_cells(&was, &is, *of)
}

/// The row with another hand or, where it asks about the dealer, another condition.
///
/// That the other tables ask nothing of the dealer is held by `card_rules.rs`.
fn other_rows(row: &RowDoc, rows: &[RowDoc]) -> Vec<(String, RowDoc)> {
    let mut all = Vec::new();
    let mut add = |what: String, make: &dyn Fn(&mut RowDoc)| {
        let mut other = row.clone();
        make(&mut other);
        if other != *row {
            all.push((what, other));
        }
    };
    let asks = row.dealer.is_some() || !row.player.is_empty();
    for dealer in [None, Some(true), Some(false)].into_iter().filter(|_| asks) {
        add(format!("asks {dealer:?} of the dealer"), &|row| row.dealer = dealer);
    }
    use std::cmp::Ordering::{Equal, Greater, Less};
    for versus in [Greater, Equal, Less].into_iter().filter(|_| asks) {
        add(format!("counts too when {versus:?}"), &|row| {
            if !row.player.is_empty() && !row.player.contains(&versus) {
                row.player.push(versus);
            }
        });
        add(format!("does not count when {versus:?}"), &|row| {
            if row.player.is_empty() {
                row.player = vec![Greater, Equal, Less];
            }
            row.player.retain(|other| *other != versus);
        });
    }
    for i in 0..row.hand.len() {
        if row.hand.len() > 1 {
            add(format!("without `{}`", row.hand[i]), &|row| drop(row.hand.remove(i)));
        }
        for other in other_tests(&row.hand[i], rows) {
            add(format!("asks `{other}` instead of `{}`", row.hand[i]), &|row| row.hand[i] = other.clone());
            add(format!("takes `{other}` too"), &|row| row.hand.push(other.clone()));
        }
    }
    all
}

/// Tests that are near another: those of the other rows of its table, and the same in other suits.
fn other_tests(test: &HandTest, rows: &[RowDoc]) -> Vec<HandTest> {
    let mut tests: Vec<HandTest> = rows.iter().flat_map(|row| row.hand.iter().cloned()).collect();
    if let HandTest::Ranks(ranks, _) = test {
        let suits = Suit::ALL.map(Suits::Of).into_iter().chain([Suits::Same, Suits::Any]);
        tests.extend(suits.map(|suits| HandTest::Ranks(ranks.clone(), suits)));
    }
    tests.push(HandTest::Any);
    tests.sort_by_key(ToString::to_string);
    tests.dedup();
    tests
}
/// A pay that is a little off.
pub(super) fn other_pay(pay: Pay) -> Pay {
    match pay {
        Pay::Lose => Pay::Push,
        Pay::Push => Pay::Lose,
        Pay::Odds(odds) => Pay::Odds(Odds::new(odds.num() + 1, odds.den(), odds.basis()).expect("odds")),
        Pay::Fixed(amount, basis) => Pay::Fixed(amount + Money::from_units(100), basis),
        Pay::Meter(_) => Pay::Odds(Odds::new(1000, 1, Basis::For).expect("odds")),
    }
}

fn limits(all: &mut Vec<Change>, name: &WagerId, i: usize) {
    let dollar = Money::from_units(100);
    let mut limit = |what: &str, make: fn(&mut LimitsDoc, Money)| {
        all.push(change(format!("{name}: {what}"), move |doc| {
            make(doc.wagers[i].limits.as_mut().expect("there"), dollar);
        }));
    };
    limit("a dollar less is enough", |limits, dollar| {
        limits.min = if limits.min > dollar { limits.min - dollar } else { Money::from_units(50) };
        limits.step = Money::from_units(50);
    });
    limit("a dollar more is taken", |limits, dollar| limits.max += dollar);
    limit("half steps are taken", |limits, _| limits.step = Money::from_units(50));
}
