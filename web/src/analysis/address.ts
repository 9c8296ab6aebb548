// The state of the analysis as an address, so that reloading, Back and shared links keep it. The query has the
// current line; the fragment has the whole tree and the tags of PGN if there is more than this line.
import { type Color, OuroError, Position, type Result, type Variant } from '../rules';
import { readTree } from './pgn';
import { childrenOf, emptyTree, hasAnnotations, nodesOn, type Path, play, type Tree } from './tree';
import { decodeTree, encodeTree } from './treeCode';

export interface AnalysisState {
  readonly tree: Tree;
  readonly path: Path;
  readonly orientation: Color;
}

const VARIANTS: readonly string[] = ['selfcapture', 'chess', 'chess960'] satisfies Variant[];

const RESULTS: readonly string[] = ['1-0', '0-1', '1/2-1/2'] satisfies Result[];

function toFragment(tree: Tree): string {
  const tags = new URLSearchParams(tree.tags.map(([name, value]) => [name, value]));
  if (tree.result !== '*') tags.set('Result', tree.result);
  return `#tree=${[encodeTree(tree), ...(tags.size > 0 ? [tags] : [])].join('&')}`;
}

function fromFragment(fragment: string, start: Position): Tree | undefined {
  const [, code, rest] = /^#?tree=([^&]*)&?(.*)$/.exec(fragment) ?? [];
  if (code === undefined) {
    // Links that were made before trees had a code of their own.
    const pgn = new URLSearchParams(fragment.replace(/^#/, '')).get('pgn');
    return pgn === null ? undefined : readTree(pgn, start.variant);
  }
  const entries = [...new URLSearchParams(rest)];
  const result = entries.find(([name, value]) => name === 'Result' && RESULTS.includes(value))?.[1];
  return {
    ...decodeTree(code, start),
    tags: entries.filter(([name]) => name !== 'Result'),
    result: (result ?? '*') as Result,
  };
}

export function toAddress({ tree, path, orientation }: AnalysisState): string {
  const { variant, fen } = tree.start;
  const moves = nodesOn(tree, path).map(({ uci }) => uci);
  const query = new URLSearchParams({ variant });
  if (fen !== Position.start(variant).fen) query.set('fen', fen);
  if (moves.length > 0) query.set('moves', moves.join(','));
  if (orientation === 'black') query.set('orientation', orientation);
  const whole = hasAnnotations(tree) || childrenOf(tree, path).length > 0;
  // Commas need no encoding, which would make each move two characters longer.
  const text = query.toString().replaceAll('%2C', ',');
  return `/analysis?${text}${whole ? toFragment(tree) : ''}`;
}

/** Reads the state of an address. Throws an `OuroError` if its position or one of its moves is illegal. */
export function fromAddress(query: URLSearchParams, fragment: string): AnalysisState {
  const named = query.get('variant') ?? 'selfcapture';
  if (!VARIANTS.includes(named)) {
    const message = `there is no variant "${named}"`;
    throw new OuroError({ kind: 'argument', code: 'bad_variant', message });
  }
  const variant = named as Variant;
  const fen = query.get('fen');
  const start = fen ? Position.fromFen(fen, { variant, lenient: true }) : Position.start(variant);
  const whole = fromFragment(fragment, start) ?? emptyTree(start);
  const moves = query.get('moves')?.split(',').filter(Boolean) ?? [];
  const [tree, path] = play(whole, [], moves);
  return { tree, path, orientation: query.get('orientation') === 'black' ? 'black' : 'white' };
}
