// Sentences from the codes of the rules.
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadLanguage, shortNumber } from '../src/i18n';
import { errorText } from '../src/i18n/errors';
import {
  illegalText,
  outcomeText,
  problemText,
  selfCaptureText,
  spokenMove,
  themeText,
} from '../src/i18n/rules';
import { readMove } from '../src/moves/readMove';
import { Position, rulesReady } from '../src/rules';

beforeAll(() => rulesReady);
afterEach(() => loadLanguage('en'));

const MATE = '3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R w - - 0 1';

test('a move is said with what it captures and whose it is', () => {
  const start = Position.start('selfcapture');
  expect(spokenMove(start.parseMove('e4'))).toBe('White: pawn to e4');
  expect(spokenMove(start.parseMove('Nxd2'))).toBe('White: knight captures its own pawn on d2');
  const mate = Position.fromFen(MATE, { variant: 'selfcapture' });
  expect(spokenMove(mate.parseMove('Rxh6'))).toBe(
    'White: rook captures its own pawn on h6, checkmate',
  );
  const castling = Position.fromFen('4k3/8/8/8/8/8/8/R3K3 w Q - 0 1');
  expect(spokenMove(castling.parseMove('O-O-O'))).toBe('White: castles queenside');
});

test('moves are said in German and Spanish', async () => {
  const move = Position.start('selfcapture').parseMove('Nxd2');
  await loadLanguage('de');
  expect(spokenMove(move)).toBe('Weiß: Springer schlägt den eigenen Bauern auf d2');
  await loadLanguage('es');
  expect(spokenMove(move)).toBe('Blancas: caballo captura su propio peón en d2');
});

test('a self-capture says what it is for', () => {
  const theme = {
    code: 'line_opened',
    params: { line: 'file', file: 'h', square: 'h1' },
    text: '',
  };
  expect(themeText(theme)).toBe('the h-file is open');
  const frees = { code: 'frees', params: { piece: 'bishop', square: 'f1' }, text: '' };
  expect(themeText(frees)).toBe('the bishop on f1 is free');
  const move = Position.start('selfcapture').parseMove('Nxd2');
  expect(selfCaptureText({ ...move, themes: [] })).toBe('Knight captures its own pawn.');
  const bishop = Position.start('selfcapture').parseMove('Bxg2');
  expect(selfCaptureText(bishop)).toBe('Bishop captures its own pawn: it comes into play.');
});

test('a code without a message falls back to the sentence of the rules, and moves keep their case', () => {
  expect(illegalText({ code: 'new', params: {}, message: 'that is new' })).toBe('That is new.');
  expect(illegalText({ code: 'new', params: {}, message: 'e4 is not legal' })).toBe(
    'e4 is not legal.',
  );
});

test('reasons for illegal moves name squares, pieces and sides', async () => {
  const pinned = { code: 'pinned', params: { piece: 'queen' }, message: '' };
  const turn = { code: 'not_your_turn', params: { color: 'black' }, message: '' };
  expect(illegalText(pinned)).toBe('Your king would be in check: the queen is pinned.');
  expect(illegalText(turn)).toBe('It is Black’s turn.');
  await loadLanguage('de');
  expect(illegalText(pinned)).toBe('Dein König stünde im Schach: Die Dame ist gefesselt.');
  await loadLanguage('es');
  expect(illegalText(turn)).toBe('Es el turno de las negras.');
});

test('lost castling rights name the cause', () => {
  const params = { side: 'king', cause: 'rook_moved', square: 'h1', move: 12 };
  expect(illegalText({ code: 'no_castling_right', params, message: '' })).toBe(
    'You cannot castle: the rook from h1 moved on move 12.',
  );
});

test('an outcome is told from the side of the player', () => {
  const mate = { reason: 'checkmate', winner: 'white', text: '' } as const;
  expect(outcomeText(mate)).toBe('Checkmate. White wins.');
  expect(outcomeText(mate, 'white')).toBe('Checkmate. You won.');
  expect(outcomeText(mate, 'black')).toBe('Checkmate. You lost.');
  expect(outcomeText({ reason: 'time', winner: 'black', text: '' })).toBe(
    'White ran out of time. Black wins.',
  );
  expect(outcomeText({ reason: 'stalemate', text: '' })).toBe('Stalemate. Draw.');
  expect(outcomeText({ reason: 'aborted', text: '' })).toBe('Game aborted.');
});

test('problems of positions name the side', () => {
  expect(problemText({ code: 'no_king', params: { color: 'black' }, message: '' })).toBe(
    'Black has no king.',
  );
});

test('people never read the details of a failed request', () => {
  const raw = 'missing field `token` at line 1 column 2';
  const refused = (code: string) => Object.assign(new Error(raw), { code });
  expect(errorText(refused('bad_request'))).toBe('The server did not understand this request.');
  expect(errorText(refused('unheard_of'))).toBe('Something went wrong. Please try again.');
  expect(errorText(new TypeError('x is undefined'))).toBe(
    'Something went wrong. Please try again.',
  );
  expect(errorText(refused('internal'))).not.toContain('line 1');
});

test('large numbers are short in each language', async () => {
  expect([950, 12_345, 3_100_000].map(shortNumber)).toEqual(['950', '12K', '3.1M']);
  await loadLanguage('de');
  expect([3_100_000, 31_000_000].map(shortNumber)).toEqual(['3,1\u00a0Mio.', '31\u00a0Mio.']);
});

test('typed moves have the letters of the language or those of SAN', async () => {
  const start = Position.start('selfcapture');
  const uci = (text: string) => {
    const move = readMove(start, text);
    return typeof move === 'string' ? move : move.uci;
  };
  expect(uci('Sf3')).toBe('“Sf3” is not a legal move.');
  await loadLanguage('de');
  expect([uci('Sf3'), uci('Nf3'), uci('Txg1'), uci('g1f3')]).toEqual([
    'g1f3',
    'g1f3',
    'h1g1',
    'g1f3',
  ]);
  expect(uci('Sf4')).toBe('„Sf4“ ist kein legaler Zug.');
  await loadLanguage('es');
  expect([uci('Cf3'), uci('Rxe2'), uci('Axd2')]).toEqual(['g1f3', 'e1e2', 'c1d2']);
  const promotion = Position.fromFen('4k3/P7/8/8/8/8/8/4K3 w - - 0 1');
  expect(readMove(promotion, 'a8=D')).toMatchObject({ uci: 'a7a8q' });
});
