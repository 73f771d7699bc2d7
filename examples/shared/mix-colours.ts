/** Returns the colour that is `share` of the way from one to another, as PixiJS takes them. */
export function mixColours(from: number, to: number, share: number): number {
  const part = (shift: number): number => {
    const start = (from >>> shift) & 0xff;
    const end = (to >>> shift) & 0xff;
    return Math.round(start + share * (end - start)) << shift;
  };
  return part(16) | part(8) | part(0);
}
