// Chessground for self-capture chess. Own pieces are captured by drag, or by two clicks, since a single click
// also selects another piece. Everything goes through chessground's public interface; its state is only read.
import type { Api } from '@lichess-org/chessground/api';
import { Chessground } from '@lichess-org/chessground/chessground';
import type { Config } from '@lichess-org/chessground/config';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { Color, Move, Position, Square } from '../rules';
import { BRUSHES } from './brushes';
import { step } from './geometry';
import { destinations, isSelfCapture, leadsTo, movesBetween, ownTargets } from './moves';
import type { Premove } from './premove';

export interface BoardState {
  readonly position: Position;
  readonly lastMove: Move | undefined;
  readonly orientation: Color;
  readonly movable: Color | 'both' | undefined;
  readonly premoves: boolean;
  readonly shapes: DrawShape[];
  readonly userShapes: DrawShape[] | undefined;
}

/** Two squares: the origin and the target of a move. */
export interface Squares {
  readonly from: Square;
  readonly to: Square;
}

export interface BoardEvents {
  move(move: Move): void;
  /** A pawn has reached the last rank; the player chooses the piece. */
  promotion(squares: Squares): void;
  illegal(squares: Squares): void;
  /** An own piece was clicked once and is captured by the next click. */
  armed(squares: Squares | undefined): void;
  premove(premove: Premove | undefined): void;
  /** The keyboard cursor has moved. */
  cursor(square: Square | undefined): void;
  selected(square: Square): void;
  userShapes(shapes: DrawShape[]): void;
}

