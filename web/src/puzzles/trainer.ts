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

  /** Loads the next puzzle, or again the one that could not be loaded. */
  readonly load = async (): Promise<void> => {
    const request = ++this.request;
    this.solver.value?.dispose();
    batch(() => {
      this.shown.value = { state: 'loading' };
      this.score.value = undefined;
    });
    if (!this.standing.value) void this.loadStanding();
    // The service chooses the next puzzle after the attempt at the last one.
    await this.outbox.settled();
    try {
      const { date, puzzle } = await this.ask();
      if (request !== this.request) return;
      const solver = puzzle && this.start(puzzle);
      if (!solver) this.shown.value = { state: 'none' };
      else this.shown.value = { state: 'puzzle', solver, ...(date && { date }) };
    } catch (error) {
      if (request === this.request) this.shown.value = { state: 'failed', error };
    }
  };

  private async ask(): Promise<{ date?: string; puzzle: Puzzle | undefined }> {
    const { mode, service } = this;
    switch (mode.kind) {
      case 'training':
        return { puzzle: await service.next(mode.theme, this.difficulty()) };
      case 'daily':
        return service.daily();
      case 'replay':
        return { puzzle: await service.replay() };
      case 'single':
        return { puzzle: await service.puzzle(mode.id) };
    }
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
