import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castShape,
  collideShape,
  collisionSystem,
  createCollision,
  cylinder,
  heightfield,
  hull,
  mesh,
  type ShapeContact,
  type ShapeSpec,
  seamless,
  sphere,
} from '../../../entry/3d.ts';
import { effort } from '../../support/effort.ts';

/*
 * Grounds of pieces that share nothing but where they lie: meshes, heightfields of other spacings, boxes and hulls.
 * All are plane, level or tilted, so that the normal and the depth of every contact are known.
 */

/** The body's lowest point is this deep in the ground, as a share of the unit. */
const DEPTH = 0.01;
/** How far a contact may be from the depth, as a share of the unit. */
const BUMP = 1e-6;

interface Stage {
  /** The length that all others are multiples of. */
  readonly unit: number;
  /** How far the ground rises a unit along x and along z. */
  readonly rise: readonly [x: number, z: number];
  readonly ground: (x: number, z: number, shape: ShapeSpec, y?: number) => void;
}

function createStage(unit: number, rise: readonly [number, number]) {
  const world = createWorld();
  const collision = createCollision(world, { margin: 0.02 * unit });
  const { Transform, Collider, Static } = collision;
  const Seamless = seamless(world);
  const ground = (x: number, z: number, shape: ShapeSpec, y = rise[0] * x + rise[1] * z) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: unit * x, y: unit * y, z: unit * z }));
    addComponent(world, eid, set(Collider, shape));
    addComponent(world, eid, Static);
    addComponent(world, eid, Seamless);
    return eid;
  };
  const body = (shape: ShapeSpec) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, {}));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  return { world, collision, ground, body, unit, rise };
}

/** A rectangle of `columns` × `rows` cells of triangles. `drop` is how far every other vertex inside lies lower. */
function sheet({ unit, rise }: Stage, width: number, depth: number, columns: number, rows: number, drop = 0) {
  const positions: number[] = [];
  const index: number[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const x = (width * column) / columns;
      const z = (depth * row) / rows;
      const y = rise[0] * x + rise[1] * z - ((row + column) % 2 === 0 ? 0 : drop);
      positions.push(unit * x, unit * y, unit * z);
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * (columns + 1) + column;
      const b = a + columns + 1;
      index.push(a, b, a + 1, b, b + 1, a + 1);
    }
  }
  return mesh(positions, index);
}

function field({ unit, rise }: Stage, columns: number, rows: number, spacing: number) {
  const heights = Float64Array.from({ length: columns * rows }, (_, i) => {
    return unit * spacing * (rise[0] * (i % columns) + rise[1] * Math.floor(i / columns));
  });
  return heightfield(heights, columns, rows, unit * spacing);
}

const CUBE = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z])));
const level = (unit: number) => ({
  block: box(0.5 * unit, 0.5 * unit, 0.5 * unit),
  stone: hull(CUBE.map((value) => 0.5 * unit * value)),
});

/** Grounds from −2 to 2 along both axes. A tilt is for those without boxes and hulls, which lie level. */
const GROUNDS: Record<string, { canTilt: boolean; lay: (stage: Stage) => void }> = {
  'a mesh beside a heightfield of another spacing': {
    canTilt: true,
    lay: (stage) => {
      stage.ground(-2, -2, sheet(stage, 2, 4, 3, 5));
      stage.ground(0, -2, field(stage, 9, 17, 0.25));
    },
  },
  'heightfields of three spacings about one corner': {
    canTilt: true,
    lay: (stage) => {
      stage.ground(-2, -2, field(stage, 3, 5, 1));
      stage.ground(0, -2, field(stage, 5, 5, 0.5));
      stage.ground(0, 0, field(stage, 9, 9, 0.25));
    },
  },
  'a mesh whose T-junctions lie a little below the next chunk': {
    canTilt: true,
    lay: (stage) => {
      stage.ground(-2, -2, sheet(stage, 2, 4, 2, 8, 1e-7));
      stage.ground(0, -2, sheet(stage, 2, 4, 3, 7));
    },
  },
  'four meshes of unlike cells': {
    canTilt: true,
    lay: (stage) => {
      stage.ground(-2, -2, sheet(stage, 2, 2, 1, 1));
      stage.ground(0, -2, sheet(stage, 2, 2, 3, 2));
      stage.ground(-2, 0, sheet(stage, 2, 2, 5, 1));
      stage.ground(0, 0, sheet(stage, 2, 2, 2, 7));
    },
  },
  'boxes and hulls beside meshes and a heightfield': {
    canTilt: false,
    lay: (stage) => {
      const { block, stone } = level(stage.unit);
      for (let i = 0; i < 4; i++) {
        const [x, z] = [-1.5 + (i & 1), -1.5 + (i >> 1)];
        stage.ground(x, z, i % 3 === 0 ? block : stone, -0.5);
        stage.ground(x + 2, z + 2, i % 3 === 0 ? stone : block, -0.5);
      }
      stage.ground(0, -2, sheet(stage, 2, 2, 3, 2));
      stage.ground(-2, 0, field(stage, 5, 5, 0.5));
    },
  },
};

