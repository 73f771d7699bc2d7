import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, Connection } from '../../../examples/server/client/connection.ts';
import { PredictedMatch } from '../../../examples/server/client/prediction.ts';
import { Session } from '../../../examples/server/client/session.ts';
import { GAMES } from '../../../examples/server/games.ts';
import { startServer } from '../../../examples/server/server/start.ts';
import type { Game } from '../../../examples/server/shared/game.ts';
import { KICKED, TO_SERVER } from '../../../examples/server/shared/messages.ts';
import { freePort } from '../../support/free-port.ts';
import { createRng } from '../../support/rng.ts';
import { Bot } from './bot.ts';

/** A client in this process, on a clock of its own. */
async function join(game: Game, url: string, seed: number, latency: number) {
  const match = new PredictedMatch({ game, reliable: true });
  const connection = await Connection.open(url, game.name, (bytes) => match.receive(bytes));
  connection.latency = latency;
  const session = new Session(match, (bytes) => connection.send(bytes));
  const bot = new Bot(game, createRng(seed), 2);
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    session.update(((now - last) * 60) / 1000, () => bot.word(match));
    last = now;
  }, 8);
  const close = async () => {
    clearInterval(timer);
    await connection.close();
  };
  return { match, connection, close };
}

/** In milliseconds. Only what hangs should run into it. */
const PATIENCE = 120_000;

const until = async (holds: () => boolean): Promise<void> => {
  for (const start = performance.now(); !holds(); ) {
    if (performance.now() - start > PATIENCE) throw new Error(`${holds} never came true`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

describe.each(GAMES)('a room of Colyseus, $name', (game) => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    server = await startServer({ port, seed: 7, bodies: 20 });
    url = `ws://127.0.0.1:${port}`;
  });

  afterAll(() => server.gracefullyShutdown(false));

  test('two clients play a match: their worlds agree, and each sees the other move', async () => {
    const clients = [await join(game, url, 1, 0), await join(game, url, 2, 60)];
    const [a, b] = clients.map(({ match }) => match);
    expect(clients[0].connection.room.roomId).toBe(clients[1].connection.room.roomId);
    await until(() => Math.min(a.confirmed, b.confirmed) > 90 && b.arena !== undefined);
    expect([a.divergences, b.divergences]).toEqual([0, 0]);
    let compared = 0;
    for (let tick = 1; tick <= Math.min(a.confirmed, b.confirmed); tick++) {
      const [hashA, hashB] = [a.hashAt(tick), b.hashAt(tick)];
      if (hashA === undefined || hashB === undefined) continue;
      compared++;
      expect(hashA).toBe(hashB);
    }
    expect(compared).toBeGreaterThan(40);
    expect(new Set([a.slot, b.slot])).toEqual(new Set([0, 1]));
    for (const { arena } of [a, b]) {
      const { Fighter, fighters } = arena!;
      expect(fighters.map((eid) => Fighter.present[eid])).toEqual([1, 1, 0, 0, 0, 0, 0, 0]);
    }
    await Promise.all(clients.map(({ close }) => close()));
  });

  test('who sends nonsense is shown the door, and the others play on', async () => {
    const honest = await join(game, url, 3, 0);
    const cheat = await new Client(url).joinOrCreate(game.name);
    cheat.onMessage('*', () => {});
    const left = new Promise<number>((resolve) => cheat.onLeave((code) => resolve(code)));
    for (let i = 0; i < 30; i++) {
      cheat.sendBytes(TO_SERVER, new Uint8Array(i * 31).fill(i));
      cheat.send(TO_SERVER, { moveX: 1e9 });
      cheat.send('give me all', [null]);
    }
    expect(await left).toBe(KICKED);
    const { confirmed } = honest.match;
    await until(() => honest.match.confirmed > confirmed + 20);
    expect(honest.match.divergences).toBe(0);
    await honest.close();
  });

  test('who loses the connection comes back as the same player', async () => {
    const { match, connection, close } = await join(game, url, 4, 0);
    const { room } = connection;
    room.reconnection.minUptime = 0;
    await until(() => match.confirmed > 20);
    const { slot, arena } = match;
    (room.connection.transport as unknown as { ws: { terminate(): void } }).ws.terminate();
    await until(() => match.arena !== arena);
    const back = match.confirmed;
    await until(() => match.confirmed > back + 20);
    expect(match.slot).toBe(slot);
    expect(match.divergences).toBe(0);
    expect(match.arena!.Fighter.present[match.arena!.fighters[slot]]).toBe(1);
    await close();
  });
});
