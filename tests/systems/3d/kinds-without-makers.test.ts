import { describe, expect, it } from 'vitest';
import { runProgram } from '../../support/run-program.ts';

/** Runs a program in a process of its own, in which no other test has imported a maker, and returns what it prints. */
async function run(program: string): Promise<string> {
  const imports = [
    `import { addComponent, addEntity, createWorld, set } from 'bitecs';`,
    `import { createCollision } from './systems/3d/create-collision.ts';`,
    `import { collisionSystem } from './systems/core/collision-system.ts';`,
  ];
  return (await runProgram({ text: [...imports, program].join('\n') })).trim();
}

const WORLD = `
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const add = (shape, x) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x }));
    addComponent(world, eid, set(Collider, shape));
  };
  add({ kind: 4, radius: 0, halfX: 1, halfY: 1, halfZ: 1 }, 0);
  add({ kind: 1, radius: 1 }, 1);
  try {
    collisionSystem(world);
    console.log('ticked');
  } catch (error) {
    console.log(error.code + ': ' + error.message);
  }
`;

describe('a kind whose maker is not imported', () => {
  it('is refused by name', async () => {
    expect(await run(WORLD)).toBe(
      'invalid-shape: Collider.kind of entity 1 must be of a shape whose maker is imported, got "cylinder"',
    );
  });

  it('is known as soon as the maker is imported, before a shape is made', async () => {
    expect(
      await run(`import { cylinder } from './src/3d/kinds/cylinder.ts';\nglobalThis.kept = cylinder;\n${WORLD}`),
    ).toBe('ticked');
  });
});
