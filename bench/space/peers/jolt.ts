import { type Foreign, loadPackage, pairKey, type Tally } from '../../peer.ts';
import type { SpaceSession } from '../peer.ts';
import {
  BOX,
  CAPSULE,
  HULL,
  MESH,
  type MeshShape,
  RAY_STRIDE,
  type Scene,
  type Shape,
  SPHERE,
  WALK,
} from '../scene.ts';

/** The radius by which Jolt rounds the edges of boxes, hulls and cylinders by default; it is slower without it. */
const ROUNDING = 0.05;
const TICK = 1 / 60;
/** Its layers. */
const MOVING = 0;
const STILL = 1;
/** Offsets of the parts of a manifold in Jolt's memory, in words of four bytes from the manifold's start. */
const NORMAL = 4;
const DEPTH = 8;
const POINT_COUNT = 12;
const POINTS = 16;
const POINT_STRIDE = 4;

/**
 * Jolt, as cheap as it goes: kinematic bodies that collide with kinematic ones, so that nothing is solved, contacts of
 * what overlaps only, read from its memory in its listener.
 */
export async function jolt({
  count,
  shapes,
  position,
  rotation,
  stillCount,
  meetStillOnly,
  rays,
  rayLength,
  castRadius,
  walkers,
}: Scene): Promise<SpaceSession> {
  const J = await (await loadPackage<Foreign>('jolt-physics/wasm-compat'))();
  const settings = new J.JoltSettings();
  settings.mMaxBodies = 65_536;
  settings.mMaxBodyPairs = 65_536;
  settings.mMaxContactConstraints = 16_384;
  const pairs = new J.ObjectLayerPairFilterTable(2);
  if (!meetStillOnly) pairs.EnableCollision(MOVING, MOVING);
  pairs.EnableCollision(MOVING, STILL);
  const layers = new J.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(MOVING, new J.BroadPhaseLayer(0));
  layers.MapObjectToBroadPhaseLayer(STILL, new J.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  const jolt = new J.JoltInterface(settings);
  const system = jolt.GetPhysicsSystem();
  system.SetGravity(new J.Vec3(0, 0, 0));
  const physics = system.GetPhysicsSettings();
  physics.mSpeculativeContactDistance = 0;
  physics.mAllowSleeping = false;
  system.SetPhysicsSettings(physics);
  const bodies = system.GetBodyInterface();

  const meshOf = ({ positions, indices }: MeshShape): Foreign => {
    const mesh = new J.MeshShapeSettings();
    const vertices = mesh.mTriangleVertices;
    const triangles = mesh.mIndexedTriangles;
    const vertex = new J.Float3(0, 0, 0);
    for (let i = 0; i < positions.length; i += 3) {
      vertex.x = positions[i];
      vertex.y = positions[i + 1];
      vertex.z = positions[i + 2];
      vertices.push_back(vertex);
    }
    for (let i = 0; i < indices.length; i += 3) {
      const triangle = new J.IndexedTriangle(indices[i], indices[i + 1], indices[i + 2], 0);
      triangles.push_back(triangle);
      J.destroy(triangle);
    }
    mesh.Sanitize();
    return mesh.Create().Get();
  };
  const shapeOf = (shape: Shape): Foreign => {
    if (shape.kind === SPHERE) return new J.SphereShape(shape.radius);
    if (shape.kind === CAPSULE) return new J.CapsuleShape(shape.half, shape.radius);
    if (shape.kind === BOX) return new J.BoxShape(new J.Vec3(...shape.half), ROUNDING);
    if (shape.kind === MESH) return meshOf(shape);
    if (shape.kind !== HULL) return new J.CylinderShape(shape.half, shape.radius, ROUNDING);
    const hull = new J.ConvexHullShapeSettings();
    const point = new J.Vec3(0, 0, 0);
    for (let i = 0; i < shape.points.length; i += 3) {
      point.Set(shape.points[i], shape.points[i + 1], shape.points[i + 2]);
      hull.mPoints.push_back(point);
    }
    hull.mMaxConvexRadius = ROUNDING;
    return hull.Create().Get();
  };
  const made = shapes.map((shape) => {
    const built = shapeOf(shape);
    built.AddRef();
    return built;
  });
  const place = new J.RVec3(0, 0, 0);
  const turn = new J.Quat(0, 0, 0, 1);
  const list: Foreign[] = [];
  const indexOf = new Map<number, number>();
  const setPlace = (i: number): void => {
    place.Set(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
    turn.Set(rotation[4 * i], rotation[4 * i + 1], rotation[4 * i + 2], rotation[4 * i + 3]);
  };
  const add = (i: number): void => {
    setPlace(i);
    const creation = new J.BodyCreationSettings(
      made[i],
      place,
      turn,
      i < stillCount ? J.EMotionType_Static : J.EMotionType_Kinematic,
      i < stillCount ? STILL : MOVING,
    );
    creation.mCollideKinematicVsNonDynamic = true;
    creation.mAllowSleeping = false;
    creation.mMaxLinearVelocity = 1e5;
    creation.mMaxAngularVelocity = 1e5;
    creation.mLinearDamping = 0;
    creation.mAngularDamping = 0;
    list[i] = bodies.CreateBody(creation);
    J.destroy(creation);
    bodies.AddBody(list[i].GetID(), i < stillCount ? J.EActivation_DontActivate : J.EActivation_Activate);
    indexOf.set(J.getPointer(list[i]), i);
  };
  for (let i = 0; i < count; i++) add(i);
  system.OptimizeBroadPhase();

  const floats = (): Float32Array => J.HEAPF32;
  const words = (): Uint32Array => J.HEAPU32;
  let tallyNow: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  let keys: number[] = [];
  const readManifold = (first: number, second: number, manifold: number): void => {
    const at = manifold >> 2;
    const numbers = floats();
    const points = words()[at + POINT_COUNT];
    let sum = numbers[at + NORMAL] + numbers[at + NORMAL + 1] + numbers[at + NORMAL + 2] + numbers[at + DEPTH];
    for (let i = 0, p = at + POINTS; i < points; i++, p += POINT_STRIDE) {
      sum += numbers[p] + numbers[at] + numbers[p + 1] + numbers[at + 1] + numbers[p + 2] + numbers[at + 2];
    }
    tallyNow.pairs++;
    tallyNow.contacts++;
    tallyNow.checksum += sum;
    keys.push(pairKey(indexOf.get(first)!, indexOf.get(second)!, count));
  };
  const listener = new J.ContactListenerJS();
  listener.OnContactValidate = () => J.ValidateResult_AcceptAllContactsForThisBodyPair;
  listener.OnContactAdded = (first: number, second: number, manifold: number) => {
    tallyNow.began++;
    readManifold(first, second, manifold);
  };
  listener.OnContactPersisted = readManifold;
  listener.OnContactRemoved = () => {
    tallyNow.ended++;
  };
  system.SetContactListener(listener);
  const ray = new J.RRayCast();
  const raySettings = new J.RayCastSettings();
  raySettings.SetBackFaceMode(J.EBackFaceMode_CollideWithBackFaces);
  const closest = new J.CastRayClosestHitCollisionCollector();
  const filters = [new J.BroadPhaseLayerFilter(), new J.ObjectLayerFilter(), new J.BodyFilter(), new J.ShapeFilter()];
  const ball = new J.SphereShape(castRadius);
  const castSettings = new J.ShapeCastSettings();
  const closestCast = new J.CastShapeClosestHitCollisionCollector();
  const size = new J.Vec3(1, 1, 1);
  const base = new J.RVec3(0, 0, 0);
  const way = new J.Vec3(0, 0, 0);
  const character = new J.CharacterVirtualSettings();
  character.mShape = new J.CapsuleShape(walkers.half || 1, walkers.radius || 1);
  character.mMaxSlopeAngle = WALK.slope;
  character.mCharacterPadding = WALK.padding;
  const unturned = new J.Quat(0, 0, 0, 1);
  const characters = Array.from(
    { length: walkers.count },
    () => new J.CharacterVirtual(character, place, unturned, system),
  );
  const falls = new Float64Array(walkers.count);
  const restart = (i: number): void => {
    const { starts } = walkers;
    place.Set(starts[3 * i], starts[3 * i + 1], starts[3 * i + 2]);
    characters[i].SetPosition(place);
    falls[i] = 0;
  };
  for (let i = 0; i < walkers.count; i++) restart(i);
  const stepping = new J.ExtendedUpdateSettings();
  stepping.mStickToFloorStepDown = new J.Vec3(0, -WALK.snap, 0);
  stepping.mWalkStairsStepUp = new J.Vec3(0, WALK.step, 0);
  const gravity = new J.Vec3(0, -WALK.gravity, 0);
  const velocity = new J.Vec3(0, 0, 0);
  const allocator = jolt.GetTempAllocator();
  const narrow = system.GetNarrowPhaseQueryNoLock();
  const lock = system.GetBodyLockInterfaceNoLock();
  return {
    replace(i) {
      indexOf.delete(J.getPointer(list[i]));
      bodies.RemoveBody(list[i].GetID());
      bodies.DestroyBody(list[i].GetID());
      add(i);
    },
    update(tally) {
      tallyNow = tally;
      keys = [];
      for (let i = stillCount; i < count; i++) {
        setPlace(i);
        list[i].MoveKinematic(place, turn, TICK);
      }
      jolt.Step(TICK, 1);
    },
    read() {},
    castRays(distances) {
      const { mOrigin, mDirection } = ray;
      for (let i = 0; i < distances.length; i++) {
        const at = RAY_STRIDE * i;
        mOrigin.Set(rays[at], rays[at + 1], rays[at + 2]);
        mDirection.Set(rayLength * rays[at + 3], rayLength * rays[at + 4], rayLength * rays[at + 5]);
        closest.Reset();
        narrow.CastRay(ray, raySettings, closest, ...filters);
        distances[i] = Infinity;
        if (!closest.HadHit()) continue;
        const hit = closest.mHit;
        const body = lock.TryGetBody(hit.mBodyID);
        tallyNow.checksum += body.GetWorldSpaceSurfaceNormal(hit.mSubShapeID2, ray.GetPointOnRay(hit.mFraction)).GetX();
        distances[i] = hit.mFraction * rayLength;
      }
    },
    castSpheres(distances) {
      for (let i = 0; i < distances.length; i++) {
        const at = RAY_STRIDE * i;
        place.Set(rays[at], rays[at + 1], rays[at + 2]);
        way.Set(rayLength * rays[at + 3], rayLength * rays[at + 4], rayLength * rays[at + 5]);
        const cast = new J.RShapeCast(ball, size, J.RMat44.prototype.sTranslation(place), way);
        closestCast.Reset();
        narrow.CastShape(cast, castSettings, base, closestCast, ...filters);
        J.destroy(cast);
        distances[i] = Infinity;
        if (!closestCast.HadHit()) continue;
        const hit = closestCast.mHit;
        tallyNow.checksum += hit.mPenetrationAxis.GetX();
        distances[i] = hit.mFraction * rayLength;
      }
    },
    walk() {
      const { wishes } = walkers;
      let standing = 0;
      for (const i of walkers.restarted) restart(i);
      for (let i = 0; i < walkers.count; i++) {
        const walker = characters[i];
        const stood = walker.GetGroundState() === J.EGroundState_OnGround;
        falls[i] = (stood ? 0 : falls[i]) + WALK.gravity * WALK.tick;
        velocity.Set(wishes[2 * i], -falls[i], wishes[2 * i + 1]);
        walker.SetLinearVelocity(velocity);
        walker.ExtendedUpdate(WALK.tick, gravity, stepping, ...filters, allocator);
        const at = walker.GetPosition();
        tallyNow.checksum += at.GetX() + at.GetY() + at.GetZ();
        if (walker.GetGroundState() === J.EGroundState_OnGround) standing++;
      }
      return standing;
    },
    list(out) {
      for (const key of keys) out.push(key);
    },
  };
}
