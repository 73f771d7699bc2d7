import { Particle, ParticleContainer } from 'pixi.js';
import { createRandom } from '../../shell/random.ts';
import { PIECE_RADIUS, type Piece, piecesOfAtlas } from './atlas.ts';
import { wantsCalm } from './calm.ts';

/** A burst of particles, in units of the scene and ticks. */
export interface Burst {
  readonly piece?: Piece;
  readonly count: number;
  readonly colour: number;
  /** Units a tick at first; each gets a share of it. */
  readonly speed?: number;
  readonly life?: number;
  /** Radius at first, and how many times that at last. */
  readonly size?: number;
  readonly growth?: number;
}

/**
 * How a particle flew off: where it is follows from its age, so a view that skipped ticks has nothing to catch up on.
 */
interface Flight {
  x: number;
  y: number;
  speedX: number;
  speedY: number;
  spin: number;
  size: number;
  growth: number;
  born: number;
  life: number;
}

/** The share of its speed that a particle keeps from tick to tick. */
const KEPT = 0.93;

/** Particles from a pool that is never added to, in one draw call. When all fly, the oldest begin anew. */
class Particles {
  readonly container = new ParticleContainer({
    dynamicProperties: { vertex: true, position: true, rotation: true, uvs: true, color: true },
    eventMode: 'none',
  });
  readonly #particles: Particle[];
  readonly #flights: Flight[];
  readonly #pieces = piecesOfAtlas();
  /** Random numbers of its own: only the look depends on them, never the game. */
  readonly #random = createRandom(1);
  readonly #share = wantsCalm() ? 0.25 : 1;
  #next = 0;

  constructor(most = 500) {
    const hidden = { texture: this.#pieces.disc, anchorX: 0.5, anchorY: 0.5, scaleX: 0, scaleY: 0 };
    this.#particles = Array.from({ length: most }, () => new Particle(hidden));
    this.#flights = this.#particles.map(() => {
      return { x: 0, y: 0, speedX: 0, speedY: 0, spin: 0, size: 0, growth: 1, born: 0, life: 0 };
    });
    this.container.addParticle(...this.#particles);
  }

  /** Lets a burst fly from a place, as of a tick. */
  burst(x: number, y: number, burst: Burst, tick: number): void {
    const { piece = 'disc', colour, speed = 0.15, life = 30, size = 0.1, growth = 0 } = burst;
    const count = burst.count === 1 ? 1 : Math.ceil(burst.count * this.#share);
    for (let i = 0; i < count; i++) {
      const index = this.#next++ % this.#particles.length;
      const particle = this.#particles[index];
      const angle = 2 * Math.PI * this.#random();
      const pace = speed * (0.3 + 0.7 * this.#random());
      const vary = burst.count === 1 ? 1 : 0.5 + 0.5 * this.#random();
      particle.texture = this.#pieces[piece];
      particle.tint = colour;
      particle.rotation = burst.count === 1 ? 0 : angle;
      Object.assign(this.#flights[index], { x, y, size: size * vary, growth, born: tick, life: life * vary });
      Object.assign(this.#flights[index], { speedX: Math.cos(angle) * pace, speedY: Math.sin(angle) * pace });
      this.#flights[index].spin = burst.count === 1 ? 0 : 0.3 * (this.#random() - 0.5);
    }
  }

  draw(now: number): void {
    this.#flights.forEach(({ x, y, speedX, speedY, spin, size, growth, born, life }, i) => {
      const particle = this.#particles[i];
      const age = now - born;
      if (age >= life || age < 0) {
        particle.scaleX = particle.scaleY = 0;
        return;
      }
      const way = (1 - KEPT ** age) / (1 - KEPT);
      const done = age / life;
      particle.x = x + speedX * way;
      particle.y = y + speedY * way;
      particle.rotation += spin;
      particle.scaleX = particle.scaleY = (size * (1 + (growth - 1) * done)) / PIECE_RADIUS;
      particle.alpha = 1 - done * done;
    });
    this.container.update();
  }

  /** Takes them out of the picture that they were drawn in, and ends all flights. */
  release(): void {
    this.container.removeFromParent();
    for (const flight of this.#flights) flight.life = 0;
  }
}

const kept: { particles?: Particles } = {};

/**
 * Returns the particles of the page, for one view at a time. PixiJS leaves a buffer on the graphics card for every
 * ParticleContainer that is destroyed, so this one never is: release it before the picture that holds it is destroyed.
 */
export function borrowParticles(): Particles {
  kept.particles ??= new Particles();
  return kept.particles;
}
