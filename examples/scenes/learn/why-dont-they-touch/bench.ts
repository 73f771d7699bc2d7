import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import {
  type AttachedToStore,
  attachedTo,
  type Collision,
  createCollision,
  type RegisteredShape,
  sweptColliders,
} from 'bitecs-collision/2d';

/** The outline that a part is drawn with. It may differ from the collider: some puzzles are about just this. */
export type Outline =
  | { readonly radius: number }
  | { readonly halfWidth: number; readonly halfHeight: number }
  | { readonly points: readonly number[] };

/** Something in a puzzle, where its picture is; places are relative to the middle of the room. */
export interface Part {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly outline: Outline;
}

/** The values of a Collider that puzzles set. */
type ColliderValues = Partial<Record<'categoryBits' | 'maskBits' | 'groupIndex', number>> & {
  readonly shape?: number | RegisteredShape;
};

/** A world with all that puzzles need. */
export interface PuzzleWorld {
  readonly world: object;
  readonly collision: Collision;
  readonly AttachedTo: AttachedToStore;
  /** The side that an entity is on: `shouldCollide` refuses two of one side. */
  readonly sides: Map<number, string>;
}

export function createPuzzleWorld(): PuzzleWorld {
  const world = createWorld();
  const sides = new Map<number, string>();
  const collision = createCollision(world, {
    swept: sweptColliders,
    shouldCollide: (a, b) => sides.get(a) === undefined || sides.get(a) !== sides.get(b),
  });
  return { world, collision, AttachedTo: attachedTo(world), sides };
}

/** The room where the parts of one puzzle are made, mended and removed again. */
export class Bench implements PuzzleWorld {
  readonly world: object;
  readonly collision: Collision;
  readonly AttachedTo: AttachedToStore;
  readonly sides: Map<number, string>;
  /** The entities that have been made, by the names of their parts. */
  readonly ids: Record<string, number> = {};
  /** The x coordinate of the middle of the room. */
  readonly middle: number;
  readonly #parts: readonly Part[];

  constructor({ world, collision, AttachedTo, sides }: PuzzleWorld, middle: number, parts: readonly Part[]) {
    this.world = world;
    this.collision = collision;
    this.AttachedTo = AttachedTo;
    this.sides = sides;
    this.middle = middle;
    this.#parts = parts;
  }

  /** Returns the pose at which a part is drawn. */
  placeOf(name: string): { x: number; y: number } {
    const { x, y } = this.#parts.find((part) => part.name === name)!;
    return { x: this.middle + x, y };
  }

  /** Makes a part with a Transform where its picture is, the collider that is given, and tags. */
  make(name: string, collider: ColliderValues | undefined, ...tags: object[]): number {
    const eid = this.makeBare(name);
    addComponent(this.world, eid, set(this.collision.Transform, this.placeOf(name)));
    if (collider !== undefined) addComponent(this.world, eid, set(this.collision.Collider, collider));
    for (const tag of tags) addComponent(this.world, eid, tag);
    return eid;
  }

  /** Makes a part that is an entity without components. */
  makeBare(name: string): number {
    const eid = addEntity(this.world);
    this.ids[name] = eid;
    return eid;
  }

  clear(): void {
    for (const [name, eid] of Object.entries(this.ids)) {
      removeEntity(this.world, eid);
      this.sides.delete(eid);
      delete this.ids[name];
    }
  }
}
