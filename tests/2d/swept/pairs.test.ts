import { describe, expect, it } from 'vitest';
import { box, chain, circle, ellipse, type ShapeSpec, sector, segment } from '../../../entry/2d.ts';
import { AT_ORIGIN, ELSEWHERE, type Frame } from '../../support/frames-2d.ts';
import { MEETINGS, type Path, type Pose } from '../../support/meetings-2d.ts';
import { makeStage, type Stage } from '../../support/swept-stage.ts';

const ball = circle(0.5);
const near = (value: number): unknown => expect.closeTo(value, 9);

/** Puts two colliders where their paths start, runs a tick, moves them to the ends and runs another one. */
function sweep(first: Path, second: Path, { at, angle, scale }: Frame = AT_ORIGIN): Stage {
  const stage = makeStage();
  const { Transform, Static, Swept } = stage.collision;
  const poseOf = ([x, y, rotation = 0]: Pose) => [...at(x, y), rotation + angle] as const;
  const eids = [first, second].map(({ shape, from, to }) => {
    const [x, y, rotation] = poseOf(from);
    const eid = stage.add(x, y, shape, to === undefined ? Static : Swept);
    Transform.rotation[eid] = rotation;
    Transform.scale[eid] = scale;
    return eid;
  });
  stage.tick();
  for (const [i, { to }] of [first, second].entries()) if (to !== undefined) stage.move(eids[i], ...poseOf(to));
  stage.tick();
  return stage;
}

const contactsOf = ({ collision }: Stage) =>
  Array.from(collision.contacts(), (contact) => ({
    childA: contact.childA,
    childB: contact.childB,
    fraction: contact.fraction,
    exitFraction: contact.exitFraction,
    normal: [contact.normalX, contact.normalY],
    point: [contact.pointX(0), contact.pointY(0)],
  }));

describe('on their ways', () => {
  for (const [name, [a, b, { fraction, exit, normal, point, childB = 0 }]] of Object.entries(MEETINGS)) {
    it.each([AT_ORIGIN, ELSEWHERE])(`meet ${name}, $name`, (frame) => {
      const meeting = { fraction: near(fraction), exitFraction: near(exit), point: frame.at(...point).map(near) };
      const [x, y] = frame.turned(...normal);
      expect(contactsOf(sweep(a, b, frame))).toEqual([{ ...meeting, normal: [near(x), near(y)], childA: 0, childB }]);
      expect(contactsOf(sweep(b, a, frame))).toEqual([
        { ...meeting, normal: [near(0 - x), near(0 - y)], childA: childB, childB: 0 },
      ]);
    });
  }

  it.each<readonly [string, Path, Path]>([
    ['circles that pass by', { shape: ball, from: [-9, 1.6], to: [9, 1.6] }, { shape: circle(1), from: [0, 0] }],
    [
      'a circle that stops before a box',
      { shape: ball, from: [-9, 0], to: [-1.6, 0] },
      { shape: box(1, 1), from: [0, 0] },
    ],
    [
      'circles that go side by side',
      { shape: ball, from: [0, 0], to: [50, 50] },
      { shape: ball, from: [2, 0], to: [52, 50] },
    ],
    [
      'a circle and a box that is there later',
      { shape: ball, from: [-10, 0], to: [10, 0] },
      { shape: box(1, 1), from: [0, -30], to: [0, 0.5] },
    ],
    [
      'a circle and a one-sided chain from behind',
      { shape: ball, from: [1, -9], to: [1, 9] },
      { shape: chain([4, 0, 0, 0], { oneSided: true }), from: [0, 0] },
    ],
    [
      'a stick that turns, and a circle behind it',
      { shape: segment(0, 0, 4, 0), from: [0, 0, 0], to: [0, 0, 3] },
      { shape: circle(0.1), from: [0, -3] },
    ],
  ])('do not meet: %s', (_, a, b) => {
    expect(contactsOf(sweep(a, b)).filter((contact) => contact.fraction < 1)).toEqual([]);
    expect(contactsOf(sweep(b, a)).filter((contact) => contact.fraction < 1)).toEqual([]);
  });

  it.each<readonly [string, Path, Path]>([
    ['circle', { shape: ellipse(3, 1), from: [0, 0, 0], to: [0, 0, 1.4] }, { shape: circle(1), from: [0, 3.5] }],
    ['box', { shape: ellipse(3, 1), from: [1, 0, 0], to: [0, 1, 1.2] }, { shape: box(1, 1), from: [0, 3.5] }],
    [
      'ellipse',
      { shape: sector(3, 0.5), from: [0, 0, 0], to: [0, 0.5, 1.4] },
      { shape: ellipse(1, 1.5), from: [0, 3.5] },
    ],
  ])('a curved shape that turns touches a %s where the fraction says', (_, a, b) => {
    const [{ fraction }] = contactsOf(sweep(a, b));
    expect(fraction).toBeGreaterThan(0.1);
    expect(fraction).toBeLessThan(0.95);
    const mixed = [0, 1, 2].map((i) => a.from[i]! + fraction * (a.to![i]! - a.from[i]!));
    const stage = makeStage({ margin: 0.1 });
    const moved = stage.add(0, 0, a.shape);
    stage.move(moved, mixed[0], mixed[1], mixed[2]);
    stage.add(b.from[0], b.from[1], b.shape, stage.collision.Static);
    stage.tick();
    const separations = Array.from(stage.collision.contacts(), (contact) => contact.pointSeparation(0));
    expect(separations).toEqual([expect.closeTo(0, 9)]);
  });
});

