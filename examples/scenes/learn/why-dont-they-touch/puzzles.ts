import { addComponent, removeComponent, set } from 'bitecs';
import { box, chain, circle, type PairReason, reconsider } from 'bitecs-collision/2d';
import type { Bench, Part } from './bench.ts';

/** One change that might mend a puzzle, with the code that a game would contain for it. */
interface Mend {
  readonly text: string;
  apply(bench: Bench): void;
}

/** Two things that are drawn over each other and do not touch. */
export interface Puzzle {
  readonly title: string;
  /** The reason that `explainPair` gives for the pair before it is mended. */
  readonly reason: PairReason;
  /** The first two parts are the pair that does not touch; others belong to the puzzle. */
  readonly parts: readonly [Part, Part, ...Part[]];
  build(bench: Bench): void;
  /** Changes what the game changed after the first tick with these parts. */
  later?(bench: Bench): void;
  /** Three changes to choose from, of which the first is the one that helps. */
  readonly mends: readonly [Mend, Mend, Mend];
}

const disc = (name: string, x: number, y: number, radius: number): Part => ({ name, x, y, outline: { radius } });
const block = (name: string, x: number, y: number, halfWidth: number, halfHeight: number): Part => {
  return { name, x, y, outline: { halfWidth, halfHeight } };
};

const SLOPE = [-3, 0.6, 0, 0, 3, 0.6];
/** The same points from the last to the first. */
const SLOPE_BACK = [3, 0.6, 0, 0, -3, 0.6];

