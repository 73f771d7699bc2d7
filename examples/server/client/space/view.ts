import { castRay } from 'bitecs-collision/3d';
import { writeObjects } from 'bitecs-collision/three';
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  Fog,
  GridHelper,
  Group,
  HemisphereLight,
  InstancedMesh,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { HIT_BOX, WALL } from '../../shared/arena.ts';
import {
  BODY_RADIUS,
  BOLT_RADIUS,
  FULL_HEALTH,
  MAX_PLAYERS,
  PICKUP_RADIUS,
  RAIL_RANGE,
  RAIL_RELOAD,
} from '../../shared/rules.ts';
import { makeAim, pitchOf, turnOf, turnsOf } from '../../shared/words.ts';
import { CAPSULE_HALF_HEIGHT, CAPSULE_RADIUS, EYES, fieldFor, HEAD, type Solid } from '../../space/field.ts';
import { type SpaceArena, spaceGame } from '../../space/space-game.ts';
import { COLOURS } from '../colours.ts';
import { createPlace, type Place } from '../past-places.ts';
import type { PredictedMatch } from '../prediction.ts';

const BACKGROUND = 0x10141f;
const WALL_COLOUR = 0x4a5778;
const BODY_COLOUR = 0x8794b5;
const PICKUP_COLOUR = 0x2f9e6e;
/** Degrees from the lower to the upper edge. */
const FIELD_OF_VIEW = 70;
const FAR = 120;
const BEAM_FRAMES = 12;
const BEAM_RADIUS = 0.04;
/** Where a ray seems to come from: below the eyes of the fighter. */
const BARREL = 0.18;
const RADIANS = (2 * Math.PI) / turnsOf(spaceGame.format);

/** How the picture of one player is made up. */
interface FighterPicture {
  readonly group: Group;
  readonly health: Mesh;
  readonly beam: Mesh;
  beamFrames: number;
  lastCharge: number;
}

/** Things that look alike, of which those that are alive are drawn. */
interface Crowd {
  readonly mesh: InstancedMesh;
  readonly entities: readonly number[];
}

/** Draws a match from the player's own eyes; others are where they were when it was certain. */
export class View {
  readonly #renderer = new WebGLRenderer({ antialias: true });
  readonly #camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.05, FAR);
  readonly #field: HTMLElement;
  #scene = new Scene();
  #arena: SpaceArena | undefined;
  #crowds: Crowd[] = [];
  #fighters: FighterPicture[] = [];
  readonly #place: Place = createPlace();
  readonly #way = new Float64Array(3);

