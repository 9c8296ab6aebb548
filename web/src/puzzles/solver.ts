// One puzzle while it is solved. The rules in the page judge the moves.
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Ply, replay } from '../game/plies';
import { type Color, type Move, Position } from '../rules';
import { type Attempt, isRight, type Puzzle, type Solution } from './puzzle';

/** How long each position is on the board before the next move, in milliseconds. */
const PACE = { opponent: 500, reply: 400, wrong: 700, solution: 800 };

/** How a move of the solution was found. */
export type Mark = 'right' | 'hint' | 'wrong' | 'shown';

/** What the solver has to know now. */
export type Feedback = 'find' | 'right' | 'wrong' | 'checking' | 'solved' | 'shown';

/** How much a hint tells: nothing, the piece, its target square. */
export type HintLevel = 0 | 1 | 2;

interface Options {
  loadSolution(): Promise<Solution>;
  /** The first attempt is over. */
  finished(attempt: Omit<Attempt, 'key'>): void;
}

export class Solver {
  readonly solution = signal<Solution | undefined>(undefined);
  /** Why the solution could not be loaded. */
  readonly problem = signal<unknown>(undefined);
  readonly feedback = signal<Feedback>('find');
  readonly hintLevel = signal<HintLevel>(0);
  /** One mark for each move of the solver that has been found or shown. */
  readonly marks = signal<readonly Mark[]>([]);
  /** Whether the first attempt has succeeded; `undefined` while it lasts. */
  readonly success = signal<boolean | undefined>(undefined);
  readonly isFlipped = signal(false);

  /** The moves on the board; the first is that of the opponent. */
  private readonly line = signal<readonly string[]>([]);
  /** A move of the solver that is not known to be right. It is on the board, but not in the list. */
  private readonly tried = signal<Move | undefined>(undefined);
  /** The ply that the solver looks at; `undefined` for the newest. */
  private readonly browsed = signal<number | undefined>(undefined);
  private readonly start: Position;
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  private hints = 0;
  private isDisposed = false;

  readonly plies: ReadonlySignal<readonly Ply[]>;
  /** The number of moves in the position on the board, without a move that is being judged. */
  readonly current = computed(() => {
    const last = this.plies.value.length - 1;
    return Math.min(this.browsed.value ?? last, last);
  });
  private readonly isLive = computed(() => this.current.value === this.plies.value.length - 1);
  readonly shown: ReadonlySignal<Ply>;
  readonly moves = computed(() => this.plies.value.flatMap(({ move }) => (move ? [move] : [])));
  readonly isOver = computed(
    () => this.feedback.value === 'solved' || this.feedback.value === 'shown',
  );
  /** Whether the solver is to move. */
  readonly isTurn = computed(
    () =>
      !this.isOver.value &&
      this.tried.value === undefined &&
      this.plies.value.at(-1)?.position.turn === this.puzzle.color,
  );
  /** Whether nothing has been tried or asked yet. */
  readonly isUntouched = computed(
    () => this.feedback.value === 'find' && this.hintLevel.value === 0,
  );
  readonly movable = computed<Color | undefined>(() =>
    this.isTurn.value && this.isLive.value ? this.puzzle.color : undefined,
  );
  readonly orientation = computed<Color>(() =>
    (this.puzzle.color === 'white') === this.isFlipped.value ? 'black' : 'white',
  );
  /** The move that is asked for. */
  readonly expected = computed<Move | undefined>(() => {
    const uci = this.solution.value?.moves[this.moves.value.length - 1];
    const position = this.plies.value.at(-1)?.position;
    return uci && position && this.isTurn.value ? position.parseMove(uci) : undefined;
  });

  constructor(
    readonly puzzle: Puzzle,
    private readonly options: Options,
  ) {
    this.start = Position.fromFen(puzzle.fen, { variant: 'selfcapture' });
    let known: readonly Ply[] = [];
    this.plies = computed(() => {
      known = replay(this.start, this.line.value, known);
      return known;
    });
    this.shown = computed(() => {
      const ply = this.plies.value[this.current.value] ?? { position: this.start };
      const move = this.tried.value;
      if (!move || !this.isLive.value) return ply;
      return { position: ply.position.play(move), move };
    });
    this.later(PACE.opponent, () => this.extend());
    void this.load();
  }

  dispose(): void {
    this.isDisposed = true;
    this.stopTimers();
  }

