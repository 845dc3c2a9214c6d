/** Plays sounds. Loaded on demand. */
import type { Cue } from "./cues";
import { sound } from "./voices";

export { cuesOf } from "./cues";

/** The user's time is running out: two strokes of the clapper, close together. */
export const CLOCK: readonly Cue[] = [
  { voice: "turn", after: 0 },
  { voice: "turn", after: 0.16 },
];

const LEVELS = { low: 0.3, full: 0.9 };
export type Volume = keyof typeof LEVELS;

/** Play sounds in a context, from now on. */
export function perform(context: BaseAudioContext, cues: readonly Cue[], volume: Volume): void {
  const out = new GainNode(context, { gain: LEVELS[volume] });
  // Simultaneous sounds are compressed instead of clipped.
  const limit = new DynamicsCompressorNode(context, {
    threshold: -9,
    knee: 6,
    ratio: 12,
    attack: 0.001,
    release: 0.08,
  });
  limit.connect(out).connect(context.destination);
  for (const { voice, after } of cues) sound(context, limit, voice, context.currentTime + after);
}

let context: AudioContext | undefined;

// Browsers allow sound only after the user has interacted with the page.
function wake(): void {
  context ??= new AudioContext({ latencyHint: "interactive" });
  if (context.state === "suspended") void context.resume();
}

/** Enable sound: at once if the user has interacted, else as soon as that happens. */
export function prepare(): () => void {
  if (navigator.userActivation?.hasBeenActive) wake();
  const kinds = ["pointerdown", "keydown"] as const;
  for (const kind of kinds) addEventListener(kind, wake, { capture: true });
  return () => {
    for (const kind of kinds) removeEventListener(kind, wake, { capture: true });
  };
}

/** Play sounds, if the browser allows it already: late ones would be meaningless. */
export function play(cues: readonly Cue[], volume: Volume): void {
  if (cues.length > 0 && context?.state === "running") perform(context, cues, volume);
}

/** A sample, when sound has just been switched on. */
export async function sample(volume: Volume): Promise<void> {
  wake();
  await context?.resume();
  play([{ voice: "wood", after: 0 }], volume);
}
