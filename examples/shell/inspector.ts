import { closestPoints, explainPair } from 'bitecs-collision/2d';
import { drawCollider } from 'bitecs-collision/pixi';
import { type Application, Container, Graphics, Point } from 'pixi.js';
import { type BodyFacts, bodyAt, factsOf } from './body-facts.ts';
import { element } from './dom.ts';
import { palette } from './palette.ts';
import type { OverlayTarget } from './scene.ts';

/** A press that moves by more pixels than this drags, and does not choose. */
const STILL = 6;
/** Milliseconds between two changes of a text; a reader could not follow faster changes. */
const REFRESH_MS = 100;
/** How thick outlines are, in pixels. */
const LINE = 2.5;

/** A body of one of the worlds that the scene shows. */
interface Chosen {
  readonly target: OverlayTarget;
  readonly eid: number;
}

/**
 * Says what the body under the pointer is. A click chooses A; what is pointed at then, or clicked next, is B: why the
 * two do or do not touch stands beside them.
 */
export class Inspector {
  readonly #panel = element('inspector');
  readonly #button = element('inspect');
  readonly #cards = (['a', 'b'] as const).map((name) => new Card(element(`inspect-${name}`), name.toUpperCase()));
  readonly #why = element('inspect-why');
  readonly #onToggle: (on: boolean) => void;
  readonly #point = new Point();
  #targets: readonly OverlayTarget[] = [];
  #marks: Marks[] = [];
  #pointer: { x: number; y: number } | undefined;
  #a: Chosen | undefined;
  #b: Chosen | undefined;
  #on = false;
  #refreshed = 0;

