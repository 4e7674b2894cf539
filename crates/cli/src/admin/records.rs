//! `tercet admin SERVER report` and `events`.

use super::house::House;
use super::request::{Answer, Request, Wrong};
use super::text;
use crate::arguments::{file, whole};
use crate::journal::moment;
use crate::output::file::{WORKBOOK, save};
use std::fmt;
use std::path::PathBuf;

/// Arguments of `tercet admin SERVER report`.
#[derive(clap::Args)]
pub(super) struct Report {
    /// Rounds that were settled at this date or time or later, such as 2026-11-28; from the first if left out. A date begins where --offset and --change say that days do.
    #[arg(long, value_name = "TIME", value_parser = begin)]
    from: Option<Begin>,
    /// Rounds that were settled before this date or time; now if left out.
    #[arg(long, value_name = "TIME", value_parser = begin)]
    to: Option<Begin>,
    /// Days begin so many minutes east of UTC.
    #[arg(long, value_name = "MINUTES")]
    offset: Option<i32>,
    /// Where clocks change within the span: from TIME on days begin so many minutes east of UTC. May be repeated, in the order of time.
    #[arg(long = "change", value_name = "TIME,MINUTES", value_parser = change)]
    changes: Vec<Change>,
    /// Records with commas between: wagers, tables or days.
    #[arg(long, value_name = "PART", num_args = 0..=1, default_missing_value = "wagers", value_parser = ["wagers", "tables", "days"], conflicts_with = "xlsx")]
    csv: Option<String>,
    /// Write a workbook.
    #[arg(long, value_name = "FILE", value_parser = file)]
    xlsx: Option<PathBuf>,
}

/// Arguments of `tercet admin SERVER events`.
#[derive(clap::Args)]
pub(super) struct Events {
    /// From this date or time on.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    from: Option<u64>,
    /// Before this date or time.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    to: Option<u64>,
    /// By whom, as in the books.
    #[arg(long, value_name = "ID")]
    who: Option<String>,
    /// How its word begins, such as `account.`.
    #[arg(long, value_name = "WORD")]
    what: Option<String>,
    /// About whom or what.
    #[arg(long, value_name = "SUBJECT")]
    subject: Option<String>,
    /// How many at most.
    #[arg(long, value_name = "COUNT", value_parser = |text: &str| whole(text, 1..=1_000_u32))]
    limit: Option<u32>,
    /// Go on before this number, as the page before says.
    #[arg(long, value_name = "NUMBER")]
    before: Option<u64>,
}

/// A time as it was said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Begin {
    /// In milliseconds since 1970-01-01 UTC; of a date its first moment in UTC.
    utc_ms: u64,
    /// Whether it is a date: it begins where days do.
    is_date: bool,
}

/// Reads a date or a time.
fn begin(text: &str) -> Result<Begin, String> {
    // A time of RFC 3339 has its hours.
    Ok(Begin { utc_ms: moment(text)?, is_date: !text.contains(':') })
}

/// From when on days begin so many minutes east of UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Change {
    at_ms: u64,
    minutes: i32,
}

impl fmt::Display for Change {
    /// As the interface has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.at_ms, self.minutes)
    }
}

/// Reads a change of clocks; a date is its first moment in UTC.
fn change(text: &str) -> Result<Change, String> {
    let (time, minutes) = text
        .rsplit_once(',')
        .and_then(|(time, minutes)| Some((time, minutes.trim().parse::<i32>().ok()?)))
        .ok_or("expected a time and minutes east of UTC, such as 2026-10-25T01:00:00Z,60")?;
    Ok(Change { at_ms: moment(time)?, minutes })
}

impl Report {
    /// When a time that was said is: a date begins at midnight of the days of this report.
    fn at(&self, said: Begin) -> u64 {
        if !said.is_date {
            return said.utc_ms;
        }
        let midnight = |minutes: i32| said.utc_ms.saturating_add_signed(i64::from(minutes) * -60_000);
        let changes = self.changes.iter();
        changes.fold(midnight(self.offset.unwrap_or(0)), |begins, change| {
            // Where clocks go forward at midnight the day begins with the change itself.
            if begins < change.at_ms { begins } else { midnight(change.minutes).max(change.at_ms) }
        })
    }
}

