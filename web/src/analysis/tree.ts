// A game with variations and annotations. Trees never change: every operation returns another one.
import type { Line } from '../engine/engine';
import { type Move, OuroError, Position, type Result, type Variant } from '../rules';

/** A move of the tree with what may follow it. */
export interface Node {
  readonly san: string;
  readonly uci: string;
  /** The move in full; `undefined` for a null move. */
  readonly move: Move | undefined;
  /** The position after the move. */
  readonly position: Position;
  /** Numeric annotation glyphs. */
  readonly nags: readonly number[];
  /** Comments before the first move of a variation. */
  readonly commentsBefore: readonly string[];
  readonly comments: readonly string[];
  /** What may follow; the first is the main line. */
  readonly children: readonly Node[];
}

export interface Tree {
  /** Names and values of the PGN tags, such as the players. */
  readonly tags: readonly (readonly [string, string])[];
  readonly start: Position;
  /** Comments before the first move. */
  readonly comments: readonly string[];
  readonly result: Result;
  readonly children: readonly Node[];
}

/** The way to a node: the index of each move among its alternatives. */
export type Path = readonly number[];

/** A null move in UCI notation. */
export const NULL_MOVE = '0000';

export function emptyTree(start: Position): Tree {
  return { tags: [], start, comments: [], result: '*', children: [] };
}

/** Returns the position after a null move: the other side is to move. */
function passed(position: Position): Position {
  const [board, turn, castling, , halfmoves = '0', fullmoves = '1'] = position.fen.split(' ');
  const next = turn === 'w' ? 'b' : 'w';
  const number = Number(fullmoves) + (turn === 'w' ? 0 : 1);
  const fen = [board, next, castling, '-', Number(halfmoves) + 1, number].join(' ');
  return Position.fromFen(fen, { variant: position.variant });
}

/** Returns the node of a move in UCI notation or SAN. Throws an `OuroError` if it is illegal. */
export function nodeAfter(position: Position, text: string): Node {
  const plain = { nags: [], commentsBefore: [], comments: [], children: [] };
  if (text === NULL_MOVE || text === '--' || text === 'Z0') {
    return { san: '--', uci: NULL_MOVE, move: undefined, position: passed(position), ...plain };
  }
  const move = position.parseMove(text);
  return { san: move.san, uci: move.uci, move, position: position.play(move.uci), ...plain };
}

/** Returns the nodes on a path, as far as it exists. */
export function nodesOn(tree: Tree, path: Path): Node[] {
  const nodes: Node[] = [];
  let children = tree.children;
  for (const index of path) {
    const node = children[index];
    if (!node) break;
    nodes.push(node);
    children = node.children;
  }
  return nodes;
}

/** Returns the moves that may follow a path. */
export function childrenOf(tree: Tree, path: Path): readonly Node[] {
  return nodesOn(tree, path).at(-1)?.children ?? tree.children;
}

export function positionAt(tree: Tree, path: Path): Position {
  return nodesOn(tree, path).at(-1)?.position ?? tree.start;
}

/** Returns the line to a node as the engine takes it. It starts after the last null move. */
export function lineTo(tree: Tree, path: Path): Line {
  let fen = tree.start.fen;
  let moves: string[] = [];
  for (const { uci, move, position } of nodesOn(tree, path)) {
    if (move) {
      moves.push(uci);
    } else {
      fen = position.fen;
      moves = [];
    }
  }
  return { variant: tree.start.variant, fen, moves };
}

/** Returns the path from a node to the end of its line. */
export function endOf(tree: Tree, path: Path): Path {
  const end = [...path];
  let children = childrenOf(tree, path);
  while (children[0]) {
    end.push(0);
    children = children[0].children;
  }
  return end;
}

export const isMainLine = (path: Path): boolean => path.every((index) => index === 0);

/** Replaces the moves that may follow a path. */
function change(
  tree: Tree,
  path: Path,
  edit: (children: readonly Node[]) => readonly Node[],
): Tree {
  const inside = (children: readonly Node[], depth: number): readonly Node[] => {
    const index = path[depth];
    if (index === undefined) return edit(children);
    return children.map((node, i) =>
      i === index ? { ...node, children: inside(node.children, depth + 1) } : node,
    );
  };
  return { ...tree, children: inside(tree.children, 0) };
}

