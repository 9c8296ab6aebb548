// Moves on their way to the server.
import { answer, api, type GameView, RequestError } from '../api/client';

/** What has become of a move that was sent. */
export type Delivery =
  | { readonly result: 'accepted'; readonly game: GameView }
  /** The game had another version; the move may have arrived with an earlier request. */
  | { readonly result: 'stale' }
  | { readonly result: 'refused'; readonly error: RequestError }
  /** There was no response, or the server has failed: the move may have arrived. */
  | { readonly result: 'unknown' };

/** A move and the version of the game that it responds to. Both stay the same when it is sent again. */
export interface SentMove {
  readonly uci: string;
  readonly version: number;
}

/** Sends a move. The request outlives the page. */
export async function sendMove(id: string, { uci, version }: SentMove): Promise<Delivery> {
  try {
    const request = api.POST('/api/v1/games/{id}/moves', {
      params: { path: { id } },
      body: { uci, version },
      keepalive: true,
    });
    return { result: 'accepted', game: await answer(request) };
  } catch (error) {
    if (!(error instanceof RequestError) || !error.isRefusal) return { result: 'unknown' };
    return error.code === 'stale' ? { result: 'stale' } : { result: 'refused', error };
  }
}

/**
 * Compares the moves of the server with those on the board. `confirmed` are the moves that the server had before,
 * `unsent` those that the player has made since, `server` those that it has now. Returns the moves that it does not
 * have yet, and whether the player's moves are void because the game has taken another course.
 */
export function reconcile<M extends { readonly uci: string }>(
  confirmed: readonly string[],
  unsent: readonly M[],
  server: readonly string[],
): { readonly unsent: readonly M[]; readonly isVoid: boolean } {
  const line = [...confirmed, ...unsent.map(({ uci }) => uci)];
  const diverged = line.some((uci, i) => i < server.length && uci !== server[i]);
  if (diverged || server.length < confirmed.length) {
    return { unsent: [], isVoid: unsent.length > 0 };
  }
  return { unsent: unsent.slice(server.length - confirmed.length), isVoid: false };
}
