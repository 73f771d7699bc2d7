/** A question that people have, and where docs/catalogue.md answers it. */
export interface Task {
  readonly question: string;
  /** Rows of the catalogue whose routines answer it; without rows, the routines may stand anywhere in the catalogue. */
  readonly rows?: readonly string[];
  /** If present, only routines with such a name count. */
  readonly names?: RegExp;
}

export interface TaskGroup {
  readonly title: string;
  readonly tasks: readonly Task[];
}

/** The index by task of docs/catalogue.md. Routines are found by rows and by patterns, which outlive a renaming. */
export const TASKS: readonly TaskGroup[] = [
  {
    title: 'Picking, shooting, looking: rays',
    tasks: [
      {
        question: 'Which triangle of a mesh, or segment of an outline, does the mouse ray hit?',
        rows: ['C9'],
        names: /^castRay(Mesh|Segment)?Tree$/,
      },
      { question: 'Which of many objects does a ray hit first?', rows: ['E4'], names: /^castRayBvh$/ },
      {
        question: 'Can two points see each other past walls or a mesh?',
        rows: ['C9'],
        names: /Ray\w*TreeAny$|^overlapsRay\w*Tree$/,
      },
      { question: 'What does a ray pass through, front to back?', rows: ['C9'], names: /^castRay\w*TreeAll$/ },
      { question: 'Where does a ray hit a circle or a sphere?', rows: ['C2'], names: /^castRay/ },
      { question: 'Where does a ray enter and leave a box?', rows: ['C3'], names: /^clipRay/ },
      {
        question: 'How do I test one ray against many boxes quickly?',
        rows: ['C3'],
        names: /^(prepareRay|castPreparedRay)/,
      },
      { question: 'Does a ray hit this triangle, and where in it?', rows: ['C4'], names: /^castRayTriangle/ },
      { question: 'Where on the ground does the player point?', rows: ['C1'], names: /^castRayPlane$/ },
      { question: 'Does a laser hit a wall or an outline?', rows: ['C9'], names: /^castRay(Segment|Chain|Loop)$/ },
      { question: 'Does a ray hit a character’s capsule?', rows: ['C7'], names: /^castRayCapsule$/ },
      { question: 'Where does a ray hit a convex shape?', rows: ['C8'], names: /^castRayConvex|^castRayP/ },
      {
        question: 'Where does a ray hit a shape that I have only a support function of?',
        rows: ['C8'],
        names: /Support$|Gjk$/,
      },
      {
        question: 'How much room is there around an object?',
        rows: ['C10'],
        names: /^(buildProbesAabb|measureProbes)$/,
      },
    ],
  },
  {
    title: 'Does it touch? Overlaps',
    tasks: [
      { question: 'Do two circles, spheres or boxes overlap?', rows: ['B3'] },
      { question: 'Do two turned boxes overlap?', rows: ['B2'], names: /^overlaps/ },
      { question: 'Do two convex shapes overlap?', rows: ['B1'], names: /^overlaps|^findSeparatingAxis/ },
      { question: 'Does a circle or a sphere touch a box, and where?', rows: ['B7'], names: /WithPoint$/ },
      { question: 'Does a sphere touch a triangle or a floor polygon?', rows: ['B8'], names: /^overlaps/ },
      { question: 'Does a box touch a triangle (voxels of a mesh)?', rows: ['B9'] },
      { question: 'Do two triangles cut each other, and along which line?', rows: ['B10'] },
      {
        question: 'On which side of a plane is a box or a sphere?',
        rows: ['B4', 'B5'],
        names: /^overlaps(Sphere|Aabb)|^containsAabb/,
      },
      { question: 'Do two walls (segments) cross, and where?', rows: ['B14'] },
      { question: 'Is the mouse inside a polygon?', rows: ['B12'] },
      { question: 'Is a point inside a closed mesh?', rows: ['B13'], names: /Mesh/ },
      { question: 'Is a point inside a convex shape?', rows: ['B13', 'B12'], names: /Point(Convex\w*)$/ },
      { question: 'Do two meshes or outlines touch?', rows: ['E3'], names: /(TreeAny|Trees)$/ },
      { question: 'Do two capsules overlap?', names: /^overlapsCapsuleCapsule$/ },
    ],
  },
  {
    title: 'How deep, and which way out? Contacts',
    tasks: [
      { question: 'Do two hulls overlap, and how deep?', rows: ['A15'], names: /^penetration/ },
      { question: 'What are the contact points of two convex shapes?', rows: ['A15', 'B1'], names: /^collideConvex$/ },
      { question: 'What are the contact points of two boxes in the plane?', rows: ['B2'], names: /^collideBoxes$/ },
      {
        question: 'How do two circles or capsules in the plane touch?',
        names: /^collide(Circles|CircleCapsule|Capsules)$/,
      },
      {
        question: 'Which way is shortest out of a box I am inside of?',
        rows: ['A3', 'A4'],
        names: /^closestSurfacePoint/,
      },
    ],
  },
  {
    title: 'What is nearest? Distances',
    tasks: [
      { question: 'Which point of a mesh or a coastline is nearest?', rows: ['E4'], names: /^closestPoint\w*Tree$/ },
      { question: 'Which k triangles or segments are nearest?', rows: ['E4'], names: /^(kNearest|findNearest)/ },
      { question: 'Which of many objects is nearest?', rows: ['E4'], names: /^closest\w*Bvh$/ },
      { question: 'Which point of a path or an edge is nearest?', rows: ['A2'], names: /^closestPoint/ },
      { question: 'Which point of a box is nearest?', rows: ['A3', 'A4'], names: /^closestPoint/ },
      { question: 'Which point of a triangle is nearest?', rows: ['A6'], names: /^closestPoint/ },
      { question: 'Which point of a convex shape is nearest?', rows: ['A8'], names: /^closestPoint/ },
      { question: 'How far is a point above a plane?', rows: ['A1'], names: /^signedDistance/ },
      { question: 'How close do two edges or roads come?', rows: ['A10'], names: /^closestPointsSegmentSegment$/ },
      { question: 'How far apart are two triangles?', rows: ['A12'] },
      {
        question: 'How far apart are two convex shapes, and where?',
        rows: ['A13'],
        names: /^(closestPoints|distance)Gjk$/,
      },
      {
        question: 'How far apart are shapes that I have only support functions of?',
        rows: ['A13'],
        names: /GjkSupport$/,
      },
    ],
  },
  {
    title: 'Will it hit, and when? Moving objects',
    tasks: [
      {
        question: 'Does a moving circle or ball hit a wall, and when?',
        names: /^cast(Circle|Sphere)(Segment|Plane|Aabb|Obb)$/,
      },
      { question: 'When do two balls meet?', rows: ['D5'] },
      { question: 'When does a moving box hit another box?', rows: ['D8'] },
      {
        question: 'When does a moving sphere hit a triangle of the level?',
        rows: ['D6'],
        names: /^castSphereTriangle$/,
      },
      { question: 'When does a moving convex shape hit another?', rows: ['D2'] },
      { question: 'When do two shapes meet that turn as well?', rows: ['D9'], names: /^timeOfImpact/ },
      { question: 'When do shapes meet whose motion I have only as a function?', rows: ['D1'] },
      { question: 'What does a moving box meet first among many?', rows: ['E4'], names: /^castAabbBvh$/ },
    ],
  },
  {
    title: 'Many objects: culling and hierarchies',
    tasks: [
      {
        question: 'Which boxes does the camera’s frustum cull?',
        rows: ['B11'],
        names: /^(computeFrustumPlanes|classifyAabbFrustum\w*)$/,
      },
      { question: 'Which triangles of a mesh are in a frustum?', rows: ['E4'], names: /Tree\w*Frustum$/ },
      {
        question: 'Which of many boxes overlap each other?',
        rows: ['E1'],
        names: /^(createBvh|buildBvh|findSelfPairs)$/,
      },
      { question: 'Which of these boxes overlap which of those?', rows: ['E1'], names: /^findCrossPairs$/ },
      { question: 'What is inside this rectangle or box?', rows: ['E4'], names: /(BvhAabb|Tree\w*Aabb)$/ },
      { question: 'What is at this point?', rows: ['E4'], names: /BvhPoint$/ },
      { question: 'Which parts of a mesh or an outline are near a ball?', rows: ['E4'], names: /Tree(Circle|Sphere)$/ },
      { question: 'How do I fill a polygon with holes with triangles?', names: /^triangulate$/ },
      {
        question: 'How do I cut a concave polygon, or one with holes, into convex pieces?',
        names: /^decomposeConvex$/,
      },
      {
        question: 'How do I make a tree over the triangles of a mesh, or the segments of an outline?',
        names: /^(build|refit)(Aabb)?(Mesh|Segment)?Tree$/,
      },
    ],
  },
  {
    title: 'Making and measuring shapes',
    tasks: [
      { question: 'What is the convex hull of these points?', names: /^(compute|build)ConvexHull$/ },
      { question: 'What is the smallest circle or sphere around points?', names: /^computeBounding(Circle|Sphere)$/ },
      { question: 'What is the box around points or a capsule?', names: /^computeAabb(Points|Capsule)$/ },
      {
        question: 'How large is a polygon, a triangle, a mesh?',
        names: /^(area(Polygon|Triangle)|(volume|surfaceArea)Mesh)$/,
      },
      {
        question: 'Where is the centroid, and how hard is a solid to turn?',
        names: /^(computeCentroid(Polygon|Mesh)|computeInertia(Convex|Mesh))$/,
      },
      { question: 'What do two convex polygons have in common?', names: /^intersectConvexPolygons$/ },
      { question: 'Where does a plane cut a mesh?', names: /^intersectMeshPlane$/ },
      { question: 'In which line do two planes meet, in which point three?', rows: ['B15'] },
    ],
  },
];
