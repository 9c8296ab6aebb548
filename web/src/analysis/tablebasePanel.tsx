import { computed } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../i18n';
import { lineText } from './lineText';
import { LineView } from './lineView';
import type { AnalysisStore } from './store';
import {
  type Category,
  followTablebase,
  mayBeKnown,
  type TablebaseEntry,
  type TablebaseMove,
} from './tablebase';
import './tablebasePanel.css';

const CATEGORY_KEYS = {
  win: 'analysis.tablebase.win',
  'cursed-win': 'analysis.tablebase.cursedWin',
  draw: 'analysis.tablebase.draw',
  'blessed-loss': 'analysis.tablebase.blessedLoss',
  loss: 'analysis.tablebase.loss',
} as const satisfies Record<Category, string>;

/** What perfect play leads to. */
export function TablebasePanel({ store }: { store: AnalysisStore }) {
  const { found, dispose } = useMemo(
    () =>
      followTablebase(
        computed(() => (mayBeKnown(store.position.value) ? store.position.value : undefined)),
      ),
    [store],
  );
  useEffect(() => dispose, [dispose]);
  const state = found.value;
  if (!mayBeKnown(store.position.value)) {
    return <p class="panel-note">{t('analysis.tablebase.tooManyPieces')}</p>;
  }
  switch (state.state) {
    case 'loading':
      return <p class="panel-note">{t('analysis.tablebase.loading')}</p>;
    case 'missing':
      return <p class="panel-note">{t('analysis.tablebase.missing')}</p>;
    case 'unreachable':
      return <p class="panel-note">{t('analysis.tablebase.unreachable')}</p>;
    case 'found':
      return <Entry store={store} entry={state.entry} />;
  }
}

function Entry({ store, entry }: { store: AnalysisStore; entry: TablebaseEntry }) {
  const position = store.position.value;
  const steps = lineText(position, entry.mainline);
  return (
    <section class="tablebase" aria-label={t('analysis.tab.tablebase')}>
      <p class={`tablebase-verdict ${entry.category}`}>
        <strong>{t(CATEGORY_KEYS[entry.category])}</strong>
        <span>{distanceText(entry)}</span>
      </p>
      {steps.length > 0 && (
        <p class="tablebase-line">
          <LineView
            steps={steps}
            orientation={store.orientation.value}
            onPlay={(moves) => store.playLine(moves)}
          />
        </p>
      )}
      <ul class="tablebase-moves">
        {entry.moves.map((move) => (
          <li key={move.uci}>
            <button type="button" class="row-button" onClick={() => store.playLine([move.uci])}>
              <span class="san">{move.san}</span>
              <span class="distance">{distanceText(move)}</span>
              <span class={`verdict ${move.category}`}>{t(CATEGORY_KEYS[move.category])}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns how far the end, or the next capture or pawn move, is in a position or after a move. */
function distanceText(entry: TablebaseEntry | TablebaseMove): string {
  const isMove = 'uci' in entry;
  if (isMove && entry.checkmate) return t('analysis.tablebase.checkmate');
  if (entry.category === 'draw') return '';
  if (entry.dtm !== null) {
    // The move itself counts, so that the best move is as far from mate as the position.
    return t('analysis.tablebase.mateIn', { count: Math.ceil((entry.dtm + (isMove ? 1 : 0)) / 2) });
  }
  if (isMove && entry.zeroing) return t('analysis.tablebase.zeroing');
  return entry.dtz === null ? '' : t('analysis.tablebase.dtz', { count: entry.dtz });
}
