//! The settings by their names: the same in the file, in the environment and on the command line.

use crate::house::{NotOpen, Settings};
use crate::log::{LogFormat, filter};
use crate::peer::Says;
use crate::tls::Tls;
use ipnet::IpNet;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tercet_rules::{Money, nearest, one_of, shown};

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name in the file; `--NAME` on the command line; `TERCET_NAME` in the environment, in capitals and with `_` for `-`.
    pub name: &'static str,
    /// What its value is, in capitals.
    pub value: &'static str,
    /// What it is for, as a sentence.
    pub help: &'static str,
    /// The value as it is written in the file.
    show: fn(&Settings) -> String,
    /// Takes a value.
    set: fn(&mut Settings, &str) -> Result<(), String>,
}

impl Setting {
    /// Its name in the environment.
    #[must_use]
    pub fn environment(&self) -> String {
        format!("TERCET_{}", self.name.to_uppercase().replace('-', "_"))
    }

    /// Its usual value, as it is written on the command line.
    #[must_use]
    pub fn usual(&self) -> String {
        (self.show)(&Settings::new("")).trim_matches('"').to_owned()
    }
}

/// A minute, in seconds.
const MINUTE: u64 = 60;

/// An hour, in seconds.
const HOUR: u64 = 3_600;

/// Every setting but the folder of the data, in which the file lies.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "listen",
        value: "ADDRESS:PORT",
        help: "Where to listen: an address of this machine and a port; 0.0.0.0:8080 for everybody in the network",
        show: |settings| format!("\"{}\"", settings.listen),
        set: |settings, text| {
            settings.listen = listens(text)?;
            Ok(())
        },
    },
    Setting {
        name: "origins",
        value: "ORIGINS",
        help: "Origins whose pages may use the server beside its own, with spaces between, such as https://tables.example.org",
        show: |settings| format!("\"{}\"", settings.origins.join(" ")),
        set: |settings, text| {
            settings.origins = text.split_whitespace().map(origin).collect::<Result<_, _>>()?;
            Ok(())
        },
    },
    Setting {
        name: "public-url",
        value: "ORIGIN",
        help: "Where people reach the house, such as https://tables.example.org, if that is not where it listens; pages of other addresses are then refused",
        show: |settings| format!("\"{}\"", settings.public_url.as_deref().unwrap_or_default()),
        set: |settings, text| {
            settings.public_url = if text.is_empty() { None } else { Some(origin(text)?) };
            Ok(())
        },
    },
    Setting {
        name: "trusted-proxies",
        value: "ADDRESSES",
        help: "Addresses and networks of the proxies in front, such as 10.0.0.1 or 10.0.0.0/8, with spaces between: what they say of who asks is believed, and nobody else",
        show: |settings| format!("\"{}\"", settings.proxies),
        set: |settings, text| {
            settings.proxies.trusted = text.split_whitespace().map(network).collect::<Result<_, _>>()?;
            Ok(())
        },
    },
    Setting {
        name: "proxy-header",
        value: "HEADER",
        help: "How the proxies in front say who asks: x-forwarded (X-Forwarded-For and X-Forwarded-Proto) or forwarded (RFC 7239); the other is ignored",
        show: |settings| format!("\"{}\"", settings.proxies.says.word()),
        set: |settings, text| {
            settings.proxies.says = of_words([Says::XForwarded, Says::Forwarded], Says::word, text)?;
            Ok(())
        },
    },
    Setting {
        name: "tls-certificate",
        value: "FILE",
        help: "The certificate of the server, and of whoever vouches for it, in PEM form; read anew on SIGHUP. A path begins in the folder of the data, unless it is whole",
        show: |settings| file_name(&settings.tls_certificate),
        set: |settings, text| {
            settings.tls_certificate = file_of(text)?;
            Ok(())
        },
    },
    Setting {
        name: "tls-key",
        value: "FILE",
        help: "The key of the certificate, in PEM form",
        show: |settings| file_name(&settings.tls_key),
        set: |settings, text| {
            settings.tls_key = file_of(text)?;
            Ok(())
        },
    },
    Setting {
        name: "metrics-listen",
        value: "ADDRESS:PORT",
        help: "Where the metrics are found, at /metrics, such as 127.0.0.1:9464: not for everybody to see; nowhere if empty",
        show: |settings| {
            format!("\"{}\"", settings.metrics_listen.map(|at| at.to_string()).unwrap_or_default())
        },
        set: |settings, text| {
            settings.metrics_listen = if text.is_empty() { None } else { Some(listens(text)?) };
            Ok(())
        },
    },
    Setting {
        name: "log",
        value: "LEVELS",
        help: "What is logged: error, warn, info, debug or trace, or levels of parts, such as info,tercet_server=debug",
        show: |settings| format!("\"{}\"", settings.log),
        set: |settings, text| {
            filter(text)?;
            settings.log = text.into();
            Ok(())
        },
    },
    Setting {
        name: "log-format",
        value: "FORMAT",
        help: "What the log looks like: text, or json with an object a line",
        show: |settings| format!("\"{}\"", settings.log_format.word()),
        set: |settings, text| {
            settings.log_format = of_words([LogFormat::Text, LogFormat::Json], LogFormat::word, text)?;
            Ok(())
        },
    },
    Setting {
        name: "guests",
        value: "WHETHER",
        help: "Whether guests with play money are let in",
        show: |settings| settings.guests.to_string(),
        set: |settings, text| {
            settings.guests = whether(text)?;
            Ok(())
        },
    },
    Setting {
        name: "guest-money",
        value: "AMOUNT",
        help: "The play money that a guest gets",
        show: |settings| format!("\"{}\"", settings.guest_money),
        set: |settings, text| {
            let amount: Money = text.parse().map_err(|error| format!("an amount, such as $1000: {error}"))?;
            let most = Money::from_units(100_000_000_000);
            if amount < Money::ZERO || amount > most {
                return Err(format!("an amount of $0 to {most}"));
            }
            settings.guest_money = amount;
            Ok(())
        },
    },
    Setting {
        name: "minimum-age",
        value: "YEARS",
        help: "The youngest that a player may be, as every page shows it",
        show: |settings| settings.minimum_age.to_string(),
        set: |settings, text| {
            settings.minimum_age = number(text, 0, 120)?;
            Ok(())
        },
    },
    Setting {
        name: "help-line",
        value: "TEXT",
        help: "Where somebody finds help who plays more than is good, as every page shows it",
        show: |settings| format!("\"{}\"", settings.help_line),
        set: |settings, text| {
            if text.len() > 200 || shown(text, 200) != text {
                return Err("a line of 200 bytes at most, without control characters".into());
            }
            settings.help_line = text.into();
            Ok(())
        },
    },
    Setting {
        name: "tables-each",
        value: "COUNT",
        help: "How many tables of each game there are when the house opens for the first time",
        show: |settings| settings.tables_each.to_string(),
        set: |settings, text| {
            settings.tables_each = number(text, 1, 1_000)?;
            Ok(())
        },
    },
    Setting {
        name: "bet-seconds",
        value: "SECONDS",
        help: "How long players may bet, from the first bet of a round on; of tables that are founded or set from now on, unless they are set to others, as all clocks",
        show: |settings| (settings.clocks.bet_ms / 1_000).to_string(),
        set: |settings, text| seconds(text, &mut settings.clocks.bet_ms),
    },
    Setting {
        name: "secret-seconds",
        value: "SECONDS",
        help: "How long seats may take to tell their secrets, once bets are closed",
        show: |settings| (settings.clocks.secret_ms / 1_000).to_string(),
        set: |settings, text| seconds(text, &mut settings.clocks.secret_ms),
    },
    Setting {
        name: "decide-seconds",
        value: "SECONDS",
        help: "How long players may take to play or fold",
        show: |settings| (settings.clocks.decide_ms / 1_000).to_string(),
        set: |settings, text| seconds(text, &mut settings.clocks.decide_ms),
    },
    Setting {
        name: "show-seconds",
        value: "SECONDS",
        help: "How long a result is shown before the next round opens",
        show: |settings| (settings.clocks.show_ms / 1_000).to_string(),
        set: |settings, text| seconds(text, &mut settings.clocks.show_ms),
    },
    Setting {
        name: "most-connections",
        value: "COUNT",
        help: "How many connections there may be in all",
        show: |settings| settings.limits.connections.to_string(),
        set: |settings, text| {
            settings.limits.connections = number(text, 1, 1_000_000)?;
            Ok(())
        },
    },
    Setting {
        name: "most-per-address",
        value: "COUNT",
        help: "How many connections there may be from one address; a proxy in front is one address",
        show: |settings| settings.limits.per_address.to_string(),
        set: |settings, text| {
            settings.limits.per_address = number(text, 1, 1_000_000)?;
            Ok(())
        },
    },
    Setting {
        name: "head-seconds",
        value: "SECONDS",
        help: "How long a client may take to send the head of a request",
        show: |settings| settings.limits.head.as_secs().to_string(),
        set: |settings, text| {
            settings.limits.head = Duration::from_secs(number(text, 1, 600)?);
            Ok(())
        },
    },
    Setting {
        name: "idle-seconds",
        value: "SECONDS",
        help: "How long a live connection may be silent before it is taken for dead",
        show: |settings| settings.limits.idle.as_secs().to_string(),
        set: |settings, text| {
            settings.limits.idle = Duration::from_secs(number(text, 4, 3_600)?);
            Ok(())
        },
    },
    Setting {
        name: "seat-minutes",
        value: "MINUTES",
        help: "How long a seat is kept for a player who is absent, with no live line that watches the table, and nothing asked of it without one: then the house stands them up; 0 for ever",
        show: |settings| settings.limits.seat_kept.map_or(0, |kept| kept.as_secs() / MINUTE).to_string(),
        set: |settings, text| {
            settings.limits.seat_kept = unless_0(text, 1_440, MINUTE)?;
            Ok(())
        },
    },
    Setting {
        name: "messages-a-second",
        value: "COUNT",
        help: "How many messages of one live connection are listened to in a second",
        show: |settings| settings.limits.messages_a_second.to_string(),
        set: |settings, text| {
            settings.limits.messages_a_second = number(text, 1, 100_000)?;
            Ok(())
        },
    },
    Setting {
        name: "requests-a-second",
        value: "COUNT",
        help: "How many requests one address may make in a second, and four times as many at once",
        show: |settings| settings.limits.requests_a_second.to_string(),
        set: |settings, text| {
            settings.limits.requests_a_second = number(text, 1, 1_000_000)?;
            Ok(())
        },
    },
    Setting {
        name: "arrivals-a-minute",
        value: "COUNT",
        help: "How many times in a minute somebody may come in from one address, as a guest, with a password or by a link, or try to",
        show: |settings| settings.limits.arrivals_a_minute.to_string(),
        set: |settings, text| {
            settings.limits.arrivals_a_minute = number(text, 1, 1_000_000)?;
            Ok(())
        },
    },
    Setting {
        name: "asks-a-second",
        value: "COUNT",
        help: "How much one account may ask for in a second over all its connections, and three times as much at once",
        show: |settings| settings.limits.asks_a_second.to_string(),
        set: |settings, text| {
            settings.limits.asks_a_second = number(text, 1, 1_000_000)?;
            Ok(())
        },
    },
    Setting {
        name: "case-days",
        value: "DAYS",
        help: "In how many days a case is to be answered",
        show: |settings| settings.case_days.to_string(),
        set: |settings, text| {
            settings.case_days = number(text, 1, 3_650)?;
            Ok(())
        },
    },
    Setting {
        name: "backup-every",
        value: "HOURS",
        help: "How often the house makes a copy of itself while it is open; 0 for never",
        show: |settings| settings.backups.every.map_or(0, |every| every.as_secs() / HOUR).to_string(),
        set: |settings, text| {
            settings.backups.every = unless_0(text, 8_760, HOUR)?;
            Ok(())
        },
    },
    Setting {
        name: "backup-to",
        value: "FOLDER",
        help: "Where the copies are put, each in a folder of its own: best on another disk. A path begins in the folder of the data, unless it is whole. The key of the seeds is in none of them",
        show: |settings| format!("\"{}\"", settings.backups.to.display()),
        set: |settings, text| {
            settings.backups.to = file_of(text)?.ok_or("the path of a folder")?;
            Ok(())
        },
    },
    Setting {
        name: "backup-keep",
        value: "COUNT",
        help: "How many copies are kept: the oldest are removed once there is a new one",
        show: |settings| settings.backups.keep.to_string(),
        set: |settings, text| {
            settings.backups.keep = number(text, 1, 10_000)?;
            Ok(())
        },
    },
    Setting {
        name: "open-ahead-of-clock",
        value: "WHETHER",
        help: "Whether the house opens though its last record is more than an hour ahead of the clock of the machine: it goes on at the time of its books for good, and exclusions and limits that end before it are over",
        show: |settings| settings.open_ahead_of_clock.to_string(),
        set: |settings, text| {
            settings.open_ahead_of_clock = whether(text)?;
            Ok(())
        },
    },
];

