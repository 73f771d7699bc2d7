import { castRay } from 'bitecs-collision/2d';
import { type Application, Container, Graphics } from 'pixi.js';
import { type PlaneArena, planeGame } from '../../plane/plane-game.ts';
import { WALL } from '../../shared/arena.ts';
import {
  BODY_RADIUS,
  BOLT_RADIUS,
  FIGHTER_RADIUS,
  FULL_HEALTH,
  PICKUP_RADIUS,
  RAIL_RANGE,
  RAIL_RELOAD,
} from '../../shared/rules.ts';
import { turnOf, turnsOf } from '../../shared/words.ts';
import { COLOURS } from '../colours.ts';
import { createPlace, type Place } from '../past-places.ts';
import type { PredictedMatch } from '../prediction.ts';

const WALL_COLOUR = 0x39435e;
const BODY_COLOUR = 0x56627f;
/** Units that are seen at least; a larger arena is followed through. */
const SEEN = 28;
/**
 * On a screen of at most this many pixels in one direction, fewer units are shown, so that fighters are not too small.
 */
const SMALL = 500;
const SEEN_ON_SMALL = 17;
/** The size of the map in pixels; it is shown where the arena is larger than the picture. */
const MAP = 92;
const MAP_MARGIN = 8;
/** PixiJS rounds circles by their size in its own units, so they are drawn large. */
const DRAWN = 32;
const BEAM_FRAMES = 12;

/** Draws a match: what is the player's own where it is predicted, others where they were when it was certain. */
export class View {
  readonly #app: Application;
  readonly #stage = new Container();
  /** The map of the whole arena, drawn in pixels. */
  readonly #map = new Graphics();
  #arena: PlaneArena | undefined;
  #things: (readonly [eid: number, picture: Graphics])[] = [];
  #fighters: Container[] = [];
  #beams: Graphics[] = [];
  readonly #beamFrames = new Int32Array(COLOURS.length);
  readonly #lastCharge = new Int32Array(COLOURS.length);
  readonly #place = createPlace();
  readonly #way = new Float64Array(2);

