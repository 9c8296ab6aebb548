// Moves with variations. Nothing is changed in place: what is shown stays what it was.
import type { GameView, Line, ParsedGame, PgnNode, VariantName } from '../api/client';

export interface Node {
  uci: string;
  san: string;
  fen: string;
  self_capture: boolean;
  comments: string[];
  /** What may follow; the first is the main line. */
  next: Node[];
}

export interface Tree {
  variant: VariantName;
  fen: string;
  next: Node[];
}

/** The way to a node: which of the moves that follow, step by step. */
export type Path = number[];

export function nodesOn(tree: Tree, path: Path): Node[] {
  const nodes: Node[] = [];
  let next = tree.next;
  for (const step of path) {
    const node = next[step];
    if (!node) break;
    nodes.push(node);
    next = node.next;
  }
  return nodes;
}

export function lineTo(tree: Tree, path: Path): Line {
  return {
    variant: tree.variant,
    fen: tree.fen,
    moves: nodesOn(tree, path).map((node) => node.uci),
  };
}

export function following(tree: Tree, path: Path): Node[] {
  return nodesOn(tree, path).at(-1)?.next ?? tree.next;
}

/** The main line from a place to its end. */
export function mainFrom(tree: Tree, path: Path): Path {
  const way = [...path];
  for (let next = following(tree, path); next.length > 0; next = next[0]?.next ?? []) way.push(0);
  return way;
}

/** The tree with a move behind a place, and the way to it. A move that is there already is only gone to. */
export function add(tree: Tree, path: Path, node: Node): [Tree, Path] {
  const there = following(tree, path).findIndex(({ uci }) => uci === node.uci);
  if (there >= 0) return [tree, [...path, there]];
  const index = following(tree, path).length;
  return [change(tree, path, (next) => [...next, node]), [...path, index]];
}

/** The tree without a move and what follows it. */
export function remove(tree: Tree, path: Path): [Tree, Path] {
  const before = path.slice(0, -1);
  const last = path.at(-1);
  if (last === undefined) return [tree, path];
  return [change(tree, before, (next) => next.filter((_, i) => i !== last)), before];
}

/** The tree with a variation as the first that follows. */
export function promote(tree: Tree, path: Path): [Tree, Path] {
  const before = path.slice(0, -1);
  const last = path.at(-1);
  if (last === undefined || last === 0) return [tree, path];
  const moved = change(tree, before, (next) => {
    const node = next[last];
    return node ? [node, ...next.filter((_, i) => i !== last)] : next;
  });
  return [moved, [...before, 0]];
}

function change(tree: Tree, path: Path, edit: (next: Node[]) => Node[]): Tree {
  const inside = (next: Node[], depth: number): Node[] => {
    const step = path[depth];
    if (step === undefined) return edit(next);
    return next.map((node, i) =>
      i === step ? { ...node, next: inside(node.next, depth + 1) } : node,
    );
  };
  return { ...tree, next: inside(tree.next, 0) };
}

export function fromGame(game: GameView): Tree {
  const next = game.moves.reduceRight<Node[]>(
    (following, { uci, san, fen, self_capture }) => [
      { uci, san, fen, self_capture, comments: [], next: following },
    ],
    [],
  );
  return { variant: game.variant, fen: game.start_fen, next };
}

export function fromPgn(game: ParsedGame): Tree {
  return { variant: game.variant, fen: game.fen, next: fromNodes(game.moves) };
}

/** Variations of a move are what could have been played instead of it. */
function fromNodes(moves: PgnNode[]): Node[] {
  return moves.reduceRight<Node[]>(
    (next, { uci, san, fen, self_capture, comments, variations }) => [
      { uci, san, fen, self_capture, comments, next },
      ...variations.flatMap(fromNodes),
    ],
    [],
  );
}