  /** Loads the solution, again if that has failed. A move that waits for it is judged then. */
  readonly load = async (): Promise<void> => {
    this.problem.value = undefined;
    try {
      const solution = await this.options.loadSolution();
      if (this.isDisposed) return;
      this.solution.value = solution;
    } catch (error) {
      if (!this.isDisposed) this.problem.value = error;
      return;
    }
    const move = this.tried.value;
    if (move) this.judge(move);
  };

  /** Plays a legal move of the solver. */
  readonly play = (move: Move): void => {
    if (!this.isTurn.value) return;
    batch(() => {
      this.browsed.value = undefined;
      this.tried.value = move;
      this.feedback.value = 'checking';
      this.judge(move);
    });
  };

  /** Tells more about the move that is asked for: first its piece, then its target. */
  readonly hint = (): void => {
    if (!this.expected.value || this.hintLevel.value === 2) return;
    this.hints += 1;
    this.browsed.value = undefined;
    this.hintLevel.value = this.hintLevel.value === 0 ? 1 : 2;
  };

  /** Ends the attempt and plays the rest of the solution on the board. */
  readonly showSolution = (): void => {
    const solution = this.solution.value;
    if (!solution || this.isOver.value) return;
    this.stopTimers();
    batch(() => {
      this.tried.value = undefined;
      this.browsed.value = undefined;
      this.hintLevel.value = 0;
      this.finish(false, this.solverMoves());
      const left = Math.ceil(solution.moves.length / 2) - this.marks.value.length;
      this.mark(...Array<Mark>(left).fill('shown'));
      this.feedback.value = 'shown';
    });
    this.playOn();
  };

  readonly goTo = (ply: number): void => {
    const last = this.plies.value.length - 1;
    this.browsed.value = ply >= last ? undefined : Math.max(0, ply);
  };

  readonly flip = (): void => {
    this.isFlipped.value = !this.isFlipped.value;
  };

  private later(milliseconds: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      action();
    }, milliseconds);
    this.timers.add(timer);
  }

  private stopTimers(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  /** The moves of the solver on the board. */
  private solverMoves(): string[] {
    return this.line.value.filter((_, i) => i % 2 === 1);
  }

  private judge(move: Move): void {
    const solution = this.solution.value;
    const position = this.plies.value.at(-1)?.position;
    const at = this.line.value.length - 1;
    const expected = solution?.moves[at];
    if (!solution || !position || expected === undefined) return;
    const isLast = at === solution.moves.length - 1;
    if (isRight(position, move, expected, isLast)) this.accept(move, isLast);
    else this.refuse(move);
  }

  private accept(move: Move, isLast: boolean): void {
    batch(() => {
      const wasTried = this.marks.value.length > this.solverMoves().length;
      if (!wasTried) this.mark(this.hintLevel.value > 0 ? 'hint' : 'right');
      this.tried.value = undefined;
      this.hintLevel.value = 0;
      this.line.value = [...this.line.value, move.uci];
      this.feedback.value = isLast ? 'solved' : 'right';
      if (isLast) this.finish(true, this.solverMoves());
    });
    if (!isLast) this.later(PACE.reply, () => this.extend());
  }

  private refuse(move: Move): void {
    batch(() => {
      this.feedback.value = 'wrong';
      const tried = this.solverMoves();
      if (this.marks.value.length === tried.length) this.mark('wrong');
      this.finish(false, [...tried, move.uci]);
    });
    this.later(PACE.wrong, () => {
      this.tried.value = undefined;
    });
  }

  private mark(...marks: readonly Mark[]): void {
    this.marks.value = [...this.marks.value, ...marks];
  }

  /** Ends the first attempt. Later ones do not count. */
  private finish(success: boolean, moves: readonly string[]): void {
    if (this.success.value !== undefined) return;
    this.success.value = success;
    this.options.finished({ id: this.puzzle.id, moves, hints: this.hints });
  }

  /** Plays the next move of the opponent or of the solution. Returns whether there was one. */
  private extend(): boolean {
    const moves = [this.puzzle.move, ...(this.solution.value?.moves ?? [])];
    const next = moves[this.line.value.length];
    if (next === undefined) return false;
    this.line.value = [...this.line.value, next];
    return true;
  }

  private playOn(): void {
    if (this.extend()) this.later(PACE.solution, () => this.playOn());
  }
}
