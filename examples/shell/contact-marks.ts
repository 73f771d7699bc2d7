import type { Contact } from 'bitecs-collision/2d';
import { Container } from 'pixi.js';
import { Instances } from './instances.ts';

/** Sizes in pixels. */
const POINT = 5;
const RIM = 1.5;
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
  readonly container = new Container({ eventMode: 'none' });
  #marks = new Instances('box', 64);
  #capacity = 64;

  constructor() {
    this.container.addChild(this.#marks.mesh);
  }

  /** Shows the contacts of the last tick; `pixel` is the size of a pixel in units of the scene. */
  update(
    contacts: () => Iterable<Contact>,
    show: { contacts: boolean; normals: boolean },
    colours: MarkColours,
    pixel: number,
  ): void {
    let needed = 0;
    for (const contact of contacts()) needed += 3 * contact.pointCount;
    this.#reserve(needed);
    let used = 0;
    for (const contact of contacts()) {
      const { normalX, normalY } = contact;
      const colour = contact.touching ? colours.touching : colours.near;
      for (let i = 0; i < contact.pointCount; i++) {
        const x = contact.pointX(i);
        const y = contact.pointY(i);
        if (show.normals) {
          const half = (ARROW / 2) * pixel;
          const rotation = Math.atan2(normalY, normalX);
          this.#marks.place(used, x + normalX * half, y + normalY * half, half, (LINE / 2) * pixel, rotation);
          this.#marks.paint(used++, colours.normal, colours.normal, 0);
        }
        if (show.contacts) {
          // The rim tells the point from what it lies on, which may have the same colour.
          const half = (POINT / 2) * pixel;
          const rim = half + RIM * pixel;
          this.#marks.place(used, x, y, rim, rim, Math.PI / 4);
          this.#marks.paint(used++, colours.normal, colours.normal, 0);
          this.#marks.place(used, x, y, half, half, Math.PI / 4);
          this.#marks.paint(used++, colour, colour, 0);
        }
      }
    }
    this.#marks.upload(used);
  }

  destroy(): void {
    this.#marks.destroy();
    this.container.destroy();
  }

  #reserve(needed: number): void {
    if (needed <= this.#capacity) return;
    this.#capacity = 2 * needed;
    this.#marks.destroy();
    this.#marks = new Instances('box', this.#capacity);
    this.container.addChild(this.#marks.mesh);
  }
}
