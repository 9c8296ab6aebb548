-- Secrets that all processes on the database share.
CREATE TABLE keys (
    name TEXT PRIMARY KEY NOT NULL,
    -- In hexadecimal digits.
    value TEXT NOT NULL
);

-- Owners are looked up by their reviews, finished or not.
CREATE INDEX reviews_by_any_owner ON reviews (owner);
