// The address of the embeddable page, and what it shows.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { readOptions } from '../src/embed/options';
import { analysisUrl, loadReplay } from '../src/embed/replay';
import { en } from '../src/i18n/en';
import { rulesReady } from '../src/rules';

const options = (query: string) => readOptions(new URLSearchParams(query));

describe('the address', () => {
  test('names what is shown', () => {
    expect(options('').source).toEqual({ kind: 'position', variant: 'chess', fen: undefined });
    expect(options('variant=selfcapture&fen=8/8').source).toEqual({
      kind: 'position',
      variant: 'selfcapture',
      fen: '8/8',
    });
    expect(options('pgn=1.+e4&game=').source).toEqual({
      kind: 'pgn',
      variant: 'chess',
      text: '1. e4',
    });
    expect(options('game=abc&pgn=1.+e4').source).toEqual({ kind: 'game', id: 'abc' });
  });

  test('names how it is shown', () => {
    const { orientation, ply, theme, board, pieces } = options(
      'orientation=black&ply=12&theme=dark&board=blue&pieces=outline',
    );
    expect([orientation, ply, theme, board, pieces]).toEqual([
      'black',
      12,
      'dark',
      'blue',
      'outline',
    ]);
  });

  test('with values that do not exist is that of the defaults', () => {
    const { source, ...rest } = options(
      'variant=poker&orientation=up&ply=-1&theme=red&board=x&pieces=__proto__',
    );
    expect(source).toEqual({ kind: 'position', variant: 'chess', fen: undefined });
    expect(rest).toEqual({
      orientation: 'white',
      ply: 0,
      theme: undefined,
      board: 'green',
      pieces: 'classic',
    });
  });
});

describe('a replay', () => {
  beforeAll(() => rulesReady);

  test('is the main line of the first game', async () => {
    const text = '[White "Ann"]\n\n1. e4 (1. d4) e5 2. Nf3 1/2-1/2\n\n1. c4 *';
    const replay = await loadReplay({ kind: 'pgn', variant: 'chess', text });
    expect(replay.moves.map(({ san }) => san)).toEqual(['e4', 'e5', 'Nf3']);
    expect(replay.players).toEqual({ white: 'Ann', black: '?' });
    expect(replay.result).toBe('1/2-1/2');
    const url = new URL(analysisUrl(replay, 2), 'https://chess.example.org');
    expect(url.pathname).toBe('/analysis');
    expect(url.searchParams.get('moves')).toBe('e2e4,e7e5');
  });

  test('of a text without a game is an error', async () => {
    const source = { kind: 'pgn', variant: 'chess', text: 'nothing' } as const;
    await expect(loadReplay(source)).rejects.toMatchObject({ kind: 'pgn' });
  });

  test('of an impossible position is an error', async () => {
    const source = {
      kind: 'position',
      variant: 'chess',
      fen: '8/8/8/8/8/8/8/8 w - - 0 1',
    } as const;
    await expect(loadReplay(source)).rejects.toMatchObject({ kind: 'fen' });
  });
});

test('the service gives pages the titles of the catalogue', () => {
  const views = readFileSync('../crates/ouro-server/src/page/view.rs', 'utf8');
  const titles = ['analysis', 'editor', 'learn', 'games', 'statistics', 'login', 'game'] as const;
  for (const name of titles) expect(views).toContain(`"${en[`title.${name}`]} • Ouro"`);
  expect(views).toContain(`"${en['title.home']}"`);
});
