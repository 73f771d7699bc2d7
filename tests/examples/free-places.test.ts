import { expect, test } from 'vitest';
import { FreePlaces } from '../../examples/shared/free-places.ts';

const HALF_WIDTH = 23;
const HALF_HEIGHT = 10;
const at = (places: FreePlaces, x: number, y: number) => places.near(x, y, HALF_WIDTH, HALF_HEIGHT);

test('a label stays where it is asked for while there is room', () => {
  const places = new FreePlaces();
  places.take(0, 30, 6, 6);
  expect(at(places, 0, 0)).toEqual([0, 0]);
});

test('the second of two labels in one place gives way upwards', () => {
  const places = new FreePlaces();
  expect(at(places, 10, 10)).toEqual([10, 10]);
  expect(at(places, 10, 10)).toEqual([10, -8]);
});

test('a label goes aside where there is room neither above nor below', () => {
  const places = new FreePlaces();
  places.take(0, 0, 10, 80);
  expect(at(places, 0, 0)).toEqual([30, 0]);
});

test('where nothing is free the label goes where it is asked for', () => {
  const places = new FreePlaces();
  places.take(0, 0, 500, 500);
  expect(at(places, 3, 4)).toEqual([3, 4]);
  places.clear();
  expect(at(places, 3, 4)).toEqual([3, 4]);
});