describe('what is put onto the start of a path', () => {
  /** A ball that goes from (0, 0) to (8, 0), and a shape that is set down there before it goes. */
  function setDown(shape: ShapeSpec, x: number, y: number): ReturnType<typeof contactsOf> {
    const stage = makeStage();
    const moving = stage.add(0, 0, ball, stage.collision.Swept);
    const put = stage.add(50, 50, shape);
    stage.tick();
    stage.move(put, x, y);
    stage.collision.teleport(put);
    stage.move(moving, 8, 0);
    stage.tick();
    return contactsOf(stage);
  }

  it('is met at once, with the normal of the shortest way out', () => {
    expect(setDown(box(2, 1), 1.4, 0)).toMatchObject([{ fraction: 0, exitFraction: near(3.9 / 8), normal: [1, 0] }]);
    expect(setDown(box(2, 1), 0.4, 0.9)).toMatchObject([{ fraction: 0, exitFraction: near(2.9 / 8), normal: [0, 1] }]);
    expect(setDown(circle(1), 0.6, 0.8)).toMatchObject([
      { fraction: 0, exitFraction: near((0.6 + Math.sqrt(1.5 ** 2 - 0.8 ** 2)) / 8), normal: [near(0.6), near(0.8)] },
    ]);
  });
});

it('an angle that is brought back within −π … π turns the shorter way, any other as far as it says', () => {
  /** Which of the balls at the right and at the left a pointer meets that turns from one angle to another. */
  const metFrom = (from: number, to: number): string[] => {
    const pointer: Path = { shape: segment(1, 0, 4, 0), from: [0, 0, from], to: [0, 0, to] };
    const balls = { right: 3, left: -3 };
    return Object.entries(balls)
      .filter(([, x]) => contactsOf(sweep(pointer, { shape: circle(0.05), from: [x, 0] })).length > 0)
      .map(([side]) => side);
  };
  expect(metFrom(3.1, -3.1)).toEqual(['left']);
  expect(metFrom(-3.1, 3.1)).toEqual(['left']);
  expect(metFrom(3.2, -3.1)).toEqual(['right', 'left']);
  expect(metFrom(-3.2, 3.1)).toEqual(['right', 'left']);
  // Half a turn is within; a hair more is not.
  expect(metFrom(1, -Math.PI)).toEqual(['left']);
  expect(metFrom(1, -Math.PI - 1e-6)).toEqual(['right', 'left']);
  expect(metFrom(1.5, -1.5)).toEqual(['right']);
  expect(metFrom(0.5, 1)).toEqual([]);
});
