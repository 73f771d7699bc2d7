import { Client, type Room } from '@colyseus/sdk';
import { FROM_SERVER, TO_SERVER } from '../shared/messages.ts';

/** Colyseus is installed in this example's folder alone: code outside of it reaches the client by this file. */
export { Client, type Room };

/** Bytes to and from a room. What is sent and received can be held up, to see what latency does. */
export class Connection {
  /** Added to the way there and back together, in milliseconds. */
  latency = 0;
  readonly room: Room;
  #lastSent = 0;
  #lastReceived = 0;

  private constructor(room: Room, receive: (bytes: Uint8Array) => void) {
    this.room = room;
    room.onMessage(FROM_SERVER, (bytes: Uint8Array) => {
      this.#lastReceived = this.#later(this.#lastReceived, () => receive(bytes));
    });
  }

  /** Joins a room of a game that has a place, or opens one. */
  static async open(url: string, game: string, receive: (bytes: Uint8Array) => void): Promise<Connection> {
    const room = await new Client(url).joinOrCreate(game);
    return new Connection(room, receive);
  }

  send(bytes: Uint8Array): void {
    this.#lastSent = this.#later(this.#lastSent, () => {
      if (this.room.connection.isOpen) this.room.sendBytes(TO_SERVER, bytes);
    });
  }

  async close(): Promise<void> {
    await this.room.leave();
  }

  /** Calls back half the latency from now, and not before what came before. Returns when that is. */
  #later(last: number, call: () => void): number {
    const now = performance.now();
    const due = Math.max(last, now + this.latency / 2);
    if (due <= now) call();
    else setTimeout(call, due - now);
    return due;
  }
}
