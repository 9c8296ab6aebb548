import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { IconButton } from './button';

interface Props {
  title: string;
  children: ComponentChildren;
  onClose(): void;
}

/** A modal dialog. It is open while it is rendered; Escape and a click beside it close it. */
export function Dialog({ title, children, onClose }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog, too
    <dialog
      ref={element}
      class="dialog"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog-content">
        <div class="dialog-head">
          <h2>{title}</h2>
          <IconButton icon={X} label={t('ui.close')} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