/// Says that a setting cannot be what somebody made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadSetting {
    /// Where it stands: a line of the file, the name in the environment, or an option.
    pub at: String,
    /// What is wrong, and what was expected.
    pub what: String,
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what)
    }
}

impl std::error::Error for BadSetting {}

impl Settings {
    /// Looks whether they can be used together, and whether the files that they name can: not whether the places where they listen are free.
    ///
    /// # Errors
    ///
    /// If they cannot.
    pub fn check(&self) -> Result<(), NotOpen> {
        self.checked().map(drop)
    }

    /// The same; gives what the house is encrypted with, if it is.
    pub(crate) fn checked(&self) -> Result<Option<Tls>, NotOpen> {
        // At every address of the machine; one for IPv6 takes those of IPv4 with it.
        let covers =
            |all: SocketAddr, one: SocketAddr| all.ip().is_unspecified() && (all.is_ipv6() || one.is_ipv4());
        let taken = |at: &SocketAddr| {
            let meets = at.ip() == self.listen.ip() || covers(*at, self.listen) || covers(self.listen, *at);
            meets && at.port() == self.listen.port() && at.port() != 0
        };
        if let Some(at) = self.metrics_listen.filter(taken) {
            let what = format!("{at} is taken by listen ({}); expected another port", self.listen);
            return Err(NotOpen::Setting(BadSetting { at: "metrics-listen".into(), what }));
        }
        Tls::of(self)
    }

