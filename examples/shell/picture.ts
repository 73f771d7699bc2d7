import { type Application, type Container, Graphics, type GraphicsContext } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Overlay } from './overlay.ts';
import { palette } from './palette.ts';
import type { Sim, View, ViewModule } from './scene.ts';

/** What is seen of a sim: the view and the overlay over it. */
export class Picture {
  readonly view: View;
  readonly overlay: Overlay;
  /** What the two have put on the stage. */
  readonly #parts: readonly Container[];

  /**
   * Draws the sim once, so that what is wrong with a view shows at once.
   *
   * @throws what the view throws; the stage is then as it was.
   */
  constructor(app: Application, sim: Sim, views: ViewModule<never>) {
    const { stage, renderer, screen } = app;
    const others = [...stage.children];
    const colour = renderer.background.color;
    renderer.background.color = palette().background;
    try {
      this.view = views.createView(app, sim as never);
      this.view.resize(screen.width, screen.height);
      this.view.draw();
      this.overlay = new Overlay(app, sim, this.view);
    } catch (error) {
      renderer.background.color = colour;
      for (const part of stage.children.filter((part) => !others.includes(part)))
        part.destroy({ children: true, context: true });
      throw error;
    }
    this.#parts = stage.children.filter((part) => !others.includes(part));
  }

  /** Makes the pane with the settings of the scene and of the overlay, if there are any. */
  createPane(make: () => Pane): Pane | undefined {
    if (this.view.controls === undefined && !this.overlay.isPossible) return undefined;
    const pane = make();
    this.view.controls?.(pane);
    if (this.overlay.isPossible) this.overlay.controls(pane.addFolder({ title: 'Overlay', expanded: false }));
    return pane;
  }

  draw(): void {
    this.view.draw();
    this.overlay.draw();
    this.view.space?.render();
  }

  /** Looks at what another picture of the same scene looks at, as near. */
  lookAs({ view }: Picture): void {
    if (view.camera !== undefined) this.view.camera?.lookAs(view.camera);
    if (view.space !== undefined) this.view.space?.lookAs(view.space);
  }

  destroy(): void {
    const drawings = this.#parts.flatMap(drawingsOf);
    try {
      this.overlay.destroy();
      this.view.destroy();
    } finally {
      for (const drawing of drawings) drawing.destroy();
    }
  }
}

/**
 * What the Graphics of a picture are made of: PixiJS keeps it on the graphics card unless they are destroyed with
 * `{ context: true }`, which is easily forgotten. To destroy it twice does no harm.
 */
function drawingsOf(container: Container): GraphicsContext[] {
  const own = container instanceof Graphics ? [container.context] : [];
  return [...own, ...container.children.flatMap(drawingsOf)];
}
