import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SceneSim } from '../../examples/scenes/start/drifting-circles/sim.ts';
import { effort } from '../support/effort.ts';
import { GalleryBrowser, type GalleryPage } from './support/gallery-page.ts';
import { paintedShare } from './support/picture.ts';
import { scenes } from './support/scenes.ts';

/** The code of a scene: read, changed and run in the page. */

let gallery: GalleryBrowser;
let page: GalleryPage;
const scene = 'start/drifting-circles';

beforeAll(async () => {
  gallery = await GalleryBrowser.start();
});

afterAll(() => gallery?.stop());

/** The compiler takes longer than most of what is tried here: without workers there are no types. */
const withoutTypes = async (opened: GalleryPage['page']): Promise<void> => {
  await opened.addInitScript('delete globalThis.Worker');
};
const wide = { width: 1280, height: 800 };

const lines = () => page.page.locator('#code-editor .cm-content').textContent();
const bodies = () => page.page.evaluate(() => (window.__gallery!.sim as SceneSim).bodies.length);
const problem = () => page.page.locator('#code-problem').textContent();
const files = () => page.page.locator('#code-file option').allTextContents();
const isEdited = () => page.page.isVisible('#edited');

async function openCode(): Promise<void> {
  await page.page.click('#code');
  await page.page.waitForSelector('#code-editor .cm-line');
}

/** Puts something else in place of what stands in a file. */
async function replaceIn(path: string, before: string, after: string): Promise<void> {
  await page.page.selectOption('#code-file', path);
  await page.page.click('#code-editor .cm-content');
  await page.page.keyboard.press('Control+f');
  await page.page.fill('.cm-search input[name=search]', before);
  await page.page.fill('.cm-search input[name=replace]', after);
  await page.page.click('.cm-search button[name=replaceAll]');
  await page.page.click('.cm-search button[name=close]');
}

const simPath = `./scenes/${scene}/sim.ts`;
const viewPath = `./scenes/${scene}/view.ts`;

/** Runs what is in the editor, and waits until it runs or something is wrong. */
async function run(): Promise<void> {
  await page.page.evaluate(() => {
    (window as unknown as { before: unknown }).before = window.__gallery!.sim;
    document.getElementById('code-problem')!.textContent = '';
  });
  await page.page.click('#code-run');
  await page.page.waitForFunction(() => {
    const { before } = window as unknown as { before: unknown };
    return before !== window.__gallery!.sim || document.getElementById('code-problem')!.textContent !== '';
  });
}

afterEach(() => page.close());

test('what is no code in a link is told and left out', async () => {
  page = await gallery.open(`#/${scene}?paused&code=nonsense`);
  await page.page.waitForSelector('#note:not([hidden])');
  expect(await page.page.textContent('#note')).toContain('cannot be read');
  expect([await bodies(), await page.page.isVisible('#code-view'), page.complaints]).toEqual([60, false, []]);
});

test('errors of types are marked, and names completed from what the package declares', async () => {
  page = await gallery.open(`#/${scene}?paused`, wide);
  await openCode();
  await page.page.click('#code-editor .cm-content');
  await page.page.keyboard.press('Control+End');
  await page.page.keyboard.insertText('const wrong: string = circle(1);\ncreateCollision(createWorld()).on');
  // What comes with the package and with bitECS is known: nothing else is wrong in the file.
  await page.page.waitForSelector('.cm-lintRange-error');
  expect(await page.page.locator('.cm-lintRange-error').allTextContents()).toEqual(['wrong', 'on']);
  expect(await page.page.locator('.cm-lint-marker-error').count()).toBe(2);
  await page.page.keyboard.press('Control+Space');
  await page.page.waitForSelector('.cm-tooltip-autocomplete li');
  const offered = await page.page.locator('.cm-tooltip-autocomplete .cm-completionLabel').allTextContents();
  expect(offered.slice(0, 3)).toEqual(['onBegin', 'onEnd', 'onStay']);
  // Escape closes what is offered, and only then the code.
  await page.page.keyboard.press('Escape');
  expect([await page.page.isVisible('.cm-tooltip-autocomplete'), await page.page.isVisible('#code-view')]).toEqual([
    false,
    true,
  ]);
  expect(page.complaints).toEqual([]);
});

