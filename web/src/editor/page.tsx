import { effect } from '@preact/signals';
import { Eraser, RefreshCw, Swords, Telescope } from 'lucide';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { looksLikeFen } from '../analysis/importText';
import { navigate, replaceUrl, route } from '../app/router';
import { t } from '../i18n';
import { problemText } from '../i18n/rules';
import { useMoveKeys } from '../moves/useMoveKeys';
import { Position, type Square, type Variant, validateFen } from '../rules';
import { Button, IconButton } from '../ui/button';
import { Segmented, Select } from '../ui/choice';
import { CopyButton } from '../ui/copy';
import { EditorBoard } from './editorBoard';
import { CASTLING_RIGHTS, type CastlingRight, fromFen } from './setup';
import { createEditorStore, type EditorStore } from './store';
import './editor.css';

const VARIANTS: readonly Variant[] = ['selfcapture', 'chess', 'chess960'];

function open(query: URLSearchParams): EditorStore {
  const named = query.get('variant');
  const variant = VARIANTS.find((name) => name === named) ?? 'selfcapture';
  return createEditorStore(fromFen(query.get('fen') ?? Position.start(variant).fen, variant));
}

/** Sets up any position. The rules in the page say what is wrong with it. */
export function EditorPage() {
  const current = route.value;
  const store = useMemo(() => open(current.query), [current]);
  useEffect(
    () =>
      effect(() => {
        const query = new URLSearchParams({ variant: store.state.value.variant });
        query.set('fen', store.fen.value);
        if (route.peek() === current) replaceUrl(`/editor?${query}`);
      }),
    [store, current],
  );
  const stay = () => {};
  useMoveKeys({ back: stay, forward: stay, start: stay, end: stay, flip: store.flip });
  return (
    <div class="editor">
      <h1 class="spoken">{t('title.editor')}</h1>
      <EditorBoard store={store} />
      <aside class="editor-panel" aria-label={t('title.editor')}>
        <Tools store={store} />
        <Settings store={store} />
        <FenField store={store} />
        <Problems store={store} />
        <Actions store={store} />
      </aside>
    </div>
  );
}

function Tools({ store }: { store: EditorStore }) {
  const erasing = store.brush.value === 'erase';
  return (
    <div class="editor-tools">
      <Button onClick={store.reset}>{t('editor.start')}</Button>
      <Button onClick={store.clear}>{t('editor.clear')}</Button>
      <IconButton
        icon={Eraser}
        label={t('editor.erase')}
        pressed={erasing}
        onClick={() => {
          store.brush.value = erasing ? undefined : 'erase';
        }}
      />
      <IconButton icon={RefreshCw} label={t('moves.flip')} onClick={store.flip} />
    </div>
  );
}

function Settings({ store }: { store: EditorStore }) {
  const { variant, turn, castling, enPassant } = store.state.value;
  const possible = store.possibleRights.value;
  const squares = store.enPassantSquares.value;
  return (
    <>
      <Select
        label={t('analysis.variant')}
        value={variant}
        options={VARIANTS.map((value) => ({ value, label: t(`variant.${value}`) }))}
        onChange={store.setVariant}
      />
      <Segmented
        label={t('editor.turn')}
        value={turn}
        options={[
          { value: 'white', label: t('color.white') },
          { value: 'black', label: t('color.black') },
        ]}
        onChange={store.setTurn}
      />
      <fieldset class="castling">
        <legend class="field-label">{t('editor.castling')}</legend>
        {CASTLING_RIGHTS.map((right: CastlingRight) => (
          <label key={right} class="checkbox">
            <input
              type="checkbox"
              checked={castling.has(right)}
              disabled={!possible.includes(right) && !castling.has(right)}
              onChange={(event) => store.setCastling(right, event.currentTarget.checked)}
            />
            {t(`editor.castling.${right}`)}
          </label>
        ))}
      </fieldset>
      {squares.length > 0 && (
        <Select<Square | ''>
          label={t('editor.enPassant')}
          value={enPassant && squares.includes(enPassant) ? enPassant : ''}
          options={[
            { value: '', label: t('editor.noEnPassant') },
            ...squares.map((square) => ({ value: square, label: square })),
          ]}
          onChange={(square) => store.setEnPassant(square === '' ? undefined : square)}
        />
      )}
    </>
  );
}

/** The FEN of the board. Another one can be typed or pasted; it is shown when it can be read. */
function FenField({ store }: { store: EditorStore }) {
  const [typed, setTyped] = useState({ text: '', fen: '' });
  // What was typed stays until the position changes by other means.
  const shown = typed.fen === store.fen.value ? typed.text : store.fen.value;
  // Problems of the position have their own place; these are about the text alone.
  const known = new Set(store.validation.value.problems.map(({ code }) => code));
  const problems = validateFen(shown, store.state.value.variant).problems.filter(
    ({ code }) => !known.has(code),
  );
  return (
    <div class="fen-field">
      <label class="field">
        <span>FEN</span>
        <input
          class="input"
          spellcheck={false}
          autocomplete="off"
          value={shown}
          aria-invalid={problems.length > 0}
          onInput={(event) => {
            const text = event.currentTarget.value;
            if (looksLikeFen(text)) store.setFen(text);
            setTyped({ text, fen: store.fen.value });
          }}
          onBlur={() => setTyped({ text: '', fen: '' })}
        />
      </label>
      {problems.map((problem) => (
        <p key={problem.message} class="problem">
          {problemText(problem)}
        </p>
      ))}
      <CopyButton text={store.fen.value} label={t('analysis.share.copyFen')} />
    </div>
  );
}

function Problems({ store }: { store: EditorStore }) {
  const problems = store.problems.value;
  const { reachabilityProblems } = store.validation.value;
  return (
    <div class="editor-problems" aria-live="polite">
      {problems.map((problem) => (
        <p key={problem.message} class="problem">
          {problemText(problem)}
        </p>
      ))}
      {reachabilityProblems.length > 0 && (
        <p class="muted">
          {t('editor.unreachable')}{' '}
          {reachabilityProblems.map((problem) => problemText(problem)).join(' ')}
        </p>
      )}
    </div>
  );
}

function Actions({ store }: { store: EditorStore }) {
  const fen = store.playableFen.value;
  const go = (path: string) => {
    const { variant } = store.state.value;
    if (fen !== undefined) navigate(`${path}?${new URLSearchParams({ variant, fen })}`);
  };
  return (
    <div class="button-row">
      <Button
        kind="primary"
        icon={Telescope}
        disabled={fen === undefined}
        onClick={() => go('/analysis')}
      >
        {t('editor.analyse')}
      </Button>
      <Button icon={Swords} disabled={fen === undefined} onClick={() => go('/')}>
        {t('analysis.playFromHere')}
      </Button>
    </div>
  );
}
