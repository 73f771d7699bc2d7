import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { box, circle, type ShapeSpec, seamless } from '../../../entry/2d.ts';
import { FLOORS, type Floor } from '../../support/floors-2d.ts';
import { AT_ORIGIN, ELSEWHERE, type Frame } from '../../support/frames-2d.ts';
import { makeStage } from '../../support/swept-stage.ts';

type Point = readonly [x: number, y: number];
type Pose = readonly [x: number, y: number, rotation?: number];

interface Motion {
  readonly from: Pose;
  readonly to: Pose;
}

const STAYS: Motion = { from: [0, 0], to: [0, 0] };
const near = (value: number): unknown => expect.closeTo(value, 9);

/** Moves a floor and a body, and returns the contacts of that tick between the two. Only floors of one part turn. */
function contactsOf({ parts, isSeamless = false }: Floor, floor: Motion, shape: ShapeSpec, body: Motion, frame: Frame) {
  const stage = makeStage();
  const { Transform, Static, Swept } = stage.collision;
  const isStatic = floor === STAYS;
  const put = (eid: number, x: number, y: number, rotation: number): void => {
    stage.move(eid, ...frame.at(x, y), rotation + frame.angle);
    Transform.scale[eid] = frame.scale;
  };
  const eids = parts.map(([part]) => stage.add(0, 0, part, isStatic ? Static : Swept));
  if (isSeamless) for (const eid of eids) addComponent(stage.world, eid, seamless(stage.world));
  const moving = stage.add(0, 0, shape, Swept);
  for (const time of ['from', 'to'] as const) {
    const [dx, dy, turn = 0] = floor[time];
    for (const [i, [, x, y]] of parts.entries()) put(eids[i], x + dx, y + dy, turn);
    put(moving, body[time][0], body[time][1], body[time][2] ?? 0);
    stage.tick();
  }
  return Array.from(stage.collision.contactsOf(moving), (contact) => {
    const sign = contact.a === moving ? 1 : -1;
    return {
      fraction: contact.fraction,
      point: [contact.pointX(0), contact.pointY(0)],
      normal: [sign * contact.normalX, sign * contact.normalY],
    };
  });
}

describe.each(Object.entries(FLOORS))('a floor of %s', (name, floor) => {
  describe.each([AT_ORIGIN, ELSEWHERE])('$name', (frame) => {
    const meeting = (fraction: number, [x, y]: Point, normal: Point) => ({
      fraction: near(fraction),
      point: frame.at(x, y).map(near),
      normal: frame.turned(...normal).map(near),
    });
    /** The contacts that come first, of those on the way. */
    const met = (floorMotion: Motion, shape: ShapeSpec, body: Motion) => {
      const contacts = contactsOf(floor, floorMotion, shape, body, frame).filter(({ fraction }) => fraction < 1);
      const first = Math.min(...contacts.map(({ fraction }) => fraction));
      return contacts.filter(({ fraction }) => fraction < first + 1e-9);
    };
    const DOWN: Point = [0, -1];

    it.each<readonly [string, Motion, Motion]>([
      ['it stays', STAYS, { from: [2, 4], to: [2, -1] }],
      ['a ball comes aslant', STAYS, { from: [0, 3.5], to: [4, -0.5] }],
      ['it rises', { from: [0, -2.5], to: [0, 2.5] }, { from: [2, 1.5], to: [2, 1.5] }],
      ['both come', { from: [0, -1], to: [0, 1] }, { from: [2, 3], to: [2, 0] }],
      ['it slides below', { from: [1, 0], to: [-1, 0] }, { from: [3, 3], to: [1, 0] }],
    ])('is met at a seam when %s', (_, floorMotion, body) => {
      const contacts = met(floorMotion, circle(0.5), body);
      expect(contacts.length).toBeGreaterThan(0);
      for (const contact of contacts) expect(contact).toEqual(meeting(0.5, [2, 1], DOWN));
    });

    const turns = floor.parts.length === 1 ? [0.5, -0.5] : [];
    for (const turn of turns) {
      it(`is met at a seam when it turns by ${2 * turn}, and is level when they meet`, () => {
        for (const rise of [0, 1, -1]) {
          const turning: Motion = { from: [0, -rise, -turn], to: [0, rise, turn] };
          const contacts = met(turning, circle(0.5), { from: [2, 4], to: [2, -1] });
          expect(contacts.length).toBeGreaterThan(0);
          for (const contact of contacts) expect(contact).toEqual(meeting(0.5, [2, 1], DOWN));
        }
      });
    }

    it.each<readonly [string, Motion, Motion]>([
      ['it stays', STAYS, { from: [0.6, 1.4], to: [3.4, 1.4] }],
      ['it is drawn away below', { from: [1.4, 0], to: [-1.4, 0] }, { from: [2, 1.4], to: [2, 1.4] }],
      ['both move', { from: [0.7, 1], to: [-0.7, 0] }, { from: [1.3, 2.4], to: [2.7, 1.4] }],
    ])('stops nothing at its seams that lies a little in it when %s', (_, floorMotion, body) => {
      for (const shape of [circle(0.5), box(0.5, 0.5)]) {
        for (const { normal } of contactsOf(floor, floorMotion, shape, body, frame)) {
          expect(normal).toEqual(frame.turned(...DOWN).map(near));
        }
      }
    });

    it('is met at its corners', () => {
      for (const [end, out] of [
        [0, -1],
        [4, 1],
      ] as const) {
        const x = end + 0.3 * out;
        const contacts = met(STAYS, circle(0.5), { from: [x, 3.4], to: [x, -0.6] });
        expect(contacts).toEqual([meeting(0.5, [end, 1], [-0.6 * out, -0.8])]);
        const rises: Motion = { from: [0, -2], to: [0, 2] };
        expect(met(rises, circle(0.5), { from: [x, 1.4], to: [x, 1.4] })).toEqual([
          meeting(0.5, [end, 1], [-0.6 * out, -0.8]),
        ]);
        if (name.includes('chain')) continue;
        const side: Motion = { from: [end + 2.5 * out, 0.5], to: [end - 1.5 * out, 0.5] };
        expect(met(STAYS, circle(0.5), side)).toEqual([meeting(0.5, [end, 0.5], [-out, 0])]);
      }
    });
  });
});
