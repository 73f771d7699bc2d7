import { wantsCalm } from '../shared/juice/calm.ts';
import type { Change, ChosenSettings } from './chosen-settings.ts';
import { Clock } from './clock.ts';
import { element } from './dom.ts';
import { formatCount } from './format-count.ts';
import type { Notices } from './notices.ts';
import type { Run } from './run.ts';
import type { Shown, Stage } from './stage.ts';
import { Stats } from './stats.ts';
import { Timeline } from './timeline.ts';
import { showPlaying } from './toolbar.ts';
import type { Tools } from './tools.ts';

/**
 * While a scene is paused and nobody does anything for so long, it is drawn only now and then, which spares the
 * battery: twice a second, or on a machine that takes long to draw it, so seldom that it draws for a small part of the
 * time.
 */
const IDLE_MS = 1000;
const IDLE_REDRAW_MS = 500;
const IDLE_REDRAW_SHARE = 1 / 20;
const ACTIVITIES = ['pointermove', 'pointerdown', 'pointerup', 'wheel', 'keydown', 'input', 'change'] as const;

/** How long ticks run again before the page may react. Progress is shown when there are more than a few. */
const REPLAY_MS = 40;
/**
 * If drawing takes long, ticks run again for this many times as long as drawing, but for no longer than a page may
 * stay without reaction.
 */
const REPLAY_SHARE = 3;
const MOST_REPLAY_MS = 300;
/** The length in seconds from which on the rest of a way is also shown as a time. */
const LONG_WAY = 3;
/** How long the message is shown that a way has been stopped. */
const STOPPED_MS = 8000;
/** Where a moment is farther than so many ticks before the one that is wanted, it is shown on the way. */
const FAR = 10;

interface PlayerParts {
  readonly stage: Stage;
  readonly chosen: ChosenSettings;
  readonly tools: Tools;
  readonly notices: Notices;
  /** Hears what a scene throws while it runs; it has been ended then. */
  onError(error: unknown): void;
}

/** Runs the ticks of what is on the stage: by the clock, one at a time, and once more from the beginning. */
export class Player {
  readonly clock = new Clock();
  readonly #parts: PlayerParts;
  readonly #stats = new Stats(element('stats'));
  readonly #timeline = new Timeline((tick) => void this.seek(tick));
  /** When somebody last did something, and when the scene was last drawn. */
  #active = -IDLE_MS;
  #drawn = 0;
  /** When the browser last asked for a frame, and the longest that it took to ask for the next since the last draw. */
  #asked = 0;
  #longestFrame = 0;
  /** Whether ticks are running again: nothing else may happen to the scene. */
  #isReplaying = false;
  #isApplying = false;
  /** Whether ticks run again because the visitor drags the timeline: they are shown as they run. */
  #isSeeking = false;
  /** Whether ticks run on the way to that of a link, and whether the visitor has stopped them. */
  #isArriving = false;
  #isStopped = false;
  /** Where the visitor wants to be, once what runs again is there. */
  #sought: number | undefined;
  /** Whether the clock stops where the recording ends. */
  #stopsAtEnd = false;

  constructor(parts: PlayerParts) {
    this.#parts = parts;
  }

