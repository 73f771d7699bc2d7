interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A sim of bodies that are moved and turned by hand. */
export interface Handled<Body> {
  readonly bodies: readonly Body[];
  readonly settings: { automatic: boolean };
  moveTo(body: Body, place: Vector): void;
  /** Turns a body by a small angle about an axis of the world, the vector's length in radians. */
  turn(body: Body, x: number, y: number, z: number): void;
  /** Finds what touches now: the scene may be paused. */
  measure(): void;
}

/** Returns what a hand can do to bodies, which it names by their indices, as `Sim.acts`. */
export function handOf<Body>({ bodies, settings, moveTo, turn, measure }: Handled<Body>) {
  return {
    /** Lets bodies move by themselves, or not. */
    drift(automatic: boolean) {
      settings.automatic = automatic;
    },
    move(body: number, x: number, y: number, z: number) {
      moveTo(bodies[body], { x, y, z });
      measure();
    },
    turn(body: number, x: number, y: number, z: number) {
      turn(bodies[body], x, y, z);
      measure();
    },
  };
}
