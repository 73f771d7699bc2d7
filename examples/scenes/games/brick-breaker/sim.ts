import { addComponent, addEntity, createWorld, query, removeEntity, set } from 'bitecs';
import { box, type CastHit, castShape, circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
import { Flashes } from '../../../shared/flashes.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { LEVELS } from './levels.ts';

export const about: SceneAbout = {
  summary: 'The ball is cast through the world, several bounces a tick, so it never tunnels, however fast.',
  hint: 'Arrow keys or pointer move; space or a tap serves and starts again. Catch what falls.',
};

/** The field, in bricks; y points down and the bottom is open. */
export const FIELD = { minX: -5, minY: 0, maxX: 5, maxY: 14 };
export const MAX_SPEED = 18;
export const POWER_UPS = ['wider', 'ball', 'slower'] as const;
export const ballShape = circle(0.18);
export const brickShape = box(0.46, 0.21);

const PADDLE_Y = 13;
const PADDLE_SPEED = 16;
const SERVE_TICKS = 150;
const POWER_UP_TICKS = 900;
const MAX_BOUNCES = 12;
/** A bounce keeps the ball this far off what it met, so that the next cast does not start in touch with it. */
const SKIN = 1e-4;
/** The least share of vertical motion: a ball that flies level never comes back. */
const LEAST_RISE = 0.25;

const Ball = {};
const Paddle = {};
const Brick = {};
const PowerUp = {};

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static, Sensor } = collision;
  const input = createSceneInput();
  const counts = { score: 0, lives: 0, level: 0, balls: 0 };
  const game = { phase: 'serve' as 'serve' | 'play' | 'over' | 'won', speed: 0, wide: 0, slow: 0 };
  const flashes = new Flashes();
  // By entity: the direction of balls, the hits bricks can take, what power-ups do.
  const directionX: number[] = [];
  const directionY: number[] = [];
  const hitsLeft: number[] = [];
  const kind: number[] = [];
  const hit: CastHit = { entity: 0, child: 0, fraction: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
  let combo = 0;
  let waited = 0;
  let wasPressed = false;
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
  const paddle = place(0, PADDLE_Y, set(Collider, box(0.9, 0.12, { radius: 0.08 })), Paddle);
  startLevel(1);

  /** The entities with a component, to loop over while they change. */
  function all(component: object): number[] {
    return [...query(world, [component])];
  }

  function startLevel(level: number): void {
    if (level === 1) Object.assign(counts, { score: 0, lives: 3 });
    counts.level = level;
    for (const brick of all(Brick)) removeEntity(world, brick);
    for (const [row, bricks] of LEVELS[level - 1]!.entries())
      for (const [column, sign] of [...bricks].entries())
        if (sign !== '.') {
          const brick = place(column - 4.5, 1.5 + 0.5 * row, set(Collider, brickShape), Static, Brick);
          hitsLeft[brick] = sign === 'X' ? Infinity : Number(sign);
        }
    serve();
  }

  function serve(): void {
    for (const eid of [...all(Ball), ...all(PowerUp)]) removeEntity(world, eid);
    Object.assign(game, { phase: 'serve', speed: 8 + counts.level, wide: 0, slow: 0 });
    waited = 0;
    addBall();
  }

  /** Balls have no collider: they are cast, and nothing else needs to meet them. */
  function addBall(): void {
    const ball = place(Transform.x[paddle]!, PADDLE_Y - 0.5, Ball);
    directionX[ball] = 0.5 * (random() - 0.5);
    directionY[ball] = -Math.sqrt(1 - directionX[ball]! * directionX[ball]!);
  }

  function movePaddle(): void {
    const half = (Collider.halfWidth[paddle] = game.wide > 0 ? 1.5 : 0.9) + 0.08;
    const x = Transform.x[paddle]!;
    const reach = PADDLE_SPEED * TICK;
    if (input.moveX !== 0) target = x + input.moveX * reach;
    else if (input.pointerX !== pointerX) target = input.pointerX;
    pointerX = input.pointerX;
    target = Math.max(FIELD.minX + half, Math.min(FIELD.maxX - half, target));
    Transform.x[paddle] = x + Math.max(-reach, Math.min(reach, target - x));
  }

  /** Flies for one tick: casts the ball to the first thing in its way, bounces, and casts on with what is left of the way. */
  function fly(ball: number): void {
    let left = game.speed * (game.slow > 0 ? 0.6 : 1) * TICK;
    for (let bounce = 0; bounce < MAX_BOUNCES && left > 0; bounce++) {
      const x = Transform.x[ball]!;
      const y = Transform.y[ball]!;
      const stepX = directionX[ball]! * left;
      const stepY = directionY[ball]! * left;
      // What comes from below the paddle is lost, and must not be saved by its side.
      const options = y > PADDLE_Y || stepY < 0 ? { ignore: paddle } : undefined;
      if (castShape(world, ballShape, x, y, 0, stepX, stepY, options, hit) === undefined) {
        Transform.x[ball] = x + stepX;
        Transform.y[ball] = y + stepY;
        break;
      }
      Transform.x[ball] = x + stepX * hit.fraction + hit.normalX * SKIN;
      Transform.y[ball] = y + stepY * hit.fraction + hit.normalY * SKIN;
      left -= left * hit.fraction;
      if (hit.entity === paddle) bounceOffPaddle(ball);
      else bounceOff(ball, hit.entity);
    }
  }

  /** The paddle sends the ball where the player wants it; physics would not. It may also have moved into the ball. */
  function bounceOffPaddle(ball: number): void {
    const off = (Transform.x[ball]! - Transform.x[paddle]!) / (Collider.halfWidth[paddle]! + 0.3);
    directionX[ball] = 0.85 * Math.max(-1, Math.min(1, off));
    directionY[ball] = -Math.sqrt(1 - directionX[ball]! * directionX[ball]!);
    Transform.y[ball] = Math.min(Transform.y[ball]!, PADDLE_Y - 0.2 - ballShape.radius - SKIN);
    game.speed = Math.min(MAX_SPEED, game.speed + 0.2);
    combo = 0;
  }

  function bounceOff(ball: number, other: number): void {
    const approach = Math.min(0, directionX[ball]! * hit.normalX + directionY[ball]! * hit.normalY);
    let x = directionX[ball]! - 2 * approach * hit.normalX;
    let y = directionY[ball]! - 2 * approach * hit.normalY;
    if (hitsLeft[other] === Infinity) x += 0.2 * (random() - 0.5); // else it might go to and fro for ever
    if (Math.abs(y) < LEAST_RISE) y = y < 0 ? -LEAST_RISE : LEAST_RISE;
    const length = Math.sqrt(x * x + y * y);
    directionX[ball] = x / length;
    directionY[ball] = y / length;
    if (hitsLeft[other]! > 0 && --hitsLeft[other]! === 0) shatter(other);
  }

  function shatter(brick: number): void {
    const x = Transform.x[brick]!;
    const y = Transform.y[brick]!;
    counts.score += 10 * Math.min(8, ++combo);
    flashes.add(x, y, 0.6);
    removeEntity(world, brick);
    if (random() < 0.2) kind[place(x, y, set(Collider, circle(0.3)), Sensor, PowerUp)] = Math.floor(3 * random());
  }

  collision.onBegin([Paddle], [PowerUp], (_paddle, powerUp) => {
    const power = POWER_UPS[kind[powerUp]!];
    if (power === 'wider') game.wide = POWER_UP_TICKS;
    else if (power === 'slower') game.slow = POWER_UP_TICKS;
    else addBall();
    counts.score += 50;
    flashes.add(Transform.x[powerUp]!, Transform.y[powerUp]!, 1);
    removeEntity(world, powerUp);
  });

  function play(): void {
    for (const ball of all(Ball)) fly(ball);
    for (const powerUp of all(PowerUp)) Transform.y[powerUp]! += 3.5 * TICK;
    for (const lost of [...all(Ball), ...all(PowerUp)])
      if (Transform.y[lost]! > FIELD.maxY + 0.5) removeEntity(world, lost);
    game.wide = Math.max(0, game.wide - 1);
    game.slow = Math.max(0, game.slow - 1);
    if (all(Brick).every((brick) => hitsLeft[brick] === Infinity)) {
      if (counts.level < LEVELS.length) startLevel(counts.level + 1);
      else game.phase = 'won';
    } else if (all(Ball).length === 0) {
      if (--counts.lives > 0) serve();
      else game.phase = 'over';
    }
  }

  return {
    world,
    collision,
    input,
    counts,
    game,
    flashes,
    paddle,
    kind,
    hitsLeft,
    balls: () => all(Ball),
    bricks: () => all(Brick),
    powerUps: () => all(PowerUp),
    step() {
      const pressed = (input.action || input.pointerDown) && !wasPressed;
      wasPressed = input.action || input.pointerDown;
      movePaddle();
      collisionSystem(world); // before the balls fly: their casts see the paddle where it is now
      if (game.phase === 'play') play();
      else if (game.phase !== 'serve') {
        if (pressed) startLevel(1);
      } else if (pressed || ++waited > SERVE_TICKS) game.phase = 'play';
      else for (const ball of all(Ball)) Transform.x[ball] = Transform.x[paddle]!;
      counts.balls = all(Ball).length;
      flashes.tick();
    },
    hash() {
      const places = [...all(Ball), paddle, ...all(PowerUp)].flatMap((eid) => [Transform.x[eid]!, Transform.y[eid]!]);
      return hashNumbers(places, places.length, hashNumbers([counts.score, counts.lives, counts.level, game.speed]));
    },
  } satisfies Sim & Record<string, unknown>;
}
