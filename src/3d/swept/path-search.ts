import type { PathSearchKind } from '../../core/swept/find-swept-pairs.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import { pathsMeet } from './path-boxes.ts';

/** How space finds the colliders near paths. */
export const pathSearch: PathSearchKind = { axes: 3, hierarchy: boxHierarchy, pathsMeet };
