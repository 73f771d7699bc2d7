// PixiJS gives a renderer the parts it knows when the renderer is made. Scenes are loaded later, so what their views
// may draw is named here.
import 'pixi.js/graphics';
import 'pixi.js/mesh';
import 'pixi.js/particle-container';
import 'pixi.js/sprite-tiling';
import 'pixi.js/text';
import 'pixi.js/text-bitmap';
import { Application, RendererType } from 'pixi.js';
import { Pane } from 'tweakpane';
import type { Change, ChosenSettings } from './chosen-settings.ts';
import { element } from './dom.ts';
import { InputCollector } from './input.ts';
import { Inspector } from './inspector.ts';
import { palette } from './palette.ts';
import { Picture } from './picture.ts';
import type { Run } from './run.ts';
import { nameSettings } from './setting-names.ts';

/** A run of a scene and what is seen of it. */
export interface Shown {
  readonly run: Run;
  readonly picture: Picture;
}

/** Where a scene is shown: the canvas, the settings beside it, and who points at what. */
export class Stage {
  readonly app = new Application();
  readonly inspector: Inspector;
  readonly input: InputCollector;
  readonly #host = element('canvas');
  readonly #chosen: ChosenSettings;
  readonly #onChange: (run: Run, changes: readonly Change[]) => void;
  #pane: Pane | undefined;
  #shown: Shown | undefined;

  /** `onChange` hears of settings that the visitor changes. */
  constructor(chosen: ChosenSettings, onChange: (run: Run, changes: readonly Change[]) => void) {
    this.#chosen = chosen;
    this.#onChange = onChange;
    this.input = new InputCollector(this.#host);
    this.inspector = new Inspector(this.#host, () => this.#sharePointer());
  }

  get shown(): Shown | undefined {
    return this.#shown;
  }

  /** What PixiJS falls back to without WebGL draws no meshes, of which most scenes are made. */
  get canDraw(): boolean {
    return this.app.renderer.type !== RendererType.CANVAS;
  }

  async start(): Promise<void> {
    await this.app.init({
      preference: 'webgl',
      antialias: true,
      autoDensity: true,
      autoStart: false,
      resolution: Math.min(2, devicePixelRatio),
      background: palette().background,
    });
    this.#host.append(this.app.canvas);
    new ResizeObserver(() => this.#resize()).observe(this.#host);
  }

  /**
   * Shows a run in place of what is shown.
   *
   * @throws what the view throws; what was shown before then still is.
   */
  show(run: Run): Shown {
    const { entry, modules } = run.options;
    const picture = new Picture(this.app, run.sim, modules.views);
    this.end();
    const { view, overlay } = picture;
    this.#shown = { run, picture };
    this.#host.classList.toggle('draggable', view.isDraggable ?? false);
    this.#pane = picture.createPane(() => new Pane({ container: element('controls'), title: 'Settings' }));
    if (this.#pane !== undefined) {
      const onChange = (changes: readonly Change[]) => this.#onChange(run, changes);
      nameSettings(element('controls'));
      this.#chosen.attach(this.#pane, entry.id, view.liveSettings ?? [], onChange);
    }
    this.inspector.attach(overlay.targets);
    this.#sharePointer();
    return this.#shown;
  }

  /** Shows the same run anew, after a change of colours. */
  showAgain(): void {
    this.app.renderer.background.color = palette().background;
    if (this.#shown !== undefined) {
      const { run, picture } = this.#shown;
      const again = this.show(run).picture;
      again.lookAs(picture);
      Object.assign(again.overlay.settings, picture.overlay.settings);
      this.#pane?.refresh();
    }
    this.draw();
  }

  /** Ends what is shown. A view that cannot even be destroyed must not keep the next from starting. */
  end(): void {
    const shown = this.#shown;
    this.#shown = undefined;
    this.#chosen.detach();
    this.#pane?.dispose();
    this.#pane = undefined;
    element('controls').replaceChildren();
    if (shown === undefined) return;
    try {
      this.inspector.detach();
      shown.picture.destroy();
    } catch (error) {
      reportError(error);
    }
  }

  /** Removes what a scene has left behind as well. */
  clear(): void {
    this.end();
    for (const left of this.app.stage.removeChildren()) left.destroy({ children: true, context: true });
  }

  /** Where nothing is shown, the background is. PixiJS draws over a picture of space, and must not clear it. */
  draw(): void {
    this.app.renderer.background.clearBeforeRender = this.#shown?.picture.view.space === undefined;
    this.#shown?.picture.draw();
    this.inspector.draw(this.app);
    this.app.render();
  }

  /** Whoever inspects points at bodies; scenes where bodies can be dragged about have the pointer as well. */
  #sharePointer(): void {
    this.input.isPointerTaken = this.inspector.isOn && this.#shown?.picture.view.isDraggable !== true;
  }

  #resize(): void {
    const width = Math.max(1, this.#host.clientWidth);
    const height = Math.max(1, this.#host.clientHeight);
    this.app.renderer.resize(width, height);
    this.#shown?.picture.view.resize(width, height);
    this.draw();
  }
}
