// Trees as PGN games and back. Nothing is lost either way.
import { type PgnGame, type PgnMove, Position, parsePgn, type Variant, writePgn } from '../rules';
import { emptyTree, type Node, nodeAfter, type Tree } from './tree';

function toMoves(children: readonly Node[]): PgnMove[] {
  const moves: PgnMove[] = [];
  let line = children;
  while (line[0]) {
    const [{ san, nags, comments, commentsBefore, children }, ...others] = line;
    moves.push({
      san,
      nags,
      comments,
      commentsBefore,
      variations: others.map((other) => [
        ...toMoves([{ ...other, children: [] }]),
        ...toMoves(other.children),
      ]),
    });
    line = children;
  }
  return moves;
}

export function toPgn(tree: Tree): string {
  return writePgn({
    tags: tree.tags,
    variant: tree.start.variant,
    fen: tree.start.fen,
    comments: tree.comments,
    moves: toMoves(tree.children),
    result: tree.result,
  });
}

/** Returns the nodes of moves from a position. Throws an `OuroError` if one of them is illegal. */
export function fromMoves(moves: readonly PgnMove[], position: Position): Node[] {
  const steps: { node: Node; others: Node[] }[] = [];
  let at = position;
  for (const {
    san,
    uci,
    nags = [],
    comments = [],
    commentsBefore = [],
    variations = [],
  } of moves) {
    const node = { ...nodeAfter(at, uci ?? san), nags, comments, commentsBefore };
    const before = at;
    steps.push({ node, others: variations.flatMap((variation) => fromMoves(variation, before)) });
    at = node.position;
  }
  return steps.reduceRight<Node[]>(
    (children, { node, others }) => [{ ...node, children }, ...others],
    [],
  );
}

/** Whether a tag says that its value is unknown. The writer adds such tags by itself. */
const isPlaceholder = (value: string) => /^[?.]*$/.test(value);

export function fromPgn({
  tags = [],
  variant,
  fen,
  comments = [],
  moves = [],
  result,
}: PgnGame): Tree {
  const start = Position.fromFen(fen, { variant });
  const known = tags.filter(([, value]) => !isPlaceholder(value));
  return { ...emptyTree(start), tags: known, comments, result, children: fromMoves(moves, start) };
}

/** Reads the only game of a text. */
export function readTree(text: string, variant: Variant): Tree | undefined {
  const [found] = parsePgn(text, { variant });
  return found?.game && fromPgn(found.game);
}
