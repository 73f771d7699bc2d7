import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BenchBot } from './bench-bot.ts';
import { GAMES } from './games.ts';
import { Match } from './server/match.ts';
import { encodeInputs } from './shared/protocol.ts';
import { MAX_PLAYERS, TICKS_A_SECOND } from './shared/rules.ts';
import { FIRE, makeAim, makeWord, RAIL, turnsOf } from './shared/words.ts';

/**
 * `npm run server:bench -- [rooms] [seconds] [plane|space]`: how many rooms of 8 players and 500 bodies one core holds
 * at 60 ticks a second. Processor time is counted, not the clock's, so that what else the machine does matters little.
 */
const rooms = Number(process.argv[2] ?? 4);
const seconds = Number(process.argv[3] ?? 10);
const game = GAMES[process.argv[4] === 'space' ? 1 : 0];
const BODIES = 500 - MAX_PLAYERS;
const PORT = 2599;
const A_SECOND = 1000;

interface Usage {
  readonly milliseconds: number;
  readonly memory: number;
}

measureMatch();
await measureServer();
process.exit(0);

/** A match alone, without sockets. */
function measureMatch(): void {
  const match = new Match({ game, seed: 1, bodies: BODIES, reliable: true });
  const slots = Array.from({ length: MAX_PLAYERS }, () => match.join());
  const WARM = 600;
  const TICKS = 1800;
  let start = 0;
  for (let tick = 0; tick < WARM + TICKS; tick++) {
    if (tick === WARM) start = process.cpuUsage().user;
    for (const slot of slots) {
      const word = makeWord(
        (((tick >> 5) + slot) % 3) - 1,
        (((tick >> 6) + slot) % 3) - 1,
        makeAim(game.format, ((tick * 3 + slot * 32) * turnsOf(game.format)) / 256),
        tick % 60 === 0 ? FIRE | RAIL : FIRE,
      );
      match.receive(slot, encodeInputs(game.format, { ack: tick, first: tick + 1, words: [word], agos: [40] }));
    }
    match.tick();
    for (const slot of slots) match.packetFor(slot);
  }
  const milliseconds = (process.cpuUsage().user - start) / 1000 / TICKS;
  console.log(`A match without sockets: ${milliseconds.toFixed(3)} ms a tick, ${roomsOf(milliseconds)} rooms a core.`);
}

/** Rooms of a server process with sockets, played in by bots of this process. */
async function measureServer(): Promise<void> {
  const file = fileURLToPath(new URL('./bench-server.ts', import.meta.url));
  const server = fork(file, [String(PORT), String(BODIES)], { execArgv: ['--import', 'tsx'] });
  await once(server, 'message');
  const bots: BenchBot[] = [];
  // One after the other: each room is full before the next is opened.
  for (let i = 0; i < rooms * MAX_PLAYERS; i++) bots.push(await BenchBot.join(game, `ws://127.0.0.1:${PORT}`));
  const timer = setInterval(() => {
    for (const bot of bots) bot.update();
  }, A_SECOND / TICKS_A_SECOND);
  await pause(3);
  const before = await usageOf(server);
  const bytesBefore = sum(bots);
  await pause(seconds);
  const after = await usageOf(server);
  clearInterval(timer);
  const milliseconds = (after.milliseconds - before.milliseconds) / (seconds * TICKS_A_SECOND * rooms);
  const rate = (sum(bots) - bytesBefore) / seconds / bots.length / 1000;
  console.log(
    `${rooms} rooms of ${MAX_PLAYERS} bots over sockets: ${milliseconds.toFixed(3)} ms a tick and room, ` +
      `${roomsOf(milliseconds)} rooms a core; ${rate.toFixed(1)} kB/s to each player, ` +
      `${(after.memory / 1e6).toFixed(0)} MB in all.`,
  );
  server.kill();
}

function roomsOf(milliseconds: number): number {
  return Math.floor(A_SECOND / TICKS_A_SECOND / milliseconds);
}

function sum(bots: readonly BenchBot[]): number {
  return bots.reduce((bytes, bot) => bytes + bot.bytesReceived, 0);
}

async function usageOf(server: ChildProcess): Promise<Usage> {
  const answer = once(server, 'message');
  server.send('usage');
  const [usage] = (await answer) as [Usage];
  return usage;
}

function pause(forSeconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forSeconds * A_SECOND));
}
