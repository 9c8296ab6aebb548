import { useId } from 'preact/hooks';
import { t } from '../i18n';
import { MOVE_GLYPHS, nagName, nagSymbol } from './nags';
import type { AnalysisStore } from './store';
import './annotations.css';

/** The comment and the glyphs of the current move. */
export function Annotations({ store }: { store: AnalysisStore }) {
  const id = useId();
  const node = store.node.value;
  return (
    <section class="annotations" aria-label={t('analysis.annotate')}>
      {node && (
        <div class="glyphs" role="group" aria-label={t('analysis.glyphs')}>
          {MOVE_GLYPHS.map((nag) => {
            const name = nagName(nag);
            return (
              <button
                key={nag}
                type="button"
                class="button quiet"
                aria-pressed={node.nags.includes(nag)}
                aria-label={name && t(name)}
                title={name && t(name)}
                onClick={() => store.toggleNag(nag)}
              >
                {nagSymbol(nag)}
              </button>
            );
          })}
        </div>
      )}
      <label class="spoken" for={id}>
        {t('analysis.comment')}
      </label>
      <textarea
        // Another move has another comment, and its own undo history.
        key={store.path.value.join('.')}
        id={id}
        class="input"
        rows={2}
        placeholder={node ? t('analysis.commentOn', { move: node.san }) : t('analysis.comment')}
        defaultValue={store.comment.value}
        onInput={(event) => store.setComment(event.currentTarget.value)}
      />
    </section>
  );
}
