export type SoundName = 'bolt' | 'ray' | 'pickup';

const PITCHES: Readonly<Record<SoundName, number>> = { bolt: 320, ray: 180, pickup: 660 };

/** Short tones, made here. Browsers allow them after the first key or click. */
export class Sounds {
  #audio: AudioContext | undefined;

  constructor() {
    const start = (): void => {
      this.#audio ??= new AudioContext();
    };
    addEventListener('keydown', start, { once: true });
    addEventListener('pointerdown', start, { once: true });
  }

  play(name: SoundName): void {
    const audio = this.#audio;
    if (audio === undefined) return;
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: PITCHES[name] });
    const volume = new GainNode(audio, { gain: 0.1 });
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.15);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.15);
  }
}
