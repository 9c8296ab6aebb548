import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { problemText } from '../i18n/rules';
import { validateFen } from '../rules';
import { Button } from '../ui/button';
import { Segmented, Select } from '../ui/choice';
import { type Choice, CLOCKS, type ClockName, OPPONENTS, SIDES } from './newGame';

interface Props {
  choice: Choice;
  busy: boolean;
  onChange(change: Partial<Choice>): void;
  onStart(): void;
}

/** Everything that can be chosen for a new game. */
export function Options({ choice, busy, onChange, onStart }: Props) {
  const [problem, setProblem] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    const found = fenProblem(choice);
    setProblem(found);
    if (!found) onStart();
  };
  const { opponent } = choice;
  return (
    <form class="options" aria-label={t('home.newGame')} onSubmit={submit}>
      <Segmented
        label={t('home.variant')}
        value={choice.variant}
        options={(['selfcapture', 'chess'] as const).map((value) => ({
          value,
          label: t(`variant.${value}`),
        }))}
        onChange={(variant) => onChange({ variant })}
      />
      <Select
        label={t('home.opponent')}
        value={opponent}
        options={OPPONENTS.map((value) => ({ value, label: t(`home.opponent.${value}`) }))}
        onChange={(value) => onChange({ opponent: value })}
      />
      {(opponent === 'engine' || opponent === 'link') && (
        <Segmented
          label={t('home.side')}
          value={choice.side}
          options={SIDES.map((value) => ({
            value,
            label: t(value === 'random' ? 'home.side.random' : `color.${value}`),
          }))}
          onChange={(side) => onChange({ side })}
        />
      )}
      {opponent === 'engine' && (
        <Level
          label={t('home.level')}
          value={choice.level}
          onChange={(level) => onChange({ level })}
        />
      )}
      {opponent === 'watch' && (
        <>
          <Level
            label={t('home.levelOf', { color: t('color.white') })}
            value={choice.level}
            onChange={(level) => onChange({ level })}
          />
          <Level
            label={t('home.levelOf', { color: t('color.black') })}
            value={choice.blackLevel}
            onChange={(blackLevel) => onChange({ blackLevel })}
          />
        </>
      )}
      {opponent !== 'watch' && (
        <Select
          label={t('home.clock')}
          value={choice.clock}
          options={(Object.keys(CLOCKS) as ClockName[]).map((value) => ({
            value,
            label: clockName(value),
          }))}
          onChange={(clock) => onChange({ clock })}
        />
      )}
      <div class="fen-field">
        <label class="field">
          <span>{t('home.fen')}</span>
          <input
            class="input"
            type="text"
            spellcheck={false}
            placeholder={t('home.fenPlaceholder')}
            value={choice.fen}
            onInput={(event) => onChange({ fen: event.currentTarget.value })}
          />
        </label>
        <a href="/editor">{t('home.fenEditor')}</a>
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" kind="primary" disabled={busy}>
        {t('home.start')}
      </Button>
    </form>
  );
}

function fenProblem({ fen, variant }: Choice): string {
  if (!fen.trim()) return '';
  const [problem] = validateFen(fen.trim(), variant).problems;
  return problem ? problemText(problem) : '';
}

function clockName(name: ClockName): string {
  const clock = CLOCKS[name];
  if (!clock) return t('home.clock.none');
  const minutes = t('home.clock.minutes', { count: clock.minutes });
  return clock.seconds ? t('home.clock.increment', { minutes, seconds: clock.seconds }) : minutes;
}

function Level(props: { label: string; value: number; onChange(level: number): void }) {
  return (
    <label class="field">
      <span>
        {props.label} <strong class="numeric">{props.value}</strong>
      </span>
      <input
        type="range"
        min={1}
        max={10}
        value={props.value}
        onInput={(event) => props.onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}
