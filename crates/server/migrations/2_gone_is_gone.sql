-- Steps and tokens belong to a table: they cannot be written without it, and go with it.
CREATE TABLE log_of_tables (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    happened BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);

INSERT INTO log_of_tables SELECT table_id, seq, happened, body FROM log WHERE table_id IN (SELECT id FROM tables);

DROP TABLE log;

ALTER TABLE log_of_tables RENAME TO log;

CREATE TABLE tokens_of_tables (
    hash TEXT NOT NULL PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    seat BIGINT NOT NULL
);

INSERT INTO tokens_of_tables SELECT hash, table_id, role, seat FROM tokens WHERE table_id IN (SELECT id FROM tables);

DROP TABLE tokens;

ALTER TABLE tokens_of_tables RENAME TO tokens;

CREATE INDEX tokens_of_table ON tokens (table_id);

-- One row per server, written and read back by whoever asks whether the server is well.
CREATE TABLE health (
    server TEXT NOT NULL PRIMARY KEY,
    proof TEXT NOT NULL,
    written BIGINT NOT NULL
);
