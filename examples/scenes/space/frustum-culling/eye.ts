import { Rotor } from '../../../shared/rotor.ts';
import { remember } from '../../../shell/remember.ts';

/** Half of what the eye sees across and up, one unit ahead: a picture of 16:9. */
export const TAN_X = 0.8;
export const TAN_Y = 0.45;
export const NEAR = 1;

/** Numbers of a frustum: six planes nx ny nz d, with n·x ≥ d inside. */
const PLANES = 24;

const RADIUS = 95;
/** Radians a tick along the circle, and of the slower nodding. */
const FLIGHT = 0.004;
const NOD = 0.011;
/** How far up and down it looks, and how high it flies. */
const PITCH = 0.16;
const HEIGHT = 16;

/** A camera that flies in a circle and looks ahead, towards the middle, a little up and down. */
export class Eye {
  readonly planes = new Float64Array(PLANES);
  readonly position = { x: 0, y: 0, z: 0 };
  /** Unit vectors at right angles to each other. */
  readonly forward = { x: 0, y: 0, z: 0 };
  readonly up = { x: 0, y: 0, z: 0 };
  readonly right = { x: 0, y: 0, z: 0 };
  readonly #flight: Rotor;
  readonly #nod: Rotor;

  constructor(random: () => number) {
    this.#flight = new Rotor(FLIGHT, random() - 0.5, random() - 0.5);
    this.#nod = new Rotor(NOD, random() - 0.5, random() - 0.5);
    remember(() => ({ flight: this.#flight, nod: this.#nod }));
  }

  /** Moves on by a tick; it sees as far as `far`. */
  step(far: number): void {
    this.#flight.turn();
    this.#nod.turn();
    const { position, forward, up, right } = this;
    const { x: c, y: s } = this.#flight;
    set(position, RADIUS * c, HEIGHT * this.#nod.x, RADIUS * s);
    // The eye looks along the circle, and 0.6 times as much towards the middle.
    set(forward, -s - 0.6 * c, PITCH * this.#nod.y, c - 0.6 * s);
    normalise(forward);
    // Across it and level: forward × (0, 1, 0).
    set(right, -forward.z, 0, forward.x);
    normalise(right);
    set(
      up,
      right.y * forward.z - right.z * forward.y,
      right.z * forward.x - right.x * forward.z,
      right.x * forward.y - right.y * forward.x,
    );
    this.#setPlane(0, forward, 1, forward, 0, NEAR);
    this.#setPlane(1, forward, -1, forward, 0, -far);
    this.#setPlane(2, forward, TAN_X, right, 1, 0);
    this.#setPlane(3, forward, TAN_X, right, -1, 0);
    this.#setPlane(4, forward, TAN_Y, up, 1, 0);
    this.#setPlane(5, forward, TAN_Y, up, -1, 0);
  }

  /** Writes the plane whose normal is p times one vector and q times another, `distance` from the eye along it. */
  #setPlane(index: number, a: Vector, p: number, b: Vector, q: number, distance: number): void {
    const { planes, position } = this;
    const [x, y, z] = [p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z];
    planes[4 * index] = x;
    planes[4 * index + 1] = y;
    planes[4 * index + 2] = z;
    planes[4 * index + 3] = x * position.x + y * position.y + z * position.z + distance;
  }
}

interface Vector {
  x: number;
  y: number;
  z: number;
}

function set(vector: Vector, x: number, y: number, z: number): void {
  vector.x = x;
  vector.y = y;
  vector.z = z;
}

function normalise(vector: Vector): void {
  const length = Math.sqrt(vector.x * vector.x + vector.y * vector.y + vector.z * vector.z);
  set(vector, vector.x / length, vector.y / length, vector.z / length);
}