export interface BoardOptions {
  /** The duration of a move's animation in milliseconds; 0 for none. */
  readonly duration: number;
  readonly coordinates: boolean;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export class BoardController {
  private readonly ground: Api;
  private readonly listeners = new AbortController();
  private armed: Squares | undefined;
  /** A press on an own piece that the selected piece can capture; the release decides what it means. */
  private pressed: Squares | undefined;
  private cursor: Square | undefined;

  constructor(
    private readonly element: HTMLElement,
    private state: BoardState,
    options: BoardOptions,
    private readonly events: BoardEvents,
  ) {
    this.ground = Chessground(element, {
      fen: state.position.fen,
      coordinates: options.coordinates,
      // A king that captures its own rook does not castle. The position moves the rook.
      autoCastle: false,
      animation: { enabled: options.duration > 0, duration: options.duration },
      movable: {
        free: false,
        rookCastle: true,
        events: { after: (from, to) => this.moved(squares(from, to)) },
      },
      premovable: {
        events: {
          set: (from, to, metadata) => this.premoveSet(squares(from, to), metadata?.ctrlKey),
          unset: () => {
            if (!this.ground.state.premovable.current) this.events.premove(undefined);
          },
        },
      },
      drawable: {
        brushes: BRUSHES,
        eraseOnMovablePieceClick: false,
        onChange: (shapes) => this.events.userShapes(shapes),
      },
    });
    this.listen();
    this.show(state);
  }

  /** Shows a position, also if the board shows a move that was not accepted. */
  show(next: BoardState): void {
    const { position, lastMove } = next;
    if (this.state.position.fen !== position.fen) this.disarm();
    if (lastMove) this.removeOwnVictim(this.state.position, lastMove, position);
    this.state = next;
    const placement = position.fen.split(' ', 1)[0] ?? '';
    const { shapes: drawn } = this.ground.state.drawable;
    const moved = this.ground.getFen() !== placement;
    const shapes = next.userShapes ?? (moved ? [] : drawn);
    this.ground.set({
      ...(moved && { fen: placement }),
      orientation: next.orientation,
      turnColor: position.turn,
      check: position.check,
      lastMove: lastMove ? [lastMove.from, lastMove.to] : [],
      movable: this.movable(true),
      premovable: { enabled: this.mayPremove },
      drawable: { autoShapes: next.shapes, shapes },
    });
    const { selected } = this.ground.state;
    if (selected && !this.isOwn(selected)) this.ground.selectSquare(null);
    this.mark();
  }

  cancelPremove(): void {
    this.ground.cancelPremove();
  }

  destroy(): void {
    this.listeners.abort();
    this.ground.destroy();
  }

  /** Whether the player can move now. */
  private get mayMove(): boolean {
    const { movable, position } = this.state;
    return movable === 'both' || movable === position.turn;
  }

  private get mayPremove(): boolean {
    const { movable, premoves } = this.state;
    return premoves && movable !== undefined && !this.mayMove;
  }

  /** The color of the pieces that the player can pick up. */
  private get color(): Color | undefined {
    const { movable, position } = this.state;
    return movable === 'both' ? position.turn : movable;
  }

  private isOwn(square: Key): boolean {
    return this.ground.state.pieces.get(square)?.color === this.color;
  }

  private movable(selfCaptures: boolean): NonNullable<Config['movable']> {
    const dests = this.mayMove ? destinations(this.state.position, selfCaptures) : new Map();
    // Chessground reads an undefined color as nobody's, which its types do not say.
    return { color: this.color as Color, dests };
  }

  /**
   * Removes the victim of a self-capture before the move is shown. Otherwise a pawn that captures an own pawn
   * would not be seen to move, since its target looks the same as before.
   */
  private removeOwnVictim(before: Position, move: Move, after: Position): void {
    if (!move.selfCapture || this.ground.getFen() !== before.fen.split(' ', 1)[0]) return;
    if (leadsTo(before, move, after)) this.ground.setPieces(new Map([[move.to, undefined]]));
  }

  private moved({ from, to }: Squares): void {
    this.disarm();
    const [move, ...others] = movesBetween(this.state.position, from, to);
    if (others.length > 0) this.events.promotion({ from, to });
    else if (move) this.events.move(move);
  }

  private premoveSet({ from, to }: Squares, selfCapture = false): void {
    const own = this.isOwn(to);
    const kind = !own ? 'free' : selfCapture ? 'selfCapture' : 'recapture';
    this.events.premove({ from, to, kind });
  }

  // Presses and releases. Chessground handles them between the capture and the bubble phase.

  private listen(): void {
    const { signal } = this.listeners;
    for (const name of ['mousedown', 'touchstart']) {
      const before = { signal, capture: true, passive: true };
      this.element.addEventListener(name, (event) => this.beforePress(event), before);
      this.element.addEventListener(name, () => this.afterPress(), { signal, passive: true });
    }
    for (const name of ['mouseup', 'touchend']) {
      let square: Square | undefined;
      const before = (event: Event) => {
        square = this.released(event);
      };
      document.addEventListener(name, before, { signal, capture: true, passive: true });
      window.addEventListener(name, () => this.afterRelease(square), { signal, passive: true });
    }
    this.element.addEventListener('keydown', (event) => this.key(event), { signal });
    const blur = () => this.moveCursor(undefined);
    this.element.addEventListener('blur', blur, { signal });
  }

  private squareAt(event: Event): Square | undefined {
    const place = placeOfEvent(event);
    return place && (this.ground.getKeyAtDomPos(place) as Square | undefined);
  }

  private beforePress(event: Event): void {
    this.pressed = undefined;
    if (event instanceof MouseEvent && (event.button !== 0 || event.shiftKey)) return;
    const square = this.squareAt(event);
    const from = this.ground.state.selected as Square | undefined;
    if (square && from && this.mayMove && isSelfCapture(this.state.position, from, square)) {
      this.pressed = { from, to: square };
      // The press would play the move, but it may be the start of a drag of the other piece.
      this.ground.set({ movable: this.movable(false) });
    }
    if (!this.isArmed(this.pressed)) this.disarm();
  }

  private afterPress(): void {
    if (this.pressed) this.ground.set({ movable: this.movable(true) });
    this.mark();
  }

  /** Reports a drag to an illegal square. Returns the square of the release. */
  private released(event: Event): Square | undefined {
    const drag = this.ground.state.draggable.current;
    const square = this.squareAt(event);
    if (drag?.started && square && square !== drag.orig && this.mayMove) {
      const from = drag.orig as Square;
      const legal = movesBetween(this.state.position, from, square).length > 0;
      if (!legal) this.events.illegal({ from, to: square });
    }
    return square;
  }

  private afterRelease(square: Square | undefined): void {
    const { pressed } = this;
    this.pressed = undefined;
    if (pressed && pressed.to === square) this.captureOwn(pressed);
    this.mark();
  }

  // Self-captures without a drag.

  private isArmed(target: Squares | undefined): boolean {
    const { armed } = this;
    return target !== undefined && armed?.from === target.from && armed.to === target.to;
  }

  /** Captures an own piece at the second request in a row. */
  private captureOwn(target: Squares): void {
    this.ground.selectSquare(null);
    if (this.isArmed(target)) {
      this.moved(target);
    } else {
      this.ground.selectSquare(target.from);
      this.armed = target;
      this.events.armed(target);
    }
  }

  private disarm(): void {
    if (!this.armed) return;
    this.armed = undefined;
    this.events.armed(undefined);
  }

  /** Marks the own pieces that can be captured, the armed one, and a self-capture that was played. */
  private mark(): void {
    const classes = new Map<Key, string>();
    const add = (square: Key, name: string) =>
      classes.set(square, [classes.get(square), name].filter(Boolean).join(' '));
    const { selected } = this.ground.state;
    const { lastMove, position } = this.state;
    if (selected && this.mayMove) {
      for (const square of ownTargets(position, selected)) add(square, 'own-target');
    }
    if (this.armed) add(this.armed.to, 'armed');
    if (lastMove?.selfCapture) add(lastMove.to, 'self-captured');
    this.ground.set({ highlight: { custom: classes } });
  }

  // The keyboard.

  private key(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow) this.moveCursor(this.nextSquare(arrow));
    else if (event.key === 'Enter' || event.key === ' ') this.enter();
    else if (event.key === 'Escape') this.escape();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private nextSquare([right, up]: readonly [number, number]): Square {
    const { orientation } = this.state;
    if (!this.cursor) return orientation === 'white' ? 'e1' : 'e8';
    return step(this.cursor, orientation, right, up) ?? this.cursor;
  }

  private moveCursor(square: Square | undefined): void {
    if (square === this.cursor) return;
    this.cursor = square;
    this.events.cursor(square);
  }

  private escape(): void {
    this.disarm();
    this.ground.selectSquare(null);
    this.ground.cancelPremove();
    this.mark();
  }

  /** Selects the piece under the cursor, or moves the selected piece there. */
  private enter(): void {
    const to = this.cursor;
    if (!to || this.state.movable === undefined) return;
    const from = this.ground.state.selected as Square | undefined;
    if (from === to) this.escape();
    else if (from && this.mayPremove) this.ground.selectSquare(to);
    else if (from && isSelfCapture(this.state.position, from, to)) this.captureOwn({ from, to });
    else if (this.isOwn(to)) this.select(to);
    else if (from) this.tryMove({ from, to });
    this.mark();
  }

  private select(square: Square): void {
    this.disarm();
    this.ground.selectSquare(null);
    this.ground.selectSquare(square);
    this.events.selected(square);
  }

  private tryMove(target: Squares): void {
    this.ground.selectSquare(null);
    const legal = movesBetween(this.state.position, target.from, target.to).length > 0;
    if (legal) this.moved(target);
    else this.events.illegal(target);
  }
}

const squares = (from: Key, to: Key): Squares => ({ from: from as Square, to: to as Square });

function placeOfEvent(event: Event): [number, number] | undefined {
  if (event instanceof MouseEvent) return [event.clientX, event.clientY];
  const touch = (event as TouchEvent).changedTouches?.[0];
  return touch && [touch.clientX, touch.clientY];
}
