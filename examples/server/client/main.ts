import type { Game } from '../shared/game.ts';
import { TICKS_A_SECOND } from '../shared/rules.ts';
import { makeWord } from '../shared/words.ts';
import { COLOURS } from './colours.ts';
import { Connection } from './connection.ts';
import { Controls } from './controls.ts';
import { EventLane } from './event-lane.ts';
import { PredictedMatch } from './prediction.ts';
import { Session } from './session.ts';
import { Sounds } from './sounds.ts';
import { ThumbRings } from './thumb-rings.ts';

const element = <E extends HTMLElement>(id: string): E => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as E;
};

/** What browser tests, and curious people at the console, can reach. */
export interface ArenaHandle {
  readonly game: Game;
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

// One page for both arenas. Each loads its own world and its own renderer, and nothing of the other's.
const isSpace = location.pathname.startsWith('/space');
const { createScreen } = isSpace ? await import('./space/screen.ts') : await import('./plane/screen.ts');

const field = element('field');
const screen = await createScreen(field);
document.title = screen.title;
element('title').textContent = screen.title;
element('hint').textContent = screen.hint;
const controls = new Controls(field, screen.buttons);
const rings = new ThumbRings(field);
for (const [id, name] of [
  ['ray', 'Ray'],
  ['jump', 'Jump'],
] as const) {
  const button = element(id);
  button.hidden = screen.buttons[name] === undefined;
  controls.wire(button, name);
}

const lane = new EventLane(element('lane'), new Sounds());
const match = new PredictedMatch({
  game: screen.game,
  reliable: true,
  onWorld: (arena, log) => {
    screen.begin(arena);
    lane.follow(arena, log);
    element('message').textContent = '';
  },
});

const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;
const connection = await Connection.open(url, screen.game.name, (bytes) => match.receive(bytes));
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

const handle: ArenaHandle = { game: screen.game, match, connection, lane, wordOf: undefined };
window.__arena = handle;

function wordOf(): number {
  if (handle.wordOf !== undefined) return handle.wordOf(match);
  const { x, y } = controls.move();
  return makeWord(x, y, screen.aim(match, controls), controls.pressed());
}

let last = performance.now();
let frames = 0;
screen.onFrame(() => {
  const now = performance.now();
  session.update(((now - last) * TICKS_A_SECOND) / 1000, wordOf);
  last = now;
  screen.draw(match);
  rings.show([controls.left, controls.right]);
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
