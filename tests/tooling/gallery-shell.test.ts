import { describe, expect, test } from 'vitest';
import { Clock } from '../../examples/shell/clock.ts';
import { hashNumbers } from '../../examples/shell/hash.ts';
import { createRandom } from '../../examples/shell/random.ts';
import { createRegistry } from '../../examples/shell/registry.ts';
import { formatRoute, parseRoute } from '../../examples/shell/router.ts';

const never = () => Promise.reject(new Error('not loaded here'));

test('links to scenes that have become settings of others lead there', () => {
  expect(parseRoute('#/physics/drum?seed=3')).toMatchObject({ id: 'physics/bowl', seed: 3 });
  expect(parseRoute('#/scale/static-city?margin=1')).toMatchObject({
    id: 'scale/fifty-thousand-bodies',
    settings: new Map([
      ['place', 'city'],
      ['margin', '1'],
    ]),
  });
  expect(parseRoute('#/physics/drum?seed=3').settings).toEqual(new Map([['container', 'drum']]));
  expect(parseRoute('#/physics/stack-of-fifteen?overlay.boxes=true').settings).toEqual(
    new Map([
      ['boxes', 'stack of fifteen'],
      ['overlay.boxes', 'true'],
    ]),
  );
  expect(parseRoute('#/constructor').id).toBe('constructor');
});

describe('the clock', () => {
  function ticksIn(milliseconds: number, speed: number, framesPerSecond: number): number {
    const clock = new Clock();
    clock.speed = speed;
    clock.reset(1000);
    let ticks = 0;
    const frames = Math.round((milliseconds / 1000) * framesPerSecond);
    for (let i = 1; i <= frames; i++) clock.advance(1000 + (i * 1000) / framesPerSecond, () => ticks++);
    return ticks;
  }

  test.each([
    [1, 60, 120],
    [1, 144, 120],
    [1, 25, 120],
    [0.25, 60, 30],
    [4, 60, 480],
  ])('at speed %d and %d frames a second makes %d ticks in two seconds', (speed, framesPerSecond, ticks) => {
    expect(Math.abs(ticksIn(2000, speed, framesPerSecond) - ticks)).toBeLessThanOrEqual(1);
  });

  test('makes none while paused, and does not catch up afterwards', () => {
    const clock = new Clock();
    let ticks = 0;
    clock.reset(0);
    clock.playing = false;
    clock.advance(200, () => ticks++);
    clock.playing = true;
    clock.reset(5000);
    clock.advance(5017, () => ticks++);
    expect(ticks).toBe(1);
  });

  test('a tick that stops it is the last, however many are due', () => {
    const clock = new Clock();
    let ticks = 0;
    clock.reset(0);
    clock.advance(100, () => {
      if (++ticks === 2) clock.playing = false;
    });
    expect(ticks).toBe(2);
  });

  test('a tab that slept for an hour does not replay it', () => {
    const clock = new Clock();
    let ticks = 0;
    clock.reset(0);
    clock.advance(3_600_000, () => ticks++);
    expect(ticks).toBeLessThanOrEqual(15);
  });
});

describe('the address', () => {
  test('names scene, seed and pause', () => {
    expect(parseRoute('#/games/meteor-shower?seed=12&paused')).toEqual({
      id: 'games/meteor-shower',
      seed: 12,
      paused: true,
      settings: new Map(),
    });
    expect(parseRoute('')).toEqual({ id: '', seed: 1, paused: false, settings: new Map() });
    expect(parseRoute('#/a/b?seed=-4').seed).toBe(1);
    expect(parseRoute('#/a/b?seed=x').seed).toBe(1);
    expect(parseRoute('#/a%zz').id).toBe('a%zz');
  });

  test('can be read back', () => {
    const settings = new Map([
      ['overlay.boxes', 'true'],
      ['all-levels', '3'],
    ]);
    expect(parseRoute(formatRoute('a/b', 31, settings))).toEqual({ id: 'a/b', seed: 31, paused: false, settings });
    expect(formatRoute('a/b', 1)).toBe('#/a/b');
  });
});

