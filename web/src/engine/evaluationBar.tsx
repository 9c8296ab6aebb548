import { t } from '../i18n';
import type { Color, Outcome } from '../rules';
import type { Analysis } from './engine';
import { scoreText, shortScoreText, whitePoints } from './score';
import './evaluationBar.css';

interface Props {
  analysis: Pick<Analysis, 'lines'> | undefined;
  /** The side to move in the analysed position. */
  turn: Color;
  orientation: Color;
  /** The outcome of a finished game, which needs no analysis. */
  outcome?: Outcome | undefined;
}

/** Returns White's share of the bar, and the score as text. */
function evaluate({ analysis, turn, outcome }: Props): {
  white: number;
  short: string;
  text: string;
} {
  const best = analysis?.lines[0];
  if (outcome) {
    const white = outcome.winner === 'white' ? 1 : outcome.winner === 'black' ? 0 : 0.5;
    return { white, short: outcome.winner ? '#' : '½', text: outcome.result };
  }
  if (!best) return { white: 0.5, short: '', text: '' };
  return {
    white: whitePoints(best, turn),
    short: shortScoreText(best.score),
    text: scoreText(best.score, turn),
  };
}

/** A bar with the expected points of White. Its size never depends on what it shows. */
export function EvaluationBar(props: Props) {
  const { white, short, text } = evaluate(props);
  const leader = white >= 0.5 ? 'white' : 'black';
  return (
    <div
      class={`evaluation-bar ${props.orientation}`}
      role="meter"
      aria-label={t('engine.evaluation')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(white * 100)}
      aria-valuetext={text || t('engine.unknown')}
    >
      <div class="share" style={{ '--share': `${(white * 100).toFixed(1)}%` }} />
      <span class={`label ${leader}`} aria-hidden="true">
        {short}
      </span>
    </div>
  );
}
