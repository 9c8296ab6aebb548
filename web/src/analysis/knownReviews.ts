// Which reviews this browser has asked for, so that they are there when the game is opened again.
import type { Line } from '../engine/engine';
import { persisted } from '../settings/persisted';

/** How many reviews are known. */
const COUNT = 30;

const stored = persisted('reviews', '', (text) => text);

const keyOf = ({ variant, fen = '', moves }: Line) => [variant, fen, ...moves].join(' ');

/** The lines and the ids of their reviews, the newest first. */
function entries(): [line: string, id: string][] {
  return stored.value.split('\n').flatMap((row) => {
    const [id, line] = row.split('\t');
    return id && line ? [[line, id]] : [];
  });
}

function write(list: readonly (readonly [string, string])[]): void {
  stored.value = list
    .slice(0, COUNT)
    .map(([line, id]) => `${id}\t${line}`)
    .join('\n');
}

const without = (key: string) => entries().filter(([line]) => line !== key);

/** Returns the id of the review of a line. */
export function knownReview(line: Line): string | undefined {
  const key = keyOf(line);
  return entries().find(([known]) => known === key)?.[1];
}

export function rememberReview(line: Line, id: string): void {
  const key = keyOf(line);
  write([[key, id], ...without(key)]);
}

export function forgetReview(line: Line): void {
  write(without(keyOf(line)));
}
