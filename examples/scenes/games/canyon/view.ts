import { writeObjects } from 'bitecs-collision/three';
import { type Application, Container } from 'pixi.js';
import {
  BoxGeometry,
  ConeGeometry,
  Fog,
  Group,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  OctahedronGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { GameFrame } from '../../../shared/game-frame.ts';
import { wantsCalm } from '../../../shared/juice/calm.ts';
import { SOUNDS } from '../../../shared/juice/sound-book.ts';
import { speaker } from '../../../shared/juice/sounds.ts';
import { Camera } from '../../../shell/camera.ts';
import { formatCount } from '../../../shell/format-count.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { SpaceStage } from '../../../shell/space-stage.ts';
import { LENGTH, RING_RADIUS, SECTORS, sectorAt } from './course.ts';
import { BOLT_RADIUS, DRONE_RADIUS, type Flight, SHIELD, SHIP_POINTS } from './flight.ts';
import type { CueKind, SceneSim } from './sim.ts';
import { createCanyon } from './view-canyon.ts';
import { Sparks } from './view-sparks.ts';

/** How far one sees, in units. */
const SIGHT = 330;
/** The camera: behind and above the ship, and how much of the ship's way aside it goes along with. */
const BEHIND = 9;
const ABOVE = 2.6;
const FOLLOWS = 0.82;
const LOOKS_AHEAD = 22;
/** Radians at full speed aside. */
const ROLL = 0.7;
const YAW = 0.35;
const PITCH = 0.3;
/** The largest number of drones, shots and bolts that the picture can show. */
const MOST = 64;
/** Ticks that the picture shakes for, and by how many units at first. */
const SHAKE_TICKS = 26;
const SHAKE = 0.5;
/** Words in play stand below the ship, as a share of the height. */
const WORDS_AT = 0.8;
/** Ticks that words about a ring are shown for. */
const SPLIT_TICKS = 90;

/** The sound of each kind of cue. */
const HEARD: Readonly<Record<CueKind, keyof typeof SOUNDS | undefined>> = {
  ring: 'gain',
  miss: 'tick',
  drone: 'boom',
  crash: 'hurt',
  hit: 'hurt',
  shot: 'laser',
  bolt: 'shot',
  sector: 'spring',
  win: 'win',
  lose: 'lose',
};

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { theme, player, contact, kinds, ink } = colours;
  const space = new SpaceStage(app, {
    // Each flight has a world of its own.
    get world() {
      return sim.world;
    },
    from: [0, 11, BEHIND],
    to: [0, 9, -LOOKS_AHEAD],
    far: 2 * SIGHT,
    fieldOfView: 62,
  });
  // The camera follows the ship.
  space.controls.enabled = false;
  space.scene.fog = new Fog(colours.background, SIGHT / 4, SIGHT);
  const { camera: eye, scene } = space;
  // What the pointer's place is measured in: the shorter half of the picture, from its middle.
  const camera = new Camera(new Container(), { minX: -1, minY: -1, maxX: 1, maxY: 1 });

  scene.add(createCanyon(sim.course, theme));
  const ship = createShip(player, 1);
  const ghost = createShip(ink, 0.3);
  scene.add(ship, ghost);
  const hoop = new TorusGeometry(RING_RADIUS, 0.28, 8, 36);
  const rings = sim.course.rings.map(({ x, y, z }) => {
    const ring = new Mesh(hoop, new MeshBasicMaterial({ color: kinds[5] }));
    ring.position.set(x, y, z);
    scene.add(ring);
    return ring;
  });
  const drones = createInstances(new OctahedronGeometry(DRONE_RADIUS), contact);
  const shots = createInstances(new BoxGeometry(0.16, 0.16, 4), player);
  const bolts = createInstances(new SphereGeometry(BOLT_RADIUS, 10, 8), kinds[1]);
  scene.add(drones, shots, bolts);
  const sparks = new Sparks(scene);
  const around = new GameFrame(app, { id: 'games/canyon', title: 'Canyon', seed: sim.seed }, WORDS_AT);
  const at = new Vector3();
  let seen = sim.cues.count;
  let shaken = -SHAKE_TICKS;
  let split = { text: '', tick: -SPLIT_TICKS };

  function show(kind: CueKind, number: number, x: number, y: number, value: number, tick: number): void {
    const z = sim.depthOf(number);
    const ahead = sim.flight.velocity.ahead / 60;
    const sound = HEARD[kind];
    if (sound !== undefined) speaker.play(SOUNDS[sound]);
    if (kind === 'ring') {
      sparks.burst(x, y, z, tick, kinds[5], 16, 0.16, 0.8 * ahead);
      split = { text: splitOf(value), tick };
    } else if (kind === 'drone') sparks.burst(x, y, z, tick, contact, 26, 0.3);
    else if (kind === 'crash' || kind === 'hit' || kind === 'lose') {
      sparks.burst(x, y, z, tick, kinds[1], 22, 0.25, ahead);
      shaken = tick;
    } else if (kind === 'sector') split = { text: `Sector ${value + 1} of ${SECTORS}`, tick };
  }

  /** Shows the points for a ring, and how much earlier or later the best run entered it. */
  function splitOf(value: number): string {
    const { ringTimes } = sim.flight;
    const ring = Math.max(0, ringTimes.length - 1);
    const before = sim.best?.ringTime(ring) ?? Number.NaN;
    const time = ringTimes[ring] ?? Number.NaN;
    if (Number.isNaN(time - before)) return `+${value}`;
    const sign = time < before ? '−' : '+';
    return `+${value}   ${sign}${Math.abs(time - before).toFixed(3)} s`;
  }

  function placeShip(picture: Group, flight: Flight): void {
    const { x, y, z } = flight.collision.Transform;
    const { velocity } = flight;
    picture.position.set(x[flight.ship], y[flight.ship], z[flight.ship]);
    picture.rotation.set((PITCH * velocity.y) / 15, (-YAW * velocity.x) / 20, (-ROLL * velocity.x) / 20);
  }

  function placeEye(flight: Flight): void {
    const { x, y, z } = flight.collision.Transform;
    const { ship: eid } = flight;
    const { now } = sim.cues;
    const middle = sim.course.middleAt(-z[eid] + 12);
    const side = middle + FOLLOWS * (x[eid] - middle);
    const age = now - shaken;
    const strength = age >= 0 && age < SHAKE_TICKS && !wantsCalm() ? SHAKE * (1 - age / SHAKE_TICKS) : 0;
    eye.position.set(
      side + strength * Math.sin(1.9 * now),
      3 + FOLLOWS * (y[eid] - 3) + ABOVE + strength * Math.sin(2.3 * now),
      z[eid] + BEHIND,
    );
    eye.lookAt(at.set(x[eid] * 0.6 + side * 0.4, y[eid] * 0.85 + 1.6, z[eid] - LOOKS_AHEAD));
  }

  function drawInstances(mesh: InstancedMesh, flight: Flight, entities: readonly number[]): void {
    mesh.count = Math.min(MOST, entities.length);
    writeObjects(flight.world, { mesh, entities: entities.slice(0, MOST) });
  }

  function words(flight: Flight): void {
    const { score, shield, rings: entered } = flight.counts;
    const { clock, over, won, why, streak } = flight.state;
    const way = Math.round((100 * Math.min(LENGTH, flight.way)) / LENGTH);
    const line = `${clock.toFixed(1)} s   ${formatCount(score)}${streak > 1 ? `  ×${streak}` : ''}\n${'◆'.repeat(Math.max(0, shield))}${'◇'.repeat(SHIELD - Math.max(0, shield))}   ${way} %`;
    if (over) {
      const result = won
        ? `${formatCount(score)} points, ${entered} of ${rings.length} rings, ${(flight.state.ticks / 60).toFixed(1)} s`
        : `${formatCount(score)} points, ${way} % of the way`;
      around.showEnd(line, won ? 'Through the canyon!' : why, score, result, sim.press);
      return;
    }
    const { now } = sim.cues;
    if (split.tick <= now && now - split.tick < SPLIT_TICKS) around.show(line, split.text);
    else if (flight.state.ticks < 150 && sectorAt(flight.way) === 0)
      around.show(line, 'Fly through the rings', 'Each gives you time');
    else around.show(line);
  }

  return {
    space,
    camera,
    draw() {
      const { flight, cues } = sim;
      cues.after(seen).forEach(({ kind, x, y, value, tick }, i, all) => {
        show(kind, cues.count - all.length + i, x, y, value, tick);
      });
      seen = cues.count;
      placeShip(ship, flight);
      ship.visible = flight.counts.shield > 0 && (flight.state.safe === 0 || flight.state.safe % 12 > 5);
      ghost.visible = sim.ghost !== undefined && !sim.ghost.state.over;
      if (sim.ghost !== undefined) placeShip(ghost, sim.ghost);
      rings.forEach((ring, i) => {
        const time = flight.ringTimes[i];
        ring.visible = time === undefined;
        ring.scale.setScalar(i === flight.nextRing ? 1.04 : 1);
        (ring.material as MeshBasicMaterial).color.setHex(i === flight.nextRing ? kinds[5] : kinds[3]);
      });
      drawInstances(drones, flight, flight.drones());
      drawInstances(shots, flight, flight.shots());
      drawInstances(bolts, flight, flight.bolts());
      sparks.draw(cues.now);
      placeEye(flight);
      words(flight);
    },
    resize(width, height) {
      space.resize(width, height);
      camera.resize(width, height);
      around.resize(width, height);
    },
    destroy() {
      around.destroy();
      space.destroy();
    },
  };
}

function createInstances(geometry: ConstructorParameters<typeof InstancedMesh>[0], color: number): InstancedMesh {
  const mesh = new InstancedMesh(
    geometry,
    new MeshLambertMaterial({ color, emissive: color, emissiveIntensity: 0.4 }),
    MOST,
  );
  mesh.frustumCulled = false;
  return mesh;
}

/** The hull that collides, and a flame behind it. */
function createShip(color: number, opacity: number): Group {
  const corners = Array.from({ length: SHIP_POINTS.length / 3 }, (_, i) => new Vector3().fromArray(SHIP_POINTS, 3 * i));
  const isSolid = opacity === 1;
  const look = { color, transparent: !isSolid, opacity };
  const body = new Mesh(new ConvexGeometry(corners), new MeshLambertMaterial({ ...look, flatShading: true }));
  const flame = new Mesh(new ConeGeometry(0.3, 1.6, 10), new MeshBasicMaterial({ ...look, color: 0xffb347 }));
  flame.rotation.x = Math.PI / 2;
  flame.position.z = 1.7;
  return new Group().add(body, flame);
}
