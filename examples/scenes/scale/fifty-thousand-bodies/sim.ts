import type { SceneAbout, SimOptions } from '../../../shell/scene.ts';
import { type CitySim, createCity } from './city.ts';
import { createField, type FieldSim } from './field.ts';

export const about: SceneAbout = {
  summary:
    'Fifty thousand bodies, all of them moving, bounce off each other and flare up where they meet; or thirty thousand ' +
    'houses of a city, which cost nothing until one of two thousand cars hits them.',
  hint: 'Press to push them away, or to call the cars. Zoom with the wheel or two fingers; the settings have the city.',
};

export const PLACES = ['field', 'city'] as const;
type Place = (typeof PLACES)[number];

/** Where bodies move, and what moves there. The scene starts again where another place is chosen. */
export type SceneSim = { readonly placeSettings: { place: Place } } & (
  | { readonly field: FieldSim; readonly city?: never }
  | { readonly city: CitySim; readonly field?: never }
) &
  (FieldSim | CitySim);

export function createSim(options: SimOptions): SceneSim {
  const isCity = options.settings?.get('place') === 'city';
  const placeSettings = { place: PLACES[isCity ? 1 : 0] };
  if (isCity) {
    const city = createCity(options);
    return { ...city, placeSettings, city };
  }
  const field = createField(options);
  return { ...field, placeSettings, field };
}
