import { CollisionError } from '../../src/core/errors.ts';
import type { PointSource } from './points-of.ts';

/**
 * Makes a shape, and puts the name of the object or geometry that it is made from before the message of an error: a
 * level has hundreds of objects, and the message alone does not tell which of these is refused.
 */
export function withNameOf<T>(source: PointSource, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const name = (source as PointSource | undefined)?.name;
    if (!(error instanceof CollisionError) || typeof name !== 'string' || name === '') throw error;
    throw new CollisionError(error.code, `${JSON.stringify(name)}: ${error.message}`);
  }
}
