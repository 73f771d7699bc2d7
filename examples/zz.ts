import { createSim } from './scenes/space/five-thousand-shapes/sim.ts';

const s = createSim({ seed: 1 });
const acc: Record<string, number[]> = {};
for (let i = 0; i < 150; i++) {
  s.step();
  if (i >= 30) for (const [k, v] of Object.entries(s.stages)) (acc[k] ??= []).push(v as number);
}
for (const k in acc) {
  const a = acc[k].sort((x, y) => x - y);
  console.log(k, a[10].toFixed(2), a[60].toFixed(2));
}
console.log(s.collision.counts);
