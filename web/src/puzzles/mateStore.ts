// "Mate or not?": positions that are checkmate in chess. The rules in the page know which of them are here, too.
import { computed, signal } from '@preact/signals';
import { step } from '../board/geometry';
import { type Move, Position, type Square } from '../rules';
import { persisted } from '../settings/persisted';

/** A position before the move that gives check. */
export interface MateQuestion {
  readonly id: string;
  readonly fen: string;
  readonly move: string;
}

/** What the rules say about a position. */
export interface Verdict {
  readonly isMate: boolean;
  /** The ways out: each captures an own piece. */
  readonly escapes: readonly Move[];
  /** The own pieces beside the king that the opponent protects. */
  readonly guarded: readonly Square[];
}

/** A position to judge. */
export interface Judged {
  readonly before: Position;
  readonly position: Position;
  readonly move: Move;
  readonly verdict: Verdict;
}

/** Returns the squares beside another one. */
function neighbours(square: Square): Square[] {
  const steps = [-1, 0, 1];
  const around = steps.flatMap((x) => steps.map((y) => step(square, 'white', x, y)));
  return around.flatMap((found) => (found && found !== square ? [found] : []));
}

/** Judges a position that is checkmate in chess. */
export function judge({ fen, move: uci }: MateQuestion): Judged {
  const before = Position.fromFen(fen, { variant: 'selfcapture' });
  const move = before.parseMove(uci);
  const position = before.play(move);
  const isOwn = (letter: string | undefined) =>
    letter !== undefined && (letter === letter.toUpperCase()) === (position.turn === 'white');
  const king = [...position.pieces].find(
    ([, letter]) => letter.toLowerCase() === 'k' && isOwn(letter),
  )?.[0];
  const guarded = king
    ? neighbours(king).filter((square) => isOwn(position.pieces.get(square)))
    : [];
  const escapes = position.moves();
  return { before, position, move, verdict: { isMate: escapes.length === 0, escapes, guarded } };
}

/** The longest series of right answers in this browser. */
const best = persisted('mateOrNot.best', '', (text) => (/^\d{1,6}$/.test(text) ? text : undefined));

/** How many questions are left when more are loaded. */
const LOW = 5;

type State =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'asking'; readonly question: Judged }
  | { readonly state: 'answered'; readonly question: Judged; readonly isRight: boolean };

export class MateStore {
  readonly shown = signal<State>({ state: 'loading' });
  readonly right = signal(0);
  readonly answered = signal(0);
  readonly streak = signal(0);
  readonly best = computed(() => Number(best.value || 0));
  private queue: MateQuestion[] = [];
  private isLoading = false;
  private isDisposed = false;

  constructor(private readonly load: () => Promise<readonly MateQuestion[]>) {
    this.next();
  }

  dispose(): void {
    this.isDisposed = true;
  }

  /** Shows the next position. */
  readonly next = (): void => {
    const question = this.queue.shift();
    this.shown.value = question
      ? { state: 'asking', question: judge(question) }
      : { state: 'loading' };
    if (this.queue.length < LOW) void this.fill();
  };

  /** Answers whether the position is mate. */
  readonly answer = (isMate: boolean): void => {
    const state = this.shown.value;
    if (state.state !== 'asking') return;
    const isRight = state.question.verdict.isMate === isMate;
    this.answered.value += 1;
    this.right.value += isRight ? 1 : 0;
    this.streak.value = isRight ? this.streak.value + 1 : 0;
    if (this.streak.value > this.best.value) best.value = String(this.streak.value);
    this.shown.value = { state: 'answered', question: state.question, isRight };
  };

  private async fill(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      this.queue.push(...(await this.load()));
    } catch (error) {
      // Only the solver who waits for a position has to know.
      if (this.shown.value.state === 'loading') this.shown.value = { state: 'failed', error };
      return;
    } finally {
      this.isLoading = false;
    }
    if (!this.isDisposed && this.shown.value.state === 'loading' && this.queue.length > 0)
      this.next();
  }
}
