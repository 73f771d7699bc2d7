import { removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { type ContactColumns, createSnapshot, restoreCollision } from '../../../entry/2d.ts';
import { refusal } from '../../support/game-2d.ts';
import { type GameKit, planeKit, spaceKit } from '../../support/game-kits.ts';
import { RollbackGame } from '../../support/rollback-game.ts';

/** The rows of the columns, as `shown` gives those of the loop. */
function rowsOf(columns: ContactColumns & { normalZ?: Float64Array; pointZ?: Float64Array }, kit: GameKit): unknown[] {
  return Array.from({ length: columns.count }, (_, i) => {
    const { a, b, indexA, indexB, childA, childB, id, age, touching, pointCount, normalX, normalY } = columns;
    const points = Array.from({ length: pointCount[i] }, (_, k) => {
      const at = i * kit.POINTS_PER_CONTACT + k;
      return [
        columns.pointX[at],
        columns.pointY[at],
        columns.pointZ?.[at],
        columns.separation[at],
        columns.feature[at],
      ];
    });
    const who = [a[i], b[i], indexA[i], indexB[i], childA[i], childB[i], id[i], age[i]];
    return [...who, touching[i] === 1, pointCount[i], normalX[i], normalY[i], columns.normalZ?.[i], points];
  });
}

function shown({ collision }: RollbackGame): unknown[] {
  const rows: unknown[] = [];
  for (const contact of collision.contacts()) {
    const { a, b, indexA, indexB, childA, childB, id, age, touching, pointCount, normalX, normalY } = contact;
    const { normalZ } = contact as { normalZ?: number };
    const points = Array.from({ length: pointCount }, (_, k) => [
      contact.pointX(k),
      contact.pointY(k),
      (contact as { pointZ?(i: number): number }).pointZ?.(k),
      contact.pointSeparation(k),
      contact.pointFeature(k),
    ]);
    rows.push([a, b, indexA, indexB, childA, childB, id, age, touching, pointCount, normalX, normalY, normalZ, points]);
  }
  return rows;
}

describe('readContacts', () => {
  it.each([planeKit, spaceKit])(
    'gives what the loop over contacts shows, refused and left ones too, in $name',
    (kit) => {
      const { createContactColumns, readContacts, saveCollision } = kit;
      const columns = createContactColumns();
      const seen = { all: 0, two: 0, sensors: 0, near: 0, children: 0 };
      for (const options of [
        { kit, seed: 3, margin: 0.3, accept: true, isVersioned: true, size: kit === spaceKit ? 5 : 14 },
        { kit, seed: 4, size: kit === spaceKit ? 4 : 7, oneWay: true },
      ]) {
        const game = new RollbackGame(options);
        const snapshot = createSnapshot();
        const compare = (): void => {
          expect(readContacts(game.world, columns)).toBe(columns.count);
          expect(rowsOf(columns, kit)).toEqual(shown(game));
        };
        while (game.tick < 120) {
          game.step();
          compare();
          for (const contact of game.collision.contacts()) {
            seen.all++;
            seen.two += contact.pointCount > 1 ? 1 : 0;
            seen.sensors += contact.sensor ? 1 : 0;
            seen.near += contact.touching ? 0 : 1;
            seen.children += contact.childA + contact.childB > 0 ? 1 : 0;
          }
          if (game.tick % 10 !== 0) continue;
          saveCollision(game.world, snapshot);
          const expected = rowsOf(columns, kit);
          restoreCollision(game.world, snapshot);
          readContacts(game.world, columns);
          expect(rowsOf(columns, kit)).toEqual(expected);
          if (columns.count === 0 || options.isVersioned) continue;
          removeEntity(game.world, columns.a[0]);
          compare();
        }
      }
      expect(seen.all).toBeGreaterThan(1500);
      for (const count of [seen.two, seen.sensors, seen.near, seen.children])
        expect(count / seen.all).toBeGreaterThan(0.04);
    },
  );

  it('refuses a world without collision', () => {
    expect(refusal(() => planeKit.readContacts({}, planeKit.createContactColumns()))).toContain('invalid-state');
  });
});
