import { loadPackage, PairDiff, type Tally } from '../peer.ts';
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
  testCircleCircle(a: SatCircle, b: SatCircle, out: Response): boolean;
  testCirclePolygon(a: SatCircle, b: SatPolygon, out: Response): boolean;
  testPolygonCircle(a: SatPolygon, b: SatCircle, out: Response): boolean;
  testPolygonPolygon(a: SatPolygon, b: SatPolygon, out: Response): boolean;
}

export const BOUNDS_STRIDE = 4;

/**
 * SAT.js over a scene, for the peers that are a broad phase only: bodies, their bounds, the test of a pair and the contacts
 * of a tick. SAT.js has no capsules; one is a box and two circles, whose union is exact, and its depth is the deepest part's.
 */
export class SatBodies {
  readonly bounds: Float64Array;
  readonly #scene: Scene;
  readonly #sat: Sat;
  readonly #parts: { circles: SatCircle[]; polygons: SatPolygon[] }[] = [];
  readonly #response: Response;
  readonly #diff: PairDiff;
  #contacts = new Float64Array(3 * 1024);
  #count = 0;

  constructor(sat: Sat, scene: Scene) {
    this.#sat = sat;
    this.#scene = scene;
    this.#response = new sat.Response();
    this.#diff = new PairDiff(scene.count);
    this.bounds = new Float64Array(BOUNDS_STRIDE * scene.count);
    for (let i = 0; i < scene.count; i++) {
      this.#parts.push(this.#makeParts(i));
      this.#place(i);
    }
  }

  /** Begins a tick: places and bounds of all movers. */
  begin(): void {
    this.#count = 0;
    for (let i = 0; i < this.#scene.movers; i++) this.#place(i);
  }

  /** Tests a pair whose bounds overlap; keeps the contact. */
  readonly test = (a: number, b: number): void => {
    const response = this.#response;
    const partsA = this.#parts[a]!;
    const partsB = this.#parts[b]!;
    let depth = -1;
    let nx = 0;
    let ny = 0;
    const keep = (): void => {
      if (response.overlap <= depth) return;
      depth = response.overlap;
      nx = response.overlapN.x;
      ny = response.overlapN.y;
    };
    for (const circle of partsA.circles) {
      for (const other of partsB.circles) {
        response.clear();
        if (this.#sat.testCircleCircle(circle, other, response)) keep();
      }
      for (const other of partsB.polygons) {
        response.clear();
        if (this.#sat.testCirclePolygon(circle, other, response)) keep();
      }
    }
    for (const polygon of partsA.polygons) {
      for (const other of partsB.circles) {
        response.clear();
        if (this.#sat.testPolygonCircle(polygon, other, response)) keep();
      }
      for (const other of partsB.polygons) {
        response.clear();
        if (this.#sat.testPolygonPolygon(polygon, other, response)) keep();
      }
    }
    if (depth < 0) return;
    this.#diff.add(a, b);
    const at = 3 * this.#count++;
    if (at === this.#contacts.length) this.#contacts = grown(this.#contacts);
    this.#contacts[at] = nx;
    this.#contacts[at + 1] = ny;
    this.#contacts[at + 2] = depth;
  };

  finish(tally: Tally): void {
    this.#diff.finish(tally);
  }

  read(tally: Tally): void {
    for (let k = 0; k < 3 * this.#count; k++) tally.checksum += this.#contacts[k]!;
    tally.pairs += this.#count;
    tally.contacts += this.#count;
  }

  #makeParts(i: number): { circles: SatCircle[]; polygons: SatPolygon[] } {
    const { kind, radius, halfWidth, halfHeight, corners } = this.#scene;
    const { Vector, Circle, Polygon } = this.#sat;
    const rectangle = (w: number, h: number): SatPolygon =>
      new Polygon(new Vector(0, 0), [new Vector(-w, -h), new Vector(w, -h), new Vector(w, h), new Vector(-w, h)]);
    const disc = (): SatCircle => new Circle(new Vector(0, 0), radius[i]!);
    if (kind[i] === CIRCLE) return { circles: [disc()], polygons: [] };
    if (kind[i] === CAPSULE) return { circles: [disc(), disc()], polygons: [rectangle(radius[i]!, halfHeight[i]!)] };
    if (kind[i] === BOX) return { circles: [], polygons: [rectangle(halfWidth[i]!, halfHeight[i]!)] };
    const flat = corners[i]!;
    const points: Vec[] = [];
    for (let k = 0; k < flat.length; k += 2) points.push(new Vector(flat[k]!, flat[k + 1]!));
    return { circles: [], polygons: [new Polygon(new Vector(0, 0), points)] };
  }

  #place(i: number): void {
    const { x, y, rotation, radius, halfHeight } = this.#scene;
    const { circles, polygons } = this.#parts[i]!;
    const bounds = this.bounds;
    const at = BOUNDS_STRIDE * i;
    bounds[at] = bounds[at + 1] = Infinity;
    bounds[at + 2] = bounds[at + 3] = -Infinity;
    for (const polygon of polygons) {
      polygon.pos.x = x[i]!;
      polygon.pos.y = y[i]!;
      polygon.setAngle(rotation[i]!);
      for (const point of polygon.calcPoints) this.#grow(at, x[i]! + point.x, y[i]! + point.y, 0);
    }
    let side = circles.length > 1 ? 1 : 0;
    for (const circle of circles) {
      circle.pos.x = x[i]! - (side === 0 ? 0 : side * halfHeight[i]! * Math.sin(rotation[i]!));
      circle.pos.y = y[i]! + (side === 0 ? 0 : side * halfHeight[i]! * Math.cos(rotation[i]!));
      this.#grow(at, circle.pos.x, circle.pos.y, radius[i]!);
      side = -side;
    }
  }

  #grow(at: number, x: number, y: number, radius: number): void {
    const bounds = this.bounds;
    if (x - radius < bounds[at]!) bounds[at] = x - radius;
    if (y - radius < bounds[at + 1]!) bounds[at + 1] = y - radius;
    if (x + radius > bounds[at + 2]!) bounds[at + 2] = x + radius;
    if (y + radius > bounds[at + 3]!) bounds[at + 3] = y + radius;
  }
}

export async function openSatBodies(scene: Scene): Promise<SatBodies> {
  return new SatBodies(await loadPackage<Sat>('sat'), scene);
}

function grown(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * array.length);
  larger.set(array);
  return larger;
}
