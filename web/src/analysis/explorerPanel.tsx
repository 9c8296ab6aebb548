import { useEffect, useMemo } from 'preact/hooks';
import { number, percent, shortNumber, t } from '../i18n';
import { Segmented } from '../ui/choice';
import { Failure } from '../ui/failure';
import { SelfCaptureMark } from '../ui/icon';
import {
  type ExplorerEntry,
  type ExplorerMove,
  followExplorer,
  type Results,
  SOURCES,
  source,
} from './explorer';
import type { AnalysisStore } from './store';
import './explorerPanel.css';

/** What the opening book and games know about the position. A click on a move plays it. */
export function ExplorerPanel({ store }: { store: AnalysisStore }) {
  const { found, retry, dispose } = useMemo(() => followExplorer(store.line), [store]);
  useEffect(() => dispose, [dispose]);
  const state = found.value;
  return (
    <section class="explorer" aria-label={t('analysis.tab.explorer')}>
      <Segmented
        label={t('analysis.explorer.source')}
        value={source.value}
        options={SOURCES.map((value) => ({ value, label: t(`analysis.explorer.${value}`) }))}
        onChange={(value) => {
          source.value = value;
        }}
      />
      {state.state === 'loading' && <p class="panel-note" aria-busy="true" />}
      {state.state === 'failed' && (
        <div class="panel-note">
          <Failure error={state.error} onRetry={retry} />
        </div>
      )}
      {state.state === 'found' && <Entry store={store} entry={state.entry} />}
    </section>
  );
}

function Entry({ store, entry }: { store: AnalysisStore; entry: ExplorerEntry }) {
  if (entry.moves.length === 0) {
    return <p class="panel-note">{t('analysis.explorer.empty')}</p>;
  }
  const hasSelfCaptures = store.position.value.variant === 'selfcapture';
  return (
    <div class="explorer-table numeric">
      {entry.opening && <p class="explorer-opening">{entry.opening}</p>}
      <p class="explorer-summary">
        {entry.score && (
          <span>
            {t('analysis.explorer.book')} <strong>{entry.score}</strong>
          </span>
        )}
        <span>{t('analysis.explorer.games', { count: entry.games })}</span>
        {hasSelfCaptures && entry.games > 0 && (
          <span class="explorer-share">
            <SelfCaptureMark />{' '}
            {t('analysis.explorer.selfCaptures', { share: percent(entry.selfCaptures) })}
          </span>
        )}
      </p>
      <Headings hasSelfCaptures={hasSelfCaptures} />
      <ul>
        {entry.moves.map((move) => (
          <li key={move.uci}>
            <button
              type="button"
              class="row-button"
              aria-label={moveLabel(move, hasSelfCaptures)}
              onClick={() => store.playLine([move.uci])}
            >
              <span class="san">
                {move.san} {move.selfCapture && <SelfCaptureMark />}
              </span>
              <span class="score">{move.score}</span>
              <span class="count">{move.games > 0 && shortNumber(move.games)}</span>
              <Bar results={move} />
              {hasSelfCaptures && (
                <span class="explorer-share">{move.games > 0 && percent(move.selfCaptures)}</span>
              )}
            </button>
          </li>
        ))}
        <li class="row-button total" aria-hidden="true">
          <span class="san">Σ</span>
          <span class="score">{entry.score}</span>
          <span class="count">{entry.games > 0 && shortNumber(entry.games)}</span>
          <Bar results={entry} />
          {hasSelfCaptures && (
            <span class="explorer-share">{entry.games > 0 && percent(entry.selfCaptures)}</span>
          )}
        </li>
      </ul>
    </div>
  );
}

/** What the columns are. The name of each move says it to screen readers. */
function Headings({ hasSelfCaptures }: { hasSelfCaptures: boolean }) {
  return (
    <div class="row-button headings" aria-hidden="true">
      <span>{t('analysis.explorer.move')}</span>
      <span class="score">{t('analysis.explorer.book')}</span>
      <span class="count">{t('analysis.explorer.source')}</span>
      <span class="results">{t('analysis.explorer.whiteDrawBlack')}</span>
      {hasSelfCaptures && (
        <span class="explorer-share">
          <SelfCaptureMark label={t('selfCapture.mark')} />
        </span>
      )}
    </div>
  );
}

/** Returns a move with its figures as a screen reader says it. */
function moveLabel(move: ExplorerMove, hasSelfCaptures: boolean): string {
  const parts = [move.san];
  if (move.score) parts.push(`${t('analysis.explorer.book')} ${move.score}`);
  if (move.games > 0) {
    const { white, draws, black } = move;
    parts.push(
      t('analysis.explorer.games', { count: move.games }),
      t('analysis.explorer.results', {
        white: percent(white),
        draws: percent(draws),
        black: percent(black),
      }),
    );
    if (hasSelfCaptures) {
      parts.push(t('analysis.explorer.selfCaptures', { share: percent(move.selfCaptures) }));
    }
  }
  return parts.join(', ');
}

/** A share below this has no figure in its bar. */
const READABLE = 0.14;

/** The shares of games that White won, were drawn, and Black won. */
function Bar({ results }: { results: Results }) {
  if (results.games === 0) return <span class="explorer-bar empty" />;
  return (
    <span class="explorer-bar">
      {(['white', 'draws', 'black'] as const).map((result) => (
        <span key={result} class={result} style={{ flexGrow: results[result] }}>
          {results[result] >= READABLE && number(Math.round(results[result] * 100))}
        </span>
      ))}
    </span>
  );
}
