import { createDebugDrawing, type DebugDrawing } from 'bitecs-collision/three';
import type { Application, WebGLRenderer as PixiRenderer } from 'pixi.js';
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  type Material,
  type Mesh,
  type Object3D,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { palette } from './palette.ts';
import type { OverlaySettings, SpacePicture } from './scene.ts';

/** A place or a direction in space. */
type Vector = readonly [x: number, y: number, z: number];

/** What a picture of space looks at first. */
export interface SpaceOptions {
  /** The bitECS world, for the overlay: a getter where the scene makes new ones. */
  readonly world: object;
  /** Where the camera stands at first, and what it looks at. */
  readonly from: Vector;
  readonly to: Vector;
  /** Degrees that the shorter side of the picture sees; 45 if left out. */
  readonly fieldOfView?: number;
  /** What lies farther away is not drawn. */
  readonly far: number;
  /** Draws the picture, once or several times; by default the scene as the camera sees it. */
  readonly render?: (renderer: WebGLRenderer) => void;
}

const DEGREES = Math.PI / 180;
const FIELD_OF_VIEW = 45;
/** The nearest that is drawn, as a share of the farthest. */
const NEAR = 1e-4;

/**
 * One renderer of three.js for each application of PixiJS, on its canvas and in its context: a browser has only so many
 * contexts, and what PixiJS draws lies over what three.js has drawn.
 */
const renderers = new WeakMap<Application, WebGLRenderer>();

function rendererOf(app: Application): WebGLRenderer {
  const known = renderers.get(app);
  if (known !== undefined) return known;
  const { gl } = app.renderer as PixiRenderer;
  // PixiJS leaves these as its last texture needed them, and the 3D textures that three.js begins with refuse both.
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  const made = new WebGLRenderer({ canvas: app.canvas, context: gl });
  renderers.set(app, made);
  return made;
}

/**
 * A picture of space for a view: a scene of three.js with light in the colours of the page, a camera that turns about
 * what it looks at, and the overlay. The view gives it to the gallery as `View.space`, and must resize and destroy it.
 */
export class SpaceStage implements SpacePicture {
  readonly scene = new Scene();
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly #app: Application;
  readonly #renderer: WebGLRenderer;
  readonly #options: SpaceOptions;
  #overlay: DebugDrawing | undefined;
  /** The world that the overlay shows. */
  #overlaid: object | undefined;

  constructor(app: Application, options: SpaceOptions) {
    const { background, theme } = palette();
    const { from, to, far } = options;
    this.#app = app;
    this.#options = options;
    this.#renderer = rendererOf(app);
    this.scene.background = new Color(background);
    const sun = new DirectionalLight(0xffffff, theme === 'dark' ? 2.2 : 2);
    sun.position.set(0.5, 1, 0.3);
    this.scene.add(new HemisphereLight(0xffffff, theme === 'dark' ? 0x445066 : 0x99a3b8, 1.3), sun);
    this.camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, NEAR * far, far);
    this.camera.position.set(...from);
    this.controls = new OrbitControls(this.camera, app.canvas);
    this.controls.target.set(...to);
    this.controls.maxDistance = far / 2;
    this.controls.update();
  }

  /** Takes the size of the canvas, in CSS pixels. */
  resize(width: number, height: number): void {
    const { fieldOfView = FIELD_OF_VIEW } = this.#options;
    const { camera } = this;
    camera.aspect = width / height;
    // On a narrow screen the field of view is that of the width, else what is to be seen would stick out.
    const across = Math.tan((fieldOfView * DEGREES) / 2) / Math.min(1, camera.aspect);
    camera.fov = (2 * Math.atan(across)) / DEGREES;
    camera.updateProjectionMatrix();
  }

  lookAs(other: SpacePicture): void {
    if (!(other instanceof SpaceStage)) return;
    this.camera.position.copy(other.camera.position);
    this.controls.target.copy(other.controls.target);
    this.controls.update();
  }

  showOverlay({ shapes, boxes, hierarchy, contacts, ids }: OverlaySettings): void {
    const isShown = shapes || boxes || hierarchy !== false || contacts || ids;
    if (!isShown && this.#overlay === undefined) return;
    const { world } = this.#options;
    const { contact, ink, kinds } = palette();
    if (this.#overlay !== undefined && this.#overlaid !== world) {
      this.#overlay.dispose();
      this.#overlay = undefined;
    }
    this.#overlaid = world;
    this.#overlay ??= createDebugDrawing(world, this.scene, {
      shapes: false,
      contacts: false,
      colours: { id: ink, contact, moving: kinds[3] },
    });
    const { show } = this.#overlay;
    show.shapes = shapes;
    show.bounds = boxes;
    show.hierarchy = hierarchy;
    show.contacts = contacts;
    show.ids = ids;
    this.#overlay.lines.visible = isShown;
    this.#overlay.pixel = this.pixel;
    if (isShown) this.#overlay.update();
  }

  /** What a pixel measures in the world where the camera looks. */
  get pixel(): number {
    const { camera, controls } = this;
    const distance = camera.position.distanceTo(controls.target);
    return (2 * distance * Math.tan((camera.fov * DEGREES) / 2)) / this.#app.screen.height;
  }

  render(): void {
    const { canvas, renderer } = this.#app;
    const three = this.#renderer;
    three.resetState();
    // PixiJS has given the canvas its size, and three.js is not told of any ratio of pixels.
    three.setViewport(0, 0, canvas.width, canvas.height);
    three.setScissorTest(false);
    if (this.#options.render === undefined) three.render(this.scene, this.camera);
    else this.#options.render(three);
    (renderer as PixiRenderer).resetState();
  }

  /** Frees everything that is in the scene, and gives the pointer back. */
  destroy(): void {
    this.controls.dispose();
    this.#overlay?.dispose();
    this.scene.traverse(free);
    this.scene.clear();
    this.#renderer.renderLists.dispose();
  }
}

/**
 * Frees what an object holds on the graphics card. What several objects share is freed by the first, which does no
 * harm.
 */
function free(object: Object3D): void {
  const { geometry, material } = object as Partial<Mesh>;
  geometry?.dispose();
  for (const one of [material ?? []].flat()) (one as Material).dispose();
  if ('dispose' in object && typeof object.dispose === 'function') object.dispose();
}
