import { addComponent, addEntity, createWorld, query, removeEntity, set } from 'bitecs';
import { box, circle, collisionSystem, createCollision, sweptColliders } from 'bitecs-collision/2d';
import { Cues } from '../../../shared/juice/cues.ts';
import { HitStop } from '../../../shared/juice/hit-stop.ts';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { createBalls } from './balls.ts';
import { Comet, createBolts, Laser } from './bolts.ts';
import { brickShape, FIELD, PADDLE_HALF, PADDLE_Y, paddleShape, WIDE_HALF } from './field.ts';
import { LAST_LEVEL, levelOf } from './levels.ts';

export const about: SceneAbout = {
  summary:
    'The ball bounces as often in a tick as it meets something; lasers and comets are swept: nothing tunnels, however fast it flies.',
  hint: 'Arrow keys, a gamepad or the pointer move; space, a button or a tap serves and fires the laser. Catch what falls.',
  touchHint: 'Move a finger to move the paddle; a tap serves and fires the laser. Catch what falls.',
};

export const MAX_SPEED = 24;
export const POWER_UPS = ['wider', 'ball', 'slower', 'laser', 'comet'] as const;
const PADDLE_SPEED = 16;
/** Units a second at which a ball is served; the later levels begin faster. */
const LEAST_SPEED = 11.2;
/** How much faster the ball gets: with each stroke of the paddle, and with each second. */
const FASTER_A_STROKE = 0.2;
const FASTER_A_SECOND = 0.05;
const SERVE_TICKS = 150;
const POWER_UP_TICKS = 900;
const LASER_TICKS = 14;
/** When no brick was hit for so long, lightning strikes one: the last few would else be waited for. */
export const IDLE_TICKS = 300;
/** In the first level lightning strikes sooner, so that the level takes no longer than a minute. */
const FIRST_IDLE_TICKS = 150;

const Paddle = {};
const Brick = {};
const PowerUp = {};

