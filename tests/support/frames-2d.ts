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

/** The sides of a triangle of 3, 4 and 5: a rotation whose sine and cosine are numbers of one digit. */
export const ELSEWHERE: Frame = {
  name: 'elsewhere, turned and twice as large',
  at: (x, y) => [10 + 1.6 * x - 1.2 * y, -20 + 1.2 * x + 1.6 * y],
  turned: (x, y) => [0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y],
  angle: Math.atan2(3, 4),
  scale: 2,
};
