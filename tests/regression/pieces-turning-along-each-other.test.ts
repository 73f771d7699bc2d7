import { describe, expect, it } from 'vitest';
import { computeNormals, createConvexPiece, timeOfImpact } from '../../entry/geometry2d.ts';
import { minkowskiSeparation } from '../support/minkowski-2d.ts';

function pieceOf(points: readonly number[]) {
  const piece = createConvexPiece(points.length / 2);
  piece.vertices.set(points);
  piece.count = points.length / 2;
  computeNormals(piece);
  return piece;
}

function place(points: readonly number[], motion: readonly number[], t: number): number[] {
  const [x, y, angle] = [0, 1, 2].map((k) => motion[k] + t * (motion[k + 3] - motion[k])) as [number, number, number];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return points.map((_, i) => {
    const [u, v] = [points[i - (i % 2)], points[i - (i % 2) + 1]];
    return i % 2 === 0 ? x + c * u - s * v : y + s * u + c * v;
  });
}

// The corner of one beside a side of the other, which turns: along a direction that does not turn, the side's far end
// seems to come nearer, and the strides were as short as if it did. After 256 of them the pieces were said to be in
// contact where they were apart.
describe.each([
  {
    name: 'polygons, apart by 7.7e-5 of 1e4',
    a: [
      -3760.7906429699683, 2906.0273034129923, -606.8364204099704, -5227.108476539127, 4367.627063379939,
      2321.0811731261383,
    ],
    alongA: [-391.0866961890865, -7086.950891020667, 0, -21095.38896582651, 6606.776704289406, -3.1157215237617493],
    b: [
      -4613.653424031108, 1184.3476682180044, -3981.480821396224, -2152.434624003602, 102.00816566430512,
      -4603.749509147322, 4940.243309136878, -1527.4009888151422, 5040.856843692036, 2047.3884460764311,
      -1487.9740730658923, 5051.849007671632,
    ],
    alongB: [-9192.740823451539, -6228.314608847043, 0, -13720.641682699432, -6228.314608847043, -3.8014025837183],
    size: 1e4,
  },
  {
    name: 'slivers, apart by 8e-7 of 1',
    a: [
      -0.5152668587116347, 5.7315481610809016e-8, -0.3773844563983534, -3.9052810185680187e-7, 0.3920092853484361,
      -3.1374838907471947e-7, 0.41897614492300644, 1.9492468453230494e-7, 0.08166588483854548, 4.520363248716741e-7,
    ],
    alongA: [0.4659474006082724, 0.2345116206770237, 0, 1.2381259306126868, 0.2916097677397115, 1.1560296770185232],
    b: [
      -0.373644192535739, 0.016441558338476964, -0.08885615068237329, 0.003909554007214905, 0.49730310242407194,
      -0.02188336086731582, 0.30541702739504517, -0.01343920125274592, -0.3402197866010045, 0.014971449774369955,
    ],
    alongB: [0.9737576771969669, 0.21806934254430127, 0, 0.9604924094839715, 0.21806934254430127, -0.5628168042749166],
    size: 1,
  },
])('$name', ({ a, alongA, b, alongB, size }) => {
  it('touch where the time of impact says they do', () => {
    const out = new Float64Array(4);
    const t = timeOfImpact(out, 0, { piece: pieceOf(a), motion: alongA }, { piece: pieceOf(b), motion: alongB });
    const gapAt = (at: number) =>
      minkowskiSeparation({ points: place(a, alongA, at), radius: 0 }, { points: place(b, alongB, at), radius: 0 })
        .separation;
    expect(t).toBeLessThan(Infinity);
    expect(Math.abs(gapAt(t))).toBeLessThan(1e-11 * size);
    for (let k = 0; k < 1000; k++) expect(gapAt((t * k) / 1000)).toBeGreaterThan(-1e-11 * size);
  });
});