  constructor(app: Application) {
    this.#app = app;
    app.stage.addChild(this.#stage, this.#map);
  }

  /** Converts pixels of the page to units of the arena. */
  toArena(x: number, y: number): { x: number; y: number } {
    return this.#stage.toLocal({ x, y });
  }

  /** Makes the pictures of a world that has begun. */
  begin(arena: PlaneArena): void {
    this.#arena = arena;
    for (const child of this.#stage.removeChildren()) child.destroy({ children: true });
    const { x, y } = arena.collision.Transform;
    const { halfWidth, halfHeight } = arena.collision.Collider;
    for (const eid of arena.walls) {
      const [width, height] = [halfWidth[eid], halfHeight[eid]];
      this.#stage.addChild(
        new Graphics().rect(x[eid] - width, y[eid] - height, 2 * width, 2 * height).fill(WALL_COLOUR),
      );
    }
    this.#things = [
      ...arena.bodies.map((eid) => [eid, this.#disc(BODY_RADIUS, BODY_COLOUR)] as const),
      ...arena.pickups.map((eid) => [eid, this.#disc(PICKUP_RADIUS, 0x2f9e6e)] as const),
      ...arena.bolts.flatMap((bolts, slot) =>
        bolts.map((eid) => [eid, this.#disc(BOLT_RADIUS, COLOURS[slot])] as const),
      ),
      ...arena.sparks.map((eid, slot) => [eid, this.#disc(2 * FIGHTER_RADIUS, COLOURS[slot])] as const),
    ];
    for (const [eid, picture] of this.#things) if (arena.sparks.includes(eid)) picture.alpha = 0.5;
    this.#fighters = arena.fighters.map((_, slot) => this.#fighter(COLOURS[slot]));
    this.#beams = COLOURS.map((colour) =>
      this.#stage.addChild(new Graphics().rect(0, -0.06, RAIL_RANGE, 0.12).fill({ color: colour, alpha: 0.8 })),
    );
  }

  draw(match: PredictedMatch): void {
    const arena = this.#arena;
    if (arena === undefined || arena !== match.arena) return;
    const { x, y } = arena.collision.Transform;
    for (const [eid, picture] of this.#things) {
      picture.visible = arena.Alive[eid] === 1;
      picture.position.set(x[eid], y[eid]);
    }
    for (let slot = 0; slot < this.#fighters.length; slot++)
      this.#drawFighter(match, arena, this.#fighters[slot], slot);
    this.#follow(match, arena);
    if (this.#map.visible) this.#drawMap(match, arena);
  }

  #drawFighter(match: PredictedMatch, arena: PlaneArena, picture: Container, slot: number): void {
    const { x, y } = arena.collision.Transform;
    const { Fighter } = arena;
    const eid = arena.fighters[slot];
    const place = this.#place;
    if (slot === match.slot) {
      place.x = x[eid] + match.glide[0];
      place.y = y[eid] + match.glide[1];
      place.turn = turnOf(planeGame.format, Fighter.aim[eid]);
      place.alive = arena.Alive[eid] === 1;
    } else match.places?.read(slot, match.seen.now, place);
    picture.visible = place.alive && Fighter.present[eid] === 1;
    picture.position.set(place.x, place.y);
    const [body, health] = picture.children;
    body.rotation = (place.turn / turnsOf(planeGame.format)) * 2 * Math.PI;
    health.scale.x = Math.max(0, Fighter.health[eid] / FULL_HEALTH);
    this.#drawBeam(arena, place, slot);
  }

  /** A ray is seen for some frames from the tick on in which it was fired. */
  #drawBeam(arena: PlaneArena, { x, y, turn }: Place, slot: number): void {
    const charge = arena.Fighter.charge[arena.fighters[slot]];
    const beam = this.#beams[slot];
    if (charge > this.#lastCharge[slot] && charge > RAIL_RELOAD / 2) {
      this.#beamFrames[slot] = BEAM_FRAMES;
      planeGame.writeDirection(this.#way, Math.floor(turn));
      const [wayX, wayY] = this.#way;
      beam.position.set(x, y);
      beam.rotation = Math.atan2(wayY, wayX);
      // The beam is only drawn up to the first wall here: the server decides whom it hit.
      const wall = castRay(
        arena.world,
        { x, y },
        { x: wayX * RAIL_RANGE, y: wayY * RAIL_RANGE },
        { maskBits: WALL, maxFraction: 1 },
      );
      beam.scale.x = wall?.fraction ?? 1;
    }
    this.#lastCharge[slot] = charge;
    beam.visible = this.#beamFrames[slot] > 0;
    beam.alpha = this.#beamFrames[slot] / BEAM_FRAMES;
    if (this.#beamFrames[slot] > 0) this.#beamFrames[slot]--;
  }

  /** Shows the whole arena, or what is around the player where that is too large. */
  #follow({ slot }: PredictedMatch, { collision: { Transform }, fighters, plan: { half } }: PlaneArena): void {
    const { width, height } = this.#app.screen;
    const seen = Math.min(width, height) < SMALL ? SEEN_ON_SMALL : SEEN;
    const scale = Math.min(width, height) / Math.min(seen, 2 * half + 4);
    const isWhole = 2 * half + 4 <= seen;
    this.#map.visible = !isWhole;
    const x = isWhole ? 0 : Transform.x[fighters[slot]];
    const y = isWhole ? 0 : Transform.y[fighters[slot]];
    this.#stage.scale.set(scale);
    this.#stage.position.set(width / 2 - x * scale, height / 2 - y * scale);
  }

  /** All walls and fighters, the player's own with a ring about it. */
  #drawMap({ slot, places, seen }: PredictedMatch, arena: PlaneArena): void {
    const { walls, fighters, Fighter, Alive, collision } = arena;
    const { half } = arena.plan;
    const { x, y } = collision.Transform;
    const { halfWidth, halfHeight } = collision.Collider;
    const scale = MAP / (2 * half + 4);
    this.#map.position.set(this.#app.screen.width - MAP / 2 - MAP_MARGIN, MAP / 2 + MAP_MARGIN);
    this.#map
      .clear()
      .rect(-MAP / 2, -MAP / 2, MAP, MAP)
      .fill({ color: 0x10141f, alpha: 0.75 });
    for (const eid of walls) {
      const [width, height] = [halfWidth[eid] * scale, halfHeight[eid] * scale];
      this.#map.rect(x[eid] * scale - width, y[eid] * scale - height, 2 * width, 2 * height);
    }
    this.#map.fill(WALL_COLOUR);
    fighters.forEach((eid, other) => {
      const place = this.#place;
      if (other === slot) Object.assign(place, { x: x[eid], y: y[eid], alive: Alive[eid] === 1 });
      else places?.read(other, seen.now, place);
      if (!place.alive || Fighter.present[eid] === 0) return;
      this.#map.circle(place.x * scale, place.y * scale, 3).fill(COLOURS[other]);
      if (other === slot) this.#map.circle(place.x * scale, place.y * scale, 5).stroke({ color: 0xffffff, width: 1.5 });
    });
  }

  #disc(radius: number, colour: number): Graphics {
    const disc = this.#stage.addChild(new Graphics().circle(0, 0, DRAWN).fill(colour));
    disc.scale.set(radius / DRAWN);
    return disc;
  }

  #fighter(colour: number): Container {
    const body = new Graphics()
      .circle(0, 0, DRAWN)
      .fill(colour)
      .rect(DRAWN / 2, -5, DRAWN, 10)
      .fill(0xffffff);
    body.scale.set(FIGHTER_RADIUS / DRAWN);
    const health = new Graphics().rect(0, 0, 1.4, 0.12).fill(0xffffff);
    health.position.set(-0.7, -0.85);
    const fighter = this.#stage.addChild(new Container());
    fighter.addChild(body, health);
    return fighter;
  }
}
