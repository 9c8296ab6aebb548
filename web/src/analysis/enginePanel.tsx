import { engine } from '../engine/engine';
import { scoreText, whiteChances } from '../engine/score';
import { shortNumber, t } from '../i18n';
import { outcomeText, themeText } from '../i18n/rules';
import { LineView } from './lineView';
import { type AnalysisStore, engineOn, LINE_COUNTS, lineCount } from './store';
import './enginePanel.css';

/** The lines of the engine. Its height depends only on the settings, so that nothing moves while it searches. */
export function EnginePanel({ store }: { store: AnalysisStore }) {
  return (
    <section class="engine-panel" aria-label={t('engine.heading')}>
      <EngineHead store={store} />
      {engineOn.value && <Lines store={store} />}
    </section>
  );
}

function EngineHead({ store }: { store: AnalysisStore }) {
  const analysis = store.analysis.value;
  const { turn } = store.position.value;
  const outcome = store.outcome.value;
  const best = analysis?.lines[0];
  const state = outcome
    ? outcomeText(outcome)
    : analysis
      ? `${t('engine.depth', { depth: analysis.depth })} · ${t('engine.nodes', { nodes: shortNumber(analysis.nodes) })}`
      : engineOn.value
        ? t('engine.thinking')
        : t(engine.value.kind === 'browser' ? 'engine.inBrowser' : 'engine.onServer');
  return (
    <div class="engine-head">
      <label class="engine-switch">
        <input
          type="checkbox"
          role="switch"
          class="switch"
          checked={engineOn.value}
          aria-checked={engineOn.value}
          aria-label={t('engine.heading')}
          onChange={(event) => {
            engineOn.value = event.currentTarget.checked;
          }}
        />
        <strong class="engine-score">
          {outcome
            ? outcome.result.replace('1/2-1/2', '½–½')
            : best
              ? scoreText(best.score, turn)
              : 'Ouro'}
        </strong>
      </label>
      <span class="engine-state">{state}</span>
      {engineOn.value && (
        <select
          class="select compact"
          aria-label={t('engine.lines')}
          title={t('engine.lines')}
          value={lineCount.value}
          onChange={(event) => {
            const chosen = LINE_COUNTS.find((count) => count === event.currentTarget.value);
            if (chosen) lineCount.value = chosen;
            event.currentTarget.blur();
          }}
        >
          {LINE_COUNTS.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      )}
      {best && !outcome && <Chances {...whiteChances(best.wdl, turn)} />}
    </div>
  );
}

/** White's chances to win, draw and lose as a thin bar. */
function Chances({ win, draw, loss }: { win: number; draw: number; loss: number }) {
  const text = t('engine.chances', { win, draw, loss });
  return (
    <div class="chances" role="img" aria-label={text} title={text}>
      <span class="win" style={{ flexGrow: win }} />
      <span class="draw" style={{ flexGrow: draw }} />
      <span class="loss" style={{ flexGrow: loss }} />
    </div>
  );
}

function Lines({ store }: { store: AnalysisStore }) {
  const { turn } = store.position.value;
  const lines = store.engineLines.value;
  const rows = Array.from({ length: Number(lineCount.value) }, (_, i) => lines[i]);
  return (
    <ol class="engine-lines" aria-label={t('engine.lines')}>
      {rows.map((line, i) => {
        const first = line?.steps[0]?.move;
        return (
          <li key={i}>
            {line && (
              <>
                <span class={`score-chip ${better(line, turn)}`}>
                  {scoreText(line.score, turn)}
                </span>
                <LineView
                  steps={line.steps}
                  orientation={store.orientation.value}
                  onPlay={(moves) => store.playLine(moves)}
                />
                {first && first.themes.length > 0 && (
                  <span class="themes">{first.themes.map(themeText).join(', ')}</span>
                )}
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Returns the side that stands better, for the colour of the chip. */
function better({ wdl }: { wdl: { win: number; loss: number } }, turn: 'white' | 'black') {
  const white = turn === 'white' ? wdl.win >= wdl.loss : wdl.loss > wdl.win;
  return white ? 'white' : 'black';
}
