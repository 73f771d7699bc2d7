import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, Connection, type Room } from '../../../examples/server/client/connection.ts';
import { PredictedMatch } from '../../../examples/server/client/prediction.ts';
import { Session } from '../../../examples/server/client/session.ts';
import { planeGame } from '../../../examples/server/plane/plane-game.ts';
import { STAND } from '../../../examples/server/shared/words.ts';
import { effort } from '../../support/effort.ts';
import { freePort } from '../../support/free-port.ts';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const isAsked = effort(true, false);
if (isAsked && !hasRedis) {
  console.warn(
    'NOT TESTED: rooms over several processes. There is no redis-server here (apt-get install redis-server).',
  );
}

const main = fileURLToPath(new URL('../../../examples/server/main.ts', import.meta.url));
const children: ChildProcess[] = [];

/** Starts a process and waits for a line that it says when it is ready. */
async function start(
  command: string,
  args: string[],
  ready: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  for await (const text of child.stdout) if (String(text).includes(ready)) break;
  child.stdout.resume();
  return child;
}

interface Node {
  readonly child: ChildProcess;
  readonly url: string;
  readonly address: string;
}

async function startNode(redis: string): Promise<Node> {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const env = { PORT: String(port), REDIS_URL: redis, PUBLIC_ADDRESS: address };
  const child = await start(process.execPath, ['--import', 'tsx', main, '--no-page'], 'Rooms at', env);
  return { child, url: `ws://${address}`, address };
}

async function play(url: string) {
  const match = new PredictedMatch({ game: planeGame, reliable: true });
  const connection = await Connection.open(url, planeGame.name, (bytes) => match.receive(bytes));
  const session = new Session(match, (bytes) => connection.send(bytes));
  const timer = setInterval(() => session.update(1, () => STAND), 1000 / 60);
  const until = async (tick: number): Promise<void> => {
    while (match.confirmed < tick) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { match, connection, until, stop: () => clearInterval(timer) };
}

describe.skipIf(!isAsked || !hasRedis)('rooms over several processes, by Redis', () => {
  let redis: string;
  let nodes: Node[];

  beforeAll(async () => {
    const port = await freePort();
    await start('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], 'Ready to accept');
    redis = `redis://127.0.0.1:${port}`;
    nodes = [await startNode(redis), await startNode(redis)];
  });

  afterAll(async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  test('rooms are spread, players find each other, and play on when a process is killed', async () => {
    // All ask the first process, which sends them to who has the fewest rooms: each says once a second how many.
    const rooms: Room[] = [];
    for (let i = 0; i < 6; i++) {
      const room = await new Client(nodes[0].url).create(planeGame.name);
      room.onMessage('*', () => {});
      rooms.push(room);
      await new Promise((resolve) => setTimeout(resolve, 1100));
    }
    const lost: string[] = [];
    for (const room of rooms) {
      room.reconnection.enabled = false;
      room.onLeave(() => lost.push(room.roomId));
    }
    const addressOf = (room: Room): string =>
      new URL((room.connection.transport as unknown as { ws: WebSocket }).ws.url).host;
    const perNode = nodes.map(({ address }) => rooms.filter((room) => addressOf(room) === address));
    expect(perNode.map(({ length }) => length)).toEqual([3, 3]);

    // Two who ask different processes are brought together.
    const [a, b] = [await play(nodes[0].url), await play(nodes[1].url)];
    expect(b.connection.room.roomId).toBe(a.connection.room.roomId);
    await Promise.all([a.until(60), b.until(60)]);
    expect([a.match.divergences, b.match.divergences]).toEqual([0, 0]);
    a.stop();
    b.stop();
    await Promise.all([a.connection.close(), b.connection.close()]);

    const [, killed] = perNode;
    nodes[1].child.kill('SIGKILL');
    while (lost.length < killed.length) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(new Set(lost)).toEqual(new Set(killed.map(({ roomId }) => roomId)));

    // Whoever was there comes back to another room; the rooms of the other process have not noticed.
    const back = await Promise.all(killed.map(() => play(nodes[0].url)));
    await Promise.all(back.map(({ until, match }) => until(match.confirmed + 60)));
    for (const { match, stop, connection } of back) {
      expect(match.divergences).toBe(0);
      stop();
      await connection.close();
    }
    expect(lost.length).toBe(killed.length);
    for (const room of perNode[0]) await room.leave();
  });
});
