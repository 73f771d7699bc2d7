import { type Collision, collisionOf } from 'bitecs-collision/2d';
import { createDebugDraw, type DebugDraw, type DebugDrawSettings } from 'bitecs-collision/pixi';
import { type Application, Container } from 'pixi.js';
import type { FolderApi } from 'tweakpane';
import { ContactMarks } from './contact-marks.ts';
import { palette } from './palette.ts';
import type { OverlaySettings, OverlayTarget, Sim, View } from './scene.ts';

const LEVELS = 16;

/** What the library saw in the last tick, drawn over any scene whose view has a camera. */
export class Overlay {
  readonly settings: OverlaySettings;
  /** The worlds of the scene that can be drawn. */
  readonly targets: readonly OverlayTarget[];
  readonly #view: View;
  /** Moves with the camera; holds the overlay of a view that names no targets of its own. */
  readonly #root = new Container({ eventMode: 'none', label: 'Overlay' });
  #layers: Layer[] = [];

  constructor(app: Application, sim: Sim, view: View) {
    this.#view = view;
    this.settings = {
      ...{ shapes: false, statics: true, boxes: false, hierarchy: false, contacts: false, normals: false, ids: false },
      ...view.overlay,
    };
    app.stage.addChild(this.#root);
    const { world, collision } = sim;
    const targets = view.overlayTargets ?? [{ world, collision, container: this.#root }];
    const drawable = view.camera !== undefined || view.overlayTargets !== undefined;
    this.targets = drawable ? targets.filter(isFlatWorld) : [];
  }

  /** Whether the scene has a world that can be drawn. */
  get isPossible(): boolean {
    return this.targets.length > 0 || this.#view.space !== undefined;
  }

  draw(): void {
    this.#view.space?.showOverlay(this.settings);
    const { camera } = this.#view;
    if (camera !== undefined) {
      this.#root.scale.set(camera.scale);
      this.#root.position.set(camera.offsetX, camera.offsetY);
    }
    const { shapes, boxes, hierarchy, contacts, normals, ids } = this.settings;
    const shown = shapes || boxes || hierarchy !== false || contacts || normals || ids;
    if (!shown && this.#layers.length === 0) return;
    if (this.#layers.length === 0) this.#layers = this.targets.map((target) => new Layer(target));
    for (const layer of this.#layers) layer.draw(this.settings, 1 / (camera?.scale ?? 1));
  }

  controls(folder: FolderApi): void {
    const levels = Object.fromEntries(Array.from({ length: LEVELS }, (_, level) => [`level ${level}`, level]));
    folder.addBinding(this.settings, 'shapes');
    const isFlat = this.#view.space === undefined;
    if (isFlat) folder.addBinding(this.settings, 'statics', { label: 'static shapes' });
    folder.addBinding(this.settings, 'boxes');
    folder.addBinding(this.settings, 'hierarchy', { options: { none: false, ...levels, all: true } });
    folder.addBinding(this.settings, 'contacts');
    // In space a contact is drawn with its normal.
    if (isFlat) folder.addBinding(this.settings, 'normals');
    folder.addBinding(this.settings, 'ids');
  }

  /** To be called before the view is destroyed, which may own the containers drawn into. */
  destroy(): void {
    for (const layer of this.#layers) layer.destroy();
    this.#root.destroy({ children: true });
  }
}

/** The overlay of one world. */
class Layer {
  readonly #collision: Collision;
  readonly #lines: DebugDraw;
  readonly #marks = new ContactMarks();

  constructor({ world, collision, container }: OverlayTarget) {
    this.#collision = collision as Collision;
    const colours = { id: palette().ink };
    this.#lines = createDebugDraw(world as object, { contacts: false, lineWidth: 1.5, colours });
    container.addChild(this.#lines, this.#marks.container);
  }

  draw(settings: OverlaySettings, pixel: number): void {
    const { contact, kinds, ink } = palette();
    const show: DebugDrawSettings = this.#lines.show;
    show.shapes = settings.shapes;
    show.bounds = settings.boxes;
    show.hierarchy = settings.hierarchy;
    show.ids = settings.ids;
    // The first of its two meshes holds the shapes of static colliders.
    this.#lines.children[0].renderable = settings.statics;
    this.#marks.container.visible = settings.contacts || settings.normals;
    if (!this.#marks.container.visible) return;
    const colours = { touching: contact, near: kinds[1], normal: ink };
    this.#marks.update(() => this.#collision.contacts(), settings, colours, pixel);
  }

  destroy(): void {
    this.#lines.destroy({ children: true });
    this.#marks.destroy();
  }
}

/** Whether the debug drawing knows this world: a scene may also be about geometry alone, or about space. */
function isFlatWorld({ world }: OverlayTarget): boolean {
  if (!(world instanceof Object)) return false;
  try {
    collisionOf(world);
    return true;
  } catch {
    return false;
  }
}
