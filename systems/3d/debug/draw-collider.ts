import type { ColliderSet } from '../../../src/3d/collider-set.ts';
import { BODY_HALF_X, BODY_HALF_Y, BODY_RADIUS, BODY_STRIDE, BODY_X } from '../../../src/3d/geometry/body-pose.ts';
import { ConvexBody } from '../../../src/3d/geometry/convex/convex-body.ts';
import { writeFieldCorners } from '../../../src/3d/geometry/tree/height-field.ts';
import { writeCorners } from '../../../src/3d/geometry/tree/triangle-mesh.ts';
import { writeChildPose } from '../../../src/3d/shapes/compound-children.ts';
import { placeTriangle } from '../../../src/3d/shapes/load-triangle.ts';
import type { RegisteredShape } from '../../../src/3d/shapes/registered-shape.ts';
import {
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_COMPOUND,
  SHAPE_CONE,
  SHAPE_CYLINDER,
  SHAPE_HALF_SPACE,
  SHAPE_HEIGHTFIELD,
  SHAPE_HULL,
  SHAPE_MESH,
  SHAPE_SPHERE,
} from '../../../src/3d/shapes/shape-kind.ts';
import { addPath, detail, type LineList, path } from '../../core/debug/line-list.ts';
import {
  ARC_XY,
  ARC_YZ,
  addBall,
  addBoxEdges,
  addFigure,
  QUARTER_LINES,
  RING_XZ,
  SIDES,
  SQUARE,
  stretch,
} from './outline.ts';

type DrawShape = (lines: LineList, poses: Float64Array, at: number, shape: DrawnShape) => void;

/** The parts of a registered shape that are drawn; undefined for other kinds. */
type DrawnShape = Pick<RegisteredShape, 'hull' | 'children' | 'surface'> | undefined;

/** The number of triangles that are drawn of a larger mesh, at even distances in its order. */
const MOST_TRIANGLES = 20_000;
/** The side of the square that stands for a half-space, in pixels. */
const PLANE_SIZE = 1000;

