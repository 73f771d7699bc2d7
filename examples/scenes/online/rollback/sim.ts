import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';
import { createArena, DOWN, LEFT, RIGHT, UP } from './arena.ts';
import { createBot } from './bot.ts';
import { Link, type Weather } from './link.ts';
import { createMachine, type Machine, type Told } from './machine.ts';
import type { InputMessage } from './netcode.ts';

export const about: SceneAbout = {
  summary:
    'Two players share one game over a bad network. Each machine predicts the other player’s input, takes back what was wrong and runs those ticks again: the worlds end the same to the bit.',
  hint: 'Arrow keys or a gamepad move A. Dots are messages on their way; the settings make the network worse.',
  touchHint: 'Press where A should go. Dots are messages on their way; the settings make the network worse.',
};

/** The number of ticks for which news of events is shown. */
export const REMEMBERED = 360;
/** After so many ticks without a key, a bot plays on for A. */
const IDLE_TICKS = 180;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const input = createSceneInput();
  const weather: Weather = { delay: 100, jitter: 40, loss: 0.1 };
  const machines = [createMachine(seed, 0), createMachine(seed, 1)] as const;
  const links = [new Link<InputMessage>(weather, random), new Link<InputMessage>(weather, random)] as const;
  const bots = machines.map(({ arena }, i) => createBot(arena, i as 0 | 1, random));
  /** The same worlds without rollback: each applies what it has heard of the other when it hears it. */
  const naive = [createArena(seed), createArena(seed)] as const;
  const heard: [InputMessage | undefined, InputMessage | undefined] = [undefined, undefined];
  const told: Told[] = [];
  const counts = { 'ticks again': 0, waits: 0, confirmed: 0, cancelled: 0, 'hashes that differ': 0, contacts: 0 };
  const show = {
    /** The last tick that is confirmed on both machines, its state on each, and the ticks that ran again last. */
    agreed: -1,
    hashes: [0, 0],
    again: [0, 0],
    naiveHashes: [0, 0],
    /** The first tick after which the worlds without rollback were not the same, or −1. */
    parted: -1,
  };
  let now = 0;
  let idle = IDLE_TICKS;
  remember(
    () => ({ heard, now, idle }),
    (was) => void ({ now, idle } = was),
  );

  /** Returns the player's input: from the keys, or towards where the pointer is pressed. */
  function readInput(): number {
    const { Transform } = machines[0].arena.collision;
    const [self] = machines[0].arena.players;
    const x = input.pointerDown ? input.pointerX - Transform.x[self] : input.moveX;
    const y = input.pointerDown ? input.pointerY - Transform.y[self] : input.moveY;
    return (x < -0.3 ? LEFT : x > 0.3 ? RIGHT : 0) + (y < -0.3 ? UP : y > 0.3 ? DOWN : 0);
  }

  function inputOfA(): number {
    const isPlayed = input.moveX !== 0 || input.moveY !== 0 || input.pointerDown;
    idle = isPlayed ? 0 : idle + 1;
    return idle < IDLE_TICKS ? readInput() : bots[0]();
  }

  function frame(index: 0 | 1, played: number): void {
    const other = index === 0 ? 1 : 0;
    const machine = machines[index];
    for (const message of links[other].receive(now)) {
      machine.peer.receive(message);
      const last = heard[index];
      if (last === undefined || lastTick(message) > lastTick(last)) heard[index] = message;
    }
    const { again, told: news } = machine.frame(played);
    if (again < 0) counts.waits++;
    else counts['ticks again'] += again;
    show.again[index] = Math.max(0, again);
    if (index === 0) note(news);
    links[index].send(machine.peer.message(), now);
    const others = heard[index]?.inputs.at(-1) ?? 0;
    naive[index].run(index === 0 ? [played, others] : [others, played]);
  }

  function note(news: readonly Told[]): void {
    told.push(...news);
    while ((told[0]?.at ?? Infinity) < machines[0].peer.tick - REMEMBERED) told.shift();
    for (const { news: what } of news) if (what !== 'predicted') counts[what]++;
  }

  /** Compares the machines tick by tick, as far as both are confirmed. */
  function compare(): void {
    const until = Math.min(...machines.map(({ peer }) => peer.confirmed));
    for (let tick = show.agreed + 1; tick <= until; tick++) {
      show.hashes = machines.map((machine) => machine.hashAfter(tick));
      if (show.hashes[0] !== show.hashes[1]) counts['hashes that differ']++;
    }
    show.agreed = until;
    show.naiveHashes = naive.map((arena) => arena.hash());
    if (show.parted < 0 && show.naiveHashes[0] !== show.naiveHashes[1]) show.parted = now;
  }

  return {
    world: machines[0].arena.world,
    collision: machines[0].arena.collision,
    ...{ input, counts, weather, machines, naive, links, told, show },
    now: () => now,
    step() {
      frame(0, inputOfA());
      frame(1, bots[1]());
      now++;
      compare();
      counts.contacts = machines[0].arena.collision.counts.contacts;
    },
    hash: () => hashNumbers([...machines.map(({ arena }: Machine) => arena.hash()), ...show.naiveHashes]),
  } satisfies Sim & Record<string, unknown>;
}

function lastTick({ from, inputs }: InputMessage): number {
  return from + inputs.length - 1;
}
