// One game as the page shows it: what the server has confirmed, and the player's moves on their way there.
import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Action, answer, api, type GameView, RequestError } from '../api/client';
import { t } from '../i18n';
import { errorText } from '../i18n/errors';
import { type Color, type Move, Position } from '../rules';
import { displayName } from '../settings/settings';
import { toast } from '../ui/toast';
import { followGame, type GameEvent, nextDelay, pause } from './connection';
import { reconcile, type SentMove, sendMove } from './delivery';
import { type Ply, replay } from './plies';
import type { Question } from './question';

/** How long a self-capture stays on the board before the reply is shown, in milliseconds. */
const SELF_CAPTURE_SHOWN_FOR = 700;

/** Actions that are meant for the game as it is shown. The server refuses them if it has changed. */
const MEANT_FOR_VERSION: ReadonlySet<Action['action']> = new Set([
  'take_back',
  'accept_takeback',
  'accept_draw',
  'claim_draw',
]);

export const otherColor = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export class GameStore {
  /** The newest state from the server. */
  readonly view = signal<GameView | undefined>(undefined);
  /** Whether there is no such game. */
  readonly isMissing = signal(false);
  readonly isConnected = signal(true);
  /** The player's moves that the server has not confirmed, in the order in which they were made. */
  readonly unsent = signal<readonly Move[]>([]);
  /** Whether a move has to be sent again. */
  readonly isRetrying = signal(false);
  /** What has happened since the last move, such as a declined draw. */
  readonly lastEvent = signal<GameEvent | undefined>(undefined);
  /** The action that the player has to confirm. Any other action cancels it. */
  readonly question = signal<Question | undefined>(undefined);
  readonly isFlipped = signal(false);
  /** The ply that the player looks at; `undefined` for the newest. */
  private readonly browsed = signal<number | undefined>(undefined);
  /** How many plies are shown. It is behind `plies` while a self-capture is shown. */
  private readonly presented = signal(0);

  /** All positions, unconfirmed ones included. */
  readonly plies: ReadonlySignal<readonly Ply[]>;
  /** The positions that are shown, in the move list and on the board. */
  readonly shownPlies = computed(() => this.plies.value.slice(0, this.presented.value + 1));
  /** The number of moves in the position on the board. */
  readonly current = computed(() => {
    const last = this.shownPlies.value.length - 1;
    return Math.min(this.browsed.value ?? last, last);
  });
  readonly isLive = computed(() => this.current.value === this.shownPlies.value.length - 1);
  readonly shown = computed(() => this.shownPlies.value[this.current.value]);
  readonly moves = computed(() =>
    this.shownPlies.value.flatMap(({ move }) => (move ? [move] : [])),
  );

  /** The sides that the player plays. */
  readonly you = computed<readonly Color[]>(() => this.view.value?.you ?? []);
  readonly isOver = computed(() => this.view.value?.outcome != null);
  /** Whether engines play both sides. */
  readonly isWatched = computed(() => {
    const view = this.view.value;
    return view?.white.kind === 'engine' && view.black.kind === 'engine';
  });
  readonly turn = computed(() => this.shownPlies.value.at(-1)?.position.turn ?? 'white');
  readonly isYourTurn = computed(
    () =>
      this.view.value?.status === 'playing' &&
      !this.isOver.value &&
      this.you.value.includes(this.turn.value),
  );
  /** Whether the engine may help: never a person who plays against another. */
  readonly mayGetHelp = computed(() => {
    const view = this.view.value;
    if (!view) return false;
    const twoPeople = view.white.kind === 'human' && view.black.kind === 'human';
    return this.isOver.value || !twoPeople || view.you.length === 2;
  });
  readonly orientation = computed<Color>(() => {
    const [side = 'white', second] = this.you.value;
    const bottom = second ? 'white' : side;
    return this.isFlipped.value ? otherColor(bottom) : bottom;
  });
  /** The side whose pieces the player can move on the board. */
  readonly movable = computed<Color | 'both' | undefined>(() => {
    const playing = this.view.value?.status === 'playing' && !this.isOver.value;
    if (!playing || !this.isLive.value) return undefined;
    const [side, second] = this.you.value;
    return second ? 'both' : side;
  });

  private connection = new AbortController();
  private readonly life = new AbortController();
  private readonly disposePresenting: () => void;
  private isSending = false;

  constructor(readonly id: string) {
    let known: readonly Ply[] = [];
    this.plies = computed(() => {
      const view = this.view.value;
      if (!view) return [];
      const start = Position.fromFen(view.start_fen, { variant: view.variant });
      const moves = [...view.moves, ...this.unsent.value].map(({ uci }) => uci);
      known = replay(start, moves, known);
      return known;
    });
    this.disposePresenting = this.present();
    this.connect();
  }

  dispose(): void {
    this.connection.abort();
    this.life.abort();
    this.disposePresenting();
  }

  /** Follows the game anew: whoever has joined is another person for the server. */
  connect(): void {
    this.connection.abort();
    this.connection = new AbortController();
    this.isMissing.value = false;
    const listener = {
      changed: (view: GameView) => this.receive(view),
      happened: (event: GameEvent) => {
        this.lastEvent.value = event;
      },
      missing: () => {
        this.isMissing.value = true;
      },
      connected: (isConnected: boolean) => {
        this.isConnected.value = isConnected;
      },
    };
    void followGame(this.id, listener, this.connection.signal);
  }

  goTo(ply: number): void {
    const last = this.shownPlies.value.length - 1;
    this.browsed.value = ply >= last ? undefined : Math.max(0, ply);
  }

  flip(): void {
    this.isFlipped.value = !this.isFlipped.value;
  }

  /** Plays a legal move: it appears at once and is sent to the server. */
  play(move: Move): void {
    batch(() => {
      this.browsed.value = undefined;
      this.question.value = undefined;
      this.unsent.value = [...this.unsent.value, move];
    });
    void this.deliver();
  }

  /** Does something other than moving. Returns whether the server accepted it. */
  async act(action: Action): Promise<boolean> {
    this.question.value = undefined;
    const isForVersion = MEANT_FOR_VERSION.has(action.action);
    if (isForVersion) await until(() => this.unsent.value.length === 0);
    const version = isForVersion ? (this.view.value?.version ?? null) : null;
    const request = api.POST('/api/v1/games/{id}/actions', {
      params: { path: { id: this.id } },
      body: { ...action, version },
    });
    return this.attempt(request);
  }

  async join(invitation: string): Promise<boolean> {
    const params = { path: { id: this.id } };
    const name = displayName.value.trim();
    const body = { invitation, ...(name && { name }) };
    const joined = await this.attempt(api.POST('/api/v1/games/{id}/join', { params, body }));
    if (joined) this.connect();
    return joined;
  }

  /** Creates or accepts a rematch. Returns the id of its game. */
  async rematch(): Promise<string | undefined> {
    try {
      const params = { path: { id: this.id } };
      const created = await answer(api.POST('/api/v1/games/{id}/rematch', { params }));
      return created.game.id;
    } catch (error) {
      this.report(error);
      return undefined;
    }
  }

  private async attempt(request: Parameters<typeof answer<GameView>>[0]): Promise<boolean> {
    try {
      this.receive(await answer(request));
      return true;
    } catch (error) {
      this.report(error);
      return false;
    }
  }

  private report(error: unknown): void {
    if (error instanceof RequestError) toast(errorText(error));
    else throw error;
  }

  /** Takes over a state from the server, unless a newer one is known. */
  private receive(next: GameView): void {
    const before = this.view.peek();
    if (before && next.version < before.version) return;
    const ucis = (view: GameView | undefined) => view?.moves.map(({ uci }) => uci) ?? [];
    const { unsent, isVoid } = reconcile(ucis(before), this.unsent.peek(), ucis(next));
    batch(() => {
      this.view.value = next;
      this.unsent.value = unsent;
      if (unsent.length === 0) this.isRetrying.value = false;
    });
    if (isVoid) toast(t('game.moveVoid'));
  }

  /** Sends the unsent moves one after the other. */
  private async deliver(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    const { signal } = this.life;
    while (!signal.aborted) {
      const [move] = this.unsent.peek();
      const view = this.view.peek();
      if (!move || !view) break;
      await this.deliverMove(move.uci, view.version);
    }
    this.isSending = false;
  }

  /** Sends a move until the server has decided. */
  private async deliverMove(uci: string, version: number): Promise<void> {
    const { signal } = this.life;
    let move: SentMove = { uci, version };
    let delay = 0;
    while (!signal.aborted && this.unsent.peek()[0]?.uci === uci) {
      const delivery = await sendMove(this.id, move);
      switch (delivery.result) {
        case 'accepted':
          return this.receive(delivery.game);
        case 'refused':
          return this.rollBack(delivery.error);
        case 'stale':
          // If it has not arrived and is still possible, it responds to the new version.
          await this.reload();
          move = { uci, version: this.view.peek()?.version ?? version };
          break;
        case 'unknown':
          this.isRetrying.value = true;
      }
      delay = nextDelay(delay);
      if (this.unsent.peek().length > 0) await pause(delay, signal);
    }
  }

  private rollBack(reason: RequestError): void {
    batch(() => {
      this.unsent.value = [];
      this.isRetrying.value = false;
    });
    toast(errorText(reason));
  }

  private async reload(): Promise<void> {
    try {
      const params = { path: { id: this.id } };
      this.receive(await answer(api.GET('/api/v1/games/{id}', { params })));
    } catch {
      // The next attempt to deliver the move tells.
    }
  }

  /** Shows new moves at once, except for a reply to a self-capture that has just been shown. */
  private present(): () => void {
    let shownUntil = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      const plies = this.plies.peek();
      const last = Math.max(0, plies.length - 1);
      const isNext = last === this.presented.peek() + 1;
      if (isNext && plies[last]?.move?.selfCapture) {
        shownUntil = performance.now() + SELF_CAPTURE_SHOWN_FOR;
      }
      this.presented.value = last;
    };
    const dispose = effect(() => {
      const last = Math.max(0, this.plies.value.length - 1);
      clearTimeout(timer);
      const wait = shownUntil - performance.now();
      const isReply = last > this.presented.peek() && this.unsent.peek().length === 0;
      if (isReply && wait > 0) timer = setTimeout(show, wait);
      else show();
    });
    return () => {
      clearTimeout(timer);
      dispose();
    };
  }
}

/** Resolves when signals fulfil a condition. */
async function until(condition: () => boolean): Promise<void> {
  let dispose = () => {};
  await new Promise<void>((resolve) => {
    dispose = effect(() => {
      if (condition()) resolve();
    });
  });
  dispose();
}
