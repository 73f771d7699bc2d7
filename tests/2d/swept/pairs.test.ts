import { describe, expect, it } from 'vitest';
import { box, chain, circle, compound, ellipse, type ShapeSpec, sector, segment, tiles } from '../../../entry/2d.ts';
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

  const CURVED: readonly (readonly [string, Path, Path])[] = [
    ['circle', { shape: ellipse(3, 1), from: [0, 0, 0], to: [0, 0, 1.4] }, { shape: circle(1), from: [0, 3.5] }],
    ['box', { shape: ellipse(3, 1), from: [1, 0, 0], to: [0, 1, 1.2] }, { shape: box(1, 1), from: [0, 3.5] }],
    [
      'ellipse',
      { shape: sector(3, 0.5), from: [0, 0, 0], to: [0, 0.5, 1.4] },
      { shape: ellipse(1, 1.5), from: [0, 3.5] },
    ],
    [
      'circle that falls on it',
      { shape: ellipse(3, 1), from: [0, -2, 0], to: [1, 2, 1.4] },
      { shape: circle(1), from: [0, 9], to: [1, 1] },
    ],
    [
      'circle that it goes up to',
      { shape: ellipse(3, 1), from: [0, -4, 0], to: [0, 4, 0.2] },
      { shape: circle(1), from: [0, 0] },
    ],
    [
      'circle that it goes right to',
      { shape: ellipse(1, 3), from: [-4, 0, 0], to: [4, 0, 0.2] },
      { shape: circle(1), from: [0, 0] },
    ],
  ];
  describe.each([AT_ORIGIN, ELSEWHERE])('$name', ({ at, angle, scale, ...frame }) => {
    it.each(CURVED)('a curved shape that turns touches a %s where the fraction says', (_, a, b) => {
      const [{ fraction }] = contactsOf(sweep(a, b, { at, angle, scale, ...frame }));
      expect(fraction).toBeGreaterThan(0.1);
      expect(fraction).toBeLessThan(0.95);
      const stage = makeStage({ margin: 0.1 });
      for (const { shape, from, to = from } of [a, b]) {
        const [x, y, turn] = [0, 1, 2].map((i) => (from[i] ?? 0) + fraction * ((to[i] ?? 0) - (from[i] ?? 0)));
        const eid = stage.add(0, 0, shape);
        stage.move(eid, ...at(x, y), turn + angle);
        stage.collision.Transform.scale[eid] = scale;
      }
      stage.tick();
      const separations = Array.from(stage.collision.contacts(), (contact) => contact.pointSeparation(0));
      expect(separations).toEqual([expect.closeTo(0, 8)]);
    });
  });

  // A bar from (−2, 0) to (2, 0) that turns as it goes; a line and a tile whose upper sides alone are solid.
  const bar = box(2, 0.1);
  const oneSided = chain([4, 0, -4, 0], { oneSided: true });
  const oneWay = tiles({ columns: 1, rows: 1, size: 8, cells: [1], shapes: { 1: 'one-way' }, yUp: true });
  const FALLS = { from: [0, 3, -0.5], to: [0, -3, 0.5] } as const;
  const RISES = { from: [0, -3, -0.5], to: [0, 3, 0.5] } as const;
  const STEADY = { from: [0, -3], to: [0, 3] } as const;
  it.each<readonly [string, Path, Path, isMet: boolean]>([
    [
      'a bar that turns, and a one-sided line from above',
      { shape: bar, ...FALLS },
      { shape: oneSided, from: [0, 0] },
      true,
    ],
    [
      'a bar that turns, and a one-sided line from below',
      { shape: bar, ...RISES },
      { shape: oneSided, from: [0, 0] },
      false,
    ],
    ['a ball, and a one-sided line from below', { shape: ball, ...STEADY }, { shape: oneSided, from: [0, 0] }, false],
    [
      'a bar that turns, and a one-way tile from above',
      { shape: bar, ...FALLS },
      { shape: oneWay, from: [-4, -8] },
      true,
    ],
    [
      'a bar that turns, and a one-way tile from below',
      { shape: bar, ...RISES },
      { shape: oneWay, from: [-4, -8] },
      false,
    ],
    [
      'a box, and a one-way tile from below',
      { shape: box(1, 0.5), ...STEADY },
      { shape: oneWay, from: [-4, -8] },
      false,
    ],
    [
      'a bar that falls, and a one-sided line that comes up to it',
      { shape: bar, from: [0, 3, -0.5], to: [0, 0, 0.5] },
      { shape: oneSided, from: [0, -1], to: [0, 2] },
      true,
    ],
    [
      'a bar, and a one-sided line that comes down on it',
      { shape: bar, from: [0, -2, -0.5], to: [0, -1, 0.5] },
      { shape: oneSided, from: [0, 3], to: [0, -6] },
      false,
    ],
  ])('one-sided and one-way: %s', (_, a, b, isMet) => {
    for (const frame of [AT_ORIGIN, ELSEWHERE]) {
      for (const [first, second] of [
        [a, b],
        [b, a],
      ]) {
        const met = contactsOf(sweep(first, second, frame)).filter(({ fraction }) => fraction < 1);
        expect(met.length > 0).toBe(isMet);
      }
    }
  });

  it('of two pieces that are met at once the first counts', () => {
    const twins: Path = { shape: compound([ball, ball]), from: [0, 0] };
    for (const turn of [0, 1]) {
      const goes: Path = { shape: box(1, 0.5), from: [0, 5, 0], to: [0, -5, turn] };
      expect(contactsOf(sweep(goes, twins))).toMatchObject([{ childA: 0, childB: 0 }]);
      expect(contactsOf(sweep(twins, goes))).toMatchObject([{ childA: 0, childB: 0 }]);
    }
  });

  it('a circle beside its entity goes round it as the entity turns', () => {
    // From (0, 3) to (−3, 0), past a ball at 45°, which it touches where the chord between both is 1.
    const goes: Path = { shape: { ...ball, offsetY: 3 } as ShapeSpec, from: [0, 0, 0], to: [0, 0, Math.PI / 2] };
    const stays: Path = { shape: ball, from: [-3 * Math.SQRT1_2, 3 * Math.SQRT1_2] };
    for (const frame of [AT_ORIGIN, ELSEWHERE]) {
      const [{ fraction }] = contactsOf(sweep(goes, stays, frame));
      expect(fraction).toBeCloseTo((Math.PI / 4 - 2 * Math.asin(1 / 6)) / (Math.PI / 2), 8);
    }
  });
});