/** Adds moves after a node and returns the path to the last. Moves that exist are not added again. */
export function play(tree: Tree, path: Path, moves: readonly string[]): [Tree, Path] {
  let [grown, end] = [tree, path];
  for (const text of moves) {
    const node = nodeAfter(positionAt(grown, end), text);
    const children = childrenOf(grown, end);
    const known = children.findIndex(({ uci }) => uci === node.uci);
    if (known < 0) {
      grown = change(grown, end, (children) => [...children, node]);
      end = [...end, children.length];
    } else {
      end = [...end, known];
    }
  }
  return [grown, end];
}

/** Removes a move and everything after it. */
export function remove(tree: Tree, path: Path): [Tree, Path] {
  const last = path.at(-1);
  if (last === undefined) return [tree, path];
  const parent = path.slice(0, -1);
  return [change(tree, parent, (children) => children.filter((_, i) => i !== last)), parent];
}

/** Makes the innermost variation that contains a move the first among its alternatives. */
export function promote(tree: Tree, path: Path): [Tree, Path] {
  const fork = path.findLastIndex((index) => index > 0);
  if (fork < 0) return [tree, path];
  const chosen = path[fork];
  const promoted = change(tree, path.slice(0, fork), (children) => [
    ...children.filter((_, i) => i === chosen),
    ...children.filter((_, i) => i !== chosen),
  ]);
  return [promoted, path.map((index, depth) => (depth === fork ? 0 : index))];
}

/** Makes the line of a move the main line. */
export function makeMainLine(tree: Tree, path: Path): [Tree, Path] {
  let [changed, way] = [tree, path];
  while (!isMainLine(way)) [changed, way] = promote(changed, way);
  return [changed, way];
}

export interface Annotations {
  readonly comments: readonly string[];
  readonly nags: readonly number[];
}

/** Replaces annotations of a move; an empty path means those of the start, which has comments only. */
export function annotate(tree: Tree, path: Path, annotations: Partial<Annotations>): Tree {
  const last = path.at(-1);
  if (last === undefined) return { ...tree, comments: annotations.comments ?? tree.comments };
  return change(tree, path.slice(0, -1), (children) =>
    children.map((node, i) => (i === last ? { ...node, ...annotations } : node)),
  );
}

/** Whether a tree is more than one line without annotations. */
export function hasAnnotations(tree: Tree): boolean {
  const inside = (children: readonly Node[]): boolean => {
    let line = children;
    while (line[0]) {
      const [node] = line;
      if (line.length > 1) return true;
      if (node.nags.length + node.comments.length + node.commentsBefore.length > 0) return true;
      line = node.children;
    }
    return false;
  };
  return (
    tree.tags.length + tree.comments.length > 0 || tree.result !== '*' || inside(tree.children)
  );
}

/**
 * Returns the tree under the rules of another variant, and the path as far as it still exists. Moves that are
 * illegal there are left out with what follows them. Throws an `OuroError` if the start is not playable.
 */
export function withVariant(tree: Tree, path: Path, variant: Variant): [Tree, Path] {
  const start = Position.fromFen(tree.start.fen, { variant });
  const conversions = new Map<Node, Node>();
  const convert = (children: readonly Node[], position: Position): Node[] =>
    children.flatMap((node) => {
      try {
        const { san, uci, move, position: after } = nodeAfter(position, node.san);
        const children = convert(node.children, after);
        const converted = { ...node, san, uci, move, position: after, children };
        conversions.set(node, converted);
        return [converted];
      } catch (error) {
        if (error instanceof OuroError) return [];
        throw error;
      }
    });
  const converted = { ...tree, start, children: convert(tree.children, start) };
  // Indices move when alternatives before them are left out, so the path is found again by its nodes.
  const kept: number[] = [];
  let children: readonly Node[] = converted.children;
  for (const original of nodesOn(tree, path)) {
    const node = conversions.get(original);
    if (!node) break;
    kept.push(children.indexOf(node));
    children = node.children;
  }
  return [converted, kept];
}
