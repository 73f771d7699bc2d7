/**
 * Operands for the snippets of docs/catalogue.md, by the names and types of their parameters: shapes about the origin
 * that overlap, in the layouts of docs/geometry-conventions.md. Runs in a user's project, beside the installed package.
 */

const PLANE = {
  point: [0.5, 0.25],
  segment: [-2, 0.5, 2, 0.5],
  ray: [-5, 0.5, 10, 0],
  line: [-5, 0.5, 10, 0],
  plane: [0, 1, 0.25],
  aabb: [-1, -1, 1, 1],
  obb: [0, 0, 1, 2, 0.6, 0.8],
  circle: [0.5, 0, 1],
  capsule: [-1, 0, 1, 0, 0.5],
  triangle: [0, 0, 2, 0, 0, 2],
  vertices: [-1, -1, 1, -1, 1, 1, -1, 1],
  translation: [3, 0],
  direction: [1, 0],
  pose: [0.5, 0, 1, 0],
  segments: [-1, -1, 1, -1, 1, -1, 1, 1],
  holeStarts: [],
  motion: [0, 0, 0, 3, 0, 0.5],
};

const SPACE = {
  point: [0.5, 0.25, 0.125],
  segment: [-2, 0.5, 0, 2, 0.5, 0],
  ray: [-5, 0.5, 0.25, 10, 0, 0],
  line: [-5, 0.5, 0.25, 10, 0.5, 0.25],
  plane: [0, 1, 0, 0.25],
  aabb: [-1, -1, -1, 1, 1, 1],
  obb: [0, 0, 0, 1, 2, 3, 0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1],
  sphere: [0.5, 0, 0, 1],
  capsule: [-1, 0, 0, 1, 0, 0, 0.5],
  cylinder: [-1, 0, 0, 1, 0, 0, 0.5],
  cone: [0, 2, 0, 0, 0, 0, 1],
  triangle: [0, 0, 0, 2, 0, 0, 0, 2, 0],
  quad: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
  vertices: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
  rectangle: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 2],
  corners: [-1, -1, 0, 1, -1, 0, -1, 1, 0],
  tetrahedron: [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2],
  frustum: [1, 0, 0, -3, -1, 0, 0, -3, 0, 1, 0, -3, 0, -1, 0, -3, 0, 0, 1, -3, 0, 0, -1, -3],
  viewProjection: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  translation: [3, 0, 0],
  direction: [1, 0, 0],
  pose: [0.5, 0, 0, 0, 0, 0, 1],
  motion: [0.5, 0, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 0, 0, 1],
};

/** What an operand called a, b or fixed is, by the name of the routine; the first that fits. */
const BY_ROUTINE = [
  [/(Obb|Aabb)Plane|Frustum|Planes?/, 'plane'],
  [/Obb/, 'obb'],
  [/Aabb/, 'aabb'],
  [/Circle/, 'circle'],
  [/Sphere/, 'sphere'],
  [/Capsule/, 'capsule'],
  [/Triangle/, 'triangle'],
  [/Line/, 'line'],
  [/Segment/, 'segment'],
];

/** Other names for the same layouts. */
const ALIASES = {
  center: 'point',
  points: 'vertices',
  verticesA: 'vertices',
  verticesB: 'vertices',
  directions: 'direction',
  triangles: 'triangle',
  planes: 'plane',
};

/** Numbers by parameter; offsets are 0. */
const NUMBERS = {
  maxFraction: 1,
  maxDistance: 10,
  maxSpeed: 1,
  tolerance: 1e-6,
  reach: 10,
  margin: 0.1,
  radiusA: 0.1,
  radiusB: 0.1,
  time: 0.5,
  k: 2,
  count: 4,
  countA: 4,
  countB: 4,
  planeCount: 6,
};

/** A tetrahedron, as a mesh without an index and as points. */
const CORNERS = [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2];
const MESH = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3].flatMap((i) => CORNERS.slice(3 * i, 3 * i + 3));

/**
 * Returns `operand(name, type)`, which makes the operands of a routine of a door.
 * @param door the module 'bitecs-collision/geometry2d' or 'bitecs-collision/geometry3d'
 */
