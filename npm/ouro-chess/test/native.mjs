// Comparisons with the native library that run in Node.js and in browsers: each function gets the package and
// the text of a file, throws at the first difference and returns how much it compared.

/** Replays random games of all variants; `text` is the output of the example `random_games`. */
export function compareRandomGames({ Game }, text) {
  const compared = { chess: 0, chess960: 0, selfcapture: 0 };
  let game;
  for (const line of text.split('\n')) {
    if (line.startsWith('game ')) {
      const [, variant, fen] = /^game (\S+) (.+)$/.exec(line);
      game = new Game({ variant, fen });
    } else if (line !== '') {
      const [fen, outcome, claim, moves, played] = line.split('|');
      const { position } = game;
      const listed = position.moves().map((move) => `${move.uci} ${move.san}`);
      equal(position.fen, fen, fen);
      equal(game.outcome()?.text ?? '-', outcome, fen);
      equal(game.claimableDraw()?.replaceAll('_', ' ') ?? '-', CLAIMS[claim], fen);
      equal(listed.join(','), moves, fen);
      if (played !== '-') {
        game.play(played);
      }
      compared[game.variant] += 1;
    }
  }
  return compared;
}

const CLAIMS = {
  '-': '-',
  'threefold repetition': 'threefold repetition',
  'the fifty-move rule': 'fifty moves',
};

/** Counts a perft table to a depth and returns the number of leaf nodes. */
export function comparePerftTable({ Position }, text, variant, depth) {
  let nodes = 0;
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const [fen, counts] = line.split('\t');
    const position = Position.fromFen(fen, { variant });
    for (const [i, expected] of counts.split(' ').slice(0, depth).map(Number).entries()) {
      equal(position.perft(i + 1), expected, `${variant} ${fen} depth ${i + 1}`);
      nodes += expected;
    }
  }
  return nodes;
}

/** The perft tables with the depths of the quick tests of the rules library, and fewer nodes than each has. */
export const PERFT_TABLES = [
  { file: 'perft-chess.tsv', variant: 'chess', depth: 4, least: 1_000_000 },
  { file: 'perft-chess.tsv', variant: 'chess960', depth: 3, least: 500_000 },
  { file: 'perft-chess960.tsv', variant: 'chess960', depth: 3, least: 1_000_000 },
  { file: 'perft-selfcapture.tsv', variant: 'selfcapture', depth: 4, least: 1_000_000 },
];

function equal(found, expected, where) {
  if (found !== expected) {
    throw new Error(`${where}: found ${found}, expected ${expected}`);
  }
}

/** A UCI conversation with a worker: `lines` collects its output. */
export class Conversation {
  lines = [];
  #waiting = [];

  constructor(post) {
    this.send = post;
  }

  receive(line) {
    this.lines.push(line);
    this.#waiting = this.#waiting.filter(({ pattern, resolve }) => {
      const matches = pattern.test(line);
      if (matches) {
        resolve(line);
      }
      return !matches;
    });
  }

  /** Waits for the next line that matches. */
  next(pattern) {
    return new Promise((resolve) => {
      this.#waiting.push({ pattern, resolve });
    });
  }

  /** Sends a command and waits for a line that matches. */
  ask(command, pattern) {
    const answer = this.next(pattern);
    this.send(command);
    return answer;
  }
}

/** Returns the node count of the bench. */
export async function benchSignature(conversation) {
  const line = await conversation.ask('bench', /nodes \d+ nps$/);
  return Number(line.split(' ')[0]);
}

/** Stops a search without limits and returns the moves it was answered with and its time in milliseconds. */
export async function stopInfiniteSearch(conversation) {
  conversation.send('position startpos moves e2e4');
  await conversation.ask('go infinite', /^info depth 8 /);
  await conversation.ask('isready', /^readyok$/);
  const start = performance.now();
  const line = await conversation.ask('stop', /^bestmove /);
  return { move: line.split(' ')[1], milliseconds: performance.now() - start };
}

/** Positions of the opening, the middlegame and the endgame. */
const SPEED_POSITIONS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
];

/** Returns the nodes per second of a UCI engine, once per run. */
export async function measureSpeed(conversation, runs) {
  await conversation.ask('uci', /^uciok/);
  const nps = [];
  for (let i = 0; i < runs; i++) {
    let [nodes, milliseconds] = [0, 0];
    conversation.send('ucinewgame');
    for (const fen of SPEED_POSITIONS) {
      conversation.lines.length = 0;
      conversation.send(`position fen ${fen}`);
      await conversation.ask('go movetime 1000', /^bestmove /);
      const report = conversation.lines.findLast((line) => /^info .*\bnodes \d/.test(line));
      nodes += Number(/\bnodes (\d+)/.exec(report)[1]);
      milliseconds += Number(/\btime (\d+)/.exec(report)[1]);
    }
    nps.push(Math.round((nodes * 1000) / milliseconds));
  }
  return nps;
}

/** Returns the delays of `stop` in milliseconds. */
export async function measureStops(conversation, runs) {
  const delays = [];
  for (let i = 0; i < runs; i++) {
    delays.push(Math.round((await stopInfiniteSearch(conversation)).milliseconds));
  }
  return delays;
}
