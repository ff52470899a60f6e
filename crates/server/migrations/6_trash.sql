-- How long servers have run on this database, in hours by clocks that cannot be set, and what the wall clock said last: one row.
CREATE TABLE uptime (
    number BIGINT NOT NULL PRIMARY KEY,
    hours BIGINT NOT NULL,
    last_seen BIGINT NOT NULL
);

INSERT INTO uptime (number, hours, last_seen) SELECT 1, 0, COALESCE(MAX(happened), 0) FROM log;

-- Tables that have expired. They are as they were until `purge_hour` of the uptime, and are then deleted if their log still ends with
-- the step `last_seq` and no player has opened them.
CREATE TABLE trash (
    table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    purge_hour BIGINT NOT NULL,
    last_seq BIGINT NOT NULL
);
