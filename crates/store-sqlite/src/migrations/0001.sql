-- The journal: the very bytes that are hashed. Everything below follows from them.
CREATE TABLE record (
    seq   INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

-- What was asked under each key, and the record that answered it.
CREATE TABLE key (
    key     BLOB PRIMARY KEY,
    request BLOB NOT NULL,
    seq     INTEGER NOT NULL REFERENCES record (seq),
    at_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which records have events of a stream: from this version on, as many as the record says.
CREATE TABLE part (
    stream  TEXT NOT NULL,
    version INTEGER NOT NULL,
    seq     INTEGER NOT NULL REFERENCES record (seq),
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;

-- How many events each stream has.
CREATE TABLE stream (
    stream TEXT PRIMARY KEY,
    events INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What each account holds, in the smallest unit. Only the world, the house and its banks may owe: checked here once more.
CREATE TABLE balance (
    account TEXT PRIMARY KEY,
    units   INTEGER NOT NULL
            CHECK (units >= 0 OR account IN ('world', 'house') OR account LIKE 'bank/%')
) STRICT, WITHOUT ROWID;
