import { Application } from 'pixi.js';
import { TICKS_A_SECOND } from '../shared/rules.ts';
import { Connection } from './connection.ts';
import { Controls } from './controls.ts';
import { EventLane } from './event-lane.ts';
import { PredictedMatch } from './prediction.ts';
import { Session } from './session.ts';
import { Sounds } from './sounds.ts';
import { COLOURS, View } from './view.ts';

const element = <E extends HTMLElement>(id: string): E => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as E;
};

/** What browser tests, and curious people at the console, can reach. */
export interface ArenaHandle {
  readonly match: PredictedMatch;
  readonly connection: Connection;
  readonly lane: EventLane;
  /** Plays in place of keys and mouse. */
  wordOf: ((match: PredictedMatch) => number) | undefined;
}

declare global {
  interface Window {
    __arena?: ArenaHandle;
  }
}

const field = element('field');
const app = new Application();
await app.init({ resizeTo: field, background: 0x10141f, antialias: true });
field.append(app.canvas);

const view = new View(app);
const controls = new Controls(field);
const lane = new EventLane(element('lane'), new Sounds());
const match = new PredictedMatch({
  reliable: true,
  onWorld: (arena, log) => {
    view.begin(arena);
    lane.follow(arena, log);
    element('message').textContent = '';
  },
});

controls.wireRay(element('ray'));

const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;
const connection = await Connection.open(url, (bytes) => match.receive(bytes));
connection.room.onLeave(() => {
  element('message').textContent = 'The connection is closed. Load the page again to play on.';
});
const session = new Session(match, (bytes) => connection.send(bytes));

const latency = element<HTMLInputElement>('latency');
const setLatency = (): void => {
  connection.latency = latency.valueAsNumber;
  element('latency-value').textContent = `${latency.value} ms`;
};
latency.addEventListener('input', setLatency);
latency.valueAsNumber = Number(new URLSearchParams(location.search).get('latency') ?? 0);
setLatency();

const pointer = { x: 0, y: 0 };
field.addEventListener('pointermove', (event) => {
  if (event.pointerType === 'touch') return;
  pointer.x = event.offsetX;
  pointer.y = event.offsetY;
});

const handle: ArenaHandle = { match, connection, lane, wordOf: undefined };
window.__arena = handle;

function wordOf(): number {
  if (handle.wordOf !== undefined) return handle.wordOf(match);
  const own = match.arena?.fighters[match.slot] ?? 0;
  const at = view.toArena(pointer.x, pointer.y);
  controls.pointerX = at.x;
  controls.pointerY = at.y;
  const { x, y } = match.arena?.collision.Transform ?? { x: [0], y: [0] };
  return controls.word(x[own], y[own]);
}

let last = performance.now();
let frames = 0;
app.ticker.add(() => {
  const now = performance.now();
  session.update(((now - last) * TICKS_A_SECOND) / 1000, wordOf);
  last = now;
  view.draw(match);
  view.drawThumbs([controls.left, controls.right]);
  if (frames++ % 10 === 0) showNumbers();
});

function showNumbers(): void {
  const { arena, confirmed, predicted, divergences, slot } = match;
  if (arena === undefined) return;
  const numbers = {
    'tick that is certain': confirmed,
    'ticks predicted': predicted - confirmed,
    'clock, of real time': match.lead.speed.toFixed(2),
    'worlds that differed': divergences,
    health: Math.max(0, arena.Fighter.health[arena.fighters[slot]]),
  };
  element('numbers').replaceChildren(
    ...Object.entries(numbers).flatMap(([name, value]) => [item('dt', name), item('dd', String(value))]),
  );
  const { Fighter, fighters } = arena;
  element('scores').replaceChildren(
    ...fighters.flatMap((eid, player) => {
      if (Fighter.present[eid] === 0) return [];
      const line = item('li', `player ${player + 1}${player === slot ? ' (you)' : ''}: ${Fighter.score[eid]}`);
      line.style.color = `#${COLOURS[player].toString(16).padStart(6, '0')}`;
      return [line];
    }),
  );
}

function item(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
