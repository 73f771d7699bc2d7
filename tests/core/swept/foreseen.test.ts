import { describe, expect, it } from 'vitest';
import * as plane from '../../../entry/2d.ts';
import { copyContact, type ShapeSpec } from '../../../entry/2d.ts';
import * as space from '../../../entry/3d.ts';
import { effort } from '../../support/effort.ts';
import { planeKit, spaceKit } from '../../support/game-kits.ts';
import { createRng } from '../../support/rng.ts';
import { makeStage, type Stage } from '../../support/swept-stage.ts';

/*
 * Slow swept colliders are foreseen with all others, fast ones are looked for along their paths. Neither may lose or
 * invent a pair: what a world tells about two of its colliders is what a world tells that holds these two alone.
 */

const DIMENSIONS = [
  { kit: planeKit, slab: plane.box },
  { kit: spaceKit, slab: (x: number, y: number) => space.box(x, y, x) as unknown as ShapeSpec },
];

const SIDE = 13;
/** Two phases of slow ticks, longer than a pair cache serves, and one in which all that is swept is fast. */
const TICKS = 26;
const isFastPhase = (tick: number): boolean => tick > 12 && tick < 17;

interface Body {
  readonly shape: ShapeSpec;
  readonly isSwept: boolean;
  readonly isStatic: boolean;
  /** By tick: where it is. */
  readonly places: readonly (readonly [number, number])[];
}

function makeBodies(seed: number, count: number, shapes: readonly ShapeSpec[]): Body[] {
  const rng = createRng(seed);
  return Array.from({ length: count }, (_, i) => {
    const isSwept = i % 5 < 3;
    const isStatic = i % 5 === 4;
    const isAlwaysFast = i % 5 === 2;
    const place: [number, number] = [rng.range(0, SIDE), rng.range(0, SIDE)];
    const way = [rng.range(-1, 1), rng.range(-1, 1)];
    const places = Array.from({ length: TICKS }, (_, tick) => {
      const speed = isStatic ? 0 : isSwept && (isAlwaysFast || isFastPhase(tick)) ? 4 : 0.4;
      for (let axis = 0; axis < 2; axis++) {
        place[axis] += speed * way[axis];
        if (place[axis] < 0 ? way[axis] < 0 : place[axis] > SIDE && way[axis] > 0) way[axis] = -way[axis];
      }
      return [...place] as const;
    });
    return { shape: shapes[i % shapes.length], isSwept, isStatic, places };
  });
}

/** Runs a world of some bodies. Returns all that its ticks tell, in which bodies have the given names. */
function run(stage: Stage, bodies: readonly Body[], names: readonly number[]): string[] {
  const { collision, add, move, tick } = stage;
  const entities = bodies.map(({ shape, isSwept, isStatic, places }) =>
    add(...places[0], shape, ...(isSwept ? [collision.Swept] : []), ...(isStatic ? [collision.Static] : [])),
  );
  const nameOf = new Map(entities.map((entity, i) => [`${entity}`, names[i]]));
  const told: string[] = [];
  for (let at = 0; at < TICKS; at++) {
    for (const [i, { isStatic, places }] of bodies.entries()) if (!isStatic) move(entities[i], ...places[at]);
    for (const event of tick()) {
      const [kind, a, b] = event.split(' ');
      told.push(`${at}: ${kind} ${nameOf.get(a)} ${nameOf.get(b)}`);
    }
    for (const contact of collision.contacts()) {
      const { a, b, fraction, exitFraction, normalX, normalY } = contact;
      const where = copyContact(contact).points.map(({ x, y }) => `${x} ${y}`);
      const names = `${nameOf.get(`${a}`)} ${nameOf.get(`${b}`)}`;
      told.push(`${at}: contact ${names} ${fraction} ${exitFraction} ${normalX} ${normalY} ${where}`);
    }
  }
  return told;
}

describe.each(DIMENSIONS)('in $kit.name', ({ kit, slab }) => {
  const seeds = Array.from({ length: effort(4, 1) }, (_, i) => i + 1);

  it.each(seeds)('two of many meet as they do alone, seed %i', (seed) => {
    const bodies = makeBodies(seed, 68, [kit.round(0.5), slab(0.4, 0.6), kit.round(0.3)]);
    const all = run(makeStage({}, kit), bodies, [...bodies.keys()]);
    const pairwise: string[] = [];
    for (let i = 0; i < bodies.length; i++) {
      for (let k = i + 1; k < bodies.length; k++) {
        if (bodies[i].isStatic && bodies[k].isStatic) continue;
        pairwise.push(...run(makeStage({}, kit), [bodies[i], bodies[k]], [i, k]));
      }
    }
    expect(all.slice().sort()).toEqual(pairwise.sort());
    const fractions = all.filter((line) => line.includes('contact')).map((line) => Number(line.split(' ')[4]));
    expect(fractions.length).toBeGreaterThan(1000);
    expect(fractions.filter((fraction) => fraction < 1).length).toBeGreaterThan(200);
  });

  it('slow boxes that pass a corner on the way meet it in each tick, though their bounds never overlap', () => {
    const { collision, add, move, tick } = makeStage({}, kit);
    const boxes = Array.from({ length: 40 }, (_, i) => {
      add(10 * i, 0, slab(0.5, 0.5));
      return add(10 * i + 0.9, 1.05, slab(0.5, 0.5), collision.Swept);
    });
    tick();
    for (let at = 1; at < TICKS; at++) {
      const isOver = at % 2 === 0;
      for (const [i, entity] of boxes.entries()) move(entity, 10 * i + (isOver ? 0.9 : 1.05), isOver ? 1.05 : 0.9);
      tick();
      const fractions = Array.from(collision.contacts(), ({ fraction }) => fraction);
      expect(fractions).toHaveLength(boxes.length);
      for (const fraction of fractions) expect(fraction).toBeCloseTo(1 / 3, 9);
    }
  });
});
