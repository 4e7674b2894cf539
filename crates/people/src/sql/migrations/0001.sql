-- Who somebody is. The id is the player's name in the ledger: a row is never deleted.
CREATE TABLE account (
    id            TEXT PRIMARY KEY,
    kind          TEXT NOT NULL CHECK (kind IN ('guest', 'member')),
    display       TEXT NOT NULL,
    skeleton      TEXT NOT NULL,
    login         TEXT UNIQUE,
    hashed        TEXT,
    roles         TEXT NOT NULL,
    created_ms    INTEGER NOT NULL,
    closed_ms     INTEGER,
    closed_by     TEXT,
    closed_reason TEXT,
    CHECK ((kind = 'member') = (login IS NOT NULL) AND (login IS NULL) = (hashed IS NULL)),
    CHECK ((closed_ms IS NULL) = (closed_by IS NULL) AND (closed_ms IS NULL) = (closed_reason IS NULL))
) STRICT, WITHOUT ROWID;

-- Nobody's name looks like another's. The name of a guest who is gone is free again, that of a member never.
CREATE UNIQUE INDEX account_skeleton ON account (skeleton) WHERE kind = 'member' OR closed_ms IS NULL;

-- Who is signed in: the hash of the token, never the token.
CREATE TABLE session (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    account    TEXT NOT NULL REFERENCES account (id),
    kind       TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    seen_ms    INTEGER NOT NULL,
    ends_ms    INTEGER NOT NULL,
    peer       TEXT NOT NULL
) STRICT;

-- Links that can be used once: to make an account with these roles, or to give this account a new password.
CREATE TABLE link (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    roles      TEXT,
    account    TEXT REFERENCES account (id),
    made_ms    INTEGER NOT NULL,
    made_by    TEXT NOT NULL,
    ends_ms    INTEGER NOT NULL,
    used_ms    INTEGER,
    used_by    TEXT REFERENCES account (id),
    CHECK ((roles IS NULL) <> (account IS NULL)),
    CHECK ((used_ms IS NULL) = (used_by IS NULL))
) STRICT;

-- What a player and the house have limited for an account; value is none if only something looser waits to hold, or holds by now.
CREATE TABLE limited (
    account       TEXT NOT NULL REFERENCES account (id),
    what          TEXT NOT NULL,
    setter        TEXT NOT NULL,
    value         INTEGER,
    pending       INTEGER NOT NULL CHECK (pending IN (0, 1)),
    pending_value INTEGER,
    asked_ms      INTEGER,
    PRIMARY KEY (account, what, setter),
    CHECK ((pending = 1) = (asked_ms IS NOT NULL) AND (pending = 1 OR pending_value IS NULL))
) STRICT, WITHOUT ROWID;

-- Who stays away, and until when; none: for ever.
CREATE TABLE away (
    account  TEXT NOT NULL REFERENCES account (id),
    kind     TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    until_ms INTEGER,
    PRIMARY KEY (account, kind)
) STRICT, WITHOUT ROWID;

-- What is disputed. Only how far it is changes; everything else is added as entries.
CREATE TABLE dispute (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    patron      TEXT NOT NULL REFERENCES account (id),
    tbl         TEXT NOT NULL,
    round       INTEGER NOT NULL,
    claim       TEXT NOT NULL,
    deadline_ms INTEGER NOT NULL,
    opened_by   TEXT NOT NULL REFERENCES account (id),
    opened_ms   INTEGER NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('open', 'answered', 'closed')),
    state_ms    INTEGER NOT NULL
) STRICT;
CREATE INDEX dispute_patron ON dispute (patron);

CREATE TABLE entry (
    dispute   INTEGER NOT NULL REFERENCES dispute (number),
    number    INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    by        TEXT NOT NULL REFERENCES account (id),
    kind      TEXT NOT NULL,
    body      TEXT NOT NULL,
    authority TEXT,
    PRIMARY KEY (dispute, number)
) STRICT, WITHOUT ROWID;

-- The log of significant events.
CREATE TABLE event (
    seq           INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms         INTEGER NOT NULL,
    component     TEXT NOT NULL,
    who           TEXT NOT NULL,
    authorised_by TEXT,
    what          TEXT NOT NULL,
    subject       TEXT NOT NULL,
    before        TEXT NOT NULL,
    after         TEXT NOT NULL,
    reason        TEXT NOT NULL
) STRICT;
CREATE INDEX event_at ON event (at_ms);
CREATE INDEX event_who ON event (who);
CREATE INDEX event_subject ON event (subject);

-- What was written stays as it was.
CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER event_is_kept BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;
CREATE TRIGGER claim_stays BEFORE UPDATE OF number, patron, tbl, round, claim, deadline_ms, opened_by, opened_ms ON dispute
    BEGIN SELECT RAISE(ABORT, 'a claim is never changed'); END;
CREATE TRIGGER dispute_is_kept BEFORE DELETE ON dispute BEGIN SELECT RAISE(ABORT, 'a case is never deleted'); END;
CREATE TRIGGER account_is_kept BEFORE DELETE ON account BEGIN SELECT RAISE(ABORT, 'an account is never deleted'); END;
CREATE TRIGGER id_stays BEFORE UPDATE OF id, created_ms ON account
    BEGIN SELECT RAISE(ABORT, 'an id is never changed'); END;
