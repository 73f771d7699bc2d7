import type { Application, Container } from 'pixi.js';
import { type Palette, palette } from '../../shell/palette.ts';
import type { Cue, Cues } from './cues.ts';
import { type Burst, borrowParticles } from './particles.ts';
import { type Placement, PopUps } from './pop-ups.ts';
import { Shake } from './shake.ts';
import { SOUNDS } from './sound-book.ts';
import { speaker } from './sounds.ts';

/** How a view shows a kind of cue. Sizes of bursts are multiples of the cue's size. */
export interface Effect {
  readonly bursts?: readonly Burst[];
  readonly shake?: number;
  readonly sound?: keyof typeof SOUNDS;
  /** Words to rise from the place, or none. */
  readonly text?: (cue: Cue) => string;
  readonly textColour?: number;
  readonly textSize?: number;
  /** How far above the place words begin, in units of the scene. */
  readonly textRise?: number;
}

/** What is seen and heard of the cues of a game, by their kinds, in the colours of the page. */
export type Effects<Kind extends string> = (colours: Palette) => Readonly<Record<Kind, Effect>>;

/** A ring that grows about the place. */
export function ring(ring: Required<Pick<Burst, 'colour' | 'size' | 'growth' | 'life'>>): Burst {
  return { piece: 'ring', count: 1, speed: 0, ...ring };
}

/** The age in ticks from which on a cue is not shown when a view first sees it. */
const STALE = 90;

/** Turns the cues of a game into particles, pop-ups, shaking and sound, by a table with a line for each kind. */
export class Juice<Kind extends string> {
  readonly #shake = new Shake();
  readonly #cues: Cues<Kind>;
  readonly #effects: Readonly<Record<Kind, Effect>>;
  readonly #particles = borrowParticles();
  readonly #popUps = new PopUps();
  #seen: number;

  /** Particles go into `stage`, which the camera moves, as far up as it is then; pop-ups go over everything. */
  constructor(app: Application, stage: Container, cues: Cues<Kind>, effects: Effects<Kind>) {
    this.#cues = cues;
    this.#effects = effects(palette());
    this.#seen = cues.count;
    const { container } = this.#particles;
    container.blendMode = palette().theme === 'dark' ? 'add' : 'normal';
    stage.addChild(container);
    app.stage.addChild(this.#popUps.container);
  }

  /** Draws what there is of cues that are told in `placement`. To be called before `place`: the stage may shake. */
  draw(placement: Placement): void {
    const { now } = this.#cues;
    for (const cue of this.#cues.after(this.#seen)) if (now - cue.tick < STALE) this.#show(cue);
    this.#seen = this.#cues.count;
    this.#particles.draw(now);
    this.#popUps.draw(now, placement);
    this.#shake.update(now);
  }

  /** Puts the stage where the camera has it, or beside that while it shakes. */
  place(stage: Container, { offsetX, offsetY, scale }: Placement): void {
    stage.position.set(offsetX + this.#shake.x * scale, offsetY + this.#shake.y * scale);
  }

  /** To be called before the stage is destroyed. */
  destroy(): void {
    this.#particles.release();
    this.#popUps.container.destroy({ children: true });
  }

  #show(cue: Cue<Kind>): void {
    const {
      bursts = [],
      shake = 0,
      sound,
      text,
      textColour = palette().ink,
      textSize,
      textRise = 0,
    } = this.#effects[cue.kind];
    const { x, y, size, tick } = cue;
    for (const burst of bursts) {
      const { size: share = 0.2, speed = 0.1 } = burst;
      this.#particles.burst(x, y, { ...burst, size: share * size, speed: speed * Math.sqrt(size) }, tick);
    }
    if (shake > 0) this.#shake.add(shake, tick);
    if (sound !== undefined) speaker.play(SOUNDS[sound]);
    const words = text?.(cue) ?? '';
    if (words !== '') this.#popUps.add(words, x, y - textRise, textColour, tick, textSize);
  }
}
