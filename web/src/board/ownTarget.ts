// A click on one of one's own pieces while another one is selected. If it can be taken, the first click
// arms it and the second takes it; otherwise it is selected instead. A press may also be the beginning of a
// drag, so nothing is decided before the release.

export interface Armed {
  from: string;
  to: string;
}

/** A press on an own piece while another one was selected. */
export interface Held extends Armed {
  /** Whether the selected piece may take it. */
  target: boolean;
  /** Whether an earlier click has armed it. */
  armed: boolean;
}

export function press(
  selected: string | undefined,
  square: string,
  own: boolean,
  target: boolean,
  armed: Armed | undefined,
): Held | undefined {
  if (!selected || selected === square || !own) return undefined;
  const again = armed?.from === selected && armed.to === square;
  return { from: selected, to: square, target, armed: target && again };
}

export type Decision = 'take' | 'arm' | 'select';

/** What becomes of it. Released on another square it was a drag, and none of this concerns it. */
export function release(held: Held, square: string | undefined): Decision | undefined {
  if (square !== held.to) return undefined;
  if (!held.target) return 'select';
  return held.armed ? 'take' : 'arm';
}