  constructor(field: HTMLElement) {
    this.#field = field;
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    field.append(this.#renderer.domElement);
    const crosshair = document.createElement('div');
    crosshair.id = 'crosshair';
    field.append(crosshair);
    new ResizeObserver(() => this.#resize()).observe(field);
    this.#resize();
  }

  onFrame(call: () => void): void {
    this.#renderer.setAnimationLoop(call);
  }

  /** Makes the pictures of a world that has begun. */
  begin(arena: SpaceArena): void {
    dispose(this.#scene);
    this.#arena = arena;
    const { half } = arena.plan;
    const scene = new Scene();
    scene.background = new Color(BACKGROUND);
    scene.fog = new Fog(BACKGROUND, half, 4 * half);
    scene.add(new HemisphereLight(0xdfe7f5, 0x39435e, 2));
    const sun = new DirectionalLight(0xffffff, 1.5);
    sun.position.set(3, 10, 5);
    const lines = new GridHelper(2 * half, 24, 0x7080a8, 0x5a6788);
    lines.position.y = 0.01;
    scene.add(sun, lines, this.#camera);
    for (const { solid, at, isSeen } of fieldFor(half)) {
      if (!isSeen) continue;
      const mesh = new Mesh(geometryOf(solid), new MeshLambertMaterial({ color: WALL_COLOUR, flatShading: true }));
      mesh.position.set(...at);
      scene.add(mesh);
    }
    const crowd = (entities: readonly number[], radius: number, colour: number): Crowd => {
      const material = new MeshLambertMaterial({ color: colour, emissive: colour, emissiveIntensity: 0.3 });
      const mesh = new InstancedMesh(new SphereGeometry(radius, 20, 14), material, Math.max(1, entities.length));
      mesh.frustumCulled = false;
      scene.add(mesh);
      return { mesh, entities };
    };
    this.#crowds = [
      crowd(arena.bodies, BODY_RADIUS, BODY_COLOUR),
      crowd(arena.pickups, PICKUP_RADIUS, PICKUP_COLOUR),
      ...arena.bolts.map((bolts, slot) => crowd(bolts, BOLT_RADIUS, COLOURS[slot])),
      ...arena.sparks.map((spark, slot) => crowd([spark], 4 * BOLT_RADIUS, COLOURS[slot])),
    ];
    this.#fighters = COLOURS.map((colour) => createFighter(scene, colour));
    this.#scene = scene;
  }

  /** Draws a frame, looking where the player does, in radians. */
  draw(match: PredictedMatch, look: { readonly turn: number; readonly pitch: number }): void {
    const arena = this.#arena;
    if (arena === undefined || arena !== match.arena) return;
    for (const { mesh, entities } of this.#crowds)
      writeObjects(arena.world, { mesh, entities: entities.filter((eid) => arena.Alive[eid] === 1) });
    for (let slot = 0; slot < MAX_PLAYERS; slot++) this.#drawFighter(match, arena, slot);
    const [x, y, z] = arena.places;
    const own = arena.fighters[match.slot];
    this.#camera.position.set(x[own] + match.glide[0], y[own] + match.glide[1] + EYES, z[own] + match.glide[2]);
    // A camera looks along −z, which is three quarters of a turn.
    this.#camera.rotation.set(look.pitch, -look.turn - Math.PI / 2, 0, 'YXZ');
    this.#renderer.render(this.#scene, this.#camera);
  }

  #drawFighter(match: PredictedMatch, arena: SpaceArena, slot: number): void {
    const { Fighter, places } = arena;
    const picture = this.#fighters[slot];
    const eid = arena.fighters[slot];
    const place = this.#place;
    const isOwn = slot === match.slot;
    if (isOwn) {
      place.x = places[0][eid] + match.glide[0];
      place.y = places[1][eid] + match.glide[1];
      place.z = places[2][eid] + match.glide[2];
      place.turn = turnOf(spaceGame.format, Fighter.aim[eid]);
      place.pitch = pitchOf(spaceGame.format, Fighter.aim[eid]);
      place.alive = arena.Alive[eid] === 1;
    } else match.places?.read(slot, match.seen.now, place);
    picture.group.visible = !isOwn && place.alive && Fighter.present[eid] === 1;
    picture.group.position.set(place.x, place.y, place.z);
    picture.group.rotation.y = -place.turn * RADIANS;
    picture.health.scale.z = Math.max(0.01, Fighter.health[eid] / FULL_HEALTH);
    this.#drawBeam(arena, picture, slot, isOwn);
  }

  /** A ray is seen for some frames from the tick on in which it was fired. */
  #drawBeam(arena: SpaceArena, picture: FighterPicture, slot: number, isOwn: boolean): void {
    const charge = arena.Fighter.charge[arena.fighters[slot]];
    const { beam } = picture;
    if (charge > picture.lastCharge && charge > RAIL_RELOAD / 2) {
      picture.beamFrames = BEAM_FRAMES;
      const { x, y, z, turn, pitch } = this.#place;
      spaceGame.writeDirection(this.#way, makeAim(spaceGame.format, Math.round(turn), Math.round(pitch)));
      const way = new Vector3(...this.#way).multiplyScalar(RAIL_RANGE);
      const from = { x, y: y + EYES, z };
      // The beam is drawn up to what it meets here; whom it hit is for the server to decide.
      const maskBits = WALL | HIT_BOX;
      const ignore = arena.targets.filter((_, hit) => hit % MAX_PLAYERS === slot);
      const end = castRay(arena.world, from, way, { maskBits, sensors: true, maxFraction: 1, ignore });
      beam.position.set(x, y + EYES - (isOwn ? BARREL : 0), z);
      beam.lookAt(from.x + way.x, from.y + way.y, from.z + way.z);
      beam.scale.z = RAIL_RANGE * (end?.fraction ?? 1);
    }
    picture.lastCharge = charge;
    beam.visible = picture.beamFrames > 0;
    (beam.material as MeshBasicMaterial).opacity = picture.beamFrames / BEAM_FRAMES;
    if (picture.beamFrames > 0) picture.beamFrames--;
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#field;
    this.#renderer.setSize(clientWidth, clientHeight);
    this.#camera.aspect = clientWidth / Math.max(1, clientHeight);
    this.#camera.updateProjectionMatrix();
  }
}

function geometryOf(solid: Solid): BufferGeometry {
  if (solid.kind === 'box') {
    const [x, y, z] = solid.size;
    return new BoxGeometry(2 * x, 2 * y, 2 * z);
  }
  if (solid.kind === 'pillar') return new CylinderGeometry(solid.radius, solid.radius, 2 * solid.halfHeight, 32);
  const corners = Array.from({ length: solid.points.length / 3 }, (_, i) =>
    new Vector3().fromArray(solid.points, 3 * i),
  );
  return new ConvexGeometry(corners);
}

/** A body, a head with a visor that shows where it looks, a bar for its health, and its ray. */
function createFighter(scene: Scene, colour: number): FighterPicture {
  const skin = new MeshLambertMaterial({ color: colour, emissive: colour, emissiveIntensity: 0.25 });
  const neck = HEAD.y - HEAD.radius;
  // The length of the trunk, from the soles to the neck.
  const length = CAPSULE_HALF_HEIGHT + CAPSULE_RADIUS + neck;
  const trunk = new Mesh(new CapsuleGeometry(0.3, length - 0.6, 6, 16), skin);
  trunk.position.y = neck - length / 2;
  const head = new Mesh(new SphereGeometry(HEAD.radius, 20, 14), skin);
  head.position.set(HEAD.x, HEAD.y, 0);
  const visor = new Mesh(new BoxGeometry(0.12, 0.1, 0.3), new MeshBasicMaterial({ color: 0xffffff }));
  visor.position.set(HEAD.x + HEAD.radius - 0.03, HEAD.y, 0);
  const health = new Mesh(new BoxGeometry(0.05, 0.05, 0.8), new MeshBasicMaterial({ color: 0xffffff }));
  health.position.y = HEAD.y + HEAD.radius + 0.2;
  const group = new Group().add(trunk, head, visor, health);
  const beam = new Mesh(
    new BoxGeometry(2 * BEAM_RADIUS, 2 * BEAM_RADIUS, 1).translate(0, 0, 0.5),
    new MeshBasicMaterial({ color: colour, transparent: true }),
  );
  beam.visible = group.visible = false;
  scene.add(group, beam);
  return { group, health, beam, beamFrames: 0, lastCharge: 0 };
}

/** Frees what the pictures of a world hold of the graphics card. */
function dispose(scene: Scene): void {
  scene.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    geometry?.dispose();
    for (const one of [material ?? []].flat()) (one as Material).dispose();
  });
}