  start(): void {
    for (const kind of ACTIVITIES) {
      const note = ({ target }: Event): void => {
        if (!isInCode(target)) this.#active = performance.now();
      };
      addEventListener(kind, note, { capture: true, passive: true });
    }
    addEventListener('blur', () => this.pauseGame());
    document.addEventListener('visibilitychange', () => document.hidden && this.pauseGame());
    requestAnimationFrame(this.#frame);
  }

  /** Plays or pauses; on the way to the tick of a link it stops there. */
  toggle(): void {
    if (this.#isArriving) this.#isStopped = true;
    else this.setPlaying(!this.clock.playing);
  }

  setPlaying(playing: boolean): void {
    this.clock.playing = playing;
    this.clock.reset(performance.now());
    showPlaying(playing, this.#wordsOfPause());
  }

  /** Pauses a game that nobody looks at: it would be lost meanwhile. */
  pauseGame(): void {
    if (this.clock.playing && this.#isGame) this.setPlaying(false);
  }

  get #isGame(): boolean {
    return this.#parts.stage.shown?.run.options.entry.id.startsWith('games/') ?? false;
  }

  /** What is said over a scene that does not run, where that is not plain from what the visitor did. */
  #wordsOfPause(): string {
    const isTouched = matchMedia('(hover: none)').matches;
    if (this.#isGame) return isTouched ? 'Paused: press here to play' : 'Paused: P or a click here plays';
    const isFresh = this.#parts.stage.shown?.run.tick === 0;
    return isFresh && wantsCalm() ? 'Your system asks for less motion: press here to play' : '';
  }

  /** Forgets the scene before. */
  reset(): void {
    this.#stats.reset();
    this.#parts.stage.input.reset();
    this.clock.reset(performance.now());
    this.#stopsAtEnd = false;
  }

  /** Runs ticks at once, whether the clock plays or not. */
  step(count = 1): void {
    const { shown } = this.#parts.stage;
    if (shown === undefined || this.#isReplaying) return;
    for (let i = 0; i < count; i++) this.#tick(shown);
    this.show();
  }

  /** Draws the scene and writes its figures at once: until then, what lies below the figures has not got its place. */
  show(): void {
    const { shown } = this.#parts.stage;
    if (shown === undefined) return;
    this.#draw();
    this.#stats.show(shown.run.tick, shown.run.sim);
  }

  #draw(): void {
    const start = (this.#drawn = performance.now());
    this.#longestFrame = 0;
    this.#parts.stage.draw();
    this.#stats.recordDraw(performance.now() - start);
    const { shown } = this.#parts.stage;
    this.#timeline.hide(shown === undefined);
    showLegend(shown);
    if (shown === undefined) return;
    const { tick, tape, history, isSame } = shown.run;
    this.#timeline.show(tick, tape.end, history, isSame === undefined ? '' : isSame ? '= same bits' : '≠ other bits');
  }

  /** Goes back by some ticks: the sim is made anew, and runs again with what was recorded. */
  async back(ticks: number): Promise<void> {
    const { stage } = this.#parts;
    if (stage.shown === undefined || this.#isReplaying) return;
    this.setPlaying(false);
    await this.#goTo(Math.max(0, stage.shown.run.tick - ticks));
  }

  /** Shows all of what happened once more. */
  async replay(): Promise<void> {
    const { shown } = this.#parts.stage;
    if (shown === undefined || this.#isReplaying || shown.run.tape.end === 0) return;
    this.setPlaying(false);
    await this.#goTo(0);
    this.#stopsAtEnd = true;
    this.setPlaying(true);
  }

  /** Runs ticks without a picture, a few at a time, so that the page stays alive. */
  async advanceTo(tick: number): Promise<void> {
    const { stage, notices } = this.#parts;
    const { shown } = stage;
    if (shown === undefined) return;
    const { run } = shown;
    const wasReplaying = this.#isReplaying;
    const wasSought = this.#isSeeking;
    this.#isReplaying = true;
    try {
      const from = run.tick;
      const begin = performance.now();
      let start = begin;
      let patience = REPLAY_MS;
      while (run.tick < tick) {
        if (run.isRecorded) run.stepAgain(this.#apply);
        else run.stepWithInput();
        const stop = performance.now();
        if (stop - start < patience) continue;
        const rest = ((stop - begin) / (run.tick - from)) * (tick - run.tick);
        notices.note(wordsOfWay(run.tick, tick, rest / 1000, this.#isArriving));
        await new Promise(requestAnimationFrame);
        // Another scene may have been opened by now, or another tick be wanted.
        if (stage.shown !== shown || this.#sought !== undefined || this.#isStopped) return;
        if (wasSought) this.show();
        start = performance.now();
        patience = Math.max(REPLAY_MS, Math.min(MOST_REPLAY_MS, REPLAY_SHARE * (start - stop)));
      }
      if (run.tick === run.tape.end) run.catchUp(this.#apply);
    } finally {
      this.#isReplaying = wasReplaying;
      this.clock.reset(performance.now());
    }
  }

  /**
   * Goes to the tick of a link, and shows what happens until then as it runs. That takes as long as the ticks take: a
   * link carries what was done, since the state of a large scene fits into no address. It ends on the way only where
   * the visitor stops it, or wants something else by the timeline, which leads on from there.
   */
  async arrive(tick: number): Promise<void> {
    const { stage, notices } = this.#parts;
    const run = stage.shown?.run;
    this.#isSeeking = this.#isArriving = true;
    showPlaying(true);
    try {
      await this.advanceTo(tick);
    } finally {
      this.#isSeeking = this.#isArriving = this.#isStopped = false;
      showPlaying(this.clock.playing, this.#wordsOfPause());
    }
    if (run !== undefined && run === stage.shown?.run && run.tick < tick && this.#sought === undefined)
      notices.note(
        `Tick ${formatCount(run.tick)} of ${formatCount(tick)}: the end of the timeline leads on.`,
        STOPPED_MS,
      );
    const sought = this.#sought;
    this.#sought = undefined;
    if (sought !== undefined) await this.seek(sought);
  }

  /** Notes on the tape of a run what the visitor has set otherwise. */
  recordChanges(run: Run, changes: readonly Change[]): void {
    if (this.#isReplaying || this.#isApplying || changes.length === 0) return;
    run.somethingElse();
    for (const change of changes) run.tape.recordChange(run.tick, change);
  }

  /** Goes to a tick that has run, by the timeline: asked for one after another, only the last is gone to. */
  async seek(tick: number): Promise<void> {
    const { shown } = this.#parts.stage;
    if (shown === undefined) return;
    this.#sought = tick;
    if (this.#isReplaying) return;
    this.setPlaying(false);
    this.#isSeeking = true;
    try {
      while (this.#sought !== undefined) {
        const next = this.#sought;
        this.#sought = undefined;
        await this.#goTo(next);
      }
    } finally {
      this.#isSeeking = false;
    }
  }

  async #goTo(tick: number): Promise<void> {
    const { stage, chosen } = this.#parts;
    if (stage.shown === undefined) return;
    const { run, picture } = stage.shown;
    const isAhead = tick >= run.tick && run.isRecorded;
    const moment = run.history.momentBefore(tick);
    if (isAhead || moment !== undefined) {
      if (moment !== undefined && (!isAhead || moment.tick > run.tick)) {
        this.#applying(() => chosen.applyAll(run.tape.changedBefore(moment.tick)));
        run.isSame = run.history.recall(run, moment);
        // The picture is there at once, and goes on to the tick itself from there.
        if (tick - moment.tick > FAR) this.show();
      }
      await this.advanceTo(tick);
      this.show();
      return;
    }
    // Settings are again what they were at the beginning, and change when they did.
    chosen.restore(run.options.entry.id, run.tape.chosen);
    this.#isReplaying = true;
    try {
      const again = stage.show(run.fromStart());
      again.picture.lookAs(picture);
      await this.advanceTo(tick);
      this.show();
    } finally {
      this.#isReplaying = false;
    }
  }

  #tick({ run, picture }: Shown): void {
    const { stage, tools } = this.#parts;
    const { sim } = run;
    const start = performance.now();
    // What was recorded runs again, until somebody does something else.
    if (run.isRecorded && !stage.input.isActive) {
      run.stepAgain(this.#apply);
    } else {
      if (sim.input !== undefined) {
        stage.input.write(sim.input, picture.view);
        sim.input.tool = tools.chosen;
      }
      run.stepWithInput();
    }
    this.#stats.recordTick(sim, performance.now() - start);
  }

  readonly #frame = (now: number): void => {
    requestAnimationFrame(this.#frame);
    this.#longestFrame = Math.max(this.#longestFrame, now - this.#asked);
    this.#asked = now;
    const { stage, onError } = this.#parts;
    const { shown } = stage;
    if (shown === undefined || this.#isReplaying) return;
    const idle = !this.clock.playing && now - this.#active > IDLE_MS;
    if (idle && now - this.#drawn < Math.max(IDLE_REDRAW_MS, this.#longestFrame / IDLE_REDRAW_SHARE)) return;
    const { run } = shown;
    try {
      this.clock.advance(now, () => {
        this.#tick(shown);
        if (this.#stopsAtEnd && !run.isRecorded) {
          this.#stopsAtEnd = false;
          this.setPlaying(false);
        }
      });
      this.#draw();
      this.#stats.frame(now, run.tick, run.sim);
    } catch (error) {
      onError(error);
    }
  };

  /** Changes a setting again that was changed when the ticks ran first. */
  readonly #apply = (change: Change): void => {
    this.#applying(() => this.#parts.chosen.apply(change));
  };

  /** Changes settings without their being noted as changed by the visitor. */
  #applying(apply: () => void): void {
    this.#isApplying = true;
    try {
      apply();
    } finally {
      this.#isApplying = false;
    }
  }
}

/** What is said on a way of many ticks; `rest` is how long it still takes, in seconds. */
function wordsOfWay(tick: number, end: number, rest: number, isStoppable: boolean): string {
  const words = [`${formatCount(tick)} of ${formatCount(end)} ticks`];
  if (rest > LONG_WAY) {
    words.push(`about ${formatCount(Math.ceil(rest))} s more`);
    if (isStoppable) words.push('pause stops here');
  }
  return words.join(', ');
}

/** Whether something happens to the code beside the scene, and not to what is seen of the scene. */
function isInCode(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('#code-view') !== null;
}

/** Says what the marks of the overlay mean, while there are any. */
function showLegend(shown: Shown | undefined): void {
  const legend = element('legend');
  const { contacts, normals } = shown?.picture.overlay.settings ?? { contacts: false, normals: false };
  legend.hidden = !contacts && !normals;
  legend.classList.toggle('contacts', contacts);
  legend.classList.toggle('normals', normals);
}
