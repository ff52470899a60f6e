-- What all servers on this database sign push messages with: one row, made on first use.
CREATE TABLE push_key (
    number BIGINT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL
);

-- Browsers that want to be told when it is their person's turn. `told` is the turn they were told of last.
CREATE TABLE subscriptions (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    endpoint TEXT NOT NULL,
    owner TEXT NOT NULL,
    browser_key TEXT NOT NULL,
    auth TEXT NOT NULL,
    words TEXT NOT NULL,
    contact TEXT NOT NULL,
    since BIGINT NOT NULL,
    told BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat, endpoint)
);
