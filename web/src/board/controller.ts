// The board component of chessground, taught what self-capture needs. It plays an own target as soon as it is
// pressed, says nothing of refused drops, and does not move a pawn that takes a pawn of its own; all three are
// put right here.
import type { Api } from '@lichess-org/chessground/api';
import { Chessground } from '@lichess-org/chessground/chessground';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Dests, Key } from '@lichess-org/chessground/types';
import type { MoveInfo, Side } from '../api/client';
import { other } from '../ui/words';
import { between, destinations, fromOf, ownTargets, toOf } from './moves';
import { type Armed, type Held, press, release } from './ownTarget';
import type { Premove } from './premove';

export interface BoardState {
  fen: string;
  orientation: Side;
  turn: Side;
  check: boolean;
  /** The squares of the last move. */
  lastMove: [string, string] | undefined;
  /** Whether the last move took one of its own. */
  lastSelfCapture: boolean;
  legal: MoveInfo[];
  /** The side whose pieces may be moved here, if any. */
  movable: Side | undefined;
  premoves: boolean;
  /** Whether the server has yet to answer: it has not said which moves are legal here, or has not confirmed
   * the move that was just made on the board. */
  waiting: boolean;
  arrows: DrawShape[];
}

export interface BoardEvents {
  move(uci: string): void;
  /** Several promotions are possible. */
  promote(from: string, to: string): void;
  refused(from: string, to: string): void;
  armed(target: Armed | undefined): void;
  premove(premove: Premove | undefined): void;
  /** A move was made while the server had yet to answer. */
  early(from: string, to: string): void;
  /** The square under the keyboard's cursor, with the piece on it. */
  cursor(text: string): void;
}

const FILES = 'abcdefgh';
const SQUARES = [...FILES].flatMap((file) =>
  [...'12345678'].map((rank) => `${file}${rank}` as Key),
);
/** The destinations while the legal moves are unknown: every square, so that no move is put back unheard. */
const ANYWHERE: Dests = new Map(SQUARES.map((square) => [square, SQUARES]));

export class BoardController {
  private readonly ground: Api;
  private state: BoardState;
  /** The position that was last put on the board. Moves made since then are not part of it. */
  private shown: string | undefined;
  private armed: Armed | undefined;
  private held: Held | undefined;
  private cursor: Key | undefined;
  private readonly unbind: () => void;

  constructor(
    private readonly element: HTMLElement,
    state: BoardState,
    private readonly events: BoardEvents,
  ) {
    this.state = state;
    const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.ground = Chessground(element, {
      // The rook moves when the service says so; a king that takes its rook is not castling.
      autoCastle: false,
      animation: { enabled: !reduced, duration: 180 },
      movable: {
        free: false,
        rookCastle: true,
        events: { after: (from, to) => this.moved(from, to) },
      },
      premovable: {
        events: {
          set: (from, to, meta) => this.premoveSet(from, to, meta?.ctrlKey ?? false),
          unset: () => this.events.premove(undefined),
        },
      },
      drawable: { eraseOnMovablePieceClick: false },
    });
    this.unbind = this.bind();
    this.show(state);
  }

  /** Shows another position, or the same one again if a move was not accepted. */
  show(next: BoardState): void {
    const before = this.state;
    this.state = next;
    this.letVictimGo(before, next);
    if (before.fen !== next.fen) this.disarm();
    const { mine } = this;
    // A move that waits for its confirmation stays on the board.
    const unconfirmed = next.waiting && this.shown === next.fen;
    this.shown = next.fen;
    this.ground.set({
      ...(unconfirmed
        ? {}
        : {
            fen: next.fen,
            check: next.check ? next.turn : false,
            lastMove: next.lastMove ? ([...next.lastMove] as Key[]) : [],
          }),
      orientation: next.orientation,
      // The board component takes moves that cannot be played yet as premoves, out of turn only.
      turnColor: next.waiting && next.movable ? other(next.movable) : next.turn,
      movable: {
        // What is not set would keep what was set before.
        color: next.movable as Side,
        dests: mine ? destinations(next.legal) : new Map(),
        showDests: !next.waiting,
      },
      premovable: {
        enabled: next.movable !== undefined && !mine && (next.premoves || next.waiting),
        customDests: (next.premoves ? undefined : ANYWHERE) as Dests,
      },
      drawable: { autoShapes: next.arrows },
    });
    this.mark();
  }

