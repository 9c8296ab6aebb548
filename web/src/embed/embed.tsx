import { ExternalLink } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { Board } from '../board/board';
import { t } from '../i18n';
import { MoveList } from '../moves/moveList';
import { MoveNavigation } from '../moves/navigation';
import { useMoveKeys } from '../moves/useMoveKeys';
import { Icon } from '../ui/icon';
import { Toasts } from '../ui/toasts';
import type { EmbedOptions } from './options';
import { analysisUrl, type Replay } from './replay';
import './embed.css';

interface Props {
  replay: Replay;
  options: EmbedOptions;
}

/** A board that replays a game or shows a position inside a page of another site. */
export function Embed({ replay, options }: Props) {
  const { game, moves, players, result } = replay;
  const [ply, setPly] = useState(Math.min(options.ply, moves.length));
  const [orientation, setOrientation] = useState(options.orientation);
  const position = useMemo(() => game.positionAt(ply), [game, ply]);
  const keys = {
    start: () => setPly(0),
    back: () => setPly(Math.max(0, ply - 1)),
    forward: () => setPly(Math.min(moves.length, ply + 1)),
    end: () => setPly(moves.length),
    flip: () => setOrientation(orientation === 'white' ? 'black' : 'white'),
  };
  useMoveKeys(keys);
  const blackFirst = game.start.turn === 'black' ? 1 : 0;
  const firstPly = (game.start.fullmoveNumber - 1) * 2 + blackFirst;
  return (
    <main class={moves.length > 0 ? 'embed with-moves' : 'embed'}>
      {players && (
        <p class="embed-players">
          <span>{players.white}</span>
          <span class="muted">{result ?? '–'}</span>
          <span>{players.black}</span>
        </p>
      )}
      <div class="embed-board">
        <Board
          label={t('embed.board')}
          position={position}
          lastMove={moves[ply - 1]}
          orientation={orientation}
          movable={undefined}
          onMove={() => {}}
        />
      </div>
      {moves.length > 0 && (
        <MoveList moves={moves} current={ply} firstPly={firstPly} onSelect={setPly} />
      )}
      <div class="embed-bar">
        <MoveNavigation {...keys} canBack={ply > 0} canForward={ply < moves.length} />
        <a class="button quiet" href={analysisUrl(replay, ply)} target="_blank" rel="noopener">
          <span>{t('embed.analyse')}</span>
          <Icon of={ExternalLink} />
        </a>
      </div>
      <Toasts />
    </main>
  );
}