export type CueKind =
  | ('paddle' | 'wall' | 'chip' | 'steel' | 'shatter' | 'catch' | 'laser' | 'comet' | 'bolt')
  | ('lost' | 'level' | 'over' | 'won');

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const dice = { roll: createRandom(seed) };
  const roll = () => dice.roll();
  const world = createWorld();
  const collision = createCollision(world, { timings: true, swept: sweptColliders });
  const { Transform, Collider, Static, Sensor } = collision;
  const input = createSceneInput();
  const counts = { score: 0, lives: 0, level: 0, balls: 0 };
  const game = { phase: 'serve' as 'serve' | 'play' | 'over' | 'won', speed: 0, wide: 0, slow: 0, laser: 0, combo: 0 };
  const cues = new Cues<CueKind>();
  const stop = new HitStop();
  const press = new Press();
  const hitsLeft: number[] = []; // by entity: the hits bricks can take
  const kind: number[] = []; //     by entity: what power-ups do
  const bolts = createBolts(world, collision);
  let waited = 0;
  let idle = 0;
  let cooldown = 0;
  let pointerX = 0;
  let target = 0;
  let paddleWay = 0;
  remember(
    () => ({ dice, waited, idle, cooldown, pointerX, target, paddleWay }),
    (was) => void ({ waited, idle, cooldown, pointerX, target, paddleWay } = was),
  );

  function place(x: number, y: number, ...parts: object[]): number {
    const eid = addEntity(world);
    for (const part of [set(Transform, { x, y }), ...parts]) addComponent(world, eid, part);
    return eid;
  }

  place(FIELD.minX - 1, 8, set(Collider, box(1, 9)), Static);
  place(FIELD.maxX + 1, 8, set(Collider, box(1, 9)), Static);
  place(0, FIELD.minY - 1, set(Collider, box(7, 1)), Static);
  const paddle = place(0, PADDLE_Y, set(Collider, paddleShape), Paddle);
  const balls = createBalls(world, collision, paddle, roll, {
    onPaddle(ball) {
      game.speed = Math.min(MAX_SPEED, game.speed + FASTER_A_STROKE);
      game.combo = 0;
      cueAt('paddle', ball);
    },
    onHit(other, ball) {
      if (hitsLeft[other] > 0) hitBrick(other);
      else cueAt('wall', ball);
    },
    isRough: (other) => hitsLeft[other] === Infinity,
  });
  startGame();

  function cueAt(cue: CueKind, eid: number, size = 1, value = 0): void {
    cues.add(cue, Transform.x[eid], Transform.y[eid], size, value);
  }

  /** The entities with a component, to loop over while they change. */
  function all(component: object): number[] {
    return [...query(world, [component])];
  }

  function startGame(): void {
    dice.roll = createRandom(seed); // the game of this seed, again
    Object.assign(counts, { score: 0, lives: 3 });
    startLevel(1);
  }

  function startLevel(level: number): void {
    counts.level = level;
    for (const brick of all(Brick)) removeEntity(world, brick);
    for (const [row, bricks] of levelOf(level, roll).entries())
      for (const [column, sign] of [...bricks].entries())
        if (sign !== '.') {
          const brick = place(column - 4.5, 1.5 + 0.5 * row, set(Collider, brickShape), Static, Brick);
          hitsLeft[brick] = sign === 'X' ? Infinity : Number(sign);
        }
    serve();
  }

  function serve(): void {
    for (const eid of [...balls.all(), ...all(PowerUp)]) removeEntity(world, eid);
    bolts.clear();
    Object.assign(game, {
      phase: 'serve',
      speed: Math.max(LEAST_SPEED, 8.2 + 0.8 * counts.level),
      wide: 0,
      slow: 0,
      laser: 0,
      combo: 0,
    });
    waited = idle = 0;
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
    paddleWay = Math.max(-reach, Math.min(reach, target - x));
    Transform.x[paddle] = x + paddleWay;
  }

  function hitBrick(brick: number): void {
    if (hitsLeft[brick] < Infinity) idle = 0;
    if (--hitsLeft[brick] > 0) {
      cueAt(hitsLeft[brick] === Infinity ? 'steel' : 'chip', brick);
      return;
    }
    const x = Transform.x[brick];
    const y = Transform.y[brick];
    const points = 10 * Math.min(8, ++game.combo);
    counts.score += points;
    cueAt('shatter', brick, 1, game.combo);
    removeEntity(world, brick);
    if (roll() < 0.2) kind[place(x, y, set(Collider, circle(0.3)), Sensor, PowerUp)] = Math.floor(5 * roll());
  }

  collision.onBegin([Paddle], [PowerUp], (_paddle, powerUp) => {
    const power = POWER_UPS[kind[powerUp]];
    if (power === 'wider') game.wide = POWER_UP_TICKS;
    else if (power === 'slower') game.slow = POWER_UP_TICKS;
    else if (power === 'laser') game.laser = POWER_UP_TICKS;
    else if (power === 'comet') bolts.launchComet(Transform.x[paddle], PADDLE_Y - 0.5, roll() - 0.5);
    else balls.add();
    counts.score += 50;
    cueAt(power === 'comet' ? 'comet' : 'catch', powerUp, 1, kind[powerUp]);
    removeEntity(world, powerUp);
  });

  // A shot may meet several bricks in one tick. It is reported with the nearest first, and is removed then, so the
  // others are not hit.
  collision.onBegin([Laser], [Brick], (laser, brick) => {
    removeEntity(world, laser);
    hitBrick(brick);
  });

  collision.onBegin([Comet], [Brick], (_comet, brick) => hitBrick(brick));

  function fireLaser(): void {
    if (game.laser > 0) game.laser--;
    if (--cooldown > 0 || game.laser === 0 || !(input.action || input.pointerDown)) return;
    cooldown = LASER_TICKS;
    cueAt('laser', paddle);
    for (const side of [-1, 1])
      bolts.fireLaser(Transform.x[paddle] + 0.8 * side * Collider.halfWidth[paddle], PADDLE_Y - 0.3);
  }

  /** Lightning strikes the lowest brick when none was hit for long. */
  function strike(): void {
    if (++idle < (counts.level === 1 ? FIRST_IDLE_TICKS : IDLE_TICKS)) return;
    let lowest: number | undefined;
    for (const brick of all(Brick))
      if (hitsLeft[brick] < Infinity && (lowest === undefined || Transform.y[brick] > Transform.y[lowest]))
        lowest = brick;
    idle = 0;
    if (lowest === undefined) return;
    cueAt('bolt', lowest);
    hitsLeft[lowest] = 1;
    hitBrick(lowest);
  }

  function end(phase: 'won' | 'over'): void {
    game.phase = phase;
    cueAt(phase, paddle);
    press.lock();
  }

  function play(): void {
    if (game.speed < MAX_SPEED) game.speed = Math.min(MAX_SPEED, game.speed + FASTER_A_SECOND * TICK);
    for (const ball of balls.all()) balls.fly(ball, game.speed * (game.slow > 0 ? 0.6 : 1) * TICK, paddleWay);
    for (const powerUp of all(PowerUp)) Transform.y[powerUp] += 3.5 * TICK;
    bolts.fly();
    fireLaser();
    strike();
    for (const lost of [...balls.all(), ...all(PowerUp)])
      if (Transform.y[lost] > FIELD.maxY + 0.5) removeEntity(world, lost);
    game.wide = Math.max(0, game.wide - 1);
    game.slow = Math.max(0, game.slow - 1);
    if (all(Brick).every((brick) => hitsLeft[brick] === Infinity)) clearLevel();
    else if (balls.all().length === 0) loseBall();
  }

  function clearLevel(): void {
    stop.hold(20);
    counts.score += 100 * counts.level;
    if (counts.level === LAST_LEVEL) end('won');
    else {
      cueAt('level', paddle, 1, counts.level + 1);
      startLevel(counts.level + 1);
    }
  }

  function loseBall(): void {
    cueAt('lost', paddle);
    stop.hold(10);
    if (--counts.lives > 0) serve();
    else end('over');
  }

  return {
    ...{ world, collision, input, stages: collision.timings!, counts, game, press, cues, seed, paddle, kind, hitsLeft },
    directionX: balls.directionX,
    directionY: balls.directionY,
    balls: balls.all,
    bricks: () => all(Brick),
    powerUps: () => all(PowerUp),
    lasers: () => bolts.all(Laser),
    comets: () => bolts.all(Comet),
    step() {
      cues.now++;
      const pressed = press.read(input);
      if (stop.isHolding()) return;
      movePaddle();
      collisionSystem(world); // before the balls fly: they see the paddle where it is now
      if (game.phase === 'play') play();
      else if (game.phase !== 'serve') {
        if (pressed) startGame();
      } else if (pressed || ++waited > SERVE_TICKS) game.phase = 'play';
      else for (const ball of balls.all()) Transform.x[ball] = Transform.x[paddle];
      counts.balls = balls.all().length;
    },
    hash() {
      const eids = [...balls.all(), paddle, ...all(PowerUp)];
      const places = eids.flatMap((eid) => [Transform.x[eid], Transform.y[eid]]);
      return hashNumbers(places, places.length, hashNumbers([counts.score, counts.lives, counts.level, game.speed]));
    },
  } satisfies Sim & Record<string, unknown>;
}
