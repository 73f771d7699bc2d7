import { Application } from 'pixi.js';
import { Pane } from 'tweakpane';
import { Clock } from './clock.ts';
import { InputCollector } from './input.ts';
import { palette, showTheme } from './palette.ts';
import type { SimModule, ViewModule } from './scene.ts';

/** Plays one scene on its own in a page, as it does where a scene has been taken out of the gallery. */
export async function playScene({ about, createSim }: SimModule, { createView }: ViewModule<never>): Promise<void> {
  showTheme();
  const host = document.body.appendChild(document.createElement('main'));
  const app = new Application();
  await app.init({
    preference: 'webgl',
    antialias: true,
    autoDensity: true,
    autoStart: false,
    resolution: Math.min(2, devicePixelRatio),
    background: palette().background,
    resizeTo: host,
  });
  host.append(app.canvas);
  const words = document.body.appendChild(document.createElement('footer'));
  words.textContent = [about?.summary, about?.hint].filter((text) => text !== undefined).join(' ');

  const seed = Number(new URLSearchParams(location.search).get('seed') ?? 1);
  const sim = createSim({ seed });
  const view = createView(app, sim as never);
  // PixiJS draws over a picture of space, and must not clear it.
  app.renderer.background.clearBeforeRender = view.space === undefined;
  if (view.controls !== undefined) view.controls(new Pane({ title: 'Settings' }));
  const input = new InputCollector(host);
  const clock = new Clock();
  clock.reset(performance.now());

  const resize = (): void => {
    app.resize();
    view.resize(app.screen.width, app.screen.height);
  };
  addEventListener('resize', resize);
  resize();
  requestAnimationFrame(function frame(now) {
    clock.advance(now, () => {
      if (sim.input !== undefined) input.write(sim.input, view);
      sim.step();
    });
    view.draw();
    view.space?.render();
    app.render();
    requestAnimationFrame(frame);
  });
}
