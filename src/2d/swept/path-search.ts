import type { PathSearchKind } from '../../core/swept/find-swept-pairs.ts';
import { boxHierarchy } from '../bvh/box-hierarchy.ts';
import type { ColliderSet } from '../collider-set.ts';
import { findTargets } from './find-targets.ts';
import { pathsMeet } from './path-boxes.ts';
import { buildTargetGrid, createTargetGrid } from './target-grid.ts';

/** How what is near paths is found in the plane: by a grid, and by hierarchies where that does not suit. */
export const pathSearch: PathSearchKind = {
  axes: 2,
  hierarchy: boxHierarchy,
  pathsMeet,
  createTargets() {
    const grid = createTargetGrid();
    return {
      build: (paths, near, rest, whole) => buildTargetGrid(grid, rest, paths, near, whole),
      find(out, paths, swept, set) {
        if (grid.count > 0) findTargets(out, grid, paths, swept, set as ColliderSet);
      },
    };
  },
};
