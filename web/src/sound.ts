// Short sounds, synthesised.
import type { Move } from './rules';
import { sound as soundOn } from './settings/settings';

export type Sound = 'move' | 'capture' | 'selfCapture' | 'check' | 'end';

interface Tone {
  /** Hertz at the start and at the end. */
  readonly frequency: readonly [number, number];
  /** Seconds. */
  readonly start: number;
  readonly length: number;
  readonly shape: OscillatorType;
  readonly volume: number;
}

const tone = (
  frequency: readonly [number, number],
  start: number,
  length: number,
  shape: OscillatorType = 'triangle',
  volume = 0.08,
): Tone => ({ frequency, start, length, shape, volume });

const TONES: Record<Sound, readonly Tone[]> = {
  move: [tone([320, 300], 0, 0.06)],
  capture: [tone([240, 220], 0, 0.05, 'square', 0.05), tone([180, 160], 0.04, 0.08)],
  // Soft and low, and falling: one piece disappears in another.
  selfCapture: [tone([196, 98], 0, 0.34, 'sine', 0.16), tone([147, 73], 0.06, 0.4, 'sine', 0.1)],
  check: [tone([700, 700], 0, 0.12, 'sine')],
  end: [tone([520, 520], 0, 0.18, 'sine'), tone([390, 390], 0.16, 0.3, 'sine')],
};

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  // Browsers are silent until the user has interacted with the page.
  if (!soundOn.value || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const each of TONES[sound]) schedule(context, each);
}

/** Plays the sounds of a move. */
export function playMove(move: Pick<Move, 'selfCapture' | 'captured' | 'check'>): void {
  play(move.selfCapture ? 'selfCapture' : move.captured ? 'capture' : 'move');
  if (move.check) play('check');
}

function schedule(context: AudioContext, { frequency, start, length, shape, volume }: Tone): void {
  const from = context.currentTime + start;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(frequency[0], from);
  oscillator.frequency.exponentialRampToValueAtTime(frequency[1], from + length);
  gain.gain.setValueAtTime(volume, from);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(from + length);
}
