// The moves in two columns, as in a game record; variations and comments interrupt them.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { Position } from '../rules';
import { SelfCaptureMark } from '../ui/icon';
import { commentText } from './comments';
import { numberText } from './lineText';
import { nagName, nagQuality, nagSymbol } from './nags';
import { reveal } from './reveal';
import type { Node, Path, Tree } from './tree';
import './treeView.css';

/** What a review says about a move of the main line. */
export interface MoveNote {
  /** Glyphs such as `?`, if the move has none of its own. */
  readonly nags: readonly number[];
  /** The score after the move. */
  readonly score: string;
}

interface Props {
  tree: Tree;
  path: Path;
  /** Notes on the moves of the main line by ply. */
  notes?: ReadonlyMap<number, MoveNote> | undefined;
  onSelect(path: Path): void;
}

/** Scrolls to the current move, or to the top at the start. */
function showCurrent(list: HTMLElement): void {
  const current = list.querySelector('[aria-current]');
  if (current) reveal(list, current);
  else list.scrollTop = 0;
}

export function TreeView({ tree, path, notes, onSelect }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current) showCurrent(list.current);
  }, [tree, path, notes]);
  const view = new View(path, notes, onSelect);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <div class="tree" ref={list} role="region" tabIndex={0} aria-label={t('moves.list')}>
      {tree.children.length === 0 && tree.comments.length === 0 ? (
        <p class="empty">{t('analysis.playMoves')}</p>
      ) : (
        view.mainLine(tree)
      )}
    </div>
  );
}

class View {
  private readonly current: string;

  constructor(
    path: Path,
    private readonly notes: ReadonlyMap<number, MoveNote> | undefined,
    private readonly onSelect: (path: Path) => void,
  ) {
    this.current = path.join('.');
  }

  mainLine(tree: Tree): ComponentChildren {
    const cells: ComponentChildren[] = [comment(tree.comments, 'start')];
    let line = tree.children;
    let before = tree.start;
    let fresh = true;
    for (let ply = 1; line[0]; ply += 1) {
      const [node, ...others] = line;
      const path = Array<number>(ply).fill(0);
      const text = commentText(node.comments);
      if (before.turn === 'white' || fresh) {
        cells.push(
          <span class="number" key={`number${ply}`}>
            {before.fullmoveNumber}
          </span>,
        );
      }
      if (before.turn === 'black' && fresh) cells.push(gap(`before${ply}`));
      cells.push(this.move(node, path, this.notes?.get(ply)));
      fresh = others.length > 0 || text !== '';
      if (fresh) {
        if (before.turn === 'white') cells.push(gap(`after${ply}`));
        const parent = path.slice(0, -1);
        cells.push(
          <div class="interruption" key={`interruption${ply}`}>
            {comment(node.comments, `comment${ply}`)}
            {others.map((other, i) => (
              <div class="variation" key={other.uci}>
                {this.variation(other, [...parent, i + 1], before)}
              </div>
            ))}
          </div>,
        );
      }
      before = node.position;
      line = node.children;
    }
    if (tree.result !== '*') {
      cells.push(
        <p class="result" key="result">
          {tree.result.replace('1/2-1/2', '½–½').replace('-', '–')}
        </p>,
      );
    }
    return cells;
  }

  /** A variation in running text; its own variations are in parentheses. */
  private variation(first: Node, firstPath: Path, start: Position): ComponentChildren[] {
    const parts: ComponentChildren[] = [comment(first.commentsBefore, 'before')];
    let line: readonly Node[] = [first];
    let parent = firstPath.slice(0, -1);
    let index = firstPath.at(-1) ?? 0;
    let before = start;
    let fresh = true;
    while (line[0]) {
      const [node, ...others] = line;
      const path = [...parent, index];
      const number = numberText(before, fresh);
      parts.push(
        <span class="step" key={path.join('.')}>
          {number && <span class="number">{number}</span>}
          {this.move(node, path)}
        </span>,
      );
      const text = comment(node.comments, `comment${path.join('.')}`);
      parts.push(text);
      const inner = others.map((other, i) => (
        <span class="inner" key={`inner${path.join('.')}.${other.uci}`}>
          ({this.variation(other, [...path.slice(0, -1), i + 1], before)})
        </span>
      ));
      parts.push(inner);
      fresh = inner.length > 0 || text !== null;
      before = node.position;
      parent = path;
      index = 0;
      line = node.children;
    }
    return parts;
  }

  private move(node: Node, path: Path, note?: MoveNote): ComponentChildren {
    const key = path.join('.');
    const nags = node.nags.some((nag) => nag <= 6)
      ? node.nags
      : [...(note?.nags ?? []), ...node.nags];
    const names = nags.map((nag) => nagName(nag)).filter((name) => name !== undefined);
    const selfCapture = node.move?.selfCapture ?? false;
    return (
      <button
        key={`move${key}`}
        type="button"
        class={`san ${nagQuality(nags)}`}
        aria-current={key === this.current ? 'step' : undefined}
        title={names.map((name) => t(name)).join(', ') || undefined}
        onClick={() => this.onSelect(path)}
      >
        {node.san}
        {nags.length > 0 && <span class="nags">{nags.map(nagSymbol).join(' ')}</span>}
        {selfCapture && <SelfCaptureMark label={t('selfCapture.mark')} />}
        {note && <span class="score">{note.score}</span>}
      </button>
    );
  }
}

/** An empty place in the two columns. */
function gap(key: string): ComponentChildren {
  return (
    <span class="gap" key={key} aria-hidden="true">
      …
    </span>
  );
}

function comment(comments: readonly string[], key: string): ComponentChildren {
  const text = commentText(comments);
  if (text === '') return null;
  return (
    <span class="comment" key={key}>
      {text}
    </span>
  );
}
