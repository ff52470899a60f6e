-- What is told of a table to those who are not there, written with the step that changes it: nobody's log is read for it.
CREATE TABLE summaries (
    table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    body TEXT NOT NULL
);
