//! The page about a simulation.

use super::Answered;
use tercet_protocol::odds::QUANTILES;
use tercet_report::document::{Block, Document, Section, Set, Table, head};
use tercet_report::words::{grouped, percent};
use tercet_rules::{LineOf, Money};
use tercet_sim::exact::{Edge, End, FAR, LineFigures, RARE, either_side};
use tercet_sim::{Bins, METER_STEPS, Sessions, meter_step, place_of, ruin_step};

/// The page.
pub(super) fn document(answered: &Answered<'_>) -> Document {
    let played = answered.played;
    let game = played.prepared.game();
    let mut sections = vec![figures(answered)];
    sections.extend(answered.figures().lines.iter().filter_map(|line| Some(rows(answered, line, line.of?))));
    sections.push(house(answered));
    sections.extend(answered.sessions().map(|(sessions, bins)| ends(answered, sessions, bins)));
    sections.extend((played.tally.meter.highest > 0).then(|| meter(answered)));
    let mut notes = Section::new("Notes");
    notes.blocks.push(Block::List(said(answered)));
    sections.push(notes);
    let mut about: Vec<String> = head(answered.loaded()).into();
    about.push(format!(
        "{} rounds at {}, seed {}, {} engine",
        grouped(played.tally.rounds),
        tables_of(played.prepared.setup.tables()),
        played.seed,
        played.engine
    ));
    about.extend(played.seats.iter().cloned());
    Document { title: format!("{} as it was played", game.name), head: about, sections }
}

/// In how many times something of this chance happens once.
fn once_in(chance: f64) -> String {
    format!("{:.0}", 1.0 / chance)
}

/// `one table`, `3 tables`
fn tables_of(tables: u32) -> String {
    if tables == 1 { "one table".into() } else { format!("{tables} tables") }
}

/// What a line is called.
pub(super) fn name(answered: &Answered<'_>, line: &LineFigures) -> String {
    line.of.map_or_else(|| "Envy".into(), |of| answered.played.prepared.game().line_name(of).to_owned())
}

/// Units as money.
fn money(units: i128) -> String {
    i64::try_from(units)
        .map_or_else(|_| format!("${}", grouped(units / 100)), |units| Money::from_units(units).to_string())
}

/// A figure of dollars that is no whole number of cents.
fn dollars(units: f64) -> String {
    if units.is_nan() {
        return "unknown".into();
    }
    let sign = if units < 0.0 { "-" } else { "" };
    format!("{sign}${:.2}", (units / 100.0).abs())
}

fn figures(answered: &Answered<'_>) -> Section {
    let mut section = Section::new("Beside the exact figures");
    let words = if answered.figures().far {
        format!(
            "WARNING: what was played differs from the exact figures by more than chance explains (more than {FAR:.0} standard errors, or rows or sessions as odd as once in {} times).",
            once_in(RARE)
        )
    } else {
        "What was played differs from the exact figures by no more than chance explains.".into()
    };
    section.text(words);
    let mut table = Table::new(&[
        ("", Set::Left),
        ("staked", Set::Right),
        ("won", Set::Right),
        ("house", Set::Right),
        ("house edge", Set::Right),
        ("± 95%", Set::Right),
        ("exact", Set::Right),
        ("off by", Set::Right),
    ]);
    for line in &answered.figures().lines {
        table.row(line_of(name(answered, line), [line.staked, line.won, line.hold()], line.edge.as_ref()));
    }
    let lines = &answered.figures().lines;
    let sum = |what: fn(&LineFigures) -> i128| lines.iter().map(what).sum();
    let sums = [sum(|line| line.staked), sum(|line| line.won), sum(LineFigures::hold)];
    table.row(line_of("All".into(), sums, answered.figures().total.as_ref()));
    section.blocks.push(Block::Table(table));
    section.text("House edges are per unit staked before the deal: those of Play and of bonuses per unit of the wager that they belong to. Off by: in standard errors.");
    section
}

fn line_of(name: String, sums: [i128; 3], edge: Option<&Edge>) -> [String; 8] {
    let [staked, won, house] = sums.map(money);
    let share = |value: Option<f64>| value.map(percent).unwrap_or_default();
    let reach = edge.and_then(|edge| edge.bounds().map(|(low, high)| (high - low) / 2.0));
    [
        name,
        staked,
        won,
        house,
        share(edge.map(|edge| edge.played)),
        share(reach),
        share(edge.and_then(|edge| edge.exact)),
        edge.and_then(Edge::distance).map(|distance| format!("{distance:+.2}")).unwrap_or_default(),
    ]
}

