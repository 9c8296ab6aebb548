// The state of a game as the server sends it. A lost connection is restored.
import {
  answer,
  api,
  type GameView,
  type MoveRecord,
  RequestError,
  type ServerMessage,
} from '../api/client';

/** An event of a game, such as a declined draw. */
export type GameEvent = Extract<ServerMessage, { message: 'event' }>;

export interface GameListener {
  changed(game: GameView): void;
  /** Something has happened; `changed` follows. */
  happened(event: GameEvent): void;
  /** There is no such game, or it was deleted. */
  missing(): void;
  connected(isConnected: boolean): void;
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 5_000;

/** Returns the delay before the next attempt, in milliseconds: twice as long each time. */
export function nextDelay(previous: number): number {
  return previous === 0 ? FIRST_DELAY : Math.min(previous * 2, LONGEST_DELAY);
}

/** Resolves after a delay, or earlier if the browser is online again or the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const finish = () => {
      clearTimeout(timer);
      done.abort();
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    window.addEventListener('online', finish, { signal: done.signal });
    signal.addEventListener('abort', finish, { signal: done.signal });
  });
}

/** Follows a game until the signal aborts or the game is gone. */
export async function followGame(
  id: string,
  listener: GameListener,
  signal: AbortSignal,
): Promise<void> {
  let delay = 0;
  while (!signal.aborted) {
    try {
      const params = { path: { id } };
      const game = await answer(api.GET('/api/v1/games/{id}', { params, signal }));
      if (signal.aborted) return;
      listener.changed(game);
      const wasOpen = await listen(game, listener, signal);
      if (wasOpen === 'gone') return listener.missing();
      if (wasOpen) delay = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RequestError && error.code === 'not_found') return listener.missing();
      if (error instanceof RequestError && error.code === 'unauthorized') return;
    }
    if (signal.aborted) return;
    listener.connected(false);
    delay = nextDelay(delay);
    await pause(delay, signal);
  }
}

/** Listens until the socket closes. Returns whether it was open, or that the game is gone. */
function listen(
  game: GameView,
  listener: GameListener,
  signal: AbortSignal,
): Promise<boolean | 'gone'> {
  return new Promise((resolve) => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const path = `/api/v1/games/${game.id}/ws?from=${game.version}`;
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    let moves: readonly MoveRecord[] = game.moves;
    let result: boolean | 'gone' = false;
    const close = () => socket.close();
    signal.addEventListener('abort', close, { once: true });
    socket.onopen = () => {
      result = true;
      listener.connected(true);
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as ServerMessage;
      if (message.message === 'deleted') {
        result = 'gone';
        return;
      }
      // An event contains only the new moves.
      const kept = message.message === 'event' ? moves.slice(0, message.moves_before) : [];
      moves = [...kept, ...message.game.moves];
      if (message.message === 'event') listener.happened(message);
      listener.changed({ ...message.game, moves: [...moves] });
    };
    socket.onclose = () => {
      signal.removeEventListener('abort', close);
      resolve(result);
    };
  });
}
