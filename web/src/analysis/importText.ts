// Texts that somebody pastes, drops or opens: one position or games.

import { t } from '../i18n';
import { problemText, repairText } from '../i18n/rules';
import { type PgnImport, Position, parsePgn, type Variant, validateFen } from '../rules';
import { fromPgn } from './pgn';
import { taggedName } from './playerNames';
import { emptyTree, type Tree } from './tree';

export interface Imported {
  /** The games or positions that were read. */
  readonly trees: readonly Tree[];
  /** Whether everything could be read, if only after repairs. */
  readonly complete: boolean;
  /** What was wrong or repaired, as sentences. */
  readonly remarks: readonly string[];
}

/** The remarks of one import that are shown. */
const SHOWN_REMARKS = 10;

/** Whether a text is one position rather than games. */
export const looksLikeFen = (text: string): boolean =>
  /^\s*[\w~]+(\/[\w~]+){7}(\s+[wb]\b.*)?\s*$/.test(text);

/** Returns the text of a file: UTF-8, or else Windows-1252, which older chess programs write. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function importFen(text: string, variant: Variant): Imported {
  const { playable, problems, repairDetails, fen } = validateFen(text.trim(), variant);
  if (!playable || fen === undefined) {
    return { trees: [], complete: false, remarks: problems.map(problemText) };
  }
  const tree = emptyTree(Position.fromFen(fen, { variant }));
  return { trees: [tree], complete: true, remarks: repairDetails.map(repairText) };
}

function importGames(text: string): Imported {
  // PGN without a Variant tag is chess, whatever is on the board.
  const found = parsePgn(text, { variant: 'chess' });
  if (found.length === 0) return noGame();
  const trees = found.flatMap(({ game }) => (game ? [fromPgn(game)] : []));
  const complete = found.every(({ error }) => error === undefined);
  const remarks = found.flatMap((game, i) => gameRemarks(text, game, i + 1));
  const unlisted = found.reduce((sum, game) => sum + game.furtherWarnings, 0);
  const hidden = Math.max(0, remarks.length - SHOWN_REMARKS) + unlisted;
  const more = hidden > 0 ? [t('analysis.import.more', { count: hidden })] : [];
  return { trees, complete, remarks: [...remarks.slice(0, SHOWN_REMARKS), ...more] };
}

const noGame = (): Imported => ({
  trees: [],
  complete: false,
  remarks: [t('analysis.import.noGame')],
});

function gameRemarks(text: string, { error, warnings }: PgnImport, game: number): string[] {
  const errors = error
    ? [{ message: withoutPlace(error.message), line: lineAt(text, error.at ?? 0) }]
    : [];
  return [...errors, ...warnings].map(({ message, line }) =>
    t('analysis.import.remark', { game, line, message }),
  );
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length;

/** Returns an error without the place that it begins with. */
const withoutPlace = (message: string) => message.replace(/^game \d+, line \d+ \(byte \d+\): /, '');

/** Reads a position or games. `variant` is that of a position; games name theirs. */
export function importText(text: string, variant: Variant): Imported {
  if (text.trim() === '') return noGame();
  return looksLikeFen(text) ? importFen(text, variant) : importGames(text);
}

/** Returns the only game or position of a text that could be read as a whole. */
export function onlyTree({ trees, complete }: Imported): Tree | undefined {
  return complete && trees.length === 1 ? trees[0] : undefined;
}

/** Returns the name of a game, such as `Kasparov – Topalov, 1-0`. */
export function gameName(tree: Tree): string {
  return `${taggedName(tree, 'white')} – ${taggedName(tree, 'black')}, ${tree.result}`;
}
