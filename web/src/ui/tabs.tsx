import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface Tab<T extends string> {
  id: T;
  label: string;
}

interface Props<T extends string> {
  label: string;
  tabs: readonly Tab<T>[];
  current: T;
  onSelect(id: T): void;
  /** The content of the current tab. */
  children: ComponentChildren;
}

/** Panels of which one is visible. Left and right switch between them. */
export function Tabs<T extends string>({ label, tabs, current, onSelect, children }: Props<T>) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex((tab) => tab.id === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            class="tab"
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        class="tab-panel"
        role="tabpanel"
        aria-labelledby={`${id}-${current}`}
      >
        {children}
      </div>
    </div>
  );
}
