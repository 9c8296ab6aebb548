// What can be played in a position, as the service says.
import { useEffect, useState } from 'preact/hooks';
import { answer, api, type LegalMoves, type Line, words } from '../api/client';
import { sentence, tell } from '../ui/announce';

const known = new Map<string, LegalMoves>();
const MOST = 500;

export function usePosition(line: Line): LegalMoves | undefined {
  const key = JSON.stringify(line);
  const [, update] = useState(0);
  useEffect(() => {
    if (known.has(key)) return;
    let wanted = true;
    answer(api.POST('/api/v1/legal-moves', { body: JSON.parse(key) as Line }))
      .then((found) => {
        if (known.size >= MOST) known.clear();
        known.set(key, found);
        if (wanted) update((number) => number + 1);
      })
      .catch((error) => wanted && tell(sentence(words(error))));
    return () => {
      wanted = false;
    };
  }, [key]);
  return known.get(key);
}
