//! What an audit found, for people and for machines.

use crate::journal::time_of;
use crate::output::with_cents;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use tercet_audit::{Finding, Report};
use tercet_ledger::{Account, Name};
use tercet_rules::{Money, shown};

/// How many rounds in play are listed for people.
const IN_PLAY: usize = 5;

/// How many rounds that ended without their seed are listed for people.
const LOST: usize = 20;

/// The report for people.
pub(super) fn text(store: &str, report: &Report, asked: usize) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        let _cannot_fail = writeln!(text, "{words}");
    };
    line(format!("Audit of {}", shown(store, usize::MAX)));
    let span = report.span_ms.map_or(String::new(), |(first, last)| {
        format!(", written from {} to {}", time_of(first), time_of(last))
    });
    line(format!("  {} records{span}", report.records));
    let rounds = &report.rounds;
    line(format!(
        "  {} rounds: {} settled again, {} void, {} in play, {} not looked at to their end",
        rounds.opened, rounds.settled, rounds.void, rounds.in_play, rounds.unchecked
    ));
    // One of which more is wrong is listed, too, and counted as not looked at.
    let lost = rounds.lost.max(report.lost.len() as u64);
    if lost > 0 {
        line(format!(
            "  {} ended without {}: the operator said that the key of the seeds was lost. Whether it was cannot be known from here; what \
             was dealt can never be proved:",
            if lost == 1 { "One round".into() } else { format!("{lost} rounds") },
            if lost == 1 { "its seed" } else { "their seeds" }
        ));
    }
    for one in report.lost.iter().take(LOST) {
        let money =
            if one.paid { "paid before, which nobody can check" } else { "void, and every stake is back" };
        line(format!(
            "    round {} at {}, one of {} in play, record {}, {}: {money}; {}",
            one.round,
            one.table,
            one.of,
            one.record,
            time_of(one.at_ms),
            shown(&one.reason, 400)
        ));
    }
    let unsaid = lost - report.lost.len().min(LOST) as u64;
    if unsaid > 0 {
        line(format!("    … and {unsaid} more, ended later (--json lists more of them)"));
    }
    // A pit has hundreds in play at any time; one that hangs is among the oldest.
    let mut in_play: Vec<_> = report.in_play.iter().collect();
    in_play.sort_by_key(|one| one.since_ms);
    for one in in_play.iter().take(IN_PLAY) {
        line(format!(
            "    round {} at {} is in play since {}: its cards, and what is paid on them, are for the next audit",
            one.round,
            one.table,
            time_of(one.since_ms)
        ));
    }
    if in_play.len() > IN_PLAY {
        line(format!("    … and {} more, begun later (all of them with --json)", in_play.len() - IN_PLAY));
    }
    let moved = report.moved.all().into_iter().filter(|(_, units)| *units != 0);
    let moved: Vec<_> = moved.map(|(name, units)| (name.replace('_', " "), money(units))).collect();
    let held = held(report).map(|(name, units)| (name.to_owned(), money(units)));
    let mut sums = [("Money that moved", moved), ("What is where now", held.into())];
    with_cents(sums.iter_mut().flat_map(|(_, sums)| sums).map(|(_, amount)| amount));
    for (title, sums) in sums {
        line(format!("  {title}:"));
        sums.iter().for_each(|(name, amount)| line(format!("    {name:14} {amount:>18}")));
    }
    if let Some(root) = report.root {
        line(format!("  Root of the {} records: {root}", report.records));
    }
    match (asked, report.checkpoints) {
        (0, _) => line(
            "  No checkpoint was given: a journal that was written anew, or whose end was cut off, would not show.".into(),
        ),
        (asked, fits) => line(format!("  {fits} of {asked} checkpoints fit")),
    }
    let (count, kept) = (report.findings.count(), report.findings.kept());
    if count == 0 {
        line("Nothing was found: the journal is sound.".into());
        return text;
    }
    line(format!("{count} {}:", if count == 1 { "finding" } else { "findings" }));
    let widest = kept.iter().map(|finding| finding.kind.as_str().len()).max().unwrap_or_default();
    for finding in kept {
        line(format!("  {:widest$}  {}", finding.kind.as_str(), shown(&finding.to_string(), usize::MAX)));
    }
    if (kept.len() as u64) < count {
        line(format!(
            "  … and {} more, which are not listed (--findings N); in all:",
            count - kept.len() as u64
        ));
        for (kind, count) in report.findings.counts() {
            line(format!("    {:18} {count}", kind.as_str()));
        }
    }
    text
}

fn money(units: i128) -> String {
    i64::try_from(units)
        .map_or_else(|_| format!("{units} units"), |units| Money::from_units(units).to_string())
}

