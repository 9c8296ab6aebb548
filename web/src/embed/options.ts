// What the address of the embeddable page asks for.
import type { Color, Variant } from '../rules';
import { BOARD_THEMES, type BoardTheme, PIECE_SETS, type PieceSet } from '../settings/settings';

/** What is shown: a position, a game in PGN, or a game of this service. */
export type Source =
  | { readonly kind: 'position'; readonly variant: Variant; readonly fen: string | undefined }
  | { readonly kind: 'pgn'; readonly variant: Variant; readonly text: string }
  | { readonly kind: 'game'; readonly id: string };

export interface EmbedOptions {
  readonly source: Source;
  readonly orientation: Color;
  /** The moves played in the position that is shown first. */
  readonly ply: number;
  /** The colours of the page; those of the system if missing. */
  readonly theme: 'light' | 'dark' | undefined;
  readonly board: BoardTheme;
  readonly pieces: PieceSet;
}

const VARIANTS = ['chess', 'chess960', 'selfcapture'] as const satisfies readonly Variant[];

/** Reads a parameter that is one of a few names. */
const oneOf = <T extends string>(names: readonly T[], text: string | null): T | undefined =>
  names.find((name) => name === text);

function readSource(query: URLSearchParams): Source {
  const id = query.get('game');
  if (id) return { kind: 'game', id };
  const variant = oneOf(VARIANTS, query.get('variant')) ?? 'chess';
  const text = query.get('pgn');
  if (text) return { kind: 'pgn', variant, text };
  return { kind: 'position', variant, fen: query.get('fen') || undefined };
}

/** Reads the options of an address. Values that do not exist count as missing. */
export function readOptions(query: URLSearchParams): EmbedOptions {
  const ply = query.get('ply') ?? '';
  return {
    source: readSource(query),
    orientation: oneOf(['white', 'black'], query.get('orientation')) ?? 'white',
    ply: /^\d{1,4}$/.test(ply) ? Number(ply) : 0,
    theme: oneOf(['light', 'dark'], query.get('theme')),
    board: oneOf(BOARD_THEMES, query.get('board')) ?? 'green',
    pieces: oneOf(PIECE_SETS, query.get('pieces')) ?? 'classic',
  };
}
