import { WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

/** A page without a screen: it draws nothing, and frames are asked for by the test. */
const PAGE = `
  const gl = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => {
      const call = String(name);
      if (/^[A-Z0-9_]+$/.test(call)) return call;
      if (call === 'getParameter') {
        return (of: string) => (/BOX|VIEWPORT/.test(of) ? [0, 0, 1, 1] : of === 'VERSION' ? 'WebGL 2' : 16);
      }
      if (call === 'getShaderPrecisionFormat') return () => ({ precision: 23 });
      if (call === 'getProgramParameter') return (_program: unknown, of: string) => (/ACTIVE/.test(of) ? 0 : true);
      if (call === 'getSupportedExtensions') return () => [];
      if (call === 'getExtension') return () => null;
      return /InfoLog/.test(call) ? () => '' : () => ({});
    },
  });
  type Heard = (event: { code: string; movementX: number; movementY: number }) => void;
  const heard: Record<string, Heard> = {};
  const addEventListener = (name: string, listener: Heard): void => { heard[name] = listener; };
  const paragraph = { textContent: '' };
  const page = {
    getContext: () => gl, style: {}, addEventListener, setAttribute: () => {}, requestPointerLock: () => {},
    clientWidth: 160, clientHeight: 90,
  };
  const document = {
    addEventListener,
    pointerLockElement: null as unknown,
    querySelector: (name: string) => (name === 'p' ? paragraph : page) as never,
  } as {
    addEventListener: typeof addEventListener;
    pointerLockElement: unknown;
    querySelector(name: 'p'): HTMLParagraphElement | null;
    querySelector(name: 'canvas'): HTMLCanvasElement | null;
  };
  let next = (_now: number): void => {};
  const requestAnimationFrame = (frame: (now: number) => void): void => { next = frame; };`;

export const settings: Readonly<Record<string, Setting>> = {
  'From a .glb to a first-person game': {
    before: `${PAGE}
      import { BoxGeometry, Group } from 'three';
      import { GLTFLoader as Loader } from 'three/addons/loaders/GLTFLoader.js';
      const loaded = new Group();
      const rooms = new Group();
      rooms.position.x = 10;
      loaded.add(rooms);
      const put = (name: string, group: Group, at: readonly number[], size: readonly number[]): void => {
        const object = new Mesh(new BoxGeometry(...size), new MeshBasicMaterial());
        object.name = name;
        object.position.set(at[0]!, at[1]!, at[2]!);
        group.add(object);
      };
      put('floor', loaded, [0, -0.5, 0], [60, 1, 60]);
      put('wall', loaded, [0, 2, -8], [4, 4, 1]);
      put('zone hall', rooms, [-10, 1, -4], [4, 2, 2]); // below another object, and moved by it
      put('lift', rooms, [-4, 0.1, 0], [2, 0.2, 2]);
      Loader.prototype.loadAsync = (): never => Promise.resolve({ scene: loaded }) as never;`,
    after: `${EXPECT}
      let now = last;
      const play = (ticks: number, ...held: string[]): void => {
        keys.clear();
        for (const key of held) keys.add(key);
        for (let i = 0; i < ticks; i++) next((now += 1000 * TICK + 1e-6));
      };
      play(30);
      assert.ok(moved.grounded && Math.abs(moved.y - 0.9) < 0.01, 'it stands on the floor');
      assert.equal(moved.ground.entity, level);
      play(45, 'KeyW');
      assert.equal(text.textContent, 'zone hall');
      play(60, 'KeyW');
      assert.equal(text.textContent, '', 'through the zone');
      assert.ok(Math.abs(moved.z + 7.2) < 0.02, 'stopped by the wall');
      heard.click({});
      assert.match(text.textContent, /^wall, triangle \\d+$/);
      assert.ok(mark.visible);
      for (let i = 0; i < 3; i++) assert.ok(Math.abs(corners.getZ(i) + 7.5) < 1e-6, 'its face towards the player');

      // Onto the lift: its entity is where its object was, and the player goes up with it.
      [Transform.x[player], Transform.y[player], Transform.z[player]] = [6, 6, 0];
      refreshCollider(world, player);
      play(120);
      const [lift] = lifts.keys();
      let [least, most] = [Infinity, 0];
      for (let i = 0; i < 400; i++) {
        play(1);
        assert.ok(moved.grounded && moved.ground.entity === lift, 'it stays on the lift');
        assert.ok(Math.abs(moved.y - Transform.y[lift] - 1) < 0.02, 'it is on top of the lift');
        least = Math.min(least, moved.y);
        most = Math.max(most, moved.y);
      }
      assert.ok(least < 1.2 && most > 4, 'all the way');
      assert.ok(Math.abs(lifts.get(lift).position.y - Transform.y[lift]) < 0.1, 'its object goes with it');
      document.pointerLockElement = page;
      heard.mousemove({ movementX: 0, movementY: 9999 });
      play(1);
      heard.click({});
      assert.equal(text.textContent, 'lift', 'straight below');
      assert.equal(mark.visible, false);`,
  },
  'Throwing a ball': {
    before: `${WORLD_3D}
      import { createBounceResult, moveAndBounce } from 'bitecs-collision/3d';
      import { rayOf } from 'bitecs-collision/three';
      import { PerspectiveCamera } from 'three';
      const TICK = 1 / 60;
      spawn(0, -1, 0, box(50, 1, 50), Static);
      const player = spawn(0, 1.5, 0, sphere(0.5));
      const enemy = spawn(0, 1.5, -8, sphere(0.5));
      const camera = new PerspectiveCamera();
      camera.position.y = 1.5;
      camera.rotation.x = 0.16;
      camera.updateMatrixWorld();
      const add = (shape: ShapeSpec, tag: object): number => spawn(0, 0, 0, shape, tag);
      const hits: number[] = [];
      const hurt = (who: number): void => { hits.push(who); };`,
    after: `${EXPECT}
      collisionSystem(world);
      throwBall();
      const [ball] = flying.keys();
      for (let i = 0; i < 20; i++) moveBalls();
      assert.deepEqual(hits, []);
      assert.ok(Transform.z[ball!]! < -4, 'out of the player, forwards');
      for (let i = 0; i < 100; i++) moveBalls();
      assert.deepEqual(hits, [enemy]);
      assert.ok(flying.get(ball!)!.z > 0, 'it came back from the enemy');
      assert.ok(Transform.y[ball!]! > 0.14 && Transform.y[ball!]! < 1.5, 'on or above the ground');`,
  },
  'An enemy that sees the player': {
    before: `${WORLD_3D}
      import { overlapCone } from 'bitecs-collision/3d';
      const level = spawn(0, 1, -5, box(1, 2, 0.2), Static);
      const player = spawn(0, 1, 0, sphere(0.5));
      const guard = spawn(0, 1, -10, sphere(0.5));
      spawn(3, 1, -3, sphere(0.1));`,
    after: `${EXPECT}
      collisionSystem(world);
      assert.equal(seesPlayer(guard, Math.PI), false, 'behind the wall');
      Transform.x[player] = 4;
      collisionSystem(world);
      assert.equal(seesPlayer(guard, Math.PI), true);
      assert.equal(seesPlayer(guard, 0), false, 'behind its back');
      Transform.z[player] = 15;
      collisionSystem(world);
      assert.equal(seesPlayer(guard, Math.PI), false, 'too far away');`,
  },
};
