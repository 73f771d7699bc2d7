import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SceneSim as WalkSim } from '../../examples/scenes/movement/room-walk/sim.ts';
import type { SceneSim as RoomSim } from '../../examples/scenes/space/living-room/sim.ts';
import type { SceneSim as DragonsSim } from '../../examples/scenes/space/two-dragons/sim.ts';
import type { SceneSim as SolidsSim } from '../../examples/scenes/space/two-solids/sim.ts';
import type { SceneSim as VolcanoSim } from '../../examples/scenes/space/volcano/sim.ts';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';

/** Scenes in space, taken hold of by the mouse. */

let gallery: GalleryBrowser;
let page: GalleryPage;
/** Where the canvas is in the window. */
let box: { x: number; y: number; width: number; height: number };

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
});

afterAll(() => gallery?.stop());

async function open(scene: string): Promise<void> {
  page = await gallery.open(`#/${scene}?seed=1&paused`, { width: 900, height: 640 });
  box = (await page.page.locator('#canvas canvas').boundingBox())!;
}

async function close(): Promise<void> {
  expect(await page.errors()).toEqual([]);
  expect(page.complaints).toEqual([]);
  await page.close();
}

/** Reads something from the sim in the page. */
function read<S, T>(what: (sim: S) => T): Promise<T> {
  return page.page.evaluate(`(${what.toString()})(window.__gallery.sim)`) as Promise<T>;
}

type HeldSim = SolidsSim | DragonsSim;

/** Where both bodies are and how they are turned. */
const poses = () =>
  read(({ bodies, collision }: HeldSim) => {
    const { x, y, z, qx, qy, qz, qw } = collision.Transform;
    return bodies.map(({ eid }) => ({
      place: [x[eid], y[eid], z[eid]],
      turn: [qx[eid], qy[eid], qz[eid], qw[eid]],
    }));
  });

/** Presses along a line through the middle of the picture, and returns the middle of where a body is taken. */
async function findBody(): Promise<{ x: number; y: number }> {
  const y = box.y + box.height / 2;
  const taken: number[] = [];
  for (let x = box.x + 0.15 * box.width; x < box.x + box.width; x += 28) {
    await page.page.mouse.move(x, y);
    await page.page.mouse.down();
    await page.page.mouse.up();
    const isTaken = await read((sim: HeldSim) => {
      const { automatic } = sim.settings;
      sim.settings.automatic = true;
      return !automatic;
    });
    if (isTaken) taken.push(x);
    else if (taken.length > 0) break;
  }
  expect(taken.length, 'places where a body is taken').toBeGreaterThan(1);
  return { x: (taken[0] + taken[taken.length - 1]) / 2, y };
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, part, i) => sum + part * b[i], 0);

async function drag(
  from: { x: number; y: number },
  byX: number,
  byY: number,
  button: 'left' | 'right' = 'left',
): Promise<void> {
  await page.page.mouse.move(from.x, from.y);
  await page.page.mouse.down({ button });
  await page.page.mouse.move(from.x + byX / 2, from.y + byY / 2);
  await page.page.mouse.move(from.x + byX, from.y + byY);
  await page.page.mouse.up({ button });
}

