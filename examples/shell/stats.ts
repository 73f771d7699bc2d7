import type { Collision } from 'bitecs-collision/2d';
import { Chart, colourOf } from './chart.ts';
import { formatCount } from './format-count.ts';
import type { Sim } from './scene.ts';

/** Share of a new value in the shown average. */
const SMOOTHING = 0.1;
/** The first ticks of a scene are slow, as the code is being compiled: they are in no average. */
const COLD_TICKS = 20;
const REFRESH_MS = 250;

/** What a tick does beside the stages that the sim names. */
const REST = 'rest';

type Row = readonly [name: string, value: string, kind: string, colour?: string | undefined];

/**
 * The panel with frames per second, milliseconds of each stage in numbers and as a chart, and what the scene counts.
 */
export class Stats {
  readonly #panel: HTMLElement;
  readonly #rows = document.createElement('div');
  readonly #chart = new Chart();
  readonly #averages = new Map<string, number>();
  #ticks = 0;
  #frames = 0;
  #since = 0;
  #fps = 0;

  constructor(panel: HTMLElement) {
    this.#panel = panel;
  }

  reset(): void {
    this.#averages.clear();
    this.#chart.reset();
    this.#ticks = 0;
    this.#frames = 0;
    this.#since = performance.now();
    this.#fps = 0;
    this.#panel.replaceChildren();
  }

  recordDraw(milliseconds: number): void {
    this.#record('draw', milliseconds);
  }

  /** Notes a tick: what it took as a whole, and by stage where the sim tells. */
  recordTick(sim: Sim, milliseconds: number): void {
    if (++this.#ticks === COLD_TICKS) this.#averages.clear();
    this.#record('step', milliseconds);
    const parts = partsOf(sim, milliseconds);
    this.#chart.add(parts);
    if (sim.stages !== undefined) for (const [name, part] of parts) this.#record(name, part);
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
    const names = sim.stages === undefined ? ['step'] : [...Object.keys(sim.stages), REST];
    const rows: Row[] = [
      ['fps', this.#fps.toFixed(0), 'total'],
      ['tick', String(tick), ''],
      ['draw', milliseconds(this.#averages.get('draw')), 'total'],
      ['step', milliseconds(this.#averages.get('step')), 'total', names.length === 1 ? colourOf(0) : undefined],
    ];
    names.forEach((name, i) => {
      if (name !== 'step') rows.push([name, milliseconds(this.#averages.get(name)), 'part', colourOf(i)]);
    });
    const counts = { ...countWorld(sim), ...sim.counts };
    const counted = Object.entries(counts).map(([name, value]): Row => [name, formatCount(value), '']);
    this.#rows.replaceChildren(...rows.map(createRow));
    const below = document.createElement('div');
    below.replaceChildren(...counted.map(createRow));
    this.#panel.replaceChildren(this.#rows, this.#chart.canvas, below);
    this.#chart.draw(names);
  }

  #record(name: string, milliseconds: number): void {
    const average = this.#averages.get(name);
    this.#averages.set(name, average === undefined ? milliseconds : average + (milliseconds - average) * SMOOTHING);
  }
}

/** A tick by its parts, in the order they are stacked. */
function partsOf({ stages }: Sim, milliseconds: number): Map<string, number> {
  if (stages === undefined) return new Map([['step', milliseconds]]);
  const parts = new Map(Object.entries(stages));
  const sum = [...parts.values()].reduce((total, part) => total + part, 0);
  return parts.set(REST, Math.max(0, milliseconds - sum));
}

/** Bodies and contacts of any world with collision. */
function countWorld({ collision }: Sim): Record<string, number> {
  if (!(collision instanceof Object) || !('counts' in collision)) return {};
  const { moving, static: still, contacts } = (collision as Collision).counts;
  return { bodies: moving + still, contacts };
}

function createRow([name, value, kind, colour]: Row): HTMLElement {
  const row = document.createElement('div');
  row.className = `row ${kind}`;
  const label = document.createElement('span');
  label.textContent = name;
  if (colour !== undefined) {
    label.className = 'key';
    label.style.setProperty('--key', colour);
  }
  const number = document.createElement('b');
  number.textContent = value;
  row.append(label, number);
  return row;
}

function milliseconds(value: number | undefined): string {
  if (value === undefined) return '–';
  return value < 0.1 ? `${(1000 * value).toFixed(0)} µs` : `${value.toFixed(2)} ms`;
}