fn rows(answered: &Answered<'_>, line: &LineFigures, of: LineOf) -> Section {
    let game = answered.played.prepared.game();
    let mut section = Section::new(name(answered, line));
    let mut table = Table::new(&[("", Set::Left), ("hits", Set::Right), ("expected", Set::Right)]);
    for fall in &line.falls {
        let expected = format!("{:.1}", fall.expected);
        let expected = expected
            .split_once('.')
            .and_then(|(whole, part)| Some(format!("{}.{part}", grouped(whole.parse::<i128>().ok()?))));
        table.row([fall.what.words(game, of), grouped(fall.hits), expected.unwrap_or_default()]);
    }
    section.blocks.push(Block::Table(table));
    for fall in line.falls.iter().filter(|fall| fall.too_often) {
        let what = fall.what.words(game, of);
        section.text(format!("WARNING: {what} was hit more often than chance explains."));
    }
    if let Some(fit) = &line.fit {
        let freedom = if fit.degrees == 1 { "degree" } else { "degrees" };
        section.text(format!(
            "At the first spot with this bet: chi-square {:.2} with {} {freedom} of freedom; so much or more by chance {}.",
            fit.statistic,
            fit.degrees,
            percent(fit.chance)
        ));
    }
    section
}

fn house(answered: &Answered<'_>) -> Section {
    let played = answered.played;
    let mut section = Section::new("The house");
    if let Some((mean, deviation)) = answered.figures().per_round {
        let tables = f64::from(played.prepared.setup.tables());
        let rounds = played.rounds_per_hour * tables;
        section.text(format!(
            "In a round the house wins {} on average, with a standard deviation of {}. At {rounds:.1} rounds an hour at {} it wins {} an hour, with a standard deviation of {}.",
            dollars(mean),
            dollars(deviation),
            tables_of(played.prepared.setup.tables()),
            dollars(mean * rounds),
            dollars(deviation * rounds.sqrt())
        ));
    }
    section
}

fn ends(answered: &Answered<'_>, sessions: &Sessions, bins: Bins) -> Section {
    let mut section = Section::new("Sessions");
    if sessions.count == 0 {
        section.text("No session was played to its end.");
        return section;
    }
    let share = |count: u64| percent(count as f64 / sessions.count as f64);
    let average = |sum: i128| sum as f64 / sessions.count as f64;
    let mean = average(sessions.net);
    let deviation = (average(sessions.net_squared) - mean * mean).max(0.0).sqrt();
    section.text(format!(
        "{} sessions of up to {} rounds: {} ended ahead, {} even. On average the player is up {}, with a standard deviation of {}; at best {}, at worst {}.",
        grouped(sessions.count),
        grouped(answered.played.prepared.setup.session().unwrap_or(1)),
        share(sessions.ahead),
        share(sessions.even),
        dollars(mean),
        dollars(deviation),
        sessions.best.map(|net| Money::from_units(net).to_string()).unwrap_or_default(),
        sessions.worst.map(|net| Money::from_units(net).to_string()).unwrap_or_default()
    ));
    section.text(format!(
        "On the way the player was down from the best moment so far by {} on average, and by {} at worst. {} rounds were played in a session on average.",
        dollars(average(sessions.drawdown)),
        Money::from_units(sessions.worst_drawdown),
        format_args!("{:.1}", sessions.rounds as f64 / sessions.count as f64)
    ));
    if answered.played.prepared.habits.iter().any(|habit| habit.bankroll.is_some()) {
        let ruin = if sessions.ruined == 0 {
            String::new()
        } else {
            format!(
                ", after {:.1} rounds on average",
                sessions.rounds_to_ruin as f64 / sessions.ruined as f64
            )
        };
        section.text(format!(
            "{} ended because the bankroll did not cover another round{ruin}; {} reached their goal.",
            share(sessions.ruined),
            share(sessions.reached)
        ));
    }
    fates(answered, &mut section);
    let session = answered.played.prepared.setup.session().unwrap_or(1);
    let mut columns = vec![
        ("share of sessions", Set::Right),
        ("end at or below", Set::Right),
        ("are never down by more than", Set::Right),
    ];
    if sessions.ruined > 0 {
        columns.push(("of the ruined: are so by round", Set::Right));
    }
    let mut table = Table::new(&columns);
    let in_money =
        |units: Option<i64>| units.map(|units| Money::from_units(units).to_string()).unwrap_or_default();
    for share in QUANTILES {
        let mut row = vec![
            format!("{:.0}%", share * 100.0),
            in_money(sessions.quantile(share, bins)),
            in_money(sessions.drawdown_quantile(share, bins)),
        ];
        row.extend(sessions.ruin_quantile(share, session).map(grouped));
        table.rows.push(row);
    }
    section.blocks.push(Block::Table(table));
    section.text(format!(
        "Results are told apart in steps of {}, and times of ruin in steps of {}; what stands there is the end of a step.",
        Money::from_units(bins.width),
        rounds_of(ruin_step(session))
    ));
    section
}

