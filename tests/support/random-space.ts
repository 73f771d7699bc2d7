import type { createRng } from './rng.ts';

type Random = ReturnType<typeof createRng>;

/** Returns a quaternion: any (mode 0), a quarter turn or none (1), or one that is nearly none (2). */
export function randomQuaternion(random: Random, mode: number): number[] {
  if (mode === 0) return [0, 1, 2, 3].map(() => random.next() - 0.5);
  if (mode === 1) {
    return [
      [0, 0, 0, 1],
      [1, 0, 0, 1],
      [0, 0, 1, 1],
    ][Math.floor(3 * random.next())];
  }
  const small = () => (random.next() - 0.5) * 10 ** (-12 * random.next());
  return [small(), 0, small(), 1];
}

/** Returns so many points on a sphere, or on one that is squeezed along y. */
export function pointsOnSphere(random: Random, count: number, radius: number, squeeze = 1): number[] {
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const x = random.next() - 0.5;
    const y = random.next() - 0.5;
    const z = random.next() - 0.5;
    const scale = radius / Math.sqrt(x * x + y * y + z * z);
    points.push(x * scale, y * scale * squeeze, z * scale);
  }
  return points;
}
