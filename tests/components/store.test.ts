import { describe, expect, it } from 'vitest';
import { colliderSpec } from '../../components/2d/collider.ts';
import { transformSpec } from '../../components/2d/transform.ts';
import { column, createStore, growStore, isInitialRow, readRow, resetRow, writeRow } from '../../components/store.ts';
import { refusal } from '../support/game-2d.ts';

const spec = { weight: column(Float64Array, 2.5), bits: column(Uint32Array, 0xffffffff), sign: column(Int32Array, -1) };

describe('stores', () => {
  it('are plain objects of typed arrays, filled with initial values', () => {
    const store = createStore(spec, 3, false);
    expect(Object.keys(store)).toEqual(['weight', 'bits', 'sign']);
    expect(Object.getPrototypeOf(store)).toBe(Object.prototype);
    expect(store.weight).toEqual(Float64Array.of(2.5, 2.5, 2.5));
    expect(store.bits).toEqual(Uint32Array.of(0xffffffff, 0xffffffff, 0xffffffff));
    expect(store.sign).toEqual(Int32Array.of(-1, -1, -1));
  });

  it('grow by copies, new rows with initial values; what was held before is left alone', () => {
    const store = createStore(spec, 2, false);
    writeRow('Test', store, spec, 1, { weight: 7 });
    const held = store.weight;
    growStore(store, spec, 5, false);
    expect(store.weight).toEqual(Float64Array.of(2.5, 7, 2.5, 2.5, 2.5));
    expect(held).toEqual(Float64Array.of(2.5, 7));
    expect(store.sign).toEqual(Int32Array.of(-1, -1, -1, -1, -1));
  });

  it('shared ones lie on SharedArrayBuffers, before and after growth', () => {
    const store = createStore(spec, 2, true);
    for (let i = 0; i < 2; i++) {
      for (const array of Object.values(store)) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
      growStore(store, spec, 4, true);
    }
    expect(createStore(spec, 2, false).weight.buffer).toBeInstanceOf(ArrayBuffer);
  });

  it('rows are written in part, read whole, and reset', () => {
    const store = createStore(spec, 2, false);
    expect(isInitialRow(store, spec, 1)).toBe(true);
    writeRow('Test', store, spec, 1, { bits: 5, sign: -9 });
    expect(readRow(store, spec, 1)).toEqual({ weight: 2.5, bits: 5, sign: -9 });
    expect(readRow(store, spec, 0)).toEqual({ weight: 2.5, bits: 0xffffffff, sign: -1 });
    expect(isInitialRow(store, spec, 1)).toBe(false);
    resetRow(store, spec, 1);
    expect(isInitialRow(store, spec, 1)).toBe(true);
    expect(readRow(store, spec, 1)).toEqual({ weight: 2.5, bits: 0xffffffff, sign: -1 });
  });

  it('a row with one bad number is not written at all', () => {
    const store = createStore(spec, 1, false);
    for (const bad of [NaN, Infinity, '1', null, {}, true]) {
      const values = { weight: 3, sign: bad as number };
      expect(refusal(() => writeRow('Test', store, spec, 0, values))).toBe(
        `invalid-number: Test.sign must be a finite number, got ${String(bad)}`,
      );
    }
    expect(isInitialRow(store, spec, 0)).toBe(true);
  });

  it('negative and unsigned bits mean the same', () => {
    const store = createStore(spec, 1, false);
    writeRow('Test', store, spec, 0, { bits: -1 });
    expect(store.bits[0]).toBe(0xffffffff);
    writeRow('Test', store, spec, 0, { bits: 1 << 31 });
    expect(store.bits[0]).toBe(0x80000000);
  });

  it('Transform and Collider start as documented', () => {
    expect(readRow(createStore(transformSpec, 1, false), transformSpec, 0)).toEqual({
      x: 0,
      y: 0,
      rotation: 0,
      scale: 1,
    });
    expect(readRow(createStore(colliderSpec, 1, false), colliderSpec, 0)).toEqual({
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
