import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SimModule } from '../../../examples/shell/scene.ts';

const folder = new URL('../../../examples/scenes/', import.meta.url);

/** The ids of all scenes, 'games/swarm', as their folders name them. */
export const scenes: readonly string[] = readdirSync(fileURLToPath(folder)).flatMap((category) =>
  readdirSync(fileURLToPath(new URL(category, folder))).map((name) => `${category}/${name}`),
);

/** The module that makes the sim of a scene. */
export function loadSim(scene: string): Promise<SimModule> {
  return import(new URL(`${scene}/sim.ts`, folder).href) as Promise<SimModule>;
}
