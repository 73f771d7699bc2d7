/** What the text around a snippet of README.md lets its reader assume, and what holds once it has run. */
export interface Setting {
  /** Comes before the snippet, also when its types are checked. */
  readonly before: string;
  /** Comes after it and throws when the snippet did not do what the text says. */
  readonly after: string;
}

/** A world, and a way to put things into its collision. */
export const SPAWN = `
  import { addComponent, addEntity, createWorld, set } from 'bitecs';
  import { box, circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
  import type { Collision, ShapeSpec } from 'bitecs-collision/2d';
  const world = createWorld();
  const spawn = (collision: Collision, x: number, y: number, shape: ShapeSpec, tag: object = {}): number => {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, { x, y }));
    addComponent(world, eid, set(collision.Collider, shape));
    addComponent(world, eid, tag);
    return eid;
  };`;

export const EXPECT = `
  import assert from 'node:assert/strict';`;

/** By the heading a snippet stands under. */
export const README_SETTINGS: Readonly<Record<string, Setting>> = {
  'Quick start': { before: '', after: '' },
  'In space': {
    before: `
      const said: unknown[][] = [];
      const console = { log: (...words: unknown[]): void => { said.push(words); } };`,
    after: `${EXPECT}
      assert.ok(Math.abs(said[0][1] - 3) < 1e-9);
      assert.equal(said[0][3], 'on the ground');`,
  },
};
