-- A table and the secret behind all its dice.
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    created BIGINT NOT NULL,
    secret TEXT NOT NULL
);

-- What happened, step by step. The key decides races: the second of two equal numbers is refused.
CREATE TABLE log (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    happened BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- Who may do what, by the hash of what their link carries.
CREATE TABLE tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    table_id TEXT NOT NULL,
    role TEXT NOT NULL,
    seat BIGINT NOT NULL
);

CREATE INDEX tokens_of_table ON tokens (table_id);
