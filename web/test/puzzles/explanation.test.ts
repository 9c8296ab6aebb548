// Explanations as sentences and as drawings.
import { afterEach, beforeAll, expect, test } from 'vitest';
import { replay } from '../../src/game/plies';
import { loadLanguage } from '../../src/i18n';
import { drawExplanation, explanationText } from '../../src/puzzles/explanation';
import { Position, rulesReady } from '../../src/rules';
import { MATES, OPENING } from './puzzles';

beforeAll(() => rulesReady);
afterEach(() => loadLanguage('en'));

const code = (name: string, params: Record<string, string>) => ({ code: name, params, text: '' });
const fields = { move: 'Rxg2+', piece: 'rook', victim: 'pawn', square: 'g2' };

test('a sentence names the pieces in the language of the page', async () => {
  const { explanation } = OPENING.solution;
  expect(explanationText(explanation)).toBe(
    'Rxg2+: the rook captures its own pawn and opens the g-file.',
  );
  const rank = code('line_opened', { ...fields, line: '7' });
  expect(explanationText(rank)).toContain('opens rank 7');
  const diagonal = code('line_opened', { ...fields, line: 'a1-h8' });
  expect(explanationText(diagonal)).toContain('opens the a1–h8 diagonal');
  const frees = code('frees', { ...fields, freed: 'bishop', on: 'f1' });
  expect(explanationText(frees)).toContain('frees the bishop on f1');
  expect(explanationText(code('frees_itself', fields))).toContain('comes into play');
  expect(explanationText(code('mate', { ...fields, move: 'Rxg2#' }))).toContain('with mate');
  const guarded = code('all_protected', { squares: 'g7-h7' });
  expect(explanationText(guarded)).toContain('(g7, h7)');
  await loadLanguage('de');
  expect(explanationText(explanation)).toBe(
    'Rxg2+: Der Turm schlägt den eigenen Bauern und öffnet die g-Linie.',
  );
  await loadLanguage('es');
  expect(explanationText(explanation)).toBe(
    'Rxg2+: la torre captura su propio peón y abre la columna g.',
  );
});

test('every code has a sentence with all its parameters', () => {
  const all = { ...fields, line: 'g', freed: 'queen', on: 'd1', target: 'queen', tempting: 'Qh7' };
  for (const name of [
    'king_escape',
    'king_walk',
    'promotion',
    'line_opened',
    'frees',
    'frees_itself',
    'tempo',
    'check',
    'mate',
    'self_capture',
    'refutation',
    'threat',
    'prevention',
    'king_captures',
  ]) {
    const text = explanationText(code(name, all));
    expect(text, name).toMatch(/^[A-Z].*\.$/);
    expect(text, name).toContain('Rxg2+');
    expect(text, name).not.toContain('{');
  }
});

test('a code without a message has the sentence of the service', () => {
  expect(explanationText(MATES.solution.explanation)).toBe('It is mate.');
});

const line = ({ puzzle, solution } = OPENING) =>
  replay(Position.fromFen(puzzle.fen, { variant: 'selfcapture' }), [
    puzzle.move,
    ...solution.moves,
  ]);

test('the self-capture of the solution is drawn where it is played, in purple', () => {
  const drawing = drawExplanation(OPENING.solution.explanation, line());
  expect(drawing?.ply).toBe(2);
  expect(drawing?.shapes[0]).toEqual({ orig: 'g1', dest: 'g2', brush: 'bestSelfCapture' });
  expect(drawing?.shapes.map(({ orig }) => orig)).toContain('g8');
});

test('a refutation is drawn before the solution, the move of chess not in purple', () => {
  // Rf1 looks good, and Black has no self-capture against it.
  const refutation = code('refutation', { tempting: 'Rf1', move: 'Kxh7', square: 'h7' });
  const drawing = drawExplanation(refutation, line());
  expect(drawing).toEqual({ ply: 1, shapes: [{ orig: 'g1', dest: 'f1', brush: 'other' }] });
});

test('a threat is marked on its square, and what cannot be shown is not drawn', () => {
  const threat = code('threat', { ...fields, move: 'Kxd2', square: 'd2' });
  expect(drawExplanation(threat, line())).toEqual({
    ply: 2,
    shapes: [{ orig: 'd2', brush: 'bestSelfCapture' }],
  });
  expect(drawExplanation(MATES.solution.explanation, line(MATES))).toBeUndefined();
});
