import type { Dimension } from './catalogue-reader.ts';

export interface CatalogueRow {
  readonly id: string;
  readonly title: string;
  readonly dimensions: readonly Dimension[];
}

export interface CatalogueSection {
  readonly letter: string;
  readonly title: string;
  readonly rows: readonly CatalogueRow[];
}

const BOTH: readonly Dimension[] = ['2d', '3d'];
const PLANE: readonly Dimension[] = ['2d'];
const SPACE: readonly Dimension[] = ['3d'];

/** What the package promises to answer, and in which dimensions. */
export const CATALOGUE: readonly CatalogueSection[] = [
  {
    letter: 'A',
    title: 'Closest points and distances',
    rows: [
      { id: 'A1', title: 'point – plane', dimensions: BOTH },
      { id: 'A2', title: 'point – segment, ray, line', dimensions: BOTH },
      { id: 'A3', title: 'point – AABB', dimensions: BOTH },
      { id: 'A4', title: 'point – OBB, from outside and inside', dimensions: BOTH },
      { id: 'A5', title: 'point – rectangle in space', dimensions: SPACE },
      { id: 'A6', title: 'point – triangle', dimensions: BOTH },
      { id: 'A7', title: 'point – tetrahedron', dimensions: SPACE },
      { id: 'A8', title: 'point – convex polygon, polyhedron', dimensions: BOTH },
      { id: 'A9', title: 'line – line', dimensions: SPACE },
      { id: 'A10', title: 'segment – segment', dimensions: BOTH },
      { id: 'A11', title: 'segment – triangle', dimensions: SPACE },
      { id: 'A12', title: 'triangle – triangle', dimensions: SPACE },
      { id: 'A13', title: 'GJK distance of convex shapes', dimensions: BOTH },
      { id: 'A14', title: 'Minkowski difference, explicit', dimensions: PLANE },
      { id: 'A15', title: 'penetration depth', dimensions: BOTH },
    ],
  },
  {
    letter: 'B',
    title: 'Overlap tests',
    rows: [
      { id: 'B1', title: 'separating axes of convex polygons, polyhedra', dimensions: BOTH },
      { id: 'B2', title: 'OBB – OBB', dimensions: BOTH },
      { id: 'B3', title: 'AABB – AABB, circle – circle, sphere – sphere', dimensions: BOTH },
      { id: 'B4', title: 'sphere – plane: crosses, behind, touches the half-space', dimensions: SPACE },
      { id: 'B5', title: 'OBB – plane, AABB – plane', dimensions: SPACE },
      { id: 'B6', title: 'cone – plane, half-space', dimensions: SPACE },
      { id: 'B7', title: 'circle or sphere – AABB, OBB', dimensions: BOTH },
      { id: 'B8', title: 'sphere – triangle, polygon', dimensions: SPACE },
      { id: 'B9', title: 'AABB – triangle, OBB – triangle', dimensions: SPACE },
      { id: 'B10', title: 'triangle – triangle', dimensions: SPACE },
      { id: 'B11', title: 'sphere, box – frustum', dimensions: SPACE },
      { id: 'B12', title: 'point in polygon', dimensions: PLANE },
      { id: 'B13', title: 'point in triangle, convex polyhedron, closed mesh', dimensions: BOTH },
      { id: 'B14', title: 'segment – segment', dimensions: PLANE },
      { id: 'B15', title: 'two planes to a line, three planes to a point', dimensions: SPACE },
    ],
  },
  {
    letter: 'C',
    title: 'Rays, segments, lines',
    rows: [
      { id: 'C1', title: 'ray or segment – plane', dimensions: BOTH },
      { id: 'C2', title: 'ray or segment – circle, sphere', dimensions: BOTH },
      { id: 'C3', title: 'ray or segment – AABB, OBB', dimensions: BOTH },
      { id: 'C4', title: 'line, ray or segment – triangle', dimensions: SPACE },
      { id: 'C5', title: 'line – quad', dimensions: SPACE },
      { id: 'C6', title: 'ray – polygon in space', dimensions: SPACE },
      { id: 'C7', title: 'ray or segment – capsule, cylinder, cone', dimensions: BOTH },
      { id: 'C8', title: 'ray or segment – convex polygon, polyhedron, any support', dimensions: BOTH },
      { id: 'C9', title: 'ray – mesh, chain', dimensions: BOTH },
      { id: 'C10', title: 'object approximated by rays', dimensions: SPACE },
    ],
  },
  {
    letter: 'D',
    title: 'Moving objects',
    rows: [
      { id: 'D1', title: 'interval halving', dimensions: BOTH },
      { id: 'D2', title: 'separating axes of moving convex shapes', dimensions: BOTH },
      { id: 'D3', title: 'moving circle or sphere – plane', dimensions: BOTH },
      { id: 'D4', title: 'moving AABB – plane', dimensions: BOTH },
      { id: 'D5', title: 'moving circle – circle, sphere – sphere', dimensions: BOTH },
      { id: 'D6', title: 'moving sphere – triangle, polygon', dimensions: SPACE },
      { id: 'D7', title: 'moving circle or sphere – AABB', dimensions: BOTH },
      { id: 'D8', title: 'moving AABB – AABB', dimensions: BOTH },
      { id: 'D9', title: 'conservative advancement', dimensions: BOTH },
    ],
  },
  {
    letter: 'E',
    title: 'Hierarchies',
    rows: [
      { id: 'E1', title: 'tree over colliders, each tick', dimensions: BOTH },
      { id: 'E2', title: 'trees over the triangles of a mesh', dimensions: SPACE },
      { id: 'E3', title: 'hierarchy against hierarchy', dimensions: BOTH },
      { id: 'E4', title: 'hierarchy queries', dimensions: BOTH },
    ],
  },
];
