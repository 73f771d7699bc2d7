import { WORLD_3D } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Ladders, water and other volumes': {
    before: `${WORLD_3D}
      import { hasComponent } from 'bitecs';
      import { capsule, createMoveResult, moveAndSlide, queryPoint } from 'bitecs-collision/3d';
      const Volume = {}, Water = {}, Ladder = {};
      const player = spawn(0, 0.8, 0, capsule(0.3, 0.5));
      spawn(0, -1, 0, box(20, 1, 20), Static);
      const addVolume = (x: number, y: number, shape: ShapeSpec, kind: object): void => {
        const volume = spawn(x, y, 0, shape, Sensor);
        for (const component of [Volume, kind, Static]) addComponent(world, volume, component);
      };
      addVolume(5, 2, box(1, 4, 1), Ladder);
      addVolume(-5, 2, box(2, 4, 2), Water);
      const moved = createMoveResult();
      const walking = { up: { x: 0, y: 1, z: 0 }, stepHeight: 0.3, snapDistance: 0.3 };
      const floating = {};
      let speedY = 0;
      collisionSystem(world);`,
    after: `${EXPECT}
      const go = (ticks: number, x: number, up: number): void => {
        for (let i = 0; i < ticks; i++) movePlayer({ x, z: 0, up }, 1 / 60);
      };
      go(60, 1, 0);
      assert.ok(Math.abs(Transform.x[player]! - 5) < 0.1 && Transform.y[player]! < 0.85, 'at the ladder');
      go(60, 0, 1);
      assert.ok(Transform.y[player]! > 3.5, 'up the ladder');
      go(140, -1, 0);
      assert.ok(Math.abs(Transform.y[player]! - 0.8) < 0.1, 'down again');
      const x = Transform.x[player]!;
      go(60, -1, 1);
      assert.ok(Transform.y[player]! > 1.2, 'it swims up');
      assert.ok(x - Transform.x[player]! < 3, 'and slowly');`,
  },
};