/// Asks for takings.
pub(super) async fn report(house: &House, report: &Report, as_json: bool) -> Result<Answer, Wrong> {
    if as_json && (report.csv.is_some() || report.xlsx.is_some()) {
        return Err(Wrong::unusable("--json cannot be used with --csv or --xlsx; expected one of them"));
    }
    let request = Request::get("/api/v1/reports/takings")
        .with("from", report.from.map(|from| report.at(from)))
        .with("to", report.to.map(|to| report.at(to)))
        .with("offset", report.offset);
    let request = report.changes.iter().fold(request, |request, change| request.with("change", Some(change)));
    let text = if let Some(path) = &report.xlsx {
        let bytes = house.fetch(&request.with("form", Some("xlsx"))).await?;
        save(path, &bytes, &WORKBOOK).map_err(Wrong::Unusable)?;
        format!("Written to {}.\n", path.display())
    } else if let Some(part) = &report.csv {
        let bytes = house.fetch(&request.with("form", Some("csv")).with("part", Some(part))).await?;
        String::from_utf8(bytes)
            .map_err(|error| Wrong::unusable(format!("records that are no text: {error}")))?
    } else {
        return house.ask(&request.shown(text::TAKINGS)).await;
    };
    Ok(Answer { json: serde_json::Value::Null, shape: text::TAKINGS, text: Some(text) })
}

impl Events {
    pub(super) fn request(&self) -> Request {
        Request::get("/api/v1/events")
            .with("from", self.from)
            .with("to", self.to)
            .with("who", self.who.as_ref())
            .with("what", self.what.as_ref())
            .with("subject", self.subject.as_ref())
            .with("limit", self.limit)
            .with("before", self.before)
            .shown(text::EVENTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_clocks_is_a_time_and_minutes() {
        let read = |text| change(text).map(|change| change.to_string());
        assert_eq!(read("2026-10-25T01:00:00Z,60"), Ok("1792890000000,60".into()));
        assert_eq!(read("2026-11-28, -300"), Ok("1795824000000,-300".into()));
        for text in
            ["", "2026-10-25", "2026-10-25,", "2026-10-25,an hour", ",60", "yesterday,60", "2026-10-25,60,60"]
        {
            assert!(change(text).is_err_and(|why| why.starts_with("expected ")), "{text}");
        }
    }

    /// A date is a day of the report, on both sides of a change of clocks; a time is what it says.
    #[test]
    fn a_date_begins_where_the_days_of_the_report_do() {
        let at_midnight = change("2026-11-30T19:45:00Z,315").unwrap();
        let winter = change("2026-10-25T01:00:00Z,60").unwrap();
        for (offset, changes, said, begins) in [
            (None, vec![], "2026-10-24", "2026-10-24T00:00:00Z"),
            (Some(120), vec![], "2026-10-24", "2026-10-23T22:00:00Z"),
            (Some(-300), vec![], "2026-10-24", "2026-10-24T05:00:00Z"),
            (Some(120), vec![winter], "2026-10-25", "2026-10-24T22:00:00Z"),
            (Some(120), vec![winter], "2026-10-26", "2026-10-25T23:00:00Z"),
            (Some(120), vec![winter], "2026-10-26T00:00:00Z", "2026-10-26T00:00:00Z"),
            (Some(120), vec![winter], "2026-10-26T00:00:00+02:00", "2026-10-25T22:00:00Z"),
            (Some(255), vec![at_midnight], "2026-12-01", "2026-11-30T19:45:00Z"),
            (Some(120), vec![], "1970-01-01", "1970-01-01T00:00:00Z"),
        ] {
            let report = Report { from: None, to: None, offset, changes, csv: None, xlsx: None };
            assert_eq!(Ok(report.at(begin(said).unwrap())), moment(begins), "{said} by {offset:?}");
        }
    }
}
