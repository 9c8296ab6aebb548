// The state of the editor.
import { computed, signal } from '@preact/signals';
import {
  type Color,
  type PieceLetter,
  Position,
  type Problem,
  type Square,
  type Variant,
  validate,
} from '../rules';
import {
  CASTLING_RIGHTS,
  type CastlingRight,
  castlingRook,
  colorOf,
  type EditorState,
  enPassantSquares,
  fromFen,
  letterOf,
  type Pieces,
  toSetup,
} from './setup';

/** Returns the problems that have to be read: a side without a king cannot castle, whatever its rooks do. */
export function readableProblems(problems: readonly Problem[]): readonly Problem[] {
  const kingless = problems.filter(({ code }) => code === 'no_king');
  const colors = new Set(kingless.map(({ params }) => params.color));
  return problems.filter(
    ({ code, params }) => code !== 'castling_without_king' || !colors.has(params.color ?? ''),
  );
}

/** What a click on a square does: put a piece there, empty it, or nothing. */
export type Brush = PieceLetter | 'erase' | undefined;

export type EditorStore = ReturnType<typeof createEditorStore>;

export function createEditorStore(initial: EditorState, side: Color = 'white') {
  const state = signal(initial);
  const orientation = signal(side);
  const brush = signal<Brush>(undefined);
  const change = (part: Partial<EditorState>) => {
    state.value = { ...state.value, ...part };
  };

  const validation = computed(() => validate(toSetup(state.value), state.value.variant));
  const problems = computed(() => readableProblems(validation.value.problems));
  /** The FEN, also of a position that cannot be played. */
  const fen = computed(() => validation.value.fen ?? '');

  return {
    state,
    orientation,
    brush,
    validation,
    problems,
    fen,
    /** The FEN of a position that can be played. */
    playableFen: computed(() => (validation.value.playable ? fen.value : undefined)),
    /** The squares that problems are about. */
    problemSquares: computed(() => new Set(problems.value.flatMap(({ squares }) => squares))),
    /** The castling rights whose king and rook are in place. */
    possibleRights: computed(() =>
      CASTLING_RIGHTS.filter((right) => {
        const rook = letterOf(colorOf(right), 'rook');
        return state.value.pieces.get(castlingRook(right, state.value)) === rook;
      }),
    ),
    enPassantSquares: computed(() => enPassantSquares(state.value)),

    setPieces: (pieces: Pieces) => change({ pieces }),
    /** Uses the brush on a square. */
    paint: (square: Square) => {
      const pieces = new Map(state.value.pieces);
      const { value } = brush;
      if (value === undefined) return;
      // A second click with the same piece removes it again.
      if (value === 'erase' || pieces.get(square) === value) pieces.delete(square);
      else pieces.set(square, value);
      change({ pieces });
    },
    setVariant: (variant: Variant) => change({ variant }),
    setTurn: (turn: Color) => change({ turn, enPassant: undefined }),
    setEnPassant: (enPassant: Square | undefined) => change({ enPassant }),
    setCastling: (right: CastlingRight, allowed: boolean) => {
      const castling = new Set(state.value.castling);
      if (allowed) castling.add(right);
      else castling.delete(right);
      change({ castling });
    },
    setFen: (text: string) => {
      state.value = fromFen(text, state.value.variant);
    },
    clear: () =>
      change({ pieces: new Map(), castling: new Set(), enPassant: undefined, turn: 'white' }),
    reset: () => {
      const { variant } = state.value;
      state.value = fromFen(Position.start(variant).fen, variant);
    },
    flip: () => {
      orientation.value = orientation.value === 'white' ? 'black' : 'white';
    },
  };
}
