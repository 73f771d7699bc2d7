import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  collideShape,
  collisionSystem,
  createCollision,
  type ShapeContact,
  type ShapeSpec,
  sweptColliders,
} from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { DRAWN_NAMES, makeTileMap, randomTileBody } from '../../support/random-tiles-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const COLUMNS = 12;
const ROWS = 8;
const NAMES = ['empty', ...DRAWN_NAMES, 'one-way'] as const;
const STEPS = 1000;

function randomMap(rng: Rng, slopes: number) {
  const cells = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    if (rng.next() * ROWS < Math.floor(i / COLUMNS) - 1 + 2 * rng.next()) return 0;
    return rng.next() < slopes ? rng.integer(2, NAMES.length - 1) : 1;
  });
  return makeTileMap(COLUMNS, ROWS, cells, NAMES);
}

/** Numbers as maps are made of, or any. */
function placed(rng: Rng, low: number, high: number): number {
  const at = rng.range(low, high);
  return rng.next() < 0.5 ? Math.round(4 * at) / 4 : at;
}

interface Pose {
  x: number;
  y: number;
  rotation: number;
}

const found: ShapeContact[] = [];

/** What a body touches, without one-way tiles: whether those hold it depends on where it comes from. */
function touches(world: object, shape: ShapeSpec, pose: Pose, isOneWay: (child: number) => boolean): ShapeContact[] {
  const count = collideShape(world, shape, pose, found);
  return found.slice(0, count).filter((contact) => !isOneWay(contact.child));
}

it.each([
  { seed: 1, turns: false },
  { seed: 2, turns: true },
])('what flies at tiles meets them when, where and as small steps do: turning $turns', ({ seed, turns }) => {
  const rng = createRng(seed);
  const rate = new HitRate();
  let onSlopes = 0;
  for (let round = 0; round < effort(1200, 80); round++) {
    const map = randomMap(rng, round % 3 === 0 ? 0 : 0.6);
    const world = createWorld();
    const collision = createCollision(world, { swept: sweptColliders });
    const { Transform, Collider, Swept, Static } = collision;
    const ground = addEntity(world);
    addComponent(world, ground, set(Transform, {}));
    addComponent(world, ground, set(Collider, map.spec));
    if (round % 2 === 0) addComponent(world, ground, Static);
    collisionSystem(world);
    const isOneWay = (child: number) => NAMES[map.cells[child]] === 'one-way';
    for (let k = 0; k < 4; k++) {
      const shape = randomTileBody(rng);
      const from = { x: placed(rng, -1, 13), y: placed(rng, 2, 10), rotation: rng.next() < 0.5 ? 0 : rng.range(-3, 3) };
      const to = {
        x: from.x + placed(rng, -3, 3),
        y: from.y + placed(rng, -4, 1),
        rotation: from.rotation,
      };
      if (turns) to.rotation += rng.range(-2, 2);
      const at = (t: number): Pose => ({
        x: from.x + t * (to.x - from.x),
        y: from.y + t * (to.y - from.y),
        rotation: from.rotation + t * (to.rotation - from.rotation),
      });
      if (map.isSolid(from.x, from.y) || collideShape(world, shape, from, found, { margin: 1e-6 }) > 0) continue;
      // The reference: small steps, and the first that touches halved.
      let first = Infinity;
      for (let step = 1; step <= STEPS && first === Infinity; step++) {
        if (touches(world, shape, at(step / STEPS), isOneWay).length === 0) continue;
        let low = (step - 1) / STEPS;
        first = step / STEPS;
        for (let i = 0; i < 40; i++) {
          const middle = (low + first) / 2;
          if (touches(world, shape, at(middle), isOneWay).length > 0) first = middle;
          else low = middle;
        }
      }
      const body = addEntity(world);
      addComponent(world, body, set(Transform, from));
      addComponent(world, body, set(Collider, shape));
      addComponent(world, body, Swept);
      collisionSystem(world);
      Transform.x[body] = to.x;
      Transform.y[body] = to.y;
      Transform.rotation[body] = to.rotation;
      collisionSystem(world);
      const where = `seed ${seed}, round ${round}, body ${k} of kind ${shape.kind}`;
      let met = Infinity;
      for (const contact of collision.contactsOf(ground, body)) {
        if (!contact.touching) continue;
        const child = contact.a === ground ? contact.childA : contact.childB;
        if (contact.fraction === 1 && isOneWay(child)) continue;
        met = contact.fraction;
        if (met === 1) continue;
        const sign = contact.a === ground ? 1 : -1;
        const nx = sign * contact.normalX;
        const ny = sign * contact.normalY;
        if (isOneWay(child)) {
          expect(ny, where).toBeCloseTo(1, 9);
          met = -1;
          continue;
        }
        if (NAMES[map.cells[child]] !== 'full') onSlopes++;
        const there = touches(world, shape, at(Math.min(1, met + 1e-7)), isOneWay);
        const same = there.filter((one) => one.normalX * nx + one.normalY * ny > 1 - 1e-4);
        const told = there.map((one) => `${one.child}: ${one.normalX}, ${one.normalY}`).join('; ');
        expect(same.length, `${where}: ${child}: ${nx}, ${ny} of ${told}`).toBeGreaterThan(0);
      }
      addComponent(world, body, collision.Disabled);
      if (met === -1) continue;
      rate.count(met <= 1);
      if (first === Infinity || met === Infinity) {
        // Between two steps it may graze a corner.
        if (first !== met) expect(first, `${where}: met ${met}`).toBe(Infinity);
        continue;
      }
      if (met < 1) expect(met, where).toBeLessThan(first + 1e-6);
      else expect(first, where).toBeGreaterThan(1 - 2 / STEPS);
    }
  }
  rate.expectBalanced();
  expect(onSlopes).toBeGreaterThan(effort(200, 15));
});
