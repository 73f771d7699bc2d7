import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { collisionSystem, createCollision, polygon } from 'bitecs-collision/2d';
import { DIRECTIONS, directionX, directionY, TURN, turnTowards, wrapDirection } from '../../../shared/directions.ts';
import { Cues } from '../../../shared/juice/cues.ts';
import { HitStop } from '../../../shared/juice/hit-stop.ts';
import { Press } from '../../../shared/press.ts';
import { stickWay } from '../../../shared/stick-way.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { createFlight, HALF } from './flight.ts';
import { findHaven } from './haven.ts';
import { createRocks, ROCKS, Rock } from './rocks.ts';
import { createSaucers, SAUCER_SCORE, Saucer } from './saucer.ts';
import { Bullet, createShots, SaucerShot } from './shots.ts';

export const about: SceneAbout = {
  summary:
    'Polygons scaled by Transform in a world without edges: what reaches across a seam is met on both sides of it.',
  hint: 'Arrow keys or a gamepad turn and thrust, space or a button fires. Or press: the ship turns there and fires, and flies when it is far.',
  touchHint: 'Press: the ship turns there and fires, and flies when it is far.',
};

export const shipPoints = [0.7, 0, -0.5, 0.45, -0.5, -0.45];
/** The game is won when this many waves have been cleared. */
export const WAVES = 8;
export const LIFE_SCORE = 4000;

const THRUST = 12;
const DRAG = 0.35;
const BULLET_SPEED = 17;
const BULLET_TICKS = 55;
const SAUCER_SHOT_TICKS = 110;
const FIRE_TICKS = 11;
const SAFE_TICKS = 150;
/** How long the ship is away when it was hit. */
const AWAY_TICKS = 50;
const Ship = {};

