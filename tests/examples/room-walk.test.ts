import { castRay } from 'bitecs-collision/3d';
import { describe, expect, test } from 'vitest';
import { LANDING, TOUR } from '../../examples/scenes/movement/room-walk/house.ts';
import { createSim, HALF_HEIGHT, RADIUS, type SceneSim } from '../../examples/scenes/movement/room-walk/sim.ts';
import { effort } from '../support/effort.ts';

const footOf = ({ collision, walker }: SceneSim) => collision.Transform.y[walker] - RADIUS - HALF_HEIGHT;

describe('room walk', () => {
  test('climbs the stairs, rides down by the lift, and stays on what is below', () => {
    const sim = createSim({ seed: 1 });
    const { x, y, z } = sim.collision.Transform;
    let climbed = 0;
    let rode = 0;
    let down = false;
    for (let tick = 0; tick < effort(4000, 460); tick++) {
      sim.step();
      const foot = footOf(sim);
      expect(foot, `tick ${tick}`).toBeGreaterThan(-0.02);
      expect(sim.moved.penetration, `tick ${tick}`).toBeLessThan(0.01);
      // It begins a little above the floor.
      if (tick > 20) expect(sim.moved.grounded, `tick ${tick}`).toBe(true);
      if (Math.abs(foot - LANDING) < 0.01 && x[sim.walker] < -0.4) climbed++;
      const onLift = Math.abs(x[sim.walker] - TOUR.lift.x) < 0.3 && Math.abs(z[sim.walker] - TOUR.lift.z) < 0.3;
      if (onLift && foot > 0.2 && foot < LANDING - 0.2) {
        rode++;
        expect(foot, 'carried on the floor of the lift').toBeCloseTo(y[sim.cabin] + 0.06, 1);
      }
      if (climbed > 0 && foot < 0.1) down = true;
    }
    expect(climbed).toBeGreaterThan(20);
    expect(rode).toBeGreaterThan(40);
    expect(down).toBe(true);
  });

  test('furniture and walls stop it, wherever it is turned', () => {
    const sim = createSim({ seed: 3 });
    const { x, z } = sim.collision.Transform;
    for (let tick = 0; tick < effort(3000, 140); tick++) {
      sim.input.moveY = -1;
      sim.input.moveX = tick % 90 < 40 ? 1 : 0;
      sim.step();
      expect(Math.abs(x[sim.walker]) < 3.2 && Math.abs(z[sim.walker]) < 2.6, `tick ${tick}`).toBe(true);
      expect(footOf(sim), `tick ${tick}`).toBeGreaterThan(-0.02);
    }
  });

  test('balls roll under the furniture, and none is lost', () => {
    const sim = createSim({ seed: 1 });
    const { x, y, z } = sim.collision.Transform;
    sim.settings.automatic = false;
    for (let i = 0; i < 8; i++) {
      sim.input.action = true;
      sim.step();
      sim.input.action = false;
      for (let tick = 0; tick < 24; tick++) sim.step();
      sim.input.moveX = -1;
      sim.step();
      sim.input.moveX = 0;
    }
    for (let tick = 0; tick < effort(400, 120); tick++) sim.step();
    expect(sim.counts.thrown).toBe(8);
    const thrown = sim.balls.slice(0, 8);
    expect(thrown.filter(({ eid }) => y[eid] < 0 || Math.abs(x[eid]) > 3.3 || Math.abs(z[eid]) > 2.7)).toEqual([]);
    const covered = thrown.filter(({ eid }) => {
      const ball = { x: x[eid], y: y[eid] + 0.1, z: z[eid] };
      return castRay(sim.world, ball, { x: 0, y: 0.8, z: 0 }, { with: [sim.collision.Static] }) !== undefined;
    });
    expect(covered.length).toBeGreaterThan(0);
  });
});
