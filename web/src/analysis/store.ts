// The state of the analysis page. Everything on the screen follows from the tree, the current path, the side at
// the bottom and the settings of the engine.
import type { DrawShape } from '@lichess-org/chessground/draw';
import { batch, computed, signal } from '@preact/signals';
import { followAnalysis, type Request } from '../engine/useAnalysis';
import { Game, type Move, type Outcome } from '../rules';
import { oneOf, onOff } from '../settings/persisted';
import type { AnalysisState } from './address';
import { engineArrows } from './arrows';
import { commentText, shapesOf, withShapes, withText } from './comments';
import { lineText } from './lineText';
import * as trees from './tree';

/** Whether the engine analyses. It stays as it was chosen. */
export const engineOn = onOff('analysis.engine', false);
export const LINE_COUNTS = ['1', '2', '3', '4', '5'] as const;
/** The number of lines that the engine shows. */
export const lineCount = oneOf('analysis.lines', LINE_COUNTS, '3');

/** Returns the outcome of a line by the rules, repetitions included. */
function outcomeOf({ variant, fen, moves }: Request['line']): Outcome | undefined {
  let game = new Game(fen === undefined ? { variant } : { variant, fen });
  for (const move of moves) {
    // An analysis may continue after a draw by repetition.
    if (game.outcome()) game = new Game(game.position);
    game.play(move);
  }
  return game.outcome();
}

export type AnalysisStore = ReturnType<typeof createAnalysisStore>;

export function createAnalysisStore(initial: AnalysisState) {
  const tree = signal(initial.tree);
  const path = signal(initial.path);
  const orientation = signal(initial.orientation);

  const nodes = computed(() => trees.nodesOn(tree.value, path.value));
  const node = computed(() => nodes.value.at(-1));
  const position = computed(() => node.value?.position ?? tree.value.start);
  const lastMove = computed(() => node.value?.move);
  const comments = computed(() => node.value?.comments ?? tree.value.comments);
  const comment = computed(() => commentText(comments.value));
  const commands = computed(() => JSON.stringify(shapesOf(comments.value)));
  /** The arrows and circles of the user at the current move. */
  const userShapes = computed(() => JSON.parse(commands.value) as DrawShape[]);

  // The text is equal when only annotations have changed, so that the engine goes on.
  const lineKey = computed(() => JSON.stringify(trees.lineTo(tree.value, path.value)));
  const line = computed(() => JSON.parse(lineKey.value) as Request['line']);
  const outcome = computed(() => outcomeOf(line.value));
  const request = computed<Request | undefined>(() =>
    engineOn.value && !outcome.value
      ? { line: line.value, multipv: Number(lineCount.value) }
      : undefined,
  );
  const { analysis, dispose } = followAnalysis(request);
  /** The lines of the engine with their notation. */
  const engineLines = computed(() =>
    (analysis.value?.lines ?? []).map((found) => ({
      ...found,
      steps: lineText(position.value, found.pv),
    })),
  );
  const arrows = computed(() => engineArrows(engineLines.value));
  const address = computed<AnalysisState>(() => ({
    tree: tree.value,
    path: path.value,
    orientation: orientation.value,
  }));

  const show = ([next, way]: [trees.Tree, trees.Path]) =>
    batch(() => {
      tree.value = next;
      path.value = way;
    });
  const forwardPath = () => trees.endOf(tree.value, path.value);

  return {
    tree,
    path,
    orientation,
    nodes,
    node,
    position,
    lastMove,
    comment,
    userShapes,
    line,
    outcome,
    analysis,
    engineLines,
    arrows,
    address,
    canBack: computed(() => path.value.length > 0),
    canForward: computed(() => trees.childrenOf(tree.value, path.value).length > 0),
    /** Whether the current move is in a variation. */
    inVariation: computed(() => !trees.isMainLine(path.value)),

    goTo: (way: trees.Path) => {
      path.value = way;
    },
    back: () => {
      path.value = path.value.slice(0, -1);
    },
    forward: () => {
      path.value = forwardPath().slice(0, path.value.length + 1);
    },
    toStart: () => {
      path.value = [];
    },
    toEnd: () => {
      path.value = forwardPath();
    },
    flip: () => {
      orientation.value = orientation.value === 'white' ? 'black' : 'white';
    },
    play: (move: Move) => show(trees.play(tree.value, path.value, [move.uci])),
    /** Plays moves from a place in the tree; from the current one by default. */
    playLine: (moves: readonly string[], from: trees.Path = path.value) =>
      show(trees.play(tree.value, from, moves)),
    promote: () => show(trees.promote(tree.value, path.value)),
    makeMainLine: () => show(trees.makeMainLine(tree.value, path.value)),
    remove: () => show(trees.remove(tree.value, path.value)),
    setComment: (text: string) => {
      const changed = { comments: withText(comments.value, text) };
      tree.value = trees.annotate(tree.value, path.value, changed);
    },
    setUserShapes: (shapes: readonly DrawShape[]) => {
      const changed = { comments: withShapes(comments.value, shapes) };
      tree.value = trees.annotate(tree.value, path.value, changed);
    },
    /** Adds a glyph to the current move, or removes it. A move has one of `!`, `?`, `!!`, `??`, `!?` and `?!`. */
    toggleNag: (nag: number) => {
      const nags = node.value?.nags ?? [];
      const rest = nags.filter((other) => other !== nag && !(nag <= 6 && other <= 6));
      const changed = nags.includes(nag) ? rest : [nag, ...rest];
      tree.value = trees.annotate(tree.value, path.value, { nags: changed });
    },
    dispose,
  };
}
