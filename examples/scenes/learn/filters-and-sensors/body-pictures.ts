import { type Container, Graphics } from 'pixi.js';
import { palette } from '../../../shell/palette.ts';
import type { Body } from './bodies.ts';
import { GROUPS } from './groups.ts';
import type { SceneSim } from './sim.ts';

/** A colour for each group, in their order. */
export function groupColours(): number[] {
  const { kinds, ink, player } = palette();
  const named: Record<string, number> = {
    player,
    bullet: kinds[5]!,
    enemy: kinds[1]!,
    wall: ink,
    zone: kinds[3]!,
    magnet: kinds[2]!,
    sleeper: kinds[4]!,
  };
  return GROUPS.map(({ name }) => named[name]!);
}

/** Every body in the colour of its group, in units of the scene. */
export class BodyPictures {
  readonly #sim: SceneSim;
  readonly #pictures: readonly Graphics[];

  constructor(parent: Container, sim: SceneSim) {
    this.#sim = sim;
    const colours = groupColours();
    this.#pictures = sim.bodies.map((body) => drawBody(body, colours[body.group]!));
    // Zones are large: they go below the others.
    const isZone = (i: number) => GROUPS[sim.bodies[i]!.group]!.name === 'zone';
    const zones = this.#pictures.filter((_, i) => isZone(i));
    parent.addChild(...zones, ...this.#pictures.filter((picture) => !zones.includes(picture)));
  }

  draw(): void {
    const { Transform } = this.#sim.collision;
    this.#sim.bodies.forEach(({ eid, group }, i) => {
      const picture = this.#pictures[i]!;
      picture.position.set(Transform.x[eid]!, Transform.y[eid]!);
      picture.rotation = Transform.rotation[eid]!;
      if (GROUPS[group]!.name === 'sleeper') picture.alpha = this.#sim.settings.disabled ? 0.45 : 1;
    });
  }
}

function drawBody({ group, pole }: Body, colour: number): Graphics {
  const { background } = palette();
  const line = 0.035;
  const pen = new Graphics();
  switch (GROUPS[group]!.name) {
    case 'player':
      return pen.poly([0.45, 0, -0.3, 0.34, -0.3, -0.34]).fill(colour);
    case 'bullet':
      return pen.roundRect(-0.11, -0.25, 0.22, 0.5, 0.11).fill(colour);
    case 'enemy':
      return pen.regularPoly(0, 0, 0.38, 40).fill(colour);
    case 'wall':
      return pen.rect(-0.95, -0.13, 1.9, 0.26).fill(colour);
    case 'zone':
      return pen.regularPoly(0, 0, 1, 60).fill({ color: colour, alpha: 0.18 }).stroke({ color: colour, width: line });
    case 'magnet':
      pen.rect(-0.3, -0.3, 0.6, 0.6).fill(colour);
      pen.rect(-0.18, -0.045, 0.36, 0.09);
      if (pole > 0) pen.rect(-0.045, -0.18, 0.09, 0.36);
      return pen.fill(background);
    case 'sleeper':
      pen.regularPoly(0, 0, 0.34, 40).fill({ color: colour, alpha: 0.5 });
      return pen.stroke({ color: colour, width: line });
  }
}
