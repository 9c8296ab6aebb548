// The rules of chess, as the pages use them. They run in the page and are synchronous once `rulesReady` resolves.
import { init } from 'ouro-chess';

export type {
  Captured,
  Color,
  IllegalReason,
  Move,
  Outcome,
  PgnGame,
  PgnImport,
  PgnMove,
  PieceLetter,
  Problem,
  PromotionRole,
  Result,
  Role,
  Setup,
  Square,
  Theme,
  Validation,
  Variant,
} from 'ouro-chess';
export {
  Game,
  OuroError,
  Position,
  parsePgn,
  validate,
  validateFen,
  writePgn,
} from 'ouro-chess';

/** Resolves when the rules are loaded; rejects with one sentence if this browser cannot run them. */
export const rulesReady: Promise<void> = init();
