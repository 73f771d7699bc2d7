import type { PathSearchKind } from '../../core/swept/find-swept-pairs.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import { pathsMeet } from './path-boxes.ts';

/** How the plane finds the colliders near paths. */
export const pathSearch: PathSearchKind = { axes: 2, hierarchy: boxHierarchy, pathsMeet };