  /** Whether the moves of the side to move can be played now. */
  private get mine(): boolean {
    const { movable, turn, waiting } = this.state;
    return movable !== undefined && movable === turn && !waiting;
  }

  /** Plays a move that was made before the server had answered, or reports that it is illegal. */
  playEarly(from: string, to: string): void {
    if (between(this.state.legal, from, to).length === 0) {
      this.events.refused(from, to);
    } else {
      this.ground.move(from as Key, to as Key);
      this.moved(from as Key, to as Key);
    }
  }

  cancelPremove(): void {
    this.ground.cancelPremove();
  }

  destroy(): void {
    this.unbind();
    this.ground.destroy();
  }

  /** A pawn that takes a pawn of its own colour would not be seen to move: the square looks the same. */
  private letVictimGo(before: BoardState, next: BoardState): void {
    if (!next.lastMove || !next.lastSelfCapture || before.fen === next.fen) return;
    const [from, to] = next.lastMove as [Key, Key];
    const { pieces, dom } = this.ground.state;
    const mover = pieces.get(from);
    if (mover && pieces.get(to)?.color === mover.color) {
      pieces.delete(to);
      // At once: what stays on its square until the next drawing would be taken for the mover there.
      dom.redrawNow();
    }
  }

  private moved(from: Key, to: Key): void {
    this.disarm();
    const found = between(this.state.legal, from, to);
    const [move] = found;
    if (found.length > 1) this.events.promote(from, to);
    else if (move) this.events.move(move.uci);
  }

  private premoveSet(from: Key, to: Key, marked: boolean): void {
    if (!this.state.premoves) {
      this.events.early(from, to);
      return;
    }
    const own = this.ground.state.pieces.get(to)?.color === this.state.movable;
    const kind = !own ? 'free' : marked ? 'selfcapture' : 'recapture';
    this.events.premove({ from, to, kind });
  }

  // Presses and releases.

  private bind(): () => void {
    const down = (event: Event) => this.pressed(event);
    const up = (event: Event) => this.dropping(event);
    const key = (event: KeyboardEvent) => this.keyed(event);
    const blur = () => {
      this.cursor = undefined;
      this.mark();
    };
    // Before the board component hears of it.
    const early = { capture: true, passive: true };
    for (const name of ['mousedown', 'touchstart']) {
      this.element.addEventListener(name, down, early);
    }
    for (const name of ['mouseup', 'touchend']) document.addEventListener(name, up, early);
    this.element.addEventListener('keydown', key);
    this.element.addEventListener('blur', blur);
    return () => {
      for (const name of ['mousedown', 'touchstart']) {
        this.element.removeEventListener(name, down, early);
      }
      for (const name of ['mouseup', 'touchend']) document.removeEventListener(name, up, early);
      this.element.removeEventListener('keydown', key);
      this.element.removeEventListener('blur', blur);
    };
  }

  private squareAt(event: Event): Key | undefined {
    const at = position(event);
    return at && this.ground.getKeyAtDomPos(at);
  }

  private pressed(event: Event): void {
    if (event instanceof MouseEvent && event.button !== 0) return;
    const square = this.squareAt(event);
    const { selected, pieces } = this.ground.state;
    this.held = undefined;
    if (square) {
      const own = pieces.get(square)?.color === this.state.movable;
      const target = selected !== undefined && this.isOwnTarget(selected, square);
      this.held = press(selected, square, own, target, this.armed);
      // Otherwise the press itself would play the move, and this may be the beginning of a drag.
      if (this.held) this.ground.selectSquare(null);
      if (!this.held?.armed) this.disarm();
    }
    setTimeout(() => this.mark());
  }

  private isOwnTarget(from: Key, to: Key): boolean {
    if (this.mine) return ownTargets(this.state.legal, from).includes(to);
    return this.ground.state.premovable.dests?.includes(to) ?? false;
  }

  /** Before the board component hears of a release. */
  private dropping(event: Event): void {
    const square = this.squareAt(event) ?? this.dragged();
    const drag = this.ground.state.draggable.current;
    if (drag?.started && !drag.newPiece && square && square !== drag.orig) {
      const legal = between(this.state.legal, drag.orig, square).length > 0;
      if (this.mine && !legal) this.events.refused(drag.orig, square);
    }
    const { held } = this;
    this.held = undefined;
    const decision = held && release(held, square);
    setTimeout(() => {
      if (held && decision) this.decide(held, decision);
      this.mark();
    });
  }

