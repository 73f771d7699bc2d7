import { addComponent, addEntity, set } from 'bitecs';
import type { Collision } from 'bitecs-collision/2d';
import { TICK } from '../../../shell/scene.ts';
import { GROUPS, type Group, MAGNETS } from './groups.ts';

/** The side of the square they live in. */
export const SIZE = 9;
/** How near the edge the middle of a member comes, so that no corner sticks out. */
const INSETS = GROUPS.map(({ outline }) => Math.max(...outline));
/** Radians a second. */
const SPIN = 0.4;

export interface Body {
  readonly eid: number;
  /** The body's name: that of its group, and a letter. */
  readonly name: string;
  /** The index of the body's group in GROUPS. */
  readonly group: number;
  velocityX: number;
  velocityY: number;
  /** 1 or −1 for magnets, 0 for all others. */
  readonly pole: number;
}

/** The members of all groups: they go straight ahead and turn back at the edge. Nobody gives way. */
export class Bodies {
  readonly all: readonly Body[];
  readonly #collision: Collision;

  constructor(world: object, collision: Collision, random: () => number) {
    this.#collision = collision;
    this.all = GROUPS.flatMap((_, group) => this.#addGroup(world, group, random));
  }

  #addGroup(world: object, group: number, random: () => number): Body[] {
    const { collider, tag, speed, count }: Group = GROUPS[group];
    const { Transform, Collider } = this.#collision;
    return Array.from({ length: count }, (_, i) => {
      const eid = addEntity(world);
      const inset = INSETS[group];
      const room = SIZE - 2 * inset;
      const pose = { x: inset + room * random(), y: inset + room * random(), rotation: 6 * random() };
      addComponent(world, eid, set(Transform, pose));
      addComponent(world, eid, set(Collider, collider));
      if (tag !== undefined) addComponent(world, eid, this.#collision[tag]);
      const x = random() - 0.5;
      const y = random() - 0.5;
      const scale = speed / Math.sqrt(x * x + y * y);
      const pole = group !== MAGNETS ? 0 : i % 2 === 0 ? 1 : -1;
      const name = `${GROUPS[group].name} ${'ABCDE'[i]}`;
      return { eid, name, group, velocityX: x * scale, velocityY: y * scale, pole };
    });
  }

  /** Moves all bodies except static ones and the one that is held. */
  move(held: Body | undefined): void {
    const { Transform } = this.#collision;
    for (const body of this.all) {
      const { eid, group } = body;
      const { speed } = GROUPS[group];
      const inset = INSETS[group];
      if (body === held || speed === 0) continue;
      const x = Transform.x[eid] + body.velocityX * TICK;
      const y = Transform.y[eid] + body.velocityY * TICK;
      if (x < inset || x > SIZE - inset) body.velocityX = Math.abs(body.velocityX) * (x < inset ? 1 : -1);
      if (y < inset || y > SIZE - inset) body.velocityY = Math.abs(body.velocityY) * (y < inset ? 1 : -1);
      this.place(body, x, y);
      Transform.rotation[eid] += SPIN * TICK;
    }
  }

  place({ eid, group }: Body, x: number, y: number): void {
    const { Transform } = this.#collision;
    const inset = INSETS[group];
    Transform.x[eid] = Math.max(inset, Math.min(SIZE - inset, x));
    Transform.y[eid] = Math.max(inset, Math.min(SIZE - inset, y));
  }

  /**
   * Returns the body nearest to a point. Queries of the world never find disabled colliders, so this looks at all
   * bodies.
   */
  nearest(x: number, y: number, except?: Body): Body {
    const { Transform } = this.#collision;
    let found = this.all[0];
    let least = Infinity;
    for (const body of this.all) {
      const awayX = Transform.x[body.eid] - x;
      const awayY = Transform.y[body.eid] - y;
      const away = Math.sqrt(awayX * awayX + awayY * awayY) - GROUPS[body.group].reach;
      if (body === except || away >= least) continue;
      least = away;
      found = body;
    }
    return found;
  }
}
