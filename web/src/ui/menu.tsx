import type { IconNode } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon';

export interface MenuItem {
  label: string;
  icon?: IconNode;
  /** A link, or an action. */
  href?: string;
  onSelect?(): void;
  disabled?: boolean;
}

interface Props {
  label: string;
  icon: IconNode;
  items: readonly MenuItem[];
  /** Whether the name is written beside the icon. */
  showLabel?: boolean;
}

/** A button that opens a list of actions. Arrow keys move through it; Escape closes it. */
export function Menu({ label, icon, items, showLabel }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const entries = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const target = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
      Home: 0,
      End: entries.length - 1,
    }[event.key];
    if (event.key === 'Escape') close();
    else if (target !== undefined) entries[target]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the menu items inside
    <div class="menu" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        class={showLabel ? 'button' : 'icon-button'}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={showLabel ? undefined : label}
        title={showLabel ? undefined : label}
        onClick={() => setOpen(!open)}
      >
        <Icon of={icon} />
        {showLabel && label}
      </button>
      {open && (
        <div class="menu-list" role="menu" aria-label={label}>
          {items.map((item) => (
            <MenuEntry key={item.label} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function MenuEntry({ item, onDone }: { item: MenuItem; onDone(): void }) {
  const content = (
    <>
      {item.icon && <Icon of={item.icon} />}
      {item.label}
    </>
  );
  if (item.href) {
    return (
      <a role="menuitem" class="menu-item" href={item.href} onClick={onDone}>
        {content}
      </a>
    );
  }
  const select = () => {
    onDone();
    item.onSelect?.();
  };
  return (
    <button
      type="button"
      role="menuitem"
      class="menu-item"
      disabled={item.disabled}
      onClick={select}
    >
      {content}
    </button>
  );
}
