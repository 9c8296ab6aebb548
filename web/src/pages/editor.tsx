import type { Api } from '@lichess-org/chessground/api';
import { Chessground } from '@lichess-org/chessground/chessground';
import type { Color, Key, Role } from '@lichess-org/chessground/types';
import { useEffect, useRef, useState } from 'preact/hooks';
import { answer, api, type Side, type Validation, type VariantName, words } from '../api/client';
import { go, place } from '../router';
import { sentence } from '../ui/announce';
import { Copy } from '../ui/copy';

const ROLES: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const ROOKS = ['h1', 'a1', 'h8', 'a8'];
const ROOK_NAMES: Record<string, string> = {
  h1: 'White, king’s side',
  a1: 'White, queen’s side',
  h8: 'Black, king’s side',
  a8: 'Black, queen’s side',
};

type Brush = { color: Color; role: Role } | 'erase' | undefined;

/** Where a position is put together; the service says what is wrong with it. */
export function EditorPage() {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api | undefined>(undefined);
  const brush = useRef<Brush>(undefined);
  const [chosen, setChosen] = useState<Brush>();
  const { query } = place.value;
  const given = query.get('fen')?.split(' ');
  const [variant, setVariant] = useState<VariantName>(
    (query.get('variant') as VariantName | null) ?? 'selfcapture',
  );
  const [turn, setTurn] = useState<Side>(given?.[1] === 'b' ? 'black' : 'white');
  const [rooks, setRooks] = useState<string[]>(() => {
    const rights = given?.[2] ?? 'KQkq';
    return ROOKS.filter((_, i) => rights.includes('KQkq'.charAt(i)));
  });
  const [passant, setPassant] = useState(given?.[3] && given[3] !== '-' ? given[3] : '');
  const [edit, setEdit] = useState(0);
  const [checked, setChecked] = useState<Validation>();
  const [problem, setProblem] = useState('');

  const choose = (next: Brush) => {
    brush.current = next;
    setChosen(next);
  };
  // The board is made once
  useEffect(() => {
    if (!element.current) return;
    const changed = () => setEdit((number) => number + 1);
    const board = Chessground(element.current, {
      fen: given?.[0] ?? START,
      autoCastle: false,
      movable: { free: true, color: 'both', showDests: false },
      premovable: { enabled: false },
      draggable: { deleteOnDropOff: true },
      drawable: { enabled: false },
      events: {
        change: changed,
        select: (square: Key) => {
          const { current } = brush;
          if (!current) return;
          const piece = current === 'erase' ? undefined : current;
          board.setPieces(new Map([[square, piece]]));
          board.selectSquare(null);
          changed();
        },
      },
    });
    ground.current = board;
    return () => board.destroy();
  }, []);

  // `edit` counts the changes on the board
  useEffect(() => {
    if (!ground.current) return;
    const pieces = [...ground.current.state.pieces].map(([square, { role, color }]) => ({
      square,
      piece: role,
      side: color,
    }));
    const body = {
      variant,
      pieces,
      turn,
      castling_rooks: rooks,
      en_passant: passant.trim() || null,
    };
    let wanted = true;
    answer(api.POST('/api/v1/setup', { body }))
      .then((found) => {
        if (!wanted) return;
        setChecked(found);
        setProblem('');
      })
      .catch((error) => wanted && setProblem(sentence(words(error))));
    return () => {
      wanted = false;
    };
  }, [edit, variant, turn, rooks, passant]);

  const set = (fen: string, rights: string[]) => {
    ground.current?.set({ fen });
    setRooks(rights);
    setPassant('');
    setEdit(edit + 1);
  };
  const ready = checked?.playable ? checked.fen : undefined;
  const address = (page: string) => `${page}?${new URLSearchParams({ variant, fen: ready ?? '' })}`;

  return (
    <div class="game editor">
      <div class="board-column">
        <div class="board-area">
          <div class="board" ref={element} />
        </div>
        <fieldset class="palette">
          <legend>
            Choose a piece and click squares; drag pieces off the board to remove them
          </legend>
          {(['white', 'black'] as const).map((color) => (
            <div class="row" key={color}>
              {ROLES.map((role) => {
                const on = chosen !== 'erase' && chosen?.color === color && chosen.role === role;
                return (
                  <button
                    key={role}
                    type="button"
                    class="piece-button"
                    aria-pressed={on}
                    aria-label={`${color} ${role}`}
                    onClick={() => choose(on ? undefined : { color, role })}
                  >
                    <img src={`/pieces/${color}-${role}.svg`} alt="" width="40" height="40" />
                  </button>
                );
              })}
            </div>
          ))}
          <div class="row">
            <button
              type="button"
              aria-pressed={chosen === 'erase'}
              onClick={() => choose(chosen === 'erase' ? undefined : 'erase')}
            >
              Erase
            </button>
            <button type="button" onClick={() => set('8/8/8/8/8/8/8/8', [])}>
              Clear the board
            </button>
            <button type="button" onClick={() => set(START, ROOKS)}>
              Start position
            </button>
          </div>
        </fieldset>
      </div>
      <aside class="side" aria-label="Position">
        <h1>Editor</h1>
        <label class="field inline">
          <span>Game</span>
          <select
            value={variant}
            onChange={(event) => setVariant(event.currentTarget.value as VariantName)}
          >
            <option value="selfcapture">self-capture chess</option>
            <option value="chess">chess</option>
          </select>
        </label>
        <label class="field inline">
          <span>To move</span>
          <select value={turn} onChange={(event) => setTurn(event.currentTarget.value as Side)}>
            <option value="white">White</option>
            <option value="black">Black</option>
          </select>
        </label>
        <fieldset class="plain">
          <legend>May still castle</legend>
          {ROOKS.map((rook) => (
            <label key={rook} class="switch">
              <input
                type="checkbox"
                checked={rooks.includes(rook)}
                onChange={(event) =>
                  setRooks(
                    event.currentTarget.checked
                      ? [...rooks, rook]
                      : rooks.filter((r) => r !== rook),
                  )
                }
              />
              {ROOK_NAMES[rook]}
            </label>
          ))}
        </fieldset>
        <label class="field inline">
          <span>En passant square</span>
          <input
            type="text"
            class="short"
            maxLength={2}
            value={passant}
            placeholder="none"
            onInput={(event) => setPassant(event.currentTarget.value)}
          />
        </label>
        <div aria-live="polite">
          {(problem || (checked && checked.problems.length > 0)) && (
            <ul class="problem">
              {problem && <li>{problem}</li>}
              {!problem &&
                checked?.problems.map(({ message }) => <li key={message}>{sentence(message)}</li>)}
            </ul>
          )}
          {checked && checked.doubts.length > 0 && (
            <ul class="doubt">
              {checked.doubts.map(({ message }) => (
                <li key={message}>{sentence(message)}</li>
              ))}
            </ul>
          )}
          {ready && (
            <p class="fen">
              <code>{ready}</code> <Copy text={ready} name="Copy" />
            </p>
          )}
        </div>
        <div class="row">
          <button type="button" class="primary" disabled={!ready} onClick={() => go(address('/'))}>
            Play from here
          </button>
          <button type="button" disabled={!ready} onClick={() => go(address('/analysis'))}>
            Analyse
          </button>
        </div>
      </aside>
    </div>
  );
}
