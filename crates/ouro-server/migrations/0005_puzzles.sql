-- Puzzles that somebody has attempted. All others have the rating of the data file.
CREATE TABLE puzzle_ratings (
    puzzle TEXT PRIMARY KEY NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    -- Owners who have attempted it.
    plays BIGINT NOT NULL
);

-- Owners who have attempted a puzzle.
CREATE TABLE puzzle_solvers (
    owner TEXT PRIMARY KEY NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    daily_streak BIGINT NOT NULL,
    best_daily_streak BIGINT NOT NULL,
    -- The last day whose puzzle was solved, in days since 1970.
    last_daily BIGINT
);

-- Attempts do not refer to puzzles of the data file, so they outlive those.
CREATE TABLE puzzle_attempts (
    owner TEXT NOT NULL REFERENCES puzzle_solvers (owner) ON DELETE CASCADE,
    -- Consecutive for each owner, from 1.
    number BIGINT NOT NULL,
    puzzle TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- The solver's moves in UCI notation, with spaces between.
    moves TEXT NOT NULL,
    hints BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    rated BIGINT NOT NULL,
    -- 1 for the owner's last attempt at the puzzle.
    latest BIGINT NOT NULL,
    -- What the response contains, so that it can be repeated.
    rating_before DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    puzzle_rating DOUBLE PRECISION NOT NULL,
    puzzle_deviation DOUBLE PRECISION NOT NULL,
    streak BIGINT NOT NULL,
    daily_streak BIGINT NOT NULL,
    -- With which the client may repeat the request.
    request_key TEXT,
    PRIMARY KEY (owner, number)
);
CREATE UNIQUE INDEX puzzle_attempts_latest ON puzzle_attempts (owner, puzzle) WHERE latest = 1;
CREATE INDEX puzzle_attempts_to_replay ON puzzle_attempts (owner, number) WHERE latest = 1 AND solved = 0;
CREATE INDEX puzzle_attempts_failed ON puzzle_attempts (owner, number) WHERE solved = 0;
CREATE INDEX puzzle_attempts_rated ON puzzle_attempts (owner, number) WHERE rated = 1;
CREATE UNIQUE INDEX puzzle_attempts_by_key ON puzzle_attempts (owner, puzzle, request_key)
    WHERE request_key IS NOT NULL;
