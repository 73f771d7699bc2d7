import { describe, expect, it } from 'vitest';
import { colliderSpec } from '../../components/2d/collider.ts';
import { transformSpec } from '../../components/2d/transform.ts';
import { column, createStore } from '../../components/store.ts';
import { refusal } from '../support/game-2d.ts';

const spec = { weight: column(Float64Array, 2.5), bits: column(Uint32Array, 0xffffffff), sign: column(Int32Array, -1) };

/** A store with room for `capacity` entities at first. */
const make = (capacity: number, shared = false) => createStore('Test', spec, { capacity, maxIndex: 9, shared });

describe('stores', () => {
  it('are plain objects of typed arrays, filled with initial values', () => {
    const store = make(3).component;
    expect(Object.keys(store)).toEqual(['weight', 'bits', 'sign']);
    expect(Object.getPrototypeOf(store)).toBe(Object.prototype);
    expect(store.weight).toEqual(Float64Array.of(2.5, 2.5, 2.5));
    expect(store.bits).toEqual(Uint32Array.of(0xffffffff, 0xffffffff, 0xffffffff));
    expect(store.sign).toEqual(Int32Array.of(-1, -1, -1));
  });

  it('grow by copies, at least doubling, new rows with initial values; what was held before is left alone', () => {
    const keeper = make(2);
    const store = keeper.component;
    keeper.write(1, { weight: 7 });
    const held = store.weight;
    keeper.reserve(1);
    expect(store.weight).toBe(held);
    keeper.reserve(2);
    expect(store.weight).toEqual(Float64Array.of(2.5, 7, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5));
    expect(held).toEqual(Float64Array.of(2.5, 7));
    expect(store.sign).toEqual(new Int32Array(10).fill(-1));
  });

  it('do not grow beyond the largest index', () => {
    const keeper = make(2);
    keeper.reserve(9);
    expect(keeper.component.bits).toHaveLength(10);
    expect(refusal(() => keeper.reserve(10))).toBe(
      'out-of-range: Test: entity index 10 is beyond maxEntityIndex, 9; raise it in createCollision',
    );
  });

  it('columns of one component lie in one buffer and do not overlap, before and after growth', () => {
    const keeper = make(3);
    for (const length of [3, 10]) {
      keeper.reserve(length - 1);
      const columns = Object.values(keeper.component);
      expect(new Set(columns.map(({ buffer }) => buffer)).size).toBe(1);
      for (const [i, array] of columns.entries()) array.fill(i + 1);
      for (const [i, array] of columns.entries()) expect([...new Set(array)]).toEqual([i + 1]);
    }
  });

  it('shared ones lie on SharedArrayBuffers, before and after growth', () => {
    const keeper = make(2, true);
    for (let i = 0; i < 2; i++) {
      for (const array of Object.values(keeper.component)) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
      keeper.reserve(4);
    }
    expect(make(2).component.weight.buffer).toBeInstanceOf(ArrayBuffer);
  });

  it('rows are written in part, read whole, and reset', () => {
    const keeper = make(2);
    expect(keeper.isReset(1)).toBe(true);
    keeper.write(1, { bits: 5, sign: -9, weight: undefined });
    expect(keeper.read(1)).toEqual({ weight: 2.5, bits: 5, sign: -9 });
    expect(keeper.read(0)).toEqual({ weight: 2.5, bits: 0xffffffff, sign: -1 });
    expect(keeper.isReset(1)).toBe(false);
    keeper.reset(1);
    expect(keeper.isReset(1)).toBe(true);
    expect(keeper.read(1)).toEqual({ weight: 2.5, bits: 0xffffffff, sign: -1 });
  });

  it.each([
    ['in their order', ['a', 'b', 'c', 'd']],
    ['in the other order', ['d', 'c', 'b', 'a']],
    ['the last one before those in their order', ['d', 'a', 'b', 'c']],
    ['some left out', ['b', 'd']],
    ['one not given', ['a', 'missing b', 'c', 'd']],
  ])('fields mean the same however they are given: %s', (_, given) => {
    const spec = { a: column(Float64Array), b: column(Int32Array), c: column(Float64Array), d: column(Uint8Array) };
    const keeper = createStore('Test', spec, { capacity: 2, maxIndex: 1, shared: false });
    const wanted = { a: 0, b: 0, c: 0, d: 0 };
    const values: Record<string, number | undefined> = {};
    for (const words of given) {
      const name = words.slice(-1) as keyof typeof wanted;
      const value = words.length > 1 ? undefined : 1 + given.indexOf(words);
      values[name] = value;
      wanted[name] = value ?? 0;
    }
    keeper.write(1, values);
    expect(keeper.read(1)).toEqual(wanted);
    expect(keeper.isReset(0)).toBe(true);
  });

  it('a row with one bad number is not written at all', () => {
    const keeper = make(1);
    const cases: [unknown, string][] = [
      [NaN, 'NaN'],
      [Infinity, 'Infinity'],
      ['1', '"1"'],
      [null, 'null'],
      [{}, 'an object'],
      [[], 'an array'],
      [() => 1, 'a function'],
      [true, 'true'],
      [1n, '1'],
      [Symbol('s'), 'Symbol(s)'],
    ];
    for (const [bad, text] of cases) {
      expect(refusal(() => keeper.write(0, { weight: 3, sign: bad }))).toBe(
        `invalid-number: Test.sign must be a finite number, got ${text}`,
      );
    }
    expect(keeper.isReset(0)).toBe(true);
  });

  it('negative and unsigned bits mean the same', () => {
    const keeper = make(1);
    keeper.write(0, { bits: -1 });
    expect(keeper.component.bits[0]).toBe(0xffffffff);
    keeper.write(0, { bits: 1 << 31 });
    expect(keeper.component.bits[0]).toBe(0x80000000);
  });

  it('integers are taken up to the limits of their column, signed or unsigned', () => {
    for (const [flagsColumn, bits] of [
      [column(Uint8Array), 8],
      [column(Uint32Array), 32],
      [column(Int32Array), 32],
    ] as const) {
      const keeper = createStore('Test', { flags: flagsColumn }, { capacity: 1, maxIndex: 0, shared: false });
      for (const flags of [0, -0, 2 ** (bits - 1), 2 ** bits - 1, -(2 ** (bits - 1))]) keeper.write(0, { flags });
      for (const flags of [2 ** bits, -(2 ** (bits - 1)) - 1, 0.5, 2 ** 53])
        expect(refusal(() => keeper.write(0, { flags }))).toContain(`Test.flags must be an integer of ${bits} bits`);
      expect(Math.abs(keeper.component.flags[0])).toBe(2 ** (bits - 1));
    }
  });

  it('what is given may be turned into numbers first', () => {
    const given: unknown[] = [];
    const weight = (value: string): number => given.push(value);
    const keeper = createStore('Test', spec, { capacity: 1, maxIndex: 9, shared: false }, { weight });
    expect(refusal(() => keeper.write(0, { weight: 'heavy', sign: NaN }))).toContain('Test.sign');
    // A bad number elsewhere is noticed before there is anything made of it.
    expect(given).toEqual([]);
    keeper.write(0, { weight: 'heavy', sign: 1 });
    expect([given, keeper.component.weight[0]]).toEqual([['heavy'], 1]);
    keeper.write(0, { weight: 5 });
    expect(keeper.component.weight[0]).toBe(5);
  });

  it('Transform and Collider start as documented', () => {
    const one = { capacity: 1, maxIndex: 9, shared: false };
    expect(createStore('Transform', transformSpec, one).read(0)).toEqual({
      x: 0,
      y: 0,
      rotation: 0,
      scale: 1,
    });
    expect(createStore('Collider', colliderSpec, one).read(0)).toEqual({
      kind: 0,
      radius: 0,
      halfWidth: 0,
      halfHeight: 0,
      shape: 0,
      offsetX: 0,
      offsetY: 0,
      offsetRotation: 0,
      categoryBits: 1,
      maskBits: 0xffffffff,
      groupIndex: 0,
    });
  });
});
