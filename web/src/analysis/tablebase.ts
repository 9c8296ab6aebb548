// Perfect play with few pieces, from the tablebases of the server.
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Position, Variant } from '../rules';

export type Category = 'win' | 'cursed-win' | 'draw' | 'blessed-loss' | 'loss';

export interface TablebaseMove {
  readonly uci: string;
  readonly san: string;
  /** The result for the side that moves. */
  readonly category: Category;
  /** Plies to the next capture or pawn move with best play; `null` for a draw. */
  readonly dtz: number | null;
  /** Plies to mate; `null` if the tables do not know it. */
  readonly dtm: number | null;
  readonly zeroing: boolean;
  readonly checkmate: boolean;
}

export interface TablebaseEntry {
  readonly category: Category;
  readonly dtz: number | null;
  readonly dtm: number | null;
  readonly moves: readonly TablebaseMove[];
  /** The best line to the end in UCI notation. */
  readonly mainline: readonly string[];
}

export type TablebaseState =
  | { readonly state: 'loading' }
  | { readonly state: 'found'; readonly entry: TablebaseEntry }
  | { readonly state: 'missing' }
  | { readonly state: 'unreachable' };

/** The most pieces for which a tablebase is asked: Syzygy tables have up to seven, those of Ouro fewer. */
const MAX_PIECES: Record<Variant, number> = { chess: 7, chess960: 7, selfcapture: 5 };

/** Whether a tablebase may know a position: it has few pieces and no castling rights. */
export function mayBeKnown(position: Position): boolean {
  return position.pieces.size <= MAX_PIECES[position.variant] && position.fen.split(' ')[2] === '-';
}

const OPPOSITE: Record<Category, Category> = {
  win: 'loss',
  'cursed-win': 'blessed-loss',
  draw: 'draw',
  'blessed-loss': 'cursed-win',
  loss: 'win',
};

type Distances = { category: Category; dtz: number | null; dtm: number | null };
type RawMove = Distances & { uci: string; san: string; zeroing: boolean; checkmate: boolean };
type RawEntry = Distances & { moves: RawMove[] };

const distance = (plies: number | null) => (plies === null ? null : Math.abs(plies));

/** Returns an entry in which moves have the result of the side that moves, not of its opponent. */
export function readEntry(raw: RawEntry, mainline: readonly string[]): TablebaseEntry {
  return {
    category: raw.category,
    dtz: distance(raw.dtz),
    dtm: distance(raw.dtm),
    moves: raw.moves.map(({ uci, san, category, dtz, dtm, zeroing, checkmate }) => ({
      uci,
      san,
      category: OPPOSITE[category],
      dtz: distance(dtz),
      dtm: distance(dtm),
      zeroing,
      checkmate,
    })),
    mainline,
  };
}

async function load(variant: Variant, fen: string, abort: AbortSignal): Promise<TablebaseState> {
  const query = new URLSearchParams({ variant, fen });
  const request = (path: string) => fetch(`/api/v1/${path}?${query}`, { signal: abort });
  try {
    const response = await request('tablebase');
    if (!response.ok) return { state: 'missing' };
    const raw = (await response.json()) as RawEntry;
    const line = raw.category === 'draw' ? undefined : await request('tablebase/mainline');
    const mainline = line?.ok
      ? ((await line.json()) as { mainline: { uci: string }[] }).mainline
      : [];
    return {
      state: 'found',
      entry: readEntry(
        raw,
        mainline.map(({ uci }) => uci),
      ),
    };
  } catch {
    return { state: 'unreachable' };
  }
}

/** Looks up the position of a signal whenever it changes; `undefined` looks up nothing. */
export function followTablebase(position: ReadonlySignal<Position | undefined>): {
  found: ReadonlySignal<TablebaseState>;
  dispose(): void;
} {
  const found = signal<TablebaseState>({ state: 'loading' });
  const dispose = effect(() => {
    const wanted = position.value;
    found.value = { state: 'loading' };
    if (!wanted) return;
    const control = new AbortController();
    void load(wanted.variant, wanted.fen, control.signal).then((state) => {
      if (!control.signal.aborted) found.value = state;
    });
    return () => control.abort();
  });
  return { found, dispose };
}
