//! What two games say differently: settings, rows of pay tables, readings of rulings.

use super::pairs::Pairs;
use crate::words::listed;
use tercet_protocol::odds::Difference;
use tercet_rules::{
    Amount, Bonus, DealBy, DealOrder, Game, LineOf, Reading as _, Stage, Table, Wager, WagerNo, words,
};

/// Something that is said of a game: what, and how.
type Said = (String, String);

/// The settings that differ.
pub(super) fn settings(a: &Game, b: &Game, pairs: &Pairs) -> Vec<Difference> {
    let mut all = differences(&of_the_game(a), &of_the_game(b));
    for pair in pairs.all() {
        match *pair {
            (Some(one), Some(other)) => {
                let label = label(a, one, b, other);
                let named = |game: &Game, line| -> Vec<Said> {
                    of_a_line(game, line)
                        .into_iter()
                        .map(|(what, how)| (format!("{label}: {what}"), how))
                        .collect()
                };
                all.extend(differences(&named(a, one), &named(b, other)));
            }
            (one, other) => {
                let name = |game: &Game, line: LineOf| game.line_name(line).to_owned();
                let line = one.map(|line| a.line_id(line)).or_else(|| other.map(|line| b.line_id(line)));
                all.push(Difference {
                    what: line.map_or_else(String::new, ToString::to_string),
                    a: one.map(|line| name(a, line)),
                    b: other.map(|line| name(b, line)),
                });
            }
        }
    }
    all
}

/// The rows that differ, of tables that answer each other.
pub(super) fn rows(a: &Game, b: &Game, pairs: &Pairs) -> Vec<Difference> {
    let mut all = Vec::new();
    for pair in pairs.all() {
        let (Some(one), Some(other)) = *pair else { continue };
        let label = label(a, one, b, other);
        let said = |table: &Table| -> Vec<Said> {
            table_rows(table).into_iter().map(|(hand, pays)| (format!("{label}: {hand}"), pays)).collect()
        };
        all.extend(differences(&said(a.table(one)), &said(b.table(other))));
    }
    all
}

/// The readings that differ.
pub(super) fn rulings(a: &Game, b: &Game) -> Vec<Difference> {
    let said = |game: &Game| -> Vec<Said> {
        game.rulings.iter().map(|ruling| (ruling.id.to_string(), ruling.chosen.clone())).collect()
    };
    differences(&said(a), &said(b))
}

/// What one says otherwise than the other, in the order of the first.
fn differences(a: &[Said], b: &[Said]) -> Vec<Difference> {
    let find =
        |said: &[Said], what: &str| said.iter().find(|(known, _)| known == what).map(|(_, how)| how.clone());
    let first = a.iter().map(|(what, how)| (what, Some(how.clone()), find(b, what)));
    let rest = b
        .iter()
        .filter(|(what, _)| find(a, what).is_none())
        .map(|(what, how)| (what, None, Some(how.clone())));
    first
        .chain(rest)
        .filter(|(_, a, b)| a != b)
        .map(|(what, a, b)| Difference { what: what.clone(), a, b })
        .collect()
}

/// `pair-plus`, or `pair-plus / lucky-pairs`
fn label(a: &Game, one: LineOf, b: &Game, other: LineOf) -> String {
    let (one, other) = (a.line_id(one), b.line_id(other));
    if one == other { one.to_string() } else { format!("{one} / {other}") }
}

