-- One queue for everything that happens without a request: moves of the engine, flags, expiry and reviews.
CREATE TABLE due_work (
    -- 'game' or 'review'.
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- When a process may take it: when it is due, or when the lease of another process ends.
    available_at BIGINT NOT NULL,
    leased_by TEXT,
    PRIMARY KEY (kind, subject)
);
CREATE INDEX due_work_by_time ON due_work (kind, available_at);
INSERT INTO due_work (kind, subject, available_at)
    SELECT 'game', id, due_at FROM games WHERE due_at IS NOT NULL AND status <> 'finished';
-- Games without a move expire after a week.
INSERT INTO due_work (kind, subject, available_at)
    SELECT 'game', id, created_at + 604800000 FROM games
    WHERE due_at IS NULL AND status <> 'finished'
    AND NOT EXISTS (SELECT 1 FROM events WHERE game_id = games.id AND event LIKE '{"type":"moved"%');
INSERT INTO due_work (kind, subject, available_at)
    SELECT 'review', id, created_at FROM reviews WHERE finished = 0;
DROP INDEX games_due;
ALTER TABLE games DROP COLUMN due_at;
ALTER TABLE games DROP COLUMN claimed_by;
ALTER TABLE games DROP COLUMN claimed_until;
DROP INDEX reviews_open;
-- The format of the stored results. SQLite cannot drop the last column after a comment, so it comes first.
ALTER TABLE reviews ADD COLUMN format BIGINT NOT NULL DEFAULT 1;
ALTER TABLE reviews DROP COLUMN claimed_by;
ALTER TABLE reviews DROP COLUMN claimed_until;

-- The format of the stored event.
ALTER TABLE events ADD COLUMN format BIGINT NOT NULL DEFAULT 1;

-- The games that an owner has created or plays in.
CREATE TABLE game_owners (
    owner TEXT NOT NULL,
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    variant TEXT NOT NULL,
    status TEXT NOT NULL,
    PRIMARY KEY (owner, game_id)
);
CREATE INDEX game_owners_by_time ON game_owners (owner, created_at, game_id);
CREATE INDEX game_owners_by_status ON game_owners (owner, status, created_at, game_id);
CREATE INDEX game_owners_by_variant ON game_owners (owner, variant, created_at, game_id);
CREATE INDEX game_owners_by_variant_and_status ON game_owners (owner, variant, status, created_at, game_id);
CREATE INDEX game_owners_by_game ON game_owners (game_id);
INSERT INTO game_owners (owner, game_id, created_at, variant, status)
    SELECT creator, id, created_at, variant, status FROM games
    UNION SELECT white_owner, id, created_at, variant, status FROM games WHERE white_owner IS NOT NULL
    UNION SELECT black_owner, id, created_at, variant, status FROM games WHERE black_owner IS NOT NULL;
DROP INDEX games_by_time;
DROP INDEX games_by_creator;
DROP INDEX games_by_white;
DROP INDEX games_by_black;
CREATE INDEX games_open_by_creator ON games (creator) WHERE status <> 'finished';
CREATE INDEX games_finished_by_time ON games (updated_at) WHERE status = 'finished';
CREATE INDEX invitations_by_game ON invitations (game_id);

-- Sums over self-captures, maintained with the events.
CREATE TABLE self_capture_counters (
    -- Empty for everybody.
    owner TEXT NOT NULL,
    -- Counters of everybody are split, so that concurrent transactions seldom wait for each other.
    shard BIGINT NOT NULL,
    name TEXT NOT NULL,
    value BIGINT NOT NULL,
    PRIMARY KEY (owner, shard, name)
);
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT '', 0, 'games', COUNT(*) FROM games WHERE variant = 'selfcapture';
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT owner, 0, 'games', COUNT(*) FROM (
        SELECT white_owner AS owner, id FROM games WHERE variant = 'selfcapture' AND white_owner IS NOT NULL
        UNION SELECT black_owner, id FROM games WHERE variant = 'selfcapture' AND black_owner IS NOT NULL
    ) AS seats GROUP BY owner;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT '', 0, 'games_with', COUNT(DISTINCT game_id) FROM self_captures;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT owner, 0, 'games_with', COUNT(DISTINCT game_id) FROM self_captures WHERE owner IS NOT NULL GROUP BY owner;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT '', 0, 'by_engine', COUNT(*) FROM self_captures WHERE owner IS NULL;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT '', 0, 'by_people', COUNT(*) FROM self_captures WHERE owner IS NOT NULL;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT owner, 0, 'by_people', COUNT(*) FROM self_captures WHERE owner IS NOT NULL GROUP BY owner;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT '', 0, 'piece:' || piece, COUNT(*) FROM self_captures GROUP BY piece;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT owner, 0, 'piece:' || piece, COUNT(*) FROM self_captures WHERE owner IS NOT NULL GROUP BY owner, piece;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT '', 0, 'victim:' || victim, COUNT(*) FROM self_captures GROUP BY victim;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT owner, 0, 'victim:' || victim, COUNT(*) FROM self_captures WHERE owner IS NOT NULL GROUP BY owner, victim;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT '', 0, 'phase:' || phase, COUNT(*) FROM (
        SELECT CASE WHEN pieces >= 10 THEN 'opening' WHEN pieces >= 5 THEN 'middlegame' ELSE 'endgame' END AS phase
        FROM self_captures
    ) AS phases GROUP BY phase;
INSERT INTO self_capture_counters (owner, shard, name, value)
    SELECT owner, 0, 'phase:' || phase, COUNT(*) FROM (
        SELECT owner, CASE WHEN pieces >= 10 THEN 'opening' WHEN pieces >= 5 THEN 'middlegame' ELSE 'endgame' END AS phase
        FROM self_captures WHERE owner IS NOT NULL
    ) AS phases GROUP BY owner, phase;

-- Requests to create a game that a client may repeat.
CREATE TABLE idempotency_keys (
    owner TEXT NOT NULL,
    request_key TEXT NOT NULL,
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    PRIMARY KEY (owner, request_key)
);
CREATE INDEX idempotency_keys_by_game ON idempotency_keys (game_id);

-- Written to find out whether the storage works again after a failed write.
CREATE TABLE write_probe (
    id BIGINT PRIMARY KEY NOT NULL,
    written_at BIGINT NOT NULL
);
CREATE INDEX reviews_by_time ON reviews (created_at);
