import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { circle, closestPoint, collisionSystem, createCollision } from 'bitecs-collision/2d';
import { closestPointTriangle } from 'bitecs-collision/geometry2d';
import { Rotor } from '../../../shared/rotor.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';
import { CLOSEST_NUMBERS } from './regions.ts';

export const about: SceneAbout = {
  summary:
    'Every point of the plane has the colour of the part of the triangle that is closest: a corner, an edge, or the inside.',
  hint: 'Point anywhere; drag the corners.',
};

export const EXTENT = { minX: -5, minY: -4.2, maxX: 5, maxY: 4.2 };

const CORNERS = [-2.3, 1.4, 2.4, 1.9, 0.5, -1.9];
/** The largest coordinates of corners, so that they stay in sight. */
const REACH_X = 4.4;
const REACH_Y = 3.1;
const CORNER_RADIUS = 0.3;
/** The distance from the pointer within which a corner is taken hold of: large enough for fingers. */
const GRAB = 0.9;
/** How far the corners sway about their first places while nobody drags them, in units. */
const SWAY = 0.6;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const input = createSceneInput();
  const seen = { x: 0, y: 0 };
  /** The corner in hand, or −1. */
  const hold = { corner: -1 };

  /** The point that is asked about, and what was answered. */
  const query = new Float64Array([0, 0]);
  const closest = new Float64Array(CLOSEST_NUMBERS);
  const triangle = new Float64Array(6);
  const answer = { distance: 0 };

  // The corners are circles of a collision world: a query tells which of them the pointer is close to.
  const corners = [0, 1, 2].map((i) => {
    const eid = addEntity(world);
    const homeX = CORNERS[2 * i] + random() - 0.5;
    const homeY = CORNERS[2 * i + 1] + random() - 0.5;
    addComponent(world, eid, set(Transform, { x: homeX, y: homeY }));
    addComponent(world, eid, set(Collider, circle(CORNER_RADIUS)));
    return { eid, homeX, homeY, free: true, sway: new Rotor(0.006 + 0.003 * i, random() - 0.5, random() - 0.5) };
  });
  const wide = new Rotor(0.013);
  const narrow = new Rotor(-0.031);
  /** Until the visitor points somewhere, the point of the query moves by itself. */
  let alone = true;
  let pressed = false;
  remember(
    () => ({ seen, corners, wide, narrow, alone, pressed }),
    (was) => void ({ alone, pressed } = was),
  );

  function play(): void {
    const { pointerX, pointerY, pointerDown } = input;
    if (pointerX !== seen.x || pointerY !== seen.y || pointerDown) alone = false;
    seen.x = pointerX;
    seen.y = pointerY;
    if (pointerDown && !pressed) {
      const near = closestPoint(world, { x: pointerX, y: pointerY }, { maxDistance: GRAB });
      hold.corner = corners.findIndex(({ eid }) => eid === near?.entity);
    }
    if (!pointerDown) hold.corner = -1;
    pressed = pointerDown;
    if (hold.corner >= 0) return;
    wide.turn();
    narrow.turn();
    query[0] = alone ? 2.6 * wide.x + 1.4 * narrow.x : pointerX;
    query[1] = alone ? 2.1 * wide.y + 1.4 * narrow.y : pointerY;
  }

  /** A corner sways about its home until it is taken in hand, and stays where it is put. */
  function moveCorners(): void {
    corners.forEach((corner, i) => {
      const { eid, sway } = corner;
      if (hold.corner === i) {
        corner.free = false;
        corner.homeX = Math.max(-REACH_X, Math.min(REACH_X, input.pointerX));
        corner.homeY = Math.max(-REACH_Y, Math.min(REACH_Y, input.pointerY));
      }
      if (corner.free) sway.turn();
      const share = corner.free ? SWAY : 0;
      triangle[2 * i] = Transform.x[eid] = corner.homeX + share * sway.x;
      triangle[2 * i + 1] = Transform.y[eid] = corner.homeY + share * sway.y;
    });
  }

  moveCorners();
  return {
    world,
    collision,
    input,
    query,
    closest,
    triangle,
    hold,
    answer,
    step() {
      play();
      moveCorners();
      collisionSystem(world);
      answer.distance = Math.sqrt(closestPointTriangle(closest, 0, query, 0, triangle, 0));
    },
    hash: () => hashNumbers(closest, CLOSEST_NUMBERS, hashNumbers(triangle, 6, hashNumbers(query))),
  } satisfies Sim & Record<string, unknown>;
}
