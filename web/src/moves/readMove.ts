// Moves as people type them.
import { t } from '../i18n';
import { illegalText } from '../i18n/rules';
import { type Move, OuroError, type Position, type Square } from '../rules';

/** The letters of the pieces in SAN. The catalogue has those of each language in the same order. */
const LETTERS = 'KQRBN';

/** Returns a move in the letters of SAN from one in those of the language, such as `Nf3` from `Sf3` in German. */
function inEnglish(text: string): string {
  const own = t('moves.pieceLetters');
  return text.replace(/^[A-Z]|(?<==)[A-Z]/g, (letter) => LETTERS[own.indexOf(letter)] ?? letter);
}

function parse(position: Position, text: string): Move | undefined {
  try {
    return position.parseMove(text);
  } catch (error) {
    if (error instanceof OuroError) return undefined;
    throw error;
  }
}

/** Returns a legal move from SAN or UCI notation, or why there is none. */
export function readMove(position: Position, text: string): Move | string {
  const squares = /^([a-h][1-8])([a-h][1-8])$/i.exec(text);
  if (squares) {
    const [, from, to] = squares.map((part) => part.toLowerCase()) as [string, Square, Square];
    const reason = position.whyIllegal(from, to);
    if (reason) return illegalText(reason);
    return parse(position, text.toLowerCase()) ?? t('moves.notAMove', { text });
  }
  // The move list has the letters of SAN, so they come first.
  const san = text.replace(/0/g, 'O');
  return parse(position, san) ?? parse(position, inEnglish(san)) ?? t('moves.notAMove', { text });
}
