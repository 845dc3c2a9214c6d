/**
 * The sounds of a table, synthesised as struck bodies: a burst of noise at the impact, and
 * the modes in which the body rings. No sound is played from a file.
 */
import type { Material } from "../skins/skin";

/** The voices: materials, rolled dice, the call to a turn, the end. */
export type Voice = Material | "turn" | "end";

/** One mode of a body: its pitch in hertz, its volume, and its decay time. */
type Mode = readonly [pitch: number, level: number, decay: number];

interface Body {
  modes: readonly Mode[];
  /** The noise of the impact: its centre in hertz, bandwidth, volume and length. */
  blow: readonly [middle: number, q: number, level: number, decay: number];
}

// A piece of boxwood on a board of kaya, two hard sticks, a small bone cube, a holed copper coin.
const PIECE: Body = {
  modes: [
    [520, 0.34, 0.07],
    [1180, 0.26, 0.045],
    [2240, 0.14, 0.028],
    [3710, 0.07, 0.014],
  ],
  blow: [1900, 0.8, 0.5, 0.012],
};
const CLAPPER: Body = {
  modes: [
    [1270, 0.4, 0.11],
    [2710, 0.22, 0.07],
    [4130, 0.1, 0.04],
  ],
  blow: [2600, 0.7, 0.4, 0.008],
};
const CUBE: Body = {
  modes: [
    [1640, 0.22, 0.024],
    [2890, 0.16, 0.016],
    [760, 0.16, 0.03],
  ],
  blow: [2400, 1, 0.32, 0.008],
};
const COIN: Body = {
  modes: [
    [4210, 0.13, 0.12],
    [5390, 0.1, 0.11],
    [6910, 0.075, 0.08],
    [8170, 0.05, 0.06],
    [10350, 0.035, 0.04],
  ],
  blow: [6200, 1.2, 0.16, 0.006],
};
const DRUM: Body = {
  modes: [
    [158, 0.22, 0.13],
    [236, 0.1, 0.09],
  ],
  blow: [420, 0.6, 0.5, 0.05],
};

/** The output of a sound, and the resources it needs. */
class Bench {
  readonly #context: BaseAudioContext;
  readonly #out: AudioNode;
  readonly #noise: AudioBuffer;

  constructor(context: BaseAudioContext, out: AudioNode) {
    this.#context = context;
    this.#out = out;
    this.#noise = noiseFor(context);
  }

  /** Strike a body, slightly detuned, since no two blows are alike. */
  strike(body: Body, at: number, force = 1): void {
    const tune = 1 + (Math.random() - 0.5) * 0.05;
    for (const [pitch, level, decay] of body.modes)
      this.ring(pitch * tune, level * force, at, decay);
    const [middle, q, level, decay] = body.blow;
    const filter = this.#filter("bandpass", middle * tune, q);
    this.#burst(filter, at, level * force, 0.001, decay);
  }

  /** A pure tone that decays; it may fall from another pitch. */
  ring(pitch: number, level: number, at: number, decay: number, from = pitch): void {
    const tone = this.#context.createOscillator();
    tone.frequency.setValueAtTime(from, at);
    if (from !== pitch) tone.frequency.exponentialRampToValueAtTime(pitch, at + decay * 0.5);
    tone.connect(this.#envelope(at, level, 0.001, decay)).connect(this.#out);
    tone.start(at);
    tone.stop(at + 5 * decay);
  }

  /** Rubbing fibres: a band of noise that moves from one pitch to another. */
  rub(from: number, to: number, at: number, level: number, length: number): void {
    const filter = this.#filter("bandpass", from, 1.1);
    filter.frequency.setValueAtTime(from, at);
    filter.frequency.exponentialRampToValueAtTime(to, at + length);
    this.#burst(filter, at, level, length * 0.35, length * 0.22);
  }

  #burst(filter: BiquadFilterNode, at: number, level: number, rise: number, decay: number): void {
    const source = this.#context.createBufferSource();
    source.buffer = this.#noise;
    source
      .connect(filter)
      .connect(this.#envelope(at, level, rise, decay))
      .connect(this.#out);
    source.start(at, Math.random() * 0.4);
    source.stop(at + rise + 5 * decay);
  }

  #filter(type: BiquadFilterType, frequency: number, q: number): BiquadFilterNode {
    return new BiquadFilterNode(this.#context, { type, frequency, Q: q });
  }

  #envelope(at: number, level: number, rise: number, decay: number): GainNode {
    const gain = new GainNode(this.#context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(level, at + rise);
    gain.gain.setTargetAtTime(0, at + rise, decay);
    return gain;
  }
}

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

// A second of white noise; each blow uses a different part.
function noiseFor(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context);
  if (known) return known;
  const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  noises.set(context, noise);
  return noise;
}

// Rolled dice knock ever faster and softer until they rest.
function dice(bench: Bench, at: number): void {
  let time = at;
  for (let n = 0; n < 6; n++) {
    bench.strike(CUBE, time, 0.95 * 0.84 ** n);
    time += (0.11 - 0.012 * n) * (0.7 + 0.6 * Math.random());
  }
}

const PLAY: Record<Voice, (bench: Bench, at: number) => void> = {
  wood: (bench, at) => bench.strike(PIECE, at),
  paper: (bench, at) => {
    bench.rub(1300, 3600, at, 0.45, 0.16);
    bench.rub(2600, 900, at + 0.12, 0.28, 0.08);
  },
  coin: (bench, at) => {
    bench.strike(COIN, at, 0.8);
    bench.strike(COIN, at + 0.06 + 0.02 * Math.random(), 0.5);
  },
  dice,
  turn: (bench, at) => {
    bench.strike(CLAPPER, at, 0.6);
    bench.strike(CLAPPER, at + 0.19, 0.8);
  },
  end: (bench, at) => {
    bench.ring(64, 0.5, at, 0.15, 118);
    bench.strike(DRUM, at, 0.7);
  },
};

/** Play a voice at a time of the context. */
export function sound(context: BaseAudioContext, out: AudioNode, voice: Voice, at: number): void {
  PLAY[voice](new Bench(context, out), at);
}
