import { expect, it } from 'vitest';
import { collisionSystem } from '../../../entry/2d.ts';
import { type CollisionState, requireState } from '../../../systems/core/collision-state.ts';
import { prefetch } from '../../../systems/core/prefetch.ts';
import { createGame } from '../../support/game-2d.ts';

/**
 * The columns that a tick reads in some worlds alone: of colliders that turn, have a registered shape or an own margin,
 * come, go, or are attached; of contacts with children or several points; and where a filter function is given. A new
 * column belongs here or into `prefetch`.
 */
const NOT_FETCHED: readonly string[] = [
  ...['turns', 'handles', 'slotMargins'].map((name) => `set.${name}`),
  ...['cause', 'unread', 'order', 'slotOfIndex', 'born', 'placedAt', 'family'].map((name) => `set.slots.${name}`),
  ...['childA', 'childB', 'childFeatureOrExtra', 'extraPoints', 'extraFeatures'].map((name) => `contacts.${name}`),
  ...['childA', 'childB'].map((name) => `contacts.previous.${name}`),
  'candidates.previousAccepted',
];

/** Returns an object that notes the path of every column that is read of it, however deep. */
function noting(target: object, path: string, read: Set<string>): object {
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key);
      const name = `${path}${String(key)}`;
      if (ArrayBuffer.isView(value)) read.add(name);
      else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        return noting(value, `${name}.`, read);
      }
      return value;
    },
  });
}

function columnsOf(target: object, path: string): string[] {
  return Object.entries(target).flatMap(([key, value]) => (ArrayBuffer.isView(value) ? [`${path}${key}`] : []));
}

it('a tick fetches every column of colliders, contacts and candidates but those named here', () => {
  const { world, spawn } = createGame();
  for (let i = 0; i < 4; i++) spawn(i, 0);
  collisionSystem(world);
  const state = requireState(world);
  const read = new Set<string>();
  prefetch(noting(state, '', read) as CollisionState);
  const columns = [
    ...columnsOf(state.set, 'set.'),
    ...columnsOf(state.set.slots, 'set.slots.'),
    ...columnsOf(state.contacts, 'contacts.'),
    ...columnsOf(state.contacts.previous, 'contacts.previous.'),
    ...columnsOf(state.candidates, 'candidates.'),
  ];
  expect(read.size).toBeGreaterThan(20);
  expect(new Set(columns.filter((name) => !read.has(name)))).toEqual(new Set(NOT_FETCHED));
});
