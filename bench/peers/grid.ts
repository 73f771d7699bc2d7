import { type Peer, Unsupported } from '../peer.ts';
import { CIRCLE, POLYGON, type Scene } from '../scene.ts';
import { BOUNDS_STRIDE, openSatBodies, type SatBodies } from './sat-bodies.ts';

/** The largest number of cells: with more, most of a tick would be spent on clearing them. */
const MOST_CELLS = 1 << 22;

interface Frame {
  readonly size: number;
  readonly lowX: number;
  readonly lowY: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Bodies sorted by the cell of their centre, in columns of their own, so that the cells side by side lie side by side
 * in memory. Cells are as large as the largest body: whatever meets a body has its centre in the nine cells around.
 */
class Grid {
  count = 0;
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
  readonly bounds: Float64Array;
  readonly frame: Frame;
  readonly #cells: Uint32Array;

  constructor(frame: Frame, capacity: number) {
    this.frame = frame;
    this.starts = new Uint32Array(frame.columns * frame.rows + 1);
    this.items = new Uint32Array(capacity);
    this.x = new Float64Array(capacity);
    this.y = new Float64Array(capacity);
    this.radius = new Float64Array(capacity);
    this.bounds = new Float64Array(BOUNDS_STRIDE * capacity);
    this.#cells = new Uint32Array(capacity);
  }

  /** Sorts bodies first … end − 1 by cell; where `bounds` is given, with their bounds, else with their circles. */
  fill(scene: Scene, first: number, end: number, bounds?: Float64Array): void {
    const { x, y, radius } = scene;
    const { starts, items } = this;
    const cells = this.#cells;
    starts.fill(0);
    this.count = end - first;
    for (let i = first; i < end; i++) {
      const cell = this.cellOf(x[i], y[i]);
      cells[i - first] = cell;
      starts[cell]++;
    }
    let sum = 0;
    for (let cell = 0; cell < starts.length; cell++) {
      sum += starts[cell];
      starts[cell] = sum;
    }
    for (let i = end - 1; i >= first; i--) {
      const place = --starts[cells[i - first]];
      items[place] = i;
      if (bounds === undefined) {
        this.x[place] = x[i];
        this.y[place] = y[i];
        this.radius[place] = radius[i];
      } else
        for (let k = 0; k < BOUNDS_STRIDE; k++) this.bounds[BOUNDS_STRIDE * place + k] = bounds[BOUNDS_STRIDE * i + k];
    }
  }

