// What solvers hear: sounds, and sentences for screen readers.
import { effect } from '@preact/signals';
import { spokenMove } from '../i18n/rules';
import { playMove } from '../sound';
import { speak } from '../ui/toast';
import type { Solver } from './solver';

/** Announces the moves of a puzzle. Returns the function that ends it. */
export function announceMoves(solver: Solver): () => void {
  let known = solver.moves.peek().length;
  return effect(() => {
    const moves = solver.moves.value;
    const move = moves.at(-1);
    if (move && moves.length > known) {
      playMove(move);
      speak(spokenMove(move));
    }
    known = moves.length;
  });
}