/** Bodies and how far each reaches along a direction against it; those without a turn stand as the ground does. */
const BODIES: Record<string, (unit: number) => readonly [shape: ShapeSpec, height: number]> = {
  sphere: (unit) => [sphere(0.3 * unit), 0.3],
  box: (unit) => [box(0.3 * unit, 0.3 * unit, 0.3 * unit), 0.3],
  'rounded box': (unit) => [box(0.2 * unit, 0.2 * unit, 0.2 * unit, { radius: 0.1 * unit }), 0.3],
  capsule: (unit) => [capsule(0.1 * unit, 0.2 * unit), 0.3],
  cylinder: (unit) => [cylinder(0.3 * unit, 0.3 * unit), 0.3],
  hull: (unit) => [hull(CUBE.map((value) => 0.3 * unit * value)), 0.3],
};

const LEVEL = [0, 0] as const;
const TILTED = [0.25, -0.4] as const;
const CASES = Object.entries(GROUNDS).flatMap(([name, { canTilt }]) =>
  [1e-3, 1, 1e3].flatMap((unit) => (canTilt ? [LEVEL, TILTED] : [LEVEL]).map((rise) => [name, unit, rise] as const)),
);

describe.each(CASES)('%s, in units of %d, that rises by %j', (name, unit, rise) => {
  it.each(effort(Object.keys(BODIES), ['sphere', 'box', 'capsule']))('a %s meets as one plane', (kind) => {
    const stage = createStage(unit, rise);
    GROUNDS[name].lay(stage);
    const [shape, height] = BODIES[kind](unit);
    const body = stage.body(shape);
    const { Transform } = stage.collision;
    // The body's own y stands along the normal of the ground.
    const length = Math.sqrt(1 + rise[0] ** 2 + rise[1] ** 2);
    const normal = [-rise[0] / length, 1 / length, -rise[1] / length];
    const turn = { x: normal[2], y: 0, z: -normal[0], w: 1 + normal[1] };
    const size = Math.sqrt(turn.x ** 2 + turn.z ** 2 + turn.w ** 2);
    const rotation = { x: turn.x / size, y: 0, z: turn.z / size, w: turn.w / size };
    const placeAt = (x: number, z: number, lift: number) => ({
      x: unit * (x + lift * normal[0]),
      y: unit * (rise[0] * x + rise[1] * z + lift * normal[1]),
      z: unit * (z + lift * normal[2]),
      rotation,
    });
    const isAlong = (x: number, y: number, z: number) => x * normal[0] + y * normal[1] + z * normal[2] > 1 - 1e-9;
    const touched: ShapeContact[] = [];
    for (let i = 0; i <= 12; i += effort(1, i < 2 ? 2 : 7)) {
      // Exactly on the corner at which chunks meet, on the seams, and on ways across both.
      const at = i === 0 ? [0, 0] : i < 4 ? [0, 0.37 * (i - 2)] : [0.13 * (i - 8), 0.09 * (i - 8) + 0.003];
      const pose = placeAt(at[0], at[1], height - DEPTH);
      Transform.x[body] = pose.x;
      Transform.y[body] = pose.y;
      Transform.z[body] = pose.z;
      Transform.qx[body] = rotation.x;
      Transform.qz[body] = rotation.z;
      Transform.qw[body] = rotation.w;
      collisionSystem(stage.world);
      let deepest = Infinity;
      const low = [Infinity, Infinity];
      const high = [-Infinity, -Infinity];
      for (const contact of stage.collision.contacts()) {
        const { normalX, normalY, normalZ, separation, pointCount } = contact;
        expect({ at, is: isAlong(normalX, normalY, normalZ), normalX, normalZ }).toMatchObject({ is: true });
        deepest = Math.min(deepest, separation);
        for (let k = 0; k < pointCount; k++) {
          const point = [contact.pointX(k), contact.pointZ(k)];
          for (let axis = 0; axis < 2; axis++) {
            low[axis] = Math.min(low[axis], point[axis] / unit);
            high[axis] = Math.max(high[axis], point[axis] / unit);
          }
        }
      }
      expect(Math.abs(deepest / unit + DEPTH)).toBeLessThan(BUMP);
      // A body that stands on a face stands on all of it.
      if (rise[0] === 0 && (kind === 'box' || kind === 'hull')) {
        for (let axis = 0; axis < 2; axis++) {
          expect(low[axis]).toBeCloseTo(at[axis] - 0.3, 6);
          expect(high[axis]).toBeCloseTo(at[axis] + 0.3, 6);
        }
      }
      expect(collideShape(stage.world, shape, pose, touched, { ignore: body })).toBeGreaterThan(0);
      for (const { normalX, normalY, normalZ } of touched) expect(isAlong(normalX, normalY, normalZ)).toBe(true);
      // A thousand of its sizes in one tick, down to the ground by way of everything that is beside it.
      const above = placeAt(at[0], at[1], height + 0.01);
      const far = placeAt(at[0] + 300, at[1] + 170, height - 9.99);
      const way = { x: far.x - above.x, y: far.y - above.y, z: far.z - above.z };
      const hit = castShape(stage.world, shape, above, way, { ignore: body });
      expect(hit?.fraction).toBeCloseTo(1e-3, 7);
      expect(isAlong(hit!.normalX, hit!.normalY, hit!.normalZ)).toBe(true);
    }
  });
});

