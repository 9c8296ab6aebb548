import { beforeAll, describe, expect, test } from 'vitest';
import { fromAddress, toAddress } from '../../src/analysis/address';
import { commentText, shapesOf, withShapes, withText } from '../../src/analysis/comments';
import { fromPgn, toPgn } from '../../src/analysis/pgn';
import { emptyTree, endOf, nodesOn, play, type Tree } from '../../src/analysis/tree';
import { type PgnGame, Position, parsePgn, rulesReady } from '../../src/rules';

beforeAll(() => rulesReady);

const ANNOTATED = `[Event "Club championship"]
[Site "?"]
[Date "2026.11.18"]
[Round "3"]
[White "Kramnik, Vladimir"]
[Black "N.N."]
[Result "1-0"]
[WhiteElo "2750"]
[Annotator "somebody"]

{A miniature.} 1. e4 $1 {[%clk 0:05:00] best by test} e5 (1... c5 {[%cal Gc7c5,Rg8f6][%csl Yd4] sharp} 2. Nf3 (2. c3 d5) 2... d6)
({A rare one.} 1... a6 $6) 2. Qh5 $2 Nc6 $5 $14 3. Bc4 Nf6 $4 (3... g6 $1) 4. Qxf7# 1-0`;

function read(text: string): Required<PgnGame> {
  const [found, ...more] = parsePgn(text);
  expect(more).toEqual([]);
  if (!found?.game) throw new Error(found?.error?.message);
  return found.game;
}

describe('PGN', () => {
  test('survives a round trip with players, result, comments, NAGs and variations', () => {
    const game = read(ANNOTATED);
    expect(read(toPgn(fromPgn(game)))).toEqual(game);
    expect(game.result).toBe('1-0');
    expect(game.tags).toContainEqual(['White', 'Kramnik, Vladimir']);
  });

  test('survives a round trip in self-capture chess from another start', () => {
    const text = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Variant "Self-capture"]
[SetUp "1"]
[FEN "3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R w - - 0 1"]

1. Rxh6# (1. Nxc4 Rxc4+ 2. Kb2 (2. -- Rd1#)) *`;
    const game = read(text);
    expect(read(toPgn(fromPgn(game)))).toEqual(game);
  });
});

describe('the address', () => {
  const state = (tree: Tree, path = endOf(tree, [])) =>
    ({ tree, path, orientation: 'white' }) as const;
  const reload = (address: string) => {
    const { searchParams, hash } = new URL(address, 'http://localhost');
    return fromAddress(searchParams, hash);
  };
  const sans = ({ tree, path }: ReturnType<typeof reload>) =>
    nodesOn(tree, path).map(({ san }) => san);

  test('of a plain line is readable', () => {
    const [tree] = play(emptyTree(Position.start('chess')), [], ['e4', 'e5']);
    expect(toAddress(state(tree))).toBe('/analysis?variant=chess&moves=e2e4,e7e5');
    expect(toAddress({ ...state(emptyTree(Position.start('chess'))), orientation: 'black' })).toBe(
      '/analysis?variant=chess&orientation=black',
    );
  });

  test('keeps the whole tree and the place in it', () => {
    const tree = fromPgn(read(ANNOTATED));
    const back = reload(toAddress(state(tree, [0, 1, 1])));
    expect(sans(back)).toEqual(['e4', 'c5', 'c3']);
    expect(toPgn(back.tree)).toBe(toPgn(tree));
  });

  test('has two characters for a move of the tree and three for a variation', () => {
    const text = '1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 *';
    const address = toAddress(state(fromPgn(read(text)), []));
    expect(address).toBe('/analysis?variant=chess#tree=Mc0k~vyiGV~vKS..GV5q');
  });

  test('keeps promotions, glyphs above 63 and every character of a comment', () => {
    const text = `[FEN "k7/4P3/8/8/8/8/8/K7 w - - 0 1"]

{~c. 100 % & #1} 1. e8=Q+ $146 {a+b = "ü" ♔?} ({~v} 1. e8=R+ $1 $14 {..} Ka7) Kb7 1-0`;
    const tree = fromPgn(read(text));
    const back = reload(toAddress(state(tree, [])));
    expect(toPgn(back.tree)).toBe(toPgn(tree));
    expect(toPgn(back.tree)).toContain('{~v} 1. e8=R+ $1 $14');
  });

  test('with PGN, as written before, still opens', () => {
    const pgn = '1. e4 $1 e5 (1... c5 2. Nf3 {sharp}) 2. Nf3 *';
    const back = reload(
      `/analysis?variant=chess&moves=e2e4%2Cc7c5#${new URLSearchParams({ pgn })}`,
    );
    expect(sans(back)).toEqual(['e4', 'c5']);
    expect(toPgn(back.tree)).toBe(toPgn(fromPgn(read(pgn))));
  });

  test('that was cut keeps what is before the cut', () => {
    const address = toAddress(state(fromPgn(read(ANNOTATED)), []));
    const length = address.indexOf('&');
    for (let end = address.indexOf('tree=') + 5; end < length; end += 1) {
      expect(() => reload(address.slice(0, end))).not.toThrow();
    }
    expect(sans({ ...reload(address.slice(0, length)), path: [0, 0, 0] })).toEqual([
      'e4',
      'e5',
      'Qh5',
    ]);
  });

  test('keeps moves after the current one', () => {
    const [tree] = play(emptyTree(Position.start('selfcapture')), [], ['Nxd2', 'e5', 'e4']);
    const back = reload(toAddress(state(tree, [0])));
    expect(sans(back)).toEqual(['Nxd2']);
    expect(endOf(back.tree, [])).toEqual([0, 0, 0]);
    expect(back.tree.start.variant).toBe('selfcapture');
  });

  test('keeps start positions, Chess960 castling and null moves', () => {
    const [tree] = play(emptyTree(Position.chess960(0)), [], ['b3', '--', 'Bb2']);
    const back = reload(toAddress(state(tree)));
    expect(back.tree.start.fen).toBe(tree.start.fen);
    expect(sans(back)).toEqual(['b3', '--', 'Bb2']);
  });

  test('of an illegal position or move is refused with a sentence', () => {
    const refuse = (query: string) => () => fromAddress(new URLSearchParams(query), '');
    expect(refuse('variant=atomic')).toThrow('there is no variant "atomic"');
    expect(refuse('fen=8/8/8/8/8/8/8/8 w - - 0 1')).toThrow(/king/);
    expect(refuse('variant=chess&moves=e2e5')).toThrow();
  });
});

describe('comments', () => {
  const COMMENTS = ['[%clk 0:05:00] best by test [%cal Ge2e4,Rd7d5]', '[%csl Yd4]'];

  test('are shown without commands', () => {
    expect(commentText(COMMENTS)).toBe('best by test');
  });

  test('keep their commands when the text changes', () => {
    expect(withText(COMMENTS, ' a {new}\n text ')).toEqual([
      '[%clk 0:05:00] [%cal Ge2e4,Rd7d5] [%csl Yd4] a new text',
    ]);
    expect(withText(['old'], '')).toEqual([]);
  });

  test('contain arrows and circles', () => {
    const shapes = shapesOf(COMMENTS);
    expect(shapes).toEqual([
      { orig: 'e2', dest: 'e4', brush: 'green' },
      { orig: 'd7', dest: 'd5', brush: 'red' },
      { orig: 'd4', brush: 'yellow' },
    ]);
    expect(shapesOf(withShapes([], shapes))).toEqual([shapes[2], shapes[0], shapes[1]]);
    expect(withShapes(COMMENTS, [])).toEqual(['[%clk 0:05:00] best by test']);
  });
});