describe('the list of scenes', () => {
  const nothing = { modules: {}, sources: {}, thumbnails: {} };

  test('comes from the folders, known categories first', () => {
    const modules = Object.fromEntries(
      ['zoo/b-side', 'games/two', 'start/one', 'zoo/a-side', 'algorithms/gjk'].flatMap((id) => [
        [`./scenes/${id}/sim.ts`, never],
        [`./scenes/${id}/view.ts`, never],
      ]),
    );
    const thumbnails = {
      './thumbnails/games/two.webp': 'two-abc.webp',
      './thumbnails/games/two.light.webp': 'two-light.webp',
    };
    const entries = createRegistry({ ...nothing, modules, thumbnails });
    expect(entries.map((entry) => entry.id)).toEqual([
      'start/one',
      'games/two',
      'algorithms/gjk',
      'zoo/a-side',
      'zoo/b-side',
    ]);
    expect(entries[3]).toMatchObject({ category: 'Zoo', title: 'A side' });
    expect(entries.map((entry) => entry.thumbnails)).toEqual([
      undefined,
      { dark: 'two-abc.webp', light: 'two-light.webp' },
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('a scene that lacks a file, or an export, says so when it is loaded, and keeps none of the others', async () => {
    const complete = { createSim: () => {}, createView: () => {} };
    const entries = createRegistry({
      ...nothing,
      modules: {
        './scenes/a/no-view/sim.ts': async () => complete,
        './scenes/a/no-sim/view.ts': async () => complete,
        './scenes/a/no-export/sim.ts': async () => ({}),
        './scenes/a/no-export/view.ts': async () => complete,
        './scenes/a/whole/sim.ts': async () => complete,
        './scenes/a/whole/view.ts': async () => complete,
      },
    });
    const find = (id: string) => entries.find((entry) => entry.id === id)!;
    expect(entries).toHaveLength(4);
    await expect(find('a/no-view').loadModules()).rejects.toThrow(
      'no view.ts: write examples/scenes/a/no-view/view.ts',
    );
    await expect(find('a/no-sim').loadModules()).rejects.toThrow('no sim.ts: write examples/scenes/a/no-sim/sim.ts');
    await expect(find('a/no-export').loadModules()).rejects.toThrow('a/no-export/sim.ts does not export createSim');
    expect(await find('a/whole').loadModules()).toEqual({ sims: complete, views: complete });
  });

  test('the code of a scene is all its files, the sim first and the view last', async () => {
    const text = async () => 'text';
    const [entry] = createRegistry({
      ...nothing,
      modules: { './scenes/a/b/sim.ts': never, './scenes/a/b/view.ts': never },
      sources: {
        './scenes/a/b/view.ts': text,
        './scenes/a/b/waves.ts': text,
        './scenes/a/bb/sim.ts': text,
        './scenes/a/b/levels.ts': text,
        './scenes/a/b/sim.ts': async () => 'sim',
      },
    });
    const files = await entry.loadCode();
    expect(files.map(({ path }) => path)).toEqual(
      ['sim.ts', 'levels.ts', 'waves.ts', 'view.ts'].map((file) => `./scenes/a/b/${file}`),
    );
    expect(files[0].text).toBe('sim');
  });
});

describe('the hash', () => {
  test('is FNV-1a over the bytes of each f64, little-endian', () => {
    const numbers = [0, -0, 1.5, -3e300];
    let expected = 0x811c9dc5n;
    for (const byte of new Uint8Array(new Float64Array(numbers).buffer)) {
      expected = ((expected ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn;
    }
    expect(hashNumbers(numbers)).toBe(Number(expected));
  });

  test('can be continued over several arrays', () => {
    expect(hashNumbers([3, 4], 2, hashNumbers([1, 2]))).toBe(hashNumbers([1, 2, 3, 4]));
    expect(hashNumbers([1, 2, 3, 4], 2)).toBe(hashNumbers([1, 2]));
  });
});

describe('the random numbers', () => {
  test('repeat from the same seed and differ between seeds', () => {
    const draw = (seed: number) => Array.from({ length: 8 }, createRandom(seed));
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });

  test('spread evenly over [0, 1)', () => {
    const random = createRandom(1);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i++) counts[Math.floor(random() * 10)]++;
    // Six standard deviations of a binomial with n = 100,000 and p = 0.1.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(570);
  });
});
