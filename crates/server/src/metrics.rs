//! What is counted and measured, for whoever watches over the server.
//!
//! Labels are words of the program: codes, states and routes as they stand in the code. What somebody sends, who it is and what cards they have is
//! in none of them, so there are only so many, and nothing to keep secret.

mod answer;
mod process;

pub(crate) use answer::answer;

use crate::house::House;
use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tercet_pit::{Ended, Eyes, News};
use tercet_store::{AppendError, Receipt};
use tercet_table::Status;

/// Counts by one word.
type By = Family<[(&'static str, &'static str); 1], Counter>;

/// What is counted and measured.
pub(crate) struct Metrics {
    registry: Registry,
    connections: Gauge,
    connections_refused: By,
    lines: Gauge,
    lines_ended: By,
    messages: By,
    requests: Family<[(&'static str, String); 3], Counter>,
    request_seconds: Histogram,
    asks: Family<[(&'static str, String); 1], Counter>,
    ask_seconds: Histogram,
    rounds: By,
    writes: By,
    write_seconds: Histogram,
    last_write_failed: AtomicBool,
    records: Gauge,
    tables: Family<[(&'static str, &'static str); 1], Gauge>,
    seats: Gauge,
    too_many: By,
    backups: By,
    backed_up: Gauge,
    memory: Gauge,
    files: Gauge,
}

/// Registers metrics, and lists the names under which they are found.
#[derive(Default)]
struct Names {
    registry: Registry,
    all: Vec<String>,
}

impl Names {
    fn add<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        match metric.metric_type() {
            MetricType::Counter => self.all.push(format!("{name}_total")),
            MetricType::Histogram => {
                self.all.extend(["bucket", "sum", "count"].map(|end| format!("{name}_{end}")))
            }
            MetricType::Gauge | MetricType::Info | MetricType::Unknown => self.all.push(name.into()),
        }
        self.registry.register(name, help, metric.clone());
        metric
    }

    fn seconds(&mut self, name: &str, help: &str) -> Histogram {
        // From half a millisecond to some 16 seconds.
        self.add(name, help, Histogram::new(exponential_buckets(0.000_5, 2.0, 16)))
    }
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        Metrics::named().0
    }

    /// Metrics, and the names under which they are found.
    fn named() -> (Metrics, Vec<String>) {
        let mut names = Names::default();
        let version = Family::<[(&'static str, &'static str); 1], Gauge>::default();
        version.get_or_create(&[("version", env!("CARGO_PKG_VERSION"))]).set(1);
        names.add("tercet_build", "The version that runs", version);
        let connections = names.add("tercet_connections", "Connections that are open", Gauge::default());
        let connections_refused = names.add(
            "tercet_connections_refused",
            "Connections that were hung up on, and why",
            By::default(),
        );
        let lines = names.add("tercet_lines", "Live lines that are open", Gauge::default());
        let lines_ended = names.add(
            "tercet_lines_ended",
            "Live lines that have ended, and why; slow is one that did not read what it was told",
            By::default(),
        );
        let messages = names.add(
            "tercet_messages",
            "Messages of live lines, in from clients or out to them",
            By::default(),
        );
        let requests = names.add(
            "tercet_http_requests",
            "Requests that were answered, by method, route and status",
            Family::default(),
        );
        let request_seconds =
            names.seconds("tercet_http_request_seconds", "How long the answer to a request took");
        let asks = names.add(
            "tercet_asks",
            "What was asked of tables: done, done before (again), or the code of why not",
            Family::default(),
        );
        let ask_seconds =
            names.seconds("tercet_ask_seconds", "How long a table took to answer, the writing included");
        let rounds = names.add(
            "tercet_rounds",
            "Rounds that are over: settled, void by the floor, or void by itself",
            By::default(),
        );
        let writes = names.add(
            "tercet_store_writes",
            "Steps that were handed to the store: written, written before (again), refused, or failed",
            By::default(),
        );
        let write_seconds =
            names.seconds("tercet_store_write_seconds", "How long a step took to be written for good");
        let records = names.add("tercet_journal_records", "Records in the journal", Gauge::default());
        let tables = names.add(
            "tercet_tables",
            "Tables by what they do; stopped is one that needs help",
            Family::default(),
        );
        let seats = names.add("tercet_seats_taken", "Seats that are taken", Gauge::default());
        let too_many = names.add(
            "tercet_too_many",
            "What was refused because there was too much of it: requests, arrivals, asks, places",
            By::default(),
        );
        let backups = names.add(
            "tercet_backups",
            "Copies that the house was to make of itself: made, or failed",
            By::default(),
        );
        let backed_up = names.add(
            "tercet_backup_timestamp_seconds",
            "When the last copy was made since the house opened, in seconds since 1970-01-01 UTC; 0 for none",
            Gauge::default(),
        );
        let memory = names.add("process_resident_memory_bytes", "Memory of the program", Gauge::default());
        let files =
            names.add("process_open_fds", "Files and sockets that the program has open", Gauge::default());
        let Names { registry, all } = names;
        let metrics = Metrics {
            registry,
            connections,
            connections_refused,
            lines,
            lines_ended,
            messages,
            requests,
            request_seconds,
            asks,
            ask_seconds,
            rounds,
            writes,
            write_seconds,
            last_write_failed: AtomicBool::new(false),
            records,
            tables,
            seats,
            too_many,
            backups,
            backed_up,
            memory,
            files,
        };
        metrics.begins_at_nothing();
        (metrics, all)
    }

    /// Begins to count at nothing what an alarm looks at: it sees how much a number has grown, and so not the first of what was not counted
    /// before.
    fn begins_at_nothing(&self) {
        for (of, label, words) in [
            (&self.connections_refused, "why", &["full", "address", "handshake", "handshake-late"][..]),
            (
                &self.lines_ended,
                "why",
                &["gone", "slow", "stopping", "unreadable", "too-long", "protocol", "signed-out"],
            ),
            (&self.rounds, "end", &["settled", "void"]),
            (&self.writes, "result", &["written", "again", "refused", "failed"]),
            (&self.too_many, "of", &["requests", "arrivals", "asks", "places"]),
            (&self.backups, "result", &["made", "failed"]),
        ] {
            for word in words {
                drop(of.get_or_create(&[(label, *word)]));
            }
        }
    }

    /// A connection was hung up on.
    pub(crate) fn connection_refused(&self, why: &'static str) {
        self.connections_refused.get_or_create(&[("why", why)]).inc();
    }

    /// A live line begins.
    pub(crate) fn line_begins(&self) {
        self.lines.inc();
    }

    /// A live line has ended.
    pub(crate) fn line_ended(&self, why: &'static str) {
        self.lines.dec();
        self.lines_ended.get_or_create(&[("why", why)]).inc();
    }

    /// A message came from a client.
    pub(crate) fn message_in(&self) {
        self.messages.get_or_create(&[("way", "in")]).inc();
    }

    /// A message went to a client.
    pub(crate) fn message_out(&self) {
        self.messages.get_or_create(&[("way", "out")]).inc();
    }

    /// A request was answered: one of this method, to a route as it stands in the code.
    pub(crate) fn answered(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        let labels =
            [("method", method.to_owned()), ("route", route.to_owned()), ("status", status.to_string())];
        self.requests.get_or_create(&labels).inc();
        self.request_seconds.observe(took.as_secs_f64());
    }

    /// A table has answered.
    pub(crate) fn asked(&self, result: &str, took: Duration) {
        self.asks.get_or_create(&[("result", result.to_owned())]).inc();
        self.ask_seconds.observe(took.as_secs_f64());
    }

    /// A table has taken a step.
    pub(crate) fn told(&self, news: &News) {
        let end = match news.ended {
            None => return,
            Some(Ended::Settled) => "settled",
            // What the floor decides is for somebody to look at; a round in which nobody had bet is not.
            Some(Ended::Void { by_floor: true }) => "void",
            Some(Ended::Void { by_floor: false }) => "void-by-itself",
        };
        self.rounds.get_or_create(&[("end", end)]).inc();
    }

    /// The store has answered.
    pub(crate) fn written(&self, result: &Result<Receipt, AppendError>, took: Duration) {
        let word = match result {
            Ok(receipt) if receipt.again => "again",
            Ok(_) => "written",
            Err(AppendError::Refused(_)) => "refused",
            Err(AppendError::Failed(_)) => "failed",
        };
        self.writes.get_or_create(&[("result", word)]).inc();
        self.write_seconds.observe(took.as_secs_f64());
        // Where nothing was to be written nobody knows whether it could have been.
        if matches!(word, "written" | "failed") {
            self.last_write_failed.store(word == "failed", Ordering::Relaxed);
        }
    }

    /// Whether the last step that the store was to write could not be written.
    pub(crate) fn last_write_failed(&self) -> bool {
        self.last_write_failed.load(Ordering::Relaxed)
    }

    /// The house has made a copy of itself, or could not.
    pub(crate) fn backed_up(&self, made: bool, now_ms: u64) {
        self.backups.get_or_create(&[("result", if made { "made" } else { "failed" })]).inc();
        if made {
            self.backed_up.set(i64::try_from(now_ms / 1_000).unwrap_or(i64::MAX));
        }
    }

    /// There was too much of something.
    pub(crate) fn too_many(&self, of: &'static str) {
        self.too_many.get_or_create(&[("of", of)]).inc();
    }

    /// All of it, as text for Prometheus, of a house as it is now.
    pub(crate) fn text(&self, house: &House) -> String {
        self.connections.set(signed(house.places.taken()));
        let mut taken = 0;
        for word in ["open", "paused", "closed"] {
            self.tables.get_or_create(&[("status", word)]).set(0);
        }
        for table in house.pit.tables() {
            let seen = table.watch().view(&Eyes::Spectator);
            let word = match seen.status {
                Status::Open => "open",
                Status::Paused => "paused",
                Status::Closed => "closed",
            };
            self.tables.get_or_create(&[("status", word)]).inc();
            taken += seen.seats.len();
        }
        self.tables.get_or_create(&[("status", "stopped")]).set(signed(house.stopped().count()));
        self.seats.set(signed(taken));
        match house.store.chain() {
            Ok(chain) => drop(self.records.set(i64::try_from(chain.size).unwrap_or(i64::MAX))),
            Err(failure) => tracing::error!(%failure, "the end of the journal cannot be read"),
        }
        self.memory.set(process::memory().unwrap_or_default());
        self.files.set(process::files().unwrap_or_default());
        let mut text = String::new();
        if let Err(error) = prometheus_text::encode(&mut text, &self.registry) {
            tracing::error!(%error, "the metrics cannot be written");
        }
        text
    }
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Words of a file that are the names of metrics.
    fn named_in(path: &str) -> BTreeSet<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-' && c != '.');
        let metric = |word: &&str| word.starts_with("tercet_") || word.starts_with("process_");
        // A part of the program has a name that begins in the same way.
        words.filter(metric).filter(|word| *word != "tercet_server").map(str::to_owned).collect()
    }

    /// Whatever the dashboard, the alarms and the handbook name is there, and the dashboard shows, and the handbook explains, all there is.
    #[test]
    fn dashboard_alarms_and_handbook_name_the_metrics_that_there_are() {
        let there: BTreeSet<String> = Metrics::named().1.into_iter().collect();
        let [dashboard, alarms, handbook] =
            ["ops/grafana.json", "ops/alerts.yml", "docs/OPERATING.md"].map(named_in);
        for named in [&dashboard, &alarms, &handbook] {
            // A histogram is named whole, too.
            let known = |name: &&String| there.contains(*name) || there.contains(&format!("{name}_bucket"));
            let unknown: Vec<_> = named.iter().filter(|name| !known(name)).collect();
            assert!(unknown.is_empty() && !named.is_empty(), "there is no {unknown:?}");
        }
        for name in &there {
            let stem =
                ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
            for (file, named) in [("the dashboard", &dashboard), ("the handbook", &handbook)] {
                assert!(named.iter().any(|named| named.starts_with(stem)), "{file} says nothing of {name}");
            }
        }
    }

    /// Each series whose growth an alarm looks at is there from the beginning, at nothing: of one that comes with the first failure Prometheus sees no
    /// growth.
    #[test]
    fn what_an_alarm_looks_at_is_counted_from_nothing() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ops/alerts.yml");
        let rules = std::fs::read_to_string(file).unwrap();
        let mut text = String::new();
        prometheus_text::encode(&mut text, &Metrics::new().registry).unwrap();
        let mut looked_at = 0;
        for rest in rules.split("(tercet_").skip(1) {
            let end = rest.find(['[', '}', ' ']).unwrap();
            let series = rest.split(['[', ']']).next().unwrap();
            // A choice of words, or a word for each route: what is counted there is looked at in all, over a while.
            if series.contains("=~") || !series.contains('{') {
                continue;
            }
            assert!(text.contains(&format!("tercet_{series} 0")), "{}\n{text}", &rest[..end]);
            looked_at += 1;
        }
        assert!(looked_at >= 5, "{looked_at}");
    }
}
