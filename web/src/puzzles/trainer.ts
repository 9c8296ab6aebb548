// The state of the pages on which puzzles are solved: which puzzle it is, and how the solver stands.
import { batch, computed, signal } from '@preact/signals';
import { Outbox } from './outbox';
import type { Attempt, Difficulty, Puzzle, Score, Solution, Standing } from './puzzle';
import { Solver } from './solver';

/** Which puzzles are solved. */
export type Mode =
  | { readonly kind: 'training'; readonly theme: string | undefined }
  | { readonly kind: 'daily' }
  | { readonly kind: 'replay' }
  | { readonly kind: 'single'; readonly id: string };

/** What the trainer needs of the service. */
export interface PuzzleService {
  /** Returns a puzzle, or `undefined` if there is none left. */
  next(theme: string | undefined, difficulty: Difficulty): Promise<Puzzle | undefined>;
  daily(): Promise<{ date: string; puzzle: Puzzle }>;
  replay(): Promise<Puzzle | undefined>;
  puzzle(id: string): Promise<Puzzle>;
  solution(id: string): Promise<Solution>;
  attempt(attempt: Attempt): Promise<Score>;
  standing(): Promise<Standing>;
}

/** The puzzle on the board, or why there is none. */
type Shown =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'none' }
  | { readonly state: 'puzzle'; readonly solver: Solver; readonly date?: string };

export class Trainer {
  readonly shown = signal<Shown>({ state: 'loading' });
  /** What the service says to the attempt at the puzzle on the board. */
  readonly score = signal<Score | undefined>(undefined);
  /** How the solver stands; `undefined` until the service has said it. */
  readonly standing = signal<Standing | undefined>(undefined);
  readonly solver = computed(() =>
    this.shown.value.state === 'puzzle' ? this.shown.value.solver : undefined,
  );
  readonly outbox: Outbox;
  private request = 0;

  constructor(
    readonly mode: Mode,
    private readonly service: PuzzleService,
    private readonly difficulty: () => Difficulty,
    storage?: Storage,
  ) {
    this.outbox = new Outbox(
      (attempt) => service.attempt(attempt),
      (attempt, score) => this.delivered(attempt, score),
      storage,
    );
    void this.load();
  }

  dispose(): void {
    this.request += 1;
    this.outbox.dispose();
    this.solver.value?.dispose();
  }

  /** Loads the next puzzle, or again the one that could not be loaded. The last one stays until then. */
  readonly load = async (): Promise<void> => {
    const request = ++this.request;
    if (!this.solver.value) this.shown.value = { state: 'loading' };
    if (!this.standing.value) void this.loadStanding();
    // The service chooses the next puzzle after the attempt at the last one.
    await this.outbox.settled();
    const next = await this.ask();
    if (request !== this.request) {
      if (next.state === 'puzzle') next.solver.dispose();
      return;
    }
    this.solver.value?.dispose();
    batch(() => {
      this.score.value = undefined;
      this.shown.value = next;
    });
  };

  /** Asks the service for a puzzle, or finds out why there is none. */
  private async ask(): Promise<Shown> {
    const { mode, service } = this;
    try {
      switch (mode.kind) {
        case 'training':
          return this.begin(await service.next(mode.theme, this.difficulty()));
        case 'daily': {
          const { date, puzzle } = await service.daily();
          return { state: 'puzzle', solver: this.start(puzzle), date };
        }
        case 'replay':
          return this.begin(await service.replay());
        case 'single':
          return this.begin(await service.puzzle(mode.id));
      }
    } catch (error) {
      return { state: 'failed', error };
    }
  }

  private begin(puzzle: Puzzle | undefined): Shown {
    return puzzle ? { state: 'puzzle', solver: this.start(puzzle) } : { state: 'none' };
  }

  private start(puzzle: Puzzle): Solver {
    return new Solver(puzzle, {
      loadSolution: () => this.service.solution(puzzle.id),
      finished: (attempt) => this.outbox.add(attempt),
    });
  }

  private async loadStanding(): Promise<void> {
    // Puzzles can be solved without it.
    const standing = await this.service.standing().catch(() => undefined);
    if (!this.score.value) this.standing.value = standing;
  }

  private delivered({ id }: Attempt, score: Score): void {
    batch(() => {
      this.standing.value = { rating: score.after, streak: score.streak };
      if (this.solver.value?.puzzle.id === id) this.score.value = score;
    });
  }
}
