-- What is about to be written in the books, with the row that the log of events is to have of it: here before the books have it, gone with the row.
CREATE TABLE intent (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    key           BLOB NOT NULL,
    request       BLOB NOT NULL,
    component     TEXT NOT NULL,
    who           TEXT NOT NULL,
    authorised_by TEXT,
    what          TEXT NOT NULL,
    subject       TEXT NOT NULL,
    came_to       TEXT NOT NULL,
    reason        TEXT NOT NULL
) STRICT;

-- Whether a record of the books has its row is asked by the time of the record.
CREATE INDEX event_at_of ON event (at_ms, what, subject);
DROP INDEX event_at;
