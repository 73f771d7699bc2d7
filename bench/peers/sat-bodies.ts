import { PairDiff } from '../pair-diff.ts';
import { loadPackage, pairKey, type Tally } from '../peer.ts';
import { BOX, CAPSULE, CIRCLE, type Scene } from '../scene.ts';

type Vec = { x: number; y: number };
interface SatCircle {
  pos: Vec;
  r: number;
}
interface SatPolygon {
  pos: Vec;
  calcPoints: Vec[];
  setAngle(angle: number): SatPolygon;
}
interface Response {
  overlap: number;
  overlapN: Vec;
  clear(): void;
}
interface Sat {
  Vector: new (x: number, y: number) => Vec;
  Circle: new (pos: Vec, radius: number) => SatCircle;
  Polygon: new (pos: Vec, points: Vec[]) => SatPolygon;
  Response: new () => Response;
  testCirclePolygon(a: SatCircle, b: SatPolygon, out: Response): boolean;
  testPolygonCircle(a: SatPolygon, b: SatCircle, out: Response): boolean;
  testPolygonPolygon(a: SatPolygon, b: SatPolygon, out: Response): boolean;
}

export const BOUNDS_STRIDE = 4;
const CONTACT_STRIDE = 3;

/**
 * SAT.js over a scene, for the peers that are a broad phase only: bodies, their bounds, the test of a pair and the
 * contacts of a tick. Two circles are tested in closed form over the columns, which is several times faster than
 * through objects. SAT.js has no capsules; one is a box and two circles, whose union is exact, and its depth is the
 * deepest part's.
 */
export class SatBodies {
  readonly bounds: Float64Array;
  readonly #scene: Scene;
  readonly #sat: Sat;
  readonly #circles: SatCircle[] = [];
  /** The second end of capsules; of others, the first again. */
  readonly #ends: SatCircle[] = [];
  readonly #polygons: SatPolygon[] = [];
  readonly #response: Response;
  readonly #diff = new PairDiff();
  #contacts = new Float64Array(CONTACT_STRIDE * 1024);
  #pairs = new Uint32Array(2 * 1024);
  #count = 0;
  #depth = 0;
  #normalX = 0;
  #normalY = 0;

  constructor(sat: Sat, scene: Scene) {
    this.#sat = sat;
    this.#scene = scene;
    this.#response = new sat.Response();
    this.bounds = new Float64Array(BOUNDS_STRIDE * scene.count);
    for (let i = 0; i < scene.count; i++) {
      this.#make(i);
      this.#place(i);
    }
  }

