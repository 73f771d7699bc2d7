import { BOX, circles, fill, SCENARIOS, type Scene } from '../scene.ts';

/** Worlds that are not among the scenarios of the other benchmark. */

/** 10,000 circles in so small a square that they make 125,000 pairs. */
export const crowded = (): Scene => circles(10_000, 17.7);

/** 5,000 boxes 100 long and a tenth thick, all at 45°: bounds of 866,000 pairs overlap, 1,700 pairs touch. */
export const thinDiagonals = (): Scene => {
  const scene = fill(5_000, 5_000, 268.6, (s, i) => {
    s.kind[i] = BOX;
    s.halfWidth[i] = 50;
    s.halfHeight[i] = 0.05;
  });
  scene.rotation.fill(Math.PI / 4);
  return { ...scene, step: driftOnly(scene) };
};

/** A step that leaves rotations alone. */
function driftOnly(scene: Scene): () => void {
  return () => {
    scene.step();
    scene.rotation.fill(Math.PI / 4);
  };
}

export const tenBodies = (): Scene => circles(10, 0.886 * Math.sqrt(10));

/** Worlds of which the first tick of a process is measured, by name. */
export const FIRST_TICKS: Readonly<Record<string, { readonly title: string; readonly make: () => Scene }>> = {
  crowded: { title: '10,000 circles, 125,000 pairs', make: crowded },
  even: { title: '10,000 circles', make: SCENARIOS.S1.make },
  ten: { title: 'ten circles', make: tenBodies },
};
