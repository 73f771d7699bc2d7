import { addComponent, set } from 'bitecs';
import { expect, it } from 'vitest';
import { capsule, castShape, oneWay, sphere } from '../../entry/3d.ts';
import { createMoverWorld, randomTurn, rotate } from '../support/movement-3d.ts';
import { createRng } from '../support/rng.ts';

// The sides of a one-way capsule are at right angles to its axis: rounding said whether they faced its solid side.
it('a ball passes the side of a one-way capsule that faces along its axis, however the capsule is turned', () => {
  const rng = createRng(4);
  for (let i = 0; i < 50; i++) {
    const turn = randomTurn(rng);
    const game = createMoverWorld();
    const OneWay = oneWay(game.world);
    const platform = game.add(capsule(0.5, 1), 0, 0, 0, turn);
    addComponent(game.world, platform, set(OneWay, { normalX: 0, normalY: 1, normalZ: 0 }));
    game.tick();
    const [fromX, fromY, fromZ] = rotate(turn, [3, 2, 0]);
    const [inX, inY, inZ] = rotate(turn, [-2.1, -1.7, 0]);
    const [overX, overY, overZ] = rotate(turn, [0.2, 4, 0]);
    const [downX, downY, downZ] = rotate(turn, [0, -4, 0]);
    const from = { x: fromX, y: fromY, z: fromZ };
    expect(castShape(game.world, sphere(0.5), from, { x: inX, y: inY, z: inZ }), `number ${i}`).toBeUndefined();
    const over = { x: overX, y: overY, z: overZ };
    const hit = castShape(game.world, sphere(0.5), over, { x: downX, y: downY, z: downZ });
    expect(hit?.entity, `number ${i}`).toBe(platform);
  }
});
