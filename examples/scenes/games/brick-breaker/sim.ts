import { addComponent, addEntity, createWorld, query, removeEntity, set } from 'bitecs';
import { box, circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
import { Flashes } from '../../../shared/flashes.ts';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { createBalls } from './balls.ts';
import { brickShape, FIELD, PADDLE_HALF, PADDLE_Y, paddleShape, WIDE_HALF } from './field.ts';
import { LEVELS } from './levels.ts';

export const about: SceneAbout = {
  summary: 'The ball is cast through the world, several bounces a tick, so it never tunnels, however fast.',
  hint: 'Arrow keys or pointer move; space or a tap serves and starts again. Catch what falls.',
  touchHint: 'Move a finger to move the paddle; a tap serves and starts again. Catch what falls.',
};

export const MAX_SPEED = 18;
export const POWER_UPS = ['wider', 'ball', 'slower'] as const;
const PADDLE_SPEED = 16;
const SERVE_TICKS = 150;
const POWER_UP_TICKS = 900;

const Paddle = {};
const Brick = {};
const PowerUp = {};

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { timings: true });
  const { Transform, Collider, Static, Sensor } = collision;
  const input = createSceneInput();
  const counts = { score: 0, lives: 0, level: 0, balls: 0 };
  const game = { phase: 'serve' as 'serve' | 'play' | 'over' | 'won', speed: 0, wide: 0, slow: 0 };
  const flashes = new Flashes();
  const press = new Press();
  const hitsLeft: number[] = []; // by entity: the hits bricks can take
  const kind: number[] = []; //     by entity: what power-ups do
  let combo = 0;
  let waited = 0;
  let pointerX = 0;
  let target = 0;

  function place(x: number, y: number, ...parts: object[]): number {
    const eid = addEntity(world);
    for (const part of [set(Transform, { x, y }), ...parts]) addComponent(world, eid, part);
    return eid;
  }

  place(FIELD.minX - 1, 8, set(Collider, box(1, 9)), Static);
  place(FIELD.maxX + 1, 8, set(Collider, box(1, 9)), Static);
  place(0, FIELD.minY - 1, set(Collider, box(7, 1)), Static);
  const paddle = place(0, PADDLE_Y, set(Collider, paddleShape), Paddle);
  const balls = createBalls(world, collision, paddle, random, {
    onPaddle() {
      game.speed = Math.min(MAX_SPEED, game.speed + 0.2);
      combo = 0;
    },
    onHit(other) {
      if (hitsLeft[other] > 0 && --hitsLeft[other] === 0) shatter(other);
    },
    isRough: (other) => hitsLeft[other] === Infinity,
  });
  startLevel(1);

  /** The entities with a component, to loop over while they change. */
  function all(component: object): number[] {
    return [...query(world, [component])];
  }

  function startLevel(level: number): void {
    if (level === 1) Object.assign(counts, { score: 0, lives: 3 });
    counts.level = level;
    for (const brick of all(Brick)) removeEntity(world, brick);
    for (const [row, bricks] of LEVELS[level - 1].entries())
      for (const [column, sign] of [...bricks].entries())
        if (sign !== '.') {
          const brick = place(column - 4.5, 1.5 + 0.5 * row, set(Collider, brickShape), Static, Brick);
          hitsLeft[brick] = sign === 'X' ? Infinity : Number(sign);
        }
    serve();
  }

  function serve(): void {
    for (const eid of [...balls.all(), ...all(PowerUp)]) removeEntity(world, eid);
    Object.assign(game, { phase: 'serve', speed: 8 + counts.level, wide: 0, slow: 0 });
    waited = 0;
    balls.add();
  }

  function movePaddle(): void {
    const half = (Collider.halfWidth[paddle] = game.wide > 0 ? WIDE_HALF : PADDLE_HALF) + 0.08;
    const x = Transform.x[paddle];
    const reach = PADDLE_SPEED * TICK;
    if (input.moveX !== 0) target = x + input.moveX * reach;
    else if (input.pointerX !== pointerX) target = input.pointerX;
    pointerX = input.pointerX;
    target = Math.max(FIELD.minX + half, Math.min(FIELD.maxX - half, target));
    Transform.x[paddle] = x + Math.max(-reach, Math.min(reach, target - x));
  }

  function shatter(brick: number): void {
    const x = Transform.x[brick];
    const y = Transform.y[brick];
    counts.score += 10 * Math.min(8, ++combo);
    flashes.add(x, y, 0.6);
    removeEntity(world, brick);
    if (random() < 0.2) kind[place(x, y, set(Collider, circle(0.3)), Sensor, PowerUp)] = Math.floor(3 * random());
  }

  collision.onBegin([Paddle], [PowerUp], (_paddle, powerUp) => {
    const power = POWER_UPS[kind[powerUp]];
    if (power === 'wider') game.wide = POWER_UP_TICKS;
    else if (power === 'slower') game.slow = POWER_UP_TICKS;
    else balls.add();
    counts.score += 50;
    flashes.add(Transform.x[powerUp], Transform.y[powerUp], 1);
    removeEntity(world, powerUp);
  });

  function end(phase: 'won' | 'over'): void {
    game.phase = phase;
    press.lock();
  }

  function play(): void {
    for (const ball of balls.all()) balls.fly(ball, game.speed * (game.slow > 0 ? 0.6 : 1) * TICK);
    for (const powerUp of all(PowerUp)) Transform.y[powerUp] += 3.5 * TICK;
    for (const lost of [...balls.all(), ...all(PowerUp)])
      if (Transform.y[lost] > FIELD.maxY + 0.5) removeEntity(world, lost);
    game.wide = Math.max(0, game.wide - 1);
    game.slow = Math.max(0, game.slow - 1);
    if (all(Brick).every((brick) => hitsLeft[brick] === Infinity)) {
      if (counts.level < LEVELS.length) startLevel(counts.level + 1);
      else end('won');
    } else if (balls.all().length === 0) {
      if (--counts.lives > 0) serve();
      else end('over');
    }
  }

  return {
    ...{ world, collision, input, stages: collision.timings!, counts, game, press, flashes, paddle, kind, hitsLeft },
    balls: balls.all,
    bricks: () => all(Brick),
    powerUps: () => all(PowerUp),
    step() {
      const pressed = press.read(input);
      movePaddle();
      collisionSystem(world); // before the balls fly: their casts see the paddle where it is now
      if (game.phase === 'play') play();
      else if (game.phase !== 'serve') {
        if (pressed) startLevel(1);
      } else if (pressed || ++waited > SERVE_TICKS) game.phase = 'play';
      else for (const ball of balls.all()) Transform.x[ball] = Transform.x[paddle];
      counts.balls = balls.all().length;
      flashes.tick();
    },
    hash() {
      const eids = [...balls.all(), paddle, ...all(PowerUp)];
      const places = eids.flatMap((eid) => [Transform.x[eid], Transform.y[eid]]);
      return hashNumbers(places, places.length, hashNumbers([counts.score, counts.lives, counts.level, game.speed]));
    },
  } satisfies Sim & Record<string, unknown>;
}