    /// Sets one of the settings, which was found at this place.
    ///
    /// # Errors
    ///
    /// If there is no such setting, or it cannot be this.
    pub fn set(&mut self, name: &str, text: &str, at: &str) -> Result<(), BadSetting> {
        let bad = |what| BadSetting { at: at.into(), what };
        let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) else {
            let near = nearest(name, SETTINGS.iter().map(|setting| setting.name));
            let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            return Err(bad(format!("there is no setting {}{near}", shown(name, 40))));
        };
        let found = shown(text, 80);
        (setting.set)(self, text).map_err(|expected| bad(format!("{name} = {found}; expected {expected}")))
    }

    /// Takes the settings of a file, all that can be; gives everything that is wrong.
    ///
    /// `file` is what the file is called.
    pub fn take_file(&mut self, text: &str, file: &str) -> Vec<BadSetting> {
        let at = |from: usize| {
            let line = text.get(..from).map_or(0, |before| before.matches('\n').count()) + 1;
            format!("{file}, line {line}")
        };
        let table = match toml::de::DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let from = error.span().map_or(0, |span| span.start);
                return vec![BadSetting { at: at(from), what: error.message().into() }];
            }
        };
        let mut entries: Vec<_> = table.get_ref().iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let set = |(name, value): (
            &toml::Spanned<std::borrow::Cow<'_, str>>,
            &toml::Spanned<toml::de::DeValue<'_>>,
        )| {
            let name_of: &str = name.get_ref();
            let text =
                plain(value.get_ref(), is_list(name_of)).unwrap_or_else(|| "more than one value".into());
            self.set(name_of, &text, &at(name.span().start)).err()
        };
        entries.into_iter().filter_map(set).collect()
    }

    /// A file with every setting as it is here, each behind a `#` and under what it is for.
    #[must_use]
    pub fn as_file(&self) -> String {
        let mut text = String::from(
            "# The settings of this house. What stands behind a # is what holds anyway; take the # away to change it.\n\
             # Each can be given in the environment, too (listen as TERCET_LISTEN), or on the command line (as --listen), which win over the file.\n",
        );
        for setting in SETTINGS {
            text += &format!("\n# {}.\n# {} = {}\n", setting.help, setting.name, (setting.show)(self));
        }
        text
    }

    /// Every setting as it is here, a line for each.
    #[must_use]
    pub fn in_lines(&self) -> String {
        SETTINGS.iter().map(|setting| format!("{} = {}\n", setting.name, (setting.show)(self))).collect()
    }
}

