import { PairDiff } from '../pair-diff.ts';
import { loadPackage, type Peer, pairKey } from '../peer.ts';
import { BOX, CIRCLE, POLYGON, type Scene } from '../scene.ts';
import { capsuleOutline, circleOutline } from './outline.ts';

type Vec = { x: number; y: number };
interface Body {
  position: Vec;
  plugin: { index: number };
}
interface Collision {
  bodyA: Body;
  bodyB: Body;
  depth: number;
  normal: Vec;
  supports: Vec[];
  supportCount: number;
}
interface Matter {
  Body: {
    create(options: object): Body;
    setPosition(body: Body, at: Vec): void;
    setAngle(body: Body, angle: number): void;
  };
  Detector: { create(options: object): object; collisions(detector: object): Collision[] };
  Vertices: { centre(vertices: Vec[]): Vec };
}

/**
 * Matter's detector without its engine. It knows polygons only: circles and caps are 24-gons. It reports no begin and
 * end.
 */
export const matter: Peer = async (scene) => {
  const api = await loadPackage<Matter>('matter-js');
  const bodies: Body[] = [];
  /** By body: the vector from the body's origin to its centroid, which is the position that Matter uses. */
  const offsets: Vec[] = [];
  for (let i = 0; i < scene.count; i++) {
    const vertices = outlineOf(scene, i);
    const offset = api.Vertices.centre(vertices);
    const body = api.Body.create({
      vertices,
      position: { ...offset },
      isStatic: i >= scene.movers,
      plugin: { index: i },
    });
    bodies.push(body);
    offsets.push(offset);
  }
  const at = { x: 0, y: 0 };
  const place = (i: number): void => {
    const body = bodies[i];
    const { x, y } = offsets[i];
    let [c, s] = [1, 0];
    if (scene.kind[i] !== CIRCLE) {
      const angle = scene.rotation[i];
      api.Body.setAngle(body, angle);
      c = Math.cos(angle);
      s = Math.sin(angle);
    }
    at.x = scene.x[i] + c * x - s * y;
    at.y = scene.y[i] + s * x + c * y;
    api.Body.setPosition(body, at);
  };
  for (let i = 0; i < scene.count; i++) place(i);
  const detector = api.Detector.create({ bodies: bodies.slice() });
  const diff = new PairDiff();
  let collisions: Collision[] = [];
  return {
    update(tally) {
      for (let i = 0; i < scene.moving; i++) place(i);
      collisions = api.Detector.collisions(detector);
      for (const { bodyA, bodyB } of collisions) diff.add(bodyA.plugin.index, bodyB.plugin.index);
      diff.finish(tally);
    },
    read(tally) {
      let sum = 0;
      for (const { normal, depth, supports, supportCount } of collisions) {
        sum += normal.x + normal.y + depth;
        for (let k = 0; k < supportCount; k++) sum += supports[k].x + supports[k].y;
      }
      tally.checksum += sum;
      tally.pairs += collisions.length;
      tally.contacts += collisions.length;
    },
    list(keys) {
      for (const { bodyA, bodyB } of collisions)
        keys.push(pairKey(bodyA.plugin.index, bodyB.plugin.index, scene.count));
    },
  };
};

function outlineOf(scene: Scene, i: number): Vec[] {
  const kind = scene.kind[i];
  const [w, h] = [scene.halfWidth[i], scene.halfHeight[i]];
  let flat: number[];
  if (kind === CIRCLE) flat = circleOutline(scene.radius[i]);
  else if (kind === BOX) flat = [-w, -h, w, -h, w, h, -w, h];
  else if (kind === POLYGON) flat = scene.corners[i];
  else flat = capsuleOutline(scene.radius[i], h);
  const points: Vec[] = [];
  for (let k = 0; k < flat.length; k += 2) points.push({ x: flat[k], y: flat[k + 1] });
  return points;
}
