import type { Contact } from 'bitecs-collision/2d';
import { Particle, ParticleContainer, Texture } from 'pixi.js';

/** Sizes in pixels. */
const POINT = 5;
const ARROW = 22;
const LINE = 1.5;

export interface MarkColours {
  readonly touching: number;
  /** Contacts within the margin that do not touch yet. */
  readonly near: number;
  readonly normal: number;
}

/** Contact points and normals of a world, thousands of them in one draw call. */
export class ContactMarks {
  readonly container = new ParticleContainer({
    texture: Texture.WHITE,
    dynamicProperties: { position: true, rotation: true, vertex: true, color: true },
    eventMode: 'none',
  });
  readonly #particles: Particle[] = [];
  #used = 0;

  /** Shows the contacts of the last tick; `pixel` is the size of a pixel in units of the scene. */
  update(
    contacts: Iterable<Contact>,
    show: { contacts: boolean; normals: boolean },
    colours: MarkColours,
    pixel: number,
  ): void {
    this.#used = 0;
    for (const contact of contacts) {
      for (let i = 0; i < contact.pointCount; i++) {
        const x = contact.pointX(i);
        const y = contact.pointY(i);
        if (show.normals) {
          const arrow = this.#put(x, y, colours.normal, ARROW * pixel, LINE * pixel);
          arrow.rotation = Math.atan2(contact.normalY, contact.normalX);
          arrow.anchorX = 0;
        }
        if (show.contacts) {
          const point = this.#put(
            x,
            y,
            contact.touching ? colours.touching : colours.near,
            POINT * pixel,
            POINT * pixel,
          );
          point.rotation = Math.PI / 4;
          point.anchorX = 0.5;
        }
      }
    }
    this.container.particleChildren = this.#particles.slice(0, this.#used);
    this.container.update();
  }

  destroy(): void {
    this.container.destroy();
  }

  #put(x: number, y: number, tint: number, length: number, thickness: number): Particle {
    const particle = (this.#particles[this.#used++] ??= new Particle({ texture: Texture.WHITE, anchorY: 0.5 }));
    particle.x = x;
    particle.y = y;
    particle.tint = tint;
    particle.scaleX = length / Texture.WHITE.width;
    particle.scaleY = thickness / Texture.WHITE.height;
    return particle;
  }
}
