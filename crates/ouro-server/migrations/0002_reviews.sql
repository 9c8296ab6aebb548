CREATE TABLE reviews (
    id TEXT PRIMARY KEY NOT NULL,
    owner TEXT NOT NULL,
    variant TEXT NOT NULL,
    fen TEXT NOT NULL,
    -- In UCI notation, with spaces between.
    moves TEXT NOT NULL,
    -- Positions looked at in each search.
    nodes BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- 1 when there is nothing left to do.
    finished BIGINT NOT NULL,
    -- The process that works on it, and until when the others leave it to that one.
    claimed_by TEXT,
    claimed_until BIGINT NOT NULL
);
CREATE INDEX reviews_open ON reviews (created_at) WHERE finished = 0;
CREATE INDEX reviews_by_owner ON reviews (owner) WHERE finished = 0;

CREATE TABLE reviewed_moves (
    review_id TEXT NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
    ply BIGINT NOT NULL,
    review TEXT NOT NULL,
    PRIMARY KEY (review_id, ply)
);
