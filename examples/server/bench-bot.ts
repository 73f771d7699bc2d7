import { Connection } from './client/connection.ts';
import type { Game } from './shared/game.ts';
import { decodeServerPacket, encodeInputs, NO_TICK } from './shared/protocol.ts';
import { FIRE, makeAim, makeWord, RAIL, turnsOf } from './shared/words.ts';

/** Ticks that it sends its inputs ahead of the newest that it has heard of. */
const LEAD = 6;

/** A player without eyes: sends what a client sends, at its pace, and runs no world. */
export class BenchBot {
  readonly #connection: Connection;
  readonly #game: Game;
  #newest = NO_TICK;
  #sent = 0;
  bytesReceived = 0;

  private constructor(game: Game, connection: Connection) {
    this.#game = game;
    this.#connection = connection;
  }

  static async join(game: Game, url: string): Promise<BenchBot> {
    const early: Uint8Array[] = [];
    let bot: BenchBot | undefined;
    const connection = await Connection.open(url, game.name, (bytes) => {
      if (bot === undefined) early.push(bytes.slice());
      else bot.#receive(bytes);
    });
    bot = new BenchBot(game, connection);
    for (const bytes of early) bot.#receive(bytes);
    return bot;
  }

  /** Sends the inputs that are due. */
  update(): void {
    const target = this.#newest === NO_TICK ? 0 : this.#newest + LEAD;
    const first = Math.max(this.#sent + 1, target - LEAD);
    const { format } = this.#game;
    const words = Array.from({ length: Math.max(0, target - first + 1) }, () => {
      const [x, y] = [Math.floor(Math.random() * 3) - 1, Math.floor(Math.random() * 3) - 1];
      const aim = makeAim(format, Math.floor(Math.random() * turnsOf(format)));
      return makeWord(x, y, aim, Math.random() < 0.1 ? FIRE | RAIL : FIRE);
    });
    this.#sent = Math.max(this.#sent, target);
    this.#connection.send(encodeInputs(format, { ack: this.#newest, first, words, agos: words.map(() => 40) }));
  }

  async leave(): Promise<void> {
    await this.#connection.close();
  }

  #receive(bytes: Uint8Array): void {
    this.bytesReceived += bytes.length;
    const packet = decodeServerPacket(this.#game.format, bytes);
    this.#newest = packet.kind === 'world' ? packet.tick : packet.newest;
  }
}
