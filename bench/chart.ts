import type { Result } from './result.ts';

const WIDTH = 760;
const LABELS = 190;
/** Room right of the longest bar for its figure. */
const FIGURES = 150;
const ROW = 17;
const BAR = 11;
const HEAD = 26;
const GAP = 14;

/** Colours of light and of dark pages: a README shows the same file on both. */
const STYLE = `
  text { font: 12px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #57606a; }
  .scenario { font-weight: 600; font-size: 13px; fill: #24292f; }
  .bar { fill: #afb8c1; }
  .ours { fill: #cf4a24; }
  text.ours { font-weight: 600; }
  .line { stroke: #d0d7de; stroke-width: 1; }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1; }
    .scenario { fill: #e6edf3; }
    .bar { fill: #57606a; }
    .ours { fill: #ff7a4d; }
    .line { stroke: #30363d; }
  }`;

/** How scenarios and peers are called in a chart, by their names. */
export interface Titles {
  readonly scenarios: Readonly<Record<string, { readonly title: string }>>;
  readonly peers: Readonly<Record<string, { readonly title: string }>>;
}

/** Draws results as bars grouped by scenario, fastest first, on a logarithmic scale of milliseconds. */
export function chart(results: readonly Result[], titles: Titles): string {
  const shown = results.filter((r) => r.unsupported === undefined && r.medianMs > 0);
  const scenarios = [...new Set(shown.map((r) => r.scenario))];
  const { position, ticks } = scaleOf(shown.map((r) => r.medianMs));
  const parts: string[] = [];
  let y = 34;
  for (const scenario of scenarios) {
    const rows = shown.filter((r) => r.scenario === scenario).sort((a, b) => a.medianMs - b.medianMs);
    const title = `${scenario} · ${titles.scenarios[scenario]?.title ?? ''}`;
    parts.push(`<text class="scenario" x="0" y="${y + 13}">${escaped(title)}</text>`);
    y += HEAD;
    const bottom = y + rows.length * ROW;
    for (const tick of ticks) {
      const x = position(tick).toFixed(1);
      parts.push(`<line class="line" x1="${x}" y1="${y - 3}" x2="${x}" y2="${bottom}"/>`);
    }
    for (const row of rows) {
      parts.push(bar(row, y, position, titles));
      y += ROW;
    }
    y += GAP;
  }
  const axis = ticks.map(
    (tick) => `<text x="${position(tick).toFixed(1)}" y="14" text-anchor="middle">${tick} ms</text>`,
  );
  const title = 'Median milliseconds a tick by scenario and library, less is better, logarithmic';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-labelledby="title">`,
    `<title id="title">${title}</title>`,
    `<style>${STYLE}\n</style>`,
    '<text x="0" y="14">less is better</text>',
    ...axis,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function bar(
  { peer, medianMs, readMs }: Result,
  y: number,
  position: (ms: number) => number,
  { peers }: Titles,
): string {
  const kind = peer === 'ours' ? 'ours' : '';
  const end = position(medianMs);
  const reading = readMs >= 0.1 * medianMs ? ` (${figure(readMs)} of it reading)` : '';
  const name = peers[peer]?.title ?? peer;
  const middle = y + BAR - 1;
  return [
    `<text class="${kind}" x="${LABELS - 8}" y="${middle}" text-anchor="end">${escaped(name)}</text>`,
    `<rect class="bar ${kind}" x="${LABELS}" y="${y}" width="${Math.max(1, end - LABELS).toFixed(1)}" height="${BAR}" rx="2"/>`,
    `<text class="${kind}" x="${(end + 6).toFixed(1)}" y="${middle}">${figure(medianMs)}${reading}</text>`,
  ].join('\n');
}

/** A logarithmic scale from the power of ten below the least value, and the powers of ten on it. */
function scaleOf(values: readonly number[]): { position: (ms: number) => number; ticks: number[] } {
  const low = Math.floor(Math.log10(Math.min(1, ...values)));
  const high = Math.max(low + 1, Math.log10(Math.max(1, ...values)));
  const unit = (WIDTH - LABELS - FIGURES) / (high - low);
  const ticks: number[] = [];
  for (let power = low; power <= high; power++) ticks.push(Number((10 ** power).toPrecision(1)));
  return { position: (ms) => LABELS + unit * (Math.log10(ms) - low), ticks };
}

/** Three digits that count. */
export function figure(ms: number): string {
  return ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