export function createOperands(door, routine) {
  const flat = 'orient2d' in door;
  const layouts = flat ? PLANE : SPACE;
  const room = () => new Float64Array(256);

  const makers = {
    WritableNumberArray: room,
    Float64Array: (name) => (name === 'bounds' ? boxes(flat) : room()),
    BoxColumn: () => boxes(flat),
    Int32Array: () => new Int32Array(8).fill(-1),
    Uint32Array: (name) => (name === 'items' ? Uint32Array.of(0, 1, 2, 3) : new Uint32Array(64)),
    NumberArray: (name) => numbers(name),
    number: (name) => NUMBERS[name] ?? 0,
    boolean: () => true,
    BvhKind: () => 'aabb',
    Bvh: () => bvh(),
    IndexList: () => door.createIndexList(),
    PairList: () => door.createPairList(),
    CastVisit: () => (_item, maxFraction) => maxFraction,
    ClosestVisit: () => (_item, maxDistance) => maxDistance,
    DistanceBound: () => (fraction) => 0.5 - fraction,
    GjkCache: () => door.createGjkCache(),
    EpaReport: () => door.createEpaReport(),
    ToiReport: () => door.createToiReport(),
    SegmentHits: () => door.createSegmentHits(),
    TriangleHits: () => door.createTriangleHits(),
    SegmentTree: () => door.buildSegmentTree([-1, -1, 1, -1, 1, -1, 1, 1]),
    MeshTree: () => door.buildMeshTree(MESH),
    ConvexHull: () => door.buildConvexHull(CORNERS),
    PlacedHull: () => ({ hull: door.buildConvexHull(CORNERS), pose: SPACE.pose }),
    MovingConvex: () => moving(),
    Polygon: () => ({ vertices: SPACE.vertices, count: 4 }),
    ConvexPiece: () => piece(),
    SupportShape: () => (flat ? squareSupport : door.createSphereSupport(SPACE.sphere)),
    Support: () => (flat ? squareSupport : door.createSphereSupport(SPACE.sphere)),
    ProbeRayCast: () => (ray, offset, maxFraction) =>
      door.castRayAabb(room(), 0, ray, offset, maxFraction, SPACE.aabb, 0),
  };

  function numbers(name) {
    if (/^points$|^vertices[AB]?$/.test(name) && !flat) return [...SPACE.vertices, ...CORNERS];
    if (name === 'probes') return probes();
    if (name === 'prepared') return prepared();
    if (name === 'positions') return MESH;
    if (name === 'directions') return [1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0];
    if (name === 'planes') return SPACE.frustum;
    const layout = layouts[ALIASES[name] ?? name];
    if (layout !== undefined) return layout;
    const found = BY_ROUTINE.find(([names, key]) => names.test(routine) && key in layouts);
    if (found === undefined) return layouts.vertices;
    return layouts[found[1]];
  }

  function prepared() {
    const out = room();
    door.prepareRay(out, 0, layouts.ray, 0);
    return out;
  }

  function probes() {
    const out = room();
    door.buildProbesAabb(out, 0, SPACE.aabb, 0);
    return out;
  }

  function bvh() {
    const made = door.createBvh('aabb');
    door.buildBvh(made, boxes(flat), Uint32Array.of(0, 1, 2, 3), 4);
    return made;
  }

  function piece() {
    const made = door.createConvexPiece(4);
    made.vertices.set(PLANE.vertices);
    made.count = 4;
    door.computeNormals(made);
    return made;
  }

  function moving() {
    if (flat) return { piece: piece(), motion: PLANE.motion };
    return { support: door.createSphereSupport(SPACE.sphere), boundingRadius: 2, motion: SPACE.motion };
  }

  return (name, type) => {
    if (/\| null$/.test(type) || /Options/.test(type)) return undefined;
    const maker = makers[type];
    if (maker === undefined) throw new Error(`no operand ${name}: ${type} for ${routine}`);
    return maker(name);
  };
}

/** Four unit boxes in a row, half a unit apart from the next but one. */
function boxes(flat) {
  return Float64Array.from(
    [0, 1, 2, 3].flatMap((i) => (flat ? [0.75 * i, 0, 0.75 * i + 1, 1] : [0.75 * i, 0, 0, 0.75 * i + 1, 1, 1])),
  );
}

function squareSupport(out, outOffset, dx, dy) {
  out[outOffset] = dx < 0 ? -1 : 1;
  out[outOffset + 1] = dy < 0 ? -1 : 1;
  return (dx < 0 ? 1 : 0) + (dy < 0 ? 2 : 0);
}
