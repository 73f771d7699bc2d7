/** Where the whole scene of a test is, and how large and turned; tests of drawn-up numbers run in both frames. */
export interface Frame {
  readonly name: string;
  at(x: number, y: number): readonly [x: number, y: number];
  turned(x: number, y: number): readonly [x: number, y: number];
  readonly angle: number;
  readonly scale: number;
}

export const AT_ORIGIN: Frame = {
  name: 'at the origin',
  at: (x, y) => [x, y],
  turned: (x, y) => [x, y],
  angle: 0,
  scale: 1,
};

export const ELSEWHERE: Frame = {
  name: 'elsewhere, turned by a quarter and twice as large',
  at: (x, y) => [10 - 2 * y, -20 + 2 * x],
  turned: (x, y) => [0 - y, x],
  angle: Math.PI / 2,
  scale: 2,
};
