import { type Client, Room } from '@colyseus/core';
import { GAMES } from '../games.ts';
import { FROM_SERVER, KICKED, TO_SERVER } from '../shared/messages.ts';
import { MAX_PLAYERS, TICKS_A_SECOND } from '../shared/rules.ts';
import { Match } from './match.ts';

/** Seconds that a player's place is kept when the connection breaks. */
const PATIENCE = 10;

export interface ArenaRoomOptions {
  /** 0: every room has one of its own. */
  readonly seed: number;
  readonly bodies: number;
}

/**
 * A match behind Colyseus: it brings rooms, matchmaking, sockets and the fixed step; the match does the rest. There is
 * no state for Colyseus to send: a tick goes over the wire as what the players did in it. Nor are its input buffers
 * used, which give inputs in the order in which they come: here each belongs to a tick.
 */
export class ArenaRoom extends Room {
  override maxClients = MAX_PLAYERS;
  override maxMessagesPerSecond = 240;
  #match: Match | undefined;
  readonly #slots = new Map<string, number>();

  /** What a client asks for is overwritten by the options of the server: see `startServer`. */
  override onCreate({ seed, bodies }: ArenaRoomOptions): void {
    // A room is called as its game is: a process that others ask for rooms knows no more of what is asked.
    const game = GAMES.find(({ name }) => name === this.roomName);
    if (game === undefined) throw new Error(`there is no game ${this.roomName}`);
    const chosen = seed === 0 ? 1 + Math.floor(Math.random() * 2 ** 31) : seed;
    this.#match = new Match({ game, seed: chosen, bodies, reliable: true });
    this.setFixedTimestep(() => this.#tick(), TICKS_A_SECOND);
    this.onMessageBytes(TO_SERVER, (client, bytes: unknown) => this.#receive(client, bytes));
    // Messages of any other kind count as offences.
    this.onMessage('*', (client) => this.#receive(client, undefined));
  }

  override onJoin(client: Client): void {
    const slot = this.#match?.join() ?? -1;
    // This cannot happen: a match has as many slots as a room takes clients.
    if (slot < 0) throw new Error('the match is full');
    this.#slots.set(client.sessionId, slot);
  }

  override async onDrop(client: Client): Promise<void> {
    await this.allowReconnection(client, PATIENCE);
  }

  override onReconnect(client: Client): void {
    this.#match?.sendWorld(this.#slotOf(client));
  }

  override onLeave(client: Client): void {
    this.#match?.leave(this.#slotOf(client));
    this.#slots.delete(client.sessionId);
  }

  #tick(): void {
    this.#match?.tick();
    for (const client of this.clients) {
      const bytes = this.#match?.packetFor(this.#slotOf(client));
      if (bytes !== undefined) client.sendBytes(FROM_SERVER, bytes);
    }
  }

  #receive(client: Client, bytes: unknown): void {
    const slot = this.#slotOf(client);
    this.#match?.receive(slot, bytes);
    if (this.#match?.isCheating(slot)) client.leave(KICKED);
  }

  #slotOf({ sessionId }: Client): number {
    return this.#slots.get(sessionId) ?? -1;
  }
}
