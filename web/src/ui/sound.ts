// Short sounds, made rather than loaded.

import { sound as soundOn } from '../settings/settings';

export type Sound = 'move' | 'capture' | 'selfcapture' | 'check' | 'end' | 'refused';

/** Tones of a sound: frequency in hertz, start and length in seconds, and shape. */
const TONES: Record<Sound, [number, number, number, OscillatorType][]> = {
  move: [[320, 0, 0.06, 'triangle']],
  capture: [
    [240, 0, 0.05, 'square'],
    [180, 0.04, 0.08, 'triangle'],
  ],
  // Rising, like nothing else here.
  selfcapture: [
    [300, 0, 0.07, 'triangle'],
    [450, 0.06, 0.07, 'triangle'],
    [600, 0.12, 0.1, 'triangle'],
  ],
  check: [[700, 0, 0.12, 'sine']],
  end: [
    [520, 0, 0.18, 'sine'],
    [390, 0.16, 0.3, 'sine'],
  ],
  refused: [[140, 0, 0.12, 'sawtooth']],
};

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  // Browsers let nothing sound before somebody has touched the page.
  if (!soundOn.value || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, start, length, type] of TONES[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = type;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.08, now + start);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
