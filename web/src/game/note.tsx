import { Check, X } from 'lucide';
import { t } from '../i18n';
import { outcomeText, selfCaptureText } from '../i18n/rules';
import { IconButton } from '../ui/button';
import { SelfCaptureMark } from '../ui/icon';
import { onlySide } from './announcements';
import { Confirmation } from './question';
import type { GameStore } from './store';

/** The line below the board: what the player has to know now. It is always one line high. */
export function Note({ store }: { store: GameStore }) {
  return (
    <div class="game-note" role="status">
      <NoteText store={store} />
    </div>
  );
}

function NoteText({ store }: { store: GameStore }) {
  const view = store.view.value;
  if (!view) return null;
  if (store.isRetrying.value) return <Warning text={t('game.moveRetrying')} />;
  if (!store.isConnected.value) return <Warning text={t('game.connectionLost')} />;
  if (view.outcome) return <Result store={store} />;
  const question = store.question.value;
  if (question) return <Confirmation store={store} question={question} />;
  if (view.offer && view.status === 'playing') return <Offer store={store} />;
  const selfCapture = lastSelfCapture(store);
  const event = eventText(store);
  if (event) return <strong>{event}</strong>;
  if (selfCapture) {
    return (
      <span class="self-capture-note">
        <SelfCaptureMark label={t('selfCapture.mark')} /> {selfCapture}
      </span>
    );
  }
  return <Turn store={store} />;
}

const Warning = ({ text }: { text: string }) => <span class="warning">{text}</span>;

function Result({ store }: { store: GameStore }) {
  const view = store.view.value;
  if (!view?.outcome) return null;
  const { rematch } = view;
  if (rematch && !view.you.includes(rematch.by) && view.you.length > 0) {
    return <strong>{t('game.rematchOffered')}</strong>;
  }
  return (
    <>
      {view.outcome.result !== '*' && <strong class="score">{view.outcome.result}</strong>}
      <span>{outcomeText(view.outcome, onlySide(view.you))}</span>
    </>
  );
}

/** An open offer, with the buttons that answer it. */
function Offer({ store }: { store: GameStore }) {
  const view = store.view.value;
  if (!view?.offer) return null;
  const { kind, by } = view.offer;
  if (view.you.includes(by)) {
    return <span>{t(kind === 'draw' ? 'game.youOfferedDraw' : 'game.youAskedTakeback')}</span>;
  }
  const text = t(kind === 'draw' ? 'game.drawOffered' : 'game.takebackAsked');
  if (view.you.length === 0) return <Turn store={store} />;
  const accept = kind === 'draw' ? 'accept_draw' : 'accept_takeback';
  const decline = kind === 'draw' ? 'decline_draw' : 'decline_takeback';
  return (
    <>
      <strong>{text}</strong>
      <IconButton
        class="accept"
        icon={Check}
        label={t('game.accept')}
        onClick={() => void store.act({ action: accept })}
      />
      <IconButton
        class="decline"
        icon={X}
        label={t('game.decline')}
        onClick={() => void store.act({ action: decline })}
      />
    </>
  );
}

/** Whose turn it is. */
function Turn({ store }: { store: GameStore }) {
  const view = store.view.value;
  const position = store.shownPlies.value.at(-1)?.position;
  if (!view || !position) return null;
  if (view.status === 'waiting') {
    return <span>{t(view.rematch_of ? 'game.rematchWaiting' : 'game.waiting')}</span>;
  }
  const { turn } = position;
  const isEngine = view[turn].kind === 'engine';
  if (view.you.length !== 1) {
    const state = view.paused
      ? t('game.paused')
      : t('game.toMove', { color: t(`color.the.${turn}`) });
    const isSpectator = view.you.length === 0 && !view.creator;
    return <span>{isSpectator ? `${t('game.watching')} · ${state}` : state}</span>;
  }
  if (view.you[0] === turn) {
    return <strong>{t(position.check ? 'game.yourCheck' : 'game.yourTurn')}</strong>;
  }
  return <span class="muted">{t(isEngine ? 'game.thinking' : 'game.opponentTurn')}</span>;
}

/** Returns the note of a self-capture. It stays until the side that played it moves again. */
function lastSelfCapture(store: GameStore): string {
  const plies = store.shownPlies.value;
  const current = store.current.value;
  const recent = [plies[current]?.move, plies[current - 1]?.move];
  const move = recent.find((move) => move?.selfCapture);
  return move ? selfCaptureText(move) : '';
}

/** Returns what has happened since the last move. */
function eventText(store: GameStore): string | undefined {
  const view = store.view.value;
  const event = store.lastEvent.value;
  if (!view || !event || view.you.length !== 1) return undefined;
  switch (event.type) {
    case 'draw_declined':
      if (view.you.includes(event.by)) return t('game.youDeclinedDraw');
      return t(view[event.by].kind === 'engine' ? 'game.drawDeclinedEngine' : 'game.drawDeclined');
    case 'takeback_declined':
      return t(view.you.includes(event.by) ? 'game.youDeclinedTakeback' : 'game.takebackDeclined');
    case 'taken_back':
      return t('game.takenBack');
    case 'joined':
      return view.you.includes(event.side) ? undefined : t('game.opponentJoined');
    default:
      return undefined;
  }
}