/// Whether there may be several of what a setting is: they stand in one text, with spaces between, or in a list.
fn is_list(name: &str) -> bool {
    let several = |setting: &Setting| matches!(setting.value, "ORIGINS" | "ADDRESSES");
    SETTINGS.iter().any(|setting| setting.name == name && several(setting))
}

/// A value as it would be written on the command line; nothing if it is several where there may be one alone.
fn plain(value: &toml::de::DeValue<'_>, list: bool) -> Option<String> {
    use toml::de::DeValue;
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Boolean(whether) => Some(whether.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Array(all) if list => {
            let texts: Option<Vec<String>> = all.iter().map(|one| plain(one.get_ref(), false)).collect();
            Some(texts?.join(" "))
        }
        DeValue::Array(_) | DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}

fn number<N: TryFrom<u64>>(text: &str, least: u64, most: u64) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number
        .and_then(|number| N::try_from(number).ok())
        .ok_or_else(|| format!("a whole number from {least} to {most}"))
}

fn whether(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| "true or false".into())
}

/// So many units of so many seconds; nothing for 0.
fn unless_0(text: &str, most: u64, unit: u64) -> Result<Option<Duration>, String> {
    let count: u64 = number(text, 0, most)?;
    Ok(Some(Duration::from_secs(count * unit)).filter(|_| count > 0))
}

