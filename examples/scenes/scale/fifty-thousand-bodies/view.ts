import type { Application } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { optionsOf } from '../../../shared/world-settings.ts';
import type { View } from '../../../shell/scene.ts';
import { PLACES, type SceneSim } from './sim.ts';
import { createCityView } from './view-city.ts';
import { createFieldView } from './view-field.ts';

export function createView(app: Application, { city, field, placeSettings }: SceneSim): View {
  const view = city === undefined ? createFieldView(app, field) : createCityView(app, city);
  return {
    ...view,
    restartSettings: ['place', ...(view.restartSettings ?? [])],
    controls(pane: Pane) {
      pane.addBinding(placeSettings, 'place', { options: optionsOf(PLACES) });
      view.controls?.(pane);
    },
  };
}
