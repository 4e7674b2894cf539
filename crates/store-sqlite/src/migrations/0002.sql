-- The journal: the very bytes that are hashed. A step is one row here and nothing else; all that stands below follows from it.
CREATE TABLE record (
    seq   INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

-- How many records, from the first on, the tables below know of. What came since is read from the records themselves.
CREATE TABLE posted (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    records INTEGER NOT NULL CHECK (records >= 0)
) STRICT;
INSERT INTO posted (one, records) VALUES (1, 0);

-- The record that was written under each key, by the first eight bytes of the SHA-256 of the key, the highest first. Two keys may have
-- the same: which record has a key is read from the record.
CREATE TABLE key (
    hash INTEGER NOT NULL,
    seq  INTEGER NOT NULL,
    PRIMARY KEY (hash, seq)
) STRICT, WITHOUT ROWID;

-- Which records have events of a stream. A row is a list, of up to 56 records: for each the version from which it has events, as many
-- as it says itself, and its number; both of eight bytes, the highest first. `version` is the first of them.
CREATE TABLE part (
    stream  TEXT NOT NULL,
    version INTEGER NOT NULL,
    list    BLOB NOT NULL,
    PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;

-- How many events each stream has.
CREATE TABLE stream (
    stream TEXT PRIMARY KEY,
    events INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- In which records money came to the wallet of a player, or left it. A row is a list, of up to 112 of their numbers, of eight bytes
-- each, the highest first. `seq` is the first of them.
CREATE TABLE moved (
    player TEXT NOT NULL,
    seq    INTEGER NOT NULL,
    list   BLOB NOT NULL,
    PRIMARY KEY (player, seq)
) STRICT, WITHOUT ROWID;

-- What each account holds, in the smallest unit. Only the world, the house and its banks may owe: checked here once more.
CREATE TABLE balance (
    account TEXT PRIMARY KEY,
    units   INTEGER NOT NULL
            CHECK (units >= 0 OR account IN ('world', 'house') OR account LIKE 'bank/%')
) STRICT, WITHOUT ROWID;
