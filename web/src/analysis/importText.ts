// Texts that somebody pastes, drops or opens: one position or games.

import { t } from '../i18n';
import { problemText, repairText } from '../i18n/rules';
import { type PgnImport, Position, parsePgn, type Variant, validateFen } from '../rules';
import { fromPgn } from './pgn';
import { emptyTree, type Tree } from './tree';

export interface Imported {
  /** The games or positions that were read. */
  readonly trees: readonly Tree[];
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
  if (!playable || fen === undefined) return { trees: [], remarks: problems.map(problemText) };
  const tree = emptyTree(Position.fromFen(fen, { variant }));
  return {
    trees: [tree],
    remarks: repairDetails.map(repairText),
  };
}

function importGames(text: string, variant: Variant): Imported {
  const found = parsePgn(text, { variant });
  const trees = found.flatMap(({ game }) => (game ? [fromPgn(game)] : []));
  const remarks = found.flatMap((game, i) => gameRemarks(text, game, i + 1));
  const hidden = remarks.length - SHOWN_REMARKS;
  if (found.length === 0) return { trees, remarks: [t('analysis.import.noGame')] };
  if (hidden <= 0) return { trees, remarks };
  return {
    trees,
    remarks: [...remarks.slice(0, SHOWN_REMARKS), t('analysis.import.more', { count: hidden })],
  };
}

function gameRemarks(text: string, { error, warnings }: PgnImport, game: number): string[] {
  const line = (at: number) => text.slice(0, at).split('\n').length;
  const errors = error ? [{ message: error.message, line: line(error.at ?? 0) }] : [];
  return [...errors, ...warnings].map(({ message, line }) =>
    t('analysis.import.remark', { game, line, message }),
  );
}

/** Reads a position or games. `variant` is that of texts that do not name theirs. */
export function importText(text: string, variant: Variant): Imported {
  if (text.trim() === '') return { trees: [], remarks: [t('analysis.import.noGame')] };
  return looksLikeFen(text) ? importFen(text, variant) : importGames(text, variant);
}

/** Returns the name of a game, such as `Kasparov – Topalov, 1-0`. */
export function gameName({ tags, result }: Tree): string {
  const tag = (wanted: string) => tags.find(([name]) => name === wanted)?.[1] ?? '?';
  return `${tag('White')} – ${tag('Black')}, ${result}`;
}
