-- Codes that are told on the telephone: each leads to one table for a while, and a table has one at most.
CREATE TABLE codes (
    code TEXT NOT NULL PRIMARY KEY,
    table_id TEXT NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
    expires BIGINT NOT NULL
);
