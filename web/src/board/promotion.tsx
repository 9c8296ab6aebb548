import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import type { Color, Move, PromotionRole } from '../rules';
import { onScreen } from './geometry';
import { targetOf } from './moves';

const ROLES: readonly PromotionRole[] = ['queen', 'knight', 'rook', 'bishop'];

interface Props {
  choices: readonly Move[];
  orientation: Color;
  onChoose(move: Move): void;
  onCancel(): void;
}

/** The choice of the piece that a pawn becomes, in a column that starts on the pawn's target. */
export function Promotion({ choices, orientation, onChoose, onCancel }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const [move] = choices;
  if (!move) return null;
  const { column, row } = onScreen(targetOf(move), orientation);
  const fromTop = row === 0;
  return (
    <div
      class="promotion"
      role="dialog"
      aria-modal="true"
      aria-label={t('board.promoteTo')}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onCancel();
      }}
    >
      <button
        type="button"
        class="promotion-cancel"
        aria-label={t('board.cancel')}
        onClick={onCancel}
      />
      <div
        class={fromTop ? 'promotion-pieces' : 'promotion-pieces from-bottom'}
        style={{ left: `${column * 12.5}%` }}
      >
        {ROLES.map((role, i) => {
          const choice = choices.find(({ promotion }) => promotion === role);
          return (
            choice && (
              <button
                key={role}
                ref={i === 0 ? first : null}
                type="button"
                aria-label={t(`board.role.${role}`)}
                onClick={() => onChoose(choice)}
              >
                <span class={`piece ${choice.color} ${role}`} />
              </button>
            )
          );
        })}
      </div>
    </div>
  );
}
