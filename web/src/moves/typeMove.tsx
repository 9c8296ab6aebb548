import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { illegalText } from '../i18n/rules';
import { type Move, OuroError, type Position, type Square } from '../rules';
import { toast } from '../ui/toast';
import './typeMove.css';

/** Returns a legal move from SAN or UCI notation, or why there is none. */
export function readMove(position: Position, text: string): Move | string {
  const squares = /^([a-h][1-8])([a-h][1-8])$/i.exec(text);
  if (squares) {
    const [, from, to] = squares.map((part) => part.toLowerCase()) as [string, Square, Square];
    const reason = position.whyIllegal(from, to);
    if (reason) return illegalText(reason);
  }
  try {
    return position.parseMove(squares ? text.toLowerCase() : text.replace(/0/g, 'O'));
  } catch (error) {
    if (error instanceof OuroError) return t('moves.notAMove', { text });
    throw error;
  }
}

interface Props {
  position: Position;
  /** Whether a move can be played now. */
  isTurn: boolean;
  onMove(move: Move): void;
}

/** A field for moves by keyboard, such as `Nf3`, `exd5` or `g1f3`. */
export function TypeMove({ position, isTurn, onMove }: Props) {
  const [text, setText] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim() === '') return;
    if (!isTurn) return toast(t('moves.notYourTurn'));
    const move = readMove(position, text.trim());
    if (typeof move === 'string') return toast(move);
    setText('');
    onMove(move);
  };
  return (
    <form class="type-move" onSubmit={submit}>
      <input
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-label={t('moves.type')}
        placeholder={`${t('moves.type')}: ${t('moves.typePlaceholder')}`}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
