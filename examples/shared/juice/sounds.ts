import { keep, readKept } from '../../shell/kept.ts';

/** A sound made of one wave, or of noise, that glides from one pitch to another and fades. */
export interface Sound {
  readonly wave: OscillatorType | 'noise';
  /** The frequency in hertz; noise is cut off above it. */
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly volume: number;
}

const STORAGE_KEY = 'bitecs-collision-muted';
/** In seconds: the same sound is not heard twice within this, however many things break at once. */
const LEAST_GAP = 0.045;

/**
 * Plays synthesised sounds. Browsers let a page make none before the visitor has done something, so it starts with the
 * first key or press.
 */
class Speaker {
  #context: AudioContext | undefined;
  #noise: AudioBuffer | undefined;
  #muted = readKept(STORAGE_KEY) === 'true';
  readonly #last = new Map<Sound, number>();

  constructor() {
    const start = () => {
      if (this.#muted || typeof AudioContext === 'undefined') return;
      this.#context ??= new AudioContext();
      if (this.#context.state === 'suspended') this.#context.resume().catch(() => {}); // then there is no sound
    };
    for (const kind of ['pointerup', 'keydown'] as const) addEventListener(kind, start, { passive: true });
  }

  get isMuted(): boolean {
    return this.#muted;
  }

  set isMuted(muted: boolean) {
    this.#muted = muted;
    keep(STORAGE_KEY, String(muted));
  }

  play(sound: Sound): void {
    const context = this.#context;
    if (context === undefined || this.#muted || context.state !== 'running' || document.hidden) return;
    const now = context.currentTime;
    if (now - (this.#last.get(sound) ?? -1) < LEAST_GAP) return;
    this.#last.set(sound, now);
    const end = now + sound.seconds;
    const gain = new GainNode(context);
    gain.gain.setValueAtTime(sound.volume, now);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    gain.connect(context.destination);
    const source = sound.wave === 'noise' ? this.#playNoise(context, sound, gain) : playWave(context, sound, gain);
    source.start(now);
    source.stop(end);
    source.onended = () => gain.disconnect();
  }

  #playNoise(context: AudioContext, sound: Sound, gain: GainNode): AudioScheduledSourceNode {
    this.#noise ??= makeNoise(context);
    const source = new AudioBufferSourceNode(context, { buffer: this.#noise, loop: true });
    const filter = new BiquadFilterNode(context, { type: 'lowpass' });
    glide(filter.frequency, sound, context.currentTime);
    source.connect(filter).connect(gain);
    return source;
  }
}

function playWave(context: AudioContext, sound: Sound, gain: GainNode): AudioScheduledSourceNode {
  const source = new OscillatorNode(context, { type: sound.wave as OscillatorType });
  glide(source.frequency, sound, context.currentTime);
  source.connect(gain);
  return source;
}

function glide(frequency: AudioParam, { from, to, seconds }: Sound, now: number): void {
  frequency.setValueAtTime(from, now);
  frequency.exponentialRampToValueAtTime(to, now + seconds);
}

function makeNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  return buffer;
}

/** The one of the page. */
export const speaker = new Speaker();
