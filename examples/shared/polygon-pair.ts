import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { atan2, cos, createCollision, polygon, sin } from 'bitecs-collision/2d';
import { type ConvexPiece, computeNormals, createConvexPiece } from 'bitecs-collision/geometry2d';
import { remember } from '../shell/remember.ts';
import { createSceneInput } from '../shell/scene.ts';
import { POLYGONS, type PolygonKind } from './polygon-kinds.ts';

/** The part of the scene that must be visible, in which the two polygons are. */
export const PAIR_EXTENT = { minX: -4.1, minY: -3.3, maxX: 4.1, maxY: 3.3 };
/** How far from the middle of a polygon its handle is. */
export const HANDLE = 1.75;
/** Middles stay within this, so that handles stay in sight. */
const REACH_X = 2.4;
const REACH_Y = 1.6;
const GRAB_HANDLE = 0.55;
const GRAB = 1.4;
const MOVE = 0.04;
/** The largest number of corners of all kinds of polygons. */
const MOST_CORNERS = Math.max(...Object.values(POLYGONS).map((points) => points.length / 2));

/** Radians of a small turn. */
const STEP = 0.01;

/** Ticks from one end of the drift to the other and back. */
const DRIFT_PERIOD = 420;

export interface Body {
  readonly eid: number;
  kind: PolygonKind;
  /** The direction from the polygon to its handle: a unit vector. */
  directionX: number;
  directionY: number;
  /** The polygon where it is now. */
  readonly piece: ConvexPiece;
}

export type PolygonPair = ReturnType<typeof createPolygonPair>;

/**
 * Two convex polygons in a world of their own. They can be dragged, turned and exchanged, and drift until somebody
 * does so.
 */
export function createPolygonPair(kindA: PolygonKind, kindB: PolygonKind, random: () => number) {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const input = createSceneInput();
  const a = addBody(kindA, -1.7, 0.1, Math.PI);
  const b = addBody(kindB, 1.8, -0.2, 0);
  const bodies = [a, b] as const;
  const hold = { body: b as Body, grip: 'none' as 'none' | 'middle' | 'handle', offsetX: 0, offsetY: 0 };
  let wasDown = false;
  let drifted = 0;
  remember(
    () => ({ wasDown, drifted }),
    (was) => void ({ wasDown, drifted } = was),
  );

  function addBody(kind: PolygonKind, x: number, y: number, rotation: number): Body {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    const body = { eid, kind, directionX: 1, directionY: 0, piece: createConvexPiece(MOST_CORNERS) };
    choose(body, kind);
    rotate(body, rotation + 2 * random() - 1);
    return body;
  }

  function choose(body: Body, kind: PolygonKind): void {
    body.kind = kind;
    addComponent(world, body.eid, set(Collider, polygon(POLYGONS[kind])));
    place(body);
  }

  /**
   * Turns a polygon to an angle. The package's cos, sin and atan2 are the same on every engine, unlike those of Math.
   */
  function rotate(body: Body, angle: number): void {
    Transform.rotation[body.eid] = angle;
    body.directionX = cos(angle);
    body.directionY = sin(angle);
    place(body);
  }

  function turn(body: Body, steps: number): void {
    rotate(body, Transform.rotation[body.eid] + steps * STEP);
  }

  function moveTo(body: Body, x: number, y: number): void {
    Transform.x[body.eid] = Math.max(-REACH_X, Math.min(REACH_X, x));
    Transform.y[body.eid] = Math.max(-REACH_Y, Math.min(REACH_Y, y));
    place(body);
  }

  /** Brings the corners of a piece to where the entity is. */
  function place({ eid, kind, directionX, directionY, piece }: Body): void {
    const local = POLYGONS[kind];
    piece.count = local.length / 2;
    for (let i = 0; i < local.length; i += 2) {
      piece.vertices[i] = Transform.x[eid] + directionX * local[i] - directionY * local[i + 1];
      piece.vertices[i + 1] = Transform.y[eid] + directionY * local[i] + directionX * local[i + 1];
    }
    computeNormals(piece);
  }

  /** Takes the handle under the pointer, else the polygon whose middle is nearest to it, if near enough. */
  function grab(): void {
    let nearest = GRAB * GRAB;
    for (const body of bodies) {
      const x = input.pointerX - Transform.x[body.eid];
      const y = input.pointerY - Transform.y[body.eid];
      const handleX = x - HANDLE * body.directionX;
      const handleY = y - HANDLE * body.directionY;
      const onHandle = handleX * handleX + handleY * handleY < GRAB_HANDLE * GRAB_HANDLE;
      const away = onHandle ? 0 : x * x + y * y;
      if (away >= nearest) continue;
      nearest = away;
      Object.assign(hold, { body, grip: onHandle ? 'handle' : 'middle', offsetX: x, offsetY: y });
    }
  }

  const pair = {
    world,
    collision,
    input,
    bodies,
    hold,
    /** Until the visitor takes hold of a polygon, the polygons may drift. */
    alone: true,
    choose,
    turn(body: Body, steps: number) {
      pair.alone = false;
      turn(body, steps);
    },
    acts: {
      /** Turns the polygon in hand. */
      turn(steps: number) {
        pair.turn(hold.body, steps);
      },
      /** Takes the other one in hand. */
      exchange() {
        hold.body = hold.body === a ? b : a;
      },
    },
    /** Follows pointer and arrow keys. */
    drive() {
      const { pointerDown, pointerX, pointerY, moveX, moveY } = input;
      if (!pointerDown) hold.grip = 'none';
      else if (!wasDown) grab();
      wasDown = pointerDown;
      if (hold.grip !== 'none' || moveX !== 0 || moveY !== 0) pair.alone = false;
      const { body, grip } = hold;
      const x = Transform.x[body.eid];
      const y = Transform.y[body.eid];
      if (grip === 'handle') rotate(body, atan2(pointerY - y, pointerX - x));
      else if (grip === 'middle') moveTo(body, pointerX - hold.offsetX, pointerY - hold.offsetY);
      else if (moveX !== 0 || moveY !== 0) moveTo(body, x + moveX * MOVE, y + moveY * MOVE);
    },
    /** One tick of drifting: B comes, overlaps A and goes again, both turn. */
    drift() {
      const phase = drifted++ % DRIFT_PERIOD;
      const near = Math.min(phase, DRIFT_PERIOD - phase) / (DRIFT_PERIOD / 2);
      moveTo(b, 1.8 - 2.2 * near, -0.2);
      turn(a, drifted % 2);
      turn(b, drifted % 3 === 0 ? 0 : -1);
    },
  };
  return pair;
}