/** The puzzles in the order in which they are shown: the most common reasons come first. */
export const PUZZLES: readonly Puzzle[] = [
  {
    title: 'The hero runs through a coin',
    reason: 'filtered-by-mask',
    parts: [disc('hero', -0.7, 0, 1), disc('coin', 0.6, 0, 0.7)],
    build(bench) {
      bench.make('hero', { ...circle(1), categoryBits: 1 });
      bench.make('coin', { ...circle(0.7), categoryBits: 2, maskBits: 4 });
    },
    mends: [
      mend('Collider.maskBits[coin] = 1', ({ collision, ids }) => {
        collision.Collider.maskBits[ids.coin] = 1;
      }),
      mend('Collider.maskBits[hero] = 2', ({ collision, ids }) => {
        collision.Collider.maskBits[ids.hero] = 2;
      }),
      mend('addComponent(world, coin, Sensor)', ({ world, collision, ids }) => {
        addComponent(world, ids.coin, collision.Sensor);
      }),
    ],
  },
  {
    title: 'A crate is stuck in a wall',
    reason: 'both-static',
    parts: [block('crate', -0.6, 0, 1, 1), block('wall', 0.8, 0, 0.6, 1.8)],
    build(bench) {
      const { Static } = bench.collision;
      bench.make('crate', box(1, 1), Static);
      bench.make('wall', box(0.6, 1.8), Static);
    },
    mends: [
      mend('removeComponent(world, crate, Static)', ({ world, collision, ids }) => {
        removeComponent(world, ids.crate, collision.Static);
      }),
      mend('collision.touch(crate)', ({ collision, ids }) => collision.touch(ids.crate)),
      mend('Collider.categoryBits[crate] = 0xffff', ({ collision, ids }) => {
        collision.Collider.categoryBits[ids.crate] = 0xffff;
      }),
    ],
  },
  {
    title: 'A shot goes through the edge of a rock two wide',
    reason: 'shapes-apart',
    parts: [disc('rock', -0.4, 0.4, 1), disc('shot', 0.42, -0.42, 0.5)],
    build(bench) {
      bench.make('rock', circle(0.5));
      bench.make('shot', circle(0.5));
    },
    mends: [
      mend('set(Collider, circle(1)) for the rock', ({ world, collision, ids }) => {
        addComponent(world, ids.rock, set(collision.Collider, circle(1)));
      }),
      mend('addComponent(world, shot, Swept)', ({ world, collision, ids }) => {
        addComponent(world, ids.shot, collision.Swept);
      }),
      mend('Collider.maskBits[rock] = 0xffffffff', ({ collision, ids }) => {
        collision.Collider.maskBits[ids.rock] = 0xffffffff;
      }),
    ],
  },
  {
    title: 'A coin came back, and cannot be picked up again',
    reason: 'disabled',
    parts: [disc('coin', 0.6, 0, 0.7), disc('hero', -0.7, 0, 1)],
    build(bench) {
      const { Sensor, Disabled } = bench.collision;
      bench.make('coin', circle(0.7), Sensor, Disabled);
      bench.make('hero', circle(1));
    },
    mends: [
      mend('removeComponent(world, coin, Disabled)', ({ world, collision, ids }) => {
        removeComponent(world, ids.coin, collision.Disabled);
      }),
      mend('removeComponent(world, coin, Sensor)', ({ world, collision, ids }) => {
        removeComponent(world, ids.coin, collision.Sensor);
      }),
      mend('Transform.x[coin] = Transform.x[hero]', ({ collision, ids }) => {
        collision.Transform.x[ids.coin] = collision.Transform.x[ids.hero];
      }),
    ],
  },
  {
    title: 'Everybody walks through this door',
    reason: 'no-transform',
    parts: [block('door', 0.6, 0, 0.4, 1.6), disc('guest', -0.4, 0.2, 0.9)],
    build(bench) {
      const { world, collision } = bench;
      addComponent(world, bench.makeBare('door'), set(collision.Collider, box(0.4, 1.6)));
      bench.make('guest', circle(0.9));
    },
    mends: [
      mend('addComponent(world, door, set(Transform, { x, y }))', (bench) => {
        addComponent(bench.world, bench.ids.door, set(bench.collision.Transform, bench.placeOf('door')));
      }),
      mend('Transform.x[door] = x', (bench) => {
        bench.collision.Transform.x[bench.ids.door] = bench.placeOf('door').x;
      }),
      mend('collision.touch(door)', ({ collision, ids }) => collision.touch(ids.door)),
    ],
  },
  {
    title: 'The ball falls through the paddle',
    reason: 'no-shape',
    parts: [disc('ball', 0.3, -0.7, 0.7), block('paddle', 0, 0.4, 2, 0.5)],
    build(bench) {
      const { world, collision } = bench;
      addComponent(world, bench.make('ball', undefined), collision.Collider);
      bench.make('paddle', box(2, 0.5));
    },
    mends: [
      mend('set(Collider, circle(0.7)) for the ball', ({ world, collision, ids }) => {
        addComponent(world, ids.ball, set(collision.Collider, circle(0.7)));
      }),
      mend('Collider.radius[ball] = 0.7', ({ collision, ids }) => {
        collision.Collider.radius[ids.ball] = 0.7;
      }),
      mend('Transform.y[ball] = Transform.y[paddle]', ({ collision, ids }) => {
        collision.Transform.y[ids.ball] = collision.Transform.y[ids.paddle];
      }),
    ],
  },
  {
    title: 'An arrow does its own archer no harm, and no other',
    reason: 'filtered-by-group',
    parts: [block('arrow', -0.5, 0, 1.4, 0.16), disc('ogre', 0.9, 0, 1)],
    build(bench) {
      bench.make('arrow', { ...box(1.4, 0.16), groupIndex: -1 });
      bench.make('ogre', { ...circle(1), groupIndex: -1 });
    },
    mends: [
      mend('Collider.groupIndex[ogre] = -2', ({ collision, ids }) => {
        collision.Collider.groupIndex[ids.ogre] = -2;
      }),
      mend('Collider.maskBits[arrow] = 0xffffffff', ({ collision, ids }) => {
        collision.Collider.maskBits[ids.arrow] = 0xffffffff;
      }),
      mend('reconsider(world, arrow)', ({ world, ids }) => reconsider(world, ids.arrow)),
    ],
  },
  {
    title: 'The gate is shut, and the cart drives through',
    reason: 'bounds-apart',
    parts: [block('cart', -0.9, 0.6, 1.1, 0.6), block('gate', 0.4, 0, 0.3, 1.6)],
    build(bench) {
      bench.make('cart', box(1.1, 0.6));
      bench.make('gate', box(0.3, 1.6), bench.collision.Static);
      bench.collision.Transform.y[bench.ids.gate] = -4;
    },
    later({ collision, ids }) {
      collision.Transform.y[ids.gate] = 0;
    },
    mends: [
      mend('collision.touch(gate)', ({ collision, ids }) => collision.touch(ids.gate)),
      mend('Transform.y[gate] = 0', ({ collision, ids }) => {
        collision.Transform.y[ids.gate] = 0;
      }),
      mend('addComponent(world, cart, Swept)', ({ world, collision, ids }) => {
        addComponent(world, ids.cart, collision.Swept);
      }),
    ],
  },
  {
    title: 'The dog was on a lead, and runs through its master',
    reason: 'same-family',
    parts: [disc('dog', 0.9, 0.3, 0.6), disc('master', -0.4, 0, 1)],
    build(bench) {
      const { world, AttachedTo } = bench;
      const parent = bench.make('master', circle(1));
      addComponent(world, bench.make('dog', circle(0.6)), set(AttachedTo, { parent, x: 1.3, y: 0.3 }));
    },
    mends: [
      mend('removeComponent(world, dog, AttachedTo)', ({ world, AttachedTo, ids }) => {
        removeComponent(world, ids.dog, AttachedTo);
      }),
      mend('AttachedTo.x[dog] = 0', ({ AttachedTo, ids }) => {
        AttachedTo.x[ids.dog] = 0;
      }),
      mend('Collider.groupIndex[dog] = 1', ({ collision, ids }) => {
        collision.Collider.groupIndex[ids.dog] = 1;
      }),
    ],
  },
  {
    title: 'A red spy turned blue beside a red guard',
    reason: 'refused-by-hook',
    parts: [disc('spy', -0.6, 0, 0.9), disc('guard', 0.7, 0, 0.9)],
    build(bench) {
      bench.sides.set(bench.make('spy', circle(0.9)), 'red');
      bench.sides.set(bench.make('guard', circle(0.9)), 'red');
    },
    later({ sides, ids }) {
      sides.set(ids.spy, 'blue');
    },
    mends: [
      mend('reconsider(world, spy)', ({ world, ids }) => reconsider(world, ids.spy)),
      mend("sides.set(guard, 'green')", ({ sides, ids }) => {
        sides.set(ids.guard, 'green');
      }),
      mend('Collider.maskBits[spy] = 0xffffffff', ({ collision, ids }) => {
        collision.Collider.maskBits[ids.spy] = 0xffffffff;
      }),
    ],
  },
  {
    title: 'A ball falls through the hill, a one-sided chain',
    reason: 'behind-one-sided',
    parts: [disc('ball', 0, -0.4, 0.8), { name: 'hill', x: 0, y: 0, outline: { points: SLOPE } }],
    build(bench) {
      bench.make('ball', circle(0.8));
      bench.make('hill', chain(SLOPE_BACK, { oneSided: true }), bench.collision.Static);
    },
    mends: [
      mend('chain(pointsFromTheOtherEnd, { oneSided: true })', ({ world, collision, ids }) => {
        addComponent(world, ids.hill, set(collision.Collider, chain(SLOPE, { oneSided: true })));
      }),
      mend('removeComponent(world, hill, Static)', ({ world, collision, ids }) => {
        removeComponent(world, ids.hill, collision.Static);
      }),
      mend('Collider.groupIndex[hill] = 0', ({ collision, ids }) => {
        collision.Collider.groupIndex[ids.hill] = 0;
      }),
    ],
  },
  {
    title: 'A lance misses whoever it hits',
    reason: 'parent-absent',
    parts: [block('lance', -0.1, 0, 1.2, 0.12), disc('dummy', 1.4, 0, 0.8), disc('knight', -1.6, 0, 0.8)],
    build(bench) {
      const { world, AttachedTo, collision } = bench;
      const parent = bench.make('knight', circle(0.8), collision.Disabled);
      addComponent(world, bench.make('lance', box(1.2, 0.12)), set(AttachedTo, { parent, x: 1.5 }));
      bench.make('dummy', circle(0.8));
    },
    mends: [
      mend('removeComponent(world, knight, Disabled)', ({ world, collision, ids }) => {
        removeComponent(world, ids.knight, collision.Disabled);
      }),
      mend('removeComponent(world, lance, Disabled)', ({ world, collision, ids }) => {
        removeComponent(world, ids.lance, collision.Disabled);
      }),
      mend('collision.teleport(lance)', ({ collision, ids }) => collision.teleport(ids.lance)),
    ],
  },
];

function mend(text: string, apply: Mend['apply']): Mend {
  return { text, apply };
}
