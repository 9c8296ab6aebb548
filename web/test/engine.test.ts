import { signal } from '@preact/signals';
import { describe, expect, test, vi } from 'vitest';
import type { Analysis, Engine, Line } from '../src/engine/engine';
import { withFallback } from '../src/engine/fallback';
import { scoreText, shortScoreText, whiteChances, whitePoints } from '../src/engine/score';

const LINE: Line = { variant: 'chess', moves: [] };
const ANALYSIS: Analysis = {
  depth: 3,
  nodes: 100,
  nps: 1000,
  lines: [{ score: { cp: 20 }, wdl: { win: 300, draw: 600, loss: 100 }, pv: ['e2e4'] }],
};

/** An engine that reports once and then waits until it is aborted. */
const working: Engine = {
  kind: 'server',
  async *analyse(_, { signal }) {
    yield ANALYSIS;
    if (signal.aborted) return;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  },
  bestMove: async () => 'e2e4',
};

const failing: Engine = {
  kind: 'browser',
  // biome-ignore lint/correctness/useYield: it fails before its first report
  async *analyse() {
    throw new Error('no worker');
  },
  bestMove: async () => {
    throw new Error('no worker');
  },
};

describe('an engine with a fallback', () => {
  test('analyses with the second engine if the first fails, and says so once', async () => {
    const report = vi.fn();
    const engine = withFallback(failing, working, report);
    const control = new AbortController();
    for await (const analysis of engine.analyse(LINE, { multipv: 1, signal: control.signal })) {
      expect(analysis).toBe(ANALYSIS);
      control.abort();
    }
    expect(await engine.bestMove(LINE, { movetime: 10 })).toBe('e2e4');
    expect(report).toHaveBeenCalledTimes(1);
    expect(engine.kind).toBe('browser');
  });

  test('says nothing about an analysis that was aborted', async () => {
    const report = vi.fn();
    const engine = withFallback(failing, working, report);
    const signal = AbortSignal.abort();
    for await (const _ of engine.analyse(LINE, { multipv: 1, signal })) expect.unreachable();
    expect(report).not.toHaveBeenCalled();
  });

  test('fails if both engines fail', async () => {
    const engine = withFallback(failing, failing, () => {});
    await expect(engine.bestMove(LINE, { movetime: 10 })).rejects.toThrow('no worker');
  });
});

describe('scores', () => {
  test('are those of White, whoever is to move', () => {
    expect(scoreText({ cp: 35 }, 'white')).toBe('+0.35');
    expect(scoreText({ cp: 35 }, 'black')).toBe('−0.35');
    expect(scoreText({ cp: 0 }, 'black')).toBe('0.00');
    expect(scoreText({ mate: 3 }, 'white')).toBe('#3');
    expect(scoreText({ mate: 3 }, 'black')).toBe('#-3');
  });

  test('have at most four characters on the bar', () => {
    const scores = [
      { cp: 4 },
      { cp: -994 },
      { cp: 995 },
      { cp: 1234 },
      { cp: 150_000 },
      { mate: -120 },
    ];
    const texts = scores.map(shortScoreText);
    expect(texts).toEqual(['0.0', '9.9', '10', '12', '999', '#120']);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(4);
  });

  test('become the expected points and chances of White', () => {
    const wdl = { win: 300, draw: 600, loss: 100 };
    expect(whitePoints({ wdl }, 'white')).toBeCloseTo(0.6);
    expect(whitePoints({ wdl }, 'black')).toBeCloseTo(0.4);
    expect(whiteChances({ win: 335, draw: 330, loss: 335 }, 'white')).toEqual({
      win: 34,
      draw: 32,
      loss: 34,
    });
    expect(whiteChances(wdl, 'black')).toEqual({ win: 10, draw: 60, loss: 30 });
  });
});

describe('following a position', () => {
  test('ends the analysis of the position before', async () => {
    const { engine } = await import('../src/engine/engine');
    const { followAnalysis } = await import('../src/engine/useAnalysis');
    const signals: AbortSignal[] = [];
    vi.spyOn(engine.peek(), 'analyse').mockImplementation(async function* (line, { signal }) {
      signals.push(signal);
      yield { ...ANALYSIS, depth: line.moves.length };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    const request = signal<{ line: Line; multipv: number } | undefined>(undefined);
    const { analysis, dispose } = followAnalysis(request);
    expect(analysis.value).toBeUndefined();
    request.value = { line: { variant: 'chess', moves: ['e2e4'] }, multipv: 1 };
    await vi.waitFor(() => expect(analysis.value?.depth).toBe(1));
    request.value = { line: { variant: 'chess', moves: ['e2e4', 'e7e5'] }, multipv: 1 };
    expect(analysis.value).toBeUndefined();
    await vi.waitFor(() => expect(analysis.value?.depth).toBe(2));
    dispose();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
