import type { Api } from '@lichess-org/chessground/api';
import { Chessground } from '@lichess-org/chessground/chessground';
import type { Key, MouchEvent } from '@lichess-org/chessground/types';
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { PieceLetter, Role, Square } from '../rules';
import { pieceUrl } from '../ui/piece';
import '../board/board.css';
import { letterOf, type Pieces, pieceOf, readPieces } from './setup';
import type { EditorStore } from './store';
import '../board/board.css';

const ROLES: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

const samePieces = (a: Pieces, b: Pieces) =>
  a.size === b.size && [...a].every(([square, letter]) => b.get(square) === letter);

/** The first field of a FEN. */
const placement = (pieces: Pieces) =>
  [...'87654321']
    .map((rank) =>
      [...'abcdefgh']
        .map((file) => pieces.get(`${file}${rank}` as Square) ?? '1')
        .join('')
        .replace(/1+/g, (empty) => String(empty.length)),
    )
    .join('/');

/** A board on which pieces stand wherever they are put, and the pieces to put there. */
export function EditorBoard({ store }: { store: EditorStore }) {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<Api | undefined>(undefined);
  useLayoutEffect(() => {
    if (!element.current) return;
    const ground = Chessground(element.current, {
      fen: placement(store.state.peek().pieces),
      orientation: store.orientation.peek(),
      autoCastle: false,
      movable: { free: true, color: 'both', showDests: false },
      premovable: { enabled: false },
      draggable: { deleteOnDropOff: true },
      selectable: { enabled: false },
      highlight: { lastMove: false },
      drawable: { enabled: false },
      animation: { enabled: false },
      events: { change: () => store.setPieces(readPieces(ground.getFen())) },
    });
    board.current = ground;
    const stop = effect(() => {
      const { pieces } = store.state.value;
      const marks = new Map([...store.problemSquares.value].map((square) => [square, 'problem']));
      ground.set({
        ...(samePieces(readPieces(ground.getFen()), pieces) ? {} : { fen: placement(pieces) }),
        orientation: store.orientation.value,
        highlight: { custom: marks as Map<Key, string> },
      });
    });
    return () => {
      stop();
      ground.destroy();
    };
  }, [store]);

  const paint = (event: MouseEvent) => {
    const square = board.current?.getKeyAtDomPos([event.clientX, event.clientY]);
    if (square) store.paint(square as Square);
  };
  const [bottom, top] =
    store.orientation.value === 'white'
      ? (['white', 'black'] as const)
      : (['black', 'white'] as const);
  return (
    <div class={store.brush.value ? 'editor-board painting' : 'editor-board'}>
      <Palette store={store} color={top} board={board} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the FEN field sets up the same by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the FEN field sets up the same by keyboard */}
      <div class="board" ref={element} onClick={paint} />
      <Palette store={store} color={bottom} board={board} />
    </div>
  );
}

interface PaletteProps {
  store: EditorStore;
  color: 'white' | 'black';
  board: { current: Api | undefined };
}

/** The pieces of one side: drag one to the board, or choose it and click squares. */
function Palette({ store, color, board }: PaletteProps) {
  const drag = (letter: PieceLetter, event: Event) =>
    board.current?.dragNewPiece(pieceOf(letter), event as MouchEvent, true);
  return (
    <div class="palette" role="group" aria-label={t(`color.${color}`)}>
      {ROLES.map((role) => {
        const letter = letterOf(color, role);
        return (
          <button
            key={role}
            type="button"
            class="palette-piece"
            aria-pressed={store.brush.value === letter}
            aria-label={t(`board.piece.${letter}`)}
            title={t(`board.piece.${letter}`)}
            onMouseDown={(event) => drag(letter, event)}
            onTouchStart={(event) => drag(letter, event)}
            onClick={() => {
              store.brush.value = store.brush.value === letter ? undefined : letter;
            }}
          >
            <img src={pieceUrl(color, role)} alt="" draggable={false} />
          </button>
        );
      })}
    </div>
  );
}
