import { Check, type IconNode, X } from 'lucide';
import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { IconButton } from '../ui/button';

interface Props {
  icon: IconNode;
  label: string;
  disabled?: boolean;
  onConfirm(): void;
}

/** An action that needs a confirmation. The button turns into Confirm and Cancel in its own place. */
export function ConfirmButton({ icon, label, disabled, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    onConfirm();
  };
  return (
    <span class={isAsking ? 'confirm asking' : 'confirm'}>
      {isAsking ? (
        <>
          <IconButton
            class="danger"
            icon={Check}
            label={t('game.confirm', { action: label })}
            onClick={confirm}
          />
          <IconButton icon={X} label={t('game.cancel')} onClick={() => setAsking(false)} />
        </>
      ) : (
        <IconButton
          icon={icon}
          label={label}
          disabled={disabled ?? false}
          onClick={() => setAsking(true)}
        />
      )}
    </span>
  );
}