  /** Begins a tick: places and bounds of what moves. */
  begin(): void {
    this.#count = 0;
    for (let i = 0; i < this.#scene.moving; i++) this.#place(i);
  }

  /** Tests a pair; keeps the contact. */
  test(a: number, b: number): void {
    const kind = this.#scene.kind;
    if (kind[a] === CIRCLE && kind[b] === CIRCLE) {
      const { x, y, radius } = this.#scene;
      this.testCircles(a, b, x[b] - x[a], y[b] - y[a], radius[a] + radius[b]);
      return;
    }
    this.#depth = -1;
    if (kind[a] === CAPSULE || kind[b] === CAPSULE) this.#testParts(a, b);
    else if (kind[a] === CIRCLE) this.#circlePolygon(this.#circles[a], this.#polygons[b]);
    else if (kind[b] === CIRCLE) this.#polygonCircle(this.#polygons[a], this.#circles[b]);
    else this.#polygonPolygon(this.#polygons[a], this.#polygons[b]);
    if (this.#depth >= 0) this.#keep(a, b, this.#normalX, this.#normalY, this.#depth);
  }

  /** Tests two circles whose centres are (dx, dy) apart; keeps the contact. */
  testCircles(a: number, b: number, dx: number, dy: number, reach: number): void {
    const squared = dx * dx + dy * dy;
    if (squared > reach * reach) return;
    const distance = Math.sqrt(squared);
    if (distance > 0) this.#keep(a, b, dx / distance, dy / distance, reach - distance);
    else this.#keep(a, b, 1, 0, reach);
  }

  finish(tally: Tally): void {
    const pairs = this.#pairs;
    for (let k = 0; k < 2 * this.#count; k += 2) this.#diff.add(pairs[k], pairs[k + 1]);
    this.#diff.finish(tally);
  }

  read(tally: Tally): void {
    const contacts = this.#contacts;
    let sum = 0;
    for (let k = 0; k < CONTACT_STRIDE * this.#count; k++) sum += contacts[k];
    tally.checksum += sum;
    tally.pairs += this.#count;
    tally.contacts += this.#count;
  }

  list(keys: number[]): void {
    for (let k = 0; k < 2 * this.#count; k += 2)
      keys.push(pairKey(this.#pairs[k], this.#pairs[k + 1], this.#scene.count));
  }

  #keep(a: number, b: number, nx: number, ny: number, depth: number): void {
    const index = this.#count++;
    if (2 * index === this.#pairs.length) {
      const { length } = this.#pairs;
      const pairs = this.#pairs;
      const contacts = this.#contacts;
      this.#pairs = new Uint32Array(2 * length);
      this.#pairs.set(pairs);
      this.#contacts = new Float64Array(2 * contacts.length);
      this.#contacts.set(contacts);
    }
    this.#pairs[2 * index] = a;
    this.#pairs[2 * index + 1] = b;
    const at = CONTACT_STRIDE * index;
    this.#contacts[at] = nx;
    this.#contacts[at + 1] = ny;
    this.#contacts[at + 2] = depth;
  }

  #testParts(a: number, b: number): void {
    const kind = this.#scene.kind;
    const [circleA, circleB] = [this.#circles[a], this.#circles[b]];
    const [endA, endB] = [this.#ends[a], this.#ends[b]];
    const isRoundA = kind[a] === CIRCLE || kind[a] === CAPSULE;
    const isRoundB = kind[b] === CIRCLE || kind[b] === CAPSULE;
    const isFlatA = kind[a] !== CIRCLE;
    const isFlatB = kind[b] !== CIRCLE;
    if (isRoundA && isRoundB) {
      this.#circleCircle(circleA, circleB);
      if (endA !== circleA) this.#circleCircle(endA, circleB);
      if (endB !== circleB) {
        this.#circleCircle(circleA, endB);
        if (endA !== circleA) this.#circleCircle(endA, endB);
      }
    }
    if (isRoundA && isFlatB) {
      this.#circlePolygon(circleA, this.#polygons[b]);
      if (endA !== circleA) this.#circlePolygon(endA, this.#polygons[b]);
    }
    if (isFlatA && isRoundB) {
      this.#polygonCircle(this.#polygons[a], circleB);
      if (endB !== circleB) this.#polygonCircle(this.#polygons[a], endB);
    }
    if (isFlatA && isFlatB) this.#polygonPolygon(this.#polygons[a], this.#polygons[b]);
  }

  #circleCircle(a: SatCircle, b: SatCircle): void {
    const dx = b.pos.x - a.pos.x;
    const dy = b.pos.y - a.pos.y;
    const reach = a.r + b.r;
    const squared = dx * dx + dy * dy;
    if (squared > reach * reach) return;
    const distance = Math.sqrt(squared);
    if (reach - distance <= this.#depth) return;
    this.#depth = reach - distance;
    this.#normalX = distance > 0 ? dx / distance : 1;
    this.#normalY = distance > 0 ? dy / distance : 0;
  }

  #circlePolygon(a: SatCircle, b: SatPolygon): void {
    this.#response.clear();
    if (this.#sat.testCirclePolygon(a, b, this.#response)) this.#deepest();
  }

  #polygonCircle(a: SatPolygon, b: SatCircle): void {
    this.#response.clear();
    if (this.#sat.testPolygonCircle(a, b, this.#response)) this.#deepest();
  }

  #polygonPolygon(a: SatPolygon, b: SatPolygon): void {
    this.#response.clear();
    if (this.#sat.testPolygonPolygon(a, b, this.#response)) this.#deepest();
  }

  #deepest(): void {
    const { overlap, overlapN } = this.#response;
    if (overlap <= this.#depth) return;
    this.#depth = overlap;
    this.#normalX = overlapN.x;
    this.#normalY = overlapN.y;
  }

  #make(i: number): void {
    const { kind, radius, halfWidth, halfHeight, corners } = this.#scene;
    const { Vector, Circle, Polygon } = this.#sat;
    const rectangle = (w: number, h: number): SatPolygon =>
      new Polygon(new Vector(0, 0), [new Vector(-w, -h), new Vector(w, -h), new Vector(w, h), new Vector(-w, h)]);
    const points: Vec[] = [];
    const flat = corners[i] ?? [];
    for (let k = 0; k < flat.length; k += 2) points.push(new Vector(flat[k], flat[k + 1]));
    const circle = new Circle(new Vector(0, 0), radius[i]);
    this.#circles.push(circle);
    this.#ends.push(kind[i] === CAPSULE ? new Circle(new Vector(0, 0), radius[i]) : circle);
    if (kind[i] === CAPSULE) this.#polygons.push(rectangle(radius[i], halfHeight[i]));
    else if (kind[i] === BOX) this.#polygons.push(rectangle(halfWidth[i], halfHeight[i]));
    else this.#polygons.push(new Polygon(new Vector(0, 0), points));
  }

  #place(i: number): void {
    const { kind, x, y, rotation, radius, halfHeight } = this.#scene;
    const { bounds } = this;
    const px = x[i];
    const py = y[i];
    let reachX = 0;
    let reachY = 0;
    const circle = this.#circles[i].pos;
    circle.x = px;
    circle.y = py;
    if (kind[i] !== CIRCLE) {
      const polygon = this.#polygons[i];
      polygon.pos.x = px;
      polygon.pos.y = py;
      polygon.setAngle(rotation[i]);
      if (kind[i] === CAPSULE) {
        const ex = -halfHeight[i] * Math.sin(rotation[i]);
        const ey = halfHeight[i] * Math.cos(rotation[i]);
        const end = this.#ends[i].pos;
        circle.x = px - ex;
        circle.y = py - ey;
        end.x = px + ex;
        end.y = py + ey;
        reachX = Math.abs(ex) + radius[i];
        reachY = Math.abs(ey) + radius[i];
      } else {
        this.#placePolygon(i, polygon, px, py);
        return;
      }
    } else reachX = reachY = radius[i];
    const at = BOUNDS_STRIDE * i;
    bounds[at] = px - reachX;
    bounds[at + 1] = py - reachY;
    bounds[at + 2] = px + reachX;
    bounds[at + 3] = py + reachY;
  }

  #placePolygon(i: number, polygon: SatPolygon, px: number, py: number): void {
    const points = polygon.calcPoints;
    const at = BOUNDS_STRIDE * i;
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    for (let k = 0; k < points.length; k++) {
      const point = points[k];
      if (point.x < minX) minX = point.x;
      if (point.y < minY) minY = point.y;
      if (point.x > maxX) maxX = point.x;
      if (point.y > maxY) maxY = point.y;
    }
    this.bounds[at] = px + minX;
    this.bounds[at + 1] = py + minY;
    this.bounds[at + 2] = px + maxX;
    this.bounds[at + 3] = py + maxY;
  }
}

export async function openSatBodies(scene: Scene): Promise<SatBodies> {
  return new SatBodies(await loadPackage<Sat>('sat'), scene);
}
