//! The streams in which tables, meters and the house are written: their names stand here and nowhere else.

use tercet_ledger::Name;

/// A stream of the journal, by what is written in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stream {
    /// The events of a table: `table.NAME`.
    Table(Name),
    /// An [`Opening`](crate::Opening) for each round of a table, the first as number 0: `rounds.NAME`.
    Rounds(Name),
    /// The [`Award`](crate::Award)s of a meter: `meter.NAME`.
    Meter(Name),
    /// The [`Founding`](crate::Founding)s of the tables: `house`.
    House,
}

/// What the name of each kind begins with.
const TABLE: &str = "table.";
const ROUNDS: &str = "rounds.";
const METER: &str = "meter.";

/// The name of the only stream of its kind.
const HOUSE: &str = "house";

/// The longest name of a meter, in bytes: its stream must be a name, too.
pub(crate) const LONGEST_METER: usize = Name::LONGEST - METER.len();

impl Stream {
    /// The name under which the store keeps it; none if the name of the table or meter is so long that there is no room for it.
    #[must_use]
    pub fn name(&self) -> Option<Name> {
        let (begins, name) = match self {
            Stream::Table(name) => (TABLE, name),
            Stream::Rounds(name) => (ROUNDS, name),
            Stream::Meter(name) => (METER, name),
            Stream::House => return Name::new(HOUSE).ok(),
        };
        Name::new(&format!("{begins}{name}")).ok()
    }

    /// The table whose events a stream of this name has; none if it is another stream, or none at all.
    #[must_use]
    pub fn table_of(name: &Name) -> Option<Name> {
        match Stream::of(name)? {
            Stream::Table(table) => Some(table),
            Stream::Rounds(_) | Stream::Meter(_) | Stream::House => None,
        }
    }

    /// The stream that has this name; none if nothing of a house is written in such a stream.
    #[must_use]
    pub fn of(name: &Name) -> Option<Stream> {
        if name.as_str() == HOUSE {
            return Some(Stream::House);
        }
        let kinds =
            [(TABLE, Stream::Table as fn(Name) -> Stream), (ROUNDS, Stream::Rounds), (METER, Stream::Meter)];
        kinds
            .into_iter()
            .find_map(|(begins, kind)| Some(kind(Name::new(name.as_str().strip_prefix(begins)?).ok()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stream_is_known_by_its_name_and_nothing_else_is_a_stream() {
        for text in ["a", "t1", "a.b", "table.x", ".", "meter-1"] {
            let name = Name::new(text).expect("a name");
            for stream in [Stream::Table(name.clone()), Stream::Rounds(name.clone()), Stream::Meter(name)] {
                assert_eq!(Stream::of(&stream.name().expect("room")), Some(stream));
            }
        }
        assert_eq!(Stream::of(&Stream::House.name().expect("room")), Some(Stream::House));
        for text in
            ["houses", "house.", "table", "table.", "tables.x", "Table.x", ".table", "x.table.y", "meter-1"]
        {
            assert_eq!(Stream::of(&Name::new(text).expect("a name")), None, "{text}");
        }
    }

    #[test]
    fn a_name_without_room_for_its_stream_has_none() {
        let name = |bytes: usize| Name::new(&"x".repeat(bytes)).expect("a name");
        assert!(Stream::Meter(name(LONGEST_METER)).name().is_some());
        assert!(Stream::Meter(name(LONGEST_METER + 1)).name().is_none());
        assert!(Stream::Table(name(58)).name().is_some());
        assert!(Stream::Rounds(name(58)).name().is_none());
    }
}
