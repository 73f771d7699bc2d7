import { PairDiff } from '../pair-diff.ts';
import { loadPackage, type Peer, pairKey, type Tally } from '../peer.ts';
import { BOX, CIRCLE, POLYGON, type Questions, type Scene } from '../scene.ts';
import { capsuleOutline } from './outline.ts';

type Vec = { x: number; y: number };
interface Body {
  setPosition(x: number, y: number, updateNow: boolean): void;
  setAngle(angle: number, updateNow: boolean): void;
  updateBody(): void;
  userData: number;
}
interface Response {
  overlap: number;
  overlapN: Vec;
}
interface System {
  createCircle(at: Vec, radius: number, options: object): Body;
  createPolygon(at: Vec, points: Vec[], options: object): Body;
  search(box: object): Body[];
  checkCollision(a: Body, b: Body, response: Response): boolean;
  response: Response;
}
interface DetectCollisions {
  System: new () => System;
}

/** Boxes enlarged by this need not be put into the tree anew every tick: about what is fastest here. */
const PADDING = 0.2;

/**
 * detect-collisions: one search a mover, each pair tested once rather than from both sides as `checkAll` does. It
 * reports no begin and end. The caps of capsules are 24-gons.
 */
export const detectCollisions: Peer = async (scene) => {
  const api = await loadPackage<DetectCollisions>('detect-collisions');
  const system = new api.System();
  const bodies: Body[] = [];
  for (let i = 0; i < scene.count; i++) bodies.push(addBody(system, scene, i));
  const diff = new PairDiff();
  const { response } = system;
  let contacts: number[] = [];
  let pairs: number[] = [];
  const checkAll = (): void => {
    for (let i = 0; i < scene.movers; i++) {
      const body = bodies[i];
      for (const other of system.search(body)) {
        if (other.userData <= i || !system.checkCollision(body, other, response)) continue;
        const { overlap, overlapN } = response;
        contacts.push(overlapN.x, overlapN.y, overlap);
        pairs.push(i, other.userData);
        diff.add(i, other.userData);
      }
    }
  };
  return {
    update(tally) {
      contacts = [];
      pairs = [];
      for (let i = 0; i < scene.moving; i++) {
        const body = bodies[i];
        body.setPosition(scene.x[i], scene.y[i], false);
        if (scene.kind[i] !== CIRCLE) body.setAngle(scene.rotation[i], false);
        body.updateBody();
      }
      checkAll();
      diff.finish(tally);
    },
    read(tally: Tally) {
      let sum = 0;
      for (const value of contacts) sum += value;
      tally.checksum += sum;
      tally.pairs += pairs.length / 2;
      tally.contacts += pairs.length / 2;
    },
    list(keys) {
      for (let k = 0; k < pairs.length; k += 2) keys.push(pairKey(pairs[k], pairs[k + 1], scene.count));
    },
    boxes(q: Questions, answers) {
      const box = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
      for (let i = 0; i < q.count; i++) {
        const size = q.size[i];
        box.minX = q.x[i] - size;
        box.minY = q.y[i] - size;
        box.maxX = q.x[i] + size;
        box.maxY = q.y[i] + size;
        answers[i] = system.search(box).length;
      }
    },
  };
};

function addBody(system: System, scene: Scene, i: number): Body {
  const at = { x: scene.x[i], y: scene.y[i] };
  const kind = scene.kind[i];
  const options = { padding: PADDING, userData: i, isStatic: i >= scene.movers };
  if (kind === CIRCLE) return system.createCircle(at, scene.radius[i], options);
  const [w, h] = [scene.halfWidth[i], scene.halfHeight[i]];
  let flat: number[];
  if (kind === BOX) flat = [-w, -h, w, -h, w, h, -w, h];
  else if (kind === POLYGON) flat = scene.corners[i];
  else flat = capsuleOutline(scene.radius[i], h);
  const points: Vec[] = [];
  for (let k = 0; k < flat.length; k += 2) points.push({ x: flat[k], y: flat[k + 1] });
  const body = system.createPolygon(at, points, options);
  body.setAngle(scene.rotation[i], true);
  return body;
}