/// What accounts of each sort hold together.
fn held(report: &Report) -> [(&'static str, i128); 8] {
    let mut sums =
        ["world", "house", "banks", "wallets", "layouts", "held", "meters", "reserves"].map(|name| (name, 0));
    for (account, holds) in report.balances.all() {
        let sort = match account {
            Account::World => 0,
            Account::House => 1,
            Account::Bank(_) => 2,
            Account::Wallet(_) => 3,
            Account::Layout(..) => 4,
            Account::Held(..) => 5,
            Account::Meter(_) => 6,
            Account::Reserve(_) => 7,
        };
        sums[sort].1 += i128::from(holds.units());
    }
    sums
}

/// The report for programs, as docs/AUDIT.md describes it.
pub(super) fn json(store: &str, report: &Report) -> String {
    let sums = |all: &[(&str, i128)]| -> Map<String, Value> {
        all.iter().map(|(name, units)| ((*name).to_owned(), number(*units))).collect()
    };
    let rounds = &report.rounds;
    let value = json!({
        "store": store,
        "sound": report.is_sound(),
        "records": report.records,
        "head": report.head.to_string(),
        "root": report.root.map(|root| root.to_string()),
        "checkpoints": report.checkpoints,
        "first": report.span_ms.map(|(first, _)| time_of(first)),
        "last": report.span_ms.map(|(_, last)| time_of(last)),
        "rounds": {
            "opened": rounds.opened,
            "settled": rounds.settled,
            "void": rounds.void,
            "lost": rounds.lost,
            "in_play": rounds.in_play,
            "unchecked": rounds.unchecked,
        },
        "in_play": report.in_play.iter().map(|one| json!({
            "table": one.table.as_str(), "round": one.round, "since": time_of(one.since_ms),
        })).collect::<Value>(),
        "lost": report.lost.iter().map(|one| json!({
            "table": one.table.as_str(), "round": one.round, "record": one.record, "at": time_of(one.at_ms),
            "reason": one.reason, "paid": one.paid, "of": one.of,
        })).collect::<Value>(),
        "moved": sums(&report.moved.all()),
        "held": sums(&held(report)),
        "findings": report.findings.kept().iter().map(finding).collect::<Value>(),
        "unlisted": report.findings.count() - report.findings.kept().len() as u64,
        "counts": report.findings.counts().iter()
            .map(|(kind, count)| (kind.as_str().to_owned(), json!(count)))
            .collect::<Map<_, _>>(),
    });
    format!("{value}\n")
}

fn finding(finding: &Finding) -> Value {
    json!({
        "kind": finding.kind.as_str(),
        "record": finding.record,
        "table": finding.table.as_ref().map(Name::as_str),
        "round": finding.round,
        "account": finding.account.as_ref().map(ToString::to_string),
        "found": finding.found.map(number),
        "expected": finding.expected.map(number),
        "message": finding.message,
    })
}

/// A number; as text where it is beyond what programs read exactly.
fn number(units: i128) -> Value {
    i64::try_from(units).map_or_else(|_| Value::from(units.to_string()), Value::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tercet_audit::InPlay;
    use tercet_store::Failure;

    #[test]
    fn of_many_rounds_in_play_the_oldest_are_listed_and_the_others_counted() {
        let mut report = Report::unreadable(&Failure::Corrupt("a store for the test".into()));
        for round in 1..=8 {
            let table = Name::new(&format!("t{round}")).unwrap();
            report.in_play.push(InPlay { table, round, since_ms: 9_000 - round * 1_000 });
        }
        let text = text("tables.db", &report, 0);
        let listed: Vec<_> = text.lines().filter(|line| line.contains("is in play")).collect();
        assert_eq!(listed.len(), IN_PLAY);
        assert!(listed[0].starts_with("    round 8 at t8 is in play since 1970-01-01T00:00:01"), "{text}");
        assert!(text.contains("… and 3 more, begun later (all of them with --json)"), "{text}");
        report.in_play.truncate(IN_PLAY);
        assert!(!super::text("tables.db", &report, 0).contains("more"));
    }

    /// Dollars stand below dollars and cents below cents, whether an amount has any or not.
    #[test]
    fn amounts_line_up() {
        let mut report = Report::unreadable(&Failure::Corrupt("a store for the test".into()));
        (report.moved.cash_in, report.moved.contributed) = (1_000_000, 624);
        let text = text("tables.db", &report, 0);
        let amounts: Vec<&str> = text.lines().filter(|line| line.contains('$')).collect();
        assert!(amounts.len() >= 10 && amounts[0].ends_with(" $10,000.00"), "{text}");
        let points = |line: &str| (line.rfind('.'), line.len());
        assert!(amounts.iter().all(|line| points(line) == points(amounts[0])), "{text}");
    }
}