export type CueKind = 'shot' | 'rock' | 'ship' | 'life' | 'wave' | 'saucer' | 'saucerShot' | 'win' | 'thrust';

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const dice = { roll: createRandom(seed) };
  const roll = () => dice.roll();
  const world = createWorld();
  const collision = createCollision(world, { timings: true });
  const { Transform, Collider, Disabled } = collision;
  const input = createSceneInput();
  const counts = { score: 0, lives: 0, wave: 0, rocks: 0 };
  const game = { over: false, won: false, heading: 0, thrusts: false, safe: 0, away: 0 };
  const cues = new Cues<CueKind>();
  const stop = new HitStop();
  const press = new Press();
  let cooldown = 0;
  let idle = 0; // ticks since the player hit something
  /** Parts of a heading that a stick has turned the ship by beyond whole ones. */
  let turnOwed = 0;
  remember(
    () => ({ dice, cooldown, idle, turnOwed }),
    (was) => void ({ cooldown, idle, turnOwed } = was),
  );

  const flight = createFlight(collision);
  const { velocityX, velocityY } = flight;
  const rocks = createRocks(world, collision, flight, roll);
  const saucers = createSaucers(world, collision, flight, roll);
  const shots = createShots(world, collision, flight);
  const ship = addEntity(world);
  for (const part of [Transform, set(Collider, polygon(shipPoints)), Ship]) addComponent(world, ship, part);
  startGame();

  function cueAt(kind: CueKind, eid: number, size = 1, value = 0): void {
    cues.add(kind, Transform.x[eid], Transform.y[eid], size, value);
  }

  function startGame(): void {
    dice.roll = createRandom(seed); // the game of this seed, again
    for (const rock of rocks.all()) rocks.remove(rock);
    shots.clear();
    saucers.reset();
    Object.assign(counts, { score: 0, lives: 3, wave: 0 });
    Object.assign(game, { over: false, won: false });
    idle = 0;
    placeShip();
  }

  /**
   * Places the ship where no rock is near. It is disabled at first, so nothing can hit it until the player has looked
   * round.
   */
  function placeShip(): void {
    const place = findHaven(collision, flight, [...rocks.all(), ...saucers.all()]);
    addComponent(world, ship, Disabled);
    Object.assign(game, { safe: SAFE_TICKS, away: 0, heading: (3 * DIRECTIONS) / 4 });
    velocityX[ship] = velocityY[ship] = 0;
    Transform.x[ship] = place.x;
    Transform.y[ship] = place.y;
  }

  function startWave(): void {
    counts.wave++;
    cues.add('wave', 0, -4, 1, counts.wave);
    const x = Transform.x[ship] > 0 ? -HALF : HALF; // far from the ship
    for (let i = 0; i < 3 + counts.wave; i++) rocks.add(2, x, HALF * (2 * roll() - 1), counts.wave);
  }

  /** Headings are whole: a stick that is pushed a part of its way turns the ship in a part of the ticks. */
  function turnBy(share: number): number {
    turnOwed = share === 0 ? 0 : turnOwed + share;
    const turn = Math.trunc(turnOwed);
    turnOwed -= turn;
    return turn;
  }

  function steer(): void {
    const toX = input.pointerX - Transform.x[ship];
    const toY = input.pointerY - Transform.y[ship];
    const turn = input.pointerDown ? turnTowards(game.heading, toX, toY) : turnBy(input.moveX);
    game.heading = wrapDirection(game.heading + turn);
    game.thrusts = input.pointerDown ? turn === 0 && toX * toX + toY * toY > 25 : stickWay(input.moveY) < 0;
    const push = game.thrusts ? THRUST * TICK : 0;
    velocityX[ship] = (velocityX[ship] + directionX[game.heading] * push) * (1 - DRAG * TICK);
    velocityY[ship] = (velocityY[ship] + directionY[game.heading] * push) * (1 - DRAG * TICK);
    Transform.rotation[ship] = game.heading * TURN;
    flight.fly(ship);
    if (game.thrusts && cues.now % 3 === 0) cueAt('thrust', ship);
    if (--cooldown <= 0 && (input.action || input.pointerDown)) {
      cooldown = FIRE_TICKS;
      shots.fire(Bullet, ship, game.heading, BULLET_SPEED, BULLET_TICKS);
      cueAt('shot', ship);
    }
    if (game.safe > 0 && --game.safe === 0) removeComponent(world, ship, Disabled);
  }

  function fly(): void {
    for (const rock of rocks.all()) rocks.fly(rock);
    shots.fly();
    const isThere = !game.over && game.away === 0 && game.safe === 0;
    const fired = saucers.tick(counts.wave, ++idle, isThere ? ship : undefined);
    if (fired === undefined) return;
    shots.fire(SaucerShot, fired.saucer, fired.way, saucers.shotSpeed(counts.wave), SAUCER_SHOT_TICKS);
    cueAt('saucerShot', fired.saucer);
  }

  function earn(points: number): void {
    const lives = Math.floor(counts.score / LIFE_SCORE);
    counts.score += points;
    idle = 0;
    if (Math.floor(counts.score / LIFE_SCORE) === lives) return;
    counts.lives++;
    cueAt('life', ship);
  }

  function breakRock(rock: number, points: number): void {
    const size = rocks.sizeOf[rock];
    const x = Transform.x[rock];
    const y = Transform.y[rock];
    earn(points);
    cueAt('rock', rock, ROCKS[size].scale, points);
    if (size === 2) stop.hold(2);
    rocks.remove(rock); // a second bullet in the same tick hears nothing of it any more
    for (let i = 0; size > 0 && i < 2; i++) rocks.add(size - 1, x, y, counts.wave);
  }

  function loseShip(): void {
    cueAt('ship', ship, 2);
    stop.hold(8);
    addComponent(world, ship, Disabled);
    game.away = AWAY_TICKS;
    game.thrusts = false;
    if (--counts.lives === 0) end(false);
  }

  function end(won: boolean): void {
    Object.assign(game, { over: true, won, thrusts: false });
    if (won) cueAt('win', ship, 2);
    press.lock();
    addComponent(world, ship, Disabled);
  }

  collision.onBegin([Bullet], [Rock], (bullet, met) => {
    const rock = rocks.owner(met);
    removeEntity(world, bullet);
    breakRock(rock, ROCKS[rocks.sizeOf[rock]].score);
  });

  collision.onBegin([Bullet], [Saucer], (bullet, saucer) => {
    removeEntity(world, bullet);
    cueAt('saucer', saucer, 1.5, SAUCER_SCORE);
    removeEntity(world, saucer);
    earn(SAUCER_SCORE);
  });

  collision.onBegin([SaucerShot], [Rock], (shot, met) => {
    removeEntity(world, shot);
    breakRock(rocks.owner(met), 0);
  });

  collision.onBegin([SaucerShot], [Ship], (shot) => {
    removeEntity(world, shot);
    loseShip();
  });

  collision.onBegin([Ship], [Rock], (_ship, met) => {
    const rock = rocks.owner(met);
    breakRock(rock, 0);
    loseShip();
  });

  collision.onBegin([Ship], [Saucer], loseShip);

  collision.onBegin([Rock], [Rock], (a, b, { normalX, normalY }) =>
    flight.bounce(rocks.owner(a), rocks.owner(b), normalX, normalY),
  );

  function wait(): void {
    if (--game.away === 0) placeShip();
  }

  const { outlines, outlineOf } = rocks;
  return {
    ...{
      world,
      collision,
      input,
      stages: collision.timings!,
      counts,
      game,
      press,
      cues,
      seed,
      ship,
      outlines,
      outlineOf,
    },
    ...{ velocityX, velocityY, sizeOf: rocks.sizeOf },
    rocks: rocks.all,
    ghosts: rocks.ghosts,
    saucers: saucers.all,
    bullets: () => shots.all(Bullet),
    saucerShots: () => shots.all(SaucerShot),
    step() {
      cues.now++;
      const pressed = press.read(input);
      if (stop.isHolding()) return;
      if (game.over) {
        if (pressed) startGame();
      } else if (game.away > 0) wait();
      else steer();
      fly();
      collisionSystem(world);
      if (rocks.all().length === 0 && !game.over) {
        if (counts.wave === WAVES) end(true);
        else startWave();
      }
      counts.rocks = rocks.all().length;
    },
    hash() {
      const eids = [ship, ...rocks.all(), ...shots.all(Bullet)];
      const places = eids.flatMap((eid) => [Transform.x[eid], Transform.y[eid]]);
      return hashNumbers(places, places.length, hashNumbers([counts.score, counts.lives, counts.wave, game.heading]));
    },
  } satisfies Sim & Record<string, unknown>;
}