fn of_the_game(game: &Game) -> Vec<Said> {
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let ids = |lines: &[LineOf]| {
        lines.iter().map(|line| game.line_id(*line).to_string()).collect::<Vec<_>>().join(", ")
    };
    let mut all: Vec<Said> = vec![
        ("cards to each player".into(), game.player.0.to_string()),
        ("cards to the dealer".into(), game.dealer.0.to_string()),
        ("ace".into(), game.ace.name().into()),
        (
            "dealer qualifies".into(),
            game.qualifier.floor.as_ref().map_or_else(|| "always".into(), ToString::to_string),
        ),
        ("spots".into(), game.spots.to_string()),
        ("positions of one player".into(), game.positions.most.to_string()),
        ("positions must be neighbours".into(), yes(game.positions.adjacent)),
        ("positions beyond that".into(), game.positions.beyond.name().into()),
        ("ways to deal".into(), ways(game)),
        (
            "order of the spots".into(),
            if game.reconcile.right_to_left { "right to left" } else { "left to right" }.into(),
        ),
        ("order of payment".into(), ids(&game.reconcile.lines)),
        ("a player who does not decide".into(), game.timeout.0.name().into()),
        ("fractions of a cent".into(), game.rounding.0.name().into()),
    ];
    for (i, limit) in game.aggregates.iter().enumerate() {
        let how = format!("{} on {}, cut {}", limit.most, ids(&limit.lines), limit.cut.name());
        all.push((format!("limit {} on what is paid together", i + 1), how));
    }
    if let Some(meter) = &game.meter {
        let mut how = format!(
            "{}, starts at {}, {} of each wager",
            game.wager(meter.wager).id,
            meter.start,
            meter.rate
        );
        if meter.reserve.hundredths() > 0 {
            how.push_str(&format!(", {} to the reserve", meter.reserve));
        }
        if let Some(cap) = meter.cap {
            how.push_str(&format!(", at most {cap}"));
        }
        all.push(("meter".into(), how));
        all.push(("several shares of the meter".into(), meter.hits.0.name().into()));
    }
    if let Some(envy) = &game.envy {
        all.push(("envy".into(), game.wager(envy.wager).id.to_string()));
        all.push(("envy at one's own other position".into(), envy.own_positions.0.name().into()));
        all.push(("hands that give envy".into(), envy.hands.0.name().into()));
    }
    for rule in &game.irregular {
        let each: Vec<String> = game
            .wager_nos()
            .zip(&rule.wagers)
            .map(|(no, (action, _))| format!("{} {}", game.wager(no).id, action.name()))
            .collect();
        // One word where it is the same for all.
        let first = rule.wagers.first().map_or("", |(action, _)| action.name());
        let alike = rule.wagers.iter().all(|(action, _)| action.name() == first);
        all.push((rule.event.clone(), if alike { first.to_owned() } else { each.join(", ") }));
    }
    all
}

fn ways(game: &Game) -> String {
    let ways: Vec<String> = game
        .ways
        .iter()
        .map(|way| {
            let by = match way.by {
                DealBy::Rotation => "one card at a time",
                DealBy::Packets => "each hand at once",
            };
            let order = match way.order {
                DealOrder::DealerLast => "dealer last",
                DealOrder::DealerFirst => "dealer first",
            };
            format!("{by}, {order}")
        })
        .collect();
    ways.join("; ")
}

fn of_a_line(game: &Game, line: LineOf) -> Vec<Said> {
    let table = game.table(line);
    let mut all = match line {
        LineOf::Wager(no) => of_a_wager(game, game.wager(no)),
        LineOf::Bonus(i) => of_a_bonus(game, &game.bonuses[i]),
    };
    all.push(("name".into(), game.line_name(line).into()));
    all.push(("reads".into(), table.reads.name().into()));
    all.push(("posted".into(), if table.closed { "no table: closed" } else { "yes" }.into()));
    all
}

fn of_a_wager(game: &Game, wager: &Wager) -> Vec<Said> {
    let id = |no: WagerNo| game.wager(no).id.to_string();
    let amount = match &wager.amount {
        Amount::Free => "as the player likes".into(),
        Amount::Fixed(money) => format!("always {money}"),
        Amount::EqualTo(of) => format!("equal to {}", id(*of)),
        Amount::Times(times, of) => {
            let times: Vec<String> = times.iter().map(|times| format!("{times}x")).collect();
            format!("{} {}", times.join(", "), id(*of))
        }
    };
    let mut all: Vec<Said> = vec![
        ("required".into(), if wager.required.is_some() { "yes" } else { "no" }.into()),
        ("amount".into(), amount),
    ];
    if wager.stage == Stage::BeforeDeal {
        all.push(("after a fold".into(), wager.on_fold.0.name().into()));
    }
    let needs: Vec<String> = wager
        .needs
        .iter()
        .map(|needs| needs.any_of.iter().map(|no| id(*no)).collect::<Vec<_>>().join(" or "))
        .collect();
    all.push(("needs".into(), if needs.is_empty() { "nothing".into() } else { listed(&needs) }));
    if let Some(limits) = &wager.limits {
        all.push(("limits".into(), format!("{} to {} in steps of {}", limits.min, limits.max, limits.step)));
    }
    all
}

fn of_a_bonus(game: &Game, bonus: &Bonus) -> Vec<Said> {
    vec![
        ("paid on".into(), game.wager(bonus.on).id.to_string()),
        ("due".into(), bonus.due.0.name().into()),
        ("after a fold".into(), bonus.on_fold.0.name().into()),
    ]
}

fn table_rows(table: &Table) -> Vec<Said> {
    let mut all: Vec<Said> = Vec::new();
    for row in &table.rows {
        let envy = row.envy.map(|envy| format!(", envy {envy}")).unwrap_or_default();
        let said = (words::condition(row), format!("{}{envy}", row.pays));
        // Of rows with one condition the first decides.
        if !all.iter().any(|(hand, _)| *hand == said.0) {
            all.push(said);
        }
    }
    if let Some((pay, _)) = &table.otherwise {
        all.push(("any other hand".into(), pay.to_string()));
    }
    all
}