  /** Where a finger was last; the end of a touch has no place. */
  private dragged(): Key | undefined {
    const at = this.ground.state.draggable.current?.pos;
    return at && this.ground.getKeyAtDomPos(at);
  }

  private decide(held: Held, decision: 'take' | 'arm' | 'select'): void {
    if (decision === 'select') return;
    const [from, to] = [held.from as Key, held.to as Key];
    this.ground.selectSquare(null);
    if (!this.mine) {
      // A premove is set by selecting both squares.
      this.ground.selectSquare(from);
      this.ground.selectSquare(to);
    } else if (decision === 'take') {
      this.ground.move(from, to);
      this.moved(from, to);
    } else {
      this.ground.selectSquare(from);
      this.arm({ from, to });
    }
  }

  private arm(target: Armed): void {
    this.armed = target;
    this.events.armed(target);
    this.mark();
  }

  private disarm(): void {
    if (!this.armed) return;
    this.armed = undefined;
    this.events.armed(undefined);
  }

  /** Classes of squares: own targets, the armed one, a self-capture just played, the cursor. */
  private mark(): void {
    const classes = new Map<Key, string>();
    const add = (square: Key, name: string) =>
      classes.set(square, `${classes.get(square) ?? ''} ${name}`.trim());
    const { selected } = this.ground.state;
    if (selected && this.mine) {
      for (const square of ownTargets(this.state.legal, selected)) add(square, 'own-target');
    }
    if (this.armed) add(this.armed.to as Key, 'armed');
    if (this.state.lastMove && this.state.lastSelfCapture) {
      add(this.state.lastMove[1] as Key, 'self-captured');
    }
    if (this.cursor) add(this.cursor, 'cursor');
    this.ground.set({ highlight: { custom: classes } });
  }

  // The keyboard.

  private keyed(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
    };
    const step = steps[event.key];
    if (step) this.step(step);
    else if (event.key === 'Enter' || event.key === ' ') this.enter();
    else if (event.key === 'Escape') this.escape();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private step([right, up]: [number, number]): void {
    const turned = this.state.orientation === 'white' ? 1 : -1;
    const start = this.state.orientation === 'white' ? 'e1' : 'e8';
    const at = this.cursor ?? (start as Key);
    const file = FILES.indexOf(at.charAt(0)) + (this.cursor ? right * turned : 0);
    const rank = Number(at.charAt(1)) + (this.cursor ? up * turned : 0);
    if (file < 0 || file > 7 || rank < 1 || rank > 8) return;
    this.cursor = `${FILES.charAt(file)}${rank}` as Key;
    const piece = this.ground.state.pieces.get(this.cursor);
    this.events.cursor(`${this.cursor}, ${piece ? `${piece.color} ${piece.role}` : 'empty'}`);
    this.mark();
  }

  private escape(): void {
    this.disarm();
    this.ground.selectSquare(null);
    this.ground.cancelPremove();
    this.mark();
  }

  private enter(): void {
    const square = this.cursor;
    if (!square || this.state.movable === undefined) return;
    const { selected, pieces } = this.ground.state;
    const own = pieces.get(square)?.color === this.state.movable;
    const target = selected !== undefined && this.isOwnTarget(selected, square);
    const held = press(selected, square, own, target, this.armed);
    if (held) {
      const decision = release(held, square);
      if (decision === 'select') this.select(square);
      else if (decision) this.decide(held, decision);
    } else if (selected && selected !== square) {
      if (this.mine && between(this.state.legal, selected, square).length === 0) {
        this.events.refused(selected, square);
        this.ground.selectSquare(null);
      } else {
        this.ground.selectSquare(square);
      }
    } else if (selected === square) {
      this.escape();
    } else if (own) {
      this.select(square);
    }
    this.mark();
  }

  private select(square: Key): void {
    this.disarm();
    this.ground.selectSquare(null);
    this.ground.selectSquare(square);
    this.events.cursor(`${square} selected`);
  }
}

/** Squares of a move, for the highlight of the last one. */
export function squaresOf(move: { uci: string } | undefined): [string, string] | undefined {
  return move && [fromOf(move), toOf(move)];
}

function position(event: Event): [number, number] | undefined {
  if (event instanceof MouseEvent) return [event.clientX, event.clientY];
  const touch = (event as TouchEvent).changedTouches?.[0];
  return touch && [touch.clientX, touch.clientY];
}