/** A wall from the floor up that leans back by `lean` a unit of height, its front at x = 0 on the floor. */
const WALLS: Record<string, (stage: Stage, lean: number) => void> = {
  'a mesh': ({ unit, ground }, lean) => {
    const corners = [0, 0, -2, 0, 0, 2, lean, 1, 2, lean, 1, -2].map((value) => unit * value);
    ground(0, 0, mesh(corners, [0, 1, 2, 0, 2, 3]));
  },
  'a mesh that ends below the floor': ({ unit, ground }, lean) => {
    const corners = [-lean, -1, -2, -lean, -1, 2, lean, 1, 2, lean, 1, -2].map((value) => unit * value);
    ground(0, 0, mesh(corners, [0, 1, 2, 0, 2, 3]));
  },
  'a hull': ({ unit, ground }, lean) => {
    const front = [-2, 2].flatMap((z) => [0, 0, z, lean, 1, z]);
    const back = [-2, 2].flatMap((z) => [3, 0, z, 3, 1, z]);
    ground(0, 0, hull([...front, ...back].map((value) => unit * value)));
  },
};
const FLOORS: Record<string, (stage: Stage) => void> = {
  'a mesh': (stage) => stage.ground(-2, -2, sheet(stage, 2, 4, 3, 5)),
  'a mesh that goes on below the wall': (stage) => stage.ground(-2, -2, sheet(stage, 4, 4, 3, 5)),
  'a heightfield': (stage) => stage.ground(-2, -2, field(stage, 5, 9, 0.5)),
  'a box': ({ unit, ground }) => ground(-1, 0, box(unit, 0.5 * unit, 2 * unit), -0.5),
};
const CORNERS = Object.keys(WALLS).flatMap((wall) =>
  Object.keys(FLOORS).flatMap((floor) => [1e-3, 1, 1e3].map((unit) => [wall, floor, unit] as const)),
);

describe.each(CORNERS)('a steep wall that is %s, on a floor that is %s, in units of %d', (wall, floor, unit) => {
  it.each([0, 0.1, 0.5])('keeps both contacts where it leans back by %d', (lean) => {
    const stage = createStage(unit, [0, 0]);
    WALLS[wall](stage, lean);
    FLOORS[floor](stage);
    const radius = 0.3;
    const body = stage.body(sphere(radius * unit));
    const { Transform } = stage.collision;
    const length = Math.sqrt(1 + lean * lean);
    // A sphere DEPTH deep in both, at several places along the corner.
    const across = radius - DEPTH;
    for (const z of [0, 0.31, 0.4, 0.8, -0.77]) {
      Transform.x[body] = unit * (lean * across - across * length);
      Transform.y[body] = unit * across;
      Transform.z[body] = unit * z;
      collisionSystem(stage.world);
      const met = Array.from(stage.collision.contacts(), ({ normalX, normalY, normalZ, separation }) =>
        [normalX, normalY, normalZ, separation / unit].map((value) => 0 + Math.round(value * 1e6) / 1e6),
      );
      const rounded = [-1 / length, lean / length, 0, -DEPTH].map((value) => 0 + Math.round(value * 1e6) / 1e6);
      const distinct = [...new Set(met.map((row) => row.join(' ')))].sort();
      expect(distinct).toEqual([[0, 1, 0, -DEPTH].join(' '), rounded.join(' ')].sort());
    }
  });
});
