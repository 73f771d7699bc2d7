import { Server, type ServerOptions } from '@colyseus/core';
import { RedisDriver } from '@colyseus/redis-driver';
import { RedisPresence } from '@colyseus/redis-presence';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { WebSocket } from 'ws';
import { GAMES } from '../games.ts';
import { ArenaRoom, type ArenaRoomOptions } from './arena-room.ts';

export interface StartOptions extends Partial<ArenaRoomOptions> {
  readonly port: number;
  /** `redis://host:port`: several processes share their rooms by it. */
  readonly redis?: string | undefined;
  /** Where clients reach this process, when there are several: `host:port`. */
  readonly publicAddress?: string | undefined;
  /** Answers other requests on the port: with the page of the client, for example. */
  readonly express?: ServerOptions['express'] | undefined;
}

const DEFAULT_BODIES = 40;

// Colyseus reads the constants of a global WebSocket when somebody comes back, which Node has from version 22 on.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

/** Starts a process with rooms. */
export async function startServer(options: StartOptions): Promise<Server> {
  const { port, redis, publicAddress, express, seed = 0, bodies = DEFAULT_BODIES } = options;
  const server = new Server({
    greet: false,
    gracefullyShutdown: false,
    transport: new WebSocketTransport({}),
    ...(redis !== undefined && { presence: new RedisPresence(redis), driver: new RedisDriver(redis) }),
    ...(publicAddress !== undefined && { publicAddress }),
    ...(express !== undefined && { express }),
  });
  for (const { name } of GAMES) server.define(name, ArenaRoom, { seed, bodies } satisfies ArenaRoomOptions);
  await server.listen(port);
  return server;
}
