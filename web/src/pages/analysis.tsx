import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Import } from '../analysis/import';
import {
  add,
  fromGame,
  lineTo,
  mainFrom,
  nodesOn,
  type Path,
  promote,
  remove,
  type Tree,
} from '../analysis/tree';
import { TreeView } from '../analysis/treeView';
import { usePosition } from '../analysis/usePosition';
import { useReview } from '../analysis/useReview';
import { type Analysis, answer, api, type Side, type VariantName, words } from '../api/client';
import { ComingBoard, LineBoard } from '../board/lineBoard';
import { Chances, EvaluationBar, EvaluationGraph } from '../game/evaluation';
import { useAnalysis } from '../game/useAnalysis';
import { place, rename } from '../router';
import { play as sound } from '../sound';
import { sentence, speak, tell } from '../ui/announce';
import { Copy } from '../ui/copy';
import { other, score, sideName, spokenMove, VARIANTS, whitePoints } from '../ui/words';

const NO_ARROWS: DrawShape[] = [];

/** The tree that the address asks for. */
async function load(query: URLSearchParams): Promise<[Tree, Path]> {
  const id = query.get('game');
  if (id) {
    const game = await answer(api.GET('/api/v1/games/{id}', { params: { path: { id } } }));
    const tree = fromGame(game);
    return [tree, mainFrom(tree, [])];
  }
  const variant = (query.get('variant') ?? 'selfcapture') as VariantName;
  const start = await answer(
    api.POST('/api/v1/legal-moves', { body: { variant, fen: query.get('fen'), moves: [] } }),
  );
  let tree: Tree = { variant: start.variant, fen: start.fen, next: [] };
  let path: Path = [];
  const moves = query.get('moves')?.split(',').filter(Boolean) ?? [];
  const done: string[] = [];
  for (const move of moves) {
    const body = { variant, fen: tree.fen, moves: [...done], move };
    const after = await answer(api.POST('/api/v1/apply', { body }));
    const { uci, san, self_capture } = after.move;
    [tree, path] = add(tree, path, {
      uci,
      san,
      self_capture,
      fen: after.fen,
      comments: [],
      next: [],
    });
    done.push(uci);
  }
  return [tree, path];
}

/** Where games and positions are analysed. */
export function AnalysisPage() {
  const { query } = place.value;
  const [loaded, setLoaded] = useState<[Tree, Path]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    load(query)
      .then(setLoaded)
      .catch((error) => setProblem(sentence(words(error))));
  }, [query]);
  if (problem) {
    return (
      <section class="text">
        <h1>This cannot be analysed</h1>
        <p class="problem">{problem}</p>
        <p>
          <a href="/analysis">Start from the beginning</a>
        </p>
      </section>
    );
  }
  if (!loaded) return <ComingBoard />;
  return <Analysing start={loaded[0]} at={loaded[1]} />;
}

