import { hasComponent, query } from 'bitecs';
import { type Collision, closestPoint, collisionOf, ownerOf, queryPoint, SHAPE_KIND_NAMES } from 'bitecs-collision/2d';

/** How near, in pixels, the pointer has to be to what is too thin to be pointed at. */
const REACH = 9;
const ALL_BITS = 0xffffffff;
const MOST_CONTACTS = 24;

/** What an inspector says of a body. */
export interface BodyFacts {
  /** For example 'box 1.2 × 0.4'. */
  readonly shape: string;
  /** For example 'static', 'sensor', 'disabled', 'attached to #4'. */
  readonly marks: readonly string[];
  readonly place: string;
  readonly filter: string;
  readonly contacts: readonly ContactFact[];
}

export interface ContactFact {
  readonly other: number;
  /** For example 'touches, 0.02 deep'. */
  readonly text: string;
}

/**
 * Returns the body at a point of a world or, where there is none, the nearest within a few pixels: what moves before
 * what stands still, sensors last, and of equals the one that was made last. Disabled ones are found too.
 */
export function bodyAt(world: object, x: number, y: number, pixel: number): number | undefined {
  const { Sensor, Static } = collisionOf(world);
  const found: number[] = [];
  queryPoint(world, { x, y }, found, { sensors: true });
  if (found.length === 0) {
    const near = closestPoint(world, { x, y }, { sensors: true, maxDistance: REACH * pixel });
    return near?.entity ?? disabledAt(world, x, y, pixel);
  }
  const rank = (eid: number) => (hasComponent(world, eid, Sensor) ? 2 : 0) + (hasComponent(world, eid, Static) ? 1 : 0);
  return found.sort((a, b) => rank(a) - rank(b) || b - a)[0];
}

function disabledAt(world: object, x: number, y: number, pixel: number): number | undefined {
  const { Disabled, Collider, Transform } = collisionOf(world);
  const least = 2 * REACH * pixel;
  return query(world, [Disabled, Collider]).find(
    (eid) => Math.hypot(Transform.x[eid] - x, Transform.y[eid] - y) < least,
  );
}

/** Returns the facts about a body; undefined for one that has been removed. */
export function factsOf(world: object, eid: number): BodyFacts | undefined {
  const collision = collisionOf(world);
  const { Transform, Collider, Static, Sensor, Disabled } = collision;
  if (!isThere(world, eid, Collider)) return undefined;
  const has = (tag: object) => hasComponent(world, eid, tag);
  const owner = ownerOf(world, eid);
  const marks = [has(Static) && 'static', has(Sensor) && 'sensor', has(Disabled) && 'disabled'];
  marks.push(owner !== eid && owner !== undefined && `attached to #${owner}`);
  const turned = ((Transform.rotation[eid] * 180) / Math.PI) % 360;
  const scale = Transform.scale[eid];
  return {
    shape: describeShape(collision, eid),
    marks: marks.filter((mark) => mark !== false),
    place:
      `(${short(Transform.x[eid])}, ${short(Transform.y[eid])})` +
      (Math.abs(turned) < 0.05 ? '' : `, turned ${turned.toFixed(0)}°`) +
      (scale === 1 ? '' : `, scale ${short(scale)}`),
    filter: describeFilter(Collider.categoryBits[eid], Collider.maskBits[eid], Collider.groupIndex[eid]),
    contacts: contactsOf(collision, eid),
  };
}

function isThere(world: object, eid: number, Collider: object): boolean {
  try {
    return hasComponent(world, eid, Collider);
  } catch {
    // bitECS asks only about entities that exist.
    return false;
  }
}

function describeShape({ Collider }: Collision, eid: number): string {
  const radius = Collider.radius[eid];
  const width = short(2 * Collider.halfWidth[eid]);
  const height = short(2 * Collider.halfHeight[eid]);
  const kind = SHAPE_KIND_NAMES[Collider.kind[eid]];
  if (kind === 'circle') return `circle, radius ${short(radius)}`;
  if (kind === 'capsule') return `capsule, radius ${short(radius)}, core ${height} long`;
  const rounded = radius > 0 ? `, rounded by ${short(radius)}` : '';
  return `${kind}${kind === 'box' ? ` ${width} × ${height}` : ''}${rounded}`;
}

/** Describes a filter by the numbers of its bits, so that a reader can compare the filters of two colliders. */
export function describeFilter(category: number, mask: number, group: number): string {
  const meets = mask === ALL_BITS ? 'all' : mask === 0 ? 'nothing' : namesOfBits(mask);
  return `category bit ${namesOfBits(category)}, meets ${meets}${group === 0 ? '' : `, group ${group}`}`;
}

function namesOfBits(bits: number): string {
  const set = Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => (bits >>> bit) & 1);
  if (set.length === 0) return 'none';
  if (set.length <= 16) return set.join(' ');
  const missing = Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => !set.includes(bit));
  return `all but ${missing.join(' ')}`;
}

/** Returns a line for each body that touches this one, however many pieces the two have. */
function contactsOf(collision: Collision, eid: number): ContactFact[] {
  const byOther = new Map<number, string>();
  for (const { b, touching, separation, sensor } of collision.contactsOf(eid)) {
    if (byOther.has(b) && !touching) continue;
    if (byOther.size >= MOST_CONTACTS) break;
    const depth = separation <= 0 ? `${short(-separation)} deep` : `${short(separation)} apart`;
    byOther.set(b, sensor ? 'is sensed' : touching ? `touches, ${depth}` : `near, ${depth}`);
  }
  return [...byOther].map(([other, text]) => ({ other, text }));
}

function short(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  return size < 0.001
    ? value.toExponential(0)
    : size < 10
      ? value.toFixed(size < 0.1 ? 3 : 2)
      : value.toFixed(size < 100 ? 1 : 0);
}
