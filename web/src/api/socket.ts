// What happens in a game, as it happens. A lost connection is taken up again where it was lost.
import type { GameView, MoveRecord, ServerMessage } from './client';

export interface GameListener {
  changed(game: GameView): void;
  deleted(): void;
  connected(is: boolean): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;

/** How long to wait before the next attempt, in milliseconds. */
export function nextWait(before: number): number {
  return before === 0 ? FIRST_WAIT : Math.min(before * 2, LONGEST_WAIT);
}

/** Listens to a game until the function that it returns is called. */
export function listen(id: string, listener: GameListener): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = 0;
  let version: number | undefined;
  let moves: MoveRecord[] = [];
  let ended = false;

  const connect = () => {
    timer = undefined;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const from = version === undefined ? '' : `?from=${version}`;
    socket = new WebSocket(`${scheme}//${location.host}/api/v1/games/${id}/ws${from}`);
    socket.onopen = () => {
      wait = 0;
      listener.connected(true);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.message === 'deleted') {
        ended = true;
        listener.deleted();
        return;
      }
      // An event has only the moves that are new.
      const known = message.message === 'event' ? moves.slice(0, message.moves_before) : [];
      moves = [...known, ...message.game.moves];
      version = message.game.version;
      listener.changed({ ...message.game, moves });
    };
    socket.onclose = () => {
      if (ended) return;
      listener.connected(false);
      wait = nextWait(wait);
      timer = setTimeout(connect, wait);
    };
  };
  const hurry = () => {
    if (timer === undefined || ended) return;
    clearTimeout(timer);
    connect();
  };
  connect();
  window.addEventListener('online', hurry);
  return () => {
    ended = true;
    window.removeEventListener('online', hurry);
    clearTimeout(timer);
    socket?.close();
  };
}