fn seconds(text: &str, ms: &mut u64) -> Result<(), String> {
    let seconds: u64 = number(text, 1, 3_600)?;
    *ms = seconds * 1_000;
    Ok(())
}

/// A file, or none.
fn file_of(text: &str) -> Result<Option<PathBuf>, String> {
    let plain = !text.chars().any(|c| c.is_control() || matches!(c, '"' | '\\'));
    if plain { Ok(Some(text.into()).filter(|_| !text.is_empty())) } else { Err("the path of a file".into()) }
}

fn file_name(path: &Option<PathBuf>) -> String {
    format!("\"{}\"", path.as_deref().unwrap_or(Path::new("")).display())
}

/// Where to listen.
fn listens(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "an address and a port, such as 127.0.0.1:8080".into())
}

/// One of several, by its word.
fn of_words<T: Copy, const N: usize>(
    all: [T; N],
    word: fn(T) -> &'static str,
    text: &str,
) -> Result<T, String> {
    all.into_iter().find(|one| word(*one) == text).ok_or_else(|| one_of(all.map(word)))
}

/// One address, or a network of them.
fn network(text: &str) -> Result<IpNet, String> {
    let address = || text.parse().map(|address: IpAddr| IpNet::from(address));
    let network = text.parse().or_else(|_| address()).map(|network: IpNet| network.trunc());
    network.map_err(|_| "addresses and networks such as 10.0.0.1, 10.0.0.0/8 or fd00::/8".into())
}

/// An origin as browsers send it: scheme, host in lower case and, if it is not the usual one, port; nothing else.
fn origin(text: &str) -> Result<String, String> {
    let is_one = [("https://", "443"), ("http://", "80")].into_iter().any(|(scheme, usual)| {
        let Some(place) = text.strip_prefix(scheme) else { return false };
        // The colons of an address of IPv6 stand in brackets.
        let port = place.rsplit_once(':').filter(|(_, port)| !port.ends_with(']'));
        let (host, port) = port.map_or((place, None), |(host, port)| (host, Some(port)));
        let is_port = |port: &str| {
            let number = port.parse().is_ok_and(|number: u16| number > 0 && number.to_string() == port);
            number && port != usual
        };
        is_host(host) && port.is_none_or(is_port)
    });
    if is_one { Ok(text.into()) } else { Err(ORIGINS.into()) }
}

/// What an origin looks like.
const ORIGINS: &str = "origins such as https://tables.example.org or https://10.0.0.1:8443, in lower case, without a path and without the port that \
is usual";

