// The state of the analysis as an address, so that reloading, Back and shared links keep it. The query has the
// current line; the fragment has the whole tree as PGN if there is more than this line.
import { type Color, OuroError, Position, type Variant } from '../rules';
import { readTree, toPgn } from './pgn';
import { childrenOf, emptyTree, hasAnnotations, nodesOn, type Path, play, type Tree } from './tree';

export interface AnalysisState {
  readonly tree: Tree;
  readonly path: Path;
  readonly orientation: Color;
}

const VARIANTS: readonly string[] = ['selfcapture', 'chess', 'chess960'] satisfies Variant[];

/** Writes PGN without the tags whose values are unknown. */
const shortPgn = (tree: Tree) => toPgn(tree).replace(/^\[\w+ "[?.]+"\]\n/gm, '');

export function toAddress({ tree, path, orientation }: AnalysisState): string {
  const { variant, fen } = tree.start;
  const moves = nodesOn(tree, path).map(({ uci }) => uci);
  const query = new URLSearchParams({ variant });
  if (fen !== Position.start(variant).fen) query.set('fen', fen);
  if (moves.length > 0) query.set('moves', moves.join(','));
  if (orientation === 'black') query.set('orientation', orientation);
  const whole = hasAnnotations(tree) || childrenOf(tree, path).length > 0;
  const fragment = whole ? `#${new URLSearchParams({ pgn: shortPgn(tree) })}` : '';
  return `/analysis?${query}${fragment}`;
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
  const pgn = new URLSearchParams(fragment.replace(/^#/, '')).get('pgn');
  const whole = (pgn && readTree(pgn, variant)) || emptyTree(start);
  const moves = query.get('moves')?.split(',').filter(Boolean) ?? [];
  const [tree, path] = play(whole, [], moves);
  return { tree, path, orientation: query.get('orientation') === 'black' ? 'black' : 'white' };
}