describe('without types', () => {
  beforeEach(async () => {
    page = await gallery.open(`#/${scene}?seed=3&paused`, wide, withoutTypes);
  });

  test('opens at what the scene does, without hiding the scene', async () => {
    expect(
      await page.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    ).not.toEqual(expect.arrayContaining([expect.stringMatching(/editor|workshop|types/)]));
    await openCode();
    expect(await lines()).toContain('export function createSim');
    const [canvas, code] = await Promise.all(
      ['#canvas canvas', '#code-view'].map((part) => page.page.locator(part).boundingBox()),
    );
    await page.page.waitForFunction(
      (left) => document.querySelector('#canvas canvas')!.getBoundingClientRect().right <= left,
      code!.x,
    );
    expect(canvas!.width).toBeGreaterThan(300);
    await page.page.selectOption('#code-file', viewPath);
    expect(await lines()).toContain('export function createView');
    await page.page.click('#code-close');
    expect(await page.page.isVisible('#code-view')).toBe(false);
    expect(page.complaints).toEqual([]);
  });

  test('lists all files of a scene: the sim first, the view last, then what it shares with others', async () => {
    await page.visit('games/brick-breaker?paused');
    await openCode();
    const groups = await page.page.evaluate(() =>
      [...document.querySelectorAll('#code-file optgroup')].map((group) =>
        [...group.children].map((option) => option.textContent),
      ),
    );
    const [own, shared] = groups;
    expect(own).toEqual(expect.arrayContaining(['balls.ts', 'field.ts', 'levels.ts']));
    expect([own[0], own.at(-1)]).toEqual(['sim.ts', 'view.ts']);
    expect(shared).toEqual(expect.arrayContaining(['shared/press.ts', 'shared/juice/juice.ts']));
  });

  test('a number is changed and run, is told apart from the original, and taken back', async () => {
    await openCode();
    expect(await bodies()).toBe(60);
    await replaceIn(simPath, 'COUNT = 60', 'COUNT = 25');
    expect(await bodies()).toBe(60);
    expect(await files()).toEqual(['sim.ts • edited', 'view.ts']);
    await run();
    expect(await bodies()).toBe(25);
    await page.step(30);
    expect(paintedShare(await page.picture())).toBeGreaterThan(0.002);
    expect(await isEdited()).toBe(true);

    // It outlives looking at another file and another scene, a restart and the other theme.
    await page.page.selectOption('#code-file', viewPath);
    await page.visit('learn/two-shapes?paused');
    expect(await isEdited()).toBe(false);
    await page.visit(`${scene}?paused`);
    expect([await bodies(), await isEdited()]).toEqual([25, true]);
    await page.page.click('#restart');
    await page.page.click('#theme');
    expect(await bodies()).toBe(25);
    expect(await files()).toEqual(['sim.ts • edited', 'view.ts']);
    await page.page.selectOption('#code-file', simPath);

    await page.page.click('#code-reset');
    await page.page.waitForFunction(() => (window.__gallery!.sim as SceneSim | undefined)?.bodies.length === 60);
    expect([await files(), await isEdited()]).toEqual([['sim.ts', 'view.ts'], false]);
    expect(await page.page.isDisabled('#code-reset')).toBe(true);
    expect(page.complaints).toEqual([]);
  });

  test('edits outlive a reload, Escape closes, and the divider is dragged and remembered', async () => {
    await openCode();
    await replaceIn(simPath, 'COUNT = 60', 'COUNT = 25');
    await page.page.keyboard.press('Escape');
    expect(await page.page.isVisible('#code-view')).toBe(false);
    await page.page.click('#code');
    const before = (await page.page.locator('#code-view').boundingBox())!;
    await page.page.mouse.move(before.x, before.y + 200);
    await page.page.mouse.down();
    await page.page.mouse.move(before.x - 100, before.y + 200);
    await page.page.mouse.up();
    const dragged = (await page.page.locator('#code-view').boundingBox())!;
    expect(dragged.width - before.width).toBeGreaterThan(80);

    await page.page.reload();
    await page.page.waitForFunction(() => window.__gallery !== undefined);
    // It is there to go on with, and does not run by itself.
    expect([await bodies(), await isEdited()]).toEqual([60, false]);
    await openCode();
    expect(await files()).toEqual(['sim.ts • edited', 'view.ts']);
    expect((await page.page.locator('#code-view').boundingBox())!.width).toBeCloseTo(dragged.width, -1);
    await page.page.focus('#code-divider');
    await page.page.keyboard.press('ArrowRight');
    expect((await page.page.locator('#code-view').boundingBox())!.width).toBeLessThan(dragged.width - 20);
    await run();
    expect(await bodies()).toBe(25);
    await page.page.click('#code-reset');
    await page.page.reload();
    await openCode();
    expect(await files()).toEqual(['sim.ts', 'view.ts']);
    expect(page.complaints).toEqual([]);
  });

  test('a link carries changed code, which runs when the visitor runs it and not before', async () => {
    await openCode();
    await replaceIn(simPath, 'COUNT = 60', 'COUNT = 25');
    await run();
    await page.page.click('#share');
    await page.page.waitForFunction(() => location.hash.includes('code='));
    const address = await page.page.evaluate(() => location.hash);
    expect(address).toMatch(/^#\/start\/drifting-circles\?seed=3&code=[\w-]+$/);
    expect(await page.page.textContent('#note')).toContain('Your code is in it');

    await page.close();
    page = await gallery.open(`${address}&paused`, wide, withoutTypes);
    await page.page.waitForSelector('#code-editor .cm-line');
    await page.step(5);
    expect([await bodies(), await isEdited(), await page.page.isVisible('#code-foreign')]).toEqual([60, false, true]);
    expect(await files()).toEqual(['sim.ts • edited', 'view.ts']);
    // Neither a restart nor another scene in between runs it.
    await page.page.click('#restart');
    await page.visit('learn/two-shapes?paused');
    await page.visit(`${scene}?seed=3&paused`);
    expect([await bodies(), await page.page.isVisible('#code-foreign')]).toEqual([60, true]);
    await run();
    expect([await bodies(), await isEdited(), await page.page.isVisible('#code-foreign')]).toEqual([25, true, false]);
    expect(page.complaints).toEqual([]);
  });

  test('what is wrong is said with its line, and the scene goes on as it was', async () => {
    await openCode();
    await page.step(7);
    const faults = [
      [simPath, 'COUNT = 60', 'COUNT = = 60', /^sim\.ts, line 15: Unexpected token$/],
      [simPath, "} from 'bitecs';", "} from 'bytecs';", /^sim\.ts, line 1: There is no module 'bytecs'/],
      [
        simPath,
        'const world = createWorld();',
        'const world = creteWorld();',
        /^sim\.ts, line 34: ReferenceError: creteWorld/,
      ],
      [simPath, '      move();', '      mve();', /^sim\.ts, line 134: ReferenceError: mve/],
      [viewPath, 'const stage = ', 'const stage = nothing.at; ', /^view\.ts, line \d+: ReferenceError: nothing/],
      [
        simPath,
        'const world = createWorld();',
        'const world = createWorld(); while (world) {}',
        /^sim\.ts, line 34: Error: this loop does not end$/,
      ],
    ] as const;
    // One that cannot be read, one in what draws, and a loop without an end, which is stopped.
    const tried = effort<readonly (typeof faults)[number][]>(faults, [faults[0], faults[4], faults[5]]);
    for (const [path, before, after, message] of tried) {
      await replaceIn(path, before, after);
      await run();
      expect(await problem()).toMatch(message);
      expect(await page.page.locator('.cm-lint-marker-error').count()).toBe(1);
      expect([await page.tick(), await bodies(), await isEdited()]).toEqual([7, 60, false]);
      await replaceIn(path, after, before);
    }
    await page.step(5);
    expect(await page.errors()).toEqual([]);
    expect(page.complaints).toEqual([]);
    await replaceIn(simPath, 'COUNT = 60', 'COUNT = 9');
    await run();
    expect([await bodies(), await page.page.isVisible('#code-problem')]).toEqual([9, false]);
  });

  test('what goes wrong later stops the scene and is shown; it can be mended', async () => {
    await openCode();
    await replaceIn(
      simPath,
      '      move();',
      "      move(); if ((counts.late = (counts.late ?? 0) + 1) > 5) throw new Error('late');",
    );
    await run();
    await page.page.click('#play');
    await page.page.waitForFunction(() => window.__gallery!.errors.length > 0);
    expect(await problem()).toMatch(/^sim\.ts, line 134: Error: late/);
    expect(await page.page.textContent('#message')).toContain('late');
    await page.page.click('#code-reset');
    await page.page.waitForFunction(() => window.__gallery!.tick > 10);
    expect(await page.page.isVisible('#message')).toBe(false);
  });

  test('keys that are typed into the code do not reach the scene', async () => {
    await openCode();
    await page.step(3);
    await page.page.selectOption('#code-file', simPath);
    await page.page.click('#code-editor .cm-content');
    await page.page.keyboard.press('Control+End');
    await page.page.keyboard.type('// rpn bjk hif ? / w');
    await page.page.keyboard.down('ArrowLeft');
    await page.step(1);
    expect(await page.page.evaluate(() => (window.__gallery!.sim as SceneSim).input.moveX)).toBe(0);
    await page.page.keyboard.up('ArrowLeft');
    expect([await page.tick(), await page.current()]).toEqual([4, scene]);
    expect(await lines()).toContain('// rpn bjk hif ? / w');
    await page.page.keyboard.press('Control+Enter');
    await page.page.waitForFunction(() => window.__gallery!.tick === 0);
    expect([await isEdited(), page.complaints]).toEqual([true, []]);
  });

  test.each(effort(scenes, ['games/platformer']))('%s does the same when it is run from its text', async (each) => {
    await page.visit(`${each}?seed=5&paused`);
    await page.step(5);
    const hash = await page.hash();
    await openCode();
    await page.page.click('#code-editor .cm-content');
    await page.page.keyboard.press('Control+End');
    await page.page.keyboard.type('// the same');
    await run();
    expect(await page.tick()).toBe(0);
    await page.step(5);
    expect([await isEdited(), await page.hash()]).toEqual([true, hash]);
    expect(paintedShare(await page.picture())).toBeGreaterThan(0.002);
    expect(page.complaints).toEqual([]);
  });
});
