type Quaternions = Readonly<Record<'qx' | 'qy' | 'qz' | 'qw', Float64Array>>;

/** Turns an entity by a small angle about an axis of the world, the vector's length in radians. */
export function turnBody({ qx, qy, qz, qw }: Quaternions, eid: number, x: number, y: number, z: number): void {
  // The derivative of a rotation q that turns by w is w q / 2.
  const [a, b, c] = [x / 2, y / 2, z / 2];
  const turned = [
    qx[eid] + a * qw[eid] + b * qz[eid] - c * qy[eid],
    qy[eid] - a * qz[eid] + b * qw[eid] + c * qx[eid],
    qz[eid] + a * qy[eid] - b * qx[eid] + c * qw[eid],
    qw[eid] - a * qx[eid] - b * qy[eid] - c * qz[eid],
  ];
  const length = Math.sqrt(turned.reduce((sum, part) => sum + part * part, 0));
  [qx[eid], qy[eid], qz[eid], qw[eid]] = turned.map((part) => part / length);
}