/// Whether this is the host of an origin: a name, or an address, that of IPv6 in brackets.
fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        return address.parse().is_ok_and(|parsed: Ipv6Addr| parsed.to_string() == address);
    }
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    host.split('.').all(|label| !label.is_empty() && label.chars().all(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file that is made says what holds anyway: without the signs before the settings it changes nothing.
    #[test]
    fn the_file_with_every_setting_reads_back() {
        let usual = Settings::new("data");
        let file = usual.as_file();
        let mut same = usual.clone();
        assert_eq!(same.take_file(&file, "tercet.toml"), []);
        let uncommented = file.lines().map(|line| {
            let set = SETTINGS.iter().any(|setting| line.starts_with(&format!("# {} = ", setting.name)));
            if set { &line[2..] } else { line }
        });
        let uncommented = uncommented.collect::<Vec<_>>().join("\n");
        let mut other = Settings { minimum_age: 99, guests: false, ..usual.clone() };
        assert_eq!(other.take_file(&uncommented, "tercet.toml"), []);
        assert_eq!(format!("{other:?}"), format!("{usual:?}"));
    }

    /// Whatever cannot be is named with its line and what was expected, all of it at once.
    #[test]
    fn every_bad_setting_is_named_with_its_line() {
        let file = "listen = \"here\"\nguests = 7\nminimum-age = -1\nhelp-line = \"a\\nb\"\norigin = \"https://x\"\norigins = [\"https://x/path\"]\n\
                    bet-seconds = 0\nshow-seconds = 1.5\nguest-money = \"-$1\"\nmetrics-listen = [\"127.0.0.1:80\"]\n\
                    backup-keep = [5]\ntrusted-proxies = [[\"10.0.0.1\"]]\n[table]\nx = 1\n";
        let bad = Settings::new("data").take_file(file, "tercet.toml");
        let said: Vec<String> = bad.iter().map(ToString::to_string).collect();
        for (line, what) in [
            (1, "listen = here; expected an address"),
            (2, "guests = 7; expected true or false"),
            (3, "minimum-age = -1; expected a whole number from 0 to 120"),
            (4, "help-line"),
            (5, "there is no setting origin; did you mean origins?"),
            (6, "origins = https://x/path; expected origins"),
            (7, "bet-seconds = 0; expected a whole number from 1 to 3600"),
            (8, "show-seconds = 1.5; expected a whole number"),
            (9, "guest-money"),
            (10, "metrics-listen = more than one value"),
            (11, "backup-keep = more than one value; expected a whole number"),
            (12, "trusted-proxies = more than one value"),
            (13, "there is no setting table"),
        ] {
            assert!(
                said.iter().any(|said| said.starts_with(&format!("tercet.toml, line {line}: {what}"))),
                "{line}: {said:#?}"
            );
        }
        let broken = Settings::new("data").take_file("guests = true\nlisten = \n", "tercet.toml");
        assert!(broken[0].to_string().starts_with("tercet.toml, line 2: "), "{broken:?}");
    }

    /// What no browser ever sends as an origin is none: pages that come from there would be refused, and nobody would know why.
    #[test]
    fn an_origin_is_as_browsers_send_it() {
        for fine in [
            "https://tables.example.org",
            "http://localhost:8080",
            "http://127.0.0.1:1",
            "https://[2001:db8::1]",
            "http://[::1]:65535",
            "https://a.b:80",
        ] {
            assert_eq!(origin(fine).as_deref(), Ok(fine));
        }
        for not in [
            "",
            "a",
            "https://",
            "https://:80",
            "https://a:",
            "https://a:b",
            "https://a:0",
            "https://a:080",
            "https://a:99999",
            "https://a:443",
            "http://a:80",
            "https://...",
            "https://a..b",
            "https://[::1",
            "https://[::1]:443",
            "https://[0::1]",
            "https://::1",
            "https://A",
            "https://a/",
            "https://u@a",
            "ftp://a",
            "https://a:80:80",
            "https://[a]",
            "null",
        ] {
            assert!(origin(not).is_err(), "{not}");
        }
    }

    /// Two that cannot both listen are named before anything is opened.
    #[test]
    fn metrics_have_a_place_of_their_own() {
        let at = |listen: &str, metrics: &str| {
            let mut settings = Settings::new("data");
            settings.set("listen", listen, "x").unwrap();
            settings.set("metrics-listen", metrics, "x").unwrap();
            settings.check().is_ok()
        };
        for (listen, metrics, fine) in [
            ("127.0.0.1:80", "", true),
            ("127.0.0.1:80", "127.0.0.1:81", true),
            ("127.0.0.1:80", "127.0.0.2:80", true),
            ("127.0.0.1:0", "127.0.0.1:0", true),
            ("127.0.0.1:80", "127.0.0.1:80", false),
            ("0.0.0.0:80", "127.0.0.1:80", false),
            ("127.0.0.1:80", "[::]:80", false),
        ] {
            assert_eq!(at(listen, metrics), fine, "{listen} {metrics}");
        }
    }
}