function Analysing({ start, at }: { start: Tree; at: Path }) {
  const [tree, setTree] = useState(start);
  const [path, setPath] = useState(at);
  const [orientation, setOrientation] = useState<Side>('white');
  const [engineOn, setEngineOn] = useState(false);
  const [lines, setLines] = useState(3);
  const { review, start: startReview, forget } = useReview();

  const line = useMemo(() => lineTo(tree, path), [tree, path]);
  const position = usePosition(line);
  const analysis = useAnalysis(line, lines, engineOn && !position?.outcome);
  const nodes = nodesOn(tree, path);
  const last = nodes.at(-1);
  const fen = last?.fen ?? tree.fen;

  const show = (next: Tree, way: Path) => {
    setTree(next);
    setPath(way);
  };
  const reset = (next: Tree) => {
    show(next, []);
    forget();
    rename('/analysis');
  };
  const step = (by: number) => {
    if (by < 0) setPath(path.slice(0, by));
    else {
      const next = mainFrom(tree, path).slice(0, path.length + by);
      setPath(next);
    }
  };
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if ((event.target as Element).closest('input, select, textarea, [role=dialog]')) return;
      if (event.key === 'ArrowLeft') step(-1);
      else if (event.key === 'ArrowRight') step(1);
      else if (event.key === 'Home') setPath([]);
      else if (event.key === 'End') setPath(mainFrom(tree, path));
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  });

  const play = async (uci: string) => {
    try {
      const after = await answer(api.POST('/api/v1/apply', { body: { ...line, move: uci } }));
      const { san, self_capture, captured } = after.move;
      const node = {
        uci: after.move.uci,
        san,
        self_capture,
        fen: after.fen,
        comments: [],
        next: [],
      };
      show(...add(tree, path, node));
      sound(self_capture ? 'selfCapture' : captured ? 'capture' : 'move');
      speak(spokenMove(other(after.turn), after.move));
      return true;
    } catch (error) {
      tell(sentence(words(error)));
      return false;
    }
  };
  const arrows = useMemo<DrawShape[]>(() => {
    const found = analysis?.lines ?? [];
    if (found.length === 0) return NO_ARROWS;
    return found.map(({ move }, i) => ({
      orig: move.uci.slice(0, 2) as Key,
      dest: move.uci.slice(2, 4) as Key,
      brush: move.self_capture ? 'purple' : i === 0 ? 'green' : 'paleGreen',
    }));
  }, [analysis]);

  const main = path.every((part) => part === 0);
  const here = main ? review?.reviewed[path.length - 1] : undefined;
  const best = analysis?.lines[0]?.evaluation;
  const shown = best ?? here?.played.evaluation;
  const whole = useMemo(() => lineTo(tree, mainFrom(tree, [])), [tree]);
  const share = `/analysis?${new URLSearchParams({
    variant: tree.variant,
    fen: tree.fen,
    moves: line.moves.join(','),
  })}`;
  const picture = `/api/v1/board.svg?${new URLSearchParams({ variant: tree.variant, fen, orientation })}`;

  return (
    <div class="game analysis">
      <div class="board-column">
        <div class="board-row">
          <EvaluationBar evaluation={shown} flipped={orientation === 'black'} />
          <LineBoard
            label={`Board, ${sideName(orientation)} at the bottom. Arrow keys move, Enter selects and plays.`}
            line={line}
            fen={fen}
            last={last}
            position={position}
            orientation={orientation}
            arrows={arrows}
            play={play}
          />
        </div>
        <Review
          tree={tree}
          path={path}
          review={review}
          go={setPath}
          start={() => startReview(whole)}
        />
      </div>
      <aside class="side" aria-label="Analysis">
        <div class="heading">
          <h1>Analysis</h1>
          <span class="chip">{VARIANTS[tree.variant]}</span>
        </div>
        <div class="row">
          <label class="switch">
            <input
              type="checkbox"
              checked={engineOn}
              onChange={(event) => setEngineOn(event.currentTarget.checked)}
            />
            Engine
          </label>
          <label class="field inline">
            <span>Lines</span>
            <select
              value={String(lines)}
              onChange={(event) => setLines(Number(event.currentTarget.value))}
            >
              {[1, 2, 3, 4, 5].map((count) => (
                <option key={count} value={String(count)}>
                  {count}
                </option>
              ))}
            </select>
          </label>
          <button type="button" onClick={() => setOrientation(other(orientation))}>
            Flip
          </button>
        </div>
        {engineOn && <Lines analysis={analysis} />}
        {position?.outcome && <p class="card">{position.outcome.text}</p>}
        <TreeView tree={tree} path={path} review={review} go={setPath} />
        <div class="buttons" role="group" aria-label="Walk through the moves">
          <button type="button" aria-label="First position" onClick={() => setPath([])}>
            «
          </button>
          <button type="button" aria-label="One move back" onClick={() => step(-1)}>
            ‹
          </button>
          <button type="button" aria-label="One move on" onClick={() => step(1)}>
            ›
          </button>
          <button
            type="button"
            aria-label="Last position"
            onClick={() => setPath(mainFrom(tree, path))}
          >
            »
          </button>
          <button
            type="button"
            disabled={path.length === 0}
            onClick={() => show(...remove(tree, path))}
          >
            Delete from here
          </button>
          {(path.at(-1) ?? 0) > 0 && (
            <button type="button" onClick={() => show(...promote(tree, path))}>
              Make it the main line
            </button>
          )}
        </div>
        <Import load={reset} variant={tree.variant} />
        <p class="links">
          <a href={`/editor?${new URLSearchParams({ variant: tree.variant, fen })}`}>
            Edit the position
          </a>
          <a href={`/?${new URLSearchParams({ variant: tree.variant, fen })}`}>Play from here</a>
          <Copy text={location.origin + share} name="Copy a link" />
          <Copy text={fen} name="Copy the FEN" />
          <SavePgn tree={tree} />
          <a href={picture} download="ouro-board.svg">
            Picture
          </a>
        </p>
      </aside>
    </div>
  );
}

