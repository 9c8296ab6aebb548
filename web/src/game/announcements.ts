// What players hear: sounds, and sentences for screen readers.
import { effect } from '@preact/signals';
import { t } from '../i18n';
import { outcomeText, spokenMove } from '../i18n/rules';
import { play, playMove } from '../sound';
import { speak } from '../ui/toast';
import type { GameStore } from './store';

/** Announces new moves and the end of a game. Returns the function that ends it. */
export function announce(store: GameStore): () => void {
  let known: { plies: number; isOver: boolean } | undefined;
  return effect(() => {
    const plies = store.shownPlies.value;
    const view = store.view.value;
    if (!view) return;
    const before = known;
    const isOver = view.outcome != null && store.unsent.value.length === 0;
    known = { plies: plies.length, isOver };
    if (!before) return;
    const move = plies.at(-1)?.move;
    const isNext = plies.length === before.plies + 1;
    const sentences: string[] = [];
    if (isNext && move) {
      playMove(move);
      sentences.push(spokenMove(move));
    } else if (plies.length < before.plies) {
      sentences.push(t('game.takenBack'));
    }
    if (view.outcome && isOver && !before.isOver) {
      play('end');
      sentences.push(outcomeText(view.outcome, onlySide(view.you)));
    }
    if (sentences.length > 0) speak(sentences.join('. '));
  });
}

/** Returns the side of somebody who plays one side. */
export function onlySide<C>(you: readonly C[]): C | undefined {
  return you.length === 1 ? you[0] : undefined;
}
