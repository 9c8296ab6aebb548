-- Results of finished games by opening position and move, maintained with the events.
CREATE TABLE opening_results (
    -- Empty for everybody.
    owner TEXT NOT NULL,
    variant TEXT NOT NULL,
    -- The Zobrist key.
    position BIGINT NOT NULL,
    move BIGINT NOT NULL,
    -- Rows of everybody are split, so that concurrent transactions seldom wait for each other.
    shard BIGINT NOT NULL,
    white BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    black BIGINT NOT NULL,
    self_captures BIGINT NOT NULL,
    PRIMARY KEY (owner, variant, position, move, shard)
);
