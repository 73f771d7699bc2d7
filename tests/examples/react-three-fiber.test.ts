import { readFileSync } from 'node:fs';
import * as bitecs from 'bitecs';
import * as space from 'bitecs-collision/3d';
import * as tools from 'bitecs-collision/three';
import { transform } from 'sucrase';
import * as three from 'three';
import { expect, test } from 'vitest';

/*
 * The guide's page about three.js, under react-three-fiber. What that does with an element is played here: it makes an
 * object of three.js of it, gives that to `ref`, and calls what `useFrame` was given. So no React has to be installed.
 */

interface Element {
  readonly type: string | ((props: object) => unknown);
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: readonly unknown[];
}

type Ref = (mesh: three.Mesh | null) => void;

/** The snippet below a heading of the page. */
function snippet(page: string, heading: string): string {
  const [, text] = page.split(`## ${heading}\n`);
  return /```tsx?\n([\s\S]*?)```/.exec(text)![1];
}

test('the snippet for react-three-fiber moves the meshes that React has made', () => {
  const page = readFileSync(new URL('../../docs/guide/three.md', import.meta.url), 'utf8');
  const source = `${snippet(page, 'A scene that collides')}\n${snippet(page, 'With react-three-fiber')}
    export { objects, Transform, rocks };`;
  const { code } = transform(source, {
    transforms: ['typescript', 'jsx', 'imports'],
    jsxPragma: 'createElement',
    production: true,
  });

  const frames: ((state: unknown, dt: number) => void)[] = [];
  const refs: Ref[] = [];
  const modules: Record<string, object> = {
    bitecs,
    'bitecs-collision/3d': space,
    'bitecs-collision/three': tools,
    three,
    '@react-three/fiber': { Canvas: 'canvas', useFrame: (run: (typeof frames)[number]) => frames.push(run) },
  };
  const createElement = (type: Element['type'], props: object | null, ...children: unknown[]): Element => ({
    type,
    props: { ...props },
    children,
  });
  const exports = {} as {
    App(): Element;
    objects: Map<number, three.Mesh>;
    Transform: Record<'y', Float64Array>;
    rocks: number[];
  };
  new Function('require', 'exports', 'createElement', code)((name: string) => modules[name], exports, createElement);

  /** Makes what an element stands for, and of its children. */
  function mount(element: unknown): void {
    if (Array.isArray(element)) for (const one of element) mount(one);
    if (!(element instanceof Object) || !('type' in element)) return;
    const { type, props, children } = element as Element;
    if (typeof type === 'function') {
      mount(type(props));
      return;
    }
    if (type === 'mesh') {
      const ref = props.ref as Ref;
      refs.push(ref);
      ref(new three.Mesh(props.geometry as three.BufferGeometry));
    }
    for (const child of children) mount(child);
  }

  const { objects, Transform, rocks } = exports;
  const before = [...objects.values()];
  mount(exports.App());
  expect(frames.length).toBe(1);
  expect(refs.length).toBe(10);
  for (const mesh of objects.values()) expect(before).not.toContain(mesh);
  for (let i = 0; i < 30; i++) frames[0](undefined, 0.99 / 60);
  for (const rock of rocks) {
    const { y } = objects.get(rock)!.position;
    // Between the last two ticks, of which each moves it by a twentieth.
    expect(y).toBeGreaterThan(Transform.y[rock]);
    expect(y).toBeLessThan(Transform.y[rock] + 0.05);
    expect(y).toBeLessThan(3.7);
  }
  // Unmounted, it is taken out of the Map.
  for (const ref of refs) ref(null);
  expect(objects.size).toBe(0);
});
