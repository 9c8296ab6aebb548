// Icons of Lucide: `import { Play } from 'lucide'`, then `<Icon of={Play} />`.
import type { IconNode } from 'lucide';
import { h } from 'preact';

interface Props {
  of: IconNode;
  /** The width and height in pixels. */
  size?: number;
  class?: string;
}

/** An icon without a meaning of its own: the button or text beside it has the name. */
export function Icon({ of, size = 20, class: className = '' }: Props) {
  return (
    <svg
      class={`icon ${className}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={1.75}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {of.map(([tag, attributes]) => h(tag, { ...attributes, key: attributes.key }))}
    </svg>
  );
}

/** The mark of a self-capture: a ring that bites its own tail. `label` is its tooltip and its name. */
export function SelfCaptureMark({ label, size = 12 }: { label?: string; size?: number }) {
  return (
    <span
      class="self-capture-mark"
      {...(label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true })}
    >
      <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
        <path
          d="M6 1.6a4.4 4.4 0 1 1-3.6 1.9"
          fill="none"
          stroke="currentColor"
          stroke-width="1.8"
          stroke-linecap="round"
        />
        <path d="M.9 4.9 1.7.8l3.8 1.9z" fill="currentColor" />
      </svg>
    </span>
  );
}
