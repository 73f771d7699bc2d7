import { addComponent, addEntity, createWorld, query, removeComponent, removeEntity, set } from 'bitecs';
import { circle, collisionSystem, createCollision, polygon } from 'bitecs-collision/2d';
import { DIRECTIONS, directionX, directionY, TURN, turnTowards, wrapDirection } from '../../../shared/directions.ts';
import { Flashes } from '../../../shared/flashes.ts';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { createFlight, HALF } from './flight.ts';
import { createRocks, ROCKS, Rock } from './rocks.ts';

export const about: SceneAbout = {
  summary: 'Polygons of one size each, scaled by Transform; bullets and rocks are told apart by the events themselves.',
  hint: 'Arrow keys turn and thrust, space fires. Or press: the ship turns there and fires, and flies when it is far.',
  touchHint: 'Press: the ship turns there and fires, and flies when it is far.',
};

export const shipPoints = [0.7, 0, -0.5, 0.45, -0.5, -0.45];
export const bulletShape = circle(0.13);

const THRUST = 12;
const DRAG = 0.35;
const BULLET_SPEED = 17;
const BULLET_TICKS = 55;
const FIRE_TICKS = 11;
const SAFE_TICKS = 150;
const Ship = {};
const Bullet = {};

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { timings: true });
  const { Transform, Collider, Disabled } = collision;
  const input = createSceneInput();
  const counts = { score: 0, lives: 0, wave: 0, rocks: 0 };
  const game = { over: false, heading: 0, thrusts: false, safe: 0 };
  const flashes = new Flashes();
  const press = new Press();
  const ticksLeft: number[] = []; // by entity: how many ticks a bullet has left
  let cooldown = 0;

  const flight = createFlight(collision);
  const { velocityX, velocityY } = flight;
  const rocks = createRocks(world, collision, flight, random);
  const ship = addEntity(world);
  for (const part of [Transform, set(Collider, polygon(shipPoints)), Ship]) addComponent(world, ship, part);
  startGame();

  function all(component: object): number[] {
    return [...query(world, [component])];
  }

  function startGame(): void {
    for (const eid of [...rocks.all(), ...all(Bullet)]) removeEntity(world, eid);
    Object.assign(counts, { score: 0, lives: 3, wave: 0 });
    game.over = false;
    startShip();
  }

  function startShip(): void {
    addComponent(world, ship, Disabled); // nothing meets it until the player has got her bearings
    Object.assign(game, { safe: SAFE_TICKS, heading: (3 * DIRECTIONS) / 4 });
    Transform.x[ship] = Transform.y[ship] = velocityX[ship] = velocityY[ship] = 0;
  }

  function startWave(): void {
    counts.wave++;
    const x = Transform.x[ship] > 0 ? -HALF : HALF; // far from the ship
    for (let i = 0; i < 3 + counts.wave; i++) rocks.add(2, x, HALF * (2 * random() - 1), counts.wave);
  }

  function steer(): void {
    const toX = input.pointerX - Transform.x[ship];
    const toY = input.pointerY - Transform.y[ship];
    const turn = input.pointerDown ? turnTowards(game.heading, toX, toY) : input.moveX;
    game.heading = wrapDirection(game.heading + turn);
    game.thrusts = input.pointerDown ? turn === 0 && toX * toX + toY * toY > 25 : input.moveY < 0;
    const push = game.thrusts ? THRUST * TICK : 0;
    velocityX[ship] = (velocityX[ship] + directionX[game.heading] * push) * (1 - DRAG * TICK);
    velocityY[ship] = (velocityY[ship] + directionY[game.heading] * push) * (1 - DRAG * TICK);
    Transform.rotation[ship] = game.heading * TURN;
    if (--cooldown <= 0 && (input.action || input.pointerDown)) fire();
    if (game.safe > 0 && --game.safe === 0) removeComponent(world, ship, Disabled);
  }

  function fire(): void {
    cooldown = FIRE_TICKS;
    const x = directionX[game.heading];
    const y = directionY[game.heading];
    const bullet = addEntity(world);
    addComponent(world, bullet, set(Transform, { x: Transform.x[ship] + x, y: Transform.y[ship] + y }));
    addComponent(world, bullet, set(Collider, bulletShape));
    addComponent(world, bullet, Bullet);
    flight.launch(bullet, velocityX[ship] + BULLET_SPEED * x, velocityY[ship] + BULLET_SPEED * y);
    ticksLeft[bullet] = BULLET_TICKS;
  }

  function fly(): void {
    for (const eid of [ship, ...rocks.all(), ...all(Bullet)]) flight.fly(eid);
    for (const rock of rocks.all()) Transform.rotation[rock] += 0.2 * velocityX[rock] * TICK;
    for (const bullet of all(Bullet)) if (--ticksLeft[bullet] === 0) removeEntity(world, bullet);
  }

  collision.onBegin([Bullet], [Rock], (bullet, rock) => {
    const size = rocks.sizeOf[rock];
    const x = Transform.x[rock];
    const y = Transform.y[rock];
    counts.score += ROCKS[size].score;
    flashes.add(x, y, 1.4 * ROCKS[size].scale);
    removeEntity(world, bullet);
    removeEntity(world, rock); // a second bullet in the same tick hears nothing of it any more
    for (let i = 0; size > 0 && i < 2; i++) rocks.add(size - 1, x, y, counts.wave);
  });

  collision.onBegin([Ship], [Rock], () => {
    flashes.add(Transform.x[ship], Transform.y[ship], 3);
    if (--counts.lives > 0) startShip();
    else {
      game.over = true;
      press.lock();
      addComponent(world, ship, Disabled);
    }
  });

  collision.onBegin([Rock], [Rock], (a, b, { normalX, normalY }) => flight.bounce(a, b, normalX, normalY));

  const { outlines, outlineOf } = rocks;
  return {
    ...{ world, collision, input, stages: collision.timings!, counts, game, press, flashes, ship, outlines, outlineOf },
    rocks: rocks.all,
    bullets: () => all(Bullet),
    step() {
      const pressed = press.read(input);
      if (!game.over) steer();
      else if (pressed) startGame();
      fly();
      collisionSystem(world);
      if (rocks.all().length === 0) startWave();
      counts.rocks = rocks.all().length;
      flashes.tick();
    },
    hash() {
      const places = [ship, ...rocks.all(), ...all(Bullet)].flatMap((eid) => [Transform.x[eid], Transform.y[eid]]);
      return hashNumbers(places, places.length, hashNumbers([counts.score, counts.lives, counts.wave, game.heading]));
    },
  } satisfies Sim & Record<string, unknown>;
}
