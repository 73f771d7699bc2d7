import { castRay } from 'bitecs-collision/3d';
import type { Application } from 'pixi.js';
import { Plane, Ray, Vector3 } from 'three';
import type { SpaceStage } from '../shell/space-stage.ts';
import type { handOf } from './hand.ts';
import { SpacePointer } from './space-pointer.ts';

/** Radians that a pixel turns by. */
const TURN = 0.01;
/** The index of the tool that turns bodies; tool 0 moves them. */
const TURN_TOOL = 1;

/** A sim of bodies that are moved and turned by hand. */
export interface Graspable<Body> {
  readonly world: object;
  readonly collision: { readonly Transform: Readonly<Record<'x' | 'y' | 'z', Float64Array>> };
  readonly bodies: readonly Body[];
  readonly input: { readonly tool: number };
  readonly acts: ReturnType<typeof handOf<Body>>;
}

/**
 * Takes hold of bodies with the pointer: each moves with it across the line of sight, or turns with the tool for that,
 * the right button or Shift.
 */
export function createGrip<Body extends { readonly eid: number }>(
  app: Application,
  space: SpaceStage,
  sim: Graspable<Body>,
): SpacePointer {
  const plane = new Plane();
  const offset = new Vector3();
  const at = new Vector3();
  /** Its place in the list. */
  let held = -1;
  let turns = false;

  return new SpacePointer(app, space, {
    press({ ray, isOther }) {
      const hit = castRay(sim.world, ray.from, ray.direction);
      held = sim.bodies.findIndex(({ eid }) => eid === hit?.entity);
      if (held < 0 || hit === undefined) return false;
      sim.acts.drift(false);
      turns = isOther || sim.input.tool === TURN_TOOL;
      const { x, y, z } = sim.collision.Transform;
      const { eid } = sim.bodies[held];
      plane.setFromNormalAndCoplanarPoint(space.camera.getWorldDirection(at), new Vector3(hit.x, hit.y, hit.z));
      offset.set(x[eid] - hit.x, y[eid] - hit.y, z[eid] - hit.z);
      return true;
    },
    drag({ ray, byX, byY }) {
      if (held < 0) return;
      if (turns) {
        // About the axes of the screen: what is in front follows the pointer.
        const right = new Vector3().setFromMatrixColumn(space.camera.matrixWorld, 0).multiplyScalar(TURN * byY);
        const { x, y, z } = at
          .setFromMatrixColumn(space.camera.matrixWorld, 1)
          .multiplyScalar(TURN * byX)
          .add(right);
        sim.acts.turn(held, x, y, z);
      } else {
        const sight = new Ray(ray.from, ray.direction.normalize());
        if (sight.intersectPlane(plane, at) === null) return;
        const { x, y, z } = at.add(offset);
        sim.acts.move(held, x, y, z);
      }
    },
    release() {
      held = -1;
    },
  });
}