function Lines({ analysis }: { analysis: Analysis | undefined }) {
  const first = analysis?.lines[0];
  return (
    <div class="engine-lines" role="group" aria-label="Engine lines">
      {first && <Chances evaluation={first.evaluation} />}
      <ol>
        {analysis?.lines.map((found) => (
          <li key={found.move.uci}>
            <strong class="score">{score(found.evaluation)}</strong>{' '}
            <span class={found.move.self_capture ? 'own' : ''}>{found.pv_san[0]}</span>{' '}
            {found.pv_san.slice(1, 10).join(' ')}
            {found.move.themes.length > 0 && (
              <small class="theme">
                {' '}
                {found.move.themes.map((theme) => theme.text).join(', ')}
              </small>
            )}
          </li>
        ))}
      </ol>
      <p class="quiet">
        {analysis
          ? `depth ${analysis.depth}, ${Math.round(analysis.nodes / 1000)} thousand positions`
          : 'The engine thinks…'}
      </p>
    </div>
  );
}

interface ReviewProps {
  tree: Tree;
  path: Path;
  review: ReturnType<typeof useReview>['review'];
  go(path: Path): void;
  start(): void;
}

/** The review of the main line: progress, graph, and the moments that matter. */
function Review({ tree, path, review, go, start }: ReviewProps) {
  if (tree.next.length === 0) return null;
  if (!review) {
    return (
      <div class="review">
        <button type="button" class="primary" onClick={start}>
          Review the whole game
        </button>
      </div>
    );
  }
  const total = review.moves.length;
  const points = review.reviewed.map(({ played }) => whitePoints(played.evaluation));
  const notes = review.reviewed
    .map((found, i) => ({ found, ply: i + 1 }))
    .filter(({ found }) => found.moment || found.judgement);
  const moments = notes.filter(({ found }) => found.moment).map(({ ply }) => ply);
  const to = (ply: number) =>
    go(Array.from({ length: Math.max(0, Math.min(ply, total)) }, () => 0));
  return (
    <section class="review" aria-label="Review">
      <EvaluationGraph points={points} ply={path.length} moments={moments} go={to} />
      <div class="review-state">
        {!review.finished && (
          <label class="field">
            <span>
              Reviewed {review.done} of {total} moves
            </span>
            <progress value={review.done} max={total} />
          </label>
        )}
        {review.finished && (
          <p class="quiet">
            Points given away a move, in hundredths: White {review.loss[0] ?? '–'}, Black{' '}
            {review.loss[1] ?? '–'}.
          </p>
        )}
      </div>
      <ul class="notes">
        {notes.map(({ found, ply }) => (
          <li key={ply}>
            <button type="button" class="link" onClick={() => to(ply)}>
              {found.played.san}
            </button>
            {found.judgement && <span class={`chip ${found.judgement}`}>{found.judgement}</span>}
            {found.judgement && found.best.uci !== found.played.uci && (
              <span> {found.best.san} was better</span>
            )}
            {found.moment && (
              <span class="moment">
                <span class="own-mark" aria-hidden="true" /> {found.moment.text}
              </span>
            )}
          </li>
        ))}
      </ul>
      {review.finished && notes.length === 0 && <p>Nothing to complain about.</p>}
    </section>
  );
}

function SavePgn({ tree }: { tree: Tree }) {
  const save = async () => {
    try {
      const body = { ...lineTo(tree, mainFrom(tree, [])), tags: [] };
      const { pgn } = await answer(api.POST('/api/v1/pgn/render', { body }));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([pgn], { type: 'application/x-chess-pgn' }));
      link.download = 'ouro.pgn';
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      tell(sentence(words(error)));
    }
  };
  return (
    <button type="button" class="link" onClick={save}>
      Save as PGN
    </button>
  );
}
