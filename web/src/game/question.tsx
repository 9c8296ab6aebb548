import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from '../ui/button';
import type { GameStore } from './store';

/** An action that is done after a confirmation. */
export interface Question {
  action: 'offer_draw' | 'abort' | 'resign';
  /** What is asked, such as “Resign?”. */
  text: string;
  /** The name of the action, such as “Resign”. */
  label: string;
}

/** Asks whether an action is meant. It is cancelled by Escape and by a press anywhere else. */
export function Confirmation({ store, question }: { store: GameStore; question: Question }) {
  const element = useRef<HTMLSpanElement>(null);
  // A layout effect: whoever sees the question can cancel it.
  useLayoutEffect(() => {
    const cancel = () => {
      store.question.value = undefined;
    };
    const pressed = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && element.current?.contains(target))) cancel();
    };
    const typed = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') cancel();
    };
    document.addEventListener('pointerdown', pressed);
    document.addEventListener('keydown', typed);
    return () => {
      document.removeEventListener('pointerdown', pressed);
      document.removeEventListener('keydown', typed);
    };
  }, [store]);
  return (
    <span class="confirmation" ref={element}>
      <strong>{question.text}</strong>
      <Button
        kind="danger"
        label={t('game.confirm', { action: question.label })}
        onClick={() => void store.act({ action: question.action })}
      >
        {question.label}
      </Button>
      <Button
        onClick={() => {
          store.question.value = undefined;
        }}
      >
        {t('game.cancel')}
      </Button>
    </span>
  );
}
