// PixiJS gives a renderer the parts it knows when the renderer is made. Scenes are loaded later, so what their views
// may draw is named here.
import 'pixi.js/graphics';
import 'pixi.js/mesh';
import 'pixi.js/particle-container';
import 'pixi.js/sprite-tiling';
import 'pixi.js/text';
import 'pixi.js/text-bitmap';
import { Application, type Container, Graphics, type GraphicsContext, RendererType } from 'pixi.js';
import { Pane } from 'tweakpane';
import { type Change, ChosenSettings } from './chosen-settings.ts';
import { Clock, SPEEDS } from './clock.ts';
import { CodeView } from './code-view.ts';
import { element } from './dom.ts';
import { InputCollector, isTyping } from './input.ts';
import { Inspector } from './inspector.ts';
import { Overlay } from './overlay.ts';
import { palette, setTheme, showTheme } from './palette.ts';
import type { SceneEntry } from './registry.ts';
import { DEFAULT_SEED, formatRoute, parseRoute, type Route } from './router.ts';
import type { Sim, SimModule, View, ViewModule } from './scene.ts';
import { SidePanel } from './side-panel.ts';
import { Sidebar } from './sidebar.ts';
import { Stats } from './stats.ts';
import { Tape } from './tape.ts';
import { Tools } from './tools.ts';

const REPOSITORY_NAME = 'bitecs-collision';

/**
 * While a scene is paused and nobody does anything for so long, it is drawn only now and then, which spares the
 * battery.
 */
const IDLE_MS = 1000;
const IDLE_REDRAW_MS = 500;

/** Ticks that run again do so for so long at a time, and are reported on when there are more than a few. */
const REPLAY_MS = 40;
/** How long a short message stays. */
const NOTE_MS = 2600;
const TICKS_A_SECOND = 60;

/** The scene on the screen. */
interface Running {
  readonly entry: SceneEntry;
  readonly seed: number;
  readonly saved: string | undefined;
  readonly sim: Sim;
  readonly sims: SimModule;
  readonly views: ViewModule<never>;
  readonly tape: Tape;
  view: View;
  overlay: Overlay;
  tick: number;
}

/** The whole page: loads the scene the address names, runs and draws it. */
export class Gallery {
  readonly entries: readonly SceneEntry[];
  /** Everything that went wrong since the page was opened. */
  readonly errors: string[] = [];
  readonly app = new Application();

  readonly #host = element('canvas');
  readonly #clock = new Clock();
  readonly #stats = new Stats(element('stats'));
  readonly #sidebar: Sidebar;
  readonly #code = new CodeView();
  readonly #panels = [new SidePanel('stats-toggle', 'stats'), new SidePanel('settings-toggle', 'controls')];
  readonly #input = new InputCollector(this.#host);
  readonly #chosen = new ChosenSettings();
  readonly #inspector = new Inspector(this.#host, () => this.#sharePointer());
  #pane: Pane | undefined;
  #running: Running | undefined;
  /** When somebody last did something, and when the scene was last drawn. */
  #active = 0;
  #drawn = 0;
  readonly #tools = new Tools();
  /** Whether ticks are running again: nothing else may happen to the scene. */
  #isReplaying = false;
  #isApplying = false;
  /** Whether the clock stops where the recording ends. */
  #stopsAtEnd = false;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts requests to open a scene, so that the answer to an old one is dropped. */
  #opening = 0;

