// What can be played in a position, as the service says.
import { useEffect, useState } from 'preact/hooks';
import { answer, api, type LegalMoves, type Line, RequestError, words } from '../api/client';
import { sentence, tell } from '../ui/announce';

const known = new Map<string, LegalMoves>();
const MOST = 500;
/** Milliseconds until a server that cannot be reached is asked again. */
const AGAIN = 2_000;

export function usePosition(line: Line): LegalMoves | undefined {
  const key = JSON.stringify(line);
  const [, update] = useState(0);
  useEffect(() => {
    if (known.has(key)) return;
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const body = JSON.parse(key) as Line;
        const found = await answer(api.POST('/api/v1/legal-moves', { body }));
        if (known.size >= MOST) known.clear();
        known.set(key, found);
        if (wanted) update((number) => number + 1);
      } catch (error) {
        if (!wanted) return;
        tell(sentence(words(error)));
        if (error instanceof RequestError && error.code === 'offline')
          timer = setTimeout(ask, AGAIN);
      }
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [key]);
  return known.get(key);
}
