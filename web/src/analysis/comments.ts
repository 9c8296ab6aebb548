// Comments of PGN contain commands such as `[%cal Gd2d4]` beside their text: arrows, circles, clocks. The text is
// shown and edited; commands stay as they are.
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';

const COMMAND = /\[%([a-z]+)\s+([^\]]*)\]/gi;
const BRUSHES: Record<string, string> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

/** Returns the text of comments without commands. */
export function commentText(comments: readonly string[]): string {
  return comments
    .map((comment) => comment.replace(COMMAND, '').replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' ');
}

function commands(comments: readonly string[], keep: (name: string) => boolean): string[] {
  return comments.flatMap((comment) =>
    [...comment.matchAll(COMMAND)]
      .filter(([, name = '']) => keep(name.toLowerCase()))
      .map(([command]) => command),
  );
}

function joined(commands: readonly string[], text: string): string[] {
  const comment = [...commands, text].filter((part) => part !== '').join(' ');
  return comment === '' ? [] : [comment];
}

/** Returns comments with another text. Braces would end a comment of PGN, so they are left out. */
export function withText(comments: readonly string[], text: string): string[] {
  const clean = text.replace(/[{}]/g, '').replace(/\s+/g, ' ').trim();
  return joined(
    commands(comments, () => true),
    clean,
  );
}

const isShape = (name: string) => name === 'cal' || name === 'csl';

/** Returns the arrows and circles of comments. */
export function shapesOf(comments: readonly string[]): DrawShape[] {
  const shapes: DrawShape[] = [];
  for (const comment of comments) {
    for (const [, name = '', list = ''] of comment.matchAll(COMMAND)) {
      if (!isShape(name.toLowerCase())) continue;
      for (const item of list.split(',')) {
        const [, letter = '', orig, dest] =
          /^([GRYB])([a-h][1-8])([a-h][1-8])?$/i.exec(item.trim()) ?? [];
        const brush = BRUSHES[letter.toUpperCase()];
        if (!brush || !orig) continue;
        shapes.push({ orig: orig as Key, ...(dest ? { dest: dest as Key } : {}), brush });
      }
    }
  }
  return shapes;
}

/** Returns comments with other arrows and circles. */
export function withShapes(comments: readonly string[], shapes: readonly DrawShape[]): string[] {
  const letter = ({ brush }: DrawShape) =>
    Object.keys(BRUSHES).find((key) => BRUSHES[key] === brush) ?? 'G';
  const circles = shapes.filter(({ dest }) => !dest).map((shape) => letter(shape) + shape.orig);
  const arrows = shapes
    .filter(({ dest }) => dest)
    .map((shape) => letter(shape) + shape.orig + shape.dest);
  return joined(
    [
      ...commands(comments, (name) => !isShape(name)),
      ...(circles.length > 0 ? [`[%csl ${circles.join(',')}]`] : []),
      ...(arrows.length > 0 ? [`[%cal ${arrows.join(',')}]`] : []),
    ],
    commentText(comments),
  );
}