  constructor(entries: readonly SceneEntry[]) {
    this.entries = entries;
    this.#sidebar = new Sidebar(entries);
    addEventListener('error', (event) => this.#report(event.error ?? event.message));
    addEventListener('unhandledrejection', (event) => this.#report(event.reason));
  }

  get running(): Readonly<Running> | undefined {
    return this.#running;
  }

  async start(): Promise<void> {
    showTheme();
    this.#wireToolbar();
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
    addEventListener('hashchange', () => void this.#follow());
    for (const kind of ['pointermove', 'pointerdown', 'pointerup', 'wheel', 'keydown', 'input', 'change'] as const) {
      addEventListener(kind, () => (this.#active = performance.now()), { capture: true, passive: true });
    }
    await this.#follow();
    requestAnimationFrame(this.#frame);
  }

  async open(route: Route): Promise<void> {
    const entry = this.entries.find(({ id }) => id === route.id);
    const opening = ++this.#opening;
    this.#close();
    // What PixiJS falls back to draws no meshes, of which most scenes are made.
    if (this.app.renderer.type === RendererType.CANVAS) {
      this.#message('The scenes are drawn with WebGL 2, which this browser lacks or has switched off.');
      return;
    }
    if (entry === undefined) {
      this.#message(
        this.entries.length === 0
          ? 'There is no scene yet. Make one: npm run new-scene demo'
          : `There is no scene “${route.id}”. Choose one from the list.`,
      );
      element('title').textContent = 'No such scene';
      document.title = REPOSITORY_NAME;
      this.#sidebar.select('');
      this.app.render();
      return;
    }
    this.#message('');
    this.#sidebar.select(entry.id);
    for (const panel of this.#panels) panel.showFor(entry);
    element('title').textContent = entry.title;
    document.title = `${entry.title} – ${REPOSITORY_NAME}`;
    try {
      const [sims, views] = await Promise.all([entry.loadSim(), entry.loadView()]);
      if (opening !== this.#opening) return;
      const about = sims.about;
      const hint = matchMedia('(hover: none)').matches ? (about?.touchHint ?? about?.hint) : about?.hint;
      element('about').textContent = [about?.summary, hint].filter((text) => text !== undefined).join(' ');
      const { seed, saved } = route;
      const sim = sims.createSim({ seed, saved });
      this.#chosen.choose(entry.id, route.settings);
      this.#tools.show(about?.tools);
      const tape = new Tape(this.#chosen.chosenFor(entry.id));
      const shown = { entry, seed, saved, sim, sims, views, tape };
      this.#running = { ...shown, ...this.#createView(shown), tick: 0 };
      if (this.#chosen.chosenFor(entry.id).size > 0) this.#showAddress(entry.id, route.seed);
      this.#stats.reset();
      this.#input.reset();
      this.#clock.reset(performance.now());
      this.#stopsAtEnd = false;
      this.#setPlaying(!route.paused && route.tick === undefined);
      if (route.tick !== undefined) await this.#advanceTo(route.tick);
      this.draw();
    } catch (error) {
      this.#report(error);
    }
  }

  /** Runs ticks at once, whether the clock plays or not. */
  step(count = 1): void {
    const running = this.#running;
    if (running === undefined || this.#isReplaying) return;
    for (let i = 0; i < count; i++) this.#tick(running);
    this.draw();
    this.#stats.show(running.tick, running.sim);
  }

  draw(): void {
    const running = this.#running;
    if (running === undefined) return;
    const start = (this.#drawn = performance.now());
    running.view.draw();
    running.overlay.draw();
    this.#inspector.draw(this.app);
    this.app.render();
    this.#stats.recordDraw(performance.now() - start);
  }

  pause(): void {
    this.#setPlaying(false);
  }

  play(): void {
    this.#setPlaying(true);
  }

  #tick(running: Running): void {
    const { tick, tape, sim, view } = running;
    // What was recorded runs again, until somebody does something else.
    if (tick < tape.end && !this.#input.isActive) {
      tape.play(tick, sim.input, this.#apply);
    } else {
      if (sim.input !== undefined) {
        this.#input.write(sim.input, view);
        sim.input.tool = this.#tools.chosen;
      }
      tape.record(tick, sim.input);
    }
    const start = performance.now();
    running.sim.step();
    this.#stats.recordTick(running.sim, performance.now() - start);
    running.tick++;
  }

  readonly #frame = (now: number): void => {
    requestAnimationFrame(this.#frame);
    const running = this.#running;
    if (running === undefined || this.#isReplaying) return;
    const idle = !this.#clock.playing && now - this.#active > IDLE_MS;
    if (idle && now - this.#drawn < IDLE_REDRAW_MS) return;
    try {
      this.#clock.advance(now, () => this.#tick(running));
      if (this.#stopsAtEnd && running.tick >= running.tape.end) {
        this.#stopsAtEnd = false;
        this.pause();
      }
      this.draw();
      this.#stats.frame(now, running.tick, running.sim);
    } catch (error) {
      this.#destroyView();
      this.#report(error);
    }
  };

  /** Goes back by some ticks: the sim is made anew, and runs again with what was recorded. */
  async back(ticks: number): Promise<void> {
    const running = this.#running;
    if (running === undefined || this.#isReplaying) return;
    this.pause();
    if (running.view.isReplayable === false)
      this.#note('This scene cannot go back: what keys and wheel do in it is not recorded.');
    else await this.#goTo(Math.max(0, running.tick - ticks));
  }

  /** Shows all of what happened once more. */
  async replay(): Promise<void> {
    const running = this.#running;
    if (running === undefined || this.#isReplaying || running.tape.end === 0) return;
    this.pause();
    await this.#goTo(0);
    this.#stopsAtEnd = true;
    this.play();
  }

  async #goTo(tick: number): Promise<void> {
    const before = this.#running;
    if (before === undefined) return;
    const { entry, seed, saved, sims, tape } = before;
    const { camera } = before.view;
    this.#destroyView();
    // Settings are again what they were at the beginning, and change when they did.
    this.#chosen.restore(entry.id, tape.chosen);
    const shown = { ...before, sim: sims.createSim({ seed, saved }), tick: 0 };
    tape.rewind();
    this.#isReplaying = true;
    try {
      this.#running = { ...shown, ...this.#createView(shown) };
      if (camera !== undefined) this.#running.view.camera?.lookAs(camera);
      await this.#advanceTo(tick);
      this.draw();
    } finally {
      this.#isReplaying = false;
    }
  }

  /** Runs ticks without a picture, a few at a time, so that the page stays alive. */
  async #advanceTo(tick: number): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const { tape, sim } = running;
    const wasReplaying = this.#isReplaying;
    this.#isReplaying = true;
    try {
      let start = performance.now();
      while (running.tick < tick) {
        if (running.tick < tape.end) tape.play(running.tick, sim.input, this.#apply);
        else tape.record(running.tick, sim.input);
        sim.step();
        running.tick++;
        if (performance.now() - start < REPLAY_MS) continue;
        this.#note(`${running.tick} of ${tick} ticks`);
        await new Promise(requestAnimationFrame);
        // Another scene may have been opened by now.
        if (this.#running !== running) return;
        start = performance.now();
      }
      this.#stats.show(running.tick, sim);
    } finally {
      this.#isReplaying = wasReplaying;
      this.#clock.reset(performance.now());
    }
  }

  /** Makes a link to what is seen, and puts it into the address and on the clipboard. */
  async #share(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const { entry, seed, sim, tape, tick } = running;
    const saved = sim.save?.();
    const isTold = saved !== undefined || tape.isEmpty;
    const more = saved === undefined ? { tick: isTold ? tick : 0 } : { saved };
    history.replaceState(null, '', formatRoute(entry.id, seed, this.#chosen.chosenFor(entry.id), more));
    const rest = isTold ? '' : ' It begins at the start: what you did is not in it.';
    try {
      await navigator.clipboard.writeText(location.href);
      this.#note(`Link copied.${rest}`);
    } catch {
      this.#note(`The link is in the address bar.${rest}`);
    }
  }

  /** Opens the scene before or after this one in the list. */
  #openNeighbour(by: number): void {
    const { entries } = this;
    const at = entries.findIndex(({ id }) => id === this.#running?.entry.id);
    const next = entries[(at + by + entries.length) % entries.length];
    if (next !== undefined) location.hash = formatRoute(next.id, DEFAULT_SEED);
  }

  /** Hides all but the picture, or shows it again. */
  #toggleBare(bare = !document.body.classList.contains('bare')): void {
    document.body.classList.toggle('bare', bare);
    if (bare) this.#note('H shows everything again.');
  }

  /** Changes a setting again that was changed when the ticks ran first. */
  readonly #apply = (change: Change): void => {
    this.#isApplying = true;
    this.#chosen.apply(change);
    this.#isApplying = false;
  };

  #recordChanges(changes: readonly Change[]): void {
    const running = this.#running;
    if (running === undefined || this.#isReplaying || this.#isApplying) return;
    for (const change of changes) running.tape.recordChange(running.tick, change);
  }

  async #follow(): Promise<void> {
    const route = parseRoute(location.hash);
    const first = this.entries[0];
    if (route.id === '' && first !== undefined) {
      history.replaceState(null, '', formatRoute(first.id, route.seed));
      await this.open({ ...route, id: first.id });
    } else {
      await this.open(route);
    }
  }

  #close(): void {
    this.#destroyView();
    for (const left of this.app.stage.removeChildren()) left.destroy({ children: true, context: true });
    this.#stats.reset();
    this.#tools.show();
    element('about').textContent = '';
    element('title').textContent = '';
  }

  /** Ends the scene on the screen. One whose view cannot even be destroyed must not keep the next from starting. */
  #destroyView(): void {
    const running = this.#running;
    this.#running = undefined;
    this.#chosen.detach();
    this.#pane?.dispose();
    this.#pane = undefined;
    element('controls').replaceChildren();
    if (running === undefined) return;
    const drawings = drawingsOf(this.app.stage);
    try {
      this.#inspector.detach();
      running.overlay.destroy();
      running.view.destroy();
    } catch (error) {
      this.#report(error);
    }
    for (const drawing of drawings) drawing.destroy();
  }

  /** Makes the view, its overlay and the settings of both for a sim, which may have been running for long. */
  #createView({
    entry,
    seed,
    sim,
    views,
  }: Pick<Running, 'entry' | 'seed' | 'sim' | 'views'>): Pick<Running, 'view' | 'overlay'> {
    this.app.renderer.background.color = palette().background;
    const view = views.createView(this.app, sim as never);
    view.resize(this.app.screen.width, this.app.screen.height);
    this.#host.classList.toggle('draggable', view.isDraggable ?? false);
    const overlay = new Overlay(this.app, sim, view);
    if (view.controls !== undefined || overlay.isPossible) {
      this.#pane = new Pane({ container: element('controls'), title: 'Settings' });
      view.controls?.(this.#pane);
      if (overlay.isPossible) overlay.controls(this.#pane.addFolder({ title: 'Overlay', expanded: false }));
      this.#chosen.attach(this.#pane, entry.id, view.liveSettings ?? [], (changes) => {
        this.#recordChanges(changes);
        this.#showAddress(entry.id, seed);
      });
    }
    this.#inspector.attach(overlay.targets);
    this.#sharePointer(view);
    return { view, overlay };
  }

  /** Whoever inspects points at bodies; scenes where bodies can be dragged about have the pointer as well. */
  #sharePointer(view = this.#running?.view): void {
    this.#input.isPointerTaken = this.#inspector.isOn && view?.isDraggable !== true;
  }

  #resize(): void {
    const width = Math.max(1, this.#host.clientWidth);
    const height = Math.max(1, this.#host.clientHeight);
    this.app.renderer.resize(width, height);
    this.#running?.view.resize(width, height);
    this.draw();
  }

  #restart(seed: number): void {
    const running = this.#running;
    if (running === undefined) return;
    const { id } = running.entry;
    this.#showAddress(id, seed);
    // With another seed, what was shared gives way to what the scene itself makes.
    const saved = seed === running.seed ? { saved: running.saved } : {};
    void this.open({ id, seed, paused: !this.#clock.playing, settings: new Map(), ...saved });
  }

  /** Says in the address what is shown, so that it can be passed on. */
  #showAddress(id: string, seed: number): void {
    const address = formatRoute(id, seed, this.#chosen.chosenFor(id));
    if (location.hash !== address) history.replaceState(null, '', address);
  }

  #setPlaying(playing: boolean): void {
    this.#clock.playing = playing;
    this.#clock.reset(performance.now());
    const button = element('play');
    button.classList.toggle('playing', playing);
    button.title = playing ? 'Pause (P)' : 'Play (P)';
    button.setAttribute('aria-label', playing ? 'Pause' : 'Play');
  }

  #wireToolbar(): void {
    const on = (id: string, action: () => void) => element(id).addEventListener('click', action);
    const toggle = () => this.#setPlaying(!this.#clock.playing);
    const stepOnce = () => {
      this.pause();
      this.step();
    };
    const restart = () => this.#restart(this.#running?.seed ?? 1);
    on('play', toggle);
    on('back', () => void this.back(1));
    on('replay', () => void this.replay());
    on('share', () => void this.#share());
    const help = element('help', HTMLDialogElement);
    on('help-open', () => help.showModal());
    help.addEventListener('click', () => help.close());
    on('step', stepOnce);
    on('restart', restart);
    on('reseed', () => this.#restart(1 + Math.floor(Math.random() * 99_999)));
    on('code', () => {
      const entry = this.#running?.entry;
      if (entry !== undefined) void entry.loadCode().then((files) => this.#code.open(files));
    });
    on('theme', () => this.#changeTheme());
    on('full-screen', toggleFullScreen);
    const speed = element('speed', HTMLSelectElement);
    speed.append(...SPEEDS.map((value) => new Option(`${value}×`, String(value), value === 1, value === 1)));
    speed.addEventListener('change', () => {
      this.#clock.speed = Number(speed.value);
      speed.blur();
    });
    const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
      KeyP: toggle,
      KeyN: stepOnce,
      KeyB: ({ shiftKey }) => void this.back(shiftKey ? TICKS_A_SECOND : 1),
      KeyR: restart,
      KeyF: toggleFullScreen,
      KeyH: () => this.#toggleBare(),
      KeyI: () => this.#inspector.toggle(),
      KeyJ: () => this.#openNeighbour(1),
      KeyK: () => this.#openNeighbour(-1),
    };
    addEventListener('keydown', (event) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const action = keys[event.code];
      if (action !== undefined) action(event);
      else if (event.key === '?') help.showModal();
      else if (event.key === '/') {
        event.preventDefault();
        this.#sidebar.focusFilter();
      }
    });
  }

  #changeTheme(): void {
    setTheme(palette().theme === 'dark' ? 'light' : 'dark');
    this.app.renderer.background.color = palette().background;
    const running = this.#running;
    if (running === undefined) return;
    const shown = { ...running.overlay.settings };
    this.#destroyView();
    this.#running = { ...running, ...this.#createView(running) };
    Object.assign(this.#running.overlay.settings, shown);
    this.#pane?.refresh();
    this.draw();
  }

  #report(error: unknown): void {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.errors.push(text);
    console.error(error);
    this.#message(text);
  }

  /** Says something that goes away by itself. */
  #note(text: string): void {
    const note = element('note');
    note.textContent = text;
    note.hidden = false;
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => {
      note.hidden = true;
    }, NOTE_MS);
  }

  #message(text: string): void {
    const message = element('message');
    message.textContent = text;
    message.hidden = text === '';
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

function toggleFullScreen(): void {
  // Refused where a page may not fill the screen; then all stays as it is.
  const done = document.fullscreenElement === null ? element('stage').requestFullscreen() : document.exitFullscreen();
  done.catch(() => {});
}
