import type { CDPSession, Page } from 'playwright-core';

/** What a page holds at one moment. */
export interface Memory {
  /** Bytes that survive a collection: objects, and the memory of typed arrays. */
  readonly bytes: number;
  /** Objects of the graphics card that were made and not deleted: buffers, textures and the like. */
  readonly graphics: number;
  /** Display objects below the root of the picture. */
  readonly pictures: number;
  /** Drawings that the renderer keeps ready: those of Graphics that were not destroyed with what they are made of. */
  readonly drawings: number;
}

const KINDS = ['Buffer', 'Texture', 'Framebuffer', 'Renderbuffer', 'Program', 'VertexArray'] as const;

/** Counts what WebGL makes and deletes; to be called before the page loads. */
export async function countGraphics(page: Page): Promise<void> {
  await page.addInitScript((kinds) => {
    const live = new Set<object>();
    const methods = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
    for (const kind of kinds) {
      const create = methods[`create${kind}`];
      const destroy = methods[`delete${kind}`];
      methods[`create${kind}`] = function (...args) {
        const made = create.apply(this, args) as object;
        live.add(made);
        return made;
      };
      methods[`delete${kind}`] = function (...args) {
        live.delete(args[0] as object);
        return destroy.apply(this, args);
      };
    }
    (window as unknown as { liveGraphics: () => number }).liveGraphics = () => live.size;
  }, KINDS);
}

export class MemoryMeter {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  /** From now on the renderer frees nothing by the clock, or the counts would depend on how fast the machine is. */
  static async attach(page: Page): Promise<MemoryMeter> {
    await page.evaluate(() => {
      const { app } = window.__gallery as unknown as { app: { renderer: { gc: { enabled: boolean } } } };
      app.renderer.gc.enabled = false;
    });
    return new MemoryMeter(page, await page.context().newCDPSession(page));
  }

  async measure(): Promise<Memory> {
    // What a frame or a promise still holds is given up first; weak references need a second collection.
    for (let i = 0; i < 2; i++) {
      await this.#page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
      await this.#session.send('HeapProfiler.collectGarbage');
    }
    const heap = (await this.#session.send('Runtime.getHeapUsage')) as unknown as Record<string, number>;
    const counts = await this.#page.evaluate(() => {
      const { app } = window.__gallery as unknown as { app: { stage: Countable; renderer: Renderer } };
      interface Countable {
        readonly children: readonly Countable[];
      }
      /** PixiJS does not tell in any other way. */
      interface Renderer {
        readonly graphicsContext: { readonly _managedContexts: { readonly items: Readonly<Record<string, unknown>> } };
      }
      const drawings = Object.values(app.renderer.graphicsContext._managedContexts.items).filter(Boolean).length;
      const count = ({ children }: Countable): number => children.reduce((sum, child) => sum + 1 + count(child), 0);
      const { liveGraphics } = window as unknown as { liveGraphics: () => number };
      return { graphics: liveGraphics(), pictures: count(app.stage), drawings };
    });
    return { bytes: heap.usedSize + (heap.backingStorageSize ?? 0), ...counts };
  }
}