  /** The cell of a point. A point outside the frame counts to the outermost cells but one. */
  cellOf(x: number, y: number): number {
    const { size, lowX, lowY, columns, rows } = this.frame;
    let column = Math.floor((x - lowX) / size);
    let row = Math.floor((y - lowY) / size);
    if (column < 1) column = 1;
    else if (column > columns - 2) column = columns - 2;
    if (row < 1) row = 1;
    else if (row > rows - 2) row = rows - 2;
    return row * columns + column;
  }
}

/**
 * Tests all pairs of circles: those of each cell with each other and with those of four neighbours: the cell to the
 * right and the three below.
 */
function joinCircles(grid: Grid, bodies: SatBodies): void {
  const { x, y, radius, items, starts } = grid;
  const { columns } = grid.frame;
  const end = grid.frame.columns * (grid.frame.rows - 1);
  for (let cell = columns; cell < end; cell++) {
    const last = starts[cell + 1];
    if (starts[cell] === last) continue;
    const rightEnd = starts[cell + 2];
    const belowStart = starts[cell + columns - 1];
    const belowEnd = starts[cell + columns + 2];
    for (let i = starts[cell]; i < last; i++) {
      const px = x[i];
      const py = y[i];
      const r = radius[i];
      for (let k = i + 1; k < rightEnd; k++) {
        const dx = x[k] - px;
        const dy = y[k] - py;
        const reach = r + radius[k];
        if (dx * dx + dy * dy <= reach * reach) bodies.testCircles(items[i], items[k], dx, dy, reach);
      }
      for (let k = belowStart; k < belowEnd; k++) {
        const dx = x[k] - px;
        const dy = y[k] - py;
        const reach = r + radius[k];
        if (dx * dx + dy * dy <= reach * reach) bodies.testCircles(items[i], items[k], dx, dy, reach);
      }
    }
  }
}

/** A grid over the bounds of bodies of any kind. */
function joinBounds(grid: Grid, bodies: SatBodies): void {
  const { items, starts } = grid;
  const { columns } = grid.frame;
  const end = grid.frame.columns * (grid.frame.rows - 1);
  for (let cell = columns; cell < end; cell++) {
    const last = starts[cell + 1];
    if (starts[cell] === last) continue;
    for (let i = starts[cell]; i < last; i++) {
      scan(grid, i + 1, starts[cell + 2], items[i], grid.bounds, i, bodies);
      scan(grid, starts[cell + columns - 1], starts[cell + columns + 2], items[i], grid.bounds, i, bodies);
    }
  }
}

/** Tests each body of one grid against the bodies of another grid in the nine cells around it. */
function joinOther(scene: Scene, moving: number, still: Grid, bodies: SatBodies): void {
  const { columns } = still.frame;
  for (let i = 0; i < moving; i++) {
    const cell = still.cellOf(scene.x[i], scene.y[i]);
    for (let row = cell - columns; row <= cell + columns; row += columns)
      scan(still, still.starts[row - 1], still.starts[row + 2], i, bodies.bounds, i, bodies);
  }
}

/** Tests body a, whose bounds are the given row, against those from `first` to `end` whose bounds overlap. */
function scan(
  grid: Grid,
  first: number,
  end: number,
  a: number,
  rows: Float64Array,
  row: number,
  bodies: SatBodies,
): void {
  const { bounds, items } = grid;
  const at = BOUNDS_STRIDE * row;
  const minX = rows[at];
  const minY = rows[at + 1];
  const maxX = rows[at + 2];
  const maxY = rows[at + 3];
  for (let k = first; k < end; k++) {
    const b = BOUNDS_STRIDE * k;
    if (bounds[b] <= maxX && bounds[b + 2] >= minX && bounds[b + 1] <= maxY && bounds[b + 3] >= minY)
      bodies.test(a, items[k]);
  }
}

/** Cells for the bodies of a scene as it begins. @throws `Unsupported` where they would be too many. */
function frameOf(scene: Scene): Frame {
  let size = 0;
  let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < scene.count; i++) {
    size = Math.max(size, 2 * reachOf(scene, i));
    lowX = Math.min(lowX, scene.x[i]);
    lowY = Math.min(lowY, scene.y[i]);
    highX = Math.max(highX, scene.x[i]);
    highY = Math.max(highY, scene.y[i]);
  }
  // A border of one cell that stays empty, so that neighbours need no bounds check, and one for bodies that leave.
  const columns = Math.ceil((highX - lowX) / size) + 5;
  const rows = Math.ceil((highY - lowY) / size) + 5;
  if (columns * rows > MOST_CELLS) throw new Unsupported('a grid over so wide a world would have too many cells');
  return { size, lowX: lowX - 2 * size, lowY: lowY - 2 * size, columns, rows };
}

/** The circle around a body, however it turns. */
function reachOf({ kind, radius, halfWidth, halfHeight, corners }: Scene, i: number): number {
  let reach = Math.hypot(halfWidth[i], halfHeight[i]) + radius[i];
  if (kind[i] === POLYGON) {
    const flat = corners[i];
    for (let k = 0; k < flat.length; k += 2) reach = Math.max(reach, Math.hypot(flat[k], flat[k + 1]));
  }
  return reach;
}

/**
 * A grid over typed arrays with SAT.js, as one writes it for a world whose extents and largest size are known: the
 * least that a broad phase can cost there. Circles, the only shape in S1 and S5, are joined by a loop of their own.
 */
export const grid: Peer = async (scene) => {
  const { movers, moving: awake, count } = scene;
  const frame = frameOf(scene);
  const bodies = await openSatBodies(scene);
  const isCircles = scene.kind.every((kind) => kind === CIRCLE) && movers === count;
  const moving = new Grid(frame, movers);
  const still = new Grid(frame, count - movers);
  still.fill(scene, movers, count, bodies.bounds);
  return {
    update(tally) {
      bodies.begin();
      moving.fill(scene, 0, movers, isCircles ? undefined : bodies.bounds);
      if (isCircles) joinCircles(moving, bodies);
      else joinBounds(moving, bodies);
      if (count > movers) joinOther(scene, awake, still, bodies);
      bodies.finish(tally);
    },
    read: (tally) => bodies.read(tally),
    list: (keys) => bodies.list(keys),
  };
};
