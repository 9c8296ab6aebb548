import type { PieceName, Side } from '../api/client';
import { other, pieceNames } from '../ui/words';
import type { Taken } from './record';

function Pieces({ side, pieces, label }: { side: Side; pieces: PieceName[]; label: string }) {
  if (pieces.length === 0) return null;
  const sorted = [...pieces].sort((a, b) => pieceNames.indexOf(a) - pieceNames.indexOf(b));
  return (
    <span class="pieces" role="img" aria-label={`${label}: ${sorted.join(', ')}`}>
      {sorted.map((piece, i) => (
        // Pieces of a kind are alike
        <img key={i} src={`/pieces/${side}-${piece}.svg`} alt="" width="18" height="18" />
      ))}
    </span>
  );
}

/** What a side has taken: the enemy's pieces, and its own behind a mark. */
export function Captured({ side, taken }: { side: Side; taken: Taken }) {
  return (
    <span class="captured">
      <Pieces side={other(side)} pieces={taken.enemy} label="has taken" />
      {taken.own.length > 0 && (
        <span class="own-pieces">
          <span class="own-mark" aria-hidden="true" />
          <Pieces side={side} pieces={taken.own} label="has taken its own" />
        </span>
      )}
    </span>
  );
}
