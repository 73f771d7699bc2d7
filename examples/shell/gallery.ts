import { wantsCalm } from '../shared/juice/calm.ts';
import { ChosenSettings } from './chosen-settings.ts';
import { CodeView } from './code/code-view.ts';
import { pack, packCode, unpack, unpackCode } from './code/packed-code.ts';
import { element } from './dom.ts';
import { Notices } from './notices.ts';
import { palette, setTheme, showTheme } from './palette.ts';
import { Player } from './player.ts';
import type { SceneEntry } from './registry.ts';
import { DEFAULT_SEED, formatRoute, parseRoute, type Route } from './router.ts';
import { Run, type RunOptions } from './run.ts';
import type { SceneModules } from './scene.ts';
import { SidePanel } from './side-panel.ts';
import { Sidebar } from './sidebar.ts';
import { type Shown, Stage } from './stage.ts';
import { wireToolbar } from './toolbar.ts';
import { Tools } from './tools.ts';
import { saveVideo } from './video.ts';

/** A link that is longer is cut off by many a program; it begins at the start then. */
const MOST_LETTERS = 8000;

const REPOSITORY_NAME = 'bitecs-collision';

/** The whole page: opens the scene the address names, and says in the address what is shown. */
export class Gallery {
  readonly entries: readonly SceneEntry[];
  readonly player: Player;
  readonly #stage: Stage;
  readonly #chosen = new ChosenSettings();
  readonly #notices = new Notices();
  readonly #tools = new Tools();
  readonly #sidebar: Sidebar;
  readonly #panels = [new SidePanel('stats-toggle', 'stats'), new SidePanel('settings-toggle', 'controls')];
  readonly #code = new CodeView({
    run: (entry, modules) => this.#runEdited(entry, modules),
    reset: (entry) => this.#runOriginal(entry),
  });
  /** The scenes that the visitor has changed, by id: they run in place of the original. */
  readonly #edited = new Map<string, SceneModules>();
  /** Makes the object that keeps moments of a run; loaded before the first scene begins. */
  #createKeeper: RunOptions['createKeeper'] | undefined;
  /** Counts requests to open a scene, so that the answer to an old one is dropped. */
  #opening = 0;

  constructor(entries: readonly SceneEntry[]) {
    this.entries = entries;
    this.#sidebar = new Sidebar(entries);
    this.#stage = new Stage(this.#chosen, (run, changes) => {
      this.player.recordChanges(run, changes);
      this.#showAddress(run.options.entry.id, run.options.seed);
      const { restartSettings } = this.shown?.picture.view ?? {};
      if (changes.some(({ name }) => restartSettings?.includes(name))) this.#restart();
    });
    this.player = new Player({
      stage: this.#stage,
      chosen: this.#chosen,
      tools: this.#tools,
      notices: this.#notices,
      onError: (error) => {
        this.#stage.end();
        this.#notices.report(error);
        this.#code.report(error);
      },
    });
    addEventListener('error', (event) => this.#notices.report(event.error ?? event.message));
    addEventListener('unhandledrejection', (event) => this.#notices.report(event.reason));
  }

  get app(): Stage['app'] {
    return this.#stage.app;
  }

  get shown(): Shown | undefined {
    return this.#stage.shown;
  }

  /** Everything that went wrong since the page was opened. */
  get errors(): readonly string[] {
    return this.#notices.errors;
  }

  async start(): Promise<void> {
    showTheme();
    this.#wireToolbar();
    await this.#stage.start();
    addEventListener('hashchange', () => void this.#follow());
    await this.#follow();
    this.player.start();
  }

  async open(route: Route): Promise<void> {
    const entry = this.entries.find(({ id }) => id === route.id);
    const opening = ++this.#opening;
    this.#close();
    if (!this.#stage.canDraw) {
      this.#notices.message('The scenes are drawn with WebGL 2, which this browser lacks or has switched off.');
      return;
    }
    if (entry === undefined) {
      this.#showNoScene(route.id);
      return;
    }
    this.#notices.message('');
    this.#sidebar.select(entry.id);
    for (const panel of this.#panels) panel.showFor(entry);
    this.#code.follow(entry);
    element('title').textContent = entry.title;
    document.title = `${entry.title} – ${REPOSITORY_NAME}`;
    try {
      const [modules, { createKeeper }] = await Promise.all([
        this.#edited.get(entry.id) ?? entry.loadModules(),
        // This module contains much of the package. A scene loads most of the package itself, so the two load
        // together.
        import('./moments.ts'),
      ]);
      this.#createKeeper = createKeeper;
      if (opening !== this.#opening) return;
      this.#chosen.choose(entry.id, route.settings);
      this.#begin(entry, modules, route);
      if (this.#chosen.chosenFor(entry.id).size > 0) this.#showAddress(entry.id, route.seed);
      this.player.setPlaying(!route.paused && route.tick === undefined && !wantsCalm());
      if (route.tick !== undefined) {
        if (route.played !== undefined) await this.#takePlayed(opening, route.played, route.tick);
        else this.shown?.run.tape.read(undefined, route.tick);
        await this.player.arrive(route.tick);
      }
      this.player.show();
      if (route.code !== undefined) await this.#offerCode(entry, route.code);
    } catch (error) {
      this.#notices.report(error);
    }
  }

  /** Reads what the maker of a link did in the scene, which then happens again. */
  async #takePlayed(opening: number, played: string, tick: number): Promise<void> {
    const written = await unpack(played);
    if (opening !== this.#opening) return;
    if (written === undefined) this.#notices.note('What was done in this link cannot be read.');
    this.shown?.run.tape.read(written, tick);
  }

  /** Shows code that came with a link. Anybody may have written the code, so it only runs when the visitor runs it. */
  async #offerCode(entry: SceneEntry, packed: string): Promise<void> {
    const files = await unpackCode(packed);
    if (files === undefined) this.#notices.note('The code in this link cannot be read.');
    else await this.#code.offer(entry, files);
  }

  /**
   * Runs a scene from its first tick, in place of what is shown.
   *
   * @throws what the scene throws; what was shown before then goes on.
   */
  #begin(entry: SceneEntry, modules: SceneModules, { seed, saved }: Pick<Route, 'seed' | 'saved'>): void {
    const createKeeper = this.#createKeeper!;
    this.#stage.show(new Run({ entry, modules, seed, saved, createKeeper }, this.#chosen.chosenFor(entry.id)));
    const { about } = modules.sims;
    const hint = matchMedia('(hover: none)').matches ? (about?.touchHint ?? about?.hint) : about?.hint;
    element('about').textContent = [about?.summary, hint].filter((text) => text !== undefined).join(' ');
    const guide = guideLink(entry);
    if (guide !== undefined) element('about').append(' ', guide);
    element('edited').hidden = !this.#edited.has(entry.id);
    this.#tools.show(about?.tools);
    this.player.reset();
  }

  #showNoScene(id: string): void {
    this.#notices.message(
      this.entries.length === 0
        ? 'There is no scene yet. Make one: npm run new-scene demo'
        : `There is no scene “${id}”. Choose one from the list.`,
    );
    this.#code.close();
    element('title').textContent = 'No such scene';
    document.title = REPOSITORY_NAME;
    this.#sidebar.select('');
    this.#stage.draw();
  }

  #close(): void {
    this.#stage.clear();
    this.#tools.show();
    this.player.reset();
    element('about').textContent = '';
    element('title').textContent = '';
    element('edited').hidden = true;
  }

  /**
   * Runs the visitor's version of a scene from its first tick.
   * @throws what goes wrong at once; then the scene that was shown before goes on.
   */
  #runEdited(entry: SceneEntry, modules: SceneModules): void {
    const options = this.shown?.run.options ?? parseRoute(location.hash);
    // Most errors of edited code show in its first tick.
    modules.sims.createSim(options).step();
    const before = this.#edited.get(entry.id);
    this.#edited.set(entry.id, modules);
    try {
      this.#begin(entry, modules, options);
    } catch (error) {
      if (before === undefined) this.#edited.delete(entry.id);
      else this.#edited.set(entry.id, before);
      throw error;
    }
    this.#notices.message('');
  }

  #runOriginal(entry: SceneEntry): void {
    this.#edited.delete(entry.id);
    const { seed, saved } = this.shown?.run.options ?? parseRoute(location.hash);
    void this.open({ id: entry.id, seed, saved, paused: !this.player.clock.playing, settings: new Map() });
  }

  /** Makes a link to what is seen, and puts it into the address and on the clipboard. */
  async #share(): Promise<void> {
    if (this.shown === undefined) return;
    const { options, sim, tape, tick } = this.shown.run;
    const { entry, seed } = options;
    const saved = sim.save?.();
    const edits = await this.#code.editsOf(entry);
    const code = edits.size === 0 ? undefined : await packCode(edits);
    // Changed code starts at the start: what the original does until then would be another thing.
    const isTold = saved !== undefined || (tape.isEmpty && code === undefined);
    const played = isTold || code !== undefined ? undefined : await this.#packPlayed();
    const more =
      saved !== undefined ? { saved, code } : { tick: isTold || played !== undefined ? tick : 0, played, code };
    const chosen = played === undefined ? this.#chosen.chosenFor(entry.id) : tape.chosen;
    history.replaceState(null, '', formatRoute(entry.id, seed, chosen, more));
    const rest = [
      isTold || played !== undefined || tick === 0 ? '' : ' It begins at the start: what you did is not in it.',
      code === undefined ? '' : ' Your code is in it, and runs when it is told to.',
    ].join('');
    try {
      await navigator.clipboard.writeText(sharedAddress());
      this.#notices.note(`Link copied.${rest}`);
    } catch {
      this.#notices.note(`The link is in the address bar.${rest}`);
    }
  }

  /** Returns what was done in the scene so far as text for a link, if it can be repeated and is short enough. */
  async #packPlayed(): Promise<string | undefined> {
    const { run } = this.shown!;
    const written = run.tape.write(run.tick);
    const packed = written === undefined ? undefined : await pack(written);
    return packed === undefined || packed.length > MOST_LETTERS ? undefined : packed;
  }

  /** Plays on for five seconds, and saves what is seen as a video. */
  async #saveVideo(): Promise<void> {
    const button = element('video');
    const { shown } = this;
    if (shown === undefined || button.getAttribute('aria-pressed') === 'true') return;
    button.setAttribute('aria-pressed', 'true');
    try {
      this.player.setPlaying(true);
      this.#notices.note('Five seconds are recorded.');
      await saveVideo(this.app.canvas, shown.run.options.entry.id.replaceAll('/', '-'));
    } catch (error) {
      this.#notices.note(error instanceof Error ? error.message : String(error));
    } finally {
      button.setAttribute('aria-pressed', 'false');
    }
  }

  /** Opens the scene before or after this one in the list. */
  #openNeighbour(by: number): void {
    const { entries } = this;
    const at = entries.findIndex(({ id }) => id === this.shown?.run.options.entry.id);
    const next = entries[(at + by + entries.length) % entries.length];
    if (next !== undefined) location.hash = formatRoute(next.id, DEFAULT_SEED);
  }

  /** Hides all but the picture, or shows it again. */
  #toggleBare(bare = !document.body.classList.contains('bare')): void {
    document.body.classList.toggle('bare', bare);
    if (bare) this.#notices.note('H shows everything again.');
  }

  async #follow(): Promise<void> {
    const route = parseRoute(location.hash);
    if (route.bare === true) document.body.classList.add('bare');
    const first = this.entries[0];
    if (route.id === '' && first !== undefined) {
      history.replaceState(null, '', formatRoute(first.id, route.seed));
      await this.open({ ...route, id: first.id });
    } else {
      await this.open(route);
    }
  }

  /** Runs what is shown from its first tick, with another seed if one is given. */
  #restart(otherSeed?: number): void {
    if (this.shown === undefined) return;
    const { entry, modules, seed, saved } = this.shown.run.options;
    const next = otherSeed ?? seed;
    try {
      // Another seed starts the scene from what it makes itself; what came with a link in its place is dropped.
      this.#begin(entry, modules, { seed: next, saved: next === seed ? saved : undefined });
      this.#showAddress(entry.id, next);
      this.#notices.message('');
      this.player.show();
    } catch (error) {
      this.#notices.report(error);
    }
  }

  /** Says in the address what is shown, so that it can be passed on. */
  #showAddress(id: string, seed: number): void {
    const address = formatRoute(id, seed, this.#chosen.chosenFor(id));
    if (location.hash !== address) history.replaceState(null, '', address);
  }

  #wireToolbar(): void {
    const { player } = this;
    wireToolbar({
      toggle: () => player.toggle(),
      step: () => {
        player.setPlaying(false);
        player.step();
      },
      back: (ticks) => void player.back(ticks),
      restart: () => this.#restart(),
      reseed: () => this.#restart(1 + Math.floor(Math.random() * 99_999)),
      replay: () => void player.replay(),
      setSpeed: (speed) => {
        player.clock.speed = speed;
      },
      share: () => void this.#share(),
      saveVideo: () => void this.#saveVideo(),
      showCode: () => this.#code.toggle(),
      inspect: () => this.#stage.inspector.toggle(),
      changeTheme: () => {
        setTheme(palette().theme === 'dark' ? 'light' : 'dark');
        this.#stage.showAgain();
      },
      toggleBare: () => this.#toggleBare(),
      openNeighbour: (by) => this.#openNeighbour(by),
      find: () => this.#sidebar.focusFilter(),
    });
  }
}

/**
 * Returns a link to the page of the guide about what a scene shows; undefined where the gallery is not a part of the
 * site.
 */
function guideLink({ facts }: SceneEntry): HTMLAnchorElement | undefined {
  const { site } = document.documentElement.dataset;
  if (site === undefined) return undefined;
  const link = document.createElement('a');
  link.href = `${site}guide/${facts.guide}.html`;
  link.textContent = 'How it is done';
  return link;
}

/**
 * The address to hand on. Where the gallery is a part of the site, that is the page of the scene, which leads on to
 * here: whoever previews a link does not see what stands behind its #.
 */
function sharedAddress(): string {
  if (document.documentElement.dataset.site === undefined) return location.href;
  const [id, query] = location.hash.replace(/^#\//, '').split('?', 2);
  return new URL(`scenes/${id}.html${query === undefined ? '' : `?${query}`}`, location.href).href;
}
