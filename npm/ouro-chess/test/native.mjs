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

/** Returns the nodes per second of several benches and the delays of `stop` in milliseconds. */
export async function measureSpeed(conversation, runs) {
  const nps = [];
  const delays = [];
  for (let i = 0; i < runs; i++) {
    nps.push(Number((await conversation.ask('bench', /nodes \d+ nps$/)).split(' ')[2]));
    delays.push(Math.round((await stopInfiniteSearch(conversation)).milliseconds));
  }
  return { nps, delays };
}
