import type { ReviewView } from '../api/client';
import { firstNumber, firstToMove } from '../game/record';
import { judgementSign } from '../ui/words';
import type { Node, Path, Tree } from './tree';

interface Props {
  tree: Tree;
  path: Path;
  review: ReviewView | undefined;
  go(path: Path): void;
}

/** The moves with their variations. */
export function TreeView({ tree, path, review, go }: Props) {
  const first = firstToMove(tree.fen) === 'white' ? 0 : 1;
  const number = firstNumber(tree.fen);
  const here = path.join('.');

  const move = (node: Node, way: Path, begins: boolean) => {
    const ply = first + way.length - 1;
    const label =
      ply % 2 === 0
        ? `${number + Math.floor(ply / 2)}.`
        : begins
          ? `${number + Math.floor(ply / 2)}…`
          : '';
    const main = way.every((step) => step === 0);
    const found = main ? review?.reviewed[way.length - 1] : undefined;
    const same = found?.played.uci === node.uci ? found : undefined;
    return (
      <span class="move" key={way.join('.')}>
        {label && <span class="number">{label}</span>}
        <button
          type="button"
          class={`san${node.self_capture ? ' own' : ''}${same?.judgement ? ` ${same.judgement}` : ''}`}
          aria-current={way.join('.') === here ? 'step' : undefined}
          title={[
            node.self_capture ? 'takes its own piece' : '',
            same?.judgement ?? '',
            same?.moment?.text ?? '',
          ]
            .filter(Boolean)
            .join(' · ')}
          onClick={() => go(way)}
        >
          {node.san}
          {judgementSign(same?.judgement)}
          {node.self_capture && (
            <span class="own-mark" role="img" aria-label="takes its own piece" />
          )}
          {same?.moment && <span class="moment-mark" aria-hidden="true" />}
        </button>
        {node.comments.map((comment) => (
          <em key={comment} class="comment">
            {comment}
          </em>
        ))}
      </span>
    );
  };

  const line = (next: Node[], way: Path, begins: boolean): preact.ComponentChildren[] => {
    const parts: preact.ComponentChildren[] = [];
    let following = next;
    let at = way;
    let fresh = begins;
    while (following.length > 0) {
      const [main, ...others] = following;
      if (!main) break;
      const here: Path = at;
      parts.push(move(main, [...here, 0], fresh));
      fresh = others.length > 0;
      others.forEach((node, i) => {
        const start = [...here, i + 1];
        parts.push(
          <span class="variation" key={`v${start.join('.')}`}>
            ({move(node, start, true)} {line(node.next, start, false)})
          </span>,
        );
      });
      at = [...here, 0];
      following = main.next;
    }
    return parts;
  };

  if (tree.next.length === 0) return <p class="quiet tree empty">Play moves on the board.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls can be reached by keyboard
    <div class="tree" role="region" tabIndex={0} aria-label="Moves and variations">
      {line(tree.next, [], true)}
    </div>
  );
}
