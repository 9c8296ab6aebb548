CREATE TABLE games (
    id TEXT PRIMARY KEY NOT NULL,
    variant TEXT NOT NULL,
    status TEXT NOT NULL,
    result TEXT,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    creator TEXT NOT NULL,
    white_owner TEXT,
    black_owner TEXT,
    -- When something has to be done although nobody asks: an engine's move or a flag.
    due_at BIGINT,
    -- The process that does it, and until when the others leave it to that one.
    claimed_by TEXT,
    claimed_until BIGINT
);
CREATE INDEX games_by_time ON games (created_at, id);
CREATE INDEX games_by_creator ON games (creator, created_at);
CREATE INDEX games_by_white ON games (white_owner, created_at);
CREATE INDEX games_by_black ON games (black_owner, created_at);
CREATE INDEX games_due ON games (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE events (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game_id, version)
);

CREATE TABLE invitations (
    -- Of the token; the token itself is only in the link.
    hash TEXT PRIMARY KEY NOT NULL,
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side TEXT NOT NULL
);

CREATE TABLE self_captures (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply BIGINT NOT NULL,
    -- The owner of the side that took its own piece; none for the engine.
    owner TEXT,
    side TEXT NOT NULL,
    piece TEXT NOT NULL,
    victim TEXT NOT NULL,
    -- Pieces on the board before it, pawns and kings apart.
    pieces BIGINT NOT NULL,
    PRIMARY KEY (game_id, ply)
);
