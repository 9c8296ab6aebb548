// The rules as JavaScript sees them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Game,
  init,
  isSupported,
  OuroError,
  Position,
  parseEpd,
  parsePgn,
  validate,
  validateFen,
  writeEpd,
  writePgn,
} from '../dist/index.js';

test('everything before init is refused with one sentence', () => {
  assert.throws(() => Position.start(), { code: 'not_ready', message: /await init\(\) first/ });
});

test('an environment without SIMD gets one clear message', async (t) => {
  const validate = t.mock.method(WebAssembly, 'validate', () => false);
  await assert.rejects(init(), {
    kind: 'unsupported',
    message: /^Ouro needs WebAssembly with SIMD/,
  });
  validate.mock.restore();
  assert.ok(isSupported());
  for (const lacking of [31, 15]) {
    const original = WebAssembly.validate;
    const partial = t.mock.method(WebAssembly, 'validate', (bytes) => {
      return bytes.length !== lacking && original(bytes);
    });
    assert.ok(!isSupported());
    partial.mock.restore();
  }
});

test('the rules', async (t) => {
  await init();

  await t.test('a FEN is parsed strictly or leniently, and its problems have places', () => {
    const fen = 'r3k3/8/8/8/8/8/8/4K3 b kq - 0 1';
    assert.throws(
      () => Position.fromFen(fen),
      (error) => {
        assert.ok(error instanceof OuroError);
        assert.equal(error.kind, 'fen');
        assert.equal(error.at, 23);
        assert.equal(error.problems.length, 1);
        assert.match(error.message, /Black cannot castle with a rook on h8/);
        return true;
      },
    );
    const repaired = Position.fromFen(fen, { lenient: true });
    assert.equal(repaired.fen, 'r3k3/8/8/8/8/8/8/4K3 b q - 0 1');
    assert.equal(repaired.repairs.length, 1);
    const params = { problem: 'castling_without_rook', color: 'black', square: 'h8' };
    const [message] = repaired.repairs;
    assert.deepEqual(repaired.repairDetails, [{ code: 'castling_dropped', params, message }]);
    assert.deepEqual(validateFen(fen).repairDetails, repaired.repairDetails);
    // Places count UTF-16 code units, as strings do.
    assert.throws(() => Position.fromFen('♔𝄞8/8/8/8/8/8/8/8 x - - 0 1'), { kind: 'fen' });
    const { problems } = validateFen('8/8/8/8/8/8/8/♔7 x - - 0 1');
    assert.ok(problems.some((problem) => problem.at === 17));
  });

  await t.test('moves say what they capture and why', () => {
    const position = Position.fromFen('6k1/8/8/8/8/8/6P1/4K1R1 w - - 0 1', {
      variant: 'selfcapture',
    });
    const capture = position.parseMove('Rxg2+');
    assert.deepEqual(capture.captured, { piece: 'pawn', color: 'white', square: 'g2' });
    assert.ok(capture.selfCapture && capture.check);
    assert.deepEqual(capture.themes, [
      {
        code: 'line_opened',
        params: { square: 'g2', line: 'file', file: 'g' },
        squares: ['g2', 'g3', 'g4', 'g5', 'g6', 'g7', 'g8'],
        text: 'clears the g-file',
      },
      { code: 'check', params: { square: 'g8' }, squares: ['g8'], text: 'gives check' },
    ]);
    assert.ok(position.destinations().get('g1').includes('g2'));
  });

  await t.test('an illegal move has a code and a sentence', () => {
    const position = Position.fromFen('4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1');
    assert.deepEqual(position.whyIllegal('e2', 'c3'), {
      code: 'pinned',
      params: { piece: 'knight' },
      message: 'your king would be in check: the knight is pinned',
    });
    assert.equal(position.whyIllegal('e1', 'd1'), undefined);
    assert.throws(() => position.play('Nc3'), { kind: 'move' });
    assert.throws(() => position.play('zz'), {
      kind: 'move',
      code: 'not_a_move',
      params: { text: 'zz' },
    });
    assert.throws(() => new Game().play('e1g1'), {
      code: 'castling_blocked',
      params: { square: 'f1' },
    });
  });

  await t.test('a game is played, undone and redone', () => {
    const game = new Game();
    for (const san of ['f3', 'e5', 'g4']) {
      game.play(san);
    }
    assert.equal(game.playSquares('d8', 'h4').san, 'Qh4#');
    assert.deepEqual(game.outcome(), {
      result: '0-1',
      winner: 'black',
      reason: 'checkmate',
      params: { winner: 'black' },
      text: 'Black wins by checkmate',
    });
    assert.throws(() => game.play('a3'), {
      code: 'game_over',
      params: { reason: 'checkmate', winner: 'black' },
    });
    const { position } = game;
    assert.equal(game.position, position);
    assert.ok(game.undo());
    assert.notEqual(game.position.fen, position.fen);
    assert.ok(game.redo() && !game.redo());
    assert.equal(game.position.fen, position.fen);
    assert.equal(game.positionAt(0).fen, game.start.fen);
    assert.throws(() => game.positionAt(5), { code: 'bad_ply' });
    assert.deepEqual(game.line().moves, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  });

  await t.test('castling in Chess960 is the king moving to its rook', () => {
    const position = Position.fromFen('4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1', { variant: 'chess960' });
    assert.ok(position.destinations().get('e1').includes('h1'));
    assert.equal(position.parseMove('O-O').to, 'g1');
    assert.equal(Position.chess960(518).fen.split(' ')[0], Position.start().fen.split(' ')[0]);
    assert.throws(() => Position.chess960(960), { code: 'bad_number' });
  });

  await t.test('PGN keeps variations, comments and tags in both directions', () => {
    const text =
      '[White "Müller"]\n\n1. e4 $1 {good} (1. d4 d5 (1... Nf6 2. c4)) 1... e5 2. Nf3 *\n';
    const [{ game, warnings }] = parsePgn(text);
    assert.deepEqual(warnings, []);
    assert.equal(game.moves[0].variations[0][1].variations[0][0].san, 'Nf6');
    const { tags, ...written } = parsePgn(writePgn(game))[0].game;
    assert.deepEqual({ ...written, tags: game.tags }, game);
    // Writing adds the tags that every PGN game has.
    const roster = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', Black: '?' };
    assert.deepEqual(Object.fromEntries(tags), { ...roster, White: 'Müller' });
    const broken = parsePgn('1. e4 é5 2. Nf3 *')[0];
    assert.equal(broken.game.moves.length, 1);
    assert.equal(broken.error.at, 6);
  });

  await t.test('bad input of any type is an error, never a trap', () => {
    const deep = { san: 'e4', variations: [] };
    let inner = deep;
    for (let i = 0; i < 10_000; i++) {
      const next = { san: 'e4', variations: [] };
      inner.variations.push([next]);
      inner = next;
    }
    const base = new Game().toPgn();
    for (const call of [
      () => writePgn({ ...base, moves: [deep] }),
      () => writePgn({ ...base, moves: [{ san: 'Ke5' }] }),
      () => writePgn({ ...base, result: 'win' }),
      () => writePgn({ ...base, fen: '' }),
      () => Position.start('atomic'),
      () => Position.fromFen('x'.repeat(100_000)),
      () => Position.start().whyIllegal('i9', 'e4'),
      () => Position.start().whyIllegal('e2', 'e4', 'dragon'),
      () => Position.start().svg({ lastMove: ['e2', 'e9'] }),
      () => Position.start().perft(-1),
      () => Position.start().play('\u0000'),
      () => parseEpd('8/8', 'chess'),
      () => Position.start(null),
      () => Position.fromFen(null),
      () => Position.fromFen(undefined, { lenient: true }),
      () => Position.fromFen(Position.start().fen, { variant: 1 }),
      () => Position.start().whyIllegal(12, 28),
      () => Position.start().whyIllegal('e2', 'e4', null),
      () => Position.start().parseMove(7),
      () => Position.start().play({}),
      () => new Game({ fen: 5 }),
      () => new Game().play(undefined),
      () => new Game().play(null),
      () => new Game().playSquares(12, 28),
      () => validateFen({}),
      () => parsePgn(['1. e4']),
      () => parseEpd(undefined),
      () => validate({ pieces: [['e1', 'X']], turn: 'white' }),
      () => validate({ pieces: [], turn: 'red' }),
    ]) {
      assert.throws(call, (error) => error instanceof OuroError && error.message.length > 5);
    }
    // The module still works.
    assert.equal(Position.start().moves().length, 20);
  });

  await t.test('a setup is validated piece by piece', () => {
    const setup = {
      pieces: new Map([
        ['e1', 'K'],
        ['e8', 'k'],
        ['a1', 'P'],
      ]),
      turn: 'white',
    };
    const validation = validate(setup);
    assert.ok(!validation.playable);
    const [problem] = validation.problems;
    assert.equal(problem.code, 'pawns_on_back_rank');
    assert.deepEqual(problem.params, { squares: 'a1' });
    assert.deepEqual(problem.squares, ['a1']);
    assert.equal(validation.fen, '4k3/8/8/8/8/8/8/P3K3 w - - 0 1');
    const queens = validateFen('4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1');
    assert.ok(queens.playable);
    assert.equal(queens.reachabilityProblems.length, 1);
  });

  await t.test('EPD and pictures', () => {
    const text = '8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id "WAC.002";';
    const epd = parseEpd(text);
    assert.deepEqual(epd.operations[0], { opcode: 'bm', operands: ['Rxb2'] });
    assert.equal(writeEpd(epd), text);
    assert.match(epd.position.svg({ orientation: 'black' }), /^<svg /);
  });
});
