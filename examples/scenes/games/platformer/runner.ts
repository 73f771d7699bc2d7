import type { World } from 'bitecs';
import { type Collision, createMoveResult, type MoveResult, moveAndSlide, reconsider } from 'bitecs-collision/2d';
import { remember } from '../../../shell/remember.ts';
import { TICK } from '../../../shell/scene.ts';
import { GRAVITY, UP } from './forces.ts';
import { Walker } from './walkers.ts';
import type { Wish } from './wish.ts';

export const BODY = { halfHeight: 0.25, radius: 0.3 };
export const HALF = BODY.halfHeight + BODY.radius;

/** Units a second; accelerations, each second. */
const RUN = 7;
const RUN_UP = 60;
const JUMP = 16;
const MAX_FALL = 22;
/** The speed of the jump after landing on a walker, as a share of the speed of a full jump. */
const BOUNCE = 0.7;
/** Ticks after the edge in which a jump still counts, and before the ground in which it is remembered. */
const LATE = 6;
const EARLY = 6;
/** The landing speed, in units a second, above which a landing is heard. */
const SOFT = 6;
/**
 * How far, in units, the feet are put down into a thin floor so that the runner falls through it. With a quarter of a
 * tile the floor still holds.
 */
const DROP = 0.3;

/**
 * What a runner needs from the game: whether ground is thin, and a listener for jumps and landings; `size` is 1 for a
 * jump.
 */
interface Surroundings {
  isThin(ground: MoveResult['ground']): boolean;
  tell(kind: 'jump' | 'land', size: number): void;
}

/** A figure that runs, jumps and drops through thin floors as its input says. */
export class Runner {
  readonly eid: number;
  move = createMoveResult();
  speedX = 0;
  speedY = 0;
  readonly #world: World;
  readonly #collision: Collision;
  readonly #surroundings: Surroundings;
  /**
   * The remaining ticks in which a jump still counts after an edge, and in which a jump asked for in the air is
   * remembered.
   */
  #late = 0;
  #early = 0;
  #wasJump = false;
  #wasDrop = false;

  constructor(world: World, collision: Collision, eid: number, surroundings: Surroundings) {
    this.#world = world;
    this.#collision = collision;
    this.eid = eid;
    this.#surroundings = surroundings;
    remember(
      () => ({ late: this.#late, early: this.#early, wasJump: this.#wasJump, wasDrop: this.#wasDrop }),
      (was) => {
        this.#late = was.late;
        this.#early = was.early;
        this.#wasJump = was.wasJump;
        this.#wasDrop = was.wasDrop;
      },
    );
  }

  get isAtFullSpeed(): boolean {
    return this.move.grounded && Math.abs(this.speedX) === RUN;
  }

  place(x: number, y: number): void {
    const { Transform } = this.#collision;
    Transform.x[this.eid] = x;
    Transform.y[this.eid] = y;
    this.speedX = 0;
    this.speedY = 0;
    this.move = createMoveResult();
  }

  /** Throws it up, as a spring does: that is no jump off an edge. */
  launch(speed: number): void {
    this.speedY = -speed;
    this.#late = 0;
  }

  bounce(): void {
    this.speedY = -BOUNCE * JUMP;
  }

  /** Moves it by a tick. */
  step({ x, jump, drop }: Wish): void {
    const { move } = this;
    const change = RUN_UP * TICK;
    this.speedX += Math.max(-change, Math.min(change, x * RUN - this.speedX));
    this.#late = move.grounded ? LATE : Math.max(0, this.#late - 1);
    this.#early = jump && !this.#wasJump ? EARLY : Math.max(0, this.#early - 1);
    if (this.#early > 0 && this.#late > 0) this.#jump();
    if (drop && !this.#wasDrop && move.grounded) this.#dropThrough();
    this.#wasDrop = drop;
    // Let go early, it is a small jump.
    if (!jump && this.#wasJump && this.speedY < 0) this.speedY *= 0.5;
    this.#wasJump = jump;
    this.speedY = Math.min(MAX_FALL, this.speedY + GRAVITY * TICK);
    this.#slide();
  }

  #jump(): void {
    this.speedY = -JUMP;
    this.#early = 0;
    this.#late = 0;
    this.#surroundings.tell('jump', 1);
  }

  /** Goes into a thin floor, as deep as it takes to fall through. */
  #dropThrough(): void {
    if (!this.#surroundings.isThin(this.move.ground)) return;
    this.#collision.Transform.y[this.eid] += DROP;
    reconsider(this.#world, this.eid);
    this.move.grounded = false;
    this.#late = 0;
  }

  #slide(): void {
    const { eid, move } = this;
    const { Transform } = this.#collision;
    const isRising = this.speedY < 0;
    const landing = move.grounded ? 0 : this.speedY;
    const options = { up: UP, snapDistance: isRising ? 0 : 0.3, stepHeight: 0.1, carry: true, without: [Walker] };
    moveAndSlide(this.#world, eid, { x: this.speedX * TICK, y: this.speedY * TICK }, options, move);
    Transform.x[eid] = move.x;
    Transform.y[eid] = move.y;
    if (move.grounded && landing > SOFT) this.#surroundings.tell('land', landing / MAX_FALL);
    if (move.onWall) this.speedX = 0;
    if (move.grounded && !isRising) this.speedY = 0;
    if (move.onCeiling && isRising) this.speedY = 0;
  }
}