const DRAWERS: Partial<Record<number, DrawShape>> = {
  [SHAPE_SPHERE](lines, poses, at) {
    // A tick writes no axes for a sphere, which looks the same however it is turned.
    for (let axis = 0; axis < 3; axis++) ball[axis] = poses[at + BODY_X + axis];
    ball[3] = poses[at + BODY_RADIUS];
    addBall(lines, ball);
  },
  [SHAPE_BOX](lines, poses, at) {
    const radius = poses[at + BODY_RADIUS];
    if (radius === 0) {
      for (let axis = 0; axis < 3; axis++) stretch[axis] = poses[at + BODY_HALF_X + axis];
      addBoxEdges(lines, poses, at);
      return;
    }
    // A rounded box also shows the outlines of its flat faces, which lie `radius` farther out.
    stretch[3] = 0;
    for (let side = 0; side < 3; side++) {
      for (let axis = 0; axis < 3; axis++) stretch[axis] = poses[at + BODY_HALF_X + axis];
      stretch[side] += radius;
      addFigure(lines, SIDES[side], poses, at);
      stretch[side] = -stretch[side];
      addFigure(lines, SIDES[side], poses, at);
    }
  },
  [SHAPE_CAPSULE](lines, poses, at) {
    const radius = poses[at + BODY_RADIUS];
    const half = poses[at + BODY_HALF_Y];
    circle[RADIUS] = radius;
    for (let side = 1; side >= -1; side -= 2) {
      stretchToRadius();
      stretch[1] = side * radius;
      stretch[3] = side * half;
      addFigure(lines, RING_XZ, poses, at);
      addFigure(lines, ARC_XY, poses, at);
      addFigure(lines, ARC_YZ, poses, at);
    }
    stretchToRadius();
    stretch[1] = half;
    for (const line of QUARTER_LINES) addFigure(lines, line, poses, at);
  },
  [SHAPE_CYLINDER](lines, poses, at) {
    const radius = poses[at + BODY_RADIUS];
    const half = poses[at + BODY_HALF_Y];
    const outer = poses[at + BODY_HALF_X] + radius;
    circle[RADIUS] = outer;
    stretchToRadius();
    stretch[1] = half;
    for (const line of QUARTER_LINES) addFigure(lines, line, poses, at);
    for (let side = 1; side >= -1; side -= 2) {
      circle[RADIUS] = outer;
      circle[HEIGHT] = side * half;
      addCircle(lines, poses, at);
      // A rounded cylinder also shows the outlines of its flat faces, which lie `radius` farther out.
      if (radius > 0) {
        circle[RADIUS] = poses[at + BODY_HALF_X];
        circle[HEIGHT] = side * (half + radius);
        addCircle(lines, poses, at);
      }
    }
  },
  [SHAPE_CONE](lines, poses, at) {
    const base = poses[at + BODY_HALF_X];
    const half = poses[at + BODY_HALF_Y];
    const radius = poses[at + BODY_RADIUS];
    // How far the slanted side of a rounded cone is moved, outwards and up.
    const slant = Math.sqrt(4 * half * half + base * base);
    const out = (radius * 2 * half) / slant;
    const up = (radius * base) / slant;
    circle[RADIUS] = base + out;
    circle[HEIGHT] = up - half;
    addCircle(lines, poses, at);
    for (const { points } of QUARTER_LINES) {
      for (let axis = 0; axis < 3; axis++) {
        const outwards = poses[at + axis] * points[0] + poses[at + 6 + axis] * points[2];
        const upwards = poses[at + 3 + axis];
        const middle = poses[at + BODY_X + axis];
        path.points[axis] = (base + out) * outwards + (up - half) * upwards + middle;
        path.points[3 + axis] = out * outwards + (up + half) * upwards + middle;
      }
      addPath(lines, path.points, 2, false);
    }
    if (radius === 0) return;
    circle[RADIUS] = base;
    circle[HEIGHT] = -half - radius;
    addCircle(lines, poses, at);
    circle[RADIUS] = out;
    circle[HEIGHT] = half + up;
    addCircle(lines, poses, at);
  },
  [SHAPE_HALF_SPACE](lines, poses, at) {
    circle[RADIUS] = (PLANE_SIZE / 2) * detail[0];
    stretchToRadius();
    stretch[3] = poses[at + BODY_RADIUS];
    for (let part = 1; part > 0; part -= 0.25) {
      stretch[0] = stretch[2] = part * (PLANE_SIZE / 2) * detail[0];
      addFigure(lines, SQUARE, poses, at);
    }
  },
  [SHAPE_HULL](lines, poses, at, shape) {
    const hull = shape?.hull;
    if (hull === undefined) return;
    const scale = poses[at + BODY_HALF_X];
    const radius = poses[at + BODY_RADIUS];
    const { faceCount, faceStarts, halfEdgeVertices, halfEdgeTwins, vertices, planes } = hull;
    for (let face = 0; face < faceCount; face++) {
      for (let i = faceStarts[face]; i < faceStarts[face + 1]; i++) {
        // Faces of a rounded hull lie apart; without a radius each edge is drawn for one of its faces.
        if (radius === 0 && halfEdgeTwins[i] < i) continue;
        const next = i + 1 === faceStarts[face + 1] ? faceStarts[face] : i + 1;
        for (let end = 0; end < 2; end++) {
          const from = 3 * halfEdgeVertices[end === 0 ? i : next];
          for (let k = 0; k < 3; k++) local[k] = scale * vertices[from + k] + radius * planes[4 * face + k];
          for (let axis = 0; axis < 3; axis++) {
            path.points[3 * end + axis] =
              poses[at + axis] * local[0] +
              poses[at + 3 + axis] * local[1] +
              poses[at + 6 + axis] * local[2] +
              poses[at + BODY_X + axis];
          }
        }
        addPath(lines, path.points, 2, false);
      }
    }
  },
  [SHAPE_COMPOUND](lines, poses, at, shape) {
    const children = shape?.children;
    if (children === undefined) return;
    const { hulls } = children.registry.columns;
    for (let child = 0; child < children.count; child++) {
      writeChildPose(childPose, 0, children, child, poses, at);
      drawnChild.hull = hulls[child];
      DRAWERS[children.kinds[child]]!(lines, childPose, 0, drawnChild);
    }
    drawnChild.hull = undefined;
  },
  [SHAPE_MESH](lines, poses, at, shape) {
    const mesh = shape?.surface?.tree?.mesh;
    if (mesh === undefined) return;
    const step = Math.ceil(mesh.triangleCount / MOST_TRIANGLES);
    for (let triangle = 0; triangle < mesh.triangleCount; triangle += step) {
      writeCorners(drawn.corners, 0, mesh, triangle);
      addTriangle(lines, poses, at);
    }
  },
  [SHAPE_HEIGHTFIELD](lines, poses, at, shape) {
    const field = shape?.surface?.field;
    if (field === undefined) return;
    const count = 2 * (field.columns - 1) * (field.rows - 1);
    const step = Math.ceil(count / MOST_TRIANGLES);
    for (let triangle = 0; triangle < count; triangle += step) {
      if (writeFieldCorners(drawn.corners, field, triangle)) addTriangle(lines, poses, at);
    }
  },
};

/** The triangle that is being drawn. */
const drawn = new ConvexBody();
const ORIGIN = new Float64Array(3);
const childPose = new Float64Array(BODY_STRIDE);
const local = new Float64Array(3);
const ball = new Float64Array(4);

/** Appends the triangle whose corners, in the frame of its surface, are those of `drawn`. */
function addTriangle(lines: LineList, poses: Float64Array, at: number): void {
  placeTriangle(drawn, poses, at, ORIGIN);
  for (let i = 0; i < 9; i++) path.points[i] = drawn.corners[i];
  addPath(lines, path.points, 3, true);
}

/**
 * The circle that is drawn next: its radius, and how high above the middle of the collider it lies. In an array, as V8
 * puts numbers on the heap that are given to a function which it does not inline.
 */
const circle = new Float64Array(2);
const RADIUS = 0;
const HEIGHT = 1;

/** Appends the circle across the y axis. */
function addCircle(lines: LineList, poses: Float64Array, at: number): void {
  stretchToRadius();
  stretch[3] = circle[HEIGHT];
  addFigure(lines, RING_XZ, poses, at);
}

/** Makes figures as large as the circle, about the middle of the collider. */
function stretchToRadius(): void {
  for (let axis = 0; axis < 3; axis++) stretch[axis] = circle[RADIUS];
  stretch[3] = 0;
}

/** The child that is being drawn. */
const drawnChild: { -readonly [Part in keyof NonNullable<DrawnShape>]: NonNullable<DrawnShape>[Part] } = {
  hull: undefined,
  children: undefined,
  surface: undefined,
};

/** Appends the shape that an entity index has, where the pose at `poses[at]` puts it. */
export function drawCollider(
  lines: LineList,
  { shape, registry }: ColliderSet,
  index: number,
  poses: Float64Array,
  at: number,
): void {
  DRAWERS[shape.kind[index]]?.(lines, poses, at, registry.shapes[shape.shape[index]]);
}
