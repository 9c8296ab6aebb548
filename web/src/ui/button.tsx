import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon';

interface IconButtonProps {
  icon: IconNode;
  /** The name of the button: its tooltip, and what screen readers say. */
  label: string;
  onClick(): void;
  disabled?: boolean;
  pressed?: boolean;
  class?: string;
}

/** A quiet square button with an icon. */
export function IconButton(props: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon of={props.icon} />
    </button>
  );
}

interface ButtonProps {
  children: ComponentChildren;
  onClick?(): void;
  icon?: IconNode;
  /** `primary` at most once per view. */
  kind?: 'primary' | 'danger' | 'quiet';
  type?: 'button' | 'submit';
  disabled?: boolean;
  /** What screen readers say if it is more than the text. It contains the text. */
  label?: string;
  /** The tooltip of a button that shows only its icon where there is no room for the text. */
  title?: string;
  class?: string;
}

/** A button with a text, and an icon before it if there is one. */
export function Button(props: ButtonProps) {
  return (
    <button
      type={props.type ?? 'button'}
      class={`button ${props.kind ?? ''} ${props.class ?? ''}`}
      aria-label={props.label}
      title={props.title}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {props.icon && <Icon of={props.icon} />}
      {props.children}
    </button>
  );
}