/// `one round`, `3 rounds`
fn rounds_of(rounds: u64) -> String {
    if rounds == 1 { "one round".into() } else { format!("{} rounds", grouped(rounds)) }
}

/// How sessions ended, beside the exact chances.
fn fates(answered: &Answered<'_>, section: &mut Section) {
    let mut table = Table::new(&[
        ("", Set::Left),
        ("played", Set::Right),
        ("exact", Set::Right),
        ("off by", Set::Right),
        ("so far off by chance", Set::Right),
    ]);
    let off = |distance: Option<f64>| distance.map(|distance| format!("{distance:+.2}")).unwrap_or_default();
    let mut not = Vec::new();
    for fate in &answered.figures().fates {
        let ends = match &fate.beside {
            Ok(ends) => ends,
            Err(why) => {
                not.push(format!("Spot {}: no exact chances stand here, as {why}.", fate.spot));
                continue;
            }
        };
        for share in &ends.shares {
            let words = match share.end {
                End::Ahead => "ahead",
                End::Even => "even",
                End::Ruined => "ruin",
                End::Reached => "goal",
            };
            table.row([
                format!("spot {}: {words}", fate.spot),
                percent(share.played),
                percent(share.exact),
                off(share.distance),
                percent(share.chance),
            ]);
        }
        if let Some(rounds) = &ends.rounds {
            table.row([
                format!("spot {}: rounds of a session", fate.spot),
                format!("{:.3}", rounds.played),
                format!("{:.3}", rounds.exact),
                off(rounds.distance),
                String::new(),
            ]);
        }
        if fate.is_far() {
            section.text(format!(
                "WARNING: at spot {} sessions ended otherwise than chance explains.",
                fate.spot
            ));
        }
    }
    if answered.figures().fates.iter().any(|fate| fate.beside.is_ok()) {
        section.blocks.push(Block::Table(table));
        section.text("Exact: from the law of one round, as `tercet session` has it, at the first spot of each kind. Off by: in standard errors.");
    }
    not.into_iter().for_each(|words| section.text(words));
}

fn meter(answered: &Answered<'_>) -> Section {
    let (played, meter) = (answered.played, &answered.played.tally.meter);
    let mut section = Section::new("The meter");
    let highest = Money::from_units(meter.highest);
    if meter.hits == 0 {
        section.text(format!("It was not hit. It held {highest} at most."));
        return section;
    }
    let rounds = played.tally.rounds as f64 / meter.hits as f64;
    let hours = rounds / (played.rounds_per_hour * f64::from(played.prepared.setup.tables()));
    section.text(format!(
        "It was hit {} times: once in {rounds:.0} rounds, or in {hours:.1} hours. It held {} on average when it was hit, from {} to {}; the most at any deal was {highest}. Players added {}, and {} were paid from it.",
        grouped(meter.hits),
        dollars(meter.at_hit as f64 / meter.hits as f64),
        meter.lowest_hit.map(|held| Money::from_units(held).to_string()).unwrap_or_default(),
        meter.highest_hit.map(|held| Money::from_units(held).to_string()).unwrap_or_default(),
        money(meter.added),
        money(meter.paid)
    ));
    let start = played.prepared.game().meter.as_ref().map_or(Money::ZERO, |meter| meter.start);
    let mut table = Table::new(&[("share of hits", Set::Right), ("held less than", Set::Right)]);
    for share in [0.1, 0.25, 0.5, 0.75, 0.9, 0.99] {
        if let Some(place) = place_of(&meter.held, share).filter(|place| *place < METER_STEPS - 1) {
            let steps = i64::try_from(place).unwrap_or(i64::MAX) + 1;
            let below = Money::from_units(start.units() + steps * meter_step(start));
            table.row([format!("{:.0}%", share * 100.0), below.to_string()]);
        }
    }
    section.blocks.push(Block::Table(table));
    section
}

/// What must be known beside the figures.
fn said(answered: &Answered<'_>) -> Vec<String> {
    let played = answered.played;
    let mut notes = played.notes.clone();
    notes.push(format!(
        "By chance alone one figure in {} is {FAR:.0} standard errors off or more.",
        once_in(either_side(FAR))
    ));
    notes.push(format!(
        "{} of {} rounds: each has a stream of chance of its own, and begins with the meter where it was told to stand and with new sessions.",
        played.chunks(),
        grouped(played.prepared.setup.chunk())
    ));
    notes.push("How long a round takes is an assumption: --round-seconds and --seat-seconds.".into());
    notes
}
