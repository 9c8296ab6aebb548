import { Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import type { GameSummary } from '../api/client';
import { dateTime, isKey, t } from '../i18n';
import { Button, IconButton } from '../ui/button';
import { gameName } from './names';

/** A game in the list. Deleting asks for confirmation in place. */
export function GameRow({ game, onDelete }: { game: GameSummary; onDelete(): void }) {
  const [confirming, setConfirming] = useState(false);
  const name = gameName(game);
  const variant = `variant.${game.variant}`;
  return (
    <li class="game-row">
      <a href={`/game/${game.id}`}>
        <strong>{name}</strong>
        <span class="muted">
          {isKey(variant) && t(variant)} •{' '}
          <time dateTime={new Date(game.updated_at).toISOString()}>
            {dateTime(game.updated_at)}
          </time>
        </span>
      </a>
      {confirming ? (
        <span class="button-row">
          <Button kind="danger" onClick={onDelete}>
            {t('games.deleteConfirm')}
          </Button>
          <Button kind="quiet" onClick={() => setConfirming(false)}>
            {t('ui.cancel')}
          </Button>
        </span>
      ) : (
        <>
          <GameState game={game} />
          <IconButton
            icon={Trash2}
            label={t('games.deleteLabel', { game: name })}
            onClick={() => setConfirming(true)}
          />
        </>
      )}
    </li>
  );
}

/** The result for the reader, or that the game is not finished. */
function GameState({ game }: { game: GameSummary }) {
  if (game.status !== 'finished') {
    const waiting = game.status === 'waiting';
    return (
      <span class="game-state open">
        {t(waiting ? 'games.state.waiting' : 'games.state.playing')}
      </span>
    );
  }
  if (!game.result || game.result === '*') {
    return <span class="game-state">{t('games.state.aborted')}</span>;
  }
  const you = game.you.length === 1 ? game.you[0] : undefined;
  const winner = { '1-0': 'white', '0-1': 'black' }[game.result];
  return (
    <span class="game-state">
      {you && winner && (
        <span class={winner === you ? 'won' : 'lost'}>
          {t(winner === you ? 'games.state.won' : 'games.state.lost')}
        </span>
      )}
      {!winner && t('games.state.draw')}{' '}
      <span class="numeric muted">{game.result.replace('1/2-1/2', '½–½').replace('-', '–')}</span>
    </span>
  );
}
