import { WORLD } from '../guide-beginnings.ts';
import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Two things that touch': {
    before: `
      const said: unknown[][] = [];
      const console = { log: (...words: unknown[]): void => { said.push(words); } };`,
    after: `${EXPECT}
      assert.equal(said.length, 2);
      assert.deepEqual(said[0].slice(0, 3), [1, 'touches', 2]);
      assert.deepEqual(said[1], [1, 'and', 2, 'no longer touch:', 'separated']);`,
  },
  'In your game loop': {
    before: `${WORLD}
      let moves = 0;
      const moveEverything = (dt: number): void => { moves += dt; };
      const react = (): void => {};`,
    after: `${EXPECT}
      frame(0.1);
      assert.ok(Math.abs(moves - 0.1) < 1e-9);
      frame(60);
      assert.ok(moves < 0.4);`,
  },
};

/** Of these headings, the snippets run in space as well. */
export const alike = ['Two things that touch', 'In your game loop'];