  /** `host` holds the canvas; `onToggle` hears when the inspector is opened and closed. */
  constructor(host: HTMLElement, onToggle: (on: boolean) => void) {
    this.#onToggle = onToggle;
    this.#button.addEventListener('click', () => this.toggle());
    element('inspect-close').addEventListener('click', () => this.toggle(false));
    const at = (event: PointerEvent) => {
      const box = host.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    let pressed: { x: number; y: number } | undefined;
    host.addEventListener('pointermove', (event) => (this.#pointer = at(event)));
    host.addEventListener('pointerleave', () => (this.#pointer = undefined));
    host.addEventListener('pointerdown', (event) => (pressed = this.#pointer = at(event)));
    host.addEventListener('pointerup', (event) => {
      const { x, y } = at(event);
      const isClick = pressed !== undefined && Math.hypot(x - pressed.x, y - pressed.y) < STILL;
      if (this.#on && isClick) this.#choose(this.#find(x, y));
      // A finger that is lifted points at nothing.
      if (event.pointerType === 'touch') this.#pointer = undefined;
    });
    // Contacts are links to the other body. The text is renewed all the time: a press has to do.
    this.#panel.addEventListener('pointerdown', ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('[data-eid]') : null;
      const of = link?.closest('#inspect-b') === null || this.#b === undefined ? this.#a : this.#b;
      const from = of ?? this.#hovered();
      if (link === null || link === undefined || from === undefined) return;
      this.#a = from;
      this.#b = { target: from.target, eid: Number(link.dataset.eid) };
    });
  }

  get isOn(): boolean {
    return this.#on;
  }

  toggle(on = !this.#on): void {
    this.#on = on;
    this.#a = this.#b = undefined;
    this.#panel.hidden = !on;
    this.#button.setAttribute('aria-pressed', String(on));
    for (const marks of this.#marks) marks.clear();
    this.#refreshed = 0;
    this.#onToggle(on);
  }

  /** Takes the worlds of a scene. */
  attach(targets: readonly OverlayTarget[]): void {
    this.#targets = targets;
    this.#marks = targets.map((target) => new Marks(target));
    this.#a = this.#b = undefined;
  }

  /** To be called before the containers of the worlds are destroyed. */
  detach(): void {
    for (const marks of this.#marks) marks.destroy();
    this.#marks = [];
    this.#targets = [];
    this.#a = this.#b = undefined;
  }

  /** Brings outlines, and every now and then the texts, up to date with the last tick. */
  draw(app: Application): void {
    if (!this.#on) return;
    const hovered = this.#hovered();
    const a = this.#a ?? hovered;
    const b = this.#b ?? (this.#a === undefined || isSame(a, hovered) ? undefined : hovered);
    const { player, contact } = palette();
    this.#targets.forEach((target, i) => {
      this.#marks[i].draw([a, b], [player, contact]);
      this.#drawLink(this.#marks[i].link, target, a, b);
    });
    const now = performance.now();
    if (now - this.#refreshed < REFRESH_MS) return;
    this.#refreshed = now;
    this.#cards[0].show(a?.eid, a && factsOf(a.target.world as object, a.eid));
    this.#cards[1].show(b?.eid, b && factsOf(b.target.world as object, b.eid));
    setText(this.#why, this.#sentence(a, b));
    app.canvas.style.cursor = hovered === undefined ? '' : 'crosshair';
  }

  #hovered(): Chosen | undefined {
    return this.#pointer && this.#find(this.#pointer.x, this.#pointer.y);
  }

  #find(x: number, y: number): Chosen | undefined {
    for (const target of this.#targets) {
      const { container, world } = target;
      this.#point.set(x, y);
      const at = container.toLocal(this.#point);
      const eid = bodyAt(world as object, at.x, at.y, pixelOf(target));
      if (eid !== undefined) return { target, eid };
    }
    return undefined;
  }

  /** The first is A, which stays until it is clicked again or nothing is; any other is B. */
  #choose(found: Chosen | undefined): void {
    if (found === undefined || isSame(found, this.#a)) this.#a = this.#b = undefined;
    else if (this.#a === undefined) this.#a = found;
    else this.#b = isSame(found, this.#b) ? undefined : found;
    this.#refreshed = 0;
  }

  #sentence(a: Chosen | undefined, b: Chosen | undefined): string {
    if (this.#targets.length === 0) return 'The inspector looks into worlds of the plane, and this scene has none.';
    if (a === undefined) return 'Point at a body, or tap it.';
    if (b === undefined)
      return this.#a === undefined ? 'Click to keep it as A.' : 'Point at another: why do they touch, or not?';
    if (a.target !== b.target) return 'The two are in different worlds.';
    try {
      const { message } = explainPair(a.target.world as object, a.eid, b.eid);
      return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #drawLink(pen: Graphics, target: OverlayTarget, a: Chosen | undefined, b: Chosen | undefined): void {
    pen.clear();
    if (a?.target !== target || b?.target !== target) return;
    const nearest = closestPoints(target.world as object, a.eid, b.eid);
    if (nearest === undefined) return;
    const { ink } = palette();
    const pixel = pixelOf(target);
    pen
      .moveTo(nearest.xA, nearest.yA)
      .lineTo(nearest.xB, nearest.yB)
      .stroke({ color: ink, width: 1.5 * pixel });
    pen
      .circle(nearest.xA, nearest.yA, 3 * pixel)
      .circle(nearest.xB, nearest.yB, 3 * pixel)
      .fill(ink);
  }
}

/** The outlines of A and B in one world, and the line between them. */
class Marks {
  readonly link = new Graphics();
  readonly #root = new Container({ eventMode: 'none' });
  readonly #outlines = [new Graphics(), new Graphics()] as const;
  readonly #drawn: (string | undefined)[] = [undefined, undefined];
  readonly #target: OverlayTarget;

  constructor(target: OverlayTarget) {
    this.#target = target;
    target.container.addChild(this.#root).addChild(...this.#outlines, this.link);
  }

  draw(bodies: readonly (Chosen | undefined)[], colours: readonly number[]): void {
    const { container, world } = this.#target;
    const pixel = pixelOf(this.#target);
    // The outlines stay above what the scene has added to the container since.
    if (container.children.at(-1) !== this.#root) container.addChild(this.#root);
    this.#outlines.forEach((pen, i) => {
      const body = bodies[i];
      const eid = body?.target === this.#target ? body.eid : undefined;
      // A coast of thousands of lines stays as it is drawn.
      const isStill = eid === undefined || factsOf(world as object, eid)?.marks.includes('static') === true;
      const key = isStill ? `${eid} ${pixel} ${colours[i]}` : undefined;
      if (key !== undefined && this.#drawn[i] === key) return;
      this.#drawn[i] = key;
      pen.clear();
      if (eid === undefined || drawCollider(pen, world as object, eid) === 0) return;
      pen.stroke({ color: colours[i], width: LINE * pixel });
    });
  }

  clear(): void {
    this.link.clear();
    for (const pen of this.#outlines) pen.clear();
    this.#drawn.fill(undefined);
  }

  destroy(): void {
    this.#root.destroy({ children: true, context: true });
  }
}

/** Returns the text of an inspector about one body. */
class Card {
  readonly #element: HTMLElement;
  readonly #letter: string;
  #shown = '';

  constructor(place: HTMLElement, letter: string) {
    this.#element = place;
    this.#letter = letter;
  }

  show(eid: number | undefined, facts: BodyFacts | undefined): void {
    const shown = JSON.stringify([eid, facts]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const heading = line('h3', eid === undefined ? this.#letter : `${this.#letter} · #${eid}`);
    if (eid === undefined) {
      this.#element.replaceChildren(heading, line('p', '–'));
    } else if (facts === undefined) {
      this.#element.replaceChildren(heading, line('p', 'It has gone.'));
    } else {
      const { shape, marks, place, filter, contacts } = facts;
      const links = contacts.map(({ other, text }) => {
        const link = line('button', `#${other}`);
        link.dataset.eid = String(other);
        const row = line('li', '');
        row.append(link, ` ${text}`);
        return row;
      });
      const list = line('ul', '');
      list.append(...links);
      this.#element.replaceChildren(
        heading,
        line('p', [shape, ...marks].join(' · ')),
        line('p', `at ${place}`),
        line('p', filter),
        contacts.length === 0 ? line('p', 'no contacts') : list,
      );
    }
  }
}

function line(tag: 'button' | 'h3' | 'li' | 'p' | 'ul', text: string): HTMLElement {
  const made = document.createElement(tag);
  if (text !== '') made.textContent = text;
  return made;
}

function setText(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

function isSame(one: Chosen | undefined, other: Chosen | undefined): boolean {
  return one !== undefined && one.eid === other?.eid && one.target === other.target;
}

/** Returns the size of a pixel in the units of a world. */
function pixelOf({ container }: OverlayTarget): number {
  const { a, b, c, d } = container.worldTransform;
  const area = Math.abs(a * d - b * c);
  return area > 0 ? 1 / Math.sqrt(area) : 1;
}