test.each(['space/two-solids', 'space/two-dragons'])('%s: moved, turned and looked at by the mouse', async (scene) => {
  await open(scene);
  await page.page.evaluate(() => {
    Object.assign(window, { menus: [] as boolean[] });
    addEventListener('contextmenu', (event) => {
      (window as unknown as { menus: boolean[] }).menus.push(event.defaultPrevented);
    });
  });
  const grip = await findBody();
  const [a, b] = await poses();
  await drag(grip, -70, -30);
  const [movedA, movedB] = await poses();
  // The one that was taken has moved to the left and up, is not turned, and the other is where it was.
  expect(movedA.place[0]).toBeLessThan(a.place[0] - 0.2);
  expect(movedA.place[1]).toBeGreaterThan(a.place[1] + 0.1);
  expect(movedA.turn).toEqual(a.turn);
  expect(movedB).toEqual(b);

  const moved = { x: grip.x - 70, y: grip.y - 30 };
  await drag(moved, 60, 0, 'right');
  const [turned] = await poses();
  expect(turned.place).toEqual(movedA.place);
  // A pixel is a hundredth of a radian, and the quaternion has half the angle.
  const cosine = dot(turned.turn, movedA.turn) / Math.sqrt(dot(movedA.turn, movedA.turn));
  expect(2 * Math.acos(Math.min(1, Math.abs(cosine)))).toBeCloseTo(0.6, 1);
  const { menus } = (await page.page.evaluate('({ menus: window.menus })')) as { menus: boolean[] };
  expect(menus.length).toBeGreaterThan(0);
  expect(menus, 'the menu of the right button is kept away').not.toContain(false);

  await page.page.keyboard.down('Shift');
  await drag(moved, 0, 40);
  await page.page.keyboard.up('Shift');
  const [shifted] = await poses();
  expect(shifted.place).toEqual(movedA.place);
  expect(shifted.turn).not.toEqual(turned.turn);

  // Dragged out of the picture it stays at its rim, and can be taken there again.
  await drag(moved, -2000, 0);
  const [far] = await poses();
  expect(far.place[0]).toBeLessThan(movedA.place[0]);
  await drag({ x: box.x + 0.015 * box.width, y: moved.y }, 40, 0);
  const [back] = await poses();
  expect(back.place[0]).toBeGreaterThan(far.place[0] + 0.1);

  // Beside them, the camera turns: nothing moves, and the picture changes.
  const before = await page.page.locator('#canvas canvas').screenshot();
  await drag({ x: box.x + 0.5 * box.width, y: box.y + box.height - 20 }, 120, 0);
  expect(await poses()).toEqual([back, b]);
  await page.step(1);
  expect(before.equals(await page.page.locator('#canvas canvas').screenshot())).toBe(false);
  await close();
});

test('two solids: what is measured follows the mouse while the scene is paused', async () => {
  await open('space/two-solids');
  const grip = await findBody();
  const before = await read((sim: SolidsSim) => sim.nearest!.separation);
  await drag(grip, -80, 0);
  expect(await read((sim: SolidsSim) => sim.nearest!.separation)).toBeGreaterThan(before + 0.2);
  await close();
});

test('volcano: raised and opened by the mouse; the right button looks', async () => {
  await open('space/volcano');
  const middle = { x: box.x + box.width / 2, y: box.y + 0.6 * box.height };
  const sum = () => read((sim: VolcanoSim) => sim.terrain.heights.reduce((total, height) => total + height, 0));
  const before = await sum();
  await drag(middle, 30, 0, 'right');
  await page.page.mouse.move(middle.x, middle.y);
  await page.page.mouse.down();
  await page.step(10);
  await page.page.mouse.up();
  const raised = await sum();
  expect(raised).toBeGreaterThan(before + 5);
  await page.step(2);
  expect(await sum()).toBe(raised);
  await page.page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.page.mouse.move(middle.x, middle.y);
  await page.page.mouse.down();
  await page.step(1);
  await page.page.mouse.up();
  const holes = await read((sim: VolcanoSim) =>
    sim.terrain.chunks.reduce((total, chunk) => total + chunk.heights.filter(Number.isNaN).length, 0),
  );
  expect(holes).toBeGreaterThan(40);
  await close();
});

test('living room: things are thrown where the mouse presses', async () => {
  await open('space/living-room');
  await page.page.mouse.move(box.x + box.width / 2, box.y + 0.6 * box.height);
  await page.page.mouse.down();
  await page.step(20);
  await page.page.mouse.up();
  await page.step(40);
  // One each eight ticks.
  expect(await read((sim: RoomSim) => sim.counts.thrown)).toBe(3);
  await close();
});

test('room walk: walked by keys, turned by the pointer, and balls thrown by a tap', async () => {
  await open('movement/room-walk');
  const state = () =>
    read(({ collision, walker, look, counts }: WalkSim) => ({
      z: collision.Transform.z[walker],
      x: look.x,
      thrown: counts.thrown,
    }));
  const first = await state();
  await page.page.keyboard.down('KeyW');
  await page.step(30);
  await page.page.keyboard.up('KeyW');
  const walked = await state();
  // Half a second at 1.6 metres a second, straight ahead.
  expect(walked.z).toBeCloseTo(first.z - 0.8, 1);
  expect(walked.x).toBe(first.x);
  await page.page.mouse.move(box.x + box.width - 5, box.y + box.height / 2);
  await page.page.mouse.down();
  await page.step(30);
  await page.page.mouse.up();
  await page.step(1);
  const turned = await state();
  expect(turned.x).toBeGreaterThan(walked.x + 0.4);
  expect(turned.thrown, 'a long press does not throw').toBe(0);
  await page.page.mouse.down();
  await page.step(3);
  await page.page.mouse.up();
  await page.step(2);
  expect((await state()).thrown).toBe(1);
  await close();
});
