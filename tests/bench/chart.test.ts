import { describe, expect, it } from 'vitest';
import { chart } from '../../bench/chart.ts';
import { PEER_LIST } from '../../bench/peer-list.ts';
import { SCENARIOS } from '../../bench/scene.ts';
import { result } from './fixtures.ts';

const titles = { scenarios: SCENARIOS, peers: PEER_LIST };

/** The names of all elements, checked to be nested properly; fails on anything that is no XML. */
function elementsOf(svg: string): string[] {
  const open: string[] = [];
  const names: string[] = [];
  let rest = svg.trim();
  while (rest !== '') {
    const tag = /^<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/i.exec(rest);
    if (tag === null) {
      const text = /^[^<>]+/.exec(rest);
      if (text === null || open.length === 0) throw new Error(`no XML: ${rest.slice(0, 60)}`);
      if (/&(?!amp;|lt;|gt;|quot;)/.test(text[0])) throw new Error(`unescaped: ${text[0]}`);
      rest = rest.slice(text[0].length);
      continue;
    }
    const [all, isEnd, name = '', , isEmpty] = tag;
    if (isEnd !== '') {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      names.push(name);
      if (isEmpty === '') open.push(name);
    }
    rest = rest.slice(all.length);
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(', ')}`);
  return names;
}

const results = [
  result('S1', 'rapier', 14.2, { readMs: 6 }),
  result('S1', 'ours', 1.23),
  result('S1', 'planck', 876),
  result('S1', 'matter', 0, { unsupported: 'cannot' }),
  result('Q1', 'ours', 12),
];

describe('the chart', () => {
  const svg = chart(results, titles);

  it('is well-formed, with a bar a result and a title', () => {
    const names = elementsOf(svg);
    expect(names[0]).toBe('svg');
    expect(names.filter((name) => name === 'rect')).toHaveLength(4);
    expect(names.filter((name) => name === 'title')).toHaveLength(1);
  });

  it('has colours for dark pages and no background of its own', () => {
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).not.toContain('width="100%"');
  });

  it('groups by scenario, fastest first, ours highlighted, reading told', () => {
    expect(svg.indexOf('S1 ·')).toBeLessThan(svg.indexOf('Q1 ·'));
    const order = ['1.23', '14.2 (6.00 of it reading)', '876', '12.0'].map((text) => svg.indexOf(`>${text}<`));
    expect(order.every((at) => at > 0)).toBe(true);
    expect([...order].sort((a, b) => a - b)).toEqual(order);
    expect(svg.match(/class="bar ours"/g)).toHaveLength(2);
  });

  it('draws bars that stay on the sheet and grow with the time', () => {
    const bars = [...svg.matchAll(/<rect [^>]*x="([\d.]+)"[^>]* width="([\d.]+)"/g)];
    const widths = bars.map((bar) => Number(bar[2]));
    expect(widths[0]).toBeLessThan(widths[1]);
    expect(widths[1]).toBeLessThan(widths[2]);
    for (const bar of bars) expect(Number(bar[1]) + Number(bar[2])).toBeLessThan(760 - 100);
  });

  it('survives an empty run', () => {
    expect(elementsOf(chart([], titles))[0]).toBe('svg');
  });
});
