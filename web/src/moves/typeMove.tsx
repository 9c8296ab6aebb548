import { useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Move, Position } from '../rules';
import { toast } from '../ui/toast';
import { readMove } from './readMove';
import './typeMove.css';

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