describe.each([AT_ORIGIN, ELSEWHERE])('what is put onto the start of a path, $name', ({ at, turned, angle, scale }) => {
  /** A ball, or another shape, that goes from (0, 0) to (8, 0), and a shape that is set down there before it goes. */
  function setDown(shape: ShapeSpec, x: number, y: number, goes: ShapeSpec = ball, turn = 0) {
    const stage = makeStage();
    const moving = stage.add(0, 0, goes, stage.collision.Swept);
    const put = stage.add(0, 0, shape);
    for (const eid of [moving, put]) stage.collision.Transform.scale[eid] = scale;
    stage.move(moving, ...at(0, 0), angle);
    stage.move(put, ...at(50, 50), angle);
    stage.tick();
    stage.move(put, ...at(x, y), angle);
    stage.collision.teleport(put);
    stage.move(moving, ...at(8, 0), angle + turn);
    stage.tick();
    return contactsOf(stage);
  }
  const normal = (x: number, y: number): unknown[] => turned(x, y).map(near);

  it('is met at once, with the normal of the shortest way out', () => {
    const met = (exit: number, x: number, y: number): unknown => [
      expect.objectContaining({ fraction: 0, exitFraction: near(exit), normal: normal(x, y) }),
    ];
    expect(setDown(box(2, 1), 1.4, 0)).toEqual(met(3.9 / 8, 1, 0));
    expect(setDown(box(2, 1), 0.4, 0.9)).toEqual(met(2.9 / 8, 0, 1));
    expect(setDown(circle(1), 0.6, 0.8)).toEqual(met((0.6 + Math.sqrt(1.5 ** 2 - 0.8 ** 2)) / 8, 0.6, 0.8));
    expect(setDown(box(1, 3), 1.2, 0.5, box(0.5, 0.5))).toEqual(met(2.7 / 8, 1, 0));
  });

  it('is met where it is, of what goes straight and of what turns', () => {
    for (const turn of [0, 0.75]) {
      for (const goes of [ball, box(0.5, 0.5)]) {
        const [{ fraction, point, normal: found }] = setDown(box(1, 3), 1.2, 0.5, goes, turn);
        expect([fraction, found]).toEqual([0, normal(1, 0)]);
        const [x, y] = at(0, 0);
        const off = [point[0] - x, point[1] - y];
        const along = off[0] * turned(1, 0)[0] + off[1] * turned(1, 0)[1];
        // Between the surface of the one, at 0.5, and that of the other, at 0.2.
        expect(along / scale).toBeGreaterThan(0.2 - 1e-9);
        expect(along / scale).toBeLessThan(0.5 + 1e-9);
        expect(Math.abs(off[0] * turned(0, 1)[0] + off[1] * turned(0, 1)[1]) / scale).toBeLessThan(0.5 + 1e-9);
      }
    }
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
