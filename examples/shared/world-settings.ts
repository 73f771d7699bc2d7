import { boxHierarchy, type CollisionOptions, sphereHierarchy } from 'bitecs-collision/2d';
import type { Pane } from 'tweakpane';
import type { SimOptions } from '../shell/scene.ts';

/** What a world of collision is made with. It holds from the first tick: to change it starts the scene again. */
export interface WorldSettings {
  margin: number;
  hierarchy: string;
}

/** The names of these settings, for `View.restartSettings`. */
export const WORLD_SETTINGS = ['margin', 'hierarchy'];

const HIERARCHIES: Readonly<Record<string, NonNullable<CollisionOptions['hierarchy']>>> = {
  boxes: boxHierarchy,
  spheres: sphereHierarchy,
};

/** Reads what a visitor has chosen, and leaves out what is none of the choices. */
export function readWorldSettings({ settings }: SimOptions, margins: readonly number[]): WorldSettings {
  const margin = settings?.get('margin');
  const hierarchy = settings?.get('hierarchy');
  return {
    margin: typeof margin === 'number' && margins.includes(margin) ? margin : 0,
    hierarchy: typeof hierarchy === 'string' && Object.hasOwn(HIERARCHIES, hierarchy) ? hierarchy : 'boxes',
  };
}

export function worldOptions({ margin, hierarchy }: WorldSettings): Pick<CollisionOptions, 'margin' | 'hierarchy'> {
  return { margin, hierarchy: HIERARCHIES[hierarchy] };
}

export function addWorldSettings(pane: Pane, settings: WorldSettings, margins: readonly number[]): void {
  pane.addBinding(settings, 'margin', { options: optionsOf(margins) });
  pane.addBinding(settings, 'hierarchy', { options: optionsOf(Object.keys(HIERARCHIES)) });
}

/** Returns the choices of a setting for the pane, each named by its own value. */
export function optionsOf<T extends string | number>(choices: readonly T[]): Record<string, T> {
  return Object.fromEntries(choices.map((choice) => [String(choice), choice]));
}
