import type { Sim } from './scene.ts';

/** Share of a new value in the shown average. */
const SMOOTHING = 0.1;
const REFRESH_MS = 250;

/** The panel with frames per second, milliseconds of each stage, and what the scene counts. */
export class Stats {
  readonly #panel: HTMLElement;
  readonly #averages = new Map<string, number>();
  #frames = 0;
  #since = 0;
  #fps = 0;

  constructor(panel: HTMLElement) {
    this.#panel = panel;
  }

  reset(): void {
    this.#averages.clear();
    this.#frames = 0;
    this.#since = performance.now();
    this.#fps = 0;
    this.#panel.replaceChildren();
  }

  /** Notes one measurement of the tick or the frame. */
  record(name: string, milliseconds: number): void {
    const average = this.#averages.get(name);
    this.#averages.set(name, average === undefined ? milliseconds : average + (milliseconds - average) * SMOOTHING);
  }

  recordStages(sim: Sim): void {
    if (sim.stages === undefined) return;
    for (const name in sim.stages) this.record(name, sim.stages[name]!);
  }

  frame(now: number, tick: number, sim: Sim): void {
    this.#frames++;
    const elapsed = now - this.#since;
    if (elapsed < REFRESH_MS) return;
    this.#fps = (this.#frames * 1000) / elapsed;
    this.#frames = 0;
    this.#since = now;
    this.show(tick, sim);
  }

  show(tick: number, sim: Sim): void {
    const rows: [name: string, value: string, kind: string][] = [
      ['fps', this.#fps.toFixed(0), 'total'],
      ['tick', String(tick), ''],
    ];
    for (const total of ['step', 'draw']) {
      rows.push([total, milliseconds(this.#averages.get(total)), 'total']);
      if (total !== 'step') continue;
      for (const name in sim.stages) rows.push([name, milliseconds(this.#averages.get(name)), 'part']);
    }
    for (const name in sim.counts) rows.push([name, sim.counts[name]!.toLocaleString('en'), '']);
    this.#panel.replaceChildren(...rows.map(createRow));
  }
}

function createRow([name, value, kind]: [string, string, string]): HTMLElement {
  const row = document.createElement('div');
  row.className = `row ${kind}`;
  const label = document.createElement('span');
  label.textContent = name;
  const number = document.createElement('b');
  number.textContent = value;
  row.append(label, number);
  return row;
}

function milliseconds(value: number | undefined): string {
  return value === undefined ? '–' : `${value.toFixed(2)} ms`;
}
